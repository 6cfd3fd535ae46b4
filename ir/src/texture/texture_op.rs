//! Texture operations: what a program asks of a surface, and the role of each parameter.

use std::fmt;
use std::sync::LazyLock;

use super::declarations::Dimension;
use super::entities::{SamplerId, SurfaceId, Value};
use super::names::NameTable;
use super::types::{Scalar, Type};
use super::word::Word;
use crate::collections::ShortList;

/// What a parameter of a texture operation means. The names are those of the message parameters in Intel's vISA
/// documents (3D_LOAD, 3D_SAMPLE, 3D_SAMPLE4, INFO, MEDIA_LD), which need no dimension: `v` is the array index of a 1D
/// array, `r` that of a 2D array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Role {
    /// First coordinate.
    U,
    /// Second coordinate, or the layer of a 1D array.
    V,
    /// Third coordinate, or the layer of a 2D array.
    R,
    /// Layer of a cube array.
    Ai,
    /// Level of detail: an integer for loads and sizes, a float for samples.
    Lod,
    /// Added to the implicit level of detail.
    Bias,
    /// Reference value of a comparison.
    Ref,
    /// Lower bound of the level of detail.
    MinLod,
    /// Derivative of `u` along x.
    DuDx,
    /// Derivative of `u` along y.
    DuDy,
    /// Derivative of `v` along x.
    DvDx,
    /// Derivative of `v` along y.
    DvDy,
    /// Derivative of `r` along x.
    DrDx,
    /// Derivative of `r` along y.
    DrDy,
    /// Sample index.
    Si,
    /// The MCS value that `load_mcs` returned, in one of the two forms of [`McsForm`](super::McsForm).
    Mcs,
    /// Texel offset along u that is not a constant, an `i32` of which a gather uses 6 bits and a sample 4. Besides such
    /// offsets the low 12 bits of a level or bias count as zero, and a layer is a whole number from 0 to 4095: messages
    /// have them in one word (Intel's TranslateToProgrammableOffsets).
    OffU,
    /// Texel offset along v that is no constant, an `i32`.
    OffV,
    /// Texel offset along r that is no constant, an `i32`.
    OffR,
    /// Left edge of a media block, in bytes.
    X,
    /// Upper edge of a media block, in rows.
    Y,
    /// The low half of a 64-bit address, an `i32`.
    Low,
    /// The high half of a 64-bit address, an `i32`.
    High,
    /// Texel offsets that all lanes share and that are no constants, an `i32` as messages have them: along u in bits 11
    /// to 8, along v in 7 to 4, along r in 3 to 0, each -8 to 7; the other bits are ignored (3D_SAMPLE, Aoffimmi).
    Offsets,
}

impl Role {
    /// Every role with its name in texture IR.
    const NAMES: [(Role, &'static str); 24] = [
        (Role::U, "u"),
        (Role::V, "v"),
        (Role::R, "r"),
        (Role::Ai, "ai"),
        (Role::Lod, "lod"),
        (Role::Bias, "bias"),
        (Role::Ref, "ref"),
        (Role::MinLod, "min_lod"),
        (Role::DuDx, "dudx"),
        (Role::DuDy, "dudy"),
        (Role::DvDx, "dvdx"),
        (Role::DvDy, "dvdy"),
        (Role::DrDx, "drdx"),
        (Role::DrDy, "drdy"),
        (Role::Si, "si"),
        (Role::Mcs, "mcs"),
        (Role::OffU, "offu"),
        (Role::OffV, "offv"),
        (Role::OffR, "offr"),
        (Role::X, "x"),
        (Role::Y, "y"),
        (Role::Low, "low"),
        (Role::High, "high"),
        (Role::Offsets, "offsets"),
    ];

    /// The name in texture IR.
    pub const fn name(self) -> &'static str {
        Role::NAMES[self as usize].1
    }

    /// Every role, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Role> {
        Role::NAMES.into_iter().map(|(role, _)| role)
    }

    /// The names of all roles, for messages: `u, v, ...`.
    pub fn names() -> String {
        Role::NAMES.map(|(_, name)| name).join(", ")
    }

    /// The role of that name.
    #[inline]
    pub(super) fn from_name(name: Word) -> Option<Role> {
        static NAMES: LazyLock<NameTable<Role>> =
            LazyLock::new(|| NameTable::new(Role::NAMES.into_iter().map(|(role, name)| (name, role))));
        NAMES.find(name)
    }
}

/// A set of roles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoleSet(u32);

impl RoleSet {
    /// The set of these.
    pub const fn of(roles: &[Role]) -> RoleSet {
        let mut bits = 0;
        let mut index = 0;
        while index < roles.len() {
            bits |= 1 << roles[index] as u32;
            index += 1;
        }
        RoleSet(bits)
    }

    /// Whether `role` is in the set.
    pub const fn contains(self, role: Role) -> bool {
        self.0 & (1 << role as u32) != 0
    }

    /// The set with `role` in it.
    #[must_use]
    pub const fn with(self, role: Role) -> RoleSet {
        RoleSet(self.0 | 1 << role as u32)
    }

    /// The roles of the set.
    pub fn iter(self) -> impl Iterator<Item = Role> {
        Role::NAMES.iter().map(|(role, _)| *role).filter(move |role| self.contains(*role))
    }
}

impl fmt::Display for RoleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, role) in self.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            f.write_str(role.name())?;
        }
        Ok(())
    }
}

/// What surfaces of a dimension have no use for: roles, and how many axes constant offsets have.
const LACKING: &[(Dimension, RoleSet, usize)] = {
    use Dimension as D;
    use Role::{Ai, DrDx, DrDy, DvDx, DvDy, OffR, OffU, OffV, Offsets, R, V};
    &[
        (D::D1, RoleSet::of(&[V, R, Ai, DvDx, DvDy, DrDx, DrDy, OffR]), 1),
        (D::D1Array, RoleSet::of(&[R, Ai, DvDx, DvDy, DrDx, DrDy, OffR]), 1),
        (D::D2, RoleSet::of(&[R, Ai, DrDx, DrDy, OffR]), 2),
        (D::D2Array, RoleSet::of(&[Ai, DrDx, DrDy, OffR]), 2),
        (D::D3, RoleSet::of(&[Ai]), 3),
        // Cubes take no offsets (Vulkan, OpImageSample*: Offset).
        (D::Cube, RoleSet::of(&[Ai, OffU, OffV, OffR, Offsets]), 0),
        (D::CubeArray, RoleSet::of(&[OffU, OffV, OffR, Offsets]), 0),
        (D::Buffer, RoleSet::of(&[V, R, Ai]), 1),
        (D::D2Ms, RoleSet::of(&[R, Ai]), 2),
        (D::D2MsArray, RoleSet::of(&[Ai]), 2),
    ]
};

/// The load of an MCS value, and the load of a sample that takes it.
pub const MULTISAMPLED_LOADS: [TextureKind; 2] = [TextureKind::LoadMcs, TextureKind::LoadMs];

/// The roles for which a surface of that dimension has no use.
pub(super) fn lacking_roles(dimension: Dimension) -> RoleSet {
    LACKING.iter().find(|row| row.0 == dimension).map_or(RoleSet::default(), |row| row.1)
}

/// How many axes of a surface of that dimension take a texel offset: those of u, u and v, or all.
pub(super) fn offset_axes(dimension: Dimension) -> usize {
    LACKING.iter().find(|row| row.0 == dimension).map_or(3, |row| row.2)
}

/// The type that the coordinates of a texture operation have, all alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinates {
    /// `i32`.
    Int,
    /// `i32`, or `i16` after narrowing.
    IntOrWord,
    /// `f32` or `f16`.
    Float,
}

/// What a texture operation returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// Four channels of a texel, of which [`TextureOp::mask`] says which are read: `f32x4`, `f16x4`, `i32x4` or `i16x4`.
    Texel,
    /// One channel of four texels, of the same types.
    Gathered,
    /// Levels of detail, of the same types.
    Level,
    /// The MCS value of a pixel, in one of the two forms of [`McsForm`](super::McsForm).
    Mcs,
    /// `i32x4` about the surface.
    Info,
    /// One element a row: an integer or a vector of integers.
    BlockRows,
    /// Nothing: it writes [`TextureOp::data`].
    Nothing,
}

/// The surfaces that a texture operation works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SurfaceClass {
    /// Images and typed buffers with one sample a pixel.
    Texels,
    /// Images with one sample a pixel.
    Filterable,
    /// Two-dimensional images and cubes, and arrays of them, with one sample a pixel.
    Gatherable,
    /// Multisampled images.
    Multisampled,
    /// Everything that is not raw bytes.
    Typed,
    /// Two-dimensional images that are no array.
    Plane,
}

impl SurfaceClass {
    /// Whether a surface of that dimension belongs to the class; one whose dimension is not stated may.
    pub const fn contains(self, dimension: Dimension) -> bool {
        use Dimension as D;
        match (self, dimension) {
            (_, D::Any) => true,
            (_, D::Raw) => false,
            (SurfaceClass::Typed, _) => true,
            (SurfaceClass::Multisampled, dimension) => matches!(dimension, D::D2Ms | D::D2MsArray),
            (_, D::D2Ms | D::D2MsArray) => false,
            (SurfaceClass::Texels, _) => true,
            (SurfaceClass::Filterable, dimension) => !matches!(dimension, D::Buffer),
            (SurfaceClass::Gatherable, dimension) => {
                matches!(dimension, D::D2 | D::D2Array | D::Cube | D::CubeArray)
            }
            (SurfaceClass::Plane, dimension) => matches!(dimension, D::D2),
        }
    }
}

/// When a texture operation derives its level of detail from the coordinates of the neighbouring lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DerivesLevel {
    /// Never.
    Never,
    /// Where it has neither `lod` nor gradients.
    Otherwise,
    /// Where it has `implicit_lod` or a bias.
    OnRequest,
    /// Always.
    Always,
}

macro_rules! texture_modifiers {
    ($($(#[$doc:meta])* $modifier:ident $name:literal;)*) => {
        /// A modifier of a texture operation: a word behind its parameters.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum TextureModifier { $($(#[$doc])* $modifier,)* }

        impl TextureModifier {
            /// Every modifier with its name in texture IR.
            const NAMES: &'static [(TextureModifier, &'static str)] = &[$((TextureModifier::$modifier, $name),)*];
        }
    };
}

#[rustfmt::skip]
texture_modifiers! {
    /// [`TextureOp::offset`].
    Offset "offset";
    /// [`TextureOp::channel`].
    Channel "channel";
    /// [`TextureOp::mask`].
    Mask "mask";
    /// [`TextureOp::residency`].
    Residency "residency";
    /// [`TextureOp::implicit_lod`].
    ImplicitLod "implicit_lod";
    /// [`TextureOp::kill_pixel`].
    KillPixel "kill_pixel";
    /// [`TextureOp::width`].
    Width "width";
    /// [`TextureOp::plane`].
    Plane "plane";
    /// [`MediaField::Top`].
    Top "top";
    /// [`MediaField::Bottom`].
    Bottom "bottom";
}

impl TextureModifier {
    /// The name in texture IR.
    pub const fn name(self) -> &'static str {
        TextureModifier::NAMES[self as usize].1
    }

    /// The modifier of that name.
    pub(super) fn from_name(name: &[u8]) -> Option<TextureModifier> {
        TextureModifier::NAMES.iter().find(|(_, known)| known.as_bytes() == name).map(|(modifier, _)| *modifier)
    }
}

macro_rules! texture_operations {
    ($($(#[doc = $doc:literal])* $kind:ident $name:literal $coordinates:ident $sampler:ident
        [$($required:ident)*] [$($optional:ident)*] $returns:ident $surfaces:ident $level:ident [$($modifier:ident)*];
    )*) => {
        /// A texture operation. It says what the program means; which message it becomes is decided by the target.
        ///
        /// The enum is a table: what an operation asks for is a column, and other files read columns instead of naming
        /// operations.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum TextureKind { $($(#[doc = $doc])* $kind,)* }

        impl TextureKind {
            /// Every texture operation.
            pub const ALL: &'static [TextureKind] = &[$(TextureKind::$kind,)*];

            /// The name in texture IR.
            pub const fn name(self) -> &'static str {
                match self { $(TextureKind::$kind => $name,)* }
            }

            /// What it does, in the words of its row.
            pub const fn summary(self) -> &'static str {
                match self { $(TextureKind::$kind => concat!($($doc),*),)* }
            }

            /// The type of its coordinates.
            pub const fn coordinates(self) -> Coordinates {
                match self { $(TextureKind::$kind => Coordinates::$coordinates,)* }
            }

            /// Whether it names a sampler.
            pub const fn has_sampler(self) -> bool {
                match self { $(TextureKind::$kind => $sampler,)* }
            }

            /// The roles it must have.
            pub const fn required(self) -> RoleSet {
                match self { $(TextureKind::$kind => RoleSet::of(&[$(Role::$required),*]),)* }
            }

            /// The roles it may have besides; the rest of the surface's coordinates are zero where absent.
            pub const fn optional(self) -> RoleSet {
                match self { $(TextureKind::$kind => RoleSet::of(&[$(Role::$optional),*]),)* }
            }

            /// What it returns.
            pub const fn returns(self) -> Returns {
                match self { $(TextureKind::$kind => Returns::$returns,)* }
            }

            /// The surfaces that it works on.
            pub const fn surfaces(self) -> SurfaceClass {
                match self { $(TextureKind::$kind => SurfaceClass::$surfaces,)* }
            }

            /// When it derives its level of detail: see [`TextureOp::derives_level`].
            pub const fn level(self) -> DerivesLevel {
                match self { $(TextureKind::$kind => DerivesLevel::$level,)* }
            }

            /// The modifiers that it may have.
            pub const fn modifiers(self) -> &'static [TextureModifier] {
                match self { $(TextureKind::$kind => &[$(TextureModifier::$modifier),*],)* }
            }
        }
    };
}

const SAMPLER: bool = true;
const NO_SAMPLER: bool = false;

#[rustfmt::skip]
texture_operations! {
    /// A texel at integer coordinates (3D_LOAD ld, ld_lz, ld_l). Outside the surface the result is 0.
    Load "load" Int NO_SAMPLER [U] [V R Lod]
        Texel Texels Never [Offset Mask Residency];
    /// The MCS value of a multisampled pixel (3D_LOAD ld_mcs). Undefined where a coordinate, as a signed `i32`,
    /// is not within -32768 to 65535: platforms from XeHP_SDV on take words, and no multisampled surface is larger than
    /// 16384, so that within these bounds the low word has the same meaning.
    LoadMcs "load_mcs" IntOrWord NO_SAMPLER [U] [V R Lod]
        Mcs Multisampled Never [Offset Mask];
    /// One sample of a multisampled pixel (3D_LOAD ld2dms_w). Undefined where the sample index or a coordinate, as a
    /// signed `i32` and with its offset, is not within -32768 to 65535, because platforms from ICLLP on take words.
    LoadMs "load_ms" IntOrWord NO_SAMPLER [Si Mcs U] [V R Lod]
        Texel Multisampled Never [Offset Mask Residency];
    /// One channel of the four texels that a bilinear filter would read (3D_SAMPLE4).
    Gather4 "gather4" Float SAMPLER [U V] [R Ai Ref Lod Bias OffU OffV Offsets]
        Gathered Gatherable OnRequest [Offset Channel Residency ImplicitLod];
    /// A filtered texel (3D_SAMPLE). The level of detail is `lod` where given, from the gradients where given,
    /// otherwise implicit, from the neighbouring lanes.
    Sample "sample" Float SAMPLER [U] [V R Ai Ref Lod Bias MinLod DuDx DuDy DvDx DvDy DrDx DrDy OffU OffV OffR Offsets]
        Texel Filterable Otherwise [Offset Mask Residency KillPixel];
    /// The level of detail that a sample would use: clamped in the first element, unclamped in the second (3D_SAMPLE
    /// LOD).
    QueryLod "query_lod" Float SAMPLER [U] [V R Ai]
        Level Filterable Always [Mask];
    /// Width, height, depth or layers, and levels (INFO resinfo).
    Size "size" Int NO_SAMPLER [Lod] []
        Info Typed Never [Mask];
    /// Samples, and the sample position palette index in the fourth element (INFO sampleinfo).
    SampleInfo "sample_info" Int NO_SAMPLER [] []
        Info Typed Never [Mask];
    /// A block of bytes, one row an element, consecutive columns of a row in consecutive lanes (MEDIA_LD). It is as
    /// wide as the lanes of the thread, or has as many columns as [`TextureOp::width`] says: the result of lanes beyond
    /// is undefined. `x` and `y` are signed, and those of lane 0 count. Outside the surface the nearest pixel is
    /// repeated.
    MediaRead "media_read" Int NO_SAMPLER [X Y] []
        BlockRows Plane Never [Width Plane Top Bottom];
    /// The same, written (MEDIA_ST); `x` is a multiple of 4. What is outside the surface is dropped, what lanes that
    /// are not active would write is undefined.
    MediaWrite "media_write" Int NO_SAMPLER [X Y] []
        Nothing Plane Never [Width Plane Top Bottom];
}

/// Roles whose type does not follow that of the coordinates, and which are not trimmed with them: an `i32` each, and the
/// MCS value.
pub const FIXED_TYPE_ROLES: RoleSet = RoleSet::of(&[Role::OffU, Role::OffV, Role::OffR, Role::Offsets, Role::Mcs]);

/// Which of the four channels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChannelMask(u8);

impl ChannelMask {
    /// All four.
    pub const RGBA: ChannelMask = ChannelMask(0xf);
    /// None.
    pub const EMPTY: ChannelMask = ChannelMask(0);

    /// The mask with these bits: R is bit 0, A bit 3; the rest is dropped.
    pub const fn from_bits(bits: u8) -> ChannelMask {
        ChannelMask(bits & 0xf)
    }

    /// The bits: R is bit 0, A bit 3.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The mask with `channel` (0 to 3) in it.
    #[must_use]
    pub const fn with(self, channel: u8) -> ChannelMask {
        ChannelMask::from_bits(self.0 | 1 << channel)
    }

    /// Whether `channel` (0 to 3) is in it.
    pub const fn contains(self, channel: u8) -> bool {
        self.0 & (1 << channel) != 0
    }

    /// How many channels are in it.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The index of `channel` among the channels that are in the mask, which is where a response has it.
    pub const fn rank(self, channel: u8) -> Option<u32> {
        if self.contains(channel) { Some((self.0 & ((1 << channel) - 1)).count_ones()) } else { None }
    }

    /// The channels, in order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..4).filter(move |channel| self.contains(*channel))
    }

    /// Whether it is R, RG, RGB or RGBA, which messages express without a header.
    pub const fn is_prefix(self) -> bool {
        matches!(self.0, 0b0001 | 0b0011 | 0b0111 | 0b1111)
    }

    /// Reads `rgba`, `RG`, `ga`: letters in order, each at most once.
    pub fn from_letters(letters: &str) -> Option<ChannelMask> {
        let mut mask = 0u8;
        for letter in letters.bytes() {
            let bit = 1 << b"rgba".iter().position(|known| *known == letter.to_ascii_lowercase())?;
            if bit <= mask {
                return None;
            }
            mask |= bit;
        }
        (mask != 0).then_some(ChannelMask(mask))
    }
}

impl fmt::Display for ChannelMask {
    /// The letters in lower case; in upper case with `{:#}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = if f.alternate() { ["R", "G", "B", "A"] } else { ["r", "g", "b", "a"] };
        self.iter().try_for_each(|channel| f.write_str(letters[channel as usize]))
    }
}

/// Which rows of an interlaced surface a media block has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MediaField {
    /// All.
    #[default]
    Frame,
    /// The even ones.
    Top,
    /// The odd ones.
    Bottom,
}

/// A surface that is declared, and the index that chooses it where its declaration leaves that open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurfaceRef {
    /// The declaration.
    pub surface: SurfaceId,
    /// Table index or bindless handle, an `i32`, where [`Binding`](super::Binding) asks for one.
    pub index: Option<Value>,
}

impl From<SurfaceId> for SurfaceRef {
    fn from(surface: SurfaceId) -> SurfaceRef {
        SurfaceRef { surface, index: None }
    }
}

/// A sampler that is declared, and the index that chooses it where its declaration leaves that open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SamplerRef {
    /// The declaration.
    pub sampler: SamplerId,
    /// Table index or bindless handle, an `i32`, where [`Binding`](super::Binding) asks for one.
    pub index: Option<Value>,
}

impl From<SamplerId> for SamplerRef {
    fn from(sampler: SamplerId) -> SamplerRef {
        SamplerRef { sampler, index: None }
    }
}

/// One texture operation.
#[derive(Debug, PartialEq)]
pub struct TextureOp {
    /// What it does.
    pub kind: TextureKind,
    /// On which surface.
    pub surface: SurfaceRef,
    /// Through which sampler; present where [`TextureKind::has_sampler`] says so.
    pub sampler: Option<SamplerRef>,
    /// The parameters, each role at most once, in any order.
    pub params: ShortList<(Role, Value), 6>,
    /// Constant texel offsets along u, v and r, each -8 to 7.
    pub offset: [i8; 3],
    /// For gather4: the channel that is gathered, 0 to 3.
    pub channel: u8,
    /// The channels of the result that anything reads; the others are undefined.
    pub mask: ChannelMask,
    /// Whether a second result, an `i1`, says that every texel was resident.
    pub residency: bool,
    /// For gather4: whether the level is derived from the neighbouring lanes instead of being the base level.
    pub implicit_lod: bool,
    /// For sample: whether the second result, an `i1`, says which lanes no chroma key hits (killpix).
    pub kill_pixel: bool,
    /// For media blocks: the columns, each of one element; as many as the thread has lanes where absent.
    pub width: Option<u8>,
    /// For media blocks: the plane, 0 to 3.
    pub plane: u8,
    /// For media blocks: the rows.
    pub field: MediaField,
    /// For media blocks that are written: the rows' values.
    pub data: Option<Value>,
}

impl Clone for TextureOp {
    /// Copies the parameters as a slice, which is faster than the derived clone: a caller that keeps a kernel while it is
    /// lowered copies all operations.
    fn clone(&self) -> TextureOp {
        TextureOp { params: ShortList::from_slice(&self.params), ..*self }
    }
}

impl TextureOp {
    /// The operation without parameters or modifiers.
    pub fn new(kind: TextureKind, surface: SurfaceRef) -> TextureOp {
        TextureOp {
            kind,
            surface,
            sampler: None,
            params: ShortList::new(),
            offset: [0; 3],
            channel: 0,
            mask: ChannelMask::RGBA,
            residency: false,
            implicit_lod: false,
            kill_pixel: false,
            width: None,
            plane: 0,
            field: MediaField::Frame,
            data: None,
        }
    }

    /// The value of `role`.
    #[inline]
    pub fn param(&self, role: Role) -> Option<Value> {
        self.params.iter().find(|(candidate, _)| *candidate == role).map(|(_, value)| *value)
    }

    /// The roles that it has.
    #[inline]
    pub fn roles(&self) -> RoleSet {
        self.params.iter().fold(RoleSet::default(), |set, (role, _)| set.with(*role))
    }

    /// For media blocks: the columns that lanes of a thread of that many have.
    pub fn columns(&self, lanes: u32) -> u32 {
        self.width.map_or(lanes, |width| lanes.min(width.into()))
    }

    /// Whether it has a second result.
    #[inline]
    pub fn returns_residency(&self) -> bool {
        self.residency || self.kill_pixel
    }

    /// Whether the level of detail comes from the coordinates of the neighbouring lanes.
    #[inline]
    pub fn derives_level(&self) -> bool {
        match self.kind.level() {
            DerivesLevel::Never => false,
            DerivesLevel::Otherwise => self.param(Role::Lod).is_none() && self.param(Role::DuDx).is_none(),
            DerivesLevel::OnRequest => self.implicit_lod || self.param(Role::Bias).is_some(),
            DerivesLevel::Always => true,
        }
    }
}

impl TextureKind {
    /// Whether it reads or writes a media block.
    pub const fn is_media(self) -> bool {
        matches!(self.surfaces(), SurfaceClass::Plane)
    }

    /// Whether it writes to its surface; all others only read.
    pub const fn writes(self) -> bool {
        matches!(self.returns(), Returns::Nothing)
    }

    /// Whether it works on multisampled images.
    pub const fn is_multisampled(self) -> bool {
        matches!(self.surfaces(), SurfaceClass::Multisampled)
    }

    /// Whether it may have that modifier.
    pub fn takes(self, modifier: TextureModifier) -> bool {
        self.modifiers().contains(&modifier)
    }

    /// The type that a constant has where it is given for `role` without a type.
    pub(super) fn literal_type(self, role: Role) -> Type {
        match self.coordinates() {
            _ if role == Role::Mcs => Type::vector(Scalar::I32, 4),
            Coordinates::Float if !FIXED_TYPE_ROLES.contains(role) => Type::F32,
            _ => Type::I32,
        }
    }

    /// The scalar types that elements of the result may have.
    pub const fn admits_result(self, scalar: Scalar) -> bool {
        match self.returns() {
            Returns::Texel | Returns::Gathered | Returns::Level => {
                matches!(scalar, Scalar::F32 | Scalar::F16 | Scalar::I32 | Scalar::I16)
            }
            Returns::Mcs => matches!(scalar, Scalar::I32 | Scalar::I16),
            Returns::Info => matches!(scalar, Scalar::I32),
            Returns::BlockRows => scalar.is_int() && !matches!(scalar, Scalar::I1),
            Returns::Nothing => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_at_their_roles_index() {
        for (index, (role, name)) in Role::NAMES.into_iter().enumerate() {
            assert_eq!(role as usize, index);
            assert_eq!(Role::from_name(Word::of(name.as_bytes())), Some(role));
        }
    }

    #[test]
    fn modifiers_stand_at_their_names_index() {
        for (index, (modifier, name)) in TextureModifier::NAMES.iter().enumerate() {
            assert_eq!(*modifier as usize, index);
            assert_eq!(TextureModifier::from_name(name.as_bytes()), Some(*modifier));
        }
    }

    #[test]
    fn every_operation_works_on_a_dimension_that_is_not_stated_and_on_some_that_is() {
        for kind in TextureKind::ALL {
            assert!(kind.surfaces().contains(Dimension::Any), "{}", kind.name());
            assert!(Dimension::all().skip(1).any(|dimension| kind.surfaces().contains(dimension)), "{}", kind.name());
        }
        assert!(SurfaceClass::Multisampled.contains(Dimension::D2Ms));
        assert!(!SurfaceClass::Multisampled.contains(Dimension::D2));
    }

    #[test]
    fn a_channels_rank_counts_the_enabled_channels_before_it() {
        let mask = ChannelMask::from_letters("ga").expect("letters in order");
        assert_eq!(mask.bits(), 0b1010);
        assert_eq!([0, 1, 2, 3].map(|channel| mask.rank(channel)), [None, Some(0), None, Some(1)]);
        assert_eq!(format!("{mask} {mask:#}"), "ga GA");
        for wrong in ["", "ag", "rr", "x", "rgbaa"] {
            assert_eq!(ChannelMask::from_letters(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn no_operation_requires_a_role_that_it_also_offers() {
        for kind in TextureKind::ALL {
            assert!(kind.required().iter().all(|role| !kind.optional().contains(role)), "{}", kind.name());
        }
    }
}
