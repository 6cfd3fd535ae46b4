//! Surfaces: their texels, and where a texel's bytes are.
//!
//! Texels, or blocks of compressed texels, lie in rows, without padding: level after level, in each its layers (slices
//! of a volume, faces of a cube), in each its samples. A planar format has one plane behind the other. Tiling is a
//! matter of whoever fills a surface and never of what a message returns.

use super::description::{Description, MAX_PALETTE_INDEX, MAX_QUILT, Select, SurfaceError, SurfaceKind, View};
use super::format::{Channels, Format, Kind, Plane};

/// The most bytes of one surface: far above what any check needs, far below what a machine has.
pub const MAX_SURFACE_BYTES: u64 = 1 << 28;

/// Where a texel is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TexelPosition {
    /// The level.
    pub level: u32,
    /// The column, or a buffer's element.
    pub x: u32,
    /// The row.
    pub y: u32,
    /// The slice, layer or face.
    pub layer: u32,
    /// The sample slice.
    pub sample: u32,
}

/// The bytes of a surface that a plane has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaneLayout {
    /// Its first byte.
    pub offset: usize,
    /// Bytes of a row.
    pub row_bytes: u32,
    /// Rows.
    pub rows: u32,
    /// Bytes that are repeated at its edges: of a pixel, or of the pixels that share a colour.
    pub unit: u32,
    /// Where two pixels share a colour: the first byte in the unit that is a pixel's own. The other pixel's is 2
    /// further on.
    pub own: Option<u32>,
}

#[derive(Clone, Debug, PartialEq)]
struct Level {
    offset: usize,
    size: [u32; 3],
}

/// A surface with its texels, at first all zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    description: Description,
    levels: Vec<Level>,
    texel_bytes: usize,
    texels: Vec<u8>,
    compression: Option<Vec<u64>>,
}

/// Where the levels of a surface that has texels begin, and the bytes of all.
fn arrange(description: &Description) -> Result<(Vec<Level>, u64), SurfaceError> {
    let Description { kind, width, height, depth, layers, levels, samples, .. } = *description;
    let limits = kind.limits();
    let sizes = [("width", width), ("height", height), ("depth", depth), ("layers", layers)];
    for ((what, given), most) in sizes.into_iter().zip(limits) {
        if given == 0 || given > most {
            return Err(SurfaceError::Size { what, given, least: 1, most, kind });
        }
    }
    for (what, given) in ["quilt width", "quilt height"].into_iter().zip(description.quilt) {
        if given == 0 || given > MAX_QUILT {
            return Err(SurfaceError::Size { what, given, least: 1, most: MAX_QUILT, kind });
        }
    }
    if description.palette_index > MAX_PALETTE_INDEX {
        let (what, given) = ("palette index", description.palette_index);
        return Err(SurfaceError::Size { what, given, least: 0, most: MAX_PALETTE_INDEX, kind });
    }
    if kind.is_cube() && (width != height || layers % 6 != 0) {
        return Err(SurfaceError::Cube { width, height, layers });
    }
    let most = match kind {
        SurfaceKind::Buffer => 1,
        _ => 32 - width.max(height).max(depth).leading_zeros(),
    };
    if levels == 0 || levels > most {
        return Err(SurfaceError::Size { what: "levels", given: levels, least: 1, most, kind });
    }
    let multisampled = matches!(kind, SurfaceKind::D2 | SurfaceKind::D2Array) && levels == 1;
    if !matches!(samples, 1 | 2 | 4 | 8 | 16) || samples > 1 && !multisampled {
        return Err(SurfaceError::Samples { given: samples });
    }
    let planes = description.format.planes();
    let unit = planes.iter().fold([1, 1], |[along, across], plane| [along.max(plane.along), across.max(plane.across)]);
    let is_image = kind == SurfaceKind::D2 && levels == 1 && samples == 1;
    let is_whole = is_image && width.is_multiple_of(unit[0]) && height.is_multiple_of(unit[1]);
    if !planes.is_empty() && !is_whole {
        return Err(SurfaceError::Video { format: description.format, width, height, unit });
    }
    let texel_bytes = description.format.bytes();
    let mut placed = Vec::with_capacity(levels as usize);
    let mut bytes = 0u64;
    for level in 0..levels {
        let size = [width, height, depth].map(|size| (size >> level).max(1));
        placed.push(Level { offset: bytes as usize, size });
        let [columns, rows] = [size[0], size[1]].map(|size| size.div_ceil(description.format.block_extent()));
        let texels = u64::from(columns) * u64::from(rows) * u64::from(size[2]);
        // Below 2^48 texels, 2^11 layers and 2^4 samples.
        bytes += texels * u64::from(layers * samples) * texel_bytes as u64;
        bytes += planes.iter().skip(1).map(|plane| plane.bytes(width, height)).sum::<u64>();
        if bytes > MAX_SURFACE_BYTES {
            return Err(SurfaceError::Bytes { given: bytes, limit: MAX_SURFACE_BYTES });
        }
    }
    Ok((placed, bytes))
}

impl Surface {
    /// A surface whose bytes are all zero and that has no MCS values.
    ///
    /// # Errors
    ///
    /// Sizes that no surface of that kind has; more than [`MAX_SURFACE_BYTES`].
    pub fn new(description: Description) -> Result<Surface, SurfaceError> {
        let texel_bytes = description.format.bytes();
        if description.kind == SurfaceKind::Null {
            let description = Description { width: 0, height: 0, depth: 0, layers: 0, levels: 0, ..description };
            let (levels, texels) = (Vec::new(), Vec::new());
            return Ok(Surface { description, levels, texel_bytes, texels, compression: None });
        }
        let (levels, bytes) = arrange(&description)?;
        let texels = vec![0; bytes as usize];
        Ok(Surface { description, levels, texel_bytes, texels, compression: None })
    }

    /// Bytes that the texels of such a surface take.
    ///
    /// # Errors
    ///
    /// Those of [`Surface::new`].
    pub fn bytes_of(description: &Description) -> Result<u64, SurfaceError> {
        if description.kind == SurfaceKind::Null { Ok(0) } else { arrange(description).map(|(_, bytes)| bytes) }
    }

    /// The surface as a program sees it through a view. Its bytes stay those of the whole surface; null pages count
    /// from the view's first level and layer on from now, and those outside are dropped.
    ///
    /// # Errors
    ///
    /// Levels or layers that the surface does not have; a cube of another number of faces than six.
    pub fn view(mut self, view: View) -> Result<Surface, SurfaceError> {
        let View { first_level, levels, first_layer, layers, kind } = view;
        if self.kind().family() != kind.family() {
            return Err(SurfaceError::ViewKind { given: kind, kind: self.kind() });
        }
        let ranges = [("levels", first_level, levels, self.levels()), ("layers", first_layer, layers, self.layers())];
        for (what, first, count, most) in ranges {
            if count == 0 {
                return Err(SurfaceError::Size { what, given: 0, least: 1, most, kind });
            }
            if u64::from(first) + u64::from(count) > u64::from(most) {
                return Err(SurfaceError::View { what, first, count, most: most.saturating_sub(1) });
            }
        }
        let pixels = self.level_size(0);
        if kind.is_cube() && (layers % 6 != 0 || pixels[0] != pixels[1] || self.samples() > 1) {
            return Err(SurfaceError::Cube { width: pixels[0], height: pixels[1], layers });
        }
        let most = kind.limits()[3];
        if layers > most {
            return Err(SurfaceError::Size { what: "layers", given: layers, least: 1, most, kind });
        }
        if let Some(words) = &mut self.compression {
            let layer = pixels[0] as usize * pixels[1] as usize;
            words.drain(..layer * first_layer as usize);
        }
        let extent = self.format().block_extent();
        let image = self.texel_bytes * self.description.samples as usize;
        self.levels.drain(..first_level as usize);
        self.levels.truncate(levels as usize);
        for level in &mut self.levels {
            let [columns, rows] = [level.size[0], level.size[1]].map(|size| size.div_ceil(extent) as usize);
            level.offset += first_layer as usize * columns * rows * image;
        }
        let size = self.level_size(0);
        let description = &mut self.description;
        [description.width, description.height, description.depth] = size;
        (description.levels, description.layers, description.kind) = (levels, layers, kind);
        description.null_pages.retain_mut(|page| {
            let seen = page.level.checked_sub(first_level).zip(page.layer.checked_sub(first_layer));
            seen.map(|seen| (page.level, page.layer) = seen).is_some()
        });
        Ok(self)
    }

    /// The surface that is none.
    pub fn null() -> Surface {
        let description = Description::new(SurfaceKind::Null, Format::Rgba8Unorm, [0; 3]);
        Surface { description, levels: Vec::new(), texel_bytes: 4, texels: Vec::new(), compression: None }
    }

    /// What it was made from.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// What it is.
    pub fn kind(&self) -> SurfaceKind {
        self.description.kind
    }

    /// The format of its texels.
    pub fn format(&self) -> Format {
        self.description.format
    }

    /// Levels of detail.
    pub fn levels(&self) -> u32 {
        self.description.levels
    }

    /// Layers, or the faces of all cubes.
    pub fn layers(&self) -> u32 {
        self.description.layers
    }

    /// Samples a pixel.
    pub fn samples(&self) -> u32 {
        self.description.samples
    }

    /// Width, height and depth of a level, each at least 1; zeros where there is no such level.
    pub fn level_size(&self, level: u32) -> [u32; 3] {
        self.levels.get(level as usize).map_or([0; 3], |level| level.size)
    }

    /// The first byte and the size of a level.
    pub(in crate::unit) fn level(&self, level: u32) -> Option<(usize, [u32; 3])> {
        self.levels.get(level as usize).map(|level| (level.offset, level.size))
    }

    /// All texels, in the order that the module's documentation says.
    pub fn bytes(&self) -> &[u8] {
        &self.texels
    }

    /// All texels, to be changed.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.texels
    }

    /// Where a plane is that media blocks read; of level 0, in the format's own planes, or for every number the whole
    /// where the format has no several planes. `None` of formats that are stored in blocks of texels.
    pub fn plane(&self, index: u8) -> Option<PlaneLayout> {
        let [width, height, _] = self.level_size(0);
        let format = self.format();
        let whole = [Plane { along: 1, across: 1, bytes: self.texel_bytes as u32, own: None }];
        let planes = if format.is_video() { format.planes() } else { &whole };
        let index = if planes.len() == 1 { 0 } else { usize::from(index) };
        let plane = planes.get(index).filter(|_| width > 0 && format.block_extent() == 1)?;
        let before = planes[..index].iter().map(|plane| plane.bytes(width, height)).sum::<u64>();
        Some(PlaneLayout {
            offset: self.levels.first()?.offset + before as usize,
            row_bytes: width / plane.along * plane.bytes,
            rows: height / plane.across,
            unit: plane.bytes,
            own: plane.own,
        })
    }

    /// The first byte of a texel, or of the block that it is in, where there is such a texel.
    pub fn offset(&self, place: TexelPosition) -> Option<usize> {
        let level = self.levels.get(place.level as usize)?;
        let [width, height, depth] = level.size;
        let layers = depth.max(self.description.layers);
        let inside =
            place.x < width && place.y < height && place.layer < layers && place.sample < self.description.samples;
        inside.then(|| {
            let extent = self.format().block_extent();
            let image = place.layer as usize * self.description.samples as usize + place.sample as usize;
            let row = image * height.div_ceil(extent) as usize + (place.y / extent) as usize;
            level.offset + (row * width.div_ceil(extent) as usize + (place.x / extent) as usize) * self.texel_bytes
        })
    }

    /// The texel that byte `offset` belongs to; of a block the first. `None` for bytes outside a view, and in any plane
    /// but the first.
    pub fn position(&self, offset: usize) -> Option<TexelPosition> {
        let is_other_plane = || {
            self.format().is_video() && self.plane(1).is_some_and(|plane| plane.offset > 0 && offset >= plane.offset)
        };
        if offset >= self.texels.len() || is_other_plane() {
            return None;
        }
        let level = self.levels.partition_point(|level| level.offset <= offset).checked_sub(1)?;
        let Level { offset: start, size: [width, height, _] } = self.levels[level];
        let mut index = (offset - start) / self.texel_bytes;
        let mut digit = |base: u32| {
            let digit = index % base as usize;
            index /= base as usize;
            digit as u32
        };
        let extent = self.format().block_extent();
        let sizes = [width.div_ceil(extent), height.div_ceil(extent), self.description.samples];
        let [column, row, sample] = sizes.map(&mut digit);
        let layer = index as u32;
        // Behind the layers of a view lie others.
        let is_seen = layer < self.levels[level].size[2].max(self.description.layers);
        is_seen.then_some(TexelPosition { level: level as u32, x: column * extent, y: row * extent, sample, layer })
    }

    /// The bytes of a texel, or of the block that it is in, where there is such a texel.
    pub fn texel(&self, place: TexelPosition) -> Option<&[u8]> {
        let offset = self.offset(place)?;
        self.texels.get(offset..offset + self.texel_bytes)
    }

    /// The bytes of a texel, to be changed.
    pub fn texel_mut(&mut self, place: TexelPosition) -> Option<&mut [u8]> {
        let offset = self.offset(place)?;
        self.texels.get_mut(offset..offset + self.texel_bytes)
    }

    /// Whether a texel has no memory behind it.
    pub(crate) fn is_null_page(&self, place: TexelPosition) -> bool {
        self.description.null_pages.iter().any(|page| {
            (page.level, page.layer) == (place.level, place.layer)
                && page.x.contains(&place.x)
                && page.y.contains(&place.y)
        })
    }

    /// Whether it has MCS values.
    pub fn is_compressed(&self) -> bool {
        self.compression.is_some()
    }

    /// Gives every pixel of level 0 an MCS value.
    pub fn compress(&mut self, word: impl Fn(TexelPosition) -> u64) {
        let [width, height, _] = self.level_size(0);
        let mut words = Vec::with_capacity((width * height * self.description.layers) as usize);
        for layer in 0..self.description.layers {
            for y in 0..height {
                words.extend((0..width).map(|x| word(TexelPosition { x, y, layer, ..TexelPosition::default() })));
            }
        }
        self.compression = Some(words);
    }

    /// The MCS value of a pixel of level 0; `None` without compression or outside.
    pub(crate) fn compression_word(&self, place: TexelPosition) -> Option<u64> {
        let [width, height, _] = self.level_size(0);
        let words = self.compression.as_ref()?;
        let inside = place.x < width && place.y < height && place.layer < self.description.layers;
        let index = (place.layer as usize * height as usize + place.y as usize) * width as usize + place.x as usize;
        if inside { words.get(index).copied() } else { None }
    }

    /// A texel's channels after channel select, of what the format delivers with its defaults.
    pub(crate) fn select(&self, texel: Channels) -> Channels {
        let kind = self.format().kind();
        self.description.select.map(|select| match select {
            Select::Zero => 0,
            Select::One => kind.one(),
            Select::Channel(channel) => texel[usize::from(channel & 3)],
        })
    }

    /// What a program gets for a texel that is not there: 0 in the channels that the format has, defaults in the others
    /// (D3D11, ld), and 0 everywhere from no surface (choice; D3D11: unbound).
    pub(crate) fn absent_texel(&self) -> Channels {
        match self.kind() {
            SurfaceKind::Null => [0; 4],
            _ => self.select(self.format().with_defaults([0; 4])),
        }
    }

    /// What the channels of its texels are to a program.
    pub fn value_kind(&self) -> Kind {
        self.format().kind()
    }
}

#[cfg(test)]
mod tests {
    use super::super::description::NullPage;
    use super::*;

    fn surface(kind: SurfaceKind, size: [u32; 3], change: impl Fn(&mut Description)) -> Result<Surface, SurfaceError> {
        let mut description = Description::new(kind, Format::R32Uint, size);
        change(&mut description);
        Surface::new(description)
    }

    #[test]
    fn a_palette_index_has_three_bits() {
        let with = |index| surface(SurfaceKind::D2, [4, 4, 1], |d| d.palette_index = index);
        assert!(with(7).is_ok());
        let error = with(8).expect_err("four bits").to_string();
        assert_eq!(error, "palette index 8 of a 2D surface; expected 0 to 7");
        assert!(with(u32::MAX).is_err());
    }

    #[test]
    fn positions_and_offsets_are_inverse() {
        let shapes = [
            surface(SurfaceKind::D1Array, [5, 1, 1], |d| (d.layers, d.levels) = (3, 3)),
            surface(SurfaceKind::D2Array, [5, 3, 1], |d| (d.layers, d.samples) = (2, 4)),
            surface(SurfaceKind::D3, [7, 3, 5], |d| d.levels = 3),
            surface(SurfaceKind::CubeArray, [4, 4, 1], |d| (d.layers, d.levels) = (12, 3)),
            surface(SurfaceKind::Buffer, [9, 1, 1], |_| {}),
        ];
        for surface in shapes {
            let surface = surface.expect("the sizes are legal");
            let count = surface.bytes().len() / 4;
            for index in 0..count {
                let place = surface.position(index * 4 + 3).expect("inside");
                assert_eq!(surface.offset(place), Some(index * 4), "{place:?} of {:?}", surface.description());
            }
            assert_eq!(surface.position(count * 4), None);
        }
    }

    #[test]
    fn blocks_hold_four_by_four_texels() {
        let mut description = Description::new(SurfaceKind::D2Array, Format::Bc1Unorm, [9, 5, 1]);
        (description.layers, description.levels) = (2, 2);
        let surface = Surface::new(description).expect("legal");
        // Three by two blocks a layer, and one of level 1 a layer.
        assert_eq!(surface.bytes().len(), (6 * 2 + 2) * 8);
        let at = |level, x, y, layer| surface.offset(TexelPosition { level, x, y, layer, sample: 0 });
        assert_eq!([at(0, 3, 3, 0), at(0, 8, 4, 0), at(0, 4, 0, 1)], [Some(0), Some(40), Some(56)]);
        assert_eq!([at(1, 3, 1, 1), at(1, 4, 1, 1)], [Some(104), None]);
        let place = surface.position(60).expect("inside");
        assert_eq!((place.x, place.y, place.layer), (4, 0, 1));
    }

    #[test]
    fn levels_halve_and_stay_at_least_one() {
        let volume = surface(SurfaceKind::D3, [7, 3, 5], |d| d.levels = 3).expect("legal");
        assert_eq!([0, 1, 2, 3].map(|level| volume.level_size(level)), [[7, 3, 5], [3, 1, 2], [1, 1, 1], [0, 0, 0]]);
        assert_eq!(volume.bytes().len(), (105 + 6 + 1) * 4);
        assert!(volume.texel(TexelPosition { level: 1, layer: 2, ..TexelPosition::default() }).is_none());
    }

    /// Video pictures are plain images of whole units: pairs of columns, and of rows where colours have half of them.
    #[test]
    fn video_formats_are_those_of_whole_pictures() {
        let make = |format, size: [u32; 3], change: fn(&mut Description)| {
            let mut description = Description::new(SurfaceKind::D2, format, size);
            change(&mut description);
            Surface::new(description)
        };
        let bytes = |format, size| make(format, size, |_| {}).map(|surface| surface.bytes().len()).ok();
        assert_eq!(bytes(Format::YcrcbNormal, [6, 3, 1]), Some(36));
        assert_eq!(bytes(Format::YcrcbNormal, [5, 3, 1]), None);
        assert_eq!(bytes(Format::Nv12, [6, 4, 1]), Some(36));
        assert_eq!(bytes(Format::Nv12, [6, 3, 1]), None);
        assert!(make(Format::P010, [8, 8, 1], |d| d.levels = 2).is_err());
        assert!(make(Format::P010, [8, 8, 1], |d| (d.kind, d.layers) = (SurfaceKind::D2Array, 2)).is_err());
        let nv12 = make(Format::Nv12, [6, 4, 1], |_| {}).expect("legal");
        assert_eq!(nv12.position(23), Some(TexelPosition { x: 5, y: 3, ..TexelPosition::default() }));
        assert_eq!(nv12.position(24), None);
    }

    #[test]
    fn impossible_surfaces_are_refused() {
        let refused = |kind, size, change: fn(&mut Description)| surface(kind, size, change).is_err();
        assert!(refused(SurfaceKind::D2, [0, 1, 1], |_| {}));
        assert!(refused(SurfaceKind::D2, [16385, 1, 1], |_| {}));
        assert!(refused(SurfaceKind::D2, [4, 4, 2], |_| {}));
        assert!(refused(SurfaceKind::D2, [4, 4, 1], |d| d.levels = 4));
        assert!(refused(SurfaceKind::D2, [4, 4, 1], |d| d.samples = 3));
        assert!(refused(SurfaceKind::D3, [4, 4, 4], |d| d.samples = 2));
        assert!(refused(SurfaceKind::Cube, [4, 5, 1], |_| {}));
        assert!(refused(SurfaceKind::CubeArray, [4, 4, 1], |d| d.layers = 7));
        let error = surface(SurfaceKind::D2, [16384, 16384, 1], |_| {}).expect_err("a gigabyte");
        assert_eq!(error, SurfaceError::Bytes { given: 1 << 30, limit: MAX_SURFACE_BYTES });
        assert!(refused(SurfaceKind::D3, [2048, 2048, 2048], |_| {}));
    }

    /// Texels are numbered by their bytes.
    #[test]
    fn a_view_begins_at_its_level_and_layer() {
        let mut whole = surface(SurfaceKind::D2Array, [4, 2, 1], |d| {
            (d.layers, d.levels) = (3, 3);
            let page = |level, layer| NullPage { level, layer, x: 0..1, y: 0..1 };
            d.null_pages = vec![page(0, 2), page(1, 1), page(2, 0)];
        })
        .expect("legal");
        for (index, texel) in whole.bytes_mut().chunks_exact_mut(4).enumerate() {
            texel.copy_from_slice(&(index as u32).to_le_bytes());
        }
        let view = View { first_level: 1, levels: 2, first_layer: 1, layers: 2, kind: SurfaceKind::D2Array };
        let seen = whole.clone().view(view).expect("within");
        assert_eq!([0, 1, 2].map(|level| seen.level_size(level)), [[2, 1, 1], [1, 1, 1], [0, 0, 0]]);
        assert_eq!((seen.levels(), seen.layers(), seen.bytes().len()), (2, 2, whole.bytes().len()));
        let at = |level, x, layer| {
            seen.texel(TexelPosition { level, x, layer, ..TexelPosition::default() }).map(|texel| texel[0])
        };
        // Level 0 has three layers of 8 texels, level 1 of 2, level 2 of 1.
        assert_eq!([at(0, 0, 0), at(0, 1, 1), at(1, 0, 1), at(0, 0, 2)], [Some(26), Some(29), Some(32), None]);
        assert_eq!(seen.position(4 * 29), Some(TexelPosition { level: 0, x: 1, layer: 1, ..TexelPosition::default() }));
        assert_eq!([seen.position(0), seen.position(4 * 30)], [None, None]);
        assert_eq!(seen.description().null_pages, [NullPage { level: 0, layer: 0, x: 0..1, y: 0..1 }]);
        let refused = |change: fn(&mut View)| {
            let mut view = view;
            change(&mut view);
            whole.clone().view(view).expect_err("outside").to_string()
        };
        assert_eq!(refused(|v| v.levels = 3), "view of levels 1 to 3; expected a range within 0 to 2");
        assert_eq!(
            refused(|v| v.first_layer = u32::MAX),
            "view of layers 4294967295 to 4294967296; expected a range within 0 to 2"
        );
        assert!(refused(|v| v.layers = 0).contains("layers 0"));
        let cubes = surface(SurfaceKind::CubeArray, [4, 4, 1], |d| d.layers = 18).expect("legal");
        let seen = |first_layer, layers, kind| {
            let view = View { first_level: 0, levels: 1, first_layer, layers, kind };
            cubes.clone().view(view).map(|seen| (seen.kind(), seen.layers(), seen.offset(TexelPosition::default())))
        };
        assert_eq!(seen(3, 12, SurfaceKind::CubeArray), Ok((SurfaceKind::CubeArray, 12, Some(3 * 64))));
        assert_eq!(seen(17, 1, SurfaceKind::D2), Ok((SurfaceKind::D2, 1, Some(17 * 64))));
        assert_eq!(seen(6, 6, SurfaceKind::Cube), Ok((SurfaceKind::Cube, 6, Some(6 * 64))));
        for (layers, kind) in
            [(7, SurfaceKind::CubeArray), (12, SurfaceKind::Cube), (2, SurfaceKind::D2), (1, SurfaceKind::D3)]
        {
            assert!(seen(0, layers, kind).is_err(), "{kind:?}");
        }
    }

    #[test]
    fn channel_select_has_constants_of_the_formats_kind() {
        let swizzled = |format| {
            let mut description = Description::new(SurfaceKind::D2, format, [1, 1, 1]);
            description.select = Select::from_letters("A01R").expect("letters");
            Surface::new(description).expect("legal")
        };
        assert_eq!(swizzled(Format::R8Uint).select([9, 8, 7, 6]), [6, 0, 1, 9]);
        assert_eq!(swizzled(Format::R8Unorm).absent_texel(), [1.0f32.to_bits(), 0, 1.0f32.to_bits(), 0]);
        assert_eq!(Surface::null().absent_texel(), [0; 4]);
    }
}
