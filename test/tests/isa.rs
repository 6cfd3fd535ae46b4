//! What Intel's finalizer makes of the binary form of kernels that Intel's compiler printed, and of what GenX_IR itself
//! writes.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Failed;
use texvisa_ir::target::Target;
use texvisa_ir::visa::isa::{self, ReadErrorKind};
use texvisa_ir::visa::message::{CodeNumbering, Message};
use texvisa_ir::visa::{AtomicFunction, Inst, VisaKernel, asm};
use texvisa_test::finalizer::{Finalizer, FinalizerOptions, program};
use texvisa_test::harness;

fn main() -> ExitCode {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ir/tests/visa");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&data).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut trials = vec![harness::test("there are files", {
        let count = files.len();
        move || if count > 20 { Ok(()) } else { Err(format!("{count} in ir/tests/visa").into()) }
    })];
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("visaasm") => trials.push(Finalizer::trial(&name, move |finalizer| text(finalizer, &path))),
            Some("isa") => trials.push(harness::test(name, move || left_out(&path))),
            _ => {}
        }
    }
    trials.extend([Target::Skl, Target::Tgllp, Target::Dg2].map(|target| {
        Finalizer::trial(&format!("numbers of each lane/{target}"), move |finalizer| {
            let kernel = asm::parse(&program(NUMBERS, target), target).map_err(|errors| format!("{errors:?}"))?;
            finalizer.same_from_binary(&kernel)
        })
    }));
    trials.extend([Target::Skl, Target::Icllp, Target::Tgllp, Target::Dg2].map(|target| {
        Finalizer::trial(&format!("accesses by 64-bit addresses/{target}"), move |finalizer| {
            pointers(finalizer, target)
        })
    }));
    trials.extend([Target::Skl, Target::Icllp, Target::Tgllp, Target::Dg2].map(|target| {
        Finalizer::trial(&format!("atomic operations/{target}"), move |finalizer| atomics(finalizer, target))
    }));
    trials.extend([Target::Skl, Target::Icllp, Target::Tgllp, Target::Dg2].map(|target| {
        Finalizer::trial(&format!("address variables/{target}"), move |finalizer| addresses(finalizer, target))
    }));
    let known = Target::ALL.into_iter().filter(|target| target.platform().finalizer.is_some());
    trials.extend(known.map(|target| {
        Finalizer::trial(&format!("mad of integers/{target}"), move |finalizer| integer_mad(finalizer, target))
    }));
    harness::run("isa", trials)
}

/// As Intel's compiler numbers lanes and elements.
const NUMBERS: &str = "    mov (M1_NM, 8) U0(0,0)<1> 0x76543210:v
    add (M1_NM, 2) U1(0,0)<1> U0(0,0)<0;1,0> 0x40:uv
    mov (M1_NM, 4) D(0,0)<1> 0x4830b000:vf
    scatter4_scaled.R (M1, 8) T6 0x0:ud U0.0 U1.0
    scatter4_scaled.R (M1, 8) T6 0x0:ud U0.0 D.0";

/// A `mad` of dwords with a number is one instruction, as a sum is, where the platform has it, and two where not.
fn integer_mad(finalizer: &Finalizer, target: Target) -> Result<(), Failed> {
    let count = |line: &str| -> Result<u32, Failed> {
        let body = format!("    {line}\n    scatter4_scaled.R (M1, 16) T6 0x0:ud U1.0 U0.0");
        let outcome = finalizer.finalize(&program(&body, target), target, &FinalizerOptions::default())?;
        let listing = outcome.listing.ok_or_else(|| format!("no assembly of `{line}`"))?;
        Ok(listing.instructions - listing.waits)
    };
    let sum = count("add (M1, 16) U0(0,0)<1> U1(0,0)<1;1,0> U2(0,0)<1;1,0>")?;
    let taken_in = count("mad (M1, 16) U0(0,0)<1> U1(0,0)<1;1,0> 0x4:d U2(0,0)<1;1,0>")?;
    match (target.platform().integer_mad, taken_in - sum) {
        (true, 0) | (false, 1) => Ok(()),
        (row, more) => {
            Err(format!("the row of {target} says {row}; `mad` has {more} instructions more than `add`").into())
        }
    }
}

/// Every access by 64-bit addresses is one send, and the same from text and from binary.
fn pointers(finalizer: &Finalizer, target: Target) -> Result<(), Failed> {
    let mut lines = Vec::new();
    for lanes in [8, 16] {
        for access in ["gather", "scatter"] {
            lines.extend([1, 2, 4].map(|bytes| format!("    svm_{access}.1.{bytes} (M1, {lanes}) A.0 D.256")));
            let of = |channels| format!("    svm_{access}4scaled.{channels} (M1, {lanes}) 0x0:ud A.0 D.256");
            lines.extend(["R", "RG", "RGB", "RGBA"].map(of));
        }
    }
    one_send_each(finalizer, target, &lines)
}

/// Every atomic operation, with what it finds returned and not, likewise.
fn atomics(finalizer: &Finalizer, target: Target) -> Result<(), Failed> {
    let mut lines = Vec::new();
    for function in AtomicFunction::ALL {
        let name = function.name();
        // An alias of each type that sources and destinations have.
        let of = function.operand_type(4);
        let srcs = ["%null.0 %null.0".to_owned(), format!("{of}.128 %null.0"), format!("{of}.128 {of}.192")];
        let srcs = &srcs[function.sources()];
        for dst in [format!("{of}.0"), "%null.0".to_owned()] {
            for surface in ["T6", "%slm"] {
                lines.extend(
                    [8, 16].map(|lanes| format!("    dword_atomic.{name} (M1, {lanes}) {surface} At.0 {srcs} {dst}")),
                );
            }
            lines.push(format!("    svm_atomic.{name} (M1, 8) A.0 {dst} {srcs}"));
            if !function.is_float() {
                let coordinates =
                    ["At.0 %null.0 %null.0 %null.0", "At.0 At.32 %null.0 %null.0", "At.0 At.32 ud.0 %null.0"];
                lines.extend(coordinates.map(|at| format!("    typed_atomic.{name} (M1, 8) T6 {at} {srcs} {dst}")));
            }
        }
        if !function.is_float() {
            let of = function.operand_type(8);
            let srcs = ["%null.0 %null.0".to_owned(), format!("{of}.64 %null.0"), format!("{of}.64 {of}.128")];
            let srcs = &srcs[function.sources()];
            lines.extend(
                [format!("{of}.192"), "%null.0".to_owned()]
                    .map(|dst| format!("    svm_atomic.{name}.64 (M1, 8) A.0 {dst} {srcs}")),
            );
        }
    }
    one_send_each(finalizer, target, &lines)
}

fn one_send_each(finalizer: &Finalizer, target: Target, lines: &[String]) -> Result<(), Failed> {
    let alias = |name: &str, ty: &str, elements: u32, of: &str| {
        format!(".decl {name} v_type=G type={ty} num_elts={elements} align=GRF alias=<{of}, 0>\n")
    };
    let declared = [
        alias("A", "uq", 16, "D"),
        alias("At", "ud", 16, "U1"),
        alias("ud", "ud", 64, "D"),
        alias("d", "d", 64, "D"),
        alias("f", "f", 64, "D"),
        alias("uq", "uq", 32, "D"),
        alias("q", "q", 32, "D"),
        ".decl P1 ".to_owned(),
    ];
    let text = program(&lines.join("\n"), target).replacen(".decl P1 ", &declared.concat(), 1);
    let kernel = asm::parse(&text, target).map_err(|errors| format!("{errors:?}"))?;
    let outcome = finalizer.finalize(&text, target, &FinalizerOptions::default())?;
    let sends = outcome.listing.as_ref().map_or(0, |listing| listing.sends.len());
    if !outcome.is_clean() || sends != lines.len() {
        return Err(format!("{:?} {:?}, {sends} sends", outcome.verdict, outcome.complaints).into());
    }
    finalizer.same_from_binary(&kernel)
}

/// Address variables in every form that Intel's compiler prints: the same from text and from binary.
fn addresses(finalizer: &Finalizer, target: Target) -> Result<(), Failed> {
    let declared = ".decl A0 v_type=A num_elts=16\n.decl Index v_type=A num_elts=1\n\
        .decl N v_type=G type=uw num_elts=16 align=GRF alias=<U0, 0>\n.decl F v_type=G type=f num_elts=64 align=GRF alias=<D, 0>\n\
        .decl P1 ";
    let lines = "    addr_add (M1, 8) A0(0)<1> &F N(0,0)<1;1,0>
    addr_add (M1, 8) A0(8)<1> &F[36] N(0,0)<2;1,0>
    addr_add (M1_NM, 1) Index(0)<1> &F[32] 0x4:uw
    mov (M1, 8) U1(0,0)<1> r[A0(0),4]<1,0>:ud
    scatter4_scaled.R (M1, 8) T6 0x0:ud U0.0 U1.0
    mov (M1, 8) F(2,0)<1> (-)r[Index(0),-8]<8;8,1>:f
    mov (M1, 8) F(3,0)<1> (abs)r[Index(0),8]<0;1,0>:f
    (P1) mov (M1, 1) r[A0(9),0]<1>:f F(0,1)<0;1,0>
    mov.sat (M1, 1) r[A0(15),508]<1>:f F(0,3)<0;1,0>
    mov (M1, 8) r[Index(0),4]<2>:ud U0(0,0)<1;1,0>
    scatter4_scaled.R (M1, 8) T6 0x0:ud U0.0 D.0
    scatter4_scaled.R (M1, 8) T6 0x0:ud U0.0 D.64";
    let text = program(lines, target).replacen(".decl P1 ", declared, 1);
    let kernel = asm::parse(&text, target).map_err(|errors| format!("{errors:?}"))?;
    finalizer.same_from_binary(&kernel)
}

fn target_of(path: &Path) -> Result<Target, Failed> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.split('.').find_map(|part| part.parse().ok()).ok_or_else(|| "the name has no target".into())
}

/// Whether the reader of texts of this release takes it, though the compiler of the same release prints it.
fn is_known(kernel: &VisaKernel) -> bool {
    let has_elements = kernel.vars.values().all(|decl| decl.elements != 0);
    has_elements
        && kernel.insts.iter().all(|inst| match inst {
            Inst::Sampler(message) => {
                !matches!(message.message, Message::Lod | Message::SampleKillPix) && message.channels.bits() != 0
            }
            _ => true,
        })
}

fn text(finalizer: &Finalizer, path: &Path) -> Result<(), Failed> {
    let target = target_of(path)?;
    let text = std::fs::read_to_string(path)?;
    let kernel = asm::parse(&text, target).map_err(|errors| format!("{errors:?}"))?;
    let from_text = finalizer.finalize(&text, target, &FinalizerOptions::default())?;
    let mut printed = String::new();
    asm::write(&kernel, &mut printed);
    let from_printed = finalizer.finalize(&printed, target, &FinalizerOptions::default())?;
    if from_printed.binary != from_text.binary {
        return Err("what was printed becomes other machine code than what was read".into());
    }
    if is_known(&kernel) {
        if from_text.binary.is_none() {
            return Err(format!("{:?} {:?}", from_text.verdict, from_text.complaints).into());
        }
        // What the tool itself writes is called what it is.
        let written = from_text.isa.as_deref().ok_or("no `.isa` was written of the text")?;
        match isa::read(written, target, CodeNumbering::Finalizer) {
            Err(error) if error.kind == ReadErrorKind::OperandsMissing => {}
            other => return Err(format!("the `.isa` that was written of the text: {other:?}").into()),
        }
        return finalizer.same_from_binary(&kernel);
    }
    if from_text.binary.is_some() {
        return Err("the finalizer knows all of it by now: compare its machine code".into());
    }
    // Intel's compiler declares a variable of no elements there, and the finalizer takes it from neither.
    let is_refused = kernel.vars.values().any(|decl| decl.elements == 0);
    // The reader of binaries knows what that of texts does not.
    let has_channels =
        kernel.insts.iter().all(|inst| !matches!(inst, Inst::Sampler(message) if message.channels.bits() == 0));
    if has_channels {
        let bytes = isa::write(&kernel, &isa::WriteOptions::default())?;
        let outcome = finalizer.finalize_binary(&bytes, target, &FinalizerOptions::default())?;
        if outcome.binary.is_none() != is_refused {
            return Err(format!("{:?} {:?}", outcome.verdict, outcome.complaints).into());
        }
    }
    Ok(())
}

/// Written by GenX_IR from text, or by Intel's compiler (ocloc, release 1.0.12504.6), with address variables and with
/// instructions that this crate has not: they have no operands to speak of.
fn left_out(path: &Path) -> Result<(), Failed> {
    let bytes = std::fs::read(path)?;
    match isa::read(&bytes, target_of(path)?, CodeNumbering::Finalizer) {
        Err(error) if error.kind == ReadErrorKind::OperandsMissing => Ok(()),
        other => Err(format!("{other:?}").into()),
    }
}
