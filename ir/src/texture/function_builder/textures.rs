//! Texture operations.

use super::super::entities::{SamplerId, SurfaceId};
use super::super::kernel::InstData;
use super::super::mcs::McsForm;
use super::super::texture_op::{MULTISAMPLED_LOADS, Role, TextureKind, TextureOp, lacking_roles};
use super::super::types::{Scalar, Type};
use super::super::verify::has_no_use;
use super::builder::FunctionBuilder;
use super::error::{BuildError, invalid};
use super::handles::BuiltValue;

impl FunctionBuilder<'_> {
    /// Appends a texture operation, whose result has four elements of type `scalar`.
    ///
    /// # Errors
    ///
    /// A role that the operation or the surface's dimension does not have, a type, a handle of another builder or module.
    pub fn texture(
        &mut self,
        kind: TextureKind,
        surface: SurfaceId,
        sampler: Option<SamplerId>,
        params: &[(Role, BuiltValue)],
        scalar: Scalar,
    ) -> Result<BuiltValue, BuildError> {
        Ok(self.texture_with(kind, surface, sampler, params, scalar, |_| {})?.0)
    }

    /// Appends a texture operation with what `modify` sets of it: offsets, the channel of a gather. The second value is
    /// residency, where that was asked for.
    ///
    /// # Errors
    ///
    /// Those of [`texture`](FunctionBuilder::texture).
    pub fn texture_with(
        &mut self,
        kind: TextureKind,
        surface: SurfaceId,
        sampler: Option<SamplerId>,
        params: &[(Role, BuiltValue)],
        scalar: Scalar,
        modify: impl FnOnce(&mut TextureOp),
    ) -> Result<(BuiltValue, Option<BuiltValue>), BuildError> {
        self.declared(Some(surface), sampler)?;
        let mut op = TextureOp::new(kind, surface.into());
        op.sampler = sampler.map(Into::into);
        modify(&mut op);
        // What it has set may be of another kernel or module.
        self.declared(Some(op.surface.surface), op.sampler.map(|sampler| sampler.sampler))?;
        // Stricter than a text, in which what a dimension lacks may be zero.
        let dimension = self.module.surfaces[op.surface.surface].dimension;
        let lacking = lacking_roles(dimension);
        if let Some((role, _)) = params.iter().find(|(role, _)| lacking.contains(*role)) {
            return Err(invalid(has_no_use(op.kind, *role, dimension)));
        }
        op.params.clear();
        for (role, value) in params {
            op.params.push((*role, self.value(*value)?));
        }
        let residency = op.returns_residency();
        let textures = &mut self.kernel().textures;
        let id = textures.push(op);
        let results = [Type::vector(scalar, 4), Type::I1];
        let inst = self.append(InstData::Texture(id), &results[..if residency { 2 } else { 1 }])?;
        Ok((self.only_result(inst), self.result(inst, 1)))
    }

    /// Appends a load of one sample of a multisampled surface, with the load of its MCS value before it.
    ///
    /// # Errors
    ///
    /// Those of [`texture`](FunctionBuilder::texture).
    pub fn load_ms(
        &mut self,
        surface: SurfaceId,
        coordinates: &[(Role, BuiltValue)],
        sample: BuiltValue,
        scalar: Scalar,
    ) -> Result<BuiltValue, BuildError> {
        self.whole(|builder| {
            let [load_mcs, load_ms] = MULTISAMPLED_LOADS;
            let mcs = builder.texture(load_mcs, surface, None, coordinates, McsForm::Dwords.element().scalar)?;
            let params: Vec<(Role, BuiltValue)> =
                coordinates.iter().copied().chain([(Role::Si, sample), (Role::Mcs, mcs)]).collect();
            builder.texture(load_ms, surface, None, &params, scalar)
        })
    }
}
