//! The formats of texture files, by what they are called there: one row a format.

use ddsfile::{D3DFormat, DxgiFormat};
use ktx2::Format as VkFormat;
use texvisa::emulator::unit::{Format, Select};

/// A format: ours, that of DXGI, those of Vulkan.
type FormatNames = (Format, Option<DxgiFormat>, &'static [VkFormat]);

use DxgiFormat as X;
use Format as F;
use VkFormat as V;

#[rustfmt::skip]
static ROWS: &[FormatNames] = &[
    (F::R8Unorm,       Some(X::R8_UNorm),               &[V::R8_UNORM]),
    (F::R8Snorm,       Some(X::R8_SNorm),               &[V::R8_SNORM]),
    (F::R8Uint,        Some(X::R8_UInt),                &[V::R8_UINT, V::S8_UINT]),
    (F::R8Sint,        Some(X::R8_SInt),                &[V::R8_SINT]),
    (F::A8Unorm,       Some(X::A8_UNorm),               &[]),
    (F::Rg8Unorm,      Some(X::R8G8_UNorm),             &[V::R8G8_UNORM]),
    (F::Rg8Snorm,      Some(X::R8G8_SNorm),             &[V::R8G8_SNORM]),
    (F::Rg8Uint,       Some(X::R8G8_UInt),              &[V::R8G8_UINT]),
    (F::Rg8Sint,       Some(X::R8G8_SInt),              &[V::R8G8_SINT]),
    (F::Rgba8Unorm,    Some(X::R8G8B8A8_UNorm),         &[V::R8G8B8A8_UNORM, V::A8B8G8R8_UNORM_PACK32]),
    (F::Rgba8Snorm,    Some(X::R8G8B8A8_SNorm),         &[V::R8G8B8A8_SNORM, V::A8B8G8R8_SNORM_PACK32]),
    (F::Rgba8Uint,     Some(X::R8G8B8A8_UInt),          &[V::R8G8B8A8_UINT, V::A8B8G8R8_UINT_PACK32]),
    (F::Rgba8Sint,     Some(X::R8G8B8A8_SInt),          &[V::R8G8B8A8_SINT, V::A8B8G8R8_SINT_PACK32]),
    (F::Rgba8Srgb,     Some(X::R8G8B8A8_UNorm_sRGB),    &[V::R8G8B8A8_SRGB, V::A8B8G8R8_SRGB_PACK32]),
    (F::Bgra8Unorm,    Some(X::B8G8R8A8_UNorm),         &[V::B8G8R8A8_UNORM]),
    (F::Bgra8Srgb,     Some(X::B8G8R8A8_UNorm_sRGB),    &[V::B8G8R8A8_SRGB]),
    (F::R16Unorm,      Some(X::R16_UNorm),              &[V::R16_UNORM]),
    (F::R16Snorm,      Some(X::R16_SNorm),              &[V::R16_SNORM]),
    (F::R16Uint,       Some(X::R16_UInt),               &[V::R16_UINT]),
    (F::R16Sint,       Some(X::R16_SInt),               &[V::R16_SINT]),
    (F::R16Float,      Some(X::R16_Float),              &[V::R16_SFLOAT]),
    (F::Rg16Unorm,     Some(X::R16G16_UNorm),           &[V::R16G16_UNORM]),
    (F::Rg16Snorm,     Some(X::R16G16_SNorm),           &[V::R16G16_SNORM]),
    (F::Rg16Uint,      Some(X::R16G16_UInt),            &[V::R16G16_UINT]),
    (F::Rg16Sint,      Some(X::R16G16_SInt),            &[V::R16G16_SINT]),
    (F::Rg16Float,     Some(X::R16G16_Float),           &[V::R16G16_SFLOAT]),
    (F::Rgba16Unorm,   Some(X::R16G16B16A16_UNorm),     &[V::R16G16B16A16_UNORM]),
    (F::Rgba16Snorm,   Some(X::R16G16B16A16_SNorm),     &[V::R16G16B16A16_SNORM]),
    (F::Rgba16Uint,    Some(X::R16G16B16A16_UInt),      &[V::R16G16B16A16_UINT]),
    (F::Rgba16Sint,    Some(X::R16G16B16A16_SInt),      &[V::R16G16B16A16_SINT]),
    (F::Rgba16Float,   Some(X::R16G16B16A16_Float),     &[V::R16G16B16A16_SFLOAT]),
    (F::R32Uint,       Some(X::R32_UInt),               &[V::R32_UINT]),
    (F::R32Sint,       Some(X::R32_SInt),               &[V::R32_SINT]),
    (F::R32Float,      Some(X::R32_Float),              &[V::R32_SFLOAT]),
    (F::Rg32Uint,      Some(X::R32G32_UInt),            &[V::R32G32_UINT]),
    (F::Rg32Sint,      Some(X::R32G32_SInt),            &[V::R32G32_SINT]),
    (F::Rg32Float,     Some(X::R32G32_Float),           &[V::R32G32_SFLOAT]),
    (F::Rgb32Uint,     Some(X::R32G32B32_UInt),         &[V::R32G32B32_UINT]),
    (F::Rgb32Sint,     Some(X::R32G32B32_SInt),         &[V::R32G32B32_SINT]),
    (F::Rgb32Float,    Some(X::R32G32B32_Float),        &[V::R32G32B32_SFLOAT]),
    (F::Rgba32Uint,    Some(X::R32G32B32A32_UInt),      &[V::R32G32B32A32_UINT]),
    (F::Rgba32Sint,    Some(X::R32G32B32A32_SInt),      &[V::R32G32B32A32_SINT]),
    (F::Rgba32Float,   Some(X::R32G32B32A32_Float),     &[V::R32G32B32A32_SFLOAT]),
    (F::Rgb10A2Unorm,  Some(X::R10G10B10A2_UNorm),      &[V::A2B10G10R10_UNORM_PACK32]),
    (F::Rgb10A2Uint,   Some(X::R10G10B10A2_UInt),       &[V::A2B10G10R10_UINT_PACK32]),
    (F::Bgr10A2Unorm,  None,                            &[V::A2R10G10B10_UNORM_PACK32]),
    (F::Rg11B10Float,  Some(X::R11G11B10_Float),        &[V::B10G11R11_UFLOAT_PACK32]),
    (F::Rgb9E5Float,   Some(X::R9G9B9E5_SharedExp),     &[V::E5B9G9R9_UFLOAT_PACK32]),
    (F::B5G6R5Unorm,   Some(X::B5G6R5_UNorm),           &[V::R5G6B5_UNORM_PACK16]),
    (F::B5G5R5A1Unorm, Some(X::B5G5R5A1_UNorm),         &[V::A1R5G5B5_UNORM_PACK16]),
    (F::D16Unorm,      Some(X::D16_UNorm),              &[V::D16_UNORM]),
    (F::D24UnormX8,    Some(X::D24_UNorm_S8_UInt),      &[V::X8_D24_UNORM_PACK32, V::D24_UNORM_S8_UINT]),
    (F::D24UnormX8,    Some(X::R24_UNorm_X8_Typeless),  &[]),
    (F::D32Float,      Some(X::D32_Float),              &[V::D32_SFLOAT]),
    (F::D32FloatX8X24, Some(X::D32_Float_S8X24_UInt),   &[V::D32_SFLOAT_S8_UINT]),
    (F::D32FloatX8X24, Some(X::R32_Float_X8X24_Typeless), &[]),
    (F::Bc1Unorm,      Some(X::BC1_UNorm),              &[V::BC1_RGBA_UNORM_BLOCK]),
    (F::Bc1Srgb,       Some(X::BC1_UNorm_sRGB),         &[V::BC1_RGBA_SRGB_BLOCK]),
    (F::Bc2Unorm,      Some(X::BC2_UNorm),              &[V::BC2_UNORM_BLOCK]),
    (F::Bc2Srgb,       Some(X::BC2_UNorm_sRGB),         &[V::BC2_SRGB_BLOCK]),
    (F::Bc3Unorm,      Some(X::BC3_UNorm),              &[V::BC3_UNORM_BLOCK]),
    (F::Bc3Srgb,       Some(X::BC3_UNorm_sRGB),         &[V::BC3_SRGB_BLOCK]),
    (F::Bc4Unorm,      Some(X::BC4_UNorm),              &[V::BC4_UNORM_BLOCK]),
    (F::Bc4Snorm,      Some(X::BC4_SNorm),              &[V::BC4_SNORM_BLOCK]),
    (F::Bc5Unorm,      Some(X::BC5_UNorm),              &[V::BC5_UNORM_BLOCK]),
    (F::Bc5Snorm,      Some(X::BC5_SNorm),              &[V::BC5_SNORM_BLOCK]),
];

/// Where the alpha of a format is one, whatever is stored for it.
const OPAQUE: [Select; 4] = [Select::Channel(0), Select::Channel(1), Select::Channel(2), Select::One];
/// Luminance in all three colours.
const LUMINANCE: [Select; 4] = [Select::Channel(0), Select::Channel(0), Select::Channel(0), Select::One];
/// The same with an alpha, which is stored second.
const LUMINANCE_ALPHA: [Select; 4] = [Select::Channel(0), Select::Channel(0), Select::Channel(0), Select::Channel(1)];

/// Formats whose channels are not those of one of ours.
const SELECTED_DXGI: [(DxgiFormat, Format, [Select; 4]); 2] =
    [(X::B8G8R8X8_UNorm, F::Bgra8Unorm, OPAQUE), (X::B8G8R8X8_UNorm_sRGB, F::Bgra8Srgb, OPAQUE)];
const SELECTED_VK: [(VkFormat, Format, [Select; 4]); 2] =
    [(V::BC1_RGB_UNORM_BLOCK, F::Bc1Unorm, OPAQUE), (V::BC1_RGB_SRGB_BLOCK, F::Bc1Srgb, OPAQUE)];

/// The formats of D3D9, named from the highest bit down. DXT2 and DXT4 differ from DXT3 and DXT5 in what alpha was
/// multiplied with.
#[rustfmt::skip]
const D3D9: [(D3DFormat, Format, [Select; 4]); 24] = [
    (D3DFormat::A8B8G8R8,      F::Rgba8Unorm,    Select::IDENTITY),
    (D3DFormat::X8B8G8R8,      F::Rgba8Unorm,    OPAQUE),
    (D3DFormat::A8R8G8B8,      F::Bgra8Unorm,    Select::IDENTITY),
    (D3DFormat::X8R8G8B8,      F::Bgra8Unorm,    OPAQUE),
    (D3DFormat::A2B10G10R10,   F::Rgb10A2Unorm,  Select::IDENTITY),
    (D3DFormat::A2R10G10B10,   F::Bgr10A2Unorm,  Select::IDENTITY),
    (D3DFormat::R5G6B5,        F::B5G6R5Unorm,   Select::IDENTITY),
    (D3DFormat::A1R5G5B5,      F::B5G5R5A1Unorm, Select::IDENTITY),
    (D3DFormat::X1R5G5B5,      F::B5G5R5A1Unorm, OPAQUE),
    (D3DFormat::A8,            F::A8Unorm,       Select::IDENTITY),
    (D3DFormat::L8,            F::R8Unorm,       LUMINANCE),
    (D3DFormat::L16,           F::R16Unorm,      LUMINANCE),
    (D3DFormat::A8L8,          F::Rg8Unorm,      LUMINANCE_ALPHA),
    (D3DFormat::G16R16,        F::Rg16Unorm,     Select::IDENTITY),
    (D3DFormat::A16B16G16R16,  F::Rgba16Unorm,   Select::IDENTITY),
    (D3DFormat::Q16W16V16U16,  F::Rgba16Snorm,   Select::IDENTITY),
    (D3DFormat::R16F,          F::R16Float,      Select::IDENTITY),
    (D3DFormat::G16R16F,       F::Rg16Float,     Select::IDENTITY),
    (D3DFormat::A16B16G16R16F, F::Rgba16Float,   Select::IDENTITY),
    (D3DFormat::R32F,          F::R32Float,      Select::IDENTITY),
    (D3DFormat::G32R32F,       F::Rg32Float,     Select::IDENTITY),
    (D3DFormat::A32B32G32R32F, F::Rgba32Float,   Select::IDENTITY),
    (D3DFormat::DXT1,          F::Bc1Unorm,      Select::IDENTITY),
    (D3DFormat::DXT3,          F::Bc2Unorm,      Select::IDENTITY),
];

/// Our format of one of DXGI's, and where its channels come from.
pub fn of_dxgi(dxgi: DxgiFormat) -> Option<(Format, [Select; 4])> {
    let plain = ROWS.iter().find(|row| row.1 == Some(dxgi)).map(|row| (row.0, Select::IDENTITY));
    plain.or_else(|| SELECTED_DXGI.iter().find(|row| row.0 == dxgi).map(|row| (row.1, row.2)))
}

/// Our format of one of Vulkan's, and where its channels come from.
pub fn of_vulkan(vulkan: VkFormat) -> Option<(Format, [Select; 4])> {
    let plain = ROWS.iter().find(|row| row.2.contains(&vulkan)).map(|row| (row.0, Select::IDENTITY));
    plain.or_else(|| SELECTED_VK.iter().find(|row| row.0 == vulkan).map(|row| (row.1, row.2)))
}

/// Our format of one of D3D9's, and where its channels come from.
pub fn of_d3d9(d3d9: D3DFormat) -> Option<(Format, [Select; 4])> {
    match d3d9 {
        D3DFormat::DXT2 => of_d3d9(D3DFormat::DXT3),
        D3DFormat::DXT4 | D3DFormat::DXT5 => Some((F::Bc3Unorm, Select::IDENTITY)),
        d3d9 => D3D9.iter().find(|row| row.0 == d3d9).map(|row| (row.1, row.2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_of_ours_is_one_of_a_files() {
        // Pictures in formats for video are read as bytes.
        for format in Format::ALL.iter().filter(|format| !format.is_video()) {
            assert!(ROWS.iter().any(|row| row.0 == *format), "{}", format.name());
        }
    }

    #[test]
    fn no_name_means_two_formats() {
        for (index, (_, dxgi, vulkan)) in ROWS.iter().enumerate() {
            for (_, other_dxgi, other_vulkan) in &ROWS[..index] {
                assert!(dxgi.is_none() || dxgi != other_dxgi, "{dxgi:?}");
                assert!(vulkan.iter().all(|name| !other_vulkan.contains(name)), "{vulkan:?}");
            }
        }
    }
}
