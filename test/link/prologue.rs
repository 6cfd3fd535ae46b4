//! The prologue of DG2, executed: whether every argument is in its register when the kernel begins.
//!
//! The loader is modelled after what `.ze_info` says. The first bytes of the payload are passed in r1
//! (`inline_data_payload_size`). The others are in memory at the address in r0.0, without its lowest 6 bits, and are as many
//! as make whole registers. Behind them are the local ids of each thread, in the order of the threads' numbers in their
//! group (r0.4). Where the hardware makes the local ids, they are in r1 and up and the first bytes of the payload behind
//! them, and the thread begins `offset_to_skip_per_thread_data_load` bytes into the code.
//!
//! The vISA says where its instructions read each argument (`.input`); `.ze_info` says what the bytes there are.

use std::ops::Range;

use libtest_mimic::{Completion, Failed};
use texvisa::ir::target::Target;
use texvisa::ir::visa::{VisaKernel, asm};
use texvisa::link::Zebin;
use texvisa_test::finalizer::Finalizer;
use texvisa_test::harness;
use texvisa_test::ocloc::{OclocProgram, section};
use texvisa_test::process::find_in_path;

use crate::intel::{self, dump, entry, with_finalizer};
use crate::native::{self, GRF, Instruction, Memory, Registers};
use crate::tool::texvisa;

/// Kernels of each width.
const KERNELS: &str = include_str!("prologue.cl");

/// The numbers of threads in their group.
const THREADS: [u32; 6] = [0, 1, 2, 7, 0x2b, 0xff];
/// Addresses of payloads, with what else is in r0.0.
const PAYLOADS: [u32; 3] = [0x0001_0040 | 0x3f, 0x7654_3280 | 0x15, 0xc000_0fc0];

/// What the loader knows of a kernel.
#[derive(Debug, Default)]
struct Loader {
    /// Bytes of the payload that are passed in r1.
    inline: usize,
    /// Where a thread begins that has its local ids already.
    skip: Option<usize>,
    /// Where the arguments are in the payload.
    payload: Vec<Range<usize>>,
    /// Where what a thread has of its own is, in that.
    per_thread: Vec<Range<usize>>,
}

impl Loader {
    /// Reads what `.ze_info` says of `kernel`. Its lines are enough: a list of kernels, each with its parts.
    fn read(info: &str, kernel: &str) -> Result<Loader, Failed> {
        let mut loader = Loader::default();
        let (mut is_it, mut part, mut offset) = (false, "", 0);
        for line in info.lines() {
            let (key, value) = line.trim_start_matches([' ', '-']).split_once(':').unwrap_or_default();
            let value = value.trim();
            let number = || value.parse::<usize>().map_err(|_| format!("`{line}` has no number"));
            if line.starts_with("  - name:") {
                is_it = value == kernel;
            } else if line.starts_with("    ") && !line.starts_with("     ") && value.is_empty() {
                part = key;
            }
            match (is_it, part, key) {
                (true, "execution_env", "inline_data_payload_size") => loader.inline = number()?,
                (true, "execution_env", "offset_to_skip_per_thread_data_load") => loader.skip = Some(number()?),
                (true, "payload_arguments" | "per_thread_payload_arguments", "offset") => offset = number()?,
                (true, "payload_arguments", "size") => loader.payload.push(offset..offset + number()?),
                (true, "per_thread_payload_arguments", "size") => loader.per_thread.push(offset..offset + number()?),
                _ => {}
            }
        }
        if loader.inline != GRF {
            return Err(format!("{kernel}: {} bytes of the payload are passed in registers", loader.inline).into());
        }
        Ok(loader)
    }

    fn whole_registers(ranges: &[Range<usize>]) -> usize {
        ranges.iter().map(|range| range.end).max().unwrap_or(0).next_multiple_of(GRF)
    }

    /// Bytes of what a thread has of its own.
    fn ids(&self) -> usize {
        Loader::whole_registers(&self.per_thread)
    }

    /// Bytes of the payload, with those that are passed in r1.
    fn all(&self) -> usize {
        Loader::whole_registers(&self.payload).max(self.inline)
    }

    /// The byte that register byte `at` holds when the kernel begins; `None` where it holds no argument.
    fn expected(&self, at: usize, thread: u32) -> Option<u8> {
        let at = at.checked_sub(GRF)?;
        let within = |ranges: &[Range<usize>], at: usize| ranges.iter().any(|range| range.contains(&at));
        match at.checked_sub(self.ids()) {
            None => within(&self.per_thread, at).then(|| byte(1 + thread, at)),
            Some(at) => within(&self.payload, at).then(|| byte(0, at)),
        }
    }

    /// The bytes of memory from the payload's address on.
    fn memory(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = (self.inline..self.all()).map(|at| byte(0, at)).collect();
        for thread in 0..=THREADS.into_iter().max().unwrap_or(0) {
            bytes.extend((0..self.ids()).map(|at| byte(1 + thread, at)));
        }
        bytes
    }

    /// What a thread starts with; the local ids are there where the hardware has made them.
    fn registers(&self, r0: u32, thread: u32, has_ids: bool) -> Registers {
        let mut registers = Registers::undefined();
        registers.0[..4].copy_from_slice(&r0.to_le_bytes());
        registers.0[8] = thread as u8;
        let mut at = GRF;
        let mut pass = |bytes: usize, of: u32| {
            for index in 0..bytes {
                registers.0[at + index] = byte(of, index);
            }
            at += bytes;
        };
        if has_ids {
            pass(self.ids(), 1 + thread);
        }
        pass(self.inline, 0);
        registers
    }
}

/// Byte `at` of the payload, or for `of` above 0 of what thread `of - 1` has of its own: the bytes of a hash, so that no
/// two runs of four are alike.
fn byte(of: u32, at: usize) -> u8 {
    let word = ((u64::from(of) << 32) + at as u64 / 8 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (word ^ word >> 32).to_le_bytes()[at % 8]
}

/// A prologue, and what must hold behind it.
struct Prologue<'a> {
    kernel: &'a str,
    /// From the start.
    whole: Vec<Instruction>,
    /// From behind the loads of local ids, where a thread may begin there.
    rest: Option<Vec<Instruction>>,
    loader: Loader,
    memory: Vec<u8>,
    visa: VisaKernel,
}

impl<'a> Prologue<'a> {
    fn read(
        finalizer: &Finalizer,
        kernel: &'a str,
        program: &[u8],
        visa: &str,
        target: Target,
    ) -> Result<Prologue<'a>, Failed> {
        let info = String::from_utf8(section(program, ".ze_info")?)?;
        let loader = Loader::read(&info, kernel)?;
        let code = Zebin::read(program)?.code(kernel)?.get(..entry(program, kernel)? as usize).ok_or("no entry")?;
        let instructions = |code: &[u8]| -> Result<Vec<Instruction>, Failed> {
            let text = if code.is_empty() { String::new() } else { finalizer.disassembly(code, target)? };
            Ok(native::read(&text).map_err(|what| format!("{kernel}: {what}"))?)
        };
        let rest = match loader.skip {
            Some(skip) => Some(instructions(code.get(skip..).ok_or("the entry is before what may be skipped")?)?),
            None => None,
        };
        let visa = asm::parse(visa, target).map_err(|errors| format!("{kernel}: {errors:?}"))?;
        Ok(Prologue { kernel, whole: instructions(code)?, rest, memory: loader.memory(), loader, visa })
    }

    /// Whether every argument is where the vISA reads it; the bytes that were compared.
    fn holds(&self, whole: &[Instruction], rest: Option<&[Instruction]>) -> Result<u64, String> {
        let mut compared = 0;
        for (index, r0) in PAYLOADS.into_iter().enumerate() {
            let memory = Memory { base: r0 & !0x3f, bytes: &self.memory };
            for thread in THREADS {
                let starts = [Some((whole, false)), rest.map(|rest| (rest, true))];
                for (instructions, has_ids) in starts.into_iter().flatten() {
                    let place =
                        format!("payload {index}, thread {thread}, {}", if has_ids { "skipped" } else { "whole" });
                    compared += self
                        .started(instructions, &memory, self.loader.registers(r0, thread, has_ids), thread)
                        .map_err(|what| format!("{place}: {what}"))?;
                }
            }
        }
        Ok(compared)
    }

    fn started(
        &self,
        instructions: &[Instruction],
        memory: &Memory<'_>,
        mut registers: Registers,
        thread: u32,
    ) -> Result<u64, String> {
        let before = registers.0.clone();
        registers.execute(instructions, memory)?;
        let inputs = self.visa.inputs.iter().map(|input| (input.offset, input.bytes));
        let states = self.visa.state_inputs.iter().map(|input| (input.offset, input.bytes));
        let mut compared = 0;
        for (offset, bytes) in inputs.chain(states) {
            let range = usize::from(offset)..usize::from(offset) + usize::from(bytes);
            for at in range.clone() {
                let found = registers.0[at];
                match self.loader.expected(at, thread) {
                    Some(expected) if expected == found => compared += 1,
                    // The finalizer reads arguments that .ze_info has in whole registers.
                    None if self.is_padding(&range, at) => {}
                    None => return Err(format!(".input at {range:?}: no argument has byte {at}")),
                    Some(expected) => {
                        return Err(format!(
                            ".input at {range:?}: byte {at} is {found:#04x}; expected {expected:#04x}"
                        ));
                    }
                }
            }
        }
        // It changes the registers of the payload and r127, and no other; of three registers four are read.
        let rest = (self.loader.all() - self.loader.inline) / GRF;
        let end = GRF * (1 + rest + usize::from(rest % 4 == 3)) + self.loader.ids() + self.loader.inline;
        let kept = (0..GRF).chain(end..127 * GRF);
        match kept.into_iter().find(|at| before[*at] != registers.0[*at]) {
            Some(at) => Err(format!("r{}, which has no argument, is changed", at / GRF)),
            None => Ok(compared),
        }
    }

    /// Whether a byte of an `.input` lies behind an argument that ends in it.
    fn is_padding(&self, range: &Range<usize>, at: usize) -> bool {
        (range.start..at).any(|before| self.loader.expected(before, 0).is_some())
    }
}

/// Executes the prologues of Intel's program and of ours in it, and changed ones, which must be noticed.
pub fn executed(compiled: &OclocProgram, target: Target) -> Result<Completion, Failed> {
    let ocloc = find_in_path("ocloc").ok_or("ocloc is not installed")?;
    let widths = intel::compile(&ocloc, KERNELS, target)?;
    with_finalizer(|finalizer| {
        for compiled in [compiled, &widths] {
            let program = Zebin::read(&compiled.program)?;
            for kernel in program.kernels() {
                let visa = &dump(compiled, kernel)?.visa;
                noticed(&Prologue::read(finalizer, kernel, &compiled.program, visa, target)?)?;
                if cfg!(feature = "llvm") {
                    let (linked, visa) = ours(compiled, kernel, target)?;
                    noticed(&Prologue::read(finalizer, kernel, &linked, &visa, target)?)?;
                }
            }
        }
        Ok(())
    })
}

/// A program with our kernel, and its vISA.
fn ours(compiled: &OclocProgram, kernel: &str, target: Target) -> Result<(Vec<u8>, String), Failed> {
    let folder = tempfile::tempdir()?;
    let file = |name: &str| folder.path().join(name);
    std::fs::write(file("program.bin"), &compiled.program)?;
    std::fs::write(file("k.ll"), compiled.llvm_of(kernel)?)?;
    let lanes = Zebin::read(&compiled.program)?.lanes(kernel)?.to_string();
    let named = ["k.ll", "--kernel", kernel];
    for arguments in [
        &[&["compile"], &named[..], &["--simd", &lanes, "--target", target.name(), "--no-check", "-o", "k.visaasm"]],
        &[&["link"], &["k.visaasm"][..], &["--into", "program.bin", "--kernel", kernel, "-o", "linked.bin"]],
    ] {
        let finished = texvisa(folder.path(), &arguments.concat())?;
        if !finished.status.is_success() {
            return Err(format!("{kernel}: {}", String::from_utf8_lossy(&finished.stdout)).into());
        }
    }
    Ok((std::fs::read(file("linked.bin"))?, std::fs::read_to_string(file("k.visaasm"))?))
}

/// The prologue holds, and with one operand changed it does not.
fn noticed(prologue: &Prologue<'_>) -> Result<(), Failed> {
    let Prologue { kernel, whole, rest, .. } = prologue;
    let compared = prologue.holds(whole, rest.as_deref()).map_err(|what| format!("{kernel}: {what}"))?;
    harness::count("prologues executed", 1);
    harness::count("bytes of arguments found behind prologues", compared);
    for (index, instruction) in whole.iter().enumerate() {
        // The last instructions of the whole are those of the rest.
        let in_rest = rest.as_ref().and_then(|rest| (index + rest.len()).checked_sub(whole.len()));
        for changed in instruction.changed() {
            let text = changed.text.clone();
            let with = |instructions: &[Instruction], index: usize| {
                let mut instructions = instructions.to_vec();
                instructions[index] = changed.clone();
                instructions
            };
            let rest = match (rest, in_rest) {
                (Some(rest), Some(index)) => Some(with(rest, index)),
                (rest, _) => rest.clone(),
            };
            if prologue.holds(&with(whole, index), rest.as_deref()).is_ok() {
                return Err(format!("{kernel}: instruction {index} is not noticed: {text}").into());
            }
            harness::count("changed prologues noticed", 1);
        }
    }
    Ok(())
}

/// What is not known is said with its text.
pub fn unknown_instructions() -> Result<Completion, Failed> {
    for (line, text) in [
        ("(W)     shl (1|M0)               r127.2<1>:ud  r127.2<0;1,0>:ud  0x4:uw  {I@1}", "shl (1|M0)"),
        ("        mov (8|M0)               r7.0<1>:ud    r1.0<1;1,0>:ud", "mov (8|M0)"),
        ("(W)     mov (8|M0)               r7.0<1>:ud    -r1.0<1;1,0>:ud", "-r1.0"),
        ("(W)     mov (8|M0)               r7.0<2>:ud    r1.0<1;1,0>:ud", "r7.0<2>"),
        ("(W&f0.0) mov (8|M0)              r7.0<1>:ud    r1.0<1;1,0>:ud", "f0.0"),
        ("(W)     send.ugm (1|M0)          r8       r127    null:0  0x0            0x0218C580  {$2}", "send.ugm"),
        ("(W)     mov (8|M0)               r200.0<1>:ud  r1.0<1;1,0>:ud", "r200.0"),
    ] {
        match native::read(line) {
            Err(said) if said.contains(text) => {}
            other => return Err(format!("{line}: {other:?}").into()),
        }
    }
    let block = |descriptor: &str| {
        let line = format!("(W) send.dc0 (8|M0) r1 r127 null:0 0x0 {descriptor}");
        let mut registers = Registers::undefined();
        registers.0[127 * GRF..].fill(0);
        registers.execute(&native::read(&line)?, &Memory { base: 0, bytes: &[7; 64] }).map(|()| registers.0[GRF])
    };
    match (block("0x021842FD"), block("0x020842FD"), block("0x021842FF"), block("0x021840FD")) {
        (Ok(7), Err(length), Err(surface), Err(size))
            if length.contains("0 registers for 32 bytes")
                && surface.contains("0x021842FF")
                && size.contains("a block of size 0") =>
        {
            Ok(Completion::Completed)
        }
        other => Err(format!("{other:?}").into()),
    }
}
