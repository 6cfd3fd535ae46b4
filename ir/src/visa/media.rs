//! Media blocks: rectangles of a surface that one message reads or writes.

use super::entities::State;
use super::message_shape::BlockShape;
use super::operand::{Raw, Src};

/// Which rows of a surface a media block has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MediaModifier {
    /// All.
    #[default]
    None,
    /// All; the surface is written elsewhere in the kernel.
    Modified,
    /// Those of the top field.
    Top,
    /// Those of the bottom field.
    Bottom,
    /// Those of the top field; the surface is written elsewhere in the kernel.
    TopModified,
    /// Those of the bottom field; the surface is written elsewhere in the kernel.
    BottomModified,
}

impl MediaModifier {
    /// Every modifier with its name, in the order of its codes.
    pub const TEXT: [(MediaModifier, &'static str); 6] = [
        (MediaModifier::None, "nomod"),
        (MediaModifier::Modified, "modified"),
        (MediaModifier::Top, "top"),
        (MediaModifier::Bottom, "bottom"),
        (MediaModifier::TopModified, "top_mod"),
        (MediaModifier::BottomModified, "bottom_mod"),
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        MediaModifier::TEXT[self as usize].1
    }
}

/// A media block that is read or written (MEDIA_LD, MEDIA_ST).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MediaBlock {
    /// Whether it is written.
    pub store: bool,
    /// Which rows it has.
    pub modifier: MediaModifier,
    /// Bytes of a row, 1 to 64.
    pub width: u8,
    /// Rows, 1 to 64.
    pub height: u8,
    /// The surface.
    pub surface: State,
    /// The plane of the surface, 0 to 3.
    pub plane: u8,
    /// Bytes from the surface's left edge, the same in all lanes.
    pub x: Src,
    /// Rows from the surface's upper edge, the same in all lanes.
    pub y: Src,
    /// Where the rows go, or what is written: row r begins r pitches from the start.
    pub data: Raw,
}

impl MediaBlock {
    /// How its rows lie in registers.
    pub const fn shape(&self) -> BlockShape {
        BlockShape { width: self.width as u32, height: self.height as u32 }
    }

    /// Bytes that the rows take in registers.
    pub const fn bytes(&self) -> u32 {
        self.shape().bytes()
    }
}
