//! What hardware gets of a message: the immediate arguments of its call. The rules are those of [`texvisa::ir`]; here is the
//! order in which a call has the results.

use texvisa::ir::target::Platform;
use texvisa::ir::texture::ChannelMask;
use texvisa::ir::visa::MediaModifier;
use texvisa::ir::visa::descriptor::{
    BINDLESS_SURFACE, Descriptor, NEAR_SAMPLERS, PayloadPlacement, block_descriptor, descriptor,
};
use texvisa::ir::visa::message::ResponseKind;
use texvisa::ir::visa::message_shape::{BlockShape, MessageShape};
use texvisa::lowering::plan::{BlockSend, MessagePlan, TableEntry};

/// In place of the number of a surface or sampler: the number is in the pointer.
pub const IN_POINTER: u32 = u32::MAX;
/// In place of such a number: the pointer is a handle.
pub const HANDLE: u32 = u32::MAX - 1;
/// In place of a byte of the response: there is none.
const NONE: u32 = u32::MAX;

/// An immediate argument: its name, and the bits of its type.
pub type Field = (&'static str, u32);

/// Those of a message to the sampler, in their order.
const SAMPLED: [Field; 18] = [
    ("offset", 32),
    ("channels", 32),
    ("lanes", 32),
    ("sends", 32),
    ("nomask", 1),
    ("surface", 32),
    ("sampler", 32),
    ("descriptor", 32),
    ("extended descriptor", 32),
    ("header", 1),
    ("header dword 2", 32),
    ("header dword 3", 32),
    ("first length", 32),
    ("second length", 32),
    ("response length", 32),
    ("split", 32),
    ("channel step", 32),
    ("residency", 32),
];

/// Those of a media block, before those of its messages.
const BLOCK: [Field; 4] = [("lanes", 32), ("surface", 32), ("plane", 32), ("rows", 32)];

/// Those of each message of a media block.
const BLOCK_SEND: [Field; 10] = [
    ("x", 32),
    ("y", 32),
    ("width", 32),
    ("height", 32),
    ("pitch", 32),
    ("descriptor", 32),
    ("extended descriptor", 32),
    ("header dword 2", 32),
    ("second length", 32),
    ("response length", 32),
];

/// What the immediates of a call are made from.
pub enum Encoding {
    /// Of a message to the sampler.
    Sampled(SampledEncoding),
    /// Of a media block.
    Block(BlockEncoding),
}

/// A message to the sampler.
pub struct SampledEncoding {
    /// Its shape.
    pub shape: MessageShape,
    /// How many are sent, each for as many lanes as the shape has.
    pub count: u32,
    /// Whether they ignore the execution mask.
    pub nomask: bool,
    /// The number of the surface, or what stands in its place.
    pub surface: u32,
    /// That of the sampler, 0 where there is none.
    pub sampler: u32,
}

/// A media block.
pub struct BlockEncoding {
    /// Whether it is written.
    pub store: bool,
    /// The lanes of the thread.
    pub lanes: u32,
    /// The number of the surface.
    pub surface: u32,
    /// The plane of the surface.
    pub plane: u32,
    /// Which rows of the surface.
    pub modifier: MediaModifier,
    /// The messages.
    pub sends: Vec<BlockSend>,
}

/// A surface or sampler, as an immediate has it.
fn number(entry: TableEntry) -> u32 {
    match entry {
        TableEntry::Number(number) => number,
        TableEntry::Index(_) => IN_POINTER,
        TableEntry::Handle(_) => HANDLE,
    }
}

/// What a descriptor has of such an immediate.
fn in_descriptor(number: u32, handle: u32) -> u32 {
    match number {
        IN_POINTER => 0,
        HANDLE => handle,
        number => number,
    }
}

impl Encoding {
    /// Of the message that was planned.
    pub fn of_plan(plan: &MessagePlan, platform: &Platform) -> Encoding {
        match &plan.block {
            Some(block) => Encoding::Block(BlockEncoding {
                store: plan.message.row().response == ResponseKind::None,
                lanes: u32::from(plan.sends.lanes) * u32::from(plan.sends.count),
                surface: number(plan.surface),
                plane: block.plane.into(),
                modifier: block.modifier,
                sends: block.sends.to_vec(),
            }),
            None => Encoding::Sampled(SampledEncoding {
                shape: plan.shape(platform.grf_bytes),
                count: plan.sends.count.into(),
                nomask: plan.sends.nomask,
                surface: number(plan.surface),
                sampler: plan.sampler.map_or(0, number),
            }),
        }
    }

    /// The fields of the arguments, in their order.
    pub fn fields(&self) -> Vec<Field> {
        match self {
            Encoding::Sampled(_) => SAMPLED.to_vec(),
            Encoding::Block(block) => block_fields(block.sends.len()),
        }
    }

    /// The arguments, in the order of [`Encoding::fields`].
    pub fn values(&self, platform: &Platform) -> Vec<u32> {
        match self {
            Encoding::Sampled(sampled) => sampled.values(platform),
            Encoding::Block(block) => block.values(platform),
        }
    }
}

fn block_fields(sends: usize) -> Vec<Field> {
    let each = std::iter::repeat_n(BLOCK_SEND, sends).flatten();
    BLOCK.into_iter().chain(each).collect()
}

impl SampledEncoding {
    fn values(&self, platform: &Platform) -> Vec<u32> {
        let SampledEncoding { shape, count, nomask, surface, sampler } = self;
        let (entry, state) = (in_descriptor(*surface, BINDLESS_SURFACE), in_descriptor(*sampler, 0));
        let Descriptor { word, extended, header, sampler_bytes, first, second, response, sends } =
            descriptor(shape, PayloadPlacement::Scattered, platform, entry, state, false);
        let sent = MessageShape { lanes: shape.lanes / sends, ..*shape };
        vec![
            u32::from(shape.offset.unwrap_or(0) & 0xfff),
            shape.channels.bits().into(),
            shape.lanes,
            *count,
            (*nomask).into(),
            *surface,
            *sampler,
            word,
            extended,
            header.is_some().into(),
            header.unwrap_or(0),
            sampler_bytes,
            first,
            second,
            response,
            sends,
            sent.channel_step(),
            sent.residency_start().unwrap_or(NONE),
        ]
    }

    /// Of a call with these immediates, as far as they say something of their own; nothing where there are not as many or
    /// a number means nothing. What else the shape depends on is in `shape`.
    pub fn of_values(values: &[u32], shape: MessageShape, has_offsets: bool) -> Option<SampledEncoding> {
        let [offset, channels, lanes, count, nomask, surface, sampler, ..] = values[..] else { return None };
        let is_far = shape.message.row().class.has_sampler() && (NEAR_SAMPLERS..HANDLE).contains(&sampler);
        let far = if is_far { texvisa::ir::visa::descriptor::FAR_SAMPLER } else { 0 };
        Some(SampledEncoding {
            shape: MessageShape {
                lanes,
                channels: ChannelMask::from_bits(u8::try_from(channels).ok().filter(|bits| *bits <= 15)?),
                offset: if has_offsets { None } else { Some(u16::try_from(offset).ok()? | far) },
                sampler_handle: sampler == HANDLE,
                residency: *values.get(SAMPLED.len() - 1)? != NONE,
                ..shape
            },
            count,
            nomask: nomask != 0,
            surface,
            sampler,
        })
    }
}

impl BlockEncoding {
    fn values(&self, platform: &Platform) -> Vec<u32> {
        let BlockEncoding { store, lanes, surface, plane, modifier, sends } = self;
        let mut values = vec![*lanes, *surface, *plane, *modifier as u32];
        for BlockSend { x, y, shape } in sends {
            let entry = in_descriptor(*surface, 0) + plane;
            let Descriptor { word, extended, header, second, response, .. } =
                block_descriptor(*shape, *store, *modifier, platform, entry);
            let header = header.unwrap_or(0);
            let BlockShape { width, height } = *shape;
            values.extend([*x, *y, width, height, shape.pitch(), word, extended, header, second, response]);
        }
        values
    }

    /// Of a call with these immediates, as far as they say something of their own; nothing where there are not as many or
    /// a number means nothing.
    pub fn of_values(values: &[u32], store: bool) -> Option<BlockEncoding> {
        let ([lanes, surface, plane, rows], sends) = values.split_first_chunk()?;
        let (modifier, _) = MediaModifier::TEXT.get(usize::try_from(*rows).ok()?)?;
        let chunks = sends.chunks_exact(BLOCK_SEND.len());
        if !chunks.remainder().is_empty() || *plane > 3 {
            return None;
        }
        let send = |fields: &[u32]| {
            let shape = BlockShape { width: fields[2], height: fields[3] };
            shape.is_legal().then_some(BlockSend { x: fields[0], y: fields[1], shape })
        };
        let sends = chunks.map(send).collect::<Option<Vec<_>>>()?;
        Some(BlockEncoding { store, lanes: *lanes, surface: *surface, plane: *plane, modifier: *modifier, sends })
    }
}
