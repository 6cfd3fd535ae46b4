//! Lowers a kernel of texture IR to vISA: passes over texture IR, a plan for each message, emission.
//!
//! ```text
//! texture IR --rewrite, narrow, channels--> texture IR --pressure--> texture IR --uniformity, order, plan, emit--> vISA
//! ```
//!
//! The private function `run_passes` has the passes before `pressure` in their order.
//!
//! [`lower`] runs all of it. It assigns no register and samples no texel: the result has a variable for every value, and
//! records which value each variable holds ([`Origins`]), so that the register
//! allocator can lay it out and the symbolic check can check it.
//!
//! # Example
//!
//! ```
//! use texvisa_ir::target::{SimdWidth, Target};
//! use texvisa_lowering::{LoweringOptions, lower};
//!
//! let module = texvisa_ir::texture::parse("surface t0: 2d f32 @ table 0
//! surface b0: raw @ table 1
//! kernel @red(%x: i32, %y: i32) {
//! ^entry:
//!   %texel = load t0 [u: %x, v: %y, lod: 0] -> f32x4
//!   %red = extract f32x4 %texel, 0
//!   store_raw b0 [x: %x], f32 %red
//!   return
//! }")?;
//! let id = module.kernel("red").ok_or("no kernel")?;
//! let kernel = module.kernels[id].clone();
//! let lowered = lower(&module, kernel, Target::Tgllp, SimdWidth::Simd16, &LoweringOptions::default()).expect("it can be lowered");
//! let plans = lowered.plans(&module);
//! assert_eq!(plans[0].1.name(), "ld_lz.R");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analyses;
mod channels;
mod dead;
mod emit;
mod error;
mod facts;
mod flags;
mod halves;
mod in_lanes;
mod insert;
mod narrow;
mod order;
mod parts;
pub mod plan;
mod planned;
mod pressure;
mod reads;
mod remark;
mod rewrite;
mod shorten;
mod uniformity;

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::cfg::Irreducible;
use texvisa_ir::texture::{InstData, InstId, Kernel, Module};
use texvisa_ir::visa;
use texvisa_ir::visa::origin::Origins;

pub use error::{LowerError, Reason};
pub use facts::ValueFacts;
pub use narrow::mcs_form;
pub use planned::{PlannedKernel, plan_messages};
pub use remark::Remark;
pub use shorten::{SkippedEdges, shorten_branches};
pub use uniformity::{Uniformity, analyze};

use analyses::Analyses;
use order::Item;
use plan::{ChannelChoice, MessagePlan, plan_of};
use pressure::Direction;
use reads::Reads;
use remark::Remarks;

/// Options of a lowering.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct LoweringOptions {
    /// When a sparse channel mask is worth a header.
    pub channels: ChannelChoice,
    /// Whether to collect remarks.
    pub remarks: bool,
    /// Whether each message is sent for every lane, also where all that it is sent with is uniform.
    pub per_lane: bool,
    /// Whether selects choose every element at an index that differs between lanes, from a vector that does: they need no
    /// registers in a row.
    pub selects: bool,
}

/// Of the registers too many one of so many must go, or values are not computed again for fewer: which ones Intel's finalizer
/// spills may change for the worse, and did in lstmcell of mace, from 522 messages to 880.
const LEAST_PART: u64 = 8;
/// One of so many must have gone before the instructions are ordered anew: that seldom frees many more.
const LEAST_PART_AS_GIVEN: u64 = 12;

/// A lowered kernel.
#[derive(Debug)]
pub struct Lowered {
    /// The texture IR after its passes, to which origins and remarks refer.
    pub texture: Kernel,
    /// The vISA, before copies are coalesced.
    pub kernel: visa::VisaKernel,
    /// Which value of `texture` each variable holds, and which instruction each vISA instruction comes from.
    pub origins: Origins,
    /// The remarks of the passes.
    pub remarks: Vec<Remark>,
    /// How many bytes of registers were too many when its instructions were ordered for fewer, added up over them.
    excess: u64,
    /// How they were ordered.
    ordering: Ordering,
    options: LoweringOptions,
}

/// How a lowered kernel was ordered for fewer registers.
#[derive(Clone, Copy, Debug, Default)]
struct Ordering {
    /// From where.
    direction: Direction,
    /// Whether what takes no more registers than it frees follows at once what it reads.
    hastens: bool,
    /// Whether the lower half of the lanes goes ahead of the upper one.
    halves_apart: bool,
}

/// Orders of a kernel's instructions in which it needs fewer registers.
pub struct Orders {
    /// With the instructions of each block ordered from its end.
    backward: pressure::Ordered,
    /// With some blocks ordered from their start, where that leaves fewer registers too many.
    either: Option<pressure::Ordered>,
    file: pressure::RegisterFile,
    /// How many instructions there are.
    insts: u64,
}

impl Orders {
    /// Whether so many registers hold the kernel in none of the orders: more than that are needed at an instruction on average.
    pub fn are_spilled(&self, registers: u32) -> bool {
        let more = registers.saturating_sub(self.file.registers) * self.file.target.platform().grf_bytes;
        self.either.as_ref().unwrap_or(&self.backward).excess > u64::from(more) * self.insts
    }
}

impl Lowered {
    /// Orders of the instructions in which fewer registers are needed where more than `registers` are. `module` is the module that it
    /// was lowered with.
    ///
    /// # Errors
    ///
    /// As [`lower`].
    pub fn orders(&self, module: &Module, registers: u32) -> Result<Orders, Vec<LowerError>> {
        let (reads, analyses) = (Reads::of_all(&self.texture), self.analyses()?);
        let file = self.register_file(registers);
        let given = pressure::GivenKernel::new(&self.texture, &analyses, &reads, file);
        let (backward, either) = given.relieve(module, Direction::Either);
        let insts = self.texture.layout.iter().map(|block| self.texture.blocks[*block].insts.len() as u64).sum();
        Ok(Orders { backward, either, file, insts })
    }

    /// The kernel emitted again in these `orders` of it: with the instructions of each block ordered from its end. And, if that leaves
    /// fewer registers too many, with some blocks ordered from their start. `is_spilled` says that the kernel is spilled in these
    /// orders, and asks for others: those in which the lower half of the lanes goes ahead of the upper one; where there is one half,
    /// those in which what takes no more registers than it frees follows at once what it reads.
    ///
    /// # Errors
    ///
    /// As [`lower`].
    pub fn relieve(
        &self,
        module: &Module,
        orders: &Orders,
        is_spilled: bool,
    ) -> Result<(Lowered, Option<Lowered>), Vec<LowerError>> {
        let has_halves = self.kernel.simd.halves(self.kernel.target) > 1;
        let (hastens, halves_apart) = (is_spilled && !has_halves, is_spilled && has_halves);
        let emitted = |ordered: &pressure::Ordered, direction| {
            let ordered = ordered.clone();
            let ordered = if hastens { ordered.hastened(module, &self.texture, orders.file) } else { ordered };
            self.emitted(module, ordered, Ordering { direction, hastens, halves_apart })
        };
        let either = orders.either.as_ref().map(|ordered| emitted(ordered, Direction::Either)).transpose()?;
        Ok((emitted(&orders.backward, Direction::Backward)?, either))
    }

    fn analyses(&self) -> Result<Analyses, Vec<LowerError>> {
        analyses_of(&self.texture, self.kernel.target, self.kernel.simd, &self.options)
    }

    fn register_file(&self, registers: u32) -> pressure::RegisterFile {
        pressure::RegisterFile { target: self.kernel.target, simd: self.kernel.simd, registers }
    }

    /// The kernel emitted again, with its instructions in this order.
    fn emitted(
        &self,
        module: &Module,
        ordered: pressure::Ordered,
        ordering: Ordering,
    ) -> Result<Lowered, Vec<LowerError>> {
        let (target, simd, options) = (self.kernel.target, self.kernel.simd, self.options);
        let (mut texture, excess) = (self.texture.clone(), ordered.excess);
        let mut remarks = Remarks::after(self.remarks.clone(), options.remarks);
        ordered.put(&mut texture, &mut remarks);
        let reads = Reads::of_all(&texture);
        // A value is computed in every lane where payloads of its own block alone read it.
        let analyses = analyses_of(&texture, target, simd, &options)?;
        let context = analyses.context(module, &texture, target, simd, options.channels);
        // With enough registers left, there are some for the numbers of several blocks, too.
        let is_crowded = excess > 0;
        let (mut kernel, mut origins) = emit::emit(&texture, &analyses, &reads, context, is_crowded)?;
        if ordering.halves_apart {
            halves::put_apart(&texture, &mut kernel, &mut origins);
        }
        Ok(Lowered { kernel, origins, remarks: remarks.into_list(), texture, excess, ordering, options })
    }

    /// The same with values computed again where they are read, so that they have no registers between. None where no value may
    /// be, or where that frees too little: less than an eighth of what [`relieve`](Self::relieve), which made this kernel, found to
    /// be too many.
    ///
    /// # Errors
    ///
    /// As [`lower`].
    pub fn rematerialize(&self, module: &Module, registers: u32) -> Result<Option<Lowered>, Vec<LowerError>> {
        let (target, simd, options) = (self.kernel.target, self.kernel.simd, self.options);
        let mut texture = self.texture.clone();
        let mut remarks = Remarks::after(self.remarks.clone(), options.remarks);
        let reads = Reads::of_all(&texture);
        let (analyses, file) = (self.analyses()?, self.register_file(registers));
        if !pressure::rematerialize(&mut texture, &analyses, &reads, file, &mut remarks) {
            return Ok(None);
        }
        dead::remove_dead(&mut texture, &mut remarks);
        let again = Lowered {
            texture,
            kernel: visa::VisaKernel::new(self.kernel.name.clone(), target, simd),
            origins: Origins::default(),
            remarks: remarks.into_list(),
            excess: 0,
            ordering: self.ordering,
            options,
        };
        let (reads, analyses) = (Reads::of_all(&again.texture), again.analyses()?);
        let given = pressure::GivenKernel::new(&again.texture, &analyses, &reads, file);
        if given.excess > self.excess - self.excess / LEAST_PART_AS_GIVEN {
            return Ok(None);
        }
        let (backward, either) = given.relieve(module, self.ordering.direction);
        let ordered = either.unwrap_or(backward);
        let ordered = if self.ordering.hastens { ordered.hastened(module, &again.texture, file) } else { ordered };
        if ordered.excess > self.excess - self.excess / LEAST_PART {
            return Ok(None);
        }
        again.emitted(module, ordered, self.ordering).map(Some)
    }

    /// How many booleans need a register at one instruction, at the most, as flag registers do not hold them. Intel's finalizer
    /// moves these to registers before it assigns those.
    ///
    /// # Errors
    ///
    /// As [`lower`].
    pub fn flags_in_registers(&self) -> Result<u32, Vec<LowerError>> {
        let (target, simd) = (self.kernel.target, self.kernel.simd);
        if pressure::flags_of_several_blocks(&self.texture) <= flags::FLAG_LANES / simd.lanes() {
            return Ok(0);
        }
        let reads = Reads::of_all(&self.texture);
        let analyses = analyses_of(&self.texture, target, simd, &self.options)?;
        Ok(pressure::flags_in_registers(&self.texture, &analyses, &reads, target, simd))
    }

    /// Whether lanes read elements of vectors in registers, or what other lanes have, at addresses of their own.
    pub fn has_addresses_by_lane(&self) -> bool {
        self.kernel.addresses.values().any(|elements| *elements > 1)
    }

    /// The plan of each texture operation, in program order. `module` is the module that the kernel was lowered
    /// with. Plans are not kept but computed again, because they are as large as the operations and few callers read
    /// them.
    ///
    /// # Panics
    ///
    /// If `module` is another one, in which an operation has no plan.
    pub fn plans(&self, module: &Module) -> Vec<(InstId, MessagePlan)> {
        let texture = &self.texture;
        let analyses = Analyses::new(texture, self.kernel.target, self.kernel.simd, self.options.per_lane)
            .expect("the loops of a kernel that was lowered have headers");
        let context = analyses.context(module, texture, self.kernel.target, self.kernel.simd, self.options.channels);
        let blocks = analyses.order.items.iter().filter_map(|item| match item {
            Item::Block(block) => Some(&texture.blocks[*block].insts),
            Item::Edge(..) | Item::Latch(_) | Item::End => None,
        });
        let plan = |inst: &InstId| match &texture.insts[*inst] {
            InstData::Texture(id) => {
                let plan = plan_of(*inst, &texture.textures[*id], &context)?;
                Some((*inst, plan.expect("an operation of a kernel that was lowered has a plan")))
            }
            _ => None,
        };
        blocks.flatten().filter_map(plan).collect()
    }
}

/// Lowers `kernel`, whose surfaces and samplers are those of `module`. The kernel must pass
/// [`verify`](texvisa_ir::texture::verify()). The passes change it; a caller that needs the original keeps a copy.
///
/// # Errors
///
/// Every reason why the kernel cannot be lowered for the target and width, with its instruction and location.
pub fn lower(
    module: &Module,
    kernel: Kernel,
    target: Target,
    simd: SimdWidth,
    options: &LoweringOptions,
) -> Result<Lowered, Vec<LowerError>> {
    if !simd.is_legal(target) {
        return Err(vec![LowerError::of_kernel(Reason::IllegalWidth { target, simd })]);
    }
    let mut texture = kernel;
    let mut remarks = Remarks::new(options.remarks);
    let mut refused = Vec::new();
    let reads = run_passes(&mut texture, target, simd, options, &mut refused, &mut remarks);
    let analyses = analyses_of(&texture, target, simd, options)?;
    let context = analyses.context(module, &texture, target, simd, options.channels);
    let emitted = emit::emit(&texture, &analyses, &reads, context, false);
    if !refused.is_empty() {
        // What the passes refused is there for emission to refuse again, where its result is read.
        let more = emitted.err().into_iter().flatten();
        let more: Vec<_> = more.filter(|error| refused.iter().all(|known| known.inst != error.inst)).collect();
        refused.extend(more);
        refused.sort_by_key(|error| error.inst);
        return Err(refused);
    }
    let (kernel, origins) = emitted?;
    Ok(Lowered {
        kernel,
        origins,
        remarks: remarks.into_list(),
        texture,
        excess: 0,
        ordering: Ordering::default(),
        options: *options,
    })
}

fn analyses_of(
    texture: &Kernel,
    target: Target,
    simd: SimdWidth,
    options: &LoweringOptions,
) -> Result<Analyses, Vec<LowerError>> {
    Analyses::new(texture, target, simd, options.per_lane).map_err(|error| vec![irreducible(texture, error)])
}

fn irreducible(texture: &Kernel, error: Irreducible) -> LowerError {
    let at = texture.terminator(error.from);
    let location = at.map(|inst| texture.location(inst)).unwrap_or_default();
    LowerError { inst: at, location, reason: Reason::Irreducible }
}

/// Runs the passes over texture IR in their order; returns what the result reads. Offsets become additions before
/// narrowing, 64-bit integers are split behind the loads at their addresses and before narrower ones are widened, and
/// channels are pruned last, after narrowing has removed uses. What cannot be split is added to `refused`.
fn run_passes(
    kernel: &mut Kernel,
    target: Target,
    simd: SimdWidth,
    options: &LoweringOptions,
    refused: &mut Vec<LowerError>,
    remarks: &mut Remarks,
) -> Reads {
    rewrite::merge_edges(kernel, remarks);
    rewrite::read_defined_params(kernel);
    rewrite::share_operations(kernel);
    let mut reads = dead::remove_dead(kernel, remarks);
    let mut simplified = rewrite::fold_simd_size(kernel, reads.occurring, simd);
    simplified |= rewrite::simplify_booleans(kernel, reads.occurring, remarks);
    simplified |= rewrite::choose_extrema(kernel, reads.occurring, remarks);
    simplified |= rewrite::cancel_negations(kernel, reads.occurring);
    simplified |= rewrite::clamp_by_conversion(kernel, reads.occurring, remarks);
    simplified |= rewrite::pack_integers(kernel, reads.occurring, remarks);
    if simplified {
        reads = dead::remove_dead(kernel, remarks);
    }
    if reads.occurring.multisampled {
        rewrite::fold_ms_offsets(kernel, remarks);
    }
    let mut split = !options.per_lane && rewrite::copy_leaving(kernel, target, simd, remarks);
    split |= rewrite::serve_indices(kernel, remarks);
    split |= rewrite::place_blocks(kernel);
    split |= rewrite::split_blocks(kernel, target, simd, remarks);
    split |= rewrite::split_accesses(kernel, target, remarks);
    split |= rewrite::combine_atomics(kernel, &reads, remarks);
    split |= rewrite::reduce_uniform(kernel, remarks);
    split |= rewrite::combine_stores(kernel, target, simd, remarks);
    if split {
        reads = dead::remove_dead(kernel, remarks);
    }
    if rewrite::expand_wide_divisions(kernel, reads.occurring, remarks) {
        reads = Reads::of_all(kernel);
    }
    rewrite::convert_wide(kernel, reads.occurring, remarks);
    if rewrite::split_integers(kernel, reads.occurring, refused, remarks) {
        // Of many values one half is read alone.
        reads = dead::remove_dead(kernel, remarks);
    }
    if reads.occurring.indexed {
        // Before what works on bytes is widened.
        rewrite::choose_elements(kernel, target, simd, options.per_lane, options.selects, remarks);
        reads = dead::remove_dead(kernel, remarks);
    }
    let mut changed = rewrite::widen_integers(kernel, reads.occurring, remarks);
    changed |= rewrite::widen_halves(kernel, reads.occurring, target, remarks);
    changed |= rewrite::expand_divisions(kernel, reads.occurring, target, remarks);
    changed |= rewrite::round_correctly(kernel, reads.occurring, remarks);
    if rewrite::dot_products(kernel, reads.occurring, target, remarks) {
        // What follows counts readers, of which the sums are none any more, and may find the first products here.
        reads = dead::remove_dead(kernel, remarks);
    }
    changed |= rewrite::multiply_by_words(kernel, reads.occurring);
    let uniform = rewrite::UniformValues::of(kernel, reads.occurring);
    changed |= rewrite::add_uniform_first(kernel, reads.occurring, &uniform);
    changed |= rewrite::split_factors(kernel, reads.occurring, &uniform, target, simd, remarks);
    changed |= rewrite::fuse_products(kernel, reads.occurring, &uniform, target, remarks);
    changed |= rewrite::extend_near_products(kernel, reads.occurring);
    changed |= rewrite::mask_comparisons(kernel, reads.occurring, &uniform);
    changed |= rewrite::fuse_pairs(kernel, reads.occurring, target, remarks);
    if reads.occurring.multisampled {
        narrow::narrow(kernel, target, simd, options.per_lane, remarks);
        changed = true;
    }
    if dead::remove_dead_params(kernel) || changed {
        // Narrowing leaves conversions that nothing reads.
        reads = dead::remove_dead(kernel, remarks);
    }
    channels::prune_channels(kernel, &reads, remarks);
    if rewrite::read_parts(kernel, reads.occurring) {
        reads = Reads::of_all(kernel);
    }
    rewrite::sink_comparisons(kernel, reads.occurring);
    rewrite::keep_comparisons(kernel, reads.occurring, target, simd, remarks);
    reads
}
