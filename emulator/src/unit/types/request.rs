//! Requests to the texture unit and its responses. A request is decoded once and served for all lanes.

use texvisa_ir::texture::{Role, TextureKind};

use super::format::Kind;
use super::numeric::narrow_result;
use super::sampler::Sampler;
use super::semantics::{Mcs16, Semantics};
use super::surface::Surface;

/// The most lanes of a request.
pub const MAX_LANES: usize = 32;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// A texel at integer coordinates (3D_LOAD ld).
    Load,
    /// A sample of a multisampled pixel (3D_LOAD ld2dms_w).
    LoadSample,
    /// The MCS value of a multisampled pixel (3D_LOAD ld_mcs).
    LoadCompression,
    /// A filtered texel (3D_SAMPLE).
    Sample,
    /// One channel of the four texels of a bilinear filter (3D_SAMPLE4).
    Gather,
    /// The level of detail that a sample would use (3D_SAMPLE LOD).
    QueryLod,
    /// Sizes (INFO resinfo).
    Size,
    /// Samples (INFO sampleinfo).
    SampleInfo,
}

impl Operation {
    /// What a texture operation asks; `None` for media blocks, which are none of the sampler's.
    pub(crate) const fn of(kind: TextureKind) -> Option<Operation> {
        Some(match kind {
            TextureKind::Load => Operation::Load,
            TextureKind::LoadMcs => Operation::LoadCompression,
            TextureKind::LoadMs => Operation::LoadSample,
            TextureKind::Gather4 => Operation::Gather,
            TextureKind::Sample => Operation::Sample,
            TextureKind::QueryLod => Operation::QueryLod,
            TextureKind::Size => Operation::Size,
            TextureKind::SampleInfo => Operation::SampleInfo,
            _ => return None,
        })
    }
}

/// Where the level of detail of a sample or gather comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LodSource {
    /// It is zero.
    Zero,
    /// The parameter.
    Explicit,
    /// The coordinates of the neighbouring lanes, and the bias.
    Implicit,
    /// The derivatives.
    Gradients,
}

/// The parameters of all lanes by role: floats as the bits of a binary32, integers as they are, zero where not given.
#[derive(Clone, Debug)]
pub struct Parameters {
    words: [[u32; MAX_LANES]; Parameters::ROLES],
    /// The roles that were given, as bits. The words of the others mean nothing.
    given: u32,
    /// The high dword of the MCS value; the low one is the parameter [`Role::Mcs`].
    pub mcs_high: [u32; MAX_LANES],
    /// The layer of a 2D array, as the bits of a binary32, where a word of offsets has it (gather4_po_c, sample_po_d);
    /// [`Role::R`] is then the coordinate of a volume or a cube alone. `None` where r is the layer.
    pub packed_layer: Option<[u32; MAX_LANES]>,
}

impl Parameters {
    /// One more than the last role that the unit knows.
    const ROLES: usize = Role::OffR as usize + 1;
    /// A parameter that was not given.
    const ABSENT: [u32; MAX_LANES] = [0; MAX_LANES];

    /// All zero.
    pub const fn new() -> Parameters {
        Parameters {
            words: [[0; MAX_LANES]; Parameters::ROLES],
            given: 0,
            mcs_high: [0; MAX_LANES],
            packed_layer: None,
        }
    }

    /// Makes everything zero again.
    pub fn clear(&mut self) {
        self.given = 0;
        self.mcs_high = Parameters::ABSENT;
        self.packed_layer = None;
    }

    /// The parameters that were given, each with the number of its role.
    pub(crate) fn given(&self) -> impl Iterator<Item = (usize, &[u32; MAX_LANES])> {
        let given = self.given;
        self.words.iter().enumerate().filter(move |(role, _)| given >> role & 1 == 1)
    }

    /// The parameter of every lane. Media blocks have roles of their own, which stay zero.
    pub fn words(&self, role: Role) -> &[u32; MAX_LANES] {
        match self.words.get(role as usize) {
            Some(words) if self.is_given(role) => words,
            _ => &Parameters::ABSENT,
        }
    }

    /// Whether the parameter was given; otherwise it is zero.
    pub(crate) fn is_given(&self, role: Role) -> bool {
        1u32.checked_shl(role as u32).is_some_and(|bit| self.given & bit != 0)
    }

    /// The parameter of every lane, to be given; `None` for the roles of media blocks.
    pub fn words_mut(&mut self, role: Role) -> Option<&mut [u32; MAX_LANES]> {
        let words = self.words.get_mut(role as usize)?;
        if self.given & 1 << role as u32 == 0 {
            self.given |= 1 << role as u32;
            *words = Parameters::ABSENT;
        }
        Some(words)
    }

    /// Gives a parameter the elements of the first lanes, in the order that registers have them; the others' are zero.
    /// Media blocks have roles of their own, which stay as they are.
    pub(crate) fn give<const N: usize>(&mut self, role: Role, elements: &[[u8; 4]; N]) {
        let Some(words) = self.words.get_mut(role as usize) else { return };
        let (given, rest) = words.split_at_mut(N);
        given.iter_mut().zip(elements).for_each(|(word, element)| *word = u32::from_le_bytes(*element));
        rest.fill(0);
        self.given |= 1 << role as u32;
    }

    /// The parameter of one lane as an unsigned number.
    pub(crate) fn uint(&self, role: Role, lane: usize) -> u32 {
        self.words(role)[lane]
    }

    /// The parameter of one lane as a signed number.
    pub(crate) fn int(&self, role: Role, lane: usize) -> i32 {
        self.words(role)[lane] as i32
    }

    /// The parameter of one lane as a float.
    pub(crate) fn float(&self, role: Role, lane: usize) -> f64 {
        f64::from(f32::from_bits(self.words(role)[lane]))
    }

    /// The layer of every lane where `role` has that of an array: the parameter, or what a word of offsets has instead
    /// of r.
    pub(crate) fn layers(&self, role: Role) -> &[u32; MAX_LANES] {
        match &self.packed_layer {
            Some(layers) if role == Role::R => layers,
            _ => self.words(role),
        }
    }

    /// The layer of one lane of a 2D array, not yet rounded.
    pub(crate) fn array_index(&self, lane: usize) -> f64 {
        f64::from(f32::from_bits(self.layers(Role::R)[lane]))
    }

    /// The MCS value of one lane.
    pub(crate) fn compression(&self, lane: usize) -> u64 {
        u64::from(self.mcs_high[lane]) << 32 | u64::from(self.words(Role::Mcs)[lane])
    }
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters::new()
    }
}

/// The arithmetic of filters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Precision {
    /// In binary64, rounded once to binary32.
    #[default]
    Exact,
    /// Fractions of texels and levels have 8 bits, as on Intel's hardware (subTexelPrecisionBits of Mesa's anv driver):
    /// a coordinate that is filtered rounds to nearest, a level is truncated (choice).
    Intel,
}

/// A request of up to [`MAX_LANES`] lanes on one surface.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// What is asked.
    pub operation: Operation,
    /// Where the level of detail comes from.
    pub lod: LodSource,
    /// Whether texels are compared with the reference value.
    pub compare: bool,
    /// The lanes that ask, as bits. The others' coordinates still count for derivatives.
    pub lanes: u32,
    /// Texel offsets along u, v and r, in all lanes.
    pub offset: [i8; 3],
    /// The channel that is gathered, 0 to 3, after channel select.
    pub channel: u8,
    /// The parameters.
    pub parameters: &'a Parameters,
    /// The surface.
    pub surface: &'a Surface,
    /// The sampler; for the operations that have one.
    pub sampler: Option<&'a Sampler>,
    /// The arithmetic of filters.
    pub precision: Precision,
    /// What the documents leave open.
    pub semantics: Semantics,
}

impl Request<'_> {
    /// The lanes that ask.
    pub(crate) fn each_lane(&self) -> impl Iterator<Item = usize> + use<> {
        let lanes = self.lanes;
        (0..MAX_LANES).filter(move |lane| lanes & 1 << lane != 0)
    }

    /// The texel offset of a lane along u, v and r: the constant one and the parameter's, of which `bits` count (D3D11
    /// gather4_po: the 6 low bits; sample_po packs 4).
    pub(crate) fn offset_of(&self, lane: usize, bits: u32) -> [i64; 3] {
        [Role::OffU, Role::OffV, Role::OffR].map(|role| {
            let along = role as usize - Role::OffU as usize;
            let given = self.parameters.int(role, lane);
            i64::from(self.offset[along]) + i64::from(given << (32 - bits) >> (32 - bits))
        })
    }
}

/// What the elements of a response are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Elements {
    /// Channels of a texel.
    Channels(Kind),
    /// Dwords of an MCS value, of which [`Mcs16`] says what a response of 16 bits an element has.
    Compression,
}

/// What came back, by channel and lane. Only lanes that asked have a meaning.
#[derive(Clone, Debug)]
pub struct Response {
    /// The elements of 32 bits.
    pub channels: [[u32; MAX_LANES]; 4],
    /// What they are.
    pub elements: Elements,
    /// One bit per lane: whether every texel that it touched was resident.
    pub resident: u32,
    /// What the documents leave open of a response of 16 bits.
    pub semantics: Semantics,
}

impl Response {
    /// Zeros.
    pub fn new() -> Response {
        Response {
            channels: [[0; MAX_LANES]; 4],
            elements: Elements::Channels(Kind::Uint),
            resident: u32::MAX,
            semantics: Semantics::default(),
        }
    }

    /// Gives a lane its four channels.
    pub(crate) fn set(&mut self, lane: usize, channels: [u32; 4]) {
        for (channel, value) in self.channels.iter_mut().zip(channels) {
            channel[lane] = value;
        }
    }

    /// An element as a response of 32 bits has it: floats as binary32, integers as they are.
    pub fn element32(&self, channel: usize, lane: usize) -> u32 {
        self.channels[channel & 3][lane % MAX_LANES]
    }

    /// The elements of the first lanes as a response of 32 bits has them, in the order of registers.
    pub(crate) fn elements32<const N: usize>(&self, channel: usize, place: &mut [[u8; 4]; N]) {
        let words = &self.channels[channel & 3];
        place.iter_mut().zip(words).for_each(|(place, word)| *place = word.to_le_bytes());
    }

    /// An element as a response of 16 bits has it.
    pub fn element16(&self, channel: usize, lane: usize) -> u16 {
        let Semantics { ret16, mcs16, .. } = self.semantics;
        match self.elements {
            Elements::Channels(kind) => narrow_result(kind, ret16, self.element32(channel, lane)),
            Elements::Compression if mcs16 == Mcs16::LowHalves => self.element32(channel, lane) as u16,
            Elements::Compression => (self.element32(channel / 2, lane) >> (16 * (channel % 2))) as u16,
        }
    }
}

impl Default for Response {
    fn default() -> Response {
        Response::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compression_words_come_as_two_dwords_or_four_words() {
        let mut response = Response::new();
        response.elements = Elements::Compression;
        response.set(3, [0x8765_4321, 0xfedc_ba98, 0, 0]);
        assert_eq!([0, 1, 2, 3].map(|channel| response.element32(channel, 3)), [0x8765_4321, 0xfedc_ba98, 0, 0]);
        assert_eq!([0, 1, 2, 3].map(|channel| response.element16(channel, 3)), [0x4321, 0x8765, 0xba98, 0xfedc]);
        response.semantics.mcs16 = Mcs16::LowHalves;
        assert_eq!([0, 1, 2, 3].map(|channel| response.element16(channel, 3)), [0x4321, 0xba98, 0, 0]);
    }

    #[test]
    fn offsets_that_are_parameters_count_by_their_low_bits() {
        let mut parameters = Parameters::new();
        parameters.words_mut(Role::OffU).expect("a role of the unit")[1] = 33;
        parameters.words_mut(Role::OffV).expect("a role of the unit")[1] = -8i32 as u32;
        let request = Request {
            operation: Operation::Gather,
            lod: LodSource::Zero,
            compare: false,
            lanes: 2,
            offset: [0, 1, -2],
            channel: 0,
            parameters: &parameters,
            surface: &Surface::null(),
            sampler: None,
            precision: Precision::Exact,
            semantics: Semantics::default(),
        };
        assert_eq!(request.offset_of(1, 6), [-31, -7, -2]);
        assert_eq!(request.offset_of(1, 4), [1, -7, -2]);
        assert_eq!(request.each_lane().collect::<Vec<_>>(), [1]);
    }
}
