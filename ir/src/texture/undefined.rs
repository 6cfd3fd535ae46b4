//! Operations whose result is undefined whatever runs them: their constants are at fault.

use super::entities::InstId;
use super::kernel::{InstData, Kernel};
use super::ops::Op;

/// The operations of `kernel` that are undefined in every run, each with what is wrong, in the order of the text: shifts
/// by the width or more, and divisions by zero.
///
/// ```
/// use texvisa_ir::texture::{parse, undefined_operations};
///
/// let module = parse("kernel @k(%x: i32) {\n^e:\n  %a = shl i32 %x, 200\n  %b = shl i32 %x, 31\n  return\n}\n")?;
/// let kernel = module.kernels.values().next().ok_or("no kernel")?;
/// let found: Vec<String> = undefined_operations(kernel).map(|(_, what)| what).collect();
/// assert_eq!(found, ["`shl` of an i32 by 200 is undefined; expected 0 to 31"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn undefined_operations(kernel: &Kernel) -> impl Iterator<Item = (InstId, String)> + '_ {
    let insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    insts.filter_map(|inst| {
        let InstData::Plain { op, args } = &kernel.insts[*inst] else { return None };
        let ty = kernel.ty(args[0]);
        let second = args.get(1).filter(|_| op.arity() == 2).and_then(|value| kernel.constant(*value));
        let (name, bits) = (op.name(), u64::from(ty.scalar.bits()));
        let what = match (op, second?) {
            (Op::Shl | Op::ShrU | Op::ShrS, amount) if amount >= bits => {
                format!("`{name}` of an {ty} by {amount} is undefined; expected 0 to {}", bits - 1)
            }
            (Op::DivS | Op::DivU | Op::RemS | Op::RemU, 0) => {
                format!("`{name}` by 0 is undefined; expected another divisor")
            }
            _ => return None,
        };
        Some((*inst, what))
    })
}
