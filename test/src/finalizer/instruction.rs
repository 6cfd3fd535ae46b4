//! One line of Gen assembly that is an instruction.

use super::registers::{Moved, Register, number};

/// An instruction, cut to pieces.
pub(super) struct Instruction<'a> {
    /// The flag that predicates it.
    pub predicate: Option<&'a str>,
    /// Whether the execution mask is ignored.
    pub nomask: bool,
    pub mnemonic: &'a str,
    pub lanes: u32,
    pub first_lane: u32,
    /// Destination and sources.
    pub operands: Vec<&'a str>,
    /// What stands in braces behind the operands.
    pub options: &'a str,
    pub comment: &'a str,
}

impl<'a> Instruction<'a> {
    /// Cuts a line; `None` for what is no instruction, or one without lanes, such as `sync.nop`. From TGLLP on a `jmpi`
    /// has none in the text, and one lane.
    pub fn cut(line: &'a str) -> Option<Instruction<'a>> {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        let (code, options) = code.split_once('{').unwrap_or((code, ""));
        let mut words = code.split_whitespace().peekable();
        let (mut predicate, mut nomask) = (None, false);
        if let Some(prefix) = words.next_if(|word| word.starts_with('(')) {
            for part in prefix.trim_matches(['(', ')']).split('&') {
                if part == "W" { nomask = true } else { predicate = Some(part) }
            }
        }
        let mnemonic = words.next()?;
        let is_bare_jump = mnemonic == "jmpi" && words.peek().is_some_and(|word| !word.starts_with('('));
        let lanes = if is_bare_jump { "(1|M0)" } else { words.next()? };
        let (lanes, first_lane) = lanes.strip_prefix('(')?.strip_suffix(')')?.split_once("|M")?;
        let [lanes, first_lane] = [lanes, first_lane].map(|digits| digits.parse::<u8>().ok().map(u32::from));
        let operands = words.collect();
        Some(Instruction {
            predicate,
            nomask,
            mnemonic,
            lanes: lanes?,
            first_lane: first_lane?,
            operands,
            options,
            comment,
        })
    }

    /// The number of the vISA instruction that it was made from: the `$n` at the end of the comment.
    pub fn number(&self) -> Option<u32> {
        self.comment.trim_end().rsplit_once('$')?.1.parse().ok()
    }

    /// Whether one of the options in braces is `option`.
    pub fn has_option(&self, option: &str) -> bool {
        self.options.split(['{', '}', ',']).any(|given| given.trim() == option)
    }

    fn operand(&self, index: usize) -> &'a str {
        self.operands.get(index).copied().unwrap_or_default()
    }

    /// What a `mov` moves, where that is a number or a register.
    pub fn moved(&self, grf_bytes: u32) -> Option<Moved> {
        let source = self.operand(1);
        if self.mnemonic == "or" {
            // The texel offsets of a register beside the rest of a header's dword 2, which is what counts.
            return number(self.operand(2), self.comment).map(Moved::Number);
        }
        if self.mnemonic == "add" {
            let addend = number(self.operand(2), self.comment)?;
            return Register::read(source, grf_bytes).map(|register| Moved::Sum(register, addend));
        }
        match number(source, self.comment) {
            _ if self.mnemonic != "mov" => None,
            Some(number) => Some(Moved::Number(number)),
            None => Register::read(source, grf_bytes).map(Moved::Register),
        }
    }

    /// For an instruction that writes address register a0.0: the constant part of what is then in it, where it can be
    /// told; `before` is what was in it.
    pub fn address_after(&self, name: &str, before: Option<u32>) -> Option<u32> {
        let constant = |index| number(self.operand(index), self.comment);
        // What another register brings in is no part of the constant.
        let part = |index| if self.operand(index).starts_with(name) { before } else { Some(0) };
        match self.mnemonic {
            "mov" => constant(1),
            "add" => Some(part(1)?.wrapping_add(constant(2).or_else(|| part(2))?)),
            _ => None,
        }
    }
}
