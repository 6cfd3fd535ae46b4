//! Kernels of texture IR, written short: what the tests of this package have in common.

#![allow(dead_code)]

use texvisa_ir::texture::{Kernel, Module, parse, verify};

/// Surfaces of several dimensions, two samplers, and arguments of each type, divergent and uniform (`%n`, `%f`).
const AROUND: &str = "surface t0: any f32 @ table 0
surface t1: any f32 @ table 1
surface t2: cube f32 @ table 2
surface t3: 2d f32 @ table 240
surface t4: 2d f32 @ bindless
surface t5: 2d f32 @ table 7
surface t6: 2d f32 @ table 7
surface b0: raw @ table 5
sampler s0 @ 0
sampler s1 @ 16
kernel @k(%x: i32, %y: i32, %n: uniform i32, %u: f32, %v: f32, %w: f32, %f: uniform f32, %hu: f16, %hv: f16, %wx: i16, %wy: i16) {
";

/// A module with one kernel, with this body.
pub fn module(body: &str) -> Module {
    let module = parse(&format!("{AROUND}{body}\n}}")).unwrap_or_else(|errors| panic!("{errors:?}"));
    assert_eq!(verify(&module), []);
    module
}

/// The only kernel of `module`.
pub fn only_kernel(module: &Module) -> &Kernel {
    module.kernels.values().next().expect("there is one kernel")
}
