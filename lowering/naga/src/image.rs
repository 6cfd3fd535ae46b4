//! Operations on textures.
//!
//! Coordinates and layers become the roles that messages have: `v` is the layer of a 1D array, `r` that of a 2D array,
//! `ai` that of a cube array. The MCS value that a multisampled load needs is fetched for it.

use naga::{
    AtomicFunction, Expression, GlobalVariable, Handle, ImageClass, ImageDimension, ImageQuery, SampleLevel, TypeInner,
};
use smallvec::{SmallVec, smallvec};
use texvisa_ir::texture::{
    Aligned, Dimension, MemoryAccess, MemoryKind, MemoryOp, MemorySpace, Op, Role, SamplerId, Scalar, SurfaceId,
    TextureKind, Type, Value,
};

use crate::bindings::{dimension, texel};
use crate::operand::{Operand, Scalars};
use crate::refusal::Untranslatable;
use crate::translator::Translator;

/// A texture of the shader.
#[derive(Clone, Copy)]
struct Texture {
    surface: SurfaceId,
    dim: ImageDimension,
    arrayed: bool,
    class: ImageClass,
}

impl Texture {
    fn dimension(self) -> Dimension {
        dimension(self.dim, self.arrayed, self.class)
    }

    /// Channels of what a load or sample of it returns.
    fn channels(self) -> usize {
        if matches!(self.class, ImageClass::Depth { .. }) { 1 } else { 4 }
    }

    /// The role of its layer.
    fn layer(self) -> Role {
        match self.dim {
            ImageDimension::D1 => Role::V,
            ImageDimension::Cube => Role::Ai,
            ImageDimension::D2 | ImageDimension::D3 => Role::R,
        }
    }
}

type RoleValues = SmallVec<[(Role, Value); 6]>;

const AXES: [Role; 3] = [Role::U, Role::V, Role::R];

impl Translator<'_> {
    fn resource(&mut self, expression: Handle<Expression>) -> Result<Handle<GlobalVariable>, Untranslatable> {
        match self.operand(expression)? {
            Operand::Resource(handle) => Ok(handle),
            _ => Err(Untranslatable::new("expected a texture or sampler that is a variable of the module")),
        }
    }

    fn texture(&mut self, image: Handle<Expression>) -> Result<Texture, Untranslatable> {
        let handle = self.resource(image)?;
        let ty = self.source.module.global_variables[handle].ty;
        match (self.types.inner(ty), self.source.bindings.surfaces.get(&handle)) {
            (TypeInner::Image { class: ImageClass::External, .. }, _) => {
                Err(Untranslatable::new("an external texture, which is several; expected texture_2d"))
            }
            (TypeInner::Image { dim, arrayed, class }, Some(surface)) => {
                Ok(Texture { surface: *surface, dim: *dim, arrayed: *arrayed, class: *class })
            }
            _ => Err(Untranslatable::new("a texture without a group and a binding")),
        }
    }

    fn sampler(&mut self, sampler: Handle<Expression>) -> Result<SamplerId, Untranslatable> {
        let handle = self.resource(sampler)?;
        let sampler = self.source.bindings.samplers.get(&handle).copied();
        sampler.ok_or_else(|| Untranslatable::new("a sampler without a group and a binding"))
    }

    /// Integer coordinates and the layer.
    fn texel_place(
        &mut self,
        texture: Texture,
        coordinate: Handle<Expression>,
        layer: Option<Handle<Expression>>,
    ) -> Result<RoleValues, Untranslatable> {
        let coordinates = self.value(coordinate)?;
        let mut place: RoleValues = SmallVec::new();
        for (role, coordinate) in AXES.into_iter().zip(coordinates) {
            place.push((role, self.index_word(coordinate)));
        }
        if let Some(layer) = layer {
            let layer = self.scalar(layer)?;
            place.push((texture.layer(), self.index_word(layer)));
        }
        Ok(place)
    }

    pub fn image_load(
        &mut self,
        image: Handle<Expression>,
        coordinate: Handle<Expression>,
        layer: Option<Handle<Expression>>,
        sample: Option<Handle<Expression>>,
        level: Option<Handle<Expression>>,
    ) -> Result<Scalars, Untranslatable> {
        let texture = self.texture(image)?;
        let mut place = self.texel_place(texture, coordinate, layer)?;
        let scalar = texel(texture.class);
        if let ImageClass::Storage { .. } = texture.class {
            let op = typed_op(texture, MemoryAccess::Load, &place, &[]);
            let loaded = self.builder.memory(op, Some(Type::vector(scalar, 4)));
            let loaded = loaded.ok_or_else(|| Untranslatable::new("a load without a result"))?;
            return Ok(self.channels(loaded, 4));
        }
        if let Some(sample) = sample {
            let sample = self.scalar(sample)?;
            let sample = self.index_word(sample);
            let mut fetch = self.builder.texture(TextureKind::LoadMcs, texture.surface);
            for (role, value) in &place {
                fetch = fetch.param(*role, *value);
            }
            let mcs = fetch.result(Scalar::I32);
            place.extend([(Role::Si, sample), (Role::Mcs, mcs)]);
            return Ok(self.texels(TextureKind::LoadMs, texture, None, &place, [0; 3], scalar));
        }
        if let Some(level) = level {
            let level = self.scalar(level)?;
            place.push((Role::Lod, self.index_word(level)));
        }
        Ok(self.texels(TextureKind::Load, texture, None, &place, [0; 3], scalar))
    }

    fn texels(
        &mut self,
        kind: TextureKind,
        texture: Texture,
        sampler: Option<SamplerId>,
        place: &[(Role, Value)],
        offset: [i8; 3],
        scalar: Scalar,
    ) -> Scalars {
        let mut operation = self.builder.texture(kind, texture.surface).offset(offset);
        if let Some(sampler) = sampler {
            operation = operation.sampler(sampler);
        }
        for (role, value) in place {
            operation = operation.param(*role, *value);
        }
        let texel = operation.result(scalar);
        self.channels(texel, texture.channels())
    }

    fn channels(&mut self, vector: Value, count: usize) -> Scalars {
        (0..count).map(|index| self.builder.extract(vector, index as u8)).collect()
    }

    /// A constant offset, along each axis.
    fn offset(&mut self, offset: Option<Handle<Expression>>) -> Result<[i8; 3], Untranslatable> {
        let mut result = [0; 3];
        let Some(offset) = offset else { return Ok(result) };
        let offset = self.value(offset)?;
        for (result, value) in result.iter_mut().zip(offset) {
            let bits = self.constant(value).ok_or_else(|| Untranslatable::new("an offset that is no constant"))?;
            let number = bits as u32 as i32;
            *result = i8::try_from(number)
                .ok()
                .filter(|number| (-8..=7).contains(number))
                .ok_or_else(|| Untranslatable::new(format!("the offset is {number}; expected -8 to 7")))?;
        }
        Ok(result)
    }

    /// A layer as a float. One that is negative is the first.
    fn layer(&mut self, layer: Handle<Expression>) -> Result<Value, Untranslatable> {
        let is_signed = self.scalar_of(layer)?.kind == naga::ScalarKind::Sint;
        let layer = self.scalar(layer)?;
        Ok(self.builder.convert(if is_signed { Op::SToF } else { Op::UToF }, layer, Type::F32))
    }

    pub fn image_sample(&mut self, expression: &Expression) -> Result<Scalars, Untranslatable> {
        let Expression::ImageSample {
            image,
            sampler,
            gather,
            coordinate,
            array_index,
            offset,
            level,
            depth_ref,
            clamp_to_edge,
        } = expression
        else {
            return Err(Untranslatable::new("expected a sample"));
        };
        let texture = self.texture(*image)?;
        let sampler = self.sampler(*sampler)?;
        let offset = self.offset(*offset)?;
        let mut coordinates = self.value(*coordinate)?;
        if *clamp_to_edge {
            coordinates = self.within_half_a_texel(texture, &coordinates)?;
        }
        let mut place: RoleValues = AXES.into_iter().zip(coordinates).collect();
        if let Some(layer) = array_index {
            place.push((texture.layer(), self.layer(*layer)?));
        }
        if let Some(reference) = depth_ref {
            place.push((Role::Ref, self.scalar(*reference)?));
        }
        let scalar = texel(texture.class);
        if let Some(component) = gather {
            let mut operation = self.builder.texture(TextureKind::Gather4, texture.surface).sampler(sampler);
            operation = operation.offset(offset).channel(*component as u8);
            for (role, value) in place {
                operation = operation.param(role, value);
            }
            let texels = operation.result(scalar);
            return Ok(self.channels(texels, 4));
        }
        match level {
            SampleLevel::Zero => place.push((Role::Lod, self.builder.constant_f32(0.0))),
            SampleLevel::Exact(level) => {
                let kind = self.scalar_of(*level)?.kind;
                let level = self.scalar(*level)?;
                let level = match kind {
                    naga::ScalarKind::Float => level,
                    naga::ScalarKind::Sint => self.builder.convert(Op::SToF, level, Type::F32),
                    _ => self.builder.convert(Op::UToF, level, Type::F32),
                };
                place.push((Role::Lod, level));
            }
            SampleLevel::Bias(bias) => place.push((Role::Bias, self.scalar(*bias)?)),
            SampleLevel::Gradient { x, y } => {
                let (x, y) = (self.value(*x)?, self.value(*y)?);
                let roles = [(Role::DuDx, Role::DuDy), (Role::DvDx, Role::DvDy), (Role::DrDx, Role::DrDy)];
                for ((along_x, along_y), (x, y)) in roles.into_iter().zip(x.into_iter().zip(y)) {
                    place.extend([(along_x, x), (along_y, y)]);
                }
            }
            SampleLevel::Auto => {}
        }
        Ok(self.texels(TextureKind::Sample, texture, Some(sampler), &place, offset, scalar))
    }

    /// Coordinates that are at least half a texel from the edges (WGSL, textureSampleBaseClampToEdge).
    fn within_half_a_texel(&mut self, texture: Texture, coordinates: &[Value]) -> Result<Scalars, Untranslatable> {
        let level = self.word(0);
        let sizes = self.size(texture, level);
        let mut clamped = Scalars::new();
        for (coordinate, size) in coordinates.iter().zip(sizes) {
            let size = self.builder.convert(Op::UToF, size, Type::F32);
            let half = self.builder.constant_f32(0.5);
            let one = self.builder.constant_f32(1.0);
            let least = self.op(Op::FDiv, &[half, size]);
            let most = self.op(Op::FSub, &[one, least]);
            let raised = self.op(Op::FMax, &[*coordinate, least]);
            clamped.push(self.op(Op::FMin, &[raised, most]));
        }
        Ok(clamped)
    }

    /// What `size` returns for a level.
    fn size(&mut self, texture: Texture, level: Value) -> Scalars {
        let size = self.builder.texture(TextureKind::Size, texture.surface).param(Role::Lod, level).result(Scalar::I32);
        self.channels(size, 4)
    }

    pub fn image_query(&mut self, image: Handle<Expression>, query: &ImageQuery) -> Result<Scalars, Untranslatable> {
        let texture = self.texture(image)?;
        let zero = self.word(0);
        Ok(match query {
            ImageQuery::Size { level } => {
                let level = match level {
                    Some(level) => {
                        let level = self.scalar(*level)?;
                        self.index_word(level)
                    }
                    None => zero,
                };
                let axes = match texture.dim {
                    ImageDimension::D1 => 1,
                    ImageDimension::D2 | ImageDimension::Cube => 2,
                    ImageDimension::D3 => 3,
                };
                self.size(texture, level).into_iter().take(axes).collect()
            }
            ImageQuery::NumLevels => smallvec![self.size(texture, zero)[3]],
            ImageQuery::NumLayers => {
                // Layers are where the next coordinate would be (INFO resinfo).
                let index = if texture.dimension() == Dimension::D1Array { 1 } else { 2 };
                smallvec![self.size(texture, zero)[index]]
            }
            ImageQuery::NumSamples => {
                let info = self.builder.texture(TextureKind::SampleInfo, texture.surface).result(Scalar::I32);
                self.channels(info, 1)
            }
        })
    }

    pub fn image_store(
        &mut self,
        image: Handle<Expression>,
        coordinate: Handle<Expression>,
        layer: Option<Handle<Expression>>,
        value: Handle<Expression>,
    ) -> Result<(), Untranslatable> {
        let texture = self.texture(image)?;
        let place = self.texel_place(texture, coordinate, layer)?;
        let scalars = self.value(value)?;
        let vector = self.builder.vector(&scalars);
        let store = typed_op(texture, MemoryAccess::Store, &place, &[vector]);
        self.unless_discarded(|translator| Ok(translator.builder.memory(store, None))).map(|_| ())
    }

    pub fn image_atomic(
        &mut self,
        image: Handle<Expression>,
        coordinate: Handle<Expression>,
        layer: Option<Handle<Expression>>,
        fun: &AtomicFunction,
        value: Handle<Expression>,
    ) -> Result<(), Untranslatable> {
        let texture = self.texture(image)?;
        let place = self.texel_place(texture, coordinate, layer)?;
        let scalar = self.scalar_of(value)?;
        if scalar.width != 4 {
            return Err(Untranslatable::new("an atomic operation on texels of 64 bits; expected r32uint or r32sint"));
        }
        let (op, compare) = self.atomic_op(fun, scalar)?;
        let mut values: SmallVec<[Value; 2]> = compare.into_iter().collect();
        values.push(self.scalar(value)?);
        let operation = typed_op(texture, MemoryAccess::Atomic(op), &place, &values);
        self.unless_discarded(|translator| Ok(translator.builder.memory(operation, Some(Type::I32)))).map(|_| ())
    }
}

fn typed_op(texture: Texture, access: MemoryAccess, place: &[(Role, Value)], values: &[Value]) -> MemoryOp {
    MemoryOp {
        kind: MemoryKind { space: MemorySpace::Typed, access },
        surface: Some(texture.surface.into()),
        address: place.into(),
        values: values.into(),
        aligned: Aligned::Dword,
    }
}
