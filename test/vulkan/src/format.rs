//! Formats, under Vulkan's names.

/// What a format's channels are to a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Texel {
    /// Floats: fixed-point and float formats.
    Float,
    /// Unsigned integers.
    Uint,
    /// Signed integers.
    Sint,
}

/// A row of the table of formats.
struct FormatRow {
    name: &'static str,
    code: i32,
    bytes: usize,
    extent: u32,
    texel: Texel,
    is_depth: bool,
}

macro_rules! formats {
    ($($format:ident $vulkan:ident $bytes:literal $extent:literal $texel:ident $aspect:ident;)*) => {
        /// The format of an image's texels.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Format { $(#[doc = stringify!($vulkan)] $format,)* }

        impl Format {
            /// Every format.
            pub const ALL: &'static [Format] = &[$(Format::$format,)*];
        }

        static ROWS: &[FormatRow] = &[$(FormatRow {
            name: stringify!($vulkan),
            code: ash::vk::Format::$vulkan.as_raw(),
            bytes: $bytes,
            extent: $extent,
            texel: Texel::$texel,
            is_depth: $aspect,
        },)*];
    };
}

const COLOUR: bool = false;
const DEPTH: bool = true;

// Name, bytes of a block, texels along its edges, what a shader reads, aspect (Vulkan, 'Formats').
#[rustfmt::skip]
formats! {
    R8Unorm      R8_UNORM                  1 1 Float COLOUR;
    R8Snorm      R8_SNORM                  1 1 Float COLOUR;
    R8Uint       R8_UINT                   1 1 Uint  COLOUR;
    R8Sint       R8_SINT                   1 1 Sint  COLOUR;
    Rg8Unorm     R8G8_UNORM                2 1 Float COLOUR;
    Rg8Snorm     R8G8_SNORM                2 1 Float COLOUR;
    Rg8Uint      R8G8_UINT                 2 1 Uint  COLOUR;
    Rg8Sint      R8G8_SINT                 2 1 Sint  COLOUR;
    Rgba8Unorm   R8G8B8A8_UNORM            4 1 Float COLOUR;
    Rgba8Snorm   R8G8B8A8_SNORM            4 1 Float COLOUR;
    Rgba8Uint    R8G8B8A8_UINT             4 1 Uint  COLOUR;
    Rgba8Sint    R8G8B8A8_SINT             4 1 Sint  COLOUR;
    Rgba8Srgb    R8G8B8A8_SRGB             4 1 Float COLOUR;
    Bgra8Unorm   B8G8R8A8_UNORM            4 1 Float COLOUR;
    Bgra8Srgb    B8G8R8A8_SRGB             4 1 Float COLOUR;
    R16Unorm     R16_UNORM                 2 1 Float COLOUR;
    R16Snorm     R16_SNORM                 2 1 Float COLOUR;
    R16Uint      R16_UINT                  2 1 Uint  COLOUR;
    R16Sint      R16_SINT                  2 1 Sint  COLOUR;
    R16Float     R16_SFLOAT                2 1 Float COLOUR;
    Rg16Unorm    R16G16_UNORM              4 1 Float COLOUR;
    Rg16Snorm    R16G16_SNORM              4 1 Float COLOUR;
    Rg16Uint     R16G16_UINT               4 1 Uint  COLOUR;
    Rg16Sint     R16G16_SINT               4 1 Sint  COLOUR;
    Rg16Float    R16G16_SFLOAT             4 1 Float COLOUR;
    Rgba16Unorm  R16G16B16A16_UNORM        8 1 Float COLOUR;
    Rgba16Snorm  R16G16B16A16_SNORM        8 1 Float COLOUR;
    Rgba16Uint   R16G16B16A16_UINT         8 1 Uint  COLOUR;
    Rgba16Sint   R16G16B16A16_SINT         8 1 Sint  COLOUR;
    Rgba16Float  R16G16B16A16_SFLOAT       8 1 Float COLOUR;
    R32Uint      R32_UINT                  4 1 Uint  COLOUR;
    R32Sint      R32_SINT                  4 1 Sint  COLOUR;
    R32Float     R32_SFLOAT                4 1 Float COLOUR;
    Rg32Uint     R32G32_UINT               8 1 Uint  COLOUR;
    Rg32Sint     R32G32_SINT               8 1 Sint  COLOUR;
    Rg32Float    R32G32_SFLOAT             8 1 Float COLOUR;
    Rgb32Uint    R32G32B32_UINT           12 1 Uint  COLOUR;
    Rgb32Sint    R32G32B32_SINT           12 1 Sint  COLOUR;
    Rgb32Float   R32G32B32_SFLOAT         12 1 Float COLOUR;
    Rgba32Uint   R32G32B32A32_UINT        16 1 Uint  COLOUR;
    Rgba32Sint   R32G32B32A32_SINT        16 1 Sint  COLOUR;
    Rgba32Float  R32G32B32A32_SFLOAT      16 1 Float COLOUR;
    Abgr2Unorm   A2B10G10R10_UNORM_PACK32  4 1 Float COLOUR;
    Abgr2Uint    A2B10G10R10_UINT_PACK32   4 1 Uint  COLOUR;
    Argb2Unorm   A2R10G10B10_UNORM_PACK32  4 1 Float COLOUR;
    Bgr10Ufloat  B10G11R11_UFLOAT_PACK32   4 1 Float COLOUR;
    Ebgr9Ufloat  E5B9G9R9_UFLOAT_PACK32    4 1 Float COLOUR;
    R5G6B5Unorm  R5G6B5_UNORM_PACK16       2 1 Float COLOUR;
    A1Rgb5Unorm  A1R5G5B5_UNORM_PACK16     2 1 Float COLOUR;
    D16Unorm     D16_UNORM                 2 1 Float DEPTH;
    X8D24Unorm   X8_D24_UNORM_PACK32       4 1 Float DEPTH;
    D32Float     D32_SFLOAT                4 1 Float DEPTH;
    Bc1Unorm     BC1_RGBA_UNORM_BLOCK      8 4 Float COLOUR;
    Bc1Srgb      BC1_RGBA_SRGB_BLOCK       8 4 Float COLOUR;
    Bc2Unorm     BC2_UNORM_BLOCK          16 4 Float COLOUR;
    Bc2Srgb      BC2_SRGB_BLOCK           16 4 Float COLOUR;
    Bc3Unorm     BC3_UNORM_BLOCK          16 4 Float COLOUR;
    Bc3Srgb      BC3_SRGB_BLOCK           16 4 Float COLOUR;
    Bc4Unorm     BC4_UNORM_BLOCK           8 4 Float COLOUR;
    Bc4Snorm     BC4_SNORM_BLOCK           8 4 Float COLOUR;
    Bc5Unorm     BC5_UNORM_BLOCK          16 4 Float COLOUR;
    Bc5Snorm     BC5_SNORM_BLOCK          16 4 Float COLOUR;
}

impl Format {
    fn row(self) -> &'static FormatRow {
        &ROWS[self as usize]
    }

    /// Vulkan's name without its prefix.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Bytes of a texel, or of a block of texels.
    pub fn bytes(self) -> usize {
        self.row().bytes
    }

    /// Texels along each edge of a block.
    pub fn block_extent(self) -> u32 {
        self.row().extent
    }

    /// What a shader reads.
    pub fn texel(self) -> Texel {
        self.row().texel
    }

    /// Whether its texels are depths.
    pub fn is_depth(self) -> bool {
        self.row().is_depth
    }

    pub(crate) fn vulkan(self) -> ash::vk::Format {
        ash::vk::Format::from_raw(self.row().code)
    }

    /// Integers with as many bits: what the texels of a multisampled image are written as.
    pub(crate) fn words(self) -> Option<Format> {
        if self.is_depth() || self.block_extent() > 1 {
            return None;
        }
        match self.bytes() {
            4 => Some(Format::R32Uint),
            8 => Some(Format::Rg32Uint),
            16 => Some(Format::Rgba32Uint),
            _ => None,
        }
    }
}
