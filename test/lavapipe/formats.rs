//! Formats of the emulator under Vulkan's names.

use texvisa::emulator::unit::Format as Ours;
use texvisa_vulkan::Format as Theirs;

/// A format, or why Vulkan's driver is not asked about it.
type VulkanFormat = (Ours, Result<Theirs, &'static str>);

#[rustfmt::skip]
const ROWS: &[VulkanFormat] = &[
    (Ours::R8Unorm, Ok(Theirs::R8Unorm)), (Ours::R8Snorm, Ok(Theirs::R8Snorm)),
    (Ours::R8Uint, Ok(Theirs::R8Uint)), (Ours::R8Sint, Ok(Theirs::R8Sint)),
    (Ours::A8Unorm, Err("Vulkan 1.3 has no format of alpha alone")),
    (Ours::Rg8Unorm, Ok(Theirs::Rg8Unorm)), (Ours::Rg8Snorm, Ok(Theirs::Rg8Snorm)),
    (Ours::Rg8Uint, Ok(Theirs::Rg8Uint)), (Ours::Rg8Sint, Ok(Theirs::Rg8Sint)),
    (Ours::Rgba8Unorm, Ok(Theirs::Rgba8Unorm)), (Ours::Rgba8Snorm, Ok(Theirs::Rgba8Snorm)),
    (Ours::Rgba8Uint, Ok(Theirs::Rgba8Uint)), (Ours::Rgba8Sint, Ok(Theirs::Rgba8Sint)),
    (Ours::Rgba8Srgb, Ok(Theirs::Rgba8Srgb)), (Ours::Bgra8Unorm, Ok(Theirs::Bgra8Unorm)),
    (Ours::Bgra8Srgb, Ok(Theirs::Bgra8Srgb)),
    (Ours::R16Unorm, Ok(Theirs::R16Unorm)), (Ours::R16Snorm, Ok(Theirs::R16Snorm)),
    (Ours::R16Uint, Ok(Theirs::R16Uint)), (Ours::R16Sint, Ok(Theirs::R16Sint)),
    (Ours::R16Float, Ok(Theirs::R16Float)),
    (Ours::Rg16Unorm, Ok(Theirs::Rg16Unorm)), (Ours::Rg16Snorm, Ok(Theirs::Rg16Snorm)),
    (Ours::Rg16Uint, Ok(Theirs::Rg16Uint)), (Ours::Rg16Sint, Ok(Theirs::Rg16Sint)),
    (Ours::Rg16Float, Ok(Theirs::Rg16Float)),
    (Ours::Rgba16Unorm, Ok(Theirs::Rgba16Unorm)), (Ours::Rgba16Snorm, Ok(Theirs::Rgba16Snorm)),
    (Ours::Rgba16Uint, Ok(Theirs::Rgba16Uint)), (Ours::Rgba16Sint, Ok(Theirs::Rgba16Sint)),
    (Ours::Rgba16Float, Ok(Theirs::Rgba16Float)),
    (Ours::R32Uint, Ok(Theirs::R32Uint)), (Ours::R32Sint, Ok(Theirs::R32Sint)),
    (Ours::R32Float, Ok(Theirs::R32Float)),
    (Ours::Rg32Uint, Ok(Theirs::Rg32Uint)), (Ours::Rg32Sint, Ok(Theirs::Rg32Sint)),
    (Ours::Rg32Float, Ok(Theirs::Rg32Float)),
    (Ours::Rgb32Uint, Ok(Theirs::Rgb32Uint)), (Ours::Rgb32Sint, Ok(Theirs::Rgb32Sint)),
    (Ours::Rgb32Float, Ok(Theirs::Rgb32Float)),
    (Ours::Rgba32Uint, Ok(Theirs::Rgba32Uint)), (Ours::Rgba32Sint, Ok(Theirs::Rgba32Sint)),
    (Ours::Rgba32Float, Ok(Theirs::Rgba32Float)),
    // Vulkan names packed channels from the highest bit down, Intel from the lowest up.
    (Ours::Rgb10A2Unorm, Ok(Theirs::Abgr2Unorm)), (Ours::Rgb10A2Uint, Ok(Theirs::Abgr2Uint)),
    (Ours::Bgr10A2Unorm, Ok(Theirs::Argb2Unorm)),
    (Ours::Rg11B10Float, Ok(Theirs::Bgr10Ufloat)), (Ours::Rgb9E5Float, Ok(Theirs::Ebgr9Ufloat)),
    (Ours::B5G6R5Unorm, Ok(Theirs::R5G6B5Unorm)), (Ours::B5G5R5A1Unorm, Ok(Theirs::A1Rgb5Unorm)),
    (Ours::D16Unorm, Ok(Theirs::D16Unorm)), (Ours::D24UnormX8, Ok(Theirs::X8D24Unorm)),
    (Ours::D32Float, Ok(Theirs::D32Float)),
    (Ours::D32FloatX8X24, Err("Vulkan does not say where its depths with stencils lie in memory")),
    (Ours::Bc1Unorm, Ok(Theirs::Bc1Unorm)), (Ours::Bc1Srgb, Ok(Theirs::Bc1Srgb)),
    (Ours::Bc2Unorm, Ok(Theirs::Bc2Unorm)), (Ours::Bc2Srgb, Ok(Theirs::Bc2Srgb)),
    (Ours::Bc3Unorm, Ok(Theirs::Bc3Unorm)), (Ours::Bc3Srgb, Ok(Theirs::Bc3Srgb)),
    (Ours::Bc4Unorm, Ok(Theirs::Bc4Unorm)), (Ours::Bc4Snorm, Ok(Theirs::Bc4Snorm)),
    (Ours::Bc5Unorm, Ok(Theirs::Bc5Unorm)), (Ours::Bc5Snorm, Ok(Theirs::Bc5Snorm)),
];

/// The format in Vulkan, or why there is none.
pub fn vulkan(format: Ours) -> Result<Theirs, &'static str> {
    ROWS.iter().find(|row| row.0 == format).map_or(Err("no row says what it is in Vulkan"), |row| row.1)
}

/// What is left out, with the reason.
pub fn left_out() -> impl Iterator<Item = (&'static str, &'static str)> {
    Ours::ALL.iter().filter_map(|format| Some((format.name(), vulkan(*format).err()?)))
}

/// Whether its texels are depths.
pub fn is_depth(format: Ours) -> bool {
    vulkan(format).is_ok_and(Theirs::is_depth)
}
