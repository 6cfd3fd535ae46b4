//! Which variables the registers hold at each instruction.

use std::ops::Range;

use texvisa::Compiled;
use texvisa::explain::Explanation;
use texvisa::ir::visa::{Inst, Var};
use texvisa::regalloc::Liveness;

/// Registers that hold a variable while instructions run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveBand {
    /// The variable.
    pub var: Var,
    /// Its bytes, from the start of the register file.
    pub bytes: Range<u32>,
    /// The registers that these are in.
    pub registers: Range<u32>,
    /// The rows, from the one that writes it to the last that reads it.
    pub rows: Range<usize>,
}

/// The register file over time. A row is an instruction that is written: no identity copy.
#[derive(Debug)]
pub struct LiveMap {
    /// For each row the number of its instruction.
    pub rows: Vec<usize>,
    /// What is live, by the first row and register.
    pub bands: Vec<LiveBand>,
    /// Registers up to the last that a variable is in.
    pub registers: u32,
}

impl LiveMap {
    /// The map of a kernel.
    pub fn new(compiled: &Compiled, explanation: &Explanation<'_>) -> LiveMap {
        let kernel = &compiled.lowered.kernel;
        let is_row = |inst: &Inst| !kernel.is_omitted(inst);
        let rows: Vec<usize> = (0..kernel.insts.len()).filter(|index| is_row(&kernel.insts[*index])).collect();
        let grf = kernel.grf_bytes();
        let mut bands = Vec::new();
        // The branches of a kernel that was compiled have labels.
        if let Ok(liveness) = Liveness::new(kernel) {
            for variable in explanation.variables() {
                let (first, last) = variable.registers(grf);
                for &(start, end) in liveness.segments(variable.var) {
                    // Instruction i reads at point 2i and writes at 2i + 1; the end is no part of the segment.
                    let [start, end] = [start / 2, end.div_ceil(2)].map(|inst| inst as usize);
                    let [first_row, end_row] = [start, end].map(|inst| rows.partition_point(|row| *row < inst));
                    bands.push(LiveBand {
                        var: variable.var,
                        bytes: variable.address..variable.address + variable.bytes,
                        registers: first..last + 1,
                        rows: first_row..end_row.max(first_row + 1).min(rows.len()),
                    });
                }
            }
        }
        bands.sort_by_key(|band| (band.rows.start, band.registers.start, band.var.as_u32()));
        LiveMap { rows, bands, registers: explanation.used_registers() }
    }

    /// How many registers hold something, for each row.
    pub fn pressure(&self) -> Vec<u32> {
        let mut by_register: Vec<Vec<Range<usize>>> = vec![Vec::new(); self.registers as usize];
        for band in &self.bands {
            for register in band.registers.clone() {
                if let Some(ranges) = by_register.get_mut(register as usize) {
                    ranges.push(band.rows.clone());
                }
            }
        }
        let mut change = vec![0_i32; self.rows.len() + 1];
        for ranges in &mut by_register {
            ranges.sort_by_key(|range| range.start);
            let mut end = 0;
            for range in ranges.iter().filter(|range| !range.is_empty()) {
                let start = range.start.max(end);
                if start < range.end {
                    change[start] += 1;
                    change[range.end] -= 1;
                    end = range.end;
                }
            }
        }
        let mut live = 0;
        let pressure = change.iter().take(self.rows.len()).map(|change| {
            live += change;
            live.unsigned_abs()
        });
        pressure.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two variables in one register count once, and a register is free between two segments.
    #[test]
    fn pressure_counts_registers() {
        let band = |registers: Range<u32>, rows: Range<usize>| LiveBand {
            var: Var::from_u32(0),
            bytes: registers.start * 32..registers.end * 32,
            registers,
            rows,
        };
        let bands = vec![band(1..3, 0..2), band(2..3, 1..4), band(1..2, 3..4)];
        let map = LiveMap { rows: vec![0, 2, 3, 5, 6], bands, registers: 3 };
        assert_eq!(map.pressure(), [2, 2, 1, 2, 0]);
    }
}
