//! Whether every path through the machine code ends the thread.
//!
//! Gen code ends a thread by a `send` with option `EOT`. GenX_IR makes one of vISA's `ret` only in the main function
//! ([`VisaKernel::main_function`](texvisa_ir::visa::VisaKernel::main_function)); otherwise it makes a `ret` that returns
//! nowhere, exits with status 0 and says nothing. Its assembly is the machine code disassembled, so that what stands
//! there is what a GPU would run.

use std::collections::HashMap;

use super::instruction::Instruction;

/// A path through the machine code that does not end the thread. Lines are those of the assembly, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnendedPath {
    /// The path returns to a caller, and there is none.
    #[error("line {line}: `ret` returns to no caller")]
    Returns {
        /// The line.
        line: usize,
    },
    /// The path runs past the last instruction.
    #[error("line {line}: the path runs past the last instruction")]
    RunsPast {
        /// The line of the last instruction; 0 where there is none.
        line: usize,
    },
    /// The path leads into a loop without an exit.
    #[error("line {line}: no path from here ends the thread")]
    Loops {
        /// The line.
        line: usize,
    },
    /// A branch leads to a label that does not stand in the assembly.
    #[error("line {line}: the branch leads to no label")]
    NoLabel {
        /// The line.
        line: usize,
    },
}

/// What follows an instruction.
enum Next {
    /// Nothing: the thread ends.
    End,
    /// A caller.
    Caller,
    /// The targets of the branch, and the next instruction where the branch may not be taken.
    Branch { targets: Vec<String>, falls_through: bool },
    /// The next instruction.
    Instruction,
}

/// The instructions of a listing with what may follow each.
#[derive(Default)]
pub(super) struct Paths {
    /// By label: the index of the instruction behind it.
    labels: HashMap<String, usize>,
    instructions: Vec<(usize, Next)>,
}

impl Paths {
    pub fn label(&mut self, name: &str) {
        self.labels.insert(name.to_owned(), self.instructions.len());
    }

    pub fn instruction(&mut self, instruction: &Instruction<'_>, line: usize) {
        let mnemonic = instruction.mnemonic.split('.').next().unwrap_or_default();
        let next = match mnemonic {
            "send" | "sends" | "sendc" | "sendsc" if instruction.has_option("EOT") => Next::End,
            "ret" => Next::Caller,
            // Lanes that do not take the branch go on, and so do those that a `join` or the end of a region wakes.
            "goto" | "jmpi" | "brd" | "brc" | "break" | "cont" | "halt" | "if" | "else" | "endif" | "while"
            | "join" | "call" | "calla" => {
                let is_jump = matches!(mnemonic, "goto" | "jmpi" | "brd" | "brc" | "break" | "cont" | "halt");
                let targets = instruction.operands.iter().map(|operand| (*operand).to_owned()).collect();
                Next::Branch { targets, falls_through: !is_jump || instruction.predicate.is_some() }
            }
            _ => Next::Instruction,
        };
        self.instructions.push((line, next));
    }

    /// The instructions, each counted ten times for each loop that it is in: from a label to the last branch back to it.
    pub fn by_loop_depth(&self) -> u64 {
        let mut loops: HashMap<usize, usize> = HashMap::new();
        for (index, (_, next)) in self.instructions.iter().enumerate() {
            let Next::Branch { targets, .. } = next else { continue };
            for header in targets.iter().filter_map(|target| self.labels.get(target)).filter(|label| **label <= index) {
                loops.insert(*header, index);
            }
        }
        let depth = |index: usize| loops.iter().filter(|(first, last)| (**first..=**last).contains(&index)).count();
        (0..self.instructions.len())
            .map(|index| 10_u64.saturating_pow(depth(index) as u32))
            .fold(0, u64::saturating_add)
    }

    /// The first path, in the order of the text, that does not end the thread.
    pub fn unended(&self) -> Option<UnendedPath> {
        let count = self.instructions.len();
        let last = self.instructions.last().map_or(0, |(line, _)| *line);
        let mut predecessors = vec![Vec::new(); count];
        let mut reached = vec![false; count];
        let mut found: Option<UnendedPath> = None;
        let mut work = vec![0];
        while let Some(index) = work.pop() {
            let Some((line, next)) = self.instructions.get(index) else {
                found.get_or_insert(UnendedPath::RunsPast { line: last });
                continue;
            };
            if std::mem::replace(&mut reached[index], true) {
                continue;
            }
            let mut successors = Vec::new();
            match next {
                Next::End => {}
                Next::Caller => {
                    found.get_or_insert(UnendedPath::Returns { line: *line });
                }
                Next::Instruction => successors.push(index + 1),
                Next::Branch { targets, falls_through } => {
                    for target in targets {
                        match self.labels.get(target) {
                            Some(label) => successors.push(*label),
                            None => {
                                found.get_or_insert(UnendedPath::NoLabel { line: *line });
                            }
                        }
                    }
                    successors.extend(falls_through.then_some(index + 1));
                }
            }
            for successor in successors {
                if let Some(predecessors) = predecessors.get_mut(successor) {
                    predecessors.push(index);
                }
                work.push(successor);
            }
        }
        // Backwards from the ends: whatever is not met there never ends.
        let is_end = |index: &usize| reached[*index] && matches!(self.instructions[*index].1, Next::End);
        let mut work: Vec<usize> = (0..count).filter(is_end).collect();
        let mut ends = vec![false; count];
        while let Some(index) = work.pop() {
            if !std::mem::replace(&mut ends[index], true) {
                work.extend(&predecessors[index]);
            }
        }
        let endless = (0..count).find(|index| reached[*index] && !ends[*index]);
        found.or(endless.map(|index| UnendedPath::Loops { line: self.instructions[index].0 }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::listing::Listing;
    use super::*;

    fn unended(text: &str) -> Option<UnendedPath> {
        Listing::read(text, 32).expect("the lines are understood").unended
    }

    const EOT: &str = "(W)     send.ts (8|M0)           null     r127    null    0x0            0x02000010           {EOT,@1} // wr:1+0, rd:0; end of thread // $5\n";

    #[test]
    fn each_branch_of_the_code_ends_in_its_own_end_of_thread() {
        let two =
            format!("_main_0:\n(f0.0)  goto (16|M0)  L1  L1 // $3\n{EOT}L1:\n        join (16|M0)  L120\nL120:\n{EOT}");
        assert_eq!(unended(&two), None);
        let one = two.replacen(EOT, "        ret (16|M0) r0.0\n", 1);
        assert_eq!(unended(&one), Some(UnendedPath::Returns { line: 3 }));
        let other = two.replacen(EOT, "", 2) + "        mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d\n";
        assert_eq!(unended(&other), Some(UnendedPath::RunsPast { line: 6 }));
    }

    #[test]
    fn code_behind_an_unconditional_jump_is_reached_by_its_label_alone() {
        let text = format!("        jmpi (1|M0) L9\n        ret (16|M0) r0.0\nL9:\n{EOT}        ret (16|M0) r0.0\n");
        assert_eq!(unended(&text), None);
        assert_eq!(unended(&text.replace("        jmpi", "(f0.0)  jmpi")), Some(UnendedPath::Returns { line: 2 }));
        assert_eq!(unended(&text.replace("L9:", "L8:")), Some(UnendedPath::NoLabel { line: 1 }));
    }

    #[test]
    fn a_loop_needs_an_exit() {
        let text = format!("L1:\n        mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d\n(f0.0)  jmpi (1|M0) L1\n{EOT}");
        assert_eq!(unended(&text), None);
        assert_eq!(unended(&text.replace("(f0.0)  jmpi", "        jmpi")), Some(UnendedPath::Loops { line: 2 }));
        assert_eq!(unended(""), Some(UnendedPath::RunsPast { line: 0 }));
    }
}
