//! Images.

use crate::format::Format;

/// What an image is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A row of texels.
    D1,
    /// Layers of rows.
    D1Array,
    /// An image; multisampled where it has several samples.
    D2,
    /// Layers of images; multisampled where it has several samples.
    D2Array,
    /// A volume.
    D3,
    /// Six square faces.
    Cube,
    /// Layers of six faces.
    CubeArray,
}

impl Shape {
    /// Whether it is a cube or an array of cubes.
    pub const fn is_cube(self) -> bool {
        matches!(self, Shape::Cube | Shape::CubeArray)
    }

    /// Whether it has layers that a coordinate chooses.
    pub const fn is_array(self) -> bool {
        matches!(self, Shape::D1Array | Shape::D2Array | Shape::CubeArray)
    }

    /// Coordinates without the layer: of a cube a direction.
    pub const fn axes(self) -> usize {
        match self {
            Shape::D1 | Shape::D1Array => 1,
            Shape::D2 | Shape::D2Array => 2,
            Shape::D3 | Shape::Cube | Shape::CubeArray => 3,
        }
    }
}

/// Where a channel comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Swizzle {
    /// The number 0.
    Zero,
    /// The number 1.
    One,
    /// Red.
    R,
    /// Green.
    G,
    /// Blue.
    B,
    /// Alpha.
    A,
}

/// An image and how a shader sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// What it is.
    pub shape: Shape,
    /// The format of its texels.
    pub format: Format,
    /// Width, height and depth of level 0; 1 where the shape has none.
    pub size: [u32; 3],
    /// Layers; of cubes faces. 1 where the shape has none.
    pub layers: u32,
    /// Levels of detail.
    pub levels: u32,
    /// Samples a pixel.
    pub samples: u32,
    /// Where a shader's four channels come from.
    pub swizzle: [Swizzle; 4],
    /// The texels or blocks, level after level, in each its layers or slices, in each its samples, in each its rows,
    /// without padding.
    pub bytes: Vec<u8>,
}

/// An image that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// Sizes that its shape does not have.
    #[error(
        "{shape:?} of {size:?} with {layers} layers, {levels} levels and {samples} samples; each is 1 to {MAX_SIZE}, levels as the \
         size has, samples 1 or of one level of a 2D image, and what the shape does not have is 1"
    )]
    Size {
        /// The shape.
        shape: Shape,
        /// Its size.
        size: [u32; 3],
        /// Its layers.
        layers: u32,
        /// Its levels.
        levels: u32,
        /// Its samples.
        samples: u32,
    },
    /// Another number of bytes than its sizes say.
    #[error("{given} bytes of texels, where the image has {expected}")]
    Bytes {
        /// How many came.
        given: usize,
        /// How many its sizes say.
        expected: usize,
    },
}

/// The largest size along an axis, and the most layers. Every Vulkan device has as much (Vulkan, 'Required Limits').
pub const MAX_SIZE: u32 = 256;

/// A level of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    pub size: [u32; 3],
    /// Its bytes in [`Image::bytes`].
    pub first: usize,
    pub bytes: usize,
}

impl Image {
    /// Whether all is as it must be.
    ///
    /// # Errors
    ///
    /// See [`ImageError`].
    pub fn check(&self) -> Result<(), ImageError> {
        let Image { shape, size, layers, levels, samples, .. } = *self;
        let [width, height, depth] = size;
        let axes = if shape.is_cube() { 2 } else { shape.axes() };
        let sized = size.iter().all(|size| (1..=MAX_SIZE).contains(size)) && size[axes..].iter().all(|size| *size == 1);
        let layered = match shape {
            Shape::Cube => layers == 6 && width == height,
            Shape::CubeArray => layers % 6 == 0 && width == height,
            _ => shape.is_array() || layers == 1,
        } && (1..=MAX_SIZE).contains(&layers);
        let most = 32 - width.max(height).max(depth).leading_zeros();
        let sampled = samples == 1
            || matches!(samples, 2 | 4 | 8 | 16) && levels == 1 && matches!(shape, Shape::D2 | Shape::D2Array);
        if !sized || !layered || !sampled || !(1..=most).contains(&levels) {
            return Err(ImageError::Size { shape, size, layers, levels, samples });
        }
        let expected = self.levels().map(|level| level.bytes).sum();
        if self.bytes.len() != expected {
            return Err(ImageError::Bytes { given: self.bytes.len(), expected });
        }
        Ok(())
    }

    /// The levels, of which sizes have been checked.
    pub(crate) fn levels(&self) -> impl Iterator<Item = Level> {
        let Image { format, size, layers, levels, samples, .. } = *self;
        let mut first = 0;
        (0..levels).map(move |level| {
            let size = size.map(|size| (size >> level).max(1));
            let [columns, rows] = [size[0], size[1]].map(|size| size.div_ceil(format.block_extent()) as usize);
            let bytes = columns * rows * (size[2] * layers * samples) as usize * format.bytes();
            let level = Level { size, first, bytes };
            first += bytes;
            level
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(shape: Shape, size: [u32; 3], layers: u32, levels: u32, samples: u32) -> Image {
        let swizzle = [Swizzle::R, Swizzle::G, Swizzle::B, Swizzle::A];
        let mut image =
            Image { shape, format: Format::R8Unorm, size, layers, levels, samples, swizzle, bytes: Vec::new() };
        if let Err(ImageError::Bytes { expected, .. }) = image.check() {
            image.bytes = vec![0; expected];
        }
        image
    }

    #[test]
    fn sizes_that_a_shape_does_not_have_are_refused() {
        let right = [
            image(Shape::D1, [5, 1, 1], 1, 3, 1),
            image(Shape::D1Array, [5, 1, 1], 4, 1, 1),
            image(Shape::D2, [5, 3, 1], 1, 1, 4),
            image(Shape::D2Array, [5, 3, 1], 2, 1, 4),
            image(Shape::D3, [5, 3, 9], 1, 4, 1),
            image(Shape::Cube, [4, 4, 1], 6, 3, 1),
            image(Shape::CubeArray, [4, 4, 1], 12, 1, 1),
        ];
        right.iter().for_each(|image| assert_eq!(image.check(), Ok(()), "{image:?}"));
        let wrong = [
            image(Shape::D1, [5, 2, 1], 1, 1, 1),
            image(Shape::D1, [0, 1, 1], 1, 1, 1),
            image(Shape::D2, [257, 1, 1], 1, 1, 1),
            image(Shape::D2, [4, 4, 1], 2, 1, 1),
            image(Shape::D2, [4, 4, 1], 1, 4, 1),
            image(Shape::D2, [4, 4, 1], 1, 2, 4),
            image(Shape::D2, [4, 4, 1], 1, 1, 3),
            image(Shape::D3, [4, 4, 4], 1, 1, 4),
            image(Shape::Cube, [4, 3, 1], 6, 1, 1),
            image(Shape::CubeArray, [4, 4, 1], 8, 1, 1),
        ];
        for image in wrong {
            assert!(matches!(image.check(), Err(ImageError::Size { .. })), "{image:?}");
        }
    }

    #[test]
    fn levels_follow_each_other_in_whole_blocks() {
        let mut image = image(Shape::D2Array, [5, 3, 1], 2, 3, 1);
        let levels: Vec<_> = image.levels().map(|level| (level.size, level.first, level.bytes)).collect();
        assert_eq!(levels, [([5, 3, 1], 0, 30), ([2, 1, 1], 30, 4), ([1, 1, 1], 34, 2)]);
        image.format = Format::Bc1Unorm;
        // Two blocks by one of 8 bytes, then one.
        assert_eq!(image.check(), Err(ImageError::Bytes { given: 36, expected: 2 * 16 + 2 * 8 + 2 * 8 }));
    }
}
