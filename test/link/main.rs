//! Kernels in place of those of programs that Intel's compiler made (`texvisa link`).
//!
//! ocloc compiles the kernels of `kernels.cl`. Its own machine code, put back, must give its program again, byte for
//! byte. Its vISA, finalized, must begin with the instructions with which its own code loads the payload. texvisa's
//! code must be found where the old code was, and nothing else may change.

mod intel;
mod kinds;
mod native;
mod prologue;
mod tool;

use std::process::ExitCode;

use libtest_mimic::{Completion, Failed, Trial};
use object::{Object, ObjectSection, ObjectSymbol};
use texvisa::ir::target::Target;
use texvisa::ir::visa::asm;
use texvisa::link::{ArgumentMismatch, LinkError, MachineCode, ThreadNeeds, Visa, Zebin, finalize};
use texvisa_test::finalizer::Finalizer;
use texvisa_test::harness;
use texvisa_test::ocloc::{self, Dump, OclocProgram, Source, TARGETS, section};
use texvisa_test::oracle;

use intel::{dump, entry, trial, with_finalizer};
use tool::texvisa;

fn main() -> ExitCode {
    let mut trials: Vec<Trial> = Vec::new();
    for target in TARGETS {
        trials.push(trial("intels_code_again_is_the_same_program", target, again));
        trials.push(trial("intels_visa_is_finalized_with_the_same_prologue", target, refinalized));
        trials.push(trial("registers_barriers_and_scratch_follow_the_code", target, needs));
        trials.push(trial("what_the_loader_does_not_pass_is_refused", target, refused));
        trials.push(trial("texvisas_code_is_found_in_the_program", target, linked));
        trials.push(trial("arguments_in_another_order_are_refused", target, reordered));
        trials.push(trial("relocations_are_kept_or_refused", target, relocated));
        trials.push(trial("private_memory_is_linked", target, with_private_memory));
    }
    for target in TARGETS {
        trials.push(trial("line_kinds_of_the_kernels", target, kinds::of_kernels));
    }
    for target in TARGETS.into_iter().filter(|target| target.platform().loads_arguments) {
        trials.push(trial("prologues_load_what_inputs_name", target, prologue::executed));
    }
    trials.push(harness::test_or_skip("unknown_instructions_are_said", prologue::unknown_instructions));
    trials.push(harness::test_or_skip("line_kinds_of_the_repository", kinds::of_repository));
    trials.push(harness::test_or_skip("line_kinds_of_a_folder", kinds::of_folder));
    trials.push(trial("damaged_programs_are_refused", Target::Tgllp, damaged));
    harness::run("link", trials)
}

fn again(compiled: &OclocProgram, target: Target) -> Result<Completion, Failed> {
    let program = Zebin::read(&compiled.program)?;
    if program.target() != target {
        return Err(format!("it is for {}", program.target()).into());
    }
    let kernels: Vec<&str> = program.kernels().collect();
    if kernels != ["everything", "corner", "mix_images", "queries", "sampled", "lean", "scaled", "spilling"] {
        return Err(format!("{kernels:?}").into());
    }
    for kernel in kernels {
        let Dump { code, .. } = dump(compiled, kernel)?;
        if program.code(kernel)? != code {
            return Err(format!("{kernel}: the symbols name other code than the dump").into());
        }
        if program.with_code(kernel, &MachineCode::of_bytes(code.clone()))? != compiled.program {
            return Err(format!("{kernel}: the program is another one").into());
        }
        harness::count("kernels linked", 1);
    }
    Ok(Completion::Completed)
}

/// Everything but the kernel's code, its symbols' sizes and `.ze_info` is as it was.
fn only_the_kernel_changed(old: &[u8], new: &[u8], kernel: &str) -> Result<(), Failed> {
    let (old, new) = (object::File::parse(old)?, object::File::parse(new)?);
    let (text, relocations) = (format!(".text.{kernel}"), format!(".rel.text.{kernel}"));
    if old.sections().count() != new.sections().count() {
        return Err("the number of sections changed".into());
    }
    for (old, new) in old.sections().zip(new.sections()) {
        let name = old.name()?;
        if name != new.name()? {
            return Err("the order of sections changed".into());
        }
        if ![text.as_str(), relocations.as_str(), ".symtab", ".ze_info"].contains(&name) && old.data()? != new.data()? {
            return Err(format!("{name} changed").into());
        }
        let (first, second) = (old.file_range().unwrap_or_default().0, new.file_range().unwrap_or_default().0);
        if first % 4 == 0 && second % 4 != 0 && name.starts_with(".note") {
            return Err(format!("{name} is no longer aligned").into());
        }
    }
    let symbols = |file: &object::File<'_>| -> Result<Vec<_>, Failed> {
        let symbols =
            file.symbols().map(|symbol| Ok((symbol.name()?.to_owned(), symbol.address(), symbol.section_index())));
        symbols.collect()
    };
    if symbols(&old)? != symbols(&new)? {
        return Err("the symbols changed".into());
    }
    Ok(())
}

/// A kernel's vISA, finalized for its place in the program and linked there.
fn link(
    compiled: &OclocProgram,
    visa: &str,
    target: Target,
    kernel: &str,
) -> Result<(MachineCode, Vec<u8>), LinkError> {
    let program = Zebin::read(&compiled.program)?;
    let read = asm::parse(visa, target).unwrap_or_else(|errors| panic!("Intel's vISA is read: {errors:?}"));
    let code = finalize(&program, kernel, &read, Visa::Text(visa))?;
    let linked = program.with_code(kernel, &code)?;
    Ok((code, linked))
}

/// The code in the section is the finalizer's, zeros follow it, and iga64 finds an end of thread on every path.
fn holds(finalizer: &Finalizer, linked: &[u8], kernel: &str, code: &[u8], target: Target) -> Result<(), Failed> {
    let section = section(linked, &format!(".text.{kernel}"))?;
    let (found, padding) = section.split_at_checked(code.len()).ok_or("the section is too short")?;
    let padded = (128..192).contains(&padding.len()) && section.len() % 64 == 0;
    if found != code || !padded || padding.iter().any(|byte| *byte != 0) {
        return Err(format!("{} bytes of code, {} of padding", code.len(), padding.len()).into());
    }
    let listing = finalizer.disassemble(found, target)?;
    match listing.unended {
        None => Ok(()),
        Some(path) => Err(format!("{kernel}: {path}").into()),
    }
}

fn refinalized(compiled: &OclocProgram, target: Target) -> Result<Completion, Failed> {
    with_finalizer(|finalizer| {
        for (kernel, dump) in &compiled.dumps {
            let (code, linked) = link(compiled, &dump.visa, target, kernel)?;
            let prologue = entry(&compiled.program, kernel)? as usize;
            if code.bytes.get(..prologue) != dump.code.get(..prologue) || entry(&linked, kernel)? as usize != prologue {
                return Err(format!("{kernel}: another prologue").into());
            }
            if target.platform().loads_arguments != (prologue > 0) {
                return Err(format!("{kernel}: a prologue of {prologue} bytes").into());
            }
            only_the_kernel_changed(&compiled.program, &linked, kernel)?;
            holds(finalizer, &linked, kernel, &code.bytes, target)?;
            harness::count("kernels linked", 1);
        }
        Ok(())
    })
}

/// What ocloc writes for a kernel is what is written where its code takes the place of another's.
fn needs(compiled: &OclocProgram, target: Target) -> Result<Completion, Failed> {
    with_finalizer(|_| {
        let read = Zebin::read(&compiled.program)?;
        let (lean, spilling) = (read.needs("lean")?, read.needs("spilling")?);
        if (lean.barrier_count, lean.scratch_bytes) != (0, 0)
            || spilling.barrier_count != 1
            || spilling.scratch_bytes == 0
        {
            return Err(format!("{lean:?} {spilling:?}").into());
        }
        for (from, into, expected) in [("spilling", "lean", spilling), ("lean", "spilling", lean)] {
            let (code, linked) = link(compiled, &dump(compiled, from)?.visa, target, into)?;
            // The finalizer may spill a little more or less of a text than of what ocloc hands to it.
            let found = Zebin::read(&linked)?.needs(into)?;
            if code.needs != Some(found) || found != expected {
                return Err(format!("{from} in {into}: {found:?}, expected {expected:?}").into());
            }
            only_the_kernel_changed(&compiled.program, &linked, into)?;
            let (old, new) = (section(&compiled.program, ".ze_info")?, section(&linked, ".ze_info")?);
            // Three lines of scratch memory and their key, one of barriers.
            let (old, new) = (String::from_utf8(old)?, String::from_utf8(new)?);
            let added = new.lines().count() as i64 - old.lines().count() as i64;
            let (least, most) = if into == "lean" { (5, 5) } else { (-4, -4) };
            if !(least..=most).contains(&added) {
                return Err(format!("{from} in {into}: {added} lines more\n{new}").into());
            }
        }
        Ok(())
    })
}

fn refused(compiled: &OclocProgram, target: Target) -> Result<Completion, Failed> {
    with_finalizer(|_| {
        let visa = &dump(compiled, "everything")?.visa;
        let mismatches = |visa: &str| match link(compiled, visa, target, "everything") {
            Err(LinkError::Arguments(mismatches)) => Ok(mismatches),
            Err(error) => Err(Failed::from(format!("refused for another reason: {error}"))),
            Ok(_) => Err("a kernel with other arguments was linked".into()),
        };
        // The four values of `factor` are the only input of 16 bytes.
        let factor = visa.lines().find(|line| line.starts_with(".input") && line.ends_with(" size=16"));
        let factor = factor.ok_or("no input of 16 bytes")?;
        let offset: u32 =
            factor.split("offset=").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok()).ok_or("no offset")?;
        let moved = |by: u32| {
            visa.replace(factor, &factor.replace(&format!("offset={offset}"), &format!("offset={}", offset + by)))
        };
        let found = mismatches(&moved(4))?;
        let [ArgumentMismatch::Straddles { offset: at, first, .. }] = &found[..] else {
            return Err(format!("moved by 4: {found:?}").into());
        };
        if *at != offset + 4 || *first != format!("arg_byvalue of argument 2, \"factor\" (offset={offset} size=16)") {
            return Err(format!("moved by 4: {found:?}").into());
        }
        let found = mismatches(&moved(1024))?;
        if !matches!(&found[..], [ArgumentMismatch::NoArgument { .. }]) {
            return Err(format!("moved by 1024: {found:?}").into());
        }
        // The image that is written is the last of three entries.
        let found = mismatches(&visa.replace("T6(0) 0x2:ud", "T6(0) 0x7:ud"))?;
        let [error @ ArgumentMismatch::NoEntry { entry: 7, .. }] = &found[..] else {
            return Err(format!("entry 7: {found:?}").into());
        };
        let said = error.to_string();
        if !said.contains("entry 7 of the binding table") || !said.contains("it fills 1, 0, 2") {
            return Err(said.into());
        }
        let found = mismatches(&visa.replace("S0(0) 0x0:ud", "S0(0) 0x3:ud"))?;
        if !matches!(&found[..], [ArgumentMismatch::NoEntry { table: "sampler table", entry: 3, .. }]) {
            return Err(format!("sampler 3: {found:?}").into());
        }
        let lanes = Zebin::read(&compiled.program)?.lanes("everything")?;
        let narrow = visa.replace(&format!("SimdSize={lanes}"), "SimdSize=8");
        match link(compiled, &narrow, target, "everything") {
            Err(error @ LinkError::Width { given: 8, .. })
                if error.help() == Some(format!("compile it with --simd {lanes}")) => {}
            other => return Err(format!("SIMD8: {other:?}").into()),
        }
        let (before, _) = visa.split_once(".function").ok_or("no main function")?;
        let labelled = format!("{before}\nbegin:\n    ret (M1, 1)\n");
        match link(compiled, &labelled, target, "everything") {
            Err(LinkError::NoMainFunction) => {}
            other => return Err(format!("no main function: {other:?}").into()),
        }
        match link(compiled, visa, target, "corner") {
            Err(LinkError::Arguments(_)) => Ok(()),
            other => Err(format!("everything in corner: {other:?}").into()),
        }
    })
}

fn linked(compiled: &OclocProgram, target: Target) -> Result<Completion, Failed> {
    if !cfg!(feature = "llvm") {
        return oracle::built_without_llvm();
    }
    with_finalizer(|finalizer| {
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join("program.bin"), &compiled.program)?;
        let program = Zebin::read(&compiled.program)?;
        for kernel in ["everything", "mix_images", "queries", "sampled"] {
            std::fs::write(folder.path().join("k.ll"), compiled.llvm_of(kernel)?)?;
            let run = |arguments: &[&str]| -> Result<(), Failed> {
                let finished = texvisa(folder.path(), arguments)?;
                let said = String::from_utf8_lossy(&finished.stdout);
                if finished.status.is_success() { Ok(()) } else { Err(format!("{arguments:?}: {said}").into()) }
            };
            run(&["link", "k.ll", "--into", "program.bin", "--kernel", kernel, "-o", "source.bin"])?;
            let lanes = program.lanes(kernel)?.to_string();
            let compile =
                ["compile", "k.ll", "--kernel", kernel, "--simd", &lanes, "--target", target.name(), "--no-check"];
            run(&[&compile[..], &["-o", "k.visaasm"]].concat())?;
            run(&["link", "k.visaasm", "--into", "program.bin", "-o", "text.bin"])?;
            run(&[&compile[..], &["-o", "k.isa", "--emit", "isa"]].concat())?;
            run(&["link", "k.isa", "--into", "program.bin", "-o", "binary.bin"])?;
            let text = std::fs::read(folder.path().join("text.bin"))?;
            if std::fs::read(folder.path().join("source.bin"))? != text {
                return Err(format!("{kernel}: another program of the source than of its vISA").into());
            }
            let visa = std::fs::read_to_string(folder.path().join("k.visaasm"))?;
            let (code, expected) = link(compiled, &visa, target, kernel)?;
            if expected != text || code.bytes == dump(compiled, kernel)?.code {
                return Err(format!("{kernel}: another program than the library makes").into());
            }
            only_the_kernel_changed(&compiled.program, &text, kernel)?;
            holds(finalizer, &text, kernel, &code.bytes, target)?;
            let binary = std::fs::read(folder.path().join("binary.bin"))?;
            only_the_kernel_changed(&compiled.program, &binary, kernel)?;
            harness::count("kernels linked", 3);
        }
        Ok(())
    })
}

fn reordered(compiled: &OclocProgram, target: Target) -> Result<Completion, Failed> {
    if !cfg!(feature = "llvm") {
        return oracle::built_without_llvm();
    }
    let ocloc = texvisa_test::process::find_in_path("ocloc").ok_or("ocloc is not installed")?;
    for (kernel, in_program, in_source, expected) in [
        (
            "mix_images",
            "read_only image2d_t first, read_only image2d_t second",
            "read_only image2d_t second, read_only image2d_t first",
            "entry 0 of the binding table is \"second\" in the source, and argument 0, \"first\" in the program",
        ),
        ("scaled", "float gain, float bias", "float bias, float gain", "arg_byvalue of argument 2, \"gain\""),
    ] {
        let other = intel::compile(&ocloc, &intel::KERNELS.replace(in_program, in_source), target)?;
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join("program.bin"), &compiled.program)?;
        std::fs::write(folder.path().join("k.ll"), other.llvm_of(kernel)?)?;
        let finished =
            texvisa(folder.path(), &["link", "k.ll", "--into", "program.bin", "--kernel", kernel, "-o", "out.bin"])?;
        let said = String::from_utf8_lossy(&finished.stdout).into_owned();
        if finished.status.is_success() || !said.contains(expected) || folder.path().join("out.bin").exists() {
            return Err(format!("{kernel}: {said}").into());
        }
    }
    Ok(Completion::Completed)
}

/// Kernels that take addresses of constant memory and of a global variable, and one that takes none.
const PRINTS: &str = "constant char2 steps[4] = { (char2)(1, 0), (char2)(0, 1), (char2)(1, 1), (char2)(-1, 1) };
constant float table[300] = { 1.0f, 2.0f, 3.0f, 4.5f };
kernel void say(global int *out, int by) { printf(\"%d\\n\", by); out[get_global_id(0)] = by; }
kernel void quiet(global int *out, int by) { out[get_global_id(0)] = by; }
kernel void look_up(global float *out, int by) {
  int i = get_global_id(0);
  char2 step = steps[i & 3];
  out[i] = step.x * 2 + step.y + table[(i * 7 + by) % 300];
}
global int total = 3;
kernel void add_up(global int *out, int by) { out[get_global_id(0)] = atomic_add((volatile global int *)&total, by); }
";

/// A relocation of a program: where, what part of the address, and its name.
type ProgramRelocation = (u64, u64, String);

/// The relocations of a kernel's code, as the program has them.
fn relocations(program: &[u8], kernel: &str) -> Result<Vec<ProgramRelocation>, Failed> {
    let file = object::File::parse(program)?;
    let table = section(program, &format!(".rel.text.{kernel}"))?;
    let number = |bytes: &[u8]| bytes.try_into().map(u64::from_le_bytes).map_err(|_| "no whole number");
    table
        .chunks(16)
        .map(|entry| {
            let (offset, info) = (number(&entry[..8])?, number(&entry[8..])?);
            let symbol = file.symbol_by_index(object::SymbolIndex((info >> 32) as usize))?;
            Ok((offset, info & 0xffff_ffff, symbol.name()?.to_owned()))
        })
        .collect()
}

/// Which parts of which addresses a kernel has, in an order of their own.
fn parts(relocations: &[ProgramRelocation]) -> Vec<(u64, &str)> {
    let mut parts: Vec<_> = relocations.iter().map(|(_, part, symbol)| (*part, symbol.as_str())).collect();
    parts.sort_unstable();
    parts
}

/// The code of a kernel with relocations is replaced where the places in the new code are known: those of vISA and of
/// LLVM IR, which name the same addresses as Intel's code. Of machine code alone they are not known.
fn relocated(_: &OclocProgram, target: Target) -> Result<Completion, Failed> {
    let ocloc = texvisa_test::process::find_in_path("ocloc").ok_or("ocloc is not installed")?;
    let source = Source::OpenCl { text: PRINTS, options: "-cl-std=CL2.0" };
    let compiled = ocloc::compile(&ocloc, source, target)?;
    with_finalizer(|finalizer| {
        let program = Zebin::read(&compiled.program)?;
        let code = MachineCode::of_bytes(dump(&compiled, "quiet")?.code.clone());
        match program.with_code("say", &code) {
            Err(LinkError::Relocations { kernel, section }) if kernel == "say" && section == ".rel.text.say" => {}
            other => return Err(format!("{:?}", other.map(|program| program.len())).into()),
        }
        if program.with_code("say", &MachineCode::of_bytes(dump(&compiled, "say")?.code.clone()))? != compiled.program {
            return Err("the program's own code changes it".into());
        }
        for kernel in ["quiet", "say", "look_up", "add_up"] {
            let (code, linked) = link(&compiled, &dump(&compiled, kernel)?.visa, target, kernel)?;
            only_the_kernel_changed(&compiled.program, &linked, kernel)?;
            holds(finalizer, &linked, kernel, &code.bytes, target)?;
            let folder = tempfile::tempdir()?;
            std::fs::write(folder.path().join("program.bin"), &compiled.program)?;
            std::fs::write(folder.path().join("k.ll"), compiled.llvm_of(kernel)?)?;
            let given = ["link", "k.ll", "--into", "program.bin", "--kernel", kernel, "-o", "out.bin"];
            let finished = texvisa(folder.path(), &given)?;
            if !finished.status.is_success() {
                return Err(String::from_utf8_lossy(&finished.stdout).into_owned().into());
            }
            let ours = std::fs::read(folder.path().join("out.bin"))?;
            if kernel != "quiet" {
                let before = relocations(&compiled.program, kernel)?;
                let programs = [("Intel's code", &compiled.program), ("Intel's vISA", &linked), ("our code", &ours)];
                for (what, program) in programs {
                    let now = relocations(program, kernel)?;
                    if before.is_empty() || parts(&now) != parts(&before) {
                        return Err(format!("{what} of {kernel}: {now:?} for {before:?}").into());
                    }
                    // What ocloc leaves where an address is to stand.
                    let text = section(program, &format!(".text.{kernel}"))?;
                    let found = |at: &u64| text.get(*at as usize..).and_then(|rest| rest.first_chunk()).copied();
                    if now.iter().any(|(at, ..)| found(at) != Some(0x6e10_ca2e_u32.to_le_bytes())) {
                        return Err(format!("{what} of {kernel}: another number where an address is to stand").into());
                    }
                    for (at, part, symbol) in now.iter().filter(|_| matches!(target, Target::Tgllp | Target::Dg2)) {
                        // From TGLLP on the byte within the destination's register is in bits 55 to 51 of a move whose
                        // number is its last dword: by Intel's own relocations 0 for the low half, 4 for the high one.
                        let byte = text.get(*at as usize - 12 + 6).ok_or("the code is too short")? >> 3;
                        if byte % 8 != if *part == 2 { 0 } else { 4 } {
                            return Err(
                                format!("{what} of {kernel}: part {part} of {symbol} goes to byte {byte}").into()
                            );
                        }
                        harness::count("halves of addresses found in their registers", 1);
                    }
                }
            }
            for other in ["say", "look_up", "add_up"].into_iter().filter(|other| *other != kernel) {
                if relocations(&linked, other)? != relocations(&compiled.program, other)? {
                    return Err(format!("the relocations of {other} changed").into());
                }
            }
            harness::count("kernels linked", 2);
        }
        Ok(())
    })
}

/// An array in private memory, at an index that no compiler knows.
const COUNTS: &str =
    "constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void counted(read_only image2d_t in, global int *result) {
  int x = get_global_id(0);
  int counts[200];
  for (int i = 0; i < 200; i++) counts[i] = i ^ x;
  for (int y = 0; y < get_image_height(in); y++) counts[clamp((int)read_imagef(in, nearest, (int2)(x, y)).x, 0, 199)]++;
  result[x] = counts[result[x] & 127];
}
";

/// A kernel of ours with private memory: the program says as much scratch memory as its code needs.
fn with_private_memory(_: &OclocProgram, target: Target) -> Result<Completion, Failed> {
    if !cfg!(feature = "llvm") {
        return oracle::built_without_llvm();
    }
    let ocloc = texvisa_test::process::find_in_path("ocloc").ok_or("ocloc is not installed")?;
    let compiled = intel::compile(&ocloc, COUNTS, target)?;
    with_finalizer(|finalizer| {
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join("k.ll"), compiled.llvm_of("counted")?)?;
        let program = Zebin::read(&compiled.program)?;
        let lanes = program.lanes("counted")?.to_string();
        let finished = texvisa(
            folder.path(),
            &["compile", "k.ll", "--simd", &lanes, "--target", target.name(), "--no-check", "-o", "k.visaasm"],
        )?;
        if !finished.status.is_success() {
            return Err(String::from_utf8_lossy(&finished.stdout).into_owned().into());
        }
        let visa = std::fs::read_to_string(folder.path().join("k.visaasm"))?;
        let (code, linked) = link(&compiled, &visa, target, "counted")?;
        let (before, found) = (program.needs("counted")?, Zebin::read(&linked)?.needs("counted")?);
        // 200 dwords for each lane, where private memory is scratch memory.
        let least = if before.scratch_bytes > 0 { 800 * lanes.parse::<u32>()? } else { 0 };
        if code.needs != Some(found) || found.scratch_bytes < least {
            return Err(format!("{found:?}, expected {:?} and at least {least} bytes", code.needs).into());
        }
        only_the_kernel_changed(&compiled.program, &linked, "counted")?;
        harness::count("kernels linked", 1);
        holds(finalizer, &linked, "counted", &code.bytes, target)
    })
}

/// Every byte of the headers and of `.ze_info` is damaged in turn: no panic, and what is read can be written.
fn damaged(compiled: &OclocProgram, _: Target) -> Result<Completion, Failed> {
    let whole = &compiled.program;
    let program = Zebin::read(whole)?;
    let code = MachineCode {
        relocations: None,
        bytes: program.code("lean")?.to_vec(),
        needs: Some(ThreadNeeds { grf_count: 128, barrier_count: 1, scratch_bytes: 4096 }),
    };
    let info = section(whole, ".ze_info")?;
    let at = whole.windows(info.len()).position(|window| window == info).ok_or("there is no .ze_info")?;
    let headers = u64::from_le_bytes(whole[40..48].try_into()?) as usize;
    let mut refused = 0;
    for position in (0..64).chain(at..at + 1500).chain(headers..whole.len()) {
        for value in [0, 0xff, b'{', b'\n'] {
            let mut bytes = whole.clone();
            bytes[position] = value;
            match Zebin::read(&bytes).and_then(|program| program.with_code("lean", &code)) {
                Ok(linked) => drop(Zebin::read(&linked)?.code("lean")?),
                Err(_) => refused += 1,
            }
        }
    }
    for length in (0..whole.len()).step_by(37) {
        if Zebin::read(&whole[..length]).is_ok() {
            return Err(format!("the first {length} bytes are a program").into());
        }
    }
    if refused > 1000 { Ok(Completion::Completed) } else { Err(format!("{refused} refused").into()) }
}
