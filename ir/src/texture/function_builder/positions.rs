//! Where a lane is in the grid.

use super::super::kernel::{ArgumentRole, is_group_size, wrong_group_size};
use super::super::ops::Op;
use super::super::types::Type;
use super::builder::FunctionBuilder;
use super::error::{BuildError, invalid};
use super::handles::BuiltValue;

impl FunctionBuilder<'_> {
    /// Requires groups of this many work items along x, y and z. Without it, a program may choose any size.
    ///
    /// # Errors
    ///
    /// A group cannot have this size.
    pub fn set_group_size(&mut self, size: [u32; 3]) -> Result<(), BuildError> {
        if !is_group_size(size) {
            return Err(invalid(wrong_group_size(size)));
        }
        self.kernel().group_size = Some(size);
        Ok(())
    }

    /// The argument with this role, which is appended where there is none.
    fn role(&mut self, role: ArgumentRole) -> BuiltValue {
        let known = self.builder.kernel().arguments.iter().find(|argument| argument.role == role);
        if let Some(argument) = known {
            return self.built(argument.value);
        }
        let ty = role.value_type().unwrap_or(Type::I32);
        self.argument_with_role(role.name(), ty, role.is_divergent() == Some(false), role)
    }

    /// Appends the lane's position in its group along an axis, an `i32`.
    ///
    /// # Errors
    ///
    /// The axis is above 2, or there is no block to append to.
    pub fn local_id(&mut self, axis: usize) -> Result<BuiltValue, BuildError> {
        let role = *[ArgumentRole::LocalIdX, ArgumentRole::LocalIdY, ArgumentRole::LocalIdZ]
            .get(axis)
            .ok_or(BuildError::Axis { given: axis })?;
        let position = self.role(role);
        self.convert(Op::ZExt, position, Type::I32)
    }

    /// Appends the group's position along an axis, an `i32`.
    ///
    /// # Errors
    ///
    /// Those of [`local_id`](FunctionBuilder::local_id).
    pub fn group_id(&mut self, axis: usize) -> Result<BuiltValue, BuildError> {
        let element = *ArgumentRole::GROUP_ELEMENTS.get(axis).ok_or(BuildError::Axis { given: axis })?;
        let r0 = self.role(ArgumentRole::R0);
        self.extract(r0, element)
    }

    /// Appends the number of groups along an axis, an `i32`.
    ///
    /// # Errors
    ///
    /// Those of [`local_id`](FunctionBuilder::local_id).
    pub fn group_count(&mut self, axis: usize) -> Result<BuiltValue, BuildError> {
        let index = u8::try_from(axis).ok().filter(|axis| *axis < 3).ok_or(BuildError::Axis { given: axis })?;
        let counts = self.role(ArgumentRole::NumGroups);
        self.extract(counts, index)
    }

    /// Appends the lane's position in the grid along an axis, an `i32`: the group's times the group size, and the lane's in
    /// its group. (OpenCL C adds a global offset, an element of [`ArgumentRole::PayloadHeader`].)
    ///
    /// # Errors
    ///
    /// Those of [`local_id`](FunctionBuilder::local_id).
    pub fn global_id(&mut self, axis: usize) -> Result<BuiltValue, BuildError> {
        self.whole(|builder| {
            let group = builder.group_id(axis)?;
            let size = match builder.builder.kernel().group_size {
                Some(size) => builder.int(Type::I32, i64::from(size[axis])),
                None => {
                    let sizes = builder.role(ArgumentRole::EnqueuedLocalSize);
                    builder.extract(sizes, axis as u8)?
                }
            };
            let first = builder.op(Op::Mul, &[group, size])?;
            let local = builder.local_id(axis)?;
            builder.op(Op::Add, &[first, local])
        })
    }
}
