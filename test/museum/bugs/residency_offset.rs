//! Residency comes back behind the channels, in a register of its own. The compiler looked for it elsewhere: at half of
//! a SIMD16 response, in uniform messages, and where registers have 64 bytes.

use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::visa::{DataType, Storage};
use texvisa::lowering::Lowered;

use crate::exhibit::{Bug, Check, Exhibit, Seed, Subject};

pub const BUG: Bug = Bug {
    name: "residency is read at another offset of the response",
    reference: "intel-graphics-compiler 098235e91, 8c774c392; Mesa 295734bf88d",
    exhibits: &[
        Exhibit {
            seed: "a channel of SIMD16 is taken for one register",
            on: Subject { source: DIVERGENT, target: Target::Tgllp, simd: SimdWidth::Simd16 },
            put: Seed::Emission(|lowered| behind(lowered, 128)),
            caught_by: &[Check::Symbolic, Check::Execution],
        },
        Exhibit {
            seed: "a uniform response has residency in its first register",
            on: Subject { source: UNIFORM, target: Target::Tgllp, simd: SimdWidth::Simd16 },
            put: Seed::Emission(|lowered| behind(lowered, 0)),
            caught_by: &[Check::Symbolic, Check::Execution],
        },
        Exhibit {
            seed: "a register of 64 bytes is taken for one of 32",
            on: Subject { source: DIVERGENT, target: Target::Lnl, simd: SimdWidth::Simd16 },
            put: Seed::Emission(|lowered| behind(lowered, 128)),
            caught_by: &[Check::Symbolic, Check::Execution],
        },
    ],
};

const DIVERGENT: &str = "surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
kernel @fetch(%x: i32, %y: i32) {
^entry:
  %texel, %resident = load t0 [u: %x, v: %y, lod: 0] residency -> f32x4
  %flag = zext i1 %resident -> i32
  %address = shl i32 %x, 5
  store_raw b0 [x: %address], f32x4 %texel
  %behind = add i32 %address, 16
  store_raw b0 [x: %behind], i32 %flag
  return
}";

const UNIFORM: &str = "surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
kernel @fetch(%u: uniform i32, %x: i32) {
^entry:
  %texel, %resident = load t0 [u: %u, v: %u, lod: 0] residency -> f32x4
  %red = extract f32x4 %texel, 0
  %value = select f32 %resident, %red, 1.0
  %address = shl i32 %x, 2
  store_raw b0 [x: %address], f32 %value
  return
}";

/// The dword of residency, moved.
fn behind(lowered: &mut Lowered, to: u16) {
    let vars = &mut lowered.kernel.vars;
    let is_residency = |var: &_| -> bool {
        let decl = &vars[*var];
        decl.ty == DataType::Ud && decl.elements == 1 && matches!(decl.storage, Storage::Subregister { .. })
    };
    let var = vars.keys().find(is_residency).expect("the dword of residency");
    let Storage::Subregister { offset, .. } = &mut vars[var].storage else { panic!("it is one") };
    assert_ne!(*offset, to);
    *offset = to;
}
