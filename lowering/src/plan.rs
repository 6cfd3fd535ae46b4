//! Which message a texture operation becomes, and what it is sent with. One pure function decides; emission, `explain`,
//! `--emit plan`, remarks and the LLVM plugin read its result.
//!
//! In order:
//!
//! 1. **The message.** The operation's kind and roles name the candidates (see `candidates`); the first that the target
//!    can send is taken.
//!
//!    *When `sample_l` becomes `sample_lz`*: a message with a form for LOD zero (column `lz` of the message table: ld,
//!    sample_l, sample_l_c, sample_po_l, sample_po_l_c) is sent in that form where the operation's LOD is 0.0 of either
//!    sign, the integer 0 or undefined, and the target may send the form
//!    ([`is_usable`](texvisa_ir::visa::message::MessageRow::is_usable)). A load without a `lod` role counts as one with
//!    LOD zero. A sample without it does not: its LOD comes from the gradients or is implicit (`sample`). DG2 may not
//!    send sample_lz and sample_c_lz: a workaround forbids them, so sample_l is sent with a LOD of zero there. ld_lz is
//!    sent on every target. A gather with a `lod` role is gather4_l even if the LOD is zero, with `bias` it is
//!    gather4_b, with `implicit_lod` gather4_i, with none of them gather4.
//! 2. **The slots.** Each slot takes the value of its role, and zero where the operation has none.
//! 3. **Trimming.** Trailing slots that are zero or undefined are left out ("it is permitted to skip the trailing
//!    parameters; the missing parameters will have a value of 0"), then the count is padded to the next that is legal
//!    for the message. Zero is the integer 0 and +0.0. A trailing -0.0 is sent, as Intel's compiler does
//!    (`IsUndefOrZeroImmediate` compares bits): a missing parameter is +0.0. Of a LOD the sign does not matter, as it is
//!    only compared and clamped, so that -0.0 is LOD zero; so says Intel's compiler, too (`ZeroLOD`). A sample or gather
//!    of a cube is sent with u, v and r even where they are trailing zeros, on targets whose column
//!    `cube_full_coordinates` is set (Wa_14012688258).
//! 4. **Texel offsets that are no parameters.** Constants are an immediate operand; a uniform value (role `offsets`) is a
//!    register. Offsets along single axes that are parameters (`offu`, `offv`, `offr`) become immediate ones where all are
//!    constants from -8 to 7 and the target has no message that takes them in one word: a header costs less than
//!    parameters of dwords, and some targets have no message with them. A sampler from 16 on takes a header, too: a
//!    descriptor has four bits for it.
//! 5. **The channels.** A sparse mask (one that is no prefix of RGBA) costs a header of one register and the
//!    instructions that fill it. [`ChannelChoice`] says when that is worth it. A sampler takes no more than eleven registers
//!    ([`sampler_payload`](texvisa_ir::target::Platform::sampler_payload)), which a sample with gradients and a lower bound
//!    of the level has without a header, so that it never has a sparse mask; with offsets or residency it is refused.
//! 6. **The sends.** A message whose parameters and result are uniform is sent once, with the narrowest execution size
//!    and no mask. Any other is sent for as many lanes as one instruction has: a SIMD32 kernel on 32-byte registers
//!    sends two messages of 16 lanes, the lower half (M1) and the upper half (M5); on 64-byte registers it sends one.
//!
//! Media blocks are not messages of lanes; `block` has their rules.
//!
//! # Example
//!
//! ```
//! use texvisa_ir::target::{SimdWidth, Target};
//! use texvisa_lowering::{LoweringOptions, lower};
//!
//! // Level 0 is implicit in sample_lz, which texvisa does not send on DG2: there the level is a parameter.
//! let module = texvisa_ir::texture::parse("surface t0: 2d f32 @ table 0
//! sampler s0 @ 0
//! surface b0: raw @ table 1
//! kernel @red(%u: f32, %v: f32, %to: i32) {
//! ^entry:
//!   %texel = sample t0, s0 [u: %u, v: %v, lod: 0.0] -> f32x4
//!   %red = extract f32x4 %texel, 0
//!   store_raw b0 [x: %to], f32 %red
//!   return
//! }")?;
//! let id = module.kernel("red").ok_or("no kernel")?;
//! for (target, name, slots) in [(Target::Tgllp, "sample_lz.R", 2), (Target::Dg2, "sample_l.R", 3)] {
//!     let kernel = module.kernels[id].clone();
//!     let lowered = lower(&module, kernel, target, SimdWidth::Simd16, &LoweringOptions::default()).expect("it can be lowered");
//!     let (_, plan) = &lowered.plans(&module)[0];
//!     assert_eq!(plan.name(), name);
//!     assert_eq!(plan.sources.len(), slots);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block;
mod candidates;
mod message_plan;
mod slots;

use smallvec::SmallVec;
use texvisa_ir::collections::ShortList;
use texvisa_ir::target::Target;
use texvisa_ir::texture::{Binding, ChannelMask, Dimension, InstId, Returns, Role, Scalar, TextureOp, Value};
use texvisa_ir::visa::DataType;
use texvisa_ir::visa::descriptor::{NEAR_SAMPLERS, SAMPLERS, SURFACES};
use texvisa_ir::visa::message::{Message, ResponseKind, Slot};

use self::candidates::Asked;
pub(crate) use self::candidates::{of_dwords, takes_halves, takes_words};
pub use self::message_plan::{
    BlockPlan, BlockSend, ChannelChoice, Context, MessagePlan, Note, Notes, PackedOffsets, PackedTerm, PackedWith,
    ResultUse, Sends, SlotSource, TableEntry, TexelOffsets,
};
pub use self::slots::slot_role;
use self::slots::{packed, slot_source};
use crate::error::Reason;
use crate::facts::ValueFacts;

/// Plans the message of `op`, which is `inst` of the kernel; `None` where it neither has a result nor writes.
#[inline]
pub(crate) fn plan_of(inst: InstId, op: &TextureOp, context: &Context<'_>) -> Option<Result<MessagePlan, Reason>> {
    let facts = &context.facts;
    let value = op.data.or(facts.kernel().result(inst))?;
    // One message returns all results.
    let uniform = facts.is_uniform(value) && facts.kernel().results(inst).all(|result| facts.is_uniform(result));
    Some(plan(op, ResultUse { ty: facts.kernel().ty(value), uniform }, context))
}

/// Plans the message of `op`, whose result is used as `result` says.
///
/// # Errors
///
/// No message does what the operation asks for, the target cannot send it, or its surface or sampler has no table entry
/// that a message can name.
pub fn plan(op: &TextureOp, result: ResultUse, context: &Context<'_>) -> Result<MessagePlan, Reason> {
    let platform = context.target.platform();
    if !platform.has_sampler {
        return Err(Reason::NoSampler(context.target));
    }
    let (surface, sampler) = entries(op, context)?;
    let mut notes = Notes::new();
    let message = choose_row(op, context, &mut notes)?;
    let row = message.row();
    if op.kind.is_media() {
        return block::plan(op, message, surface, result, context);
    }
    let parameter = parameter_type(op, message, context)?;
    let count = trimmed(op, message, context, &mut notes);
    let mut sources = ShortList::with_capacity(count);
    for slot in &row.slots[..count] {
        sources.push(slot_source(op, row, *slot));
    }
    let offset = texel_offsets(op, message, context, &mut notes)?;
    let far_sampler = matches!(sampler, Some(TableEntry::Number(number)) if number >= NEAR_SAMPLERS);
    if far_sampler && matches!(offset, TexelOffsets::Value(_)) {
        // The finalizer looks for the bit that says so in an immediate operand alone.
        return Err(Reason::unsupported("an offset at run time with a sampler from 16 on".to_owned()));
    }
    let channels = choose_channels(op, message, context.channels, &mut notes);
    let uniform = result.uniform && are_uniform(&sources, context);
    let sends = if uniform {
        notes.push(Note::Uniform);
        Sends { lanes: platform.native_simd as u8, count: 1, nomask: true }
    } else {
        Sends::halves(context.simd, context.target)
    };
    let mut plan = MessagePlan {
        message,
        sources,
        parameter,
        channels,
        offset,
        surface,
        sampler,
        far_sampler,
        sampler_handle: matches!(sampler, Some(TableEntry::Handle(_))),
        result: result_type(result.ty.scalar),
        residency: op.returns_residency(),
        sends,
        block: None,
        notes,
    };
    fit_payload(&mut plan, op, context.target)?;
    Ok(plan)
}

/// Keeps the payload as short as the sampler takes it: what is not read comes back where the header of a sparse mask would
/// be a register too many.
///
/// # Errors
///
/// It is too long without that header, too.
fn fit_payload(plan: &mut MessagePlan, op: &TextureOp, target: Target) -> Result<(), Reason> {
    let platform = target.platform();
    let most = platform.sampler_payload;
    // A send of more than the native width is no longer than what the finalizer would split.
    if plan.sources.len() < most as usize {
        return Ok(());
    }
    let registers = |plan: &MessagePlan| plan.shape(platform.grf_bytes).sent_registers();
    if registers(plan) > most && plan.message.row().response == ResponseKind::Channels && !plan.channels.is_prefix() {
        plan.channels = prefix_of(plan.channels);
        plan.notes.retain(|note| *note != Note::SparseMask);
        plan.notes.push(Note::PrefixMask);
    }
    let given = registers(plan);
    if given > most {
        return Err(Reason::LongPayload { target, operation: op.kind.name(), given, most });
    }
    Ok(())
}

/// Texel offsets as messages have them: u in bits 11..8, v in 7..4, r in 3..0 (3D_LOAD, Aoffimmi).
pub fn pack_offset([u, v, r]: [i8; 3]) -> u16 {
    let nibble = |offset: i8| u16::from(offset as u8 & 0xf);
    nibble(u) << 8 | nibble(v) << 4 | nibble(r)
}

/// The texel offsets that are no parameters of `message`.
fn texel_offsets(
    op: &TextureOp,
    message: Message,
    context: &Context<'_>,
    notes: &mut Notes,
) -> Result<TexelOffsets, Reason> {
    if let Some(value) = op.param(Role::Offsets) {
        return match context.facts.constant(value) {
            Some(bits) => Ok(TexelOffsets::Constant(bits as u16 & 0xfff)),
            None if context.facts.is_undefined(value) => Ok(TexelOffsets::Constant(0)),
            None if context.facts.is_uniform(value) => Ok(TexelOffsets::Value(value)),
            None => Err(Reason::DivergentOffsets { operation: op.kind.name() }),
        };
    }
    let are_parameters = message.row().slots.iter().any(|slot| slot.offsets() > 0);
    match candidates::immediate_offsets(op, context.facts.kernel()) {
        Some(offset) if !are_parameters => {
            notes.push(Note::ImmediateOffsets);
            Ok(TexelOffsets::Constant(pack_offset(offset)))
        }
        _ => Ok(TexelOffsets::Constant(pack_offset(op.offset))),
    }
}

/// The element type that a response of that scalar type is declared with. The sampler only uses its size.
fn result_type(scalar: Scalar) -> DataType {
    match scalar {
        Scalar::F32 => DataType::F,
        Scalar::F16 => DataType::Hf,
        Scalar::I16 => DataType::W,
        _ => DataType::D,
    }
}

/// Where the message of `op` finds its surface and its sampler.
fn entries(op: &TextureOp, context: &Context<'_>) -> Result<(TableEntry, Option<TableEntry>), Reason> {
    let surface = &context.module.surfaces[op.surface.surface];
    let surface = table_entry(&surface.name, surface.binding, op.surface.index, SURFACES, &context.facts)?;
    let sampler = op.sampler.map(|sampler| {
        let decl = &context.module.samplers[sampler.sampler];
        table_entry(&decl.name, decl.binding, sampler.index, SAMPLERS, &context.facts)
    });
    Ok((surface, sampler.transpose()?))
}

/// Where a message finds the surface or sampler `name`, whose table has `limit` entries that a message can name.
///
/// # Errors
///
/// The entry is not below the limit; the index or handle is missing or differs between lanes.
pub(crate) fn table_entry(
    name: &str,
    binding: Binding,
    index: Option<Value>,
    limit: u32,
    facts: &ValueFacts<'_>,
) -> Result<TableEntry, Reason> {
    let number = |given: u32| match given < limit {
        true => Ok(TableEntry::Number(given)),
        false => Err(Reason::TableEntry { name: name.to_owned(), given, limit }),
    };
    match (binding, index) {
        (Binding::Table(given), _) => number(given),
        (Binding::Indexed, Some(index)) => match facts.constant(index) {
            Some(bits) => number(bits as u32),
            None if facts.is_uniform(index) => Ok(TableEntry::Index(index)),
            None => Err(Reason::DivergentIndex { name: name.to_owned() }),
        },
        (Binding::Bindless, Some(handle)) if facts.is_uniform(handle) => Ok(TableEntry::Handle(handle)),
        (Binding::Bindless, Some(_)) => Err(Reason::DivergentIndex { name: name.to_owned() }),
        (Binding::Indexed | Binding::Bindless, None) => {
            Err(Reason::unsupported(format!("`{name}` without an index or a handle")))
        }
    }
}

/// The first of the operation's candidates that the target can send.
fn choose_row(op: &TextureOp, context: &Context<'_>, notes: &mut Notes) -> Result<Message, Reason> {
    let is_absent = |value| context.facts.is_absent(value);
    let asked = Asked {
        lod_is_zero: op.param(Role::Lod).is_none_or(|lod| is_absent(lod) || context.facts.is_negative_zero(lod)),
        has_ai: op.param(Role::Ai).is_some_and(|ai| !is_absent(ai)),
        has_words: op.param(Role::U).is_some_and(|u| context.facts.scalar(u) == Scalar::I16),
    };
    let candidates = candidates::of(op, context.facts.kernel(), asked);
    let is_usable = |message: &Message| message.row().is_usable(context.target);
    let usable = |[lz, other]: [Option<Message>; 2]| {
        let lz = lz.filter(is_usable).map(|message| (message, true));
        lz.or_else(|| other.filter(is_usable).map(|message| (message, false)))
    };
    let Some((message, is_lz)) = candidates.clone().find_map(usable) else {
        let lacking: SmallVec<[Message; 4]> = candidates.flatten().flatten().collect();
        return Err(match lacking[..] {
            [] => candidates::none(op, asked.has_ai, context.target),
            _ => not_on_target(context.target, &lacking),
        });
    };
    if asked.lod_is_zero {
        // Samples and gathers without a LOD become messages that have no form for LOD zero, so that they have no note.
        let has_lz = message.row().lz.is_some();
        notes.extend(if is_lz { Some(Note::ImplicitLodZero) } else { has_lz.then_some(Note::ExplicitLodZero) });
    }
    Ok(message)
}

/// Why the target can send none of these messages; there is at least one.
fn not_on_target(target: Target, messages: &[Message]) -> Reason {
    let has_one = |target: &Target| messages.iter().any(|message| message.row().is_usable(*target));
    let on = Target::ALL.into_iter().filter(|target| target.platform().has_sampler).filter(has_one).collect();
    Reason::NotOnTarget { target, message: messages[0].row().name, on }
}

fn parameter_type(op: &TextureOp, message: Message, context: &Context<'_>) -> Result<DataType, Reason> {
    let types = message.row().types(context.target.platform());
    let scalar = op.param(Role::U).map(|u| context.facts.scalar(u));
    let refused = |what: &str| {
        Err(Reason::NoMessage { target: context.target, operation: op.kind.name(), with: what.to_owned() })
    };
    match scalar {
        Some(Scalar::F32) => Ok(DataType::F),
        Some(Scalar::F16) if !types.contains(&DataType::Hf) => refused("half-float coordinates"),
        Some(Scalar::F16) => Ok(DataType::Hf),
        Some(Scalar::I16) if !types.contains(&DataType::Uw) => refused("word coordinates"),
        Some(Scalar::I16) => Ok(DataType::Uw),
        _ => Ok(DataType::Ud),
    }
}

/// How many slots are sent, after trimming and padding.
#[inline]
fn trimmed(op: &TextureOp, message: Message, context: &Context<'_>, notes: &mut Notes) -> usize {
    let row = message.row();
    let is_absent = |value: Value| context.facts.is_absent(value);
    let roles = op.roles();
    let is_given = |slot: &Slot| slot_role(*slot).is_none_or(|(role, _)| roles.contains(role));
    let is_wanted = |slot: &Slot| match slot_role(*slot) {
        Some((role, _)) => op.param(role).is_some_and(|value| !is_absent(value)),
        None => !packed(op, row, *slot).values().all(is_absent),
    };
    let given = row.slots.iter().rposition(is_given).map_or(0, |last| last + 1);
    let wanted = row.slots[..given].iter().rposition(is_wanted).map_or(0, |last| last + 1);
    let mut least = wanted.max(usize::from(!row.slots.is_empty()));
    let dimension = context.module.surfaces[op.surface.surface].dimension;
    if context.target.platform().cube_full_coordinates
        && row.class.has_sampler()
        && matches!(dimension, Dimension::Cube | Dimension::CubeArray)
    {
        let third = row.slots.iter().position(|slot| *slot == Slot::R).map_or(0, |position| position + 1);
        least = least.max(third);
    }
    let legal = row.counts.at_least(least as u32, row.slots.len() as u32, context.target.platform()) as usize;
    // Slots that the operation gives a value. Slots after them do not count as trimmed.
    if given > legal {
        notes.push(Note::Trimmed((given - legal) as u8));
    }
    if legal > wanted.max(1) {
        notes.push(Note::Padded((legal - wanted) as u8));
    }
    legal
}

/// The least prefix mask with these channels.
fn prefix_of(read: ChannelMask) -> ChannelMask {
    ChannelMask::from_bits((1 << (8 - read.bits().leading_zeros())) - 1)
}

fn choose_channels(op: &TextureOp, message: Message, choice: ChannelChoice, notes: &mut Notes) -> ChannelMask {
    let read = match message.row().response {
        ResponseKind::Texels => return ChannelMask::from_bits(1 << op.channel),
        // At least one channel must be enabled (3D_LOAD, Channels).
        _ if op.mask == ChannelMask::EMPTY => ChannelMask::from_bits(1),
        _ => op.mask,
    };
    if read.is_prefix() {
        return read;
    }
    let prefix = prefix_of(read);
    // Queries are only asked for prefixes, by Intel's compiler too.
    let exact = op.kind.returns() != Returns::Info
        && match choice {
            ChannelChoice::Exact => true,
            ChannelChoice::Intel => matches!(read.bits(), 0b0100 | 0b1000 | 0b1001 | 0b1010 | 0b1100),
        };
    notes.push(if exact { Note::SparseMask } else { Note::PrefixMask });
    if exact { read } else { prefix }
}

/// Whether every source is uniform, so that one message serves all lanes.
fn are_uniform(sources: &[SlotSource], context: &Context<'_>) -> bool {
    let uniform = |source: &SlotSource| match source {
        SlotSource::Value { value, .. } => context.facts.is_uniform(*value),
        SlotSource::Packed(packed) => packed.values().all(|value| context.facts.is_uniform(value)),
        SlotSource::Zero => true,
    };
    sources.iter().all(uniform)
}
