//! What cannot be lowered is refused with its reason and place, whatever else the kernel has.

mod texture;

use texture::{module, only_kernel};
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_lowering::{LoweringOptions, Reason, lower};

fn refused(target: Target, simd: SimdWidth, body: &str) -> Vec<Reason> {
    let module = module(body);
    let errors = lower(&module, only_kernel(&module).clone(), target, simd, &LoweringOptions::default());
    errors.expect_err("it cannot be lowered").into_iter().map(|error| error.reason).collect()
}

#[test]
fn a_loop_with_two_entries_is_refused() {
    let body = "^entry:
  %c = icmp.slt i32 %n, 5
  branch %c, ^one, ^two
^one:
  jump ^two
^two:
  branch %c, ^one, ^exit
^exit:
  return";
    assert_eq!(refused(Target::Tgllp, SimdWidth::Simd8, body), [Reason::Irreducible]);
}

#[test]
fn a_width_that_the_target_does_not_run_is_refused() {
    let reason = Reason::IllegalWidth { target: Target::Lnl, simd: SimdWidth::Simd8 };
    assert_eq!(refused(Target::Lnl, SimdWidth::Simd8, "^entry:\n  return"), [reason]);
}

/// The use of what was refused adds nothing.
#[test]
fn every_instruction_that_has_no_visa_is_named_once() {
    let body = "^entry:
  %a = reduce.add i64 1
  %b = trunc i64 %a -> i32
  store_raw b0 [x: %x], i32 %b
  %r = gather4 t0, s0 [u: %u, v: %v, bias: %u] -> f32x4
  store_raw b0 [x: %x], f32x4 %r
  return";
    let found: Vec<_> =
        refused(Target::Tgllp, SimdWidth::Simd8, body).into_iter().map(|reason| reason.to_string()).collect();
    assert_eq!(
        found,
        [
            "`reduce.add` on 64-bit integers cannot be lowered; write the kernel without it",
            "tgllp has no gather4_b; choose a target that has it: lnl, bmg, ptl"
        ]
    );
}
