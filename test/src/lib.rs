//! What the tests of texvisa share.
//!
//! - [`harness`] is the main function of test targets that make their tests at run time.
//! - [`ocloc`] asks Intel's OpenCL compiler what it makes of a source.
//! - [`opencl`] makes random programs in OpenCL C.
//! - [`oracle`] names the other implementations that tests compare with.
//! - [`bless`] compares files with what is generated, or updates them.
//! - [`lit`] runs the tests that are written down in `.tex` and `.ll` files.
//! - [`finalizer`] asks Intel's assembler and finalizer what it makes of a program.
//! - [`generate`] makes random programs, and long ones for measurements.
//! - [`reduce`] makes a program smaller while something about it stays true.
//! - [`plugin`] finds the LLVM pass plugin.
//! - [`known_deviations`] writes `docs/known-deviations.md`.
//! - [`message_page`] writes `docs/messages.md`.
//! - [`texture_unit`] has bodies for fuzzing the texture unit and conformance cases.
//! - [`visa`] makes random vISA kernels and has bodies for fuzzing their forms.
//! - [`process`] runs a program to its end, within a time limit.

pub mod bless;
pub mod finalizer;
pub mod generate;
pub mod harness;
pub mod known_deviations;
pub mod lit;
pub mod message_page;
pub mod ocloc;
pub mod opencl;
pub mod oracle;
pub mod plugin;
pub mod process;
pub mod reduce;
pub mod texture_unit;
pub mod visa;
