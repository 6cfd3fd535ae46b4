//! What all shaders have: an image at binding 0, words to read at binding 1, words to write at binding 2.

use rspirv::binary::Assemble;
use rspirv::dr::{self, Operand};
use rspirv::spirv::{
    AddressingModel, BuiltIn, Capability, Decoration, Dim, ExecutionMode, ExecutionModel, FunctionControl, ImageFormat,
    MemoryModel, StorageClass, Word,
};

use super::{GROUP, Shader, Viewed};
use crate::format::Texel;
use crate::image::Shape;

/// How a shader has its image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// With a sampler.
    Sampled,
    /// To be written.
    Written,
}

/// A shader that is being built; instructions are appended to its only block.
pub(super) struct Builder {
    pub code: dr::Builder,
    pub float: Word,
    pub int: Word,
    pub uint: Word,
    /// The type of a texel's channels.
    pub channel: Word,
    /// The type of what [`Builder::image`] is.
    pub image_type: Word,
    /// The image as it is bound: with its sampler, or to be written.
    pub bound: Word,
    /// The number of the invocation.
    pub index: Word,
    buffers: [Word; 2],
    word_pointer: Word,
    interface: Word,
    main: Word,
}

/// What SPIR-V's builder finds wrong, which is a defect here.
pub(super) type Built<T> = Result<T, dr::Error>;

impl Builder {
    pub fn new(viewed: Viewed, how: Use) -> Built<Builder> {
        let mut code = dr::Builder::new();
        code.set_version(1, 3);
        let capabilities = [
            Capability::Shader,
            Capability::Sampled1D,
            Capability::Image1D,
            Capability::SampledCubeArray,
            Capability::ImageQuery,
            Capability::ImageGatherExtended,
        ];
        capabilities.into_iter().for_each(|capability| code.capability(capability));
        if how == Use::Written {
            let more = [
                Capability::StorageImageMultisample,
                Capability::StorageImageWriteWithoutFormat,
                Capability::ImageMSArray,
            ];
            more.into_iter().for_each(|capability| code.capability(capability));
        }
        code.memory_model(AddressingModel::Logical, MemoryModel::GLSL450);
        let void = code.type_void();
        let float = code.type_float(32, None);
        let [int, uint] = [1, 0].map(|signed| code.type_int(32, signed));
        let channel = match viewed.texel {
            Texel::Float => float,
            Texel::Uint => uint,
            Texel::Sint => int,
        };
        let dim = match viewed.shape {
            Shape::D1 | Shape::D1Array => Dim::Dim1D,
            Shape::D2 | Shape::D2Array => Dim::Dim2D,
            Shape::D3 => Dim::Dim3D,
            Shape::Cube | Shape::CubeArray => Dim::DimCube,
        };
        let arrayed = u32::from(viewed.shape.is_array());
        let multisampled = u32::from(viewed.is_multisampled);
        let sampled = if how == Use::Sampled { 1 } else { 2 };
        let image_type = code.type_image(channel, dim, 0, arrayed, multisampled, sampled, ImageFormat::Unknown, None);
        let bound_type = if how == Use::Sampled { code.type_sampled_image(image_type) } else { image_type };

        let words = code.type_runtime_array(uint);
        code.decorate(words, Decoration::ArrayStride, [Operand::LiteralBit32(4)]);
        let block = code.type_struct([words]);
        code.decorate(block, Decoration::Block, []);
        code.member_decorate(block, 0, Decoration::Offset, [Operand::LiteralBit32(0)]);
        let bind = |code: &mut dr::Builder, ty, class, binding| {
            let pointer = code.type_pointer(None, class, ty);
            let variable = code.variable(pointer, None, class, None);
            code.decorate(variable, Decoration::DescriptorSet, [Operand::LiteralBit32(0)]);
            code.decorate(variable, Decoration::Binding, [Operand::LiteralBit32(binding)]);
            variable
        };
        let image = bind(&mut code, bound_type, StorageClass::UniformConstant, 0);
        let buffers = [1, 2].map(|binding| bind(&mut code, block, StorageClass::StorageBuffer, binding));
        let word_pointer = code.type_pointer(None, StorageClass::StorageBuffer, uint);

        let position_type = code.type_vector(uint, 3);
        let position_pointer = code.type_pointer(None, StorageClass::Input, position_type);
        let interface = code.variable(position_pointer, None, StorageClass::Input, None);
        code.decorate(interface, Decoration::BuiltIn, [Operand::BuiltIn(BuiltIn::GlobalInvocationId)]);

        let main_type = code.type_function(void, []);
        let main = code.begin_function(void, None, FunctionControl::NONE, main_type)?;
        code.begin_block(None)?;
        let bound = code.load(bound_type, None, image, None, [])?;
        let position = code.load(position_type, None, interface, None, [])?;
        let index = code.composite_extract(uint, None, position, [0])?;
        Ok(Builder {
            code,
            float,
            int,
            uint,
            channel,
            image_type,
            bound,
            index,
            buffers,
            word_pointer,
            interface,
            main,
        })
    }

    pub fn constant(&mut self, value: u32) -> Word {
        self.code.constant_bit32(self.uint, value)
    }

    /// The image without its sampler.
    pub fn image(&mut self) -> Built<Word> {
        self.code.image(self.image_type, None, self.bound)
    }

    /// Of `buffer` 0, what is read, or 1, what is written: where word `word` of this invocation's `count` is.
    fn place(&mut self, buffer: usize, count: usize, word: usize) -> Built<Word> {
        let [zero, count, word] = [0, count as u32, word as u32].map(|value| self.constant(value));
        let first = self.code.i_mul(self.uint, None, self.index, count)?;
        let at = self.code.i_add(self.uint, None, first, word)?;
        self.code.access_chain(self.word_pointer, None, self.buffers[buffer], [zero, at])
    }

    /// Word `word` of the `count` that this invocation reads, as `ty`, which has 32 bits.
    pub fn read(&mut self, count: usize, word: usize, ty: Word) -> Built<Word> {
        let place = self.place(0, count, word)?;
        let bits = self.code.load(self.uint, None, place, None, [])?;
        if ty == self.uint { Ok(bits) } else { self.code.bitcast(ty, None, bits) }
    }

    /// Writes word `word` of `count`, given as `ty`.
    pub fn write(&mut self, count: usize, word: usize, value: Word, ty: Word) -> Built<()> {
        let place = self.place(1, count, word)?;
        let bits = if ty == self.uint { value } else { self.code.bitcast(self.uint, None, value)? };
        self.code.store(place, bits, None, [])
    }

    /// A scalar, or a vector of the values.
    pub fn vector(&mut self, ty: Word, values: &[Word]) -> Built<Word> {
        if let [only] = values {
            return Ok(*only);
        }
        let vector = self.code.type_vector(ty, values.len() as u32);
        self.code.composite_construct(vector, None, values.iter().copied())
    }

    /// The shader, whose invocations read and write as many words.
    pub fn finish(mut self, input: usize, output: usize) -> Built<Shader> {
        self.code.ret()?;
        self.code.end_function()?;
        self.code.entry_point(ExecutionModel::GLCompute, self.main, "main", [self.interface]);
        self.code.execution_mode(self.main, ExecutionMode::LocalSize, [GROUP, 1, 1]);
        let code = self.code.module().assemble();
        Ok(Shader { code, input, output })
    }
}
