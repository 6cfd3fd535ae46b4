//! Two engines: an interpreter of texture IR, and a machine that executes the emitted vISA on assigned registers.
//!
//! - [`unit`](mod@unit) is the texture unit: surfaces, samplers, formats, filters, and what each message returns. Both
//!   engines ask it, so they cannot differ in what a texel is, only in what they ask.
//! - [`environment`] is what a kernel runs on, and [`dispatch`] how a grid becomes hardware threads with their first registers.
//! - [`interp`] runs texture IR, all lanes of a hardware thread in lockstep.
//! - [`machine`] runs vISA: a byte-addressed register file, a program counter a lane, and messages that it decodes by
//!   the table of [`decode`](mod@decode), which is its own.
//! - [`symbolic`] checks, without running either, that every slot of every message is the source's value for its role
//!   and lanes.
//! - `cases`, with the feature of that name, runs conformance cases of single messages from JSON.
//! - [`refine`](mod@refine) runs both on random inputs and says where their memory differs.
//!
//! What the documents leave open is a switch of [`unit::Semantics`], and what is undefined takes its bits from a
//! [`UndefBits`], so that running twice shows what depends on it. No surface, program or state makes an engine panic, read
//! out of bounds or run for ever: limits are ordinary errors.
//!
//! What is not here: chroma keys, colour from video formats (only media blocks read them, as bytes), and
//! the time that anything takes.
//!
//! # Interpreting a kernel
//!
//! ```
//! use texvisa_emulator::dispatch::Grid;
//! use texvisa_emulator::environment::{Environment, Resource};
//! use texvisa_emulator::unit::{Description, Format, Surface, SurfaceKind};
//! use texvisa_emulator::{UndefBits, interp};
//! use texvisa_ir::target::SimdWidth;
//!
//! let module = texvisa_ir::texture::parse("surface t0: 2d i32 @ table 0
//! surface b0: raw @ table 1
//! kernel @row(%x: i16 = local_id_x) {
//! ^entry:
//!   %u = zext i16 %x -> i32
//!   %t = load t0 [u: %u, v: 1, lod: 0] -> i32x4
//!   %red = extract i32x4 %t, 0
//!   %a = shl i32 %u, 2
//!   store_raw b0 [x: %a], i32 %red
//!   return
//! }")?;
//! let id = module.kernel("row").ok_or("there is no such kernel")?;
//!
//! let mut image = Surface::new(Description::new(SurfaceKind::D2, Format::R8Uint, [2, 2, 1]))?;
//! image.bytes_mut().copy_from_slice(&[1, 2, 3, 4]);
//! let mut environment = Environment::new();
//! environment.bind(0, Resource::Surface(image));
//! environment.bind(1, Resource::Buffer(vec![0xff; 12]));
//!
//! let grid = Grid { items: [3, 1, 1], group: [3, 1, 1] };
//! interp::run(&module, id, &mut environment, &grid, SimdWidth::Simd16, UndefBits::constant(0))?;
//! // The third work item reads outside the image.
//! let bytes = environment.resource(1).map(Resource::bytes);
//! assert_eq!(bytes, Some(&[3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod access_log;
mod approximation;
#[cfg(feature = "cases")]
pub mod cases;
pub mod decode;
mod denormals;
pub mod dispatch;
pub mod environment;
mod float;
pub mod interp;
mod local;
pub mod machine;
mod private;
pub mod refine;
pub mod symbolic;
mod taint;
mod undef_bits;
pub mod unit;
mod vector;
mod writers;

pub use approximation::Approximation;
pub use denormals::FlushedDenormals;
pub use local::LOCAL_BYTES;
pub use undef_bits::UndefBits;
