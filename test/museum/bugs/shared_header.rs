//! A message with a sparse mask has a header, which says the mask. The compiler removed the header where it had to stay, or
//! took over that of another message whose mask is another.

use texvisa::Compiled;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::ChannelMask;
use texvisa_test::finalizer::{Field, Finalizer, FinalizerOptions, compare};
use texvisa_test::oracle::Oracle;

use crate::exhibit::{Bug, Check, Exhibit, Missing, Seed, Subject};
use crate::kernels::message;

pub const BUG: Bug = Bug {
    name: "the header of a message is removed, or taken over from another message",
    reference: "intel-graphics-compiler 01ee4ff65, d271fdefa",
    exhibits: &[
        Exhibit {
            seed: "the second message is sent without its header",
            on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd16 },
            put: Seed::Suite(|compiled| differs(compiled, 0b0001, Field::HasHeader)),
            caught_by: &[Check::Descriptors],
        },
        Exhibit {
            seed: "the second message has the header of the first",
            on: Subject { source: SOURCE, target: Target::Skl, simd: SimdWidth::Simd16 },
            put: Seed::Suite(|compiled| differs(compiled, 0b0100, Field::Header)),
            caught_by: &[Check::Descriptors],
        },
        Exhibit {
            seed: "the same in the vISA",
            on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd16 },
            put: Seed::Emission(|lowered| {
                message(&mut lowered.kernel, 1).channels = ChannelMask::from_bits(0b0100);
            }),
            caught_by: &[Check::Symbolic, Check::Execution],
        },
    ],
};

/// Blue of one texel, alpha of another.
const SOURCE: &str = "surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
kernel @fetch(%x: i32, %y: i32) {
^entry:
  %first = load t0 [u: %x, v: %y, lod: 0] -> f32x4
  %second = load t0 [u: %y, v: %x, lod: 0] -> f32x4
  %blue = extract f32x4 %first, 2
  %alpha = extract f32x4 %second, 3
  %difference = fsub f32 %blue, %alpha
  %address = shl i32 %x, 2
  store_raw b0 [x: %address], f32 %difference
  return
}";

/// Whether the sends that the finalizer makes of the kernel differ from those that texvisa predicts, and whether they
/// differ in `field` where it predicts them for a second message of the mask `bits`.
fn differs(compiled: &Compiled, bits: u8, field: Field) -> Result<[bool; 2], Missing> {
    let finalizer = Finalizer::find().ok_or(Missing::Oracle(Oracle::Finalizer))?;
    let kernel = &compiled.lowered.kernel;
    let outcome = finalizer.finalize(&compiled.visaasm(), kernel.target, &FinalizerOptions::default())?;
    let listing = outcome.listing.ok_or("the finalizer wrote no assembly")?;
    let mut wrong = kernel.clone();
    message(&mut wrong, 1).channels = ChannelMask::from_bits(bits);
    let right = !compare(kernel, &listing).differences.is_empty();
    Ok([right, compare(&wrong, &listing).differences.iter().any(|difference| difference.field == field)])
}
