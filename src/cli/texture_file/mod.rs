//! Textures as files hold them: DDS and KTX2, with all their levels, layers, faces and slices.
//!
//! The containers are read by the crates `ddsfile` and `ktx2`; sizes, and where which image lies, are worked out here
//! and checked against what is really there, as headers of files say anything.

mod dds;
mod format;
mod ktx2;
mod shape;

use std::io::Read;
use std::path::Path;

pub use shape::Texture;

use crate::input::{MAX_TEXEL_FILE_BYTES, read_to_end};

/// A container that is read here.
#[derive(Clone, Copy)]
struct Container {
    name: &'static str,
    /// What its files begin with.
    magic: &'static [u8],
    read: fn(Vec<u8>) -> Result<Texture, String>,
}

const CONTAINERS: [Container; 2] = [
    Container { name: "DDS", magic: b"DDS ", read: dds::read },
    Container { name: "KTX2", magic: b"\xabKTX 20\xbb\r\n\x1a\n", read: ktx2::read },
];

/// Reads the texture of a file; `None` where the file is of another kind.
///
/// # Errors
///
/// There is no such file, or what it holds is no texture that a surface can have.
pub fn read(path: &Path) -> Result<Option<Texture>, String> {
    let mut file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    let mut magic = Vec::new();
    let longest = CONTAINERS.iter().map(|container| container.magic.len()).max().unwrap_or(0);
    file.by_ref().take(longest as u64).read_to_end(&mut magic).map_err(|error| error.to_string())?;
    let Some(container) = CONTAINERS.iter().find(|container| magic.starts_with(container.magic)) else {
        return Ok(None);
    };
    let expected = file.metadata().map_or(0, |metadata| metadata.len());
    let bytes =
        read_to_end(magic.as_slice().chain(file), expected, MAX_TEXEL_FILE_BYTES).map_err(|error| error.to_string())?;
    (container.read)(bytes).map(Some).map_err(|what| format!("this {} file cannot be read: {what}", container.name))
}

#[cfg(test)]
mod tests {
    use ddsfile::{AlphaMode, Caps2, D3D10ResourceDimension, D3DFormat, Dds, DxgiFormat, NewD3dParams, NewDxgiParams};

    use texvisa::emulator::unit::{Format, MAX_SURFACE_BYTES, Select, SurfaceKind, TexelPosition};

    use super::*;

    fn written(dds: &Dds) -> Vec<u8> {
        let mut bytes = Vec::new();
        dds.write(&mut bytes).expect("a vector takes all");
        bytes
    }

    /// A DDS file whose bytes of texels are numbered.
    fn dds(format: DxgiFormat, size: [u32; 3], layers: u32, levels: u32, is_cubemap: bool) -> Vec<u8> {
        let [width, height, depth] = size;
        let resource_dimension =
            if depth > 1 { D3D10ResourceDimension::Texture3D } else { D3D10ResourceDimension::Texture2D };
        let mut dds = Dds::new_dxgi(NewDxgiParams {
            height,
            width,
            depth: (depth > 1).then_some(depth),
            format,
            mipmap_levels: Some(levels),
            array_layers: Some(layers),
            caps2: None,
            is_cubemap,
            resource_dimension,
            alpha_mode: AlphaMode::Unknown,
        })
        .expect("a format of the crate");
        dds.data.iter_mut().enumerate().for_each(|(index, byte)| *byte = index as u8);
        written(&dds)
    }

    /// A KTX2 file after the specification's 'File Structure', with these bytes in its levels.
    fn ktx2(format: u32, size: [u32; 3], layers: u32, faces: u32, levels: &[Vec<u8>]) -> Vec<u8> {
        let mut file = CONTAINERS[1].magic.to_vec();
        let [width, height, depth] = size;
        let index_end = 80 + 24 * levels.len() as u32;
        let words = [format, 1, width, height, depth, layers, faces, levels.len() as u32, 0, index_end, 4, 0, 0];
        words.iter().for_each(|word| file.extend(word.to_le_bytes()));
        file.extend([0; 16]);
        let mut start = u64::from(index_end) + 4;
        for level in levels {
            let length = level.len() as u64;
            [start, length, length].iter().for_each(|word| file.extend(word.to_le_bytes()));
            start += length;
        }
        file.extend(4u32.to_le_bytes());
        levels.iter().for_each(|level| file.extend(level));
        file
    }

    fn at(texture: &Texture, level: u32, x: u32, y: u32, layer: u32) -> u8 {
        texture.texel(TexelPosition { level, x, y, layer, sample: 0 }).expect("a texel")[0]
    }

    #[test]
    fn a_dds_file_has_layer_after_layer() {
        // Each layer has 4 x 2, 2 x 1 and 1 x 1 texels.
        let texture = dds::read(dds(DxgiFormat::R8_UNorm, [4, 2, 1], 3, 3, false)).expect("a texture");
        assert_eq!((texture.kind(), texture.format(), texture.layers()), (SurfaceKind::D2Array, Format::R8Unorm, 3));
        assert_eq!([at(&texture, 0, 3, 1, 0), at(&texture, 1, 1, 0, 0), at(&texture, 2, 0, 0, 0)], [7, 9, 10]);
        assert_eq!([at(&texture, 0, 0, 0, 2), at(&texture, 2, 0, 0, 2)], [22, 32]);
        let cube = dds::read(dds(DxgiFormat::R8_UNorm, [2, 2, 1], 6, 1, true)).expect("a texture");
        assert_eq!((cube.kind(), cube.layers(), at(&cube, 0, 1, 0, 5)), (SurfaceKind::Cube, 6, 21));
        let cubes = dds::read(dds(DxgiFormat::R8_UNorm, [2, 2, 1], 12, 1, true)).expect("a texture");
        assert_eq!((cubes.kind(), cubes.layers()), (SurfaceKind::CubeArray, 12));
        // Levels of 2 x 2 x 2 and 1 x 1 x 1.
        let volume = dds::read(dds(DxgiFormat::R8_UNorm, [2, 2, 2], 1, 2, false)).expect("a texture");
        assert_eq!((volume.kind(), at(&volume, 0, 0, 1, 1), at(&volume, 1, 0, 0, 0)), (SurfaceKind::D3, 6, 8));
        // Blocks of 8 bytes: 2 x 1 of level 0, one of level 1.
        let blocks = dds::read(dds(DxgiFormat::BC1_UNorm_sRGB, [8, 4, 1], 1, 2, false)).expect("a texture");
        assert_eq!((blocks.format(), blocks.bytes().len(), at(&blocks, 1, 0, 0, 0)), (Format::Bc1Srgb, 24, 16));
    }

    #[test]
    fn old_dds_files_name_formats_of_d3d9() {
        let old = |format, caps2| {
            let params = NewD3dParams { height: 4, width: 4, depth: None, format, mipmap_levels: None, caps2 };
            written(&Dds::new_d3d(params).expect("a format of the crate"))
        };
        let texture = dds::read(old(D3DFormat::DXT1, None)).expect("a texture");
        assert_eq!((texture.kind(), texture.format()), (SurfaceKind::D2, Format::Bc1Unorm));
        let opaque = dds::read(old(D3DFormat::X8R8G8B8, None)).expect("a texture");
        assert_eq!((opaque.format(), opaque.description().select[3]), (Format::Bgra8Unorm, Select::One));
        let error = dds::read(old(D3DFormat::R8G8B8, None)).expect_err("three bytes a texel");
        assert_eq!(error, "its format R8G8B8 is none of a surface");
        let error =
            dds::read(old(D3DFormat::A8R8G8B8, Some(Caps2::CUBEMAP | Caps2::CUBEMAP_POSITIVEX))).expect_err("a face");
        assert_eq!(error, "a cube that lacks faces");
    }

    #[test]
    fn a_ktx2_file_has_level_after_level() {
        const R8_UNORM: u32 = 9;
        let numbered = |start: u8, count: u8| (start..start + count).collect::<Vec<u8>>();
        let read = |size, layers, faces, levels: &[Vec<u8>]| ktx2::read(ktx2(R8_UNORM, size, layers, faces, levels));
        let texture = read([2, 2, 0], 3, 1, &[numbered(0, 12), numbered(50, 3)]).expect("a texture");
        assert_eq!((texture.kind(), texture.layers(), texture.levels()), (SurfaceKind::D2Array, 3, 2));
        assert_eq!([at(&texture, 0, 1, 1, 2), at(&texture, 1, 0, 0, 2)], [11, 52]);
        let kind = |size, layers, faces, bytes| read(size, layers, faces, &[numbered(0, bytes)]).expect("legal").kind();
        assert_eq!(kind([4, 0, 0], 0, 1, 4), SurfaceKind::D1);
        assert_eq!(kind([4, 0, 0], 2, 1, 8), SurfaceKind::D1Array);
        assert_eq!(kind([4, 1, 0], 0, 1, 4), SurfaceKind::D2);
        assert_eq!(kind([2, 2, 2], 0, 1, 8), SurfaceKind::D3);
        assert_eq!(kind([2, 2, 0], 0, 6, 24), SurfaceKind::Cube);
        assert_eq!(kind([2, 2, 0], 2, 6, 48), SurfaceKind::CubeArray);
        let refused = |size, layers, faces, bytes| read(size, layers, faces, &[numbered(0, bytes)]).expect_err("wrong");
        assert_eq!(refused([4, 4, 0], 0, 1, 15), "its texels take 16 bytes, and 15 are there");
        assert!(refused([4, 4, 4], 2, 1, 64).ends_with("are none of a surface"));
        assert!(refused([4, 4, 0], u32::MAX, 6, 64).ends_with("cubes"));
        assert!(refused([u32::MAX, 4, 0], 0, 1, 64).starts_with("width 4294967295"));
        let unknown = ktx2::read(ktx2(23, [1, 1, 0], 0, 1, &[numbered(0, 3)])).expect_err("three bytes a texel");
        assert_eq!(unknown, "its format R8G8B8_UNORM is none of a surface");
    }

    /// The crate's own reader panics on a block of 256 texels in the data format descriptor.
    #[test]
    fn a_ktx2_file_is_read_whatever_its_descriptor_says() {
        let file = include_bytes!("../../../fuzz/corpus/ktx2/block_of_256_texels.ktx2");
        assert_eq!(file[0x90], 255, "the field texelBlockDimension0");
        let texture = ktx2::read(file.to_vec()).expect("a texture");
        assert_eq!((texture.kind(), texture.format(), texture.levels()), (SurfaceKind::D2, Format::Rgba8Unorm, 2));
        assert_eq!(at(&texture, 0, 1, 0, 0), 0x10);
    }

    /// Every beginning of a file, and files with bytes that are others.
    #[test]
    fn damaged_files_are_refused_or_read_and_nothing_else() {
        let files = [
            dds(DxgiFormat::BC3_UNorm, [8, 8, 1], 6, 2, true),
            dds(DxgiFormat::R16G16_Float, [4, 4, 4], 1, 3, false),
            ktx2(9, [4, 4, 0], 3, 1, &[vec![1; 48], vec![2; 12]]),
            ktx2(133, [8, 8, 0], 0, 6, &[vec![3; 192]]),
        ];
        let mut rng = fastrand::Rng::with_seed(7);
        for file in files {
            let container = CONTAINERS.iter().find(|container| file.starts_with(container.magic)).expect("one of both");
            for length in 0..file.len() {
                assert!((container.read)(file[..length].to_vec()).is_err(), "{} of {length} bytes", container.name);
            }
            for _ in 0..20_000 {
                let mut damaged = file.clone();
                for _ in 0..rng.usize(1..4) {
                    // Headers are where it matters.
                    let place = rng.usize(container.magic.len()..damaged.len().min(200));
                    damaged[place] = [0, 1, 6, 0x7f, 0x80, 0xff, rng.u8(..)][rng.usize(..7)];
                }
                if let Ok(texture) = (container.read)(damaged) {
                    assert!(texture.bytes().len() as u64 <= MAX_SURFACE_BYTES);
                }
            }
        }
    }
}
