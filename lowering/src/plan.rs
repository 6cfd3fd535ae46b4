//! Which message a texture operation becomes, and what it is sent with. One pure function decides; emission,
//! explanation, the list of plans and a host's single call all read its result, and nobody decides twice.
//!
//! In order:
//!
//! 1. **The row.** The operation's kind and roles name a message: see `plan/candidates.rs`. A level of detail that is zero
//!    needs no parameter where the target has the `lz` form: ld becomes ld_lz, sample_l sample_lz, sample_l_c
//!    sample_c_lz.
//! 2. **The slots.** Each slot takes the value of its role, and zero where the operation has none.
//! 3. **Trimming.** Trailing slots that are zero or undefined are not sent ("it is permitted to skip the trailing
//!    parameters; the missing parameters will have a value of 0"), down to a count that is legal for the row.
//! 4. **The channels.** A mask that is no prefix of RGBA costs a header of one register and the instructions that fill
//!    it. [`ChannelChoice`] says when it is worth that.
//! 5. **The sends.** A message whose parameters and result are the same in all lanes is sent once, for as many lanes
//!    as the narrowest message has and whatever lanes are active; any other for each half.
//!
//! Media blocks are not messages of lanes and have rules of their own: see [`block`].
//!
//! # Example
//!
//! ```
//! use texvisa_ir::target::{SimdWidth, Target};
//! use texvisa_lowering::{Options, lower};
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
//! for (target, mnemonic, slots) in [(Target::Tgllp, "sample_lz.R", 2), (Target::Dg2, "sample_l.R", 3)] {
//!     let kernel = module.kernels[id].clone();
//!     let lowered = lower(&module, kernel, target, SimdWidth::Simd16, &Options::default()).expect("it can be lowered");
//!     let (_, plan) = &lowered.plans(&module)[0];
//!     assert_eq!(plan.mnemonic(), mnemonic);
//!     assert_eq!(plan.sources.len(), slots);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod block;
mod candidates;

use std::fmt;

use smallvec::SmallVec;
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{
    Binding, ChannelMask, Dimension, Inst, Module, Returns, Role, Scalar, TextureKind, TextureOp, Type, Value,
};
use texvisa_ir::visa::descriptor::{SAMPLERS, SURFACES};
use texvisa_ir::visa::message::{Message, ResponseKind, Slot};
use texvisa_ir::visa::message_shape::MessageShape;
use texvisa_ir::visa::{DataType, Exec};

use self::block::BlockPlan;
use self::candidates::Asked;
pub(crate) use self::candidates::takes_words;
use crate::error::Reason;
use crate::facts::ValueFacts;

/// When a mask with gaps is sent instead of a longer one without.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChannelChoice {
    /// As Intel's compiler (`CShader::GetExtractMask`): for B, A, RA, GA and BA.
    #[default]
    Intel,
    /// Always: exactly what is read comes back.
    Exact,
}

/// What sources a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlotSource {
    /// A value, or an element of one.
    Value {
        /// The value.
        value: Value,
        /// Which element; 0 for a scalar.
        element: u8,
    },
    /// Texel offsets in one word, with what shares it. Few messages have one, and no plan is longer for those that do.
    Packed(Box<PackedOffsets>),
    /// Zero.
    Zero,
}

/// A word with texel offsets (Intel's TranslateToProgrammableOffsets).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedOffsets {
    /// The offsets along u, v and r, each in the low bits of its value.
    pub offsets: [Option<Value>; 3],
    /// Bits of each: 6 for a gather, 4 for a sample.
    pub bits: u8,
    /// What shares the word.
    pub with: Option<PackedWith>,
}

/// What shares a word with texel offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackedWith {
    /// A level of detail or a bias, in the upper 20 bits; the offsets are below.
    Float(Value),
    /// A layer, as an integer in the low 12 bits, zero where there is none; the offsets are above in any case.
    Layer(Option<Value>),
}

impl PackedOffsets {
    /// The values in the word.
    pub fn values(&self) -> impl Iterator<Item = Value> + use<> {
        let shared = match self.with {
            Some(PackedWith::Float(value)) => Some(value),
            Some(PackedWith::Layer(value)) => value,
            None => None,
        };
        self.offsets.into_iter().chain([shared]).flatten()
    }
}

/// A rule that fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// The level of detail is zero, which the row says without a parameter.
    ImplicitLodZero,
    /// The level of detail is zero, but the target must be told.
    ExplicitLodZero,
    /// That many trailing parameters are zero or undefined and not sent.
    Trimmed(u8),
    /// That many of these are sent all the same, as the row takes no smaller count.
    Padded(u8),
    /// Channels that nothing reads come back, because leaving them out would cost a header.
    PrefixMask,
    /// Channels that nothing reads stay out, which costs a header.
    SparseMask,
    /// All lanes share the parameters, so one message serves them.
    Uniform,
    /// The block is too large for one message.
    Split {
        /// Bytes of a row of the block, and its rows.
        whole: [u16; 2],
        /// How many messages it takes.
        messages: u8,
        /// The same of the first of them; no other moves more.
        send: [u16; 2],
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters = |count: u8| if count == 1 { "parameter" } else { "parameters" };
        match self {
            Note::ImplicitLodZero => {
                f.write_str("the level of detail is zero, which the message says without a parameter")
            }
            Note::ExplicitLodZero => {
                f.write_str("the level of detail is zero and sent, as the target has no message that goes without it")
            }
            Note::Trimmed(count) => {
                let are = if *count == 1 { "is" } else { "are" };
                write!(f, "{count} trailing {} that {are} zero or undefined {are} not sent", parameters(*count))
            }
            Note::Padded(count) => {
                let are = if *count == 1 { "is" } else { "are" };
                write!(
                    f,
                    "{count} trailing {} without a value {are} sent, as the message takes no fewer",
                    parameters(*count)
                )
            }
            Note::PrefixMask => {
                f.write_str("channels that nothing reads come back, as leaving them out costs a header")
            }
            Note::SparseMask => f.write_str("channels that nothing reads stay out, which costs a header"),
            Note::Uniform => f.write_str("all lanes share the parameters, so that one message serves them"),
            Note::Split { whole, messages, send } => write!(
                f,
                "the block of {} bytes by {} rows goes in {messages} messages, of at most {} by {}",
                whole[0], whole[1], send[0], send[1]
            ),
        }
    }
}

/// The rules that fired for one message.
pub type Notes = SmallVec<[Note; 2]>;

/// The messages that one operation is sent in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sends {
    /// The lanes of each.
    pub lanes: u8,
    /// How many they are: one for each half of the thread's lanes, or one that serves all lanes.
    pub count: u8,
    /// Whether they are sent whatever lanes are active, as one that serves all lanes is.
    pub nomask: bool,
}

impl Sends {
    /// The lanes of each, in their order.
    pub fn iter(self) -> impl Iterator<Item = Exec> {
        let Sends { lanes, count, nomask } = self;
        (0..count).map(move |index| Exec { lanes, first: index * lanes, nomask })
    }
}

/// The plan of one message.
#[derive(Clone, Debug, PartialEq)]
pub struct MessagePlan {
    /// The row.
    pub message: Message,
    /// What sources each slot that is sent, in the row's order.
    pub sources: SmallVec<[SlotSource; 4]>,
    /// The type of the parameters.
    pub parameter: DataType,
    /// The channels that come back; for a gather, the one that is gathered.
    pub channels: ChannelMask,
    /// Texel offsets, packed as the message has them.
    pub offset: u16,
    /// The type of an element of the response.
    pub result: DataType,
    /// Whether a register with a bit a lane follows the response.
    pub residency: bool,
    /// The messages that are sent; of a media block, the lanes that its elements belong to.
    pub sends: Sends,
    /// What is moved, for media blocks.
    pub block: Option<Box<BlockPlan>>,
    /// The rules that fired.
    pub notes: Notes,
}

impl MessagePlan {
    /// The size of the message of one send, which have all as many lanes, with registers of `grf_bytes`.
    pub fn shape(&self, grf_bytes: u32) -> MessageShape {
        MessageShape {
            message: self.message,
            lanes: self.sends.lanes.into(),
            param_bytes: self.parameter.bytes(),
            params: self.sources.len() as u32,
            channels: self.channels,
            offset: Some(self.offset),
            residency: self.residency,
            result_bytes: Some(self.result.bytes()),
            grf_bytes,
        }
    }

    /// The message with its channels, `ld_lz.RGBA`, or the rows of the surface that it has, `media_ld.nomod`.
    pub fn mnemonic(&self) -> String {
        let row = self.message.row();
        if let Some(block) = &self.block {
            return format!("{}.{}", row.name, block.modifier.name());
        }
        match row.response {
            ResponseKind::None | ResponseKind::Block => row.name.to_owned(),
            _ => format!("{}.{:#}", row.name, self.channels),
        }
    }

    /// Which elements of the operation's result come back: for a gather its four texels, otherwise the channels.
    pub fn returned(&self) -> ChannelMask {
        match self.message.row().response {
            ResponseKind::Texels => ChannelMask::RGBA,
            _ => self.channels,
        }
    }
}

/// What a plan depends on besides the operation.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// Where surfaces and samplers are declared.
    pub module: &'a Module,
    /// What is known of the parameters.
    pub facts: ValueFacts<'a>,
    /// The target.
    pub target: Target,
    /// The lanes of a thread.
    pub simd: SimdWidth,
    /// When gaps in a mask are worth a header.
    pub channels: ChannelChoice,
}

/// What becomes of the result of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultUse {
    /// Its type; of a media block that is written, the type of what is written.
    pub ty: Type,
    /// Whether all lanes that run together have the same, for whoever reads it.
    pub uniform: bool,
}

/// Plans the message of `op`, which is `inst` of the kernel; `None` where it neither returns nor writes anything.
#[inline]
pub(crate) fn plan_of(inst: Inst, op: &TextureOp, context: &Context<'_>) -> Option<Result<MessagePlan, Reason>> {
    let facts = &context.facts;
    let value = op.data.or(facts.kernel().result(inst))?;
    // One message returns all results.
    let uniform = facts.is_uniform(value) && facts.kernel().results(inst).all(|result| facts.is_uniform(result));
    Some(plan(op, ResultUse { ty: facts.kernel().ty(value), uniform }, context))
}

/// Plans the message of `op`, whose result is used like that.
///
/// # Errors
///
/// No message does what the operation asks for, the target does not have it, or its surface or sampler cannot be named.
pub fn plan(op: &TextureOp, result: ResultUse, context: &Context<'_>) -> Result<MessagePlan, Reason> {
    let platform = context.target.platform();
    if !platform.has_sampler {
        return Err(Reason::NoSampler(context.target));
    }
    check_bindings(op, context)?;
    let mut notes = SmallVec::new();
    let message = choose_row(op, context, &mut notes)?;
    let row = message.row();
    if op.kind.is_media() {
        return block::plan(op, message, result, context);
    }
    let parameter = parameter_type(op, message, context)?;
    let count = trimmed(op, message, context, &mut notes);
    let mut sources: SmallVec<[SlotSource; 4]> = SmallVec::with_capacity(count);
    for slot in &row.slots[..count] {
        sources.push(slot_source(op, *slot));
    }
    let channels = choose_channels(op, message, context.channels, &mut notes);
    let uniform = result.uniform && is_uniform_message(&sources, context);
    let sends = if uniform {
        notes.push(Note::Uniform);
        Sends { lanes: platform.native_simd as u8, count: 1, nomask: true }
    } else {
        halves(context)
    };
    Ok(MessagePlan {
        message,
        sources,
        parameter,
        channels,
        offset: pack_offset(op.offset),
        result: result_type(result.ty.scalar),
        residency: op.returns_residency(),
        sends,
        block: None,
        notes,
    })
}

/// A message for each half of the lanes.
fn halves(context: &Context<'_>) -> Sends {
    let (lanes, count) = (context.simd.exec_lanes(context.target), context.simd.halves(context.target));
    Sends { lanes: lanes as u8, count: count as u8, nomask: false }
}

/// Texel offsets as messages have them: u in bits 11..8, v in 7..4, r in 3..0 (3D_LOAD, Aoffimmi).
pub fn pack_offset([u, v, r]: [i8; 3]) -> u16 {
    let nibble = |offset: i8| u16::from(offset as u8 & 0xf);
    nibble(u) << 8 | nibble(v) << 4 | nibble(r)
}

/// The element type under which a response of that scalar type is declared; the sampler only heeds its size.
fn result_type(scalar: Scalar) -> DataType {
    match scalar {
        Scalar::F32 => DataType::F,
        Scalar::F16 => DataType::Hf,
        Scalar::I16 => DataType::W,
        _ => DataType::D,
    }
}

fn check_bindings(op: &TextureOp, context: &Context<'_>) -> Result<(), Reason> {
    let check = |name: &str, binding: Binding, limit: u32| match binding {
        Binding::Table(given) if given < limit => Ok(()),
        Binding::Table(given) => Err(Reason::TableEntry { name: name.to_owned(), given, limit }),
        Binding::Indexed | Binding::Bindless => {
            Err(Reason::unsupported(format!("`{name}`, which is found by a value and not by a table entry,")))
        }
    };
    let surface = &context.module.surfaces[op.surface.surface];
    check(&surface.name, surface.binding, SURFACES)?;
    match op.sampler {
        Some(sampler) => {
            let sampler = &context.module.samplers[sampler.sampler];
            check(&sampler.name, sampler.binding, SAMPLERS)
        }
        None => Ok(()),
    }
}

/// The first of the operation's candidates that the target can send.
fn choose_row(op: &TextureOp, context: &Context<'_>, notes: &mut Notes) -> Result<Message, Reason> {
    let is_absent = |value| context.facts.is_absent(value);
    let asked = Asked {
        lod_is_zero: op.param(Role::Lod).is_none_or(is_absent),
        has_ai: op.param(Role::Ai).is_some_and(|ai| !is_absent(ai)),
        has_words: op.param(Role::U).is_some_and(|u| context.facts.scalar(u) == Scalar::I16),
    };
    let candidates = candidates::of(op, asked);
    let Some(message) = candidates.clone().find(|message| message.row().is_usable(context.target)) else {
        let lacking: SmallVec<[Message; 4]> = candidates.collect();
        return Err(match lacking[..] {
            [] => candidates::none(op, asked.has_ai, context.target),
            _ => not_on_target(context.target, &lacking),
        });
    };
    let takes_lod = matches!(op.kind, TextureKind::Load | TextureKind::Sample);
    if takes_lod && asked.lod_is_zero && (op.kind == TextureKind::Load || op.param(Role::Lod).is_some()) {
        let is_sent = message.row().slots.contains(&Slot::Lod);
        notes.push(if is_sent { Note::ExplicitLodZero } else { Note::ImplicitLodZero });
    }
    Ok(message)
}

/// Why the target cannot send one of these messages, of which there is one.
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

/// What `op` has for a slot.
#[inline]
fn slot_source(op: &TextureOp, slot: Slot) -> SlotSource {
    match role(slot) {
        Some((role, element)) => op.param(role).map_or(SlotSource::Zero, |value| SlotSource::Value { value, element }),
        None => SlotSource::Packed(Box::new(packed(op, slot))),
    }
}

/// The role of a slot, and the element of its value; none of a word with texel offsets.
fn role(slot: Slot) -> Option<(Role, u8)> {
    Some(match slot {
        Slot::U => (Role::U, 0),
        Slot::V => (Role::V, 0),
        Slot::R => (Role::R, 0),
        Slot::Ai => (Role::Ai, 0),
        Slot::Lod => (Role::Lod, 0),
        Slot::Bias => (Role::Bias, 0),
        Slot::Ref => (Role::Ref, 0),
        Slot::MinLod => (Role::MinLod, 0),
        Slot::DuDx => (Role::DuDx, 0),
        Slot::DuDy => (Role::DuDy, 0),
        Slot::DvDx => (Role::DvDx, 0),
        Slot::DvDy => (Role::DvDy, 0),
        Slot::DrDx => (Role::DrDx, 0),
        Slot::DrDy => (Role::DrDy, 0),
        Slot::Si => (Role::Si, 0),
        Slot::McsL | Slot::Mcs0 => (Role::Mcs, 0),
        Slot::McsH | Slot::Mcs1 => (Role::Mcs, 1),
        Slot::Mcs2 => (Role::Mcs, 2),
        Slot::Mcs3 => (Role::Mcs, 3),
        Slot::OffU => (Role::OffU, 0),
        Slot::OffV => (Role::OffV, 0),
        Slot::X => (Role::X, 0),
        Slot::Y => (Role::Y, 0),
        Slot::OffUv
        | Slot::OffUvr
        | Slot::LodOffUv
        | Slot::LodOffUvr
        | Slot::BiasOffUv
        | Slot::BiasOffUvr
        | Slot::OffUvAndR
        | Slot::OffUvrAndR => return None,
    })
}

/// The word of a packed slot.
fn packed(op: &TextureOp, slot: Slot) -> PackedOffsets {
    let r = if slot.offsets() == 3 { op.param(Role::OffR) } else { None };
    let with = match slot.shares_word_with() {
        Some(Slot::Lod) => op.param(Role::Lod).map(PackedWith::Float),
        Some(Slot::Bias) => op.param(Role::Bias).map(PackedWith::Float),
        Some(_) => Some(PackedWith::Layer(op.param(Role::R))),
        None => None,
    };
    let bits = if op.kind == TextureKind::Gather4 { 6 } else { 4 };
    PackedOffsets { offsets: [op.param(Role::OffU), op.param(Role::OffV), r], bits, with }
}

/// How many slots are sent.
#[inline]
fn trimmed(op: &TextureOp, message: Message, context: &Context<'_>, notes: &mut Notes) -> usize {
    let row = message.row();
    let is_absent = |value: Value| context.facts.is_absent(value);
    let roles = op.roles();
    let is_given = |slot: &Slot| role(*slot).is_none_or(|(role, _)| roles.contains(role));
    let is_wanted = |slot: &Slot| match role(*slot) {
        Some((role, _)) => op.param(role).is_some_and(|value| !is_absent(value)),
        None => !packed(op, *slot).values().all(is_absent),
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
    let legal = row.counts.at_least(least as u32, row.slots.len() as u32) as usize;
    // Roles that the operation gives and the message leaves out; slots beyond these were never asked for.
    if given > legal {
        notes.push(Note::Trimmed((given - legal) as u8));
    }
    if legal > wanted.max(1) {
        notes.push(Note::Padded((legal - wanted) as u8));
    }
    legal
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
    let prefix = ChannelMask::from_bits((1 << (8 - read.bits().leading_zeros())) - 1);
    // Queries are only asked for prefixes, by Intel's compiler too.
    let exact = op.kind.returns() != Returns::Info
        && match choice {
            ChannelChoice::Exact => true,
            ChannelChoice::Intel => matches!(read.bits(), 0b0100 | 0b1000 | 0b1001 | 0b1010 | 0b1100),
        };
    notes.push(if exact { Note::SparseMask } else { Note::PrefixMask });
    if exact { read } else { prefix }
}

/// Whether one message serves all lanes: every parameter is the same in all of them.
fn is_uniform_message(sources: &[SlotSource], context: &Context<'_>) -> bool {
    let uniform = |fill: &SlotSource| match fill {
        SlotSource::Value { value, .. } => context.facts.is_uniform(*value),
        SlotSource::Packed(packed) => packed.values().all(|value| context.facts.is_uniform(value)),
        SlotSource::Zero => true,
    };
    sources.iter().all(uniform)
}
