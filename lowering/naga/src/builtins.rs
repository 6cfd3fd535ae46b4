//! What the platform gives a kernel, and the values of a shader's built-in inputs that are made of it.

use naga::{Binding, BuiltIn, ShaderStage, TypeInner};
use smallvec::smallvec;
use texvisa_ir::texture::{ArgumentRole, Op, SurfaceId, Type, Value};

use crate::operand::{Operand, Scalars};
use crate::refusal::Untranslatable;
use crate::translator::Translator;

impl Translator<'_> {
    /// The argument of that role.
    pub fn role(&mut self, role: ArgumentRole) -> Value {
        if let Some((_, value)) = self.builtins.arguments.iter().find(|(known, _)| *known == role) {
            return *value;
        }
        let ty = role.value_type().unwrap_or(Type::I32);
        let is_uniform = role.is_divergent() == Some(false);
        let value = self.builder.argument_with_role(role.name(), ty, is_uniform, role);
        self.builtins.arguments.push((role, value));
        value
    }

    /// The position of the lane in its group along an axis.
    pub fn local_id(&mut self, axis: usize) -> Value {
        if self.group_size[axis] == 1 {
            return self.word(0);
        }
        if let Some(value) = self.builtins.local_id[axis] {
            return value;
        }
        let role = [ArgumentRole::LocalIdX, ArgumentRole::LocalIdY, ArgumentRole::LocalIdZ][axis];
        let narrow = self.role(role);
        let value = self.builder.convert(Op::ZExt, narrow, Type::I32);
        self.builtins.local_id[axis] = Some(value);
        value
    }

    /// The position of the group along an axis.
    pub fn group_id(&mut self, axis: usize) -> Value {
        if let Some(value) = self.builtins.group_id[axis] {
            return value;
        }
        let r0 = self.role(ArgumentRole::R0);
        let value = self.builder.extract(r0, ArgumentRole::GROUP_ELEMENTS[axis]);
        self.builtins.group_id[axis] = Some(value);
        value
    }

    /// The number of the lane in its group.
    pub fn local_index(&mut self) -> Value {
        if let Some(value) = self.builtins.local_index {
            return value;
        }
        let [width, height, _] = self.group_size;
        let [x, y, z] = [0, 1, 2].map(|axis| self.local_id(axis));
        let y = self.times(y, width);
        let z = self.times(z, width * height);
        let plane = self.sum(x, y);
        let value = self.sum(plane, z);
        self.builtins.local_index = Some(value);
        value
    }

    fn global_id(&mut self, axis: usize) -> Value {
        let group = self.group_id(axis);
        let first = self.times(group, self.group_size[axis]);
        let local = self.local_id(axis);
        self.sum(first, local)
    }

    pub fn builtin(&mut self, builtin: BuiltIn) -> Result<Scalars, Untranslatable> {
        const AXES: [usize; 3] = [0, 1, 2];
        Ok(match builtin {
            BuiltIn::GlobalInvocationId => AXES.map(|axis| self.global_id(axis)).into_iter().collect(),
            BuiltIn::LocalInvocationId => AXES.map(|axis| self.local_id(axis)).into_iter().collect(),
            BuiltIn::WorkGroupId => AXES.map(|axis| self.group_id(axis)).into_iter().collect(),
            BuiltIn::WorkGroupSize => self.group_size.map(|size| self.word(size)).into_iter().collect(),
            BuiltIn::LocalInvocationIndex => smallvec![self.local_index()],
            BuiltIn::NumWorkGroups => {
                let counts = self.role(ArgumentRole::NumGroups);
                [0, 1, 2].map(|axis| self.builder.extract(counts, axis)).into_iter().collect()
            }
            BuiltIn::SubgroupSize => smallvec![self.builder.op(Op::SimdSize, Type::I32, &[])],
            BuiltIn::SubgroupInvocationId => smallvec![self.builder.op(Op::LaneId, Type::I32, &[])],
            builtin => {
                return Err(Untranslatable::new(format!(
                    "the built-in input {builtin:?}; expected those of compute shaders but for num_subgroups and \
                     subgroup_id"
                )));
            }
        })
    }

    /// The inputs of an entry point.
    pub fn inputs(&mut self, function: &naga::Function) -> Result<Vec<Operand>, Untranslatable> {
        let mut inputs = Vec::new();
        for argument in &function.arguments {
            let mut scalars = Scalars::new();
            match (&argument.binding, self.types.inner(argument.ty)) {
                (None, TypeInner::Struct { members, .. }) => {
                    for member in members {
                        scalars.extend(self.input(member.name.as_deref(), member.binding.as_ref(), member.ty)?);
                    }
                }
                (binding, _) => {
                    scalars.extend(self.input(argument.name.as_deref(), binding.as_ref(), argument.ty)?);
                }
            }
            inputs.push(Operand::Value(scalars));
        }
        Ok(inputs)
    }

    fn input(
        &mut self,
        name: Option<&str>,
        binding: Option<&Binding>,
        ty: naga::Handle<naga::Type>,
    ) -> Result<Scalars, Untranslatable> {
        match binding {
            Some(Binding::BuiltIn(builtin)) if self.stage == ShaderStage::Fragment => self.fragment_builtin(*builtin),
            Some(Binding::BuiltIn(builtin)) => self.builtin(*builtin),
            Some(binding) if self.stage == ShaderStage::Fragment => self.interpolated(name, binding, ty),
            _ => Err(Untranslatable::new("an input that is no built-in value; a compute shader has none")),
        }
    }
}

impl Translator<'_> {
    /// How many bytes the buffer at a surface has, which is an argument.
    pub fn buffer_bytes(&mut self, surface: SurfaceId) -> Result<Value, Untranslatable> {
        if let Some((_, value)) = self.builtins.buffer_bytes.iter().find(|(known, _)| *known == surface) {
            return Ok(*value);
        }
        let index =
            self.source.bindings.surfaces.iter().find(|(_, known)| **known == surface).map(|(handle, _)| *handle);
        let name = index.and_then(|handle| self.source.bindings.names.get(&handle));
        let name = name.ok_or_else(|| Untranslatable::new("a buffer without a group and a binding"))?;
        let argument = format!("{name}_bytes");
        let value = self.builder.argument_with_role(&argument, Type::I32, true, ArgumentRole::BufferSize);
        if let Some(argument) = self.builder.kernel_mut().arguments.last_mut() {
            argument.about = Some(name.clone());
        }
        self.builtins.buffer_bytes.push((surface, value));
        Ok(value)
    }
}
