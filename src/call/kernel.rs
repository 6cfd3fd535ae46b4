//! The kernel that a call is lowered as: the operation, with an argument for each register, and a store of all that is read.

use texvisa_ir::texture::{
    Binding, Builder, Dimension, KernelId, Module, Op, Returns, SamplerRef, Scalar, SurfaceDecl, SurfaceRef, TextureOp,
    Type, Value, verify,
};

use super::description::{Call, CallEntry, CallError, HostOperand};

/// The kernel of a call.
pub(super) struct BuiltCall<R> {
    pub module: Module,
    pub id: KernelId,
    /// The argument of each register.
    pub registers: Vec<(Value, R)>,
}

/// Builds the kernel of `call`.
///
/// # Errors
///
/// An operand is no parameter, or the operation is not valid.
pub(super) fn build<R: Copy>(call: &Call<R>) -> Result<BuiltCall<R>, CallError> {
    let mut module = Module::default();
    let mut writer = CallBuilder { builder: Builder::new("call"), registers: Vec::new() };
    let entry = writer.builder.create_block("entry");
    writer.builder.switch_to(entry);
    let (binding, index) = writer.entry("surface", call.surface);
    let element = [Scalar::F32, Scalar::I32].contains(&call.result).then_some(call.result);
    let decl = SurfaceDecl { name: "t".to_owned(), dimension: call.dimension, element, binding, argument: None };
    let mut op = TextureOp::new(call.kind, SurfaceRef { surface: module.surfaces.push(decl), index });
    if let Some(sampler) = call.sampler {
        let (binding, index) = writer.entry("sampler", sampler);
        let sampler = module.add_sampler("s", 0);
        module.samplers[sampler].binding = binding;
        op.sampler = Some(SamplerRef { sampler, index });
    }
    for (role, operand) in &call.params {
        let value = writer.operand(role.name(), operand)?;
        op.params.push((*role, value));
    }
    op.offset = call.offset;
    op.channel = call.gathered;
    op.residency = call.residency;
    op.implicit_lod = call.implicit_lod;
    op.kill_pixel = call.kill_pixel;
    op.width = call.width;
    op.plane = call.plane;
    op.field = call.field;
    op.data = call.data.as_ref().map(|data| writer.operand("data", data)).transpose()?;
    writer.append(call, op, &mut module)?;
    let id = module.add_kernel(writer.builder.finish());
    let errors = verify(&module);
    if errors.is_empty() {
        Ok(BuiltCall { module, id, registers: writer.registers })
    } else {
        Err(CallError::Invalid(errors))
    }
}

struct CallBuilder<R> {
    builder: Builder,
    registers: Vec<(Value, R)>,
}

impl<R: Copy> CallBuilder<R> {
    fn entry(&mut self, name: &str, entry: CallEntry<R>) -> (Binding, Option<Value>) {
        match entry {
            CallEntry::Table(number) => (Binding::Table(number), None),
            CallEntry::Register(register) => (Binding::Indexed, Some(self.argument(name, register, Scalar::I32, true))),
            CallEntry::Handle(register) => (Binding::Bindless, Some(self.argument(name, register, Scalar::I32, true))),
        }
    }

    fn argument(&mut self, name: &str, register: R, scalar: Scalar, uniform: bool) -> Value {
        let value = self.builder.argument(&format!("{name}_{}", self.registers.len()), Type::scalar(scalar), uniform);
        self.registers.push((value, register));
        value
    }

    fn operand(&mut self, name: &str, operand: &HostOperand<R>) -> Result<Value, CallError> {
        Ok(match operand {
            HostOperand::Register { register, scalar, uniform } => self.argument(name, *register, *scalar, *uniform),
            HostOperand::Constant { scalar, bits } => self.builder.constant_int(Type::scalar(*scalar), *bits as i64),
            HostOperand::Undef(scalar) => self.builder.undefined(Type::scalar(*scalar)),
            HostOperand::Vector(elements) => {
                let most = usize::from(Type::MAX_ROWS);
                if !(2..=most).contains(&elements.len()) {
                    let given = elements.len();
                    return Err(CallError::Operand(format!("`{name}` has {given} elements; expected 2 to {most}")));
                }
                if elements.iter().any(|element| matches!(element, HostOperand::Vector(_))) {
                    return Err(CallError::Operand(format!("an element of `{name}` is a vector; expected scalars")));
                }
                let values: Result<Vec<Value>, CallError> =
                    elements.iter().map(|element| self.operand(name, element)).collect();
                self.builder.vector(&values?)
            }
        })
    }

    /// Appends the operation, and stores of what the host reads: dead code is not sent.
    fn append(&mut self, call: &Call<R>, op: TextureOp, module: &mut Module) -> Result<(), CallError> {
        let returns = call.kind.returns();
        let rows = match returns {
            Returns::Nothing => None,
            Returns::BlockRows if call.rows == 0 || call.rows > Type::MAX_ROWS => {
                let most = Type::MAX_ROWS;
                return Err(CallError::Operand(format!("the block has {} rows; expected 1 to {most}", call.rows)));
            }
            Returns::BlockRows => Some(call.rows),
            _ => Some(4),
        };
        let reports = op.returns_residency();
        let result =
            rows.map(|rows| if rows == 1 { Type::scalar(call.result) } else { Type::vector(call.result, rows) });
        let inst = self.builder.texture_op(op, result);
        if let (Some(rows), Some(value)) = (rows, self.builder.kernel().result_at(inst, 0)) {
            let memory = module.surfaces.push(SurfaceDecl {
                name: "host".to_owned(),
                dimension: Dimension::Raw,
                element: None,
                binding: Binding::Table(0),
                argument: None,
            });
            let address = self.builder.constant_int(Type::I32, 0);
            let is_read = |element: &u8| {
                returns == Returns::BlockRows || returns == Returns::Gathered || call.channels.contains(*element)
            };
            let elements: Vec<u8> = (0..rows).filter(is_read).collect();
            if elements.is_empty() && !reports {
                let name = call.kind.name();
                return Err(CallError::Operand(format!("`{name}` has no channel that is read; expected at least one")));
            }
            for element in elements {
                let read = if rows == 1 { value } else { self.builder.extract(value, element) };
                self.builder.store_raw(memory, address, read);
            }
            if let Some(resident) = self.builder.kernel().result_at(inst, 1).filter(|_| reports) {
                let [one, zero] = [1, 0].map(|bits| self.builder.constant_int(Type::I32, bits));
                let number = self.builder.op(Op::Select, Type::I32, &[resident, one, zero]);
                self.builder.store_raw(memory, address, number);
            }
        }
        self.builder.ret();
        Ok(())
    }
}
