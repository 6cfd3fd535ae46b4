//! Verifies texture operations: roles and their types, modifiers, what comes back.

use super::KernelVerifier;
use crate::texture::declarations::Dimension;
use crate::texture::entities::{InstId, Value};
use crate::texture::kernel::{Kernel, ValueDef};
use crate::texture::mcs::McsForm;
use crate::texture::texture_op::{
    ChannelMask, Coordinates, FIXED_TYPE_ROLES, MediaField, Returns, Role, TextureKind, TextureModifier, TextureOp,
    lacking_roles, offset_axes,
};
use crate::texture::types::{Scalar, Type};
use crate::visa::message_shape::BlockShape;

impl KernelVerifier<'_> {
    pub(super) fn texture(&mut self, inst: InstId, op: &TextureOp) {
        let name = op.kind.name();
        let Some(dimension) = self.surface(op.surface) else { return };
        match op.sampler {
            Some(_) if !op.kind.has_sampler() => self.error(format!("`{name}` takes no sampler; remove it")),
            None if op.kind.has_sampler() => {
                self.error(format!("`{name}` needs a sampler; add one behind the surface, `t0, s0`"))
            }
            Some(sampler) => self.sampler(sampler),
            None => {}
        }
        self.roles(name, &op.params, op.kind.required(), op.kind.optional());
        self.parameter_types(op);
        self.fits_dimension(op, dimension);
        self.modifiers(op);
        if !op.kind.surfaces().contains(dimension) {
            let known =
                Dimension::all().skip(1).filter(|known| op.kind.surfaces().contains(*known)).map(Dimension::name);
            let (dimension, known) = (dimension.name(), known.collect::<Vec<_>>().join(", "));
            self.error(format!(
                "`{name}` does not work on a surface of dimension {dimension}; expected one of {known}"
            ));
        }
        let result = self.kernel.result(inst).map(|value| self.kernel.ty(value));
        let scalar = result.map_or(Scalar::I1, |ty| ty.scalar);
        match op.kind.returns() {
            Returns::Nothing => self.result_is(inst, None),
            Returns::BlockRows => {
                if !result.is_some_and(|ty| op.kind.admits_result(ty.scalar)) {
                    let found = result.map_or("no result".to_owned(), |ty| format!("result type {ty}"));
                    self.error(format!("`{name}` has {found}; expected an integer or a vector of integers"));
                }
            }
            _ => {
                if !op.kind.admits_result(scalar) || result.is_none_or(|ty| ty.lanes != 4) {
                    let known: Vec<_> = Scalar::ALL
                        .into_iter()
                        .filter(|scalar| op.kind.admits_result(*scalar))
                        .map(|scalar| format!("{scalar}x4"))
                        .collect();
                    let found = result.map_or("no result".to_owned(), |ty| format!("result type {ty}"));
                    self.error(format!("`{name}` has {found}; expected {}", known.join(" or ")));
                }
            }
        }
        if let Some(data) = op.data {
            if !op.kind.writes() {
                self.error(format!("`{name}` writes nothing; remove the data behind its parameters"));
            } else if !self.kernel.ty(data).scalar.is_int() {
                let ty = self.kernel.ty(data);
                self.error(format!("`{name}` has data of type {ty}; expected an integer or a vector of integers"));
            }
        } else if op.kind.writes() {
            self.error(format!("`{name}` has no data; add it behind the parameters, `, i32 %data`"));
        }
        if op.kind.is_media() {
            self.media_block(op, op.data.map(|data| self.kernel.ty(data)).or(result));
        }
        let expected = if op.returns_residency() { 2 } else { 1 };
        if result.is_some() && self.kernel.results(inst).count() != expected {
            let defined = self.kernel.results(inst).count();
            self.error(format!("`{name}` defines {defined} results; expected {expected}"));
        }
    }

    /// A block with elements of type `ty`, one row each, as MEDIA_LD and MEDIA_ST limit it. One as wide as the lanes is
    /// cut to messages where it is too large for one; one that says its width is one message.
    fn media_block(&mut self, op: &TextureOp, ty: Option<Type>) {
        let name = op.kind.name();
        if let Some(ty) = ty.filter(|ty| !(1..=Type::MAX_ROWS).contains(&ty.lanes)) {
            self.error(format!("`{name}` has {} rows; expected 1 to {}", ty.lanes, Type::MAX_ROWS));
        }
        if let (Some(columns), Some(ty)) = (op.width, ty) {
            let shape = BlockShape { width: u32::from(columns) * ty.scalar.bytes(), height: ty.lanes.into() };
            let BlockShape { width, height } = shape;
            if !(1..=BlockShape::MAX_WIDTH).contains(&width) {
                let most = BlockShape::MAX_WIDTH;
                self.error(format!(
                    "the {columns} columns of `{name}` have {width} bytes; expected 1 to {most} (MEDIA_LD, Block_width)"
                ));
            } else if height > shape.max_height() {
                let most = shape.max_height();
                self.error(format!(
                    "`{name}` has {height} rows of {width} bytes; expected at most {most} rows (MEDIA_LD, legal width/height combination)"
                ));
            }
        }
        let x = op.param(Role::X).and_then(|x| self.kernel.constant(x));
        if let Some(x) = x.filter(|x| op.kind.writes() && !x.is_multiple_of(4)) {
            self.error(format!("`x` of `{name}` is {}; expected a multiple of 4 bytes (MEDIA_ST)", x as i32));
        }
    }

    /// The parameters and offsets are those that the surface's dimension has.
    fn fits_dimension(&mut self, op: &TextureOp, dimension: Dimension) {
        let (name, axes) = (op.kind.name(), offset_axes(dimension));
        for role in lacked_roles(self.kernel, op, dimension).collect::<Vec<_>>() {
            self.error(has_no_use(op.kind, role, dimension));
        }
        if has_lacked_offset(op, dimension) {
            let expected = ["remove it", "expected 0 along v and r", "expected 0 along r"];
            let (of, expected) = (dimension.name(), expected.get(axes).copied().unwrap_or_default());
            self.error(format!(
                "`{name}` has an offset along an axis that a surface of dimension {of} lacks; {expected}"
            ));
        }
    }

    fn parameter_types(&mut self, op: &TextureOp) {
        // The first parameter, which the others must be like.
        let mut first: Option<(Role, Type)> = None;
        for (role, value) in &op.params {
            let ty = self.kernel.ty(*value);
            let given = role.name();
            if *role == Role::Mcs {
                if McsForm::of(ty).is_none() {
                    self.error(format!("`{given}` has type {ty}; expected i32x4, i32x2 or i16x4"));
                }
                continue;
            }
            if FIXED_TYPE_ROLES.contains(*role) {
                self.expect_type(*value, Type::I32, "offset");
                continue;
            }
            let (fits, known) = match op.kind.coordinates() {
                Coordinates::Int => (ty == Type::I32, "i32"),
                Coordinates::IntOrWord => (ty == Type::I32 || ty == Type::I16, "i32 or i16"),
                Coordinates::Float => (ty == Type::F32 || ty == Type::F16, "f32 or f16"),
            };
            if !fits {
                self.error(format!("`{given}` has type {ty}; expected {known}"));
            } else if let Some((other, common)) = first.filter(|(_, common)| *common != ty) {
                let other = other.name();
                self.error(format!("`{given}` has type {ty} and `{other}` {common}; expected one type for both"));
            }
            first.get_or_insert((*role, ty));
        }
    }

    fn modifiers(&mut self, op: &TextureOp) {
        use TextureModifier as M;
        let name = op.kind.name();
        let roles = op.roles();
        let given = [
            (M::Offset, op.offset != [0; 3]),
            (M::Channel, op.channel != 0),
            (M::Mask, op.mask != ChannelMask::RGBA),
            (M::Residency, op.residency),
            (M::ImplicitLod, op.implicit_lod),
            (M::KillPixel, op.kill_pixel),
            (M::Width, op.width.is_some()),
            (M::Plane, op.plane != 0),
            (M::Top, op.field == MediaField::Top),
            (M::Bottom, op.field == MediaField::Bottom),
        ];
        for (modifier, _) in given.iter().filter(|(modifier, given)| *given && !op.kind.takes(*modifier)) {
            let known = op.kind.modifiers().iter().map(|known| known.name()).collect::<Vec<_>>().join(", ");
            self.error(format!("`{name}` takes no modifier `{}`; expected one of {known}", modifier.name()));
        }
        if let Some(offset) = op.offset.into_iter().find(|offset| !(-8..=7).contains(offset)) {
            self.error(format!("the offset is {offset}; expected -8 to 7"));
        }
        if op.channel > 3 {
            self.error(format!("the channel is {}; expected 0 to 3", op.channel));
        }
        if op.channel != 0 && roles.contains(Role::Ref) {
            self.error(format!("`{name}` with `ref` compares the red channel; remove `channel` (3D_SAMPLE4, Ref)"));
        }
        if op.kill_pixel && op.residency {
            self.error("`kill_pixel` and `residency` cannot be combined; remove one");
        }
        if op.plane > 3 {
            self.error(format!("the plane is {}; expected 0 to 3 (MEDIA_LD, Plane)", op.plane));
        }
        let gradients = [Role::DuDx, Role::DuDy, Role::DvDx, Role::DvDy, Role::DrDx, Role::DrDy];
        let sources = [Role::Lod, Role::Bias, Role::DuDx].into_iter().filter(|role| roles.contains(*role)).count();
        if op.kind.has_sampler() && sources + usize::from(op.implicit_lod) > 1 {
            self.error("the level of detail has several sources; keep one of lod, bias, gradients and implicit_lod");
        }
        if gradients.into_iter().any(|role| roles.contains(role)) {
            for (along, pair) in [
                (Role::U, [Role::DuDx, Role::DuDy]),
                (Role::V, [Role::DvDx, Role::DvDy]),
                (Role::R, [Role::DrDx, Role::DrDy]),
            ] {
                let given = pair.into_iter().filter(|role| roles.contains(*role)).count();
                if given == 1 || (along == Role::U && given == 0) {
                    self.error(format!("derivatives of `{}` are missing; give them along x and along y", along.name()));
                }
            }
        }
        if roles.contains(Role::MinLod) && roles.contains(Role::Lod) {
            self.error("`lod` and `min_lod` cannot be combined; remove one");
        }
        if (roles.contains(Role::OffU) || roles.contains(Role::OffV)) && op.offset != [0; 3] {
            self.error("the modifier `offset` cannot be combined with `offu` and `offv`; use one of the two");
        }
        let is_axis = |role: &Role| matches!(role, Role::OffU | Role::OffV | Role::OffR);
        if roles.contains(Role::Offsets) && (op.offset != [0; 3] || roles.iter().any(|role| is_axis(&role))) {
            self.error("`offsets` cannot be combined with other texel offsets; use one of them");
        }
        if roles.contains(Role::OffU) != roles.contains(Role::OffV) {
            self.error("`offu` and `offv` must be given together; add the other");
        }
    }
}

/// The roles that `op` gives a value for and `dimension` has no use for.
fn lacked_roles<'o>(kernel: &'o Kernel, op: &'o TextureOp, dimension: Dimension) -> impl Iterator<Item = Role> + 'o {
    let lacking = lacking_roles(dimension);
    // Intel's compiler passes zero for what a dimension lacks.
    let is_absent = |value: Value| kernel.constant(value) == Some(0) || kernel.values[value].def == ValueDef::Undefined;
    let wrong = op.params.iter().filter(move |(role, value)| lacking.contains(*role) && !is_absent(*value));
    wrong.map(|(role, _)| *role)
}

fn has_lacked_offset(op: &TextureOp, dimension: Dimension) -> bool {
    op.offset.iter().skip(offset_axes(dimension)).any(|offset| *offset != 0)
}

/// Whether a surface of `dimension` has a use for all that `op`, an operation of `kernel`, gives a value for.
pub fn suits_dimension(kernel: &Kernel, op: &TextureOp, dimension: Dimension) -> bool {
    lacked_roles(kernel, op, dimension).next().is_none() && !has_lacked_offset(op, dimension)
}

/// That a surface of `dimension` has no use for `role`.
pub(in crate::texture) fn has_no_use(kind: TextureKind, role: Role, dimension: Dimension) -> String {
    let (name, given, of) = (kind.name(), role.name(), dimension.name());
    let is_offset = matches!(role, Role::OffU | Role::OffV | Role::OffR | Role::Offsets);
    if is_offset && offset_axes(dimension) == 0 {
        return format!(
            "`{name}` has `{given}`, but cubes take no texel offsets (its surface is of dimension {of}); remove it"
        );
    }
    format!("`{name}` has `{given}`, which a surface of dimension {of} has no use for; remove it")
}

#[cfg(test)]
mod tests {
    use crate::texture::{parse, verify};

    /// The errors of a kernel with this one operation, at uniform coordinates.
    fn media(operation: &str) -> Vec<String> {
        let text = format!(
            "surface t0: 2d @ table 0\n\nkernel @k(%x: uniform i32, %d: i16, %e: i32) {{\n^entry:\n  \
             %v = vec i32 [%e, %e, %e, %e, %e, %e, %e, %e]\n  {operation}\n  return\n}}\n"
        );
        let module = parse(&text).unwrap_or_else(|errors| panic!("{errors:?}"));
        assert_eq!(module.to_string(), text);
        verify(&module).into_iter().map(|error| error.message).collect()
    }

    /// MEDIA_LD, legal width and height combinations: 1 to 64 bytes; of 33 to 64 bytes 4 rows, of 17 to 32 bytes 8.
    #[test]
    fn media_blocks_that_say_their_width_are_one_message() {
        for right in [
            "%r = media_read t0 [x: %x, y: -1] -> i32x8",
            "%r = media_read t0 [x: %x, y: %x] width 64 plane 3 bottom -> i8x4",
            "%r = media_read t0 [x: %x, y: %x] width 16 top -> i16x8",
            "%r = media_read t0 [x: 3, y: %x] width 1 -> i64",
            "media_write t0 [x: 4, y: %x] width 8 plane 1, i32x8 %v",
            "media_write t0 [x: %x, y: %x], i16 %d",
        ] {
            assert_eq!(media(right), [""; 0], "{right}");
        }
        for (wrong, message) in [
            (
                "%r = media_read t0 [x: %x, y: %x] width 33 -> i16",
                "the 33 columns of `media_read` have 66 bytes; expected 1 to 64 (MEDIA_LD, Block_width)",
            ),
            (
                "%r = media_read t0 [x: %x, y: %x] width 0 -> i16",
                "the 0 columns of `media_read` have 0 bytes; expected 1 to 64 (MEDIA_LD, Block_width)",
            ),
            (
                "media_write t0 [x: %x, y: %x] width 9, i32x8 %v",
                "`media_write` has 8 rows of 36 bytes; expected at most 4 rows (MEDIA_LD, legal width/height combination)",
            ),
            (
                "media_write t0 [x: 6, y: %x], i16 %d",
                "`x` of `media_write` is 6; expected a multiple of 4 bytes (MEDIA_ST)",
            ),
            (
                "%r = media_read t0 [x: %x, y: %x] -> i1",
                "`media_read` has result type i1; expected an integer or a vector of integers",
            ),
            (
                "%r = load t0 [u: %x, v: %x] width 4 -> f32x4",
                "`load` takes no modifier `width`; expected one of offset, mask, residency",
            ),
        ] {
            assert_eq!(media(wrong), [message], "{wrong}");
        }
    }
}
