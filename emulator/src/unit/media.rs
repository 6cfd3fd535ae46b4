//! Media blocks: rectangles of bytes, after MEDIA_LD and MEDIA_ST.
//!
//! What is read outside a surface the document leaves to the format of the surface; the rules here are those of Intel's
//! CM language (media reads: "the pixel in that position is returned") and its emulation, and of the surface state's
//! fields in Intel's media driver:
//!
//! - Along a row the first or the last pixel is repeated: bytes keep their position in the pixel. Of formats with one
//!   colour for two pixels it is the pixel's brightness with the colour of its pair.
//! - Across rows the nearest row is read, of what [`BoundaryMode`] says.
//! - A field has every other row of the surface; `y` counts its rows.
//! - Rows and columns are signed numbers of 32 bits, which wrap (choice), so that a block may be cut anywhere.
//! - Of a surface without planes every plane is the whole (choice); a planar surface has none but its own.
//!
//! Nothing is written outside a surface (MEDIA_ST).

use texvisa_ir::texture::MediaField;

use crate::unit::types::description::{BoundaryMode, SurfaceKind};
use crate::unit::types::surface::{PlaneLayout, Surface};
use crate::unit::types::unsupported::Unsupported;

/// The rectangle of a surface that a media block reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MediaRect {
    /// Its left edge, in bytes.
    pub x: i32,
    /// Its upper edge, in rows of the frame or of the field.
    pub y: i32,
    /// Bytes of a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Which rows of the surface it has.
    pub field: MediaField,
    /// The plane.
    pub plane: u8,
}

/// The plane of a block; `None` of no surface.
fn plane(surface: &Surface, block: &MediaRect) -> Result<Option<PlaneLayout>, Unsupported> {
    let unsupported = Unsupported::Media {
        kind: surface.kind(),
        samples: surface.samples(),
        format: surface.format(),
        plane: block.plane,
    };
    match surface.kind() {
        SurfaceKind::Null => Ok(None),
        SurfaceKind::D2 if surface.samples() == 1 && surface.format().block_extent() == 1 => {
            surface.plane(block.plane).map(Some).ok_or(unsupported)
        }
        _ => Err(unsupported),
    }
}

impl PlaneLayout {
    /// The byte of a row that is read at `x`.
    fn column(&self, x: i64) -> u32 {
        let width = i64::from(self.row_bytes);
        if (0..width).contains(&x) {
            return x as u32;
        }
        let inside = x.rem_euclid(i64::from(self.unit)) as u32;
        let (first, last_own) = if x < 0 { (0, 0) } else { (self.row_bytes - self.unit, 2) };
        match self.own {
            Some(own) if inside % 2 == own => first + own + last_own,
            _ => first + inside,
        }
    }

    /// The row that is read for row `y` of a frame or field.
    fn row(&self, y: i64, field: MediaField, mode: BoundaryMode) -> u32 {
        let last = i64::from(self.rows) - 1;
        let parity = match field {
            MediaField::Frame if mode == BoundaryMode::Interlaced && !(0..=last).contains(&y) => y.rem_euclid(2),
            MediaField::Frame => return y.clamp(0, last) as u32,
            MediaField::Top => 0,
            MediaField::Bottom => 1,
        };
        let row = frame_row(y, field);
        if mode == BoundaryMode::Progressive || parity > last {
            // A frame of one row has no second field (choice: its row is read).
            return row.clamp(0, last) as u32;
        }
        row.clamp(parity, last - (last - parity) % 2) as u32
    }
}

/// A row or column of a block.
fn along(start: i32, further: u32) -> i64 {
    i64::from(start.wrapping_add(further as i32))
}

/// The row of the frame that row `y` of a field is.
fn frame_row(y: i64, field: MediaField) -> i64 {
    match field {
        MediaField::Frame => y,
        MediaField::Top => 2 * y,
        MediaField::Bottom => 2 * y + 1,
    }
}

/// Reads a block, row after row without holes, and replaces what `bytes` had. No surface gives 0 (choice).
///
/// # Errors
///
/// A surface that has no such blocks: [`Unsupported::Media`].
pub fn read_block(surface: &Surface, block: &MediaRect, bytes: &mut Vec<u8>) -> Result<(), Unsupported> {
    bytes.clear();
    let Some(plane) = plane(surface, block)? else {
        bytes.resize((block.width * block.height) as usize, 0);
        return Ok(());
    };
    let mode = surface.description().boundary;
    for row in 0..block.height {
        let row = plane.row(along(block.y, row), block.field, mode);
        let start = plane.offset + row as usize * plane.row_bytes as usize;
        for column in 0..block.width {
            let column = plane.column(along(block.x, column));
            bytes.push(surface.bytes().get(start + column as usize).copied().unwrap_or_default());
        }
    }
    Ok(())
}

/// Where each byte of a block is in the surface, row after row; `None` where it is outside.
///
/// # Errors
///
/// As [`read_block`].
pub(crate) fn block_offsets(
    surface: &Surface,
    block: &MediaRect,
) -> Result<impl Iterator<Item = Option<usize>> + use<>, Unsupported> {
    let plane = plane(surface, block)?;
    let block = *block;
    Ok((0..block.height).flat_map(move |row| {
        let row = frame_row(along(block.y, row), block.field);
        (0..block.width).map(move |column| {
            let column = along(block.x, column);
            let plane = plane?;
            let inside = (0..i64::from(plane.rows)).contains(&row) && (0..i64::from(plane.row_bytes)).contains(&column);
            inside.then(|| plane.offset + row as usize * plane.row_bytes as usize + column as usize)
        })
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::{Description, Format};

    /// A surface of 8 rows whose byte at column x and row y of plane p is `x + 16 y + 100 p`.
    fn surface(format: Format, boundary: BoundaryMode) -> Surface {
        let mut description = Description::new(SurfaceKind::D2, format, [16, 8, 1]);
        description.boundary = boundary;
        let mut surface = Surface::new(description).expect("the sizes are legal");
        for index in 0..format.planes().len().max(1) as u8 {
            let plane = surface.plane(index).expect("a plane of the format");
            for row in 0..plane.rows {
                for x in 0..plane.row_bytes {
                    let at = plane.offset + (row * plane.row_bytes + x) as usize;
                    surface.bytes_mut()[at] = (x + 16 * row + 100 * u32::from(index)) as u8;
                }
            }
        }
        surface
    }

    fn read(surface: &Surface, [x, y]: [i32; 2], [width, height]: [u32; 2], field: MediaField, plane: u8) -> Vec<u8> {
        let mut bytes = vec![9; 3];
        read_block(surface, &MediaRect { x, y, width, height, field, plane }, &mut bytes).expect("a legal block");
        bytes
    }

    #[test]
    fn blocks_inside_are_rows_of_bytes() {
        let surface = surface(Format::R8Uint, BoundaryMode::Normal);
        assert_eq!(read(&surface, [2, 1], [3, 2], MediaField::Frame, 0), [18, 19, 20, 34, 35, 36]);
        // Rows 1 and 2 of the fields are rows 2 and 4, and 3 and 5, of the frame.
        assert_eq!(read(&surface, [0, 1], [1, 2], MediaField::Top, 0), [32, 64]);
        assert_eq!(read(&surface, [0, 1], [1, 2], MediaField::Bottom, 0), [48, 80]);
        assert_eq!(read(&Surface::null(), [0, 0], [2, 2], MediaField::Frame, 0), [0; 4]);
    }

    /// A pixel is repeated whole: byte k of it stands wherever the column is k past a pixel's first.
    #[test]
    fn the_first_and_the_last_pixel_are_repeated() {
        let wide = surface(Format::Rgba8Unorm, BoundaryMode::Normal);
        assert_eq!(read(&wide, [-6, 0], [8, 1], MediaField::Frame, 0), [2, 3, 0, 1, 2, 3, 0, 1]);
        assert_eq!(read(&wide, [62, 0], [8, 1], MediaField::Frame, 0), [62, 63, 60, 61, 62, 63, 60, 61]);
        let bytes = surface(Format::R8Uint, BoundaryMode::Normal);
        assert_eq!(read(&bytes, [14, 0], [5, 1], MediaField::Frame, 0), [14, 15, 15, 15, 15]);
        assert_eq!(read(&bytes, [i32::MAX, i32::MIN], [2, 1], MediaField::Frame, 0), [15, 0]);
    }

    /// Two pixels share U and V. Bytes of the first four of a row: 0 to 3; of the last: 28 to 31.
    #[test]
    fn a_repeated_pixel_takes_the_colour_of_its_pair() {
        let rows = [
            // Y0 U Y1 V: left Y0 U Y0 V, right Y1 U Y1 V.
            (Format::YcrcbNormal, [0, 1, 0, 3], [30, 29, 30, 31]),
            (Format::YcrcbSwapuv, [0, 1, 0, 3], [30, 29, 30, 31]),
            // U Y0 V Y1: left U Y0 V Y0, right U Y1 V Y1.
            (Format::YcrcbSwapy, [0, 1, 2, 1], [28, 31, 30, 31]),
            (Format::YcrcbSwapuvy, [0, 1, 2, 1], [28, 31, 30, 31]),
        ];
        for (format, left, right) in rows {
            let surface = surface(format, BoundaryMode::Normal);
            assert_eq!(read(&surface, [-4, 0], [4, 1], MediaField::Frame, 0), left, "{}", format.name());
            assert_eq!(read(&surface, [32, 0], [4, 1], MediaField::Frame, 0), right, "{}", format.name());
            // Bytes are repeated by the last two bits of the column.
            assert_eq!(read(&surface, [-3, 0], [3, 1], MediaField::Frame, 0), left[1..], "{}", format.name());
        }
    }

    #[test]
    fn the_nearest_row_is_that_of_the_boundary_mode() {
        use BoundaryMode as Mode;
        let rows = |mode, field, y, count| {
            let found = read(&surface(Format::R8Uint, mode), [0, y], [1, count], field, 0);
            found.into_iter().map(|byte| byte / 16).collect::<Vec<_>>()
        };
        assert_eq!(rows(Mode::Normal, MediaField::Frame, -2, 4), [0, 0, 0, 1]);
        assert_eq!(rows(Mode::Normal, MediaField::Frame, 6, 4), [6, 7, 7, 7]);
        assert_eq!(rows(Mode::Normal, MediaField::Top, 2, 4), [4, 6, 6, 6]);
        assert_eq!(rows(Mode::Normal, MediaField::Bottom, -1, 3), [1, 1, 3]);
        assert_eq!(rows(Mode::Progressive, MediaField::Top, 3, 3), [6, 7, 7]);
        assert_eq!(rows(Mode::Progressive, MediaField::Bottom, -2, 3), [0, 0, 1]);
        assert_eq!(rows(Mode::Interlaced, MediaField::Frame, 6, 6), [6, 7, 6, 7, 6, 7]);
        assert_eq!(rows(Mode::Interlaced, MediaField::Frame, -3, 4), [1, 0, 1, 0]);
        assert_eq!(rows(Mode::Interlaced, MediaField::Bottom, 3, 2), [7, 7]);
        let mut one = Description::new(SurfaceKind::D2, Format::R8Uint, [1, 1, 1]);
        one.boundary = Mode::Interlaced;
        let one = Surface::new(one).expect("legal");
        assert_eq!(read(&one, [0, -1], [1, 3], MediaField::Frame, 0), [0; 3]);
        assert_eq!(read(&one, [0, 5], [1, 1], MediaField::Bottom, 0), [0]);
    }

    #[test]
    fn planes_are_half_as_high_and_wide() {
        let nv12 = surface(Format::Nv12, BoundaryMode::Normal);
        assert_eq!(nv12.bytes().len(), 16 * 8 + 16 * 4);
        assert_eq!(read(&nv12, [1, 1], [2, 1], MediaField::Frame, 0), [17, 18]);
        // Pairs of U and V: a pair is repeated, 8 a row.
        assert_eq!(read(&nv12, [-1, 3], [4, 2], MediaField::Frame, 1), [149, 148, 149, 150, 149, 148, 149, 150]);
        assert_eq!(read(&nv12, [15, 0], [4, 1], MediaField::Frame, 1), [115, 114, 115, 114]);
        let p010 = surface(Format::P010, BoundaryMode::Normal);
        assert_eq!(p010.bytes().len(), 2 * (16 * 8 + 16 * 4));
        assert_eq!(read(&p010, [31, 0], [3, 1], MediaField::Frame, 0), [31, 30, 31]);
        assert_eq!(read(&p010, [31, 0], [5, 1], MediaField::Frame, 1), [131, 128, 129, 130, 131]);
        for format in [Format::I420, Format::Imc3] {
            let planar = surface(format, BoundaryMode::Normal);
            assert_eq!(planar.bytes().len(), 16 * 8 + 2 * 8 * 4);
            assert_eq!(read(&planar, [6, 3], [3, 1], MediaField::Frame, 1), [154, 155, 155]);
            assert_eq!(read(&planar, [7, 0], [2, 2], MediaField::Frame, 2), [207, 207, 223, 223]);
        }
    }

    #[test]
    fn blocks_are_of_planes_that_are_there() {
        let refused = |surface: &Surface, plane| {
            let block = MediaRect { x: 0, y: 0, width: 1, height: 1, field: MediaField::Frame, plane };
            read_block(surface, &block, &mut Vec::new()).is_err()
        };
        let planes = |format| [0, 1, 2, 3].map(|plane| refused(&surface(format, BoundaryMode::Normal), plane));
        assert_eq!(planes(Format::Nv12), [false, false, true, true]);
        assert_eq!(planes(Format::I420), [false, false, false, true]);
        // Without planes each is the whole.
        assert_eq!(planes(Format::YcrcbNormal), [false; 4]);
        let plane_two = read(&surface(Format::R8Uint, BoundaryMode::Normal), [5, 0], [1, 1], MediaField::Frame, 2);
        assert_eq!(plane_two, [5]);
        let other = |kind, format, samples| {
            let mut description = Description::new(kind, format, [4, 4, 1]);
            description.samples = samples;
            refused(&Surface::new(description).expect("legal"), 0)
        };
        assert!(!other(SurfaceKind::D2, Format::Rgb32Uint, 1));
        assert!(other(SurfaceKind::D2, Format::R8Uint, 4));
        assert!(other(SurfaceKind::D2Array, Format::R8Uint, 1));
        assert!(other(SurfaceKind::D2, Format::Bc1Unorm, 1));
    }

    #[test]
    fn what_is_outside_has_no_offset() {
        let surface = surface(Format::Nv12, BoundaryMode::Interlaced);
        let offsets = |x, y, field, plane| {
            let block = MediaRect { x, y, width: 2, height: 2, field, plane };
            block_offsets(&surface, &block).expect("a plane").collect::<Vec<_>>()
        };
        assert_eq!(offsets(-1, 7, MediaField::Frame, 0), [None, Some(112), None, None]);
        assert_eq!(offsets(14, 0, MediaField::Bottom, 0), [Some(30), Some(31), Some(62), Some(63)]);
        assert_eq!(offsets(15, 1, MediaField::Top, 1), [Some(128 + 47), None, None, None]);
    }
}
