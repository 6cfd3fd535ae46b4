//! One texture operation on the parameters of each point.

use rspirv::dr::Operand;
use rspirv::spirv::{ImageOperands, Word};

use super::builder::{Builder, Built, Use};
use super::{Shader, Viewed};
use crate::format::Texel;
use crate::image::Shape;

/// What is asked of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// The texel at integer coordinates of a level (OpImageFetch with Lod).
    Fetch,
    /// One sample of a pixel (OpImageFetch with Sample).
    FetchSample,
    /// A channel, 0 to 3, of the four texels of a bilinear filter (OpImageGather).
    Gather(u32),
    /// Four comparisons (OpImageDrefGather).
    GatherCompare,
    /// A filtered texel at a level of detail (OpImageSampleExplicitLod with Lod).
    SampleLod,
    /// A filtered texel at gradients (OpImageSampleExplicitLod with Grad).
    SampleGrad,
    /// A filtered comparison at a level of detail (OpImageSampleDrefExplicitLod with Lod): one word, the others 0.
    SampleCompareLod,
    /// Sizes and layers at a level, of cubes the number of cubes, in their order, then 0; in the fourth word the levels
    /// (OpImageQuerySizeLod, OpImageQueryLevels).
    Size,
    /// Sizes and layers, then 0; in the fourth word the samples (OpImageQuerySize, OpImageQuerySamples).
    Samples,
}

/// An operation with what is constant of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// What is asked.
    pub operation: Operation,
    /// Constant texel offsets (ConstOffset), each -8 to 7; of cubes 0.
    pub offset: [i32; 3],
    /// Whether each point has texel offsets of its own instead (Offset): of gathers of what is no cube.
    pub has_offsets: bool,
}

/// The parameters of one invocation. Those that an operation does not have do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// The coordinates, then the layer: integers of a fetch, otherwise the bits of floats.
    pub coordinates: [u32; 4],
    /// The level of detail: an integer of a fetch or size, otherwise the bits of a float. Of [`Operation::FetchSample`]
    /// the sample.
    pub level: u32,
    /// The reference of a comparison, bits of a float.
    pub reference: u32,
    /// Gradients along x, then along y, bits of floats.
    pub gradients: [[u32; 3]; 2],
    /// Texel offsets, each -32 to 31, where the question has none that are constant. Of others the low 6 bits count.
    pub offsets: [i32; 2],
}

const LEVEL: usize = 4;
const REFERENCE: usize = 5;
const GRADIENTS: [usize; 2] = [6, 9];
const OFFSETS: usize = 12;
const WORDS: usize = 14;

impl Point {
    pub(crate) fn words(&self) -> [u32; WORDS] {
        let mut words = [0; WORDS];
        words[..4].copy_from_slice(&self.coordinates);
        words[LEVEL] = self.level;
        words[REFERENCE] = self.reference;
        for (place, gradient) in GRADIENTS.into_iter().zip(self.gradients) {
            words[place..place + 3].copy_from_slice(&gradient);
        }
        // Every device has offsets of -32 to 31 (Vulkan, 'Required Limits': maxTexelGatherOffset is 31 at least).
        for (word, offset) in words[OFFSETS..].iter_mut().zip(self.offsets) {
            *word = (offset << 26 >> 26) as u32;
        }
        words
    }
}

/// The words that a question answers.
const ANSWER: usize = 4;

/// Whether the operation has a meaning on what is seen.
pub(crate) fn is_legal(question: &Question, viewed: Viewed) -> bool {
    let two_dimensional = matches!(viewed.shape, Shape::D2 | Shape::D2Array | Shape::Cube | Shape::CubeArray);
    let is_float = viewed.texel == Texel::Float;
    let known = match question.operation {
        Operation::FetchSample | Operation::Samples => viewed.is_multisampled,
        Operation::Fetch => !viewed.is_multisampled && !viewed.shape.is_cube(),
        Operation::Gather(channel) => !viewed.is_multisampled && two_dimensional && channel < 4,
        Operation::GatherCompare => !viewed.is_multisampled && two_dimensional && is_float,
        Operation::SampleCompareLod => !viewed.is_multisampled && is_float && viewed.shape != Shape::D3,
        Operation::SampleLod | Operation::SampleGrad | Operation::Size => !viewed.is_multisampled,
    };
    // Offsets of -8 to 7 are possible on every device (Vulkan, 'Required Limits').
    let axes = if viewed.shape.is_cube() { 0 } else { viewed.shape.axes() };
    let is_gather = matches!(question.operation, Operation::Gather(_) | Operation::GatherCompare);
    known
        && (!question.has_offsets || is_gather && axes == 2 && question.offset == [0; 3])
        && question.offset.iter().all(|offset| (-8..8).contains(offset))
        && question.offset[axes..].iter().all(|offset| *offset == 0)
}

/// The shader that asks.
pub(crate) fn shader(question: &Question, viewed: Viewed) -> Built<Shader> {
    let mut b = Builder::new(viewed, Use::Sampled)?;
    let four = b.code.type_vector(b.channel, ANSWER as u32);
    let answer = match question.operation {
        Operation::Fetch | Operation::FetchSample => {
            let int = b.int;
            let at = coordinates(&mut b, viewed, int)?;
            let image = b.image()?;
            let level = b.read(WORDS, LEVEL, int)?;
            let kind = match question.operation {
                Operation::Fetch => ImageOperands::LOD,
                _ => ImageOperands::SAMPLE,
            };
            let (operands, values) = operands(&mut b, question, viewed, kind, &[level])?;
            b.code.image_fetch(four, None, image, at, Some(operands), values)?
        }
        Operation::Gather(channel) => {
            let float = b.float;
            let at = coordinates(&mut b, viewed, float)?;
            let channel = b.constant(channel);
            let (operands, values) = operands(&mut b, question, viewed, ImageOperands::NONE, &[])?;
            b.code.image_gather(four, None, b.bound, at, channel, given(operands), values)?
        }
        Operation::GatherCompare => {
            let float = b.float;
            let at = coordinates(&mut b, viewed, float)?;
            let reference = b.read(WORDS, REFERENCE, float)?;
            let (operands, values) = operands(&mut b, question, viewed, ImageOperands::NONE, &[])?;
            b.code.image_dref_gather(four, None, b.bound, at, reference, given(operands), values)?
        }
        Operation::SampleLod => {
            let float = b.float;
            let at = coordinates(&mut b, viewed, float)?;
            let level = b.read(WORDS, LEVEL, float)?;
            let (operands, values) = operands(&mut b, question, viewed, ImageOperands::LOD, &[level])?;
            b.code.image_sample_explicit_lod(four, None, b.bound, at, operands, values)?
        }
        Operation::SampleGrad => {
            let float = b.float;
            let at = coordinates(&mut b, viewed, float)?;
            let mut gradients = [0; 2];
            for (gradient, place) in gradients.iter_mut().zip(GRADIENTS) {
                let mut parts = Vec::new();
                for axis in 0..viewed.shape.axes() {
                    parts.push(b.read(WORDS, place + axis, float)?);
                }
                *gradient = b.vector(float, &parts)?;
            }
            let (operands, values) = operands(&mut b, question, viewed, ImageOperands::GRAD, &gradients)?;
            b.code.image_sample_explicit_lod(four, None, b.bound, at, operands, values)?
        }
        Operation::SampleCompareLod => {
            let float = b.float;
            let at = coordinates(&mut b, viewed, float)?;
            let level = b.read(WORDS, LEVEL, float)?;
            let reference = b.read(WORDS, REFERENCE, float)?;
            let (operands, values) = operands(&mut b, question, viewed, ImageOperands::LOD, &[level])?;
            let result =
                b.code.image_sample_dref_explicit_lod(float, None, b.bound, at, reference, operands, values)?;
            b.write(ANSWER, 0, result, float)?;
            let zero = b.constant(0);
            let uint = b.uint;
            for word in 1..ANSWER {
                b.write(ANSWER, word, zero, uint)?;
            }
            return b.finish(WORDS, ANSWER);
        }
        Operation::Size | Operation::Samples => {
            sizes(&mut b, question.operation, viewed)?;
            return b.finish(WORDS, ANSWER);
        }
    };
    let channel = b.channel;
    for word in 0..ANSWER {
        let value = b.code.composite_extract(channel, None, answer, [word as u32])?;
        b.write(ANSWER, word, value, channel)?;
    }
    b.finish(WORDS, ANSWER)
}

fn sizes(b: &mut Builder, operation: Operation, viewed: Viewed) -> Built<()> {
    let (int, uint) = (b.int, b.uint);
    let axes = if viewed.shape.is_cube() { 2 } else { viewed.shape.axes() };
    let count = axes + usize::from(viewed.shape.is_array());
    let ty = if count == 1 { int } else { b.code.type_vector(int, count as u32) };
    let image = b.image()?;
    let (sizes, last) = if operation == Operation::Samples {
        (b.code.image_query_size(ty, None, image)?, b.code.image_query_samples(int, None, image)?)
    } else {
        let level = b.read(WORDS, LEVEL, int)?;
        let sizes = b.code.image_query_size_lod(ty, None, image, level)?;
        (sizes, b.code.image_query_levels(int, None, image)?)
    };
    let zero = b.constant(0);
    for word in 0..ANSWER - 1 {
        if word >= count {
            b.write(ANSWER, word, zero, uint)?;
        } else if count == 1 {
            b.write(ANSWER, word, sizes, int)?;
        } else {
            let size = b.code.composite_extract(int, None, sizes, [word as u32])?;
            b.write(ANSWER, word, size, int)?;
        }
    }
    b.write(ANSWER, ANSWER - 1, last, int)
}

/// The coordinates and the layer that a point has.
fn coordinates(b: &mut Builder, viewed: Viewed, ty: Word) -> Built<Word> {
    let count = viewed.shape.axes() + usize::from(viewed.shape.is_array());
    let mut parts = Vec::new();
    for word in 0..count {
        parts.push(b.read(WORDS, word, ty)?);
    }
    b.vector(ty, &parts)
}

/// The image operands `kind` with their values, and the constant offset where it is not 0.
fn operands(
    b: &mut Builder,
    question: &Question,
    viewed: Viewed,
    kind: ImageOperands,
    values: &[Word],
) -> Built<(ImageOperands, Vec<Operand>)> {
    // Operands follow in the order of their bits: Lod or Grad, ConstOffset, Sample.
    let mut operands: Vec<Operand> = values.iter().map(|value| Operand::IdRef(*value)).collect();
    let int = b.int;
    if question.has_offsets {
        let parts = [b.read(WORDS, OFFSETS, int)?, b.read(WORDS, OFFSETS + 1, int)?];
        operands.push(Operand::IdRef(b.vector(int, &parts)?));
        return Ok((kind | ImageOperands::OFFSET, operands));
    }
    if question.offset == [0; 3] {
        return Ok((kind, operands));
    }
    let axes = viewed.shape.axes();
    let parts: Vec<Word> =
        question.offset[..axes].iter().map(|offset| b.code.constant_bit32(int, *offset as u32)).collect();
    let offset = if let [only] = parts[..] {
        only
    } else {
        let ty = b.code.type_vector(int, axes as u32);
        b.code.constant_composite(ty, parts)
    };
    let place = if kind == ImageOperands::SAMPLE { 0 } else { operands.len() };
    operands.insert(place, Operand::IdRef(offset));
    Ok((kind | ImageOperands::CONST_OFFSET, operands))
}

fn given(operands: ImageOperands) -> Option<ImageOperands> {
    (!operands.is_empty()).then_some(operands)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Operation; 9] = [
        Operation::Fetch,
        Operation::FetchSample,
        Operation::Gather(3),
        Operation::GatherCompare,
        Operation::SampleLod,
        Operation::SampleGrad,
        Operation::SampleCompareLod,
        Operation::Size,
        Operation::Samples,
    ];

    fn legal(shape: Shape, texel: Texel, is_multisampled: bool, offset: [i32; 3]) -> Vec<Operation> {
        let viewed = Viewed { shape, texel, is_multisampled };
        let question = |operation| Question { operation, offset, has_offsets: false };
        let is_legal = |operation: &Operation| is_legal(&question(*operation), viewed);
        ALL.into_iter().filter(is_legal).collect()
    }

    /// SPIR-V, 'Image Instructions'.
    #[test]
    fn operations_have_the_images_that_the_specification_says() {
        use Operation::{
            Fetch, FetchSample, Gather, GatherCompare, SampleCompareLod, SampleGrad, SampleLod, Samples, Size,
        };
        assert_eq!(
            legal(Shape::D2, Texel::Float, false, [-8, 7, 0]),
            [Fetch, Gather(3), GatherCompare, SampleLod, SampleGrad, SampleCompareLod, Size]
        );
        assert_eq!(legal(Shape::D2, Texel::Float, false, [0, 8, 0]), []);
        assert_eq!(legal(Shape::D2, Texel::Float, false, [0, 0, 1]), []);
        assert_eq!(legal(Shape::D2, Texel::Float, true, [0; 3]), [FetchSample, Samples]);
        assert_eq!(legal(Shape::D1, Texel::Uint, false, [0; 3]), [Fetch, SampleLod, SampleGrad, Size]);
        assert_eq!(legal(Shape::D3, Texel::Float, false, [1, 1, 1]), [Fetch, SampleLod, SampleGrad, Size]);
        assert_eq!(
            legal(Shape::Cube, Texel::Float, false, [0; 3]),
            [Gather(3), GatherCompare, SampleLod, SampleGrad, SampleCompareLod, Size]
        );
        assert_eq!(legal(Shape::Cube, Texel::Float, false, [1, 0, 0]), []);
        assert!(!is_legal(
            &Question { operation: Gather(4), offset: [0; 3], has_offsets: false },
            Viewed { shape: Shape::D2, texel: Texel::Float, is_multisampled: false }
        ));
    }

    #[test]
    fn parameters_lie_apart() {
        let point = Point {
            coordinates: [1, 2, 3, 4],
            level: 5,
            reference: 6,
            gradients: [[7, 8, 9], [10, 11, 12]],
            offsets: [31, -32],
        };
        assert_eq!(point.words(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 31, -32i32 as u32]);
        assert_eq!(Point { offsets: [32, -33], ..point }.words()[12..], [-32i32 as u32, 31]);
    }
}
