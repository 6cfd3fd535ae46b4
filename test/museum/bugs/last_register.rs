//! On Gfx9 the response of a send may not be in the last register of the file where it overlaps its payload ("r127 must
//! not be used for return address when there is a src and dest overlap in send instruction", Broadwell PRM, volume 7,
//! Send Message). The compiler put it there.

use texvisa::Compiled;
use texvisa::ir::target::{SimdWidth, Target};

use crate::exhibit::{Bug, Check, Exhibit, Seed, Subject};
use crate::kernels::{message, params_of};

pub const BUG: Bug = Bug {
    name: "a response over its payload is in the last register on Gfx9",
    reference: "Mesa 26.0.0 (release notes), b4f0d062cd1",
    exhibits: &[Exhibit {
        seed: "the response is in r124 to r127, and the payload from r124 on",
        on: Subject { source: SOURCE, target: Target::Skl, simd: SimdWidth::Simd8 },
        put: Seed::Layout(at_the_end),
        caught_by: &[Check::Registers],
    }],
};

const SOURCE: &str = "surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
kernel @fetch(%x: i32, %y: i32) {
^entry:
  %u = add i32 %x, 1
  %v = add i32 %y, 1
  %texel = load t0 [u: %u, v: %v, lod: 0] -> f32x4
  %address = shl i32 %x, 4
  store_raw b0 [x: %address], f32x4 %texel
  return
}";

fn at_the_end(compiled: &mut Compiled) {
    let kernel = &mut compiled.lowered.kernel;
    let end = kernel.target.platform().grf_count * kernel.grf_bytes();
    let response = message(kernel, 0).dst.expect("a response").var;
    let first = params_of(kernel, 0)[0].var;
    for (index, var) in [response, first].into_iter().enumerate() {
        let root = kernel.backing(var).0;
        assert!(kernel.inputs.iter().all(|input| input.var != root), "argument {index} stays where it arrives");
        compiled.registers.set(root, end - 4 * kernel.grf_bytes());
    }
}
