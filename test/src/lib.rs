//! What the tests of texvisa share.
//!
//! - [`harness`] is the main function of test targets that make their tests at run time.
//! - [`ocloc`] asks Intel's OpenCL compiler what it makes of a source.
//! - [`opencl`] makes random programs in OpenCL C.
//! - [`oracle`] names the other implementations that tests compare with.
//! - [`bless`] compares files with what is generated, or updates them.
//! - [`lit`] makes tests of a target of the files that `texvisa-lit` runs.
//! - [`finalizer`] asks Intel's assembler and finalizer what it makes of a program.
//! - [`generate`] makes random programs, and long ones for measurements.
//! - [`plugin`] finds the LLVM pass plugin.
//! - [`operations_page`] writes `docs/operations.md`.
//! - [`known_deviations`] writes `docs/known-deviations.md`.
//! - [`message_page`] writes `docs/messages.md`.
//! - [`texture_unit`] has bodies for fuzzing the texture unit and conformance cases.
//! - [`visa`] makes random vISA kernels and has bodies for fuzzing their forms.
//! - [`process`] runs a program to its end, within a time limit: it is that of `texvisa-lit`.

pub mod bless;
pub mod finalizer;
pub mod generate;
pub mod harness;
pub mod known_deviations;
pub mod lit;
pub mod message_page;
pub mod ocloc;
pub mod opencl;
pub mod operations_page;
pub mod oracle;
pub mod plugin;
pub mod texture_unit;
pub mod visa;

pub use texvisa_lit::process;
