//! The arguments of a kernel: those of the program, then those that Intel's runtime adds.
//!
//! Images and samplers are no arguments in texture IR; they are surfaces and samplers with the argument's name. The
//! offset of a buffer that nothing uses is left out, as Intel's compiler does not pass it
//! (`COpenCLKernel::AllocatePayload`).
//!
//! A structure that is passed by value is a pointer to private memory that nothing uses, and an implicit argument for
//! each of its fields, however deep (`AddImplicitArgs`, "struct_arg_offset").

use inkwell::basic_block::BasicBlock;
use inkwell::values::FunctionValue;
use texvisa_ir::texture::{ArgumentRole, Type, Value};

use crate::address_space::Space;
use crate::implicit::{self, Implicit};
use crate::kernel::{ImportResult, Importer, unsupported};
use crate::llvm::{Ty, TyKind, Val};
use crate::names::printable;
use crate::shape::{self, ElementVec};
use crate::slice::Slice;

/// An implicit argument, and the name of the argument that it speaks of, or the field that it is.
type ImplicitUse = (&'static Implicit, Option<String>);

impl<'c> Importer<'c> {
    /// Imports the arguments of `function`; extracts the elements of vectors at the start of the entry block.
    /// Where texture calls alone are wanted, chooses first what is imported of the blocks `order`.
    pub(crate) fn import_arguments(&mut self, function: FunctionValue<'c>, order: &[BasicBlock<'c>]) {
        let arguments = Val::from(function).parameters();
        let implicit = self.implicit_arguments(&arguments);
        if self.options.textures_alone {
            let role = |implicit: &Option<ImplicitUse>| implicit.as_ref().and_then(|(implicit, _)| implicit.role);
            let differs = |implicit| role(implicit).and_then(ArgumentRole::is_divergent) == Some(true);
            let divergent = arguments.iter().zip(&implicit).filter(|(_, implicit)| differs(implicit));
            let divergent: Vec<Val<'c>> = divergent.map(|(argument, _)| *argument).collect();
            self.slice = Slice::new(order, &divergent);
        }
        let is_field = |implicit: &Option<ImplicitUse>| implicit.as_ref().is_some_and(|(known, _)| known.is_field());
        let mut numbered: Vec<_> = arguments.into_iter().zip(implicit).enumerate().collect();
        // Fields come before the base addresses: a stable sort puts them first among the implicit ones.
        numbered.sort_by_key(|(_, (_, implicit))| match implicit {
            None => 0,
            implicit if is_field(implicit) => 1,
            Some(_) => 2,
        });
        for (index, (argument, implicit)) in numbered {
            if !self.wants(argument) {
                continue;
            }
            let name = printable(argument.name());
            let result = match implicit {
                Some(implicit) => self.import_implicit(argument, &name, implicit),
                None => self.import_explicit(argument, &name, index),
            };
            if let Err(message) = result {
                let name = if name.is_empty() { index.to_string() } else { name };
                let message = format!("argument %{name}: {message}");
                if self.options.textures_alone {
                    self.remark(message)
                } else {
                    self.fail_kernel(message)
                }
                self.define_failed(argument);
            }
        }
        self.leave(None);
    }

    /// For each argument, which implicit one it is, if it is one: the last ones are, as many as the metadata lists.
    fn implicit_arguments(&mut self, arguments: &[Val<'c>]) -> Vec<Option<ImplicitUse>> {
        let Some(listed) = self.facts.implicit.take() else {
            let message =
                "`!igc.functions` has no entry for the kernel; implicit arguments are recognised by their names";
            self.remark(message.to_owned());
            return arguments.iter().map(|argument| Some((implicit::by_name(&argument.name())?, None))).collect();
        };
        let mut uses: Vec<Option<ImplicitUse>> = arguments.iter().map(|_| None).collect();
        let Some(first) = arguments.len().checked_sub(listed.len()) else {
            let (given, has) = (listed.len(), arguments.len());
            self.fail_kernel(format!(
                "`!igc.functions` lists {given} implicit arguments, but the kernel has {has} arguments"
            ));
            return uses;
        };
        for (index, fact) in listed.into_iter().enumerate() {
            let name = arguments[first + index].name();
            match implicit::by_number(fact.number) {
                Some(known) if name.is_empty() || known.is_called(&name) => {
                    let about = fact.about.and_then(|about| self.facts.names.get(about)).map(printable);
                    let about = match fact.offset {
                        Some(offset) if known.is_field() => about.map(|about| format!("{about}.{offset}")),
                        _ => about,
                    };
                    uses[first + index] = Some((known, about));
                }
                known => {
                    let known = known.map_or("unknown", |known| known.name);
                    let number = fact.number;
                    self.fail_kernel(format!(
                        "argument %{name} is implicit argument {number}, which in release 1.0.12504.6 is {known}"
                    ));
                }
            }
        }
        uses
    }

    fn import_implicit(&mut self, argument: Val<'c>, name: &str, (implicit, about): ImplicitUse) -> Result<(), String> {
        self.implicit_values.push((implicit.name, argument));
        let Some(role) = implicit.role else {
            if argument.is_unused() {
                self.remark(format!(
                    "argument %{name} is unused and not passed; payload offsets behind it differ from Intel's"
                ));
                return Ok(());
            }
            return Err(format!("texture IR has no argument of the kind {}", implicit.name));
        };
        if role == ArgumentRole::BufferOffset && argument.is_unused() {
            return Ok(());
        }
        if implicit.is_field() {
            return self.declare_argument(argument, about.as_deref().unwrap_or(name), role);
        }
        self.declare_argument(argument, name, role)?;
        if let Some(declared) = self.builder.kernel_mut().arguments.last_mut() {
            declared.about = about;
        }
        Ok(())
    }

    /// The elements of an implicit argument.
    pub(crate) fn implicit_value(&mut self, name: &str) -> ImportResult<ElementVec<Value>> {
        match self.implicit_values.iter().find(|(known, _)| *known == name) {
            Some((_, argument)) => self.elements(*argument),
            None => unsupported(format!(
                "the kernel has no implicit argument {name}, which the intrinsic reads; expected it among those of the kernel"
            )),
        }
    }

    fn import_explicit(&mut self, argument: Val<'c>, name: &str, index: usize) -> Result<(), String> {
        let in_opencl = self.facts.types.get(index).map_or("", String::as_str);
        if is_image_or_sampler(in_opencl, argument.ty()) {
            self.resource_arguments.insert(argument);
            self.define_absent(
                argument,
                format!("argument %{name} is an image or a sampler; expected it as the resource of a call alone"),
            );
            return Ok(());
        }
        let role = match argument.ty().kind() {
            TyKind::Pointer(space) => match Space::decode(space) {
                Space::Memory => ArgumentRole::Pointer,
                Space::Local => ArgumentRole::LocalPointer,
                Space::Private => {
                    let reason = format!("argument %{name} is a structure; expected its fields as implicit arguments");
                    self.define_absent(argument, reason);
                    return Ok(());
                }
                Space::Other(what) => {
                    return Err(format!(
                        "a pointer to {what} cannot be passed; expected a pointer to global or local memory"
                    ));
                }
                Space::Generic => {
                    return Err(
                        "a generic pointer cannot be passed; expected a pointer to global or local memory".to_owned()
                    );
                }
                Space::Surface(..) | Space::Sampler(_) => {
                    return Err(
                        "a pointer to a surface or sampler cannot be passed; expected it in the kernel's metadata"
                            .to_owned(),
                    );
                }
            },
            _ => ArgumentRole::Plain,
        };
        self.declare_argument(argument, name, role)
    }

    fn declare_argument(&mut self, argument: Val<'c>, name: &str, role: ArgumentRole) -> Result<(), String> {
        let types = shape::elements(argument.ty())?;
        let uniform = role.is_divergent() != Some(true);
        let declared = match (types.as_slice(), shape::common(&types), argument.ty().kind()) {
            ([ty], _, _) => *ty,
            (_, Some(ty), TyKind::Vector(..)) if types.len() <= usize::from(Type::MAX_ARGUMENT_LANES) => {
                Type::vector(ty.scalar, types.len() as u8)
            }
            _ => {
                return Err(format!(
                    "texture IR has no arguments of type {}; expected i1, i8, i16, i32, i64, half, float or a vector of them",
                    argument.ty().text()
                ));
            }
        };
        let value = self.builder.argument_with_role(name, declared, uniform, role);
        let elements: ElementVec<_> = if declared.is_scalar() {
            ElementVec::from_slice(&[value])
        } else {
            let is_read = |index| self.slice.as_ref().is_none_or(|slice| slice.reads_element(argument, index));
            let element = Type::scalar(declared.scalar);
            let extract = |index| match is_read(index) {
                true => self.builder.extract(value, index),
                false => self.builder.undefined(element),
            };
            (0..declared.lanes).map(extract).collect()
        };
        self.define(argument, elements);
        Ok(())
    }
}

/// By the type that OpenCL had for the argument, or by the name of its opaque structure in LLVM.
fn is_image_or_sampler(in_opencl: &str, ty: Ty<'_>) -> bool {
    let in_llvm = ty.pointee_name().unwrap_or_default();
    (in_opencl.starts_with("image") && in_opencl.ends_with("_t"))
        || in_opencl == "sampler_t"
        || ["opencl.image", "opencl.sampler", "spirv.Image", "spirv.SampledImage", "spirv.Sampler"]
            .into_iter()
            .any(|prefix| in_llvm.starts_with(prefix))
}
