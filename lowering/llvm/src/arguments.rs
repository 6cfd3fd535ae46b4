//! The arguments of a kernel: those of the program, then those that Intel's runtime adds.
//!
//! Images and samplers are no arguments in texture IR; they are surfaces and samplers with the argument's name. The offset of
//! a buffer that nothing uses is left out, as Intel's compiler does not pass it (`COpenCLKernel::AllocatePayload`).

use inkwell::values::FunctionValue;
use texvisa_ir::texture::{ArgumentRole, Dimension, Type, Value};

use crate::address_space::Space;
use crate::igc::ImplicitFact;
use crate::implicit::{self, Implicit};
use crate::kernel::Importer;
use crate::llvm::{Ty, TyKind, Val, parameters};
use crate::names::printable;
use crate::shape::{self, Elements};

/// What an argument of the program is.
enum Explicit {
    /// An image or a sampler.
    Resource,
    /// A value or an address.
    Value(ArgumentRole),
}

impl<'c> Importer<'c> {
    /// Imports the arguments of `function`; extracts the elements of vectors at the start of the entry block.
    pub(crate) fn import_arguments(&mut self, function: FunctionValue<'c>) {
        let arguments = parameters(function);
        let implicit = self.implicit_arguments(&arguments);
        for (index, argument) in arguments.iter().enumerate() {
            let name = printable(&argument.name());
            let result = match implicit.get(&index) {
                Some((known, about)) => self.implicit_argument(*argument, &name, known, *about),
                None => self.explicit_argument(*argument, &name, index),
            };
            if let Err(message) = result {
                self.fail_kernel(format!("argument %{name}: {message}"));
                self.define_noted(*argument);
            }
        }
        self.leave(None);
    }

    /// Which arguments are implicit, by their place, and the explicit arguments that they speak of.
    fn implicit_arguments(
        &mut self,
        arguments: &[Val<'c>],
    ) -> rustc_hash::FxHashMap<usize, (&'static Implicit, Option<usize>)> {
        let Some(listed) = self.facts.implicit.take() else {
            let named: rustc_hash::FxHashMap<_, _> = arguments
                .iter()
                .enumerate()
                .filter_map(|(index, argument)| Some((index, (implicit::by_name(&argument.name())?, None))))
                .collect();
            self.remark("!igc.functions does not speak of the kernel; implicit arguments are told by their names".into());
            return named;
        };
        todo!()
    }
}
