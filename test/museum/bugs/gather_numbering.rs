//! The document numbers gather4_i 14 and gather4_b 15, Intel's header the other way round; hardware gets the header's.

use texvisa::Compiled;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::visa::isa::{self, Version, WriteOptions};
use texvisa::ir::visa::message::{CodeNumbering, MESSAGES, Message};
use texvisa::ir::visa::{Inst, VisaKernel};

use crate::exhibit::{Bug, Check, Exhibit, Missing, Seed, Subject};
use crate::golden;

pub const BUG: Bug = Bug {
    name: "gather4_i and gather4_b have the numbers of the document",
    reference: "3D_SAMPLE4.md beside visa_igc_common_header.h (VISASampler3DSubOpCode)",
    exhibits: &[
        Exhibit {
            seed: "the table has the document's numbers for both",
            on: Subject { source: SOURCE, target: Target::Lnl, simd: SimdWidth::Simd16 },
            put: Seed::Suite(documented_table),
            caught_by: &[Check::GoldenRows],
        },
        Exhibit {
            seed: "a file is written with the document's numbers and read with the header's",
            on: Subject { source: SOURCE, target: Target::Lnl, simd: SimdWidth::Simd16 },
            put: Seed::Suite(documented_file),
            caught_by: &[Check::ReadBack],
        },
    ],
};

const SOURCE: &str = "surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
sampler s0 @ 0
kernel @gather(%u: f32, %v: f32, %bias: f32, %x: i32) {
^entry:
  %a = gather4 t0, s0 [u: %u, v: %v] implicit_lod -> f32x4
  %b = gather4 t0, s0 [u: %u, v: %v, bias: %bias] -> f32x4
  %address = shl i32 %x, 5
  store_raw b0 [x: %address], f32x4 %a
  store_raw b0 [x: %address], f32x4 %b
  return
}";

fn documented_table(_: &Compiled) -> Result<[bool; 2], Missing> {
    let right: Vec<_> = MESSAGES.iter().map(golden::row).collect();
    let mut wrong = right.clone();
    wrong.iter_mut().for_each(|row| row.2.finalizer = row.2.documented);
    Ok([right, wrong].map(|rows| !golden::mismatches(&rows).is_empty()))
}

fn documented_file(compiled: &Compiled) -> Result<[bool; 2], Missing> {
    let kernel = &compiled.lowered.kernel;
    let messages = |kernel: &VisaKernel| -> Vec<Message> {
        let of = |inst: &Inst| if let Inst::Sampler(message) = inst { Some(message.message) } else { None };
        kernel.insts.iter().filter_map(of).collect()
    };
    let mut reported = [false; 2];
    for (reported, numbering) in reported.iter_mut().zip([CodeNumbering::Finalizer, CodeNumbering::Documented]) {
        let options = WriteOptions { version: Version::V4_1, numbering, as_compiled: true };
        let bytes = isa::write(kernel, &options)?;
        *reported = match isa::read(&bytes, kernel.target, CodeNumbering::Finalizer) {
            Ok(read) => messages(&read) != messages(kernel),
            Err(_) => true,
        };
    }
    Ok(reported)
}
