//! The result of an import.

use texvisa_ir::target::SimdWidth;
use texvisa_ir::texture::Module;

use crate::diagnostic::Diagnostic;
use crate::source_map::SourceMap;

/// An imported module.
#[derive(Clone, Debug, Default)]
pub struct Import {
    /// A kernel for each `spir_kernel` function with a body, in their order; surfaces and samplers that several declare
    /// alike are shared, and those that only have one name in common are renamed. Its width is that which all kernels
    /// that ask for one ask for; it passes [`verify`](texvisa_ir::texture::verify()).
    pub module: Module,
    /// For each kernel of the module, in order, the width that it asks for.
    pub widths: Vec<Option<SimdWidth>>,
    /// For each kernel of the module, in order, what in LLVM's module its parts came from; nothing where the
    /// [options](crate::ImportOptions::sources) do not ask for it.
    pub sources: Vec<SourceMap>,
    /// The bytes of the program's constants, which the implicit argument `constBase` points to.
    pub constants: Vec<u8>,
    /// What was assumed, and what LLVM had to say.
    pub remarks: Vec<Diagnostic>,
}
