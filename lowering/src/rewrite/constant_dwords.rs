//! Operations on dwords that are known.

use texvisa_ir::texture::Op;

/// What an operation on two dwords gives; None where it gives poison, or is none of integers that is computed here.
pub fn of_dwords(op: Op, x: u32, y: u32) -> Option<u32> {
    match op {
        Op::Add => Some(x.wrapping_add(y)),
        Op::Sub => Some(x.wrapping_sub(y)),
        Op::Mul => Some(x.wrapping_mul(y)),
        Op::MulHighU => Some(((u64::from(x) * u64::from(y)) >> 32) as u32),
        Op::And => Some(x & y),
        Op::Or => Some(x | y),
        Op::Xor => Some(x ^ y),
        Op::Shl => x.checked_shl(y),
        Op::ShrU => x.checked_shr(y),
        Op::ShrS => (x as i32).checked_shr(y).map(|bits| bits as u32),
        _ => None,
    }
}
