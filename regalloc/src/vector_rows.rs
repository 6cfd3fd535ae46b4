//! Rows of vectors that are read or written at an index.
//!
//! Such a vector has its rows one behind the other in one variable. Between instructions that index it, its rows are values of
//! their own: block parameters, and copies of them. If all of these are coalesced with the rows of one variable, the vector
//! stays in its registers; a copy that puts one of them elsewhere keeps the variables of two such instructions apart, and the
//! vector is there twice. So copies from a row to the same row are coalesced before others.

use cranelift_entity::{EntitySet, SecondaryMap};
use texvisa_ir::visa::{Inst, Var, VisaKernel};

use crate::liveness::Liveness;
use crate::uses_defs::VarCopy;

/// Which rows of indexed vectors values are, as far as copies say.
pub(crate) struct VectorRows {
    of: SecondaryMap<Var, VectorRow>,
}

/// The row that a value is.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum VectorRow {
    /// No row, as far as is known.
    #[default]
    None,
    /// The row that begins at this byte of a vector.
    At(u32),
    /// No row: it is copied to or from several.
    Several,
}

/// The variables whose address is taken.
pub(crate) fn indexed_vectors(kernel: &VisaKernel) -> EntitySet<Var> {
    let mut indexed = EntitySet::new();
    indexed.extend(kernel.insts.iter().filter_map(|inst| match inst {
        Inst::AddressAdd(add) => Some(kernel.backing(add.base.var).0),
        _ => None,
    }));
    indexed
}

/// How many copies away from a vector a value may be a row of it.
const ROW_COPIES: u32 = 8;

impl VectorRows {
    pub fn new(kernel: &VisaKernel, liveness: &Liveness) -> VectorRows {
        let mut of: SecondaryMap<Var, VectorRow> = SecondaryMap::new();
        let indexed = indexed_vectors(kernel);
        if indexed.is_empty() {
            return VectorRows { of };
        }
        let copies = || liveness.copies.iter().flat_map(|copy| [(copy.to, copy.from), (copy.from, copy.to)]);
        let is_in_vector = |var: Var| indexed.contains(kernel.backing(var).0);
        for (var, _) in copies().filter(|(var, _)| is_in_vector(*var)) {
            of[var] = VectorRow::At(kernel.backing(var).1);
        }
        // What an instruction computes is put in a row, and is none itself.
        let mut assigned: EntitySet<Var> = EntitySet::new();
        assigned.extend(liveness.copies.iter().map(|copy| copy.to));
        for _ in 0..ROW_COPIES {
            let mut next = of.clone();
            for (var, other) in copies().filter(|(var, _)| of[*var] == VectorRow::None && assigned.contains(*var)) {
                if let row @ VectorRow::At(_) = of[other] {
                    next[var] = if [VectorRow::None, row].contains(&next[var]) { row } else { VectorRow::Several };
                }
            }
            if copies().all(|(var, _)| of[var] == next[var]) {
                break;
            }
            of = next;
        }
        // Nor is what moves between rows: of its copies, at most half are to or from its row.
        let mut kept: SecondaryMap<Var, i32> = SecondaryMap::new();
        for (var, other) in copies().filter(|(_, other)| matches!(of[*other], VectorRow::At(_))) {
            kept[var] += if of[var] == of[other] { 1 } else { -1 };
        }
        for (var, _) in copies().filter(|(var, _)| kept[*var] <= 0 && !is_in_vector(*var)) {
            of[var] = VectorRow::None;
        }
        VectorRows { of }
    }

    /// Whether a copy is of one row to the same.
    pub fn are_copied(&self, copy: &VarCopy) -> bool {
        matches!(self.of[copy.to], VectorRow::At(_)) && self.of[copy.to] == self.of[copy.from]
    }
}
