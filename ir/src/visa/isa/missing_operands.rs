//! Recognises code without its last operands, as Intel's writer makes it.
//!
//! That writer (release 1.0.12504.6) takes as many turns as an instruction has operands, but the execution size and the
//! predicate take a turn each without counting, so that the last one or two operands are missing. The size of the code
//! counts them, and bytes of any value fill the rest of the code. Found by reading what it writes.

use smallvec::SmallVec;

use super::blank::blank;
use super::code::{Coder, Field, operands};
use super::cursor::Cursor;
use super::opcode::{Form, form};
use super::operand::{class, type_of};
use crate::visa::message::MessageClass;
use crate::visa::{
    AddressElement, Dst, Exec, Label, MoveDst, MoveSrc, Pred, Predicate, Raw, RawList, SamplerMessage, Src, State,
    Symbol,
};

/// So many instructions that lack operands, one behind the other from the start of the code, are no accident. A whole
/// one leads nowhere at once: what follows is an operand and no opcode.
const ENOUGH: u32 = 8;

/// Whether the code that begins at `code` and goes on to the end of its bytes is of this kind: whether instructions
/// without their last operands lead to one that returns, and as many bytes follow as the operands have; or to
/// instructions that this crate has not, after enough of them. Either way they lead further than whole ones, which can
/// be read up to byte `failed_at` of the file.
pub(super) fn operands_are_missing(code: Cursor<'_>, failed_at: usize, wide: bool) -> bool {
    let bytes = code.rest();
    let failed_at = failed_at.saturating_sub(code.at);
    // By offset, where the code can be read so far: the least and the most bytes that are missing before it, and of how
    // many instructions.
    let mut reached: Vec<Option<(u32, u32, u32)>> = vec![None; bytes.len() + 1];
    reached[0] = Some((0, 0, 0));
    for at in 0..bytes.len() {
        let Some((least, most, lacking)) = reached[at] else { continue };
        if lacking >= ENOUGH && at > failed_at {
            return true;
        }
        let Some(form) = form(bytes[at]) else { continue };
        for variant in [Variant::Many, Variant::One] {
            if variant == Variant::One && !matches!(form, Form::Message(_) | Form::Branch(_)) {
                continue;
            }
            let Some(skipped) = skip(bytes, at + 1, form, variant, wide) else { continue };
            let (least, most) = (least.saturating_add(skipped.least), most.saturating_add(skipped.most));
            let rest = (bytes.len() - skipped.end) as u32;
            if form == Form::Return && rest != 0 && (least..=most).contains(&rest) && skipped.end > failed_at {
                return true;
            }
            let lacking = lacking + u32::from(skipped.least > 0);
            let known = &mut reached[skipped.end];
            *known =
                Some(known.map_or((least, most, lacking), |(a, b, c)| (a.min(least), b.max(most), c.max(lacking))));
        }
    }
    false
}

/// How an instruction can lack operands where there are two ways.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Variant {
    /// A message with two or more parameters, or a query with one; a branch with its predicate.
    Many,
    /// A message with one parameter, which lacks their number, too, or a query without; a branch without its predicate.
    One,
}

struct Skip {
    end: usize,
    least: u32,
    most: u32,
}

/// Goes over one instruction, `at` being behind its opcode.
fn skip(bytes: &[u8], at: usize, form: Form, variant: Variant, wide: bool) -> Option<Skip> {
    let mut skipper = Skipper {
        cursor: Cursor::new(bytes),
        wide,
        variant,
        in_branch: matches!(form, Form::Branch(_)),
        turns: None,
        operands: 0,
        uncounted: 0,
        least: 0,
        most: 0,
    };
    skipper.cursor.at = at;
    // The first walk counts, the second one reads.
    operands(&mut skipper, &mut blank(form, false)).ok()?;
    // Where there is more than one parameter, the number of them and what comes before it are whole.
    let params = match form {
        Form::Message(class) if class != MessageClass::Info => 1 + usize::from(variant == Variant::Many),
        _ => 0,
    };
    skipper.turns = Some((skipper.operands + params).saturating_sub(skipper.uncounted));
    skipper.operands = 0;
    operands(&mut skipper, &mut blank(form, false)).ok()?;
    Some(Skip { end: skipper.cursor.at, least: skipper.least, most: skipper.most })
}

struct Skipper<'b> {
    cursor: Cursor<'b>,
    wide: bool,
    variant: Variant,
    in_branch: bool,
    /// How many operands the instruction has in the file; `None` while they are counted.
    turns: Option<usize>,
    operands: usize,
    /// Execution size and predicate.
    uncounted: usize,
    /// How many bytes are missing.
    least: u32,
    most: u32,
}

/// Such code cannot go on here.
struct NoCode;

impl Skipper<'_> {
    /// Whether the next operand is in the file; otherwise it takes `least` to `most` bytes.
    fn is_there(&mut self, least: u32, most: u32) -> bool {
        self.operands += 1;
        let Some(turns) = self.turns else { return false };
        let there = self.operands <= turns;
        if !there {
            self.least += least;
            self.most += most;
        }
        there
    }

    fn take(&mut self, count: usize) -> Result<(), NoCode> {
        self.cursor.take(count, "").map(|_| ()).map_err(|_| NoCode)
    }

    fn operand(&mut self, bytes: u32) -> Result<(), NoCode> {
        if self.is_there(bytes, bytes) { self.take(bytes as usize) } else { Ok(()) }
    }

    fn vector(&mut self) -> Result<(), NoCode> {
        if !self.is_there(3, 10) {
            return Ok(());
        }
        let tag = self.cursor.u8("").map_err(|_| NoCode)?;
        let bytes = match tag & class::MASK {
            class::GENERAL => 8,
            class::ADDRESS => 4,
            class::PREDICATE => 2,
            class::INDIRECT => 8,
            class::IMMEDIATE => {
                let code = self.cursor.u8("").map_err(|_| NoCode)?;
                if type_of(code).is_some_and(|ty| ty.bytes() == 8) { 8 } else { 4 }
            }
            class::STATE => 4,
            _ => return Err(NoCode),
        };
        self.take(bytes)
    }
}

impl Coder for Skipper<'_> {
    type Error = NoCode;

    fn byte(&mut self, _field: Field, _value: &mut u8) -> Result<(), NoCode> {
        self.operand(1)
    }

    fn scale(&mut self) -> Result<(), NoCode> {
        self.operand(2)
    }

    fn exec(&mut self, _exec: &mut Exec) -> Result<(), NoCode> {
        if self.turns.is_some() {
            return self.take(1);
        }
        self.uncounted += 1;
        Ok(())
    }

    fn predicate(&mut self, _predicate: &mut Option<Predicate>) -> Result<(), NoCode> {
        match (self.turns, self.in_branch && self.variant == Variant::One) {
            (None, _) => self.uncounted += 1,
            (Some(_), false) => return self.take(2),
            (Some(_), true) => {
                self.least += 2;
                self.most += 2;
            }
        }
        Ok(())
    }

    fn dst(&mut self, _dst: &mut Dst, _saturate: &mut bool) -> Result<(), NoCode> {
        self.vector()
    }

    fn src(&mut self, _src: &mut Src) -> Result<(), NoCode> {
        self.vector()
    }

    fn address(&mut self, _element: &mut AddressElement) -> Result<(), NoCode> {
        self.vector()
    }

    fn address_of(&mut self, _base: &mut Raw) -> Result<(), NoCode> {
        self.vector()
    }

    fn move_dst(&mut self, _dst: &mut MoveDst, _saturate: &mut bool) -> Result<(), NoCode> {
        self.vector()
    }

    fn move_src(&mut self, _src: &mut MoveSrc) -> Result<(), NoCode> {
        self.vector()
    }

    fn pred(&mut self, _pred: &mut Pred) -> Result<(), NoCode> {
        self.vector()
    }

    fn state(&mut self, _state: &mut State) -> Result<(), NoCode> {
        self.vector()
    }

    fn surface(&mut self, _state: &mut State, _local: bool) -> Result<(), NoCode> {
        self.operand(1)
    }

    fn sampler(&mut self, _state: &mut Option<State>) -> Result<(), NoCode> {
        self.operand(1)
    }

    fn raw(&mut self, _raw: &mut Raw) -> Result<(), NoCode> {
        self.operand(6)
    }

    fn raw_or_null(&mut self, _raw: &mut Option<Raw>) -> Result<(), NoCode> {
        self.operand(6)
    }

    fn listed(&self, _list: RawList) -> SmallVec<[Raw; 6]> {
        SmallVec::new()
    }

    fn list(&mut self, _raws: &[Raw], _list: &mut RawList) {}

    fn label(&mut self, _label: &mut Label) -> Result<(), NoCode> {
        self.operand(2)
    }

    fn symbol(&mut self, _symbol: &mut Symbol) -> Result<(), NoCode> {
        self.operand(2)
    }

    fn operation(&mut self, message: &mut SamplerMessage, class: MessageClass) -> Result<(), NoCode> {
        let _ = message;
        self.operand(if self.wide && class != MessageClass::Info { 2 } else { 1 })
    }

    fn params(&mut self, _params: &mut RawList) -> Result<(), NoCode> {
        let (Some(_), Variant::Many) = (self.turns, self.variant) else { return self.operand(1) };
        // All but the parameters is there, and all but two of these.
        let count = self.cursor.u8("").map_err(|_| NoCode)?;
        if !(2..=15).contains(&count) {
            return Err(NoCode);
        }
        self.least += 12;
        self.most += 12;
        self.take(6 * (usize::from(count) - 2))
    }

    fn query_param(&mut self, _message: &mut SamplerMessage) -> Result<(), NoCode> {
        // A query of a level has it, one of samples has not.
        match self.variant {
            Variant::Many => self.operand(6),
            Variant::One => Ok(()),
        }
    }

    fn whole(&mut self, _message: &mut SamplerMessage, _class: MessageClass) -> Result<(), NoCode> {
        Ok(())
    }

    fn without_predicate(&mut self, _predicate: Option<Predicate>) -> Result<(), NoCode> {
        Ok(())
    }

    fn require(&mut self, _holds: bool, _expected: &'static str) -> Result<(), NoCode> {
        Ok(())
    }
}
