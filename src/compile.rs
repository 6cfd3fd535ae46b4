//! Compiles one kernel: lowering, coalescing, registers, and the check of the registers that every program passes. Debug
//! builds also hold what they emit to the rules of vISA; [`check()`](crate::check()) does so always.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{KernelId, Module, VerifyError, verify_kernel};
use texvisa_ir::visa::message::CodeNumbering;
use texvisa_ir::visa::{self, RegisterMap, asm, isa};
use texvisa_lowering::{LowerError, Lowered, LoweringOptions, Orders, SkippedEdges, lower, shorten_branches};
use texvisa_regalloc::{
    AssignError, CoalesceReport, Liveness, Violation, ViolationKind, assign_and_spare, check, coalesce, coalesce_apart,
    coalesce_crowded, excess, most_taken, spill_messages,
};

/// How many registers must be left, or the kernel is lowered again for fewer. Intel's finalizer assigns registers anew, and
/// spills some kernels for which texvisa needs all.
const SPARE: u32 = 4;
/// The same where a dword of all lanes has several registers, which the finalizer needs in a row. Of 1,494 programs of eight
/// projects GenX_IR 1.0.12504.6 spills eleven fewer with it than with 4; 24 leaves one of these spilled.
const SPARE_IN_ROWS: u32 = 30;
/// With more registers left than these, what flag registers do not hold is not counted.
const MOST_FLAGS: u32 = 48;
/// One register of so many is left out of account where instructions are ordered for fewer registers: arguments, headers
/// and what the finalizer's own rules waste need some.
const UNCOUNTED_PART: u32 = 5;
/// Instructions are ordered from the start of blocks, too, where the registers too many are less than this part of those that there
/// are without: what Intel's finalizer spills may change for the worse. Of 409 kernels that are ordered otherwise then, 7 in 8
/// parts make MatrixInnerProduct of TNN longer by 11%; 3 in 4 parts leave nine kernels as they were that this makes shorter by up to
/// 20%.
const EITHER_PART: (u64, u64) = (4, 5);
/// One register of so many is left out of account where the messages of spill code are estimated: what is loaded and stored needs
/// some.
const SPILL_PART: u32 = 4;
/// Where spill code likely has at most so many messages, if one register of so many is left out of account, the order may stay as it
/// is: the finalizer orders instructions itself, and finds room more often so. Of 900 programs that it spilled, seven fewer have more
/// messages than what Intel's compiler makes, and five are not spilled. Where the halves of the lanes are apart, the order changes
/// only if no messages are likely then.
const NEARLY_HELD: (u64, u32) = (16, 16);
/// How many registers are too many in such a kernel at the most, in so many instructions, of those that an order for fewer registers
/// counts. With more it changes its order if that leaves `LESS_EXCESS` of them or fewer. Only where the lanes have no halves. GenX_IR
/// spilled 21,632 bytes of XMRig's `JH` at SIMD16, which has more, and spills 800 where it is ordered for fewer.
const MOST_EXCESS: (u64, u64) = (3, 2);
const LESS_EXCESS: (u64, u64) = (3, 4);
/// With more messages of spill code than this, if one register of `SPILL_PART` is left out of account, Intel's finalizer may spill a kernel
/// that the registers hold: the halves of the lanes are put apart. Of 486 programs at SIMD32 it spilled four fewer, such as
/// `RarFinal` of john.
const HELD_AT_MOST: u64 = 16;
/// Where the halves of the lanes are apart, and at least `APART_FROM` messages are likely, values have variables of their own also
/// if one message of `APART_PART` more is likely then, and with fewer messages also if as many are. Of 428 programs at SIMD32 that
/// GenX_IR 1.0.12504.6 spilled, 37 had more messages than what Intel's compiler makes, and 33 have with this.
const APART_FROM: u64 = 300;
const APART_PART: u64 = 25;
/// How many times at the most values of a kernel are computed again for fewer registers. Each time is as long as lowering.
const ROUNDS: u32 = 4;

/// A compiled kernel.
#[derive(Debug)]
pub struct Compiled {
    /// The vISA with its copies coalesced, what in the source its parts come from, and the plan of each message.
    pub lowered: Lowered,
    /// The registers of its variables: of the target's file, or where that is too small of a file as long as it takes.
    pub registers: RegisterMap,
    /// Why the target's registers do not hold the kernel. Intel's finalizer spills such a kernel.
    pub spill: Option<AssignError>,
    /// How many copies coalescing removed.
    pub coalesced: CoalesceReport,
    /// The kernel before its branches were shortened, where the registers do not hold it: what is spilled is made of that, as it
    /// has the copies again that were coalesced.
    pub unshortened: Option<Box<visa::VisaKernel>>,
}

impl Compiled {
    /// The kernel as Intel's assembler reads it.
    pub fn visaasm(&self) -> String {
        let mut text = String::new();
        asm::write(&self.lowered.kernel, &mut text);
        text
    }

    /// The kernel in its binary form: the instructions of [`visaasm`](Compiled::visaasm).
    ///
    /// # Errors
    ///
    /// What that version of the format cannot express.
    pub fn isa(&self, version: isa::Version, numbering: CodeNumbering) -> Result<Vec<u8>, isa::WriteError> {
        isa::write(&self.lowered.kernel, &isa::WriteOptions { version, numbering, as_compiled: true })
    }
}

/// Why a kernel was not compiled.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompileError {
    /// The kernel is not valid: everything that is wrong with it.
    #[error("{}", joined(.0))]
    Invalid(Vec<VerifyError>),
    /// The kernel cannot be lowered: every reason.
    #[error("{}", joined(.0))]
    Lower(Vec<LowerError>),
    /// The emitted kernel branches to nowhere or its registers do not hold what they should: a defect of texvisa.
    #[error("the registers of the emitted kernel are wrong, a defect of texvisa to report with the source: {}", joined(.0))]
    Registers(Vec<Violation>),
    /// The emitted kernel breaks rules of vISA: a defect of texvisa, which debug builds look for.
    #[error("the emitted kernel breaks rules of vISA, a defect of texvisa to report with the source: {}", joined(.0))]
    Emitted(Vec<visa::verify::VisaError>),
}

pub(crate) fn joined(errors: &[impl ToString]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Compiles kernel `id` of `module`, whose declarations [`verify`](texvisa_ir::texture::verify()) finds nothing wrong
/// with.
///
/// A kernel that uses surfaces of another module, and an id that the module does not have, are errors, too.
///
/// # Errors
///
/// See [`CompileError`].
pub fn compile(
    module: &Module,
    id: KernelId,
    target: Target,
    simd: SimdWidth,
    options: &LoweringOptions,
) -> Result<Compiled, CompileError> {
    let errors = verify_kernel(module, id);
    if errors.is_empty() {
        compile_verified(module, id, target, simd, options)
    } else {
        Err(CompileError::Invalid(errors))
    }
}

/// The same for a module with which [`verify`](texvisa_ir::texture::verify()) finds nothing wrong, such as one that was
/// imported: the kernel is not verified again.
///
/// # Errors
///
/// See [`CompileError`].
///
/// # Panics
///
/// It may panic if something is wrong with the module; [`compile()`] never does.
pub fn compile_verified(
    module: &Module,
    id: KernelId,
    target: Target,
    simd: SimdWidth,
    options: &LoweringOptions,
) -> Result<Compiled, CompileError> {
    let mut compiled = compile_once(module, id, target, simd, options)?;
    if compiled.spill.is_some() && compiled.lowered.has_addresses_by_lane() {
        // Of what an index names in rows, all rows stay in registers.
        let mut selects = *options;
        selects.selects = true;
        let other = compile_once(module, id, target, simd, &selects)?;
        if other.spill.is_none() {
            compiled = other;
        }
    }
    shorten_and_check(&mut compiled).map_err(CompileError::Registers)?;
    if cfg!(debug_assertions) {
        let errors = visa::verify(&compiled.lowered.kernel);
        if !errors.is_empty() {
            return Err(CompileError::Emitted(errors));
        }
    }
    Ok(compiled)
}

/// Shortens the branches of a kernel, and checks its registers. Branches skip no edges with copies where the check needs these, and
/// in what is to be spilled: of that, positions of instructions are named.
fn shorten_and_check(compiled: &mut Compiled) -> Result<(), Vec<Violation>> {
    let Compiled { lowered: Lowered { kernel, origins, .. }, registers, spill, unshortened, .. } = compiled;
    if spill.is_some() {
        *unshortened = Some(Box::new(kernel.clone()));
        shorten_branches(kernel, origins, SkippedEdges::WithoutCopies);
        return check(kernel, registers);
    }
    let before = (kernel.insts.clone(), kernel.labels.clone(), origins.insts.clone());
    let are_copied = shorten_branches(kernel, origins, SkippedEdges::WithCopies);
    let checked = check(kernel, registers);
    if checked.is_ok() || !are_copied {
        return checked;
    }
    (kernel.insts, kernel.labels, origins.insts) = before;
    shorten_branches(kernel, origins, SkippedEdges::WithoutCopies);
    check(kernel, registers)
}

/// Lowers a kernel and assigns it registers, again where it needs too many.
fn compile_once(
    module: &Module,
    id: KernelId,
    target: Target,
    simd: SimdWidth,
    options: &LoweringOptions,
) -> Result<Compiled, CompileError> {
    let lowered = lower(module, module.kernels[id].clone(), target, simd, options).map_err(CompileError::Lower)?;
    let file = target.platform().grf_count;
    let must_be_left = if simd.lanes() * 4 > target.platform().grf_bytes { SPARE_IN_ROWS } else { SPARE };
    let first = allocated(lowered, file, file, file)?;
    let spare = first.spare;
    let flags = if spare.is_none_or(|spare| spare < MOST_FLAGS) {
        first.compiled.lowered.flags_in_registers().map_err(CompileError::Lower)?
    } else {
        0
    };
    // A kernel that fits once some of its copies stay keeps its order: in the other, Intel's finalizer spilled some.
    let limits = match (spare, &first.compiled.spill) {
        (_, Some(_)) => Some((file, file - file / UNCOUNTED_PART)),
        (Some(spare), None) if spare < must_be_left + flags => {
            Some((file.saturating_sub(must_be_left + flags), file - must_be_left))
        }
        _ => None,
    };
    let Some((limit, counted)) = limits else { return Ok(first.compiled) };
    let crowd = Crowd { file, limit, counted, least_spare: must_be_left + flags };
    let lowered = &first.compiled.lowered;
    let orders = lowered.orders(module, counted).map_err(CompileError::Lower)?;
    let are_spilled = orders.are_spilled(file);
    let mut best = relieved(module, lowered, &orders, crowd, are_spilled)?;
    let likely = |allocated: &Allocated| allocated.spill_messages(file - file / SPILL_PART);
    // Where they are spilled in all orders, the others were asked for at once.
    if best.compiled.spill.is_some() && !are_spilled {
        best = relieved(module, lowered, &orders, crowd, true)?;
    } else if !are_spilled && simd.halves(target) > 1 && likely(&best) > HELD_AT_MOST {
        // What cannot be lowered again stays as it is.
        if let Ok(apart) = relieved(module, lowered, &orders, crowd, true)
            && apart.compiled.spill.is_none()
            && likely(&apart) < likely(&best)
        {
            best = apart;
        }
    }
    if best.compiled.spill.is_some() {
        if first.is_nearly_held(&best, crowd) {
            return Ok(first.compiled);
        }
        best.take_apart(crowd);
    }
    Ok(best.compiled)
}

/// The registers of a kernel that needs too many.
#[derive(Clone, Copy)]
struct Crowd {
    /// How many there are, how many keep copies coalesced, and how many an order counts.
    file: u32,
    limit: u32,
    counted: u32,
    /// How many are to be left.
    least_spare: u32,
}

/// The kernel in one of its `orders`, with values computed again where that is not enough. `is_spilled` says that it is spilled so, and
/// asks for others.
fn relieved(
    module: &Module,
    lowered: &Lowered,
    orders: &Orders,
    crowd: Crowd,
    is_spilled: bool,
) -> Result<Allocated, CompileError> {
    let Crowd { file, limit, counted, least_spare } = crowd;
    let (backward, either) = lowered.relieve(module, orders, is_spilled).map_err(CompileError::Lower)?;
    let mut best = allocated(backward, file, limit, counted)?;
    if let Some(either) = either {
        let either = allocated(either, file, limit, counted)?;
        if is_better(either.cost(), best.cost()) {
            best = either;
        }
    }
    for _ in 0..ROUNDS {
        if best.compiled.spill.is_none() && best.spare.is_none_or(|spare| spare >= least_spare) {
            break;
        }
        // What cannot be lowered again stays as it is.
        let Ok(Some(lowered)) = best.compiled.lowered.rematerialize(module, counted) else { break };
        best = allocated(lowered, file, limit, counted)?;
    }
    Ok(best)
}

/// A kernel with registers.
struct Allocated {
    compiled: Compiled,
    /// The live ranges of its variables before copies were coalesced.
    liveness: Liveness,
    /// How many registers are left; none where that is not known.
    spare: Option<u32>,
    /// How many registers are too many, added up over the instructions.
    excess: u64,
}

impl Allocated {
    /// Whether it is spilled, and its excess.
    fn cost(&self) -> (bool, u64) {
        (self.compiled.spill.is_some(), self.excess)
    }

    /// How many messages its spill code likely has, if there are so many registers.
    fn spill_messages(&self, registers: u32) -> u64 {
        spill_messages(&self.compiled.lowered.kernel, &self.liveness, registers)
    }

    /// Whether its spill code likely has few messages, and it keeps its order for that: see [`NEARLY_HELD`] and [`MOST_EXCESS`]. `best` is
    /// the same in another order.
    fn is_nearly_held(&self, best: &Allocated, Crowd { file, counted, .. }: Crowd) -> bool {
        let (messages, part) = NEARLY_HELD;
        let left = file - file / part;
        let kernel = &self.compiled.lowered.kernel;
        let gains_little = || match kernel.simd.halves(kernel.target) {
            1 => {
                let given = excess(kernel, &self.liveness, counted);
                let is_short = given * MOST_EXCESS.1 <= kernel.insts.len() as u64 * MOST_EXCESS.0;
                is_short || best.excess * LESS_EXCESS.1 > given * LESS_EXCESS.0
            }
            _ => best.spill_messages(left) > 0,
        };
        self.spill_messages(left) <= messages && gains_little()
    }

    /// Gives values that are computed from each other variables of their own, if Intel's finalizer likely spills less then.
    ///
    /// Of 913 programs of 40 projects that GenX_IR 1.0.12504.6 spills, 150 had more messages than what Intel's compiler makes, and
    /// 136 had with this; 23 had more than 1.2 times the instructions, and 7 had.
    fn take_apart(&mut self, Crowd { file, limit, .. }: Crowd) {
        let Allocated { compiled, liveness, .. } = self;
        let kernel = &mut compiled.lowered.kernel;
        let messages = |kernel: &visa::VisaKernel| spill_messages(kernel, liveness, file - file / SPILL_PART);
        let (before, vars) = (messages(kernel), kernel.vars.clone());
        // From so many messages on it stays as it was.
        let too_many = match (kernel.simd.halves(kernel.target), before) {
            (1, _) => before,
            (_, APART_FROM..) => before + before / APART_PART + 1,
            _ => before + 1,
        };
        let Some(coalesced) = coalesce_apart(kernel, liveness, limit) else { return };
        let assigned = assign_and_spare(kernel, liveness, file);
        if assigned.is_err() && messages(kernel) >= too_many {
            kernel.vars = vars;
            return;
        }
        compiled.coalesced = coalesced;
        (compiled.registers, compiled.spill) = registers_of(assigned.map(|(registers, _)| registers), kernel);
    }
}

/// The registers that were assigned, or as many as it takes, and why.
fn registers_of(
    assigned: Result<RegisterMap, AssignError>,
    kernel: &visa::VisaKernel,
) -> (RegisterMap, Option<AssignError>) {
    match assigned {
        Ok(registers) => (registers, None),
        Err(spill) => (RegisterMap::unbounded(kernel), Some(spill)),
    }
}

/// Whether a kernel that is ordered from either side is better than one that is ordered from the end alone, by their costs.
fn is_better(either: (bool, u64), backward: (bool, u64)) -> bool {
    let (part, of) = EITHER_PART;
    match (either.0, backward.0) {
        (false, true) => true,
        (true, false) => false,
        _ => either.1 * of < backward.1 * part,
    }
}

/// Coalesces the copies of a kernel and assigns it registers of a file. Where more than `limit` are needed, it keeps the copies
/// that cost more registers than they save, and nothing says how many are left. More than `counted` are too many.
fn allocated(mut lowered: Lowered, file: u32, limit: u32, counted: u32) -> Result<Allocated, CompileError> {
    let Ok(liveness) = Liveness::new(&lowered.kernel) else {
        return Err(CompileError::Registers(vec![Violation { inst: 0, kind: ViolationKind::MissingLabel }]));
    };
    let mut coalesced = coalesce(&mut lowered.kernel, &liveness);
    let mut assigned = assign_and_spare(&lowered.kernel, &liveness, file);
    let taken = most_taken(&lowered.kernel, &liveness).unwrap_or(0);
    let spare = assigned.as_ref().ok().map(|(_, spare)| (*spare).min(file.saturating_sub(taken)));
    if spare.is_none_or(|spare| spare < file - limit)
        && let Some(again) = coalesce_crowded(&mut lowered.kernel, &liveness, limit)
    {
        coalesced = again;
        assigned = assign_and_spare(&lowered.kernel, &liveness, file);
    }
    let (registers, spill) = registers_of(assigned.map(|(registers, _)| registers), &lowered.kernel);
    let excess = if counted < file { excess(&lowered.kernel, &liveness, counted) } else { 0 };
    let compiled = Compiled { lowered, registers, spill, coalesced, unshortened: None };
    Ok(Allocated { compiled, liveness, spare, excess })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use texvisa_ir::texture::parse;

    use super::*;

    /// A kernel with so many dwords for each lane that are live through `between`, and `behind` them what is there.
    fn crowded(dwords: u32, between: &str, behind: &str) -> String {
        let mut text = "surface b0: raw @ table 0
surface b1: raw @ table 1
kernel @k(%x: i32, %n: i32, %z: uniform i32) {
^entry:
  %a = shl i32 %x, 10
"
        .to_owned();
        for dword in 0..dwords {
            let bytes = dword * 4;
            let _ =
                writeln!(text, "  %a{dword} = add i32 %a, {bytes}\n  %v{dword} = load_raw b0 [x: %a{dword}] -> i32");
        }
        text += between;
        for dword in 0..dwords {
            let bytes = dword * 4;
            let _ = writeln!(text, "  %b{dword} = add i32 %a, {bytes}\n  store_raw b1 [x: %b{dword}], i32 %v{dword}");
        }
        text + behind + "  return\n}\n"
    }

    fn compile_at_simd16(text: &str) -> Compiled {
        let module = parse(text).unwrap_or_else(|error| panic!("{error:?}"));
        let id = module.kernels.keys().next().expect("a kernel");
        compile(&module, id, Target::Tgllp, SimdWidth::Simd16, &LoweringOptions::default()).expect("compiles")
    }

    /// What is spilled has the copies again that the branch of a loop was put behind: there they would be copies for the lanes
    /// that leave it, too.
    #[test]
    fn what_is_spilled_has_its_branches_as_they_were() {
        let between = "  jump ^loop(i32 0)
^loop(%i: i32):
  %next = add i32 %i, 1
  %more = icmp.slt i32 %next, %n
  branch %more, ^loop(%next), ^behind
^behind:
";
        let compiled = compile_at_simd16(&crowded(80, between, ""));
        let spilled = compiled.spilled().expect("is spilled");
        let branches = |kernel: &visa::VisaKernel| {
            kernel.insts.iter().filter(|inst| matches!(inst, visa::Inst::Branch { .. })).count()
        };
        assert_eq!([&compiled.lowered.kernel, &spilled.kernel].map(branches), [1, 2]);
    }

    #[test]
    fn more_flags_than_registers_are_counted() {
        let mut between = String::new();
        let mut behind = String::new();
        for flag in 0..150 {
            let _ = writeln!(between, "  %p{flag} = icmp.slt i32 %x, {}", flag * 7);
            let before = if flag == 0 { "%x".to_owned() } else { format!("%s{}", flag - 1) };
            let _ = writeln!(behind, "  %s{flag} = select i32 %p{flag}, {before}, %n");
        }
        between += "  %c = icmp.slt i32 %x, %n
  branch %c, ^then, ^use
^then:
  store_raw b1 [x: %a], i32 %x
  jump ^use
^use:
";
        behind += "  store_raw b1 [x: %a], i32 %s149\n";
        compile_at_simd16(&crowded(40, &between, &behind));
    }

    /// %u is uniform in the loop, and each lane has another behind it: the index of `insert` must stay uniform.
    #[test]
    fn what_leaves_a_loop_is_not_computed_again_behind_it() {
        let mut between = "  jump ^loop(i32 0, i32 0)
^loop(%i: i32, %q0: i32):
  %vz = vec i32 [%z, %z, %z, %z]
"
        .to_owned();
        let mut behind = String::new();
        for turn in 0..4 {
            let next = turn + 1;
            let _ = writeln!(
                between,
                "  %u{turn} = and i32 %i, {next}
  %w{turn} = shl i32 %u{turn}, 6
  %r{turn} = load_raw b0 [x: %w{turn}] -> i32
  %t{turn} = add i32 %q{turn}, %r{turn}
  %y{turn} = insert i32x4 %vz, %u{turn}, %q{turn}
  %o{turn} = extract i32x4 %y{turn}, 2
  %q{next} = add i32 %t{turn}, %o{turn}"
            );
            let _ = writeln!(behind, "  %h{turn} = add i32 %a, 210{turn}");
            let _ = writeln!(behind, "  store_raw b1 [x: %h{turn}], i32 %u{turn}");
        }
        between += "  %i1 = add i32 %i, 1
  %c = icmp.slt i32 %q4, %x
  branch %c, ^loop(%i1, %q4), ^mid
^mid:
  %m = add i32 %a, 2000
  store_raw b1 [x: %m], i32 %q4
  %d = icmp.slt i32 %x, %n
  branch %d, ^then, ^use
^then:
  store_raw b1 [x: %a], i32 %x
  jump ^use
^use:
";
        compile_at_simd16(&crowded(54, &between, &behind));
    }

    #[test]
    fn an_order_from_either_side_is_taken_where_it_fits_or_has_far_fewer_too_many() {
        assert!(is_better((false, 100), (true, 10)));
        assert!(!is_better((true, 10), (false, 100)));
        for spills in [false, true] {
            assert!(is_better((spills, 79), (spills, 100)));
            assert!(!is_better((spills, 80), (spills, 100)));
        }
    }

    const ROWS: u32 = 32;

    /// A list of `ROWS` parts.
    fn rows(part: impl Fn(u32) -> String) -> String {
        (0..ROWS).map(part).collect::<Vec<_>>().join(", ")
    }

    /// Two loops insert into a vector of 64 registers. %first begins as row 0 of it, and goes to row 9.
    #[test]
    fn a_vector_stays_in_its_registers_between_loops() {
        let params = |name: &str| rows(|row| format!("%{name}{row}: i32"));
        let values = |name: &str| rows(|row| format!("%{name}{row}"));
        let extracts = |name: &str, of: &str| {
            (0..ROWS).fold(String::new(), |text, row| text + &format!("  %{name}{row} = extract i32x32 %{of}, {row}\n"))
        };
        let zeros = rows(|_| "%z".to_owned());
        let moved = rows(|row| match row {
            0 => "%z".to_owned(),
            9 => "%first".to_owned(),
            _ => format!("%w{row}"),
        });
        // A loop that inserts into the vector that its parameters are, and passes what it becomes to `exit`.
        let inserting = |block: &str, [given, made]: [&str; 2], exit: &str| {
            let made_rows = values(made);
            format!(
                "^{block}(%{block}.i: i32, {}):
  %{block}.index = and i32 %{block}.i, 31
  %{block}.at = shl i32 %{block}.i, 6
  %{block}.read = load_raw b0 [x: %{block}.at] -> i32
  %{block}.vector = vec i32 [{}]
  %{block}.filled = insert i32x32 %{block}.vector, %{block}.index, %{block}.read
{}  %{block}.next = add i32 %{block}.i, 1
  %{block}.again = icmp.slt i32 %{block}.next, %n
  branch %{block}.again, ^{block}(%{block}.next, {made_rows}), ^{exit}
",
                params(given),
                values(given),
                extracts(made, &format!("{block}.filled")),
            )
        };
        let fill = inserting("fill", ["v", "f"], &format!("middle({}, %f0)", values("f")));
        let change = inserting("change", ["u", "c"], &format!("end({})", values("c")));
        let mut text = format!(
            "surface b0: raw @ table 0
surface b1: raw @ table 1
kernel @k(%x: i32, %n: uniform i32, %z: i32) {{
^entry:
  %is_more = icmp.sgt i32 %n, 0
  branch %is_more, ^fill(i32 0, {zeros}), ^middle({zeros}, %z)
{fill}^middle({}, %first: i32):
  branch %is_more, ^change(i32 0, {moved}), ^end({moved})
{change}^end({}):
  %bytes = shl i32 %x, 7
",
            params("w"),
            params("r"),
        );
        for row in 0..ROWS {
            let _ =
                writeln!(text, "  %to{row} = add i32 %bytes, {}\n  store_raw b1 [x: %to{row}], i32 %r{row}", 4 * row);
        }
        text += "  return\n}\n";
        let compiled = compile_at_simd16(&text);
        assert!(compiled.spill.is_none(), "{:?}", compiled.spill);
        let kernel = &compiled.lowered.kernel;
        let between_rows = kernel.insts.iter().filter(|inst| {
            let copied = kernel.as_copy(inst).filter(|_| !kernel.is_omitted(inst));
            copied.is_some_and(|(to, from)| [to, from].iter().all(|var| kernel.backing(*var).0 != *var))
        });
        // %first, which the first loop gives row 0, and %z, which is in no vector.
        assert!(between_rows.count() <= 2);
    }
}
