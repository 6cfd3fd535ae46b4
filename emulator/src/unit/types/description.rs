//! What a surface is made from: its kind, sizes, channel select and null pages; and what can be wrong with it.

use super::format::{Channels, Format};

/// What a surface is. Multisampled surfaces are [`SurfaceKind::D2`] or [`SurfaceKind::D2Array`] with several samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SurfaceKind {
    /// No surface: reads give 0 in all channels, all sizes are 0, writes are dropped.
    Null,
    /// A row of texels.
    D1,
    /// Layers of rows.
    D1Array,
    /// An image.
    D2,
    /// Layers of images.
    D2Array,
    /// A volume.
    D3,
    /// Six square faces.
    Cube,
    /// Layers of six faces.
    CubeArray,
    /// A typed buffer.
    Buffer,
}

impl SurfaceKind {
    /// Every kind with its name in vISA's documents.
    pub const NAMES: [(SurfaceKind, &'static str); 9] = [
        (SurfaceKind::Null, "NULL"),
        (SurfaceKind::D1, "1D"),
        (SurfaceKind::D1Array, "1D_ARRAY"),
        (SurfaceKind::D2, "2D"),
        (SurfaceKind::D2Array, "2D_ARRAY"),
        (SurfaceKind::D3, "3D"),
        (SurfaceKind::Cube, "CUBE"),
        (SurfaceKind::CubeArray, "CUBE_ARRAY"),
        (SurfaceKind::Buffer, "BUFFER"),
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        SurfaceKind::NAMES[self as usize].1
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<SurfaceKind> {
        SurfaceKind::NAMES.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// Whether it is a cube or an array of cubes.
    pub const fn is_cube(self) -> bool {
        matches!(self, SurfaceKind::Cube | SurfaceKind::CubeArray)
    }

    /// Kinds of the same family are views of one another: rows, images, and each other kind alone.
    pub(in crate::unit) const fn family(self) -> SurfaceKind {
        match self {
            SurfaceKind::D1 | SurfaceKind::D1Array => SurfaceKind::D1,
            SurfaceKind::D2 | SurfaceKind::D2Array | SurfaceKind::Cube | SurfaceKind::CubeArray => SurfaceKind::D2,
            other => other,
        }
    }

    /// Coordinates that a filter works on: 1, 2 or 3. A cube's faces are images.
    pub const fn filtered_axes(self) -> usize {
        match self {
            SurfaceKind::Null | SurfaceKind::Buffer | SurfaceKind::D1 | SurfaceKind::D1Array => 1,
            SurfaceKind::D2 | SurfaceKind::D2Array | SurfaceKind::Cube | SurfaceKind::CubeArray => 2,
            SurfaceKind::D3 => 3,
        }
    }

    /// The largest width, height, depth and number of layers (D3D11 resource limits, which Intel's surface state can
    /// say; a typed buffer has as many elements as its three size fields hold on SKL).
    pub(in crate::unit) const fn limits(self) -> [u32; 4] {
        match self {
            SurfaceKind::Null => [u32::MAX; 4],
            SurfaceKind::D1 => [16384, 1, 1, 1],
            SurfaceKind::D1Array => [16384, 1, 1, 2048],
            SurfaceKind::D2 => [16384, 16384, 1, 1],
            SurfaceKind::D2Array => [16384, 16384, 1, 2048],
            SurfaceKind::D3 => [2048, 2048, 2048, 1],
            SurfaceKind::Cube => [16384, 16384, 1, 6],
            SurfaceKind::CubeArray => [16384, 16384, 1, 2046],
            SurfaceKind::Buffer => [1 << 27, 1, 1, 1],
        }
    }
}

/// Where an output channel of a texel comes from: Intel's shader channel select.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Select {
    /// The number 0.
    Zero,
    /// The number 1, of the format's kind.
    One,
    /// Channel 0 to 3 of the texel.
    Channel(u8),
}

impl Select {
    /// Every channel from itself.
    pub const IDENTITY: [Select; 4] = [Select::Channel(0), Select::Channel(1), Select::Channel(2), Select::Channel(3)];

    /// Reads four letters of `RGBA01`.
    pub fn from_letters(letters: &str) -> Option<[Select; 4]> {
        let mut result = Select::IDENTITY;
        if letters.len() != 4 {
            return None;
        }
        for (select, letter) in result.iter_mut().zip(letters.bytes()) {
            *select = match letter {
                b'0' => Select::Zero,
                b'1' => Select::One,
                letter => Select::Channel(b"RGBA".iter().position(|known| *known == letter)? as u8),
            };
        }
        Some(result)
    }
}

/// Which row is read for one that a surface does not have (MEDIA_BOUNDARY_PIXEL_MODE of the surface state).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoundaryMode {
    /// The nearest of the frame, or of the field where one is read.
    #[default]
    Normal,
    /// The nearest of the frame, also where a field is read.
    Progressive,
    /// The nearest of the field that the row belongs to, also where the frame is read.
    Interlaced,
}

impl BoundaryMode {
    /// Every mode with its name.
    pub const NAMES: [(BoundaryMode, &'static str); 3] = [
        (BoundaryMode::Normal, "NORMAL"),
        (BoundaryMode::Progressive, "PROGRESSIVE"),
        (BoundaryMode::Interlaced, "INTERLACED"),
    ];

    /// The mode of that name.
    pub fn from_name(name: &str) -> Option<BoundaryMode> {
        BoundaryMode::NAMES.iter().find(|row| row.1 == name).map(|row| row.0)
    }
}

/// A box of texels of one level and layer that has no memory behind it (tiled resources).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NullPage {
    /// The level.
    pub level: u32,
    /// The layer, slice or face.
    pub layer: u32,
    /// The columns.
    pub x: std::ops::Range<u32>,
    /// The rows.
    pub y: std::ops::Range<u32>,
}

/// What a surface is made from. Sizes are real sizes; where a kind does not have one it is 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    /// What it is.
    pub kind: SurfaceKind,
    /// The format of its texels.
    pub format: Format,
    /// Columns of level 0, or elements of a buffer.
    pub width: u32,
    /// Rows of level 0.
    pub height: u32,
    /// Slices of level 0 of a volume.
    pub depth: u32,
    /// Layers of an array; faces of a cube, six a cube.
    pub layers: u32,
    /// Levels of detail.
    pub levels: u32,
    /// Samples a pixel: 1, 2, 4, 8 or 16.
    pub samples: u32,
    /// Where the channels come from.
    pub select: [Select; 4],
    /// What a multisampled pixel has that is marked as cleared.
    pub clear_color: Channels,
    /// The index of the sample positions, less one than sampleinfo reports; at most [`MAX_PALETTE_INDEX`].
    pub palette_index: u32,
    /// The least level of detail that may be sampled (resource min lod).
    pub min_lod: f32,
    /// How many tiles the surface is repeated in along u and v (quilting); 1 to [`MAX_QUILT`] each. Only queries
    /// see it.
    pub quilt: [u32; 2],
    /// What has no memory behind it.
    pub null_pages: Vec<NullPage>,
    /// Which row a media block has instead of one that is outside.
    pub boundary: BoundaryMode,
}

impl Description {
    /// A surface of that kind with one level, layer and sample.
    pub fn new(kind: SurfaceKind, format: Format, size: [u32; 3]) -> Description {
        Description {
            kind,
            format,
            width: size[0],
            height: size[1],
            depth: size[2],
            layers: if kind.is_cube() { 6 } else { 1 },
            levels: 1,
            samples: 1,
            select: Select::IDENTITY,
            clear_color: [0; 4],
            palette_index: 0,
            min_lod: 0.0,
            quilt: [1; 2],
            null_pages: Vec::new(),
            boundary: BoundaryMode::Normal,
        }
    }
}

/// The largest index of sample positions: a field of 3 bits holds it (Intel's surface state: Sample Position Palette
/// Index).
pub const MAX_PALETTE_INDEX: u32 = 7;

/// The most tiles along u or v: fields of 5 bits hold one less (Intel's media driver, surface state: Quilt Width, Quilt
/// Height).
pub const MAX_QUILT: u32 = 32;

/// A surface that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SurfaceError {
    /// A size out of range.
    #[error("{what} {given} of a {} surface; expected {least} to {most}", kind.name())]
    Size {
        /// Which size.
        what: &'static str,
        /// What was given.
        given: u32,
        /// The least.
        least: u32,
        /// The most.
        most: u32,
        /// The kind of surface.
        kind: SurfaceKind,
    },
    /// A number of samples that no surface has.
    #[error("{given} samples; expected 1, or for a 2D surface or array of one level 2, 4, 8 or 16")]
    Samples {
        /// What was given.
        given: u32,
    },
    /// A cube whose faces are no squares, or that has another number of faces.
    #[error("cube of {width} x {height} with {layers} faces; expected squares, six for each cube")]
    Cube {
        /// The width.
        width: u32,
        /// The height.
        height: u32,
        /// The faces.
        layers: u32,
    },
    /// A view of levels or layers that the surface does not have.
    #[error("view of {what} {first} to {last}; expected a range within 0 to {most}", last = u64::from(*first) + u64::from(*count) - 1)]
    View {
        /// Levels or layers.
        what: &'static str,
        /// The first of them.
        first: u32,
        /// How many, at least 1.
        count: u32,
        /// The last that there is.
        most: u32,
    },
    /// A view as something that the surface is not.
    #[error("view of a {} surface as {}; expected a 1D kind of 1D, a 2D or cube kind of 2D and cubes, otherwise the same kind", kind.name(), given.name())]
    ViewKind {
        /// As what.
        given: SurfaceKind,
        /// What it is.
        kind: SurfaceKind,
    },
    /// A format for media blocks, of anything but a plain image of whole units.
    #[error("{} is the format of 2D surfaces of one level and sample; {width} x {height} must be a multiple of {} x {}", format.name(), unit[0], unit[1])]
    Video {
        /// The format.
        format: Format,
        /// The width.
        width: u32,
        /// The height.
        height: u32,
        /// Pixels along and across that share a colour.
        unit: [u32; 2],
    },
    /// More bytes than a surface here may have.
    #[error("the texels take {given} bytes; expected at most {limit}")]
    Bytes {
        /// What they take.
        given: u64,
        /// The limit.
        limit: u64,
    },
}

/// Which levels and layers of a surface a program sees, as a surface state says it (Intel's Surface Min LOD, MIP Count,
/// Minimum Array Element and Depth; Mesa's isl). Levels and layers of all messages, and null pages, count from the
/// first of the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The first level.
    pub first_level: u32,
    /// How many levels.
    pub levels: u32,
    /// The first layer, or face of a cube; 0 of what has no layers.
    pub first_layer: u32,
    /// How many layers or faces.
    pub layers: u32,
    /// As what it is seen: an array, a cube or a cube array, or one image of it.
    pub kind: SurfaceKind,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channel_selects_are_four_letters() {
        let letters = |letters| Select::from_letters(letters);
        assert_eq!(letters("RGBA"), Some(Select::IDENTITY));
        assert_eq!(letters("A01R"), Some([Select::Channel(3), Select::Zero, Select::One, Select::Channel(0)]));
        assert_eq!(letters("RGB"), None);
        assert_eq!(letters("RGBX"), None);
    }
}
