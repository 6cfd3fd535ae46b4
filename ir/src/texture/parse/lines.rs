//! Reads lines that are as they are printed: a plain operation, an element of a vector or a texture operation, whose
//! one result has a name or is numbered in order.
//!
//! They are most of a large kernel, though not every line as it is printed is among them. About such a line nothing is
//! to be said, so that it needs no tokens: its bytes are read from the first to the last. At the first that is another
//! it is left to the grammar, which reads the whole line. What has been done by then the grammar does as well, and not
//! otherwise: the constants up to there are made in order.

use rustc_hash::FxHashMap;

use super::super::kernel::{Block, InstData, Sampler, Surface, TextureId, Value};
use super::super::lexer::{leading_name, leading_number};
use super::super::literal;
use super::super::mnemonic::Mnemonic;
use super::super::ops::{Op, Results};
use super::super::print::literal_type;
use super::super::texture_op::{Role, TextureKind, TextureOp};
use super::super::types::Type;
use super::super::word::Word;
use super::Parser;
use super::body::Body;
use crate::source::Location;

impl<'t> Parser<'t> {
    /// Reads the lines that are as they are printed, of which the first begins with the next token. Whether there are
    /// any.
    pub(super) fn printed_lines(&mut self, body: &mut Body<'t>, block: Block) -> bool {
        let (surfaces, samplers) = (&self.surfaces, &self.samplers);
        let mut line = Line { rest: self.lexer.rest(), surfaces, samplers };
        let mut location = self.lexer.location();
        let mut read = None;
        while line.statement(body, block, location).is_some() {
            read = Some((line.rest, location.line));
            let next = &line.rest[1..];
            let blanks = next.iter().position(|byte| *byte != b' ').unwrap_or(next.len());
            line.rest = &next[blanks..];
            location = Location { line: location.line + 1, column: blanks as u32 + 1 };
        }
        if let Some((rest, line)) = read {
            self.lexer.resume(rest, line);
            self.advance();
        }
        read.is_some()
    }
}

/// Where an instruction is to be, and the name of its result, if that is not the next number.
#[derive(Clone, Copy)]
struct Place<'t> {
    block: Block,
    location: Location,
    name: Option<&'t str>,
}

impl<'t> Place<'t> {
    /// Adds the instruction there. An instruction that is passed on is copied, and what has just been written in pieces
    /// cannot be copied before all of them are in the cache: each is written where it stays.
    #[inline(always)]
    fn add(self, body: &mut Body<'t>, data: InstData, ty: Type) {
        let result = body.push_with_result(self.block, data, ty, self.location);
        match self.name {
            None => body.numbered.push(result.into()),
            Some(name) => body.name(result, name),
        }
    }
}

/// A line, as far as it is not read yet, and what its names outside of the kernel stand for.
struct Line<'a, 't> {
    /// What is left of the line, and the text behind it.
    rest: &'t [u8],
    surfaces: &'a FxHashMap<Word<'t>, Surface>,
    samplers: &'a FxHashMap<Word<'t>, Sampler>,
}

impl<'t> Line<'_, 't> {
    /// Reads a statement up to the end of the line, and adds it to `block`.
    #[inline(always)]
    fn statement(&mut self, body: &mut Body<'t>, block: Block, location: Location) -> Option<()> {
        self.mark(b"%")?;
        let name = self.new_name(body)?;
        self.mark(b" = ")?;
        let mnemonic = Mnemonic::from_name(self.word_before(b' ')?)?;
        self.mark(b" ")?;
        let place = Place { block, location, name };
        match mnemonic {
            Mnemonic::Plain(op) => self.plain(body, op, place),
            Mnemonic::Extract => self.extract(body, place),
            Mnemonic::Texture(kind) => {
                let (id, ty) = self.apart(|line| line.texture(body, kind))?;
                place.add(body, InstData::Texture(id), ty);
                Some(())
            }
            _ => None,
        }
    }

    /// Calls a function that reads on. Where all other calls are inlined, the rest of the line is in registers.
    #[inline(always)]
    fn apart<T>(&mut self, read: impl FnOnce(&mut Line<'_, 't>) -> T) -> T {
        let mut line = Line { rest: self.rest, surfaces: self.surfaces, samplers: self.samplers };
        let result = read(&mut line);
        self.rest = line.rest;
        result
    }

    /// A name that stands for nothing yet, or the next number.
    #[inline(always)]
    fn new_name(&mut self, body: &Body<'t>) -> Option<Option<&'t str>> {
        if self.rest.first()?.is_ascii_digit() {
            return body.is_next(self.number()? as usize).then_some(None);
        }
        self.apart(|line| line.new_word(body)).map(Some)
    }

    #[inline(never)]
    fn new_word(&mut self, body: &Body<'t>) -> Option<&'t str> {
        let name = self.name()?;
        let is_new = !body.named.contains_key(&Word::of(name));
        str::from_utf8(name).ok().filter(|_| is_new)
    }

    #[inline(always)]
    fn plain(&mut self, body: &mut Body<'t>, op: Op, place: Place<'t>) -> Option<()> {
        let ty = self.ty()?;
        let arity = op.arity();
        let [mut a, mut b, mut c] = [Value::from_u32(0); 3];
        if arity > 0 {
            self.mark(b" ")?;
            a = self.operand(body, op.operand_type(ty, 0))?;
        }
        if arity > 1 {
            self.mark(b", ")?;
            b = self.operand(body, op.operand_type(ty, 1))?;
        }
        if arity > 2 {
            self.mark(b", ")?;
            c = self.operand(body, op.operand_type(ty, 2))?;
        }
        let result = match op.results() {
            Results::Same => ty,
            Results::Bool => Type::I1,
            Results::Stated => self.result()?,
            Results::SameTwice | Results::I32 => return None,
        };
        self.end()?;
        place.add(body, InstData::Plain { op, args: [a, b, c] }, result);
        Some(())
    }

    #[inline(always)]
    fn extract(&mut self, body: &mut Body<'t>, place: Place<'t>) -> Option<()> {
        let ty = self.ty()?;
        self.mark(b" ")?;
        let vector = self.value(body)?;
        self.mark(b", ")?;
        let index = u8::try_from(self.number()?).ok().filter(|index| *index < Type::MAX_LANES)?;
        self.end()?;
        place.add(body, InstData::Extract { vector, index }, Type::scalar(ty.scalar));
        Some(())
    }

    /// A texture operation and the type of its result.
    #[inline(never)]
    fn texture(&mut self, body: &mut Body<'t>, kind: TextureKind) -> Option<(TextureId, Type)> {
        // In registers here, too.
        self.apart(|line| line.texture_operation(body, kind))
    }

    #[inline(always)]
    fn texture_operation(&mut self, body: &mut Body<'t>, kind: TextureKind) -> Option<(TextureId, Type)> {
        let surface = self.word_before(if kind.has_sampler() { b',' } else { b' ' })?;
        let mut op = TextureOp::new(kind, (*self.surfaces.get(&surface)?).into());
        if kind.has_sampler() {
            self.mark(b", ")?;
            let sampler = self.word_before(b' ')?;
            op.sampler = Some((*self.samplers.get(&sampler)?).into());
        }
        self.mark(b" [")?;
        loop {
            let role = Role::from_name(self.word_before(b':')?)?;
            self.mark(b": ")?;
            op.params.push((role, self.operand(body, literal_type(kind, role))?));
            if self.mark(b", ").is_none() {
                break;
            }
        }
        self.mark(b"]")?;
        if self.mark(b" offset(").is_some() {
            for (index, part) in op.offset.iter_mut().enumerate() {
                if index > 0 {
                    self.mark(b", ")?;
                }
                let sign = if self.mark(b"-").is_some() { -1 } else { 1 };
                *part = sign * i8::try_from(self.number()?).ok()?;
                if !(-8..=7).contains(part) {
                    return None;
                }
            }
            self.mark(b")")?;
        }
        if self.mark(b" channel ").is_some() {
            let letter = self.rest.first()?;
            op.channel = b"rgba".iter().position(|known| known == letter)? as u8;
            self.rest = &self.rest[1..];
        }
        let result = self.result()?;
        self.end()?;
        Some((body.kernel.textures.push(op), result))
    }

    #[inline(always)]
    fn mark(&mut self, mark: &[u8]) -> Option<()> {
        self.rest = self.rest.strip_prefix(mark)?;
        Some(())
    }

    /// Whether the line ends here.
    #[inline(always)]
    fn end(&self) -> Option<()> {
        self.rest.starts_with(b"\n").then_some(())
    }

    #[inline(always)]
    fn number(&mut self) -> Option<u32> {
        let (number, digits) = leading_number(self.rest)?;
        self.rest = &self.rest[digits..];
        Some(number)
    }

    /// What is before that byte, if that is among the next eight; of more bytes before it the first eight.
    #[inline(always)]
    fn word_before(&mut self, end: u8) -> Option<Word<'t>> {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let bytes = u64::from_le_bytes(*self.rest.first_chunk()?);
        // The high bit of a byte says that it is the end, as far as no byte before it is.
        let others = bytes ^ (ONES * u64::from(end));
        let length = (others.wrapping_sub(ONES) & !others & (ONES * 0x80)).trailing_zeros() / 8;
        let key = bytes & u64::MAX.checked_shr(64 - 8 * length)?;
        let (name, behind) = self.rest.split_at(length as usize);
        self.rest = behind;
        Some(Word { bytes: name, key })
    }

    #[inline(always)]
    fn ty(&mut self) -> Option<Type> {
        let (ty, behind) = Type::leading(self.rest)?;
        self.rest = behind;
        Some(ty)
    }

    /// The type of the result, where the line states it.
    #[inline(always)]
    fn result(&mut self) -> Option<Type> {
        self.mark(b" -> ")?;
        self.ty()
    }

    /// A value that is known, or a constant of this type.
    #[inline(always)]
    fn operand(&mut self, body: &mut Body<'t>, ty: Type) -> Option<Value> {
        if self.rest.starts_with(b"%") { self.value(body) } else { self.apart(|line| line.constant(body, ty)) }
    }

    #[inline(always)]
    fn value(&mut self, body: &Body<'t>) -> Option<Value> {
        self.mark(b"%")?;
        if self.rest.first()?.is_ascii_digit() {
            return body.numbered.get(self.number()? as usize)?.expand();
        }
        self.apart(|line| line.named(body))
    }

    #[inline(never)]
    fn named(&mut self, body: &Body<'t>) -> Option<Value> {
        body.named.get(&Word::of(self.name()?)).copied()
    }

    /// A name without quotes.
    #[inline(always)]
    fn name(&mut self) -> Option<&'t [u8]> {
        let name = leading_name(self.rest);
        self.rest = &self.rest[name.len()..];
        Some(name).filter(|name| !name.is_empty())
    }

    #[inline(never)]
    fn constant(&mut self, body: &mut Body<'t>, ty: Type) -> Option<Value> {
        let mut digits = self.number()?;
        let mut places = 0;
        if self.mark(b".").is_some() {
            let (fraction, count) = leading_number(self.rest)?;
            self.rest = &self.rest[count..];
            places = count;
            digits = digits.checked_mul(10_u32.pow(count as u32))?.checked_add(fraction)?;
        }
        // The number must not go on.
        if !matches!(self.rest, [b',' | b']' | b' ' | b'\n', ..]) {
            return None;
        }
        Some(body.kernel.constant_value(ty, literal::from_digits(ty, digits, places)?))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::kernel::BlockData;
    use super::super::super::memory_op::MemoryKind;
    use super::super::parse;
    use super::*;

    /// Whether the line is read without the grammar where `%0`, `%x`, `t0` and `s0` are known.
    fn is_read(line: &str) -> bool {
        let text = format!("{line}\n{}", " ".repeat(8));
        let surfaces = FxHashMap::from_iter([(Word::of(b"t0"), Surface::from_u32(0))]);
        let samplers = FxHashMap::from_iter([(Word::of(b"s0"), Sampler::from_u32(0))]);
        let mut body = Body::new(&text, "k");
        let block = body.kernel.blocks.push(BlockData::default());
        let known = body.kernel.undefined(Type::F32);
        body.numbered.push(known.into());
        body.named.insert(Word::of(b"x"), known);
        Line { rest: text.as_bytes(), surfaces: &surfaces, samplers: &samplers }
            .statement(&mut body, block, Location { line: 1, column: 1 })
            .is_some()
    }

    #[test]
    fn what_is_not_as_it_is_printed_is_left() {
        let printed = [
            "%1 = fadd f32 %0, 0.5",
            "%1 = icmp.slt i32 %x, 12",
            "%1 = zext i16 %x -> i32",
            "%1 = extract f32x4 %0, 7",
            "%1 = sample t0, s0 [u: %x, v: 0.5, lod: 1.0] offset(-8, 0, 7) -> f32x4",
            "%1 = gather4 t0, s0 [u: %x, v: %0] channel a -> f32x4",
            "%1 = load t0 [u: 3] -> i32x4",
        ];
        for line in printed {
            assert!(is_read(line), "{line}");
            let named = line.replacen("%1", "%a", 1);
            assert!(is_read(&named), "{named}");
            for (from, to) in [
                ("= ", "=  "),
                (" ", "\t"),
                (" =", ", %2 ="),
                ("%1", "%01x"),
                ("%1", "%2"),
                ("%1", "%x"),
                ("%1", "%\"a\""),
                ("%1", "%"),
            ] {
                let other = line.replacen(from, to, 1);
                assert!(!is_read(&other), "{other}");
            }
            for end in [" ", "; comment", ",", "x", "\r", " ->"] {
                assert!(!is_read(&format!("{line}{end}")), "{line}{end}");
            }
        }
        for line in [
            "%1 = fadd f32 %0, 0x3f800000",
            "%1 = fadd f32 %0, -1.0",
            "%1 = fadd f32 %0, 1.0e1",
            "%1 = fadd f32 %0, i32 1",
            "%1 = fadd f32 %0, %1",
            "%1 = fadd f32 %0, %\"x\"",
            "%1 = fadd f32 %0, % ",
            "%1 = fadd f16 %0, 1.0",
            "%1 = add i8 %0, 256",
            "%1 = select i32 true, %0, %0",
            "%1 = addc i32 %0, %0",
            "%1 = extract f32x4 %0, 8",
            "%1 = load t1 [u: 3] -> i32x4",
            "%1 = load t0[%x] [u: 3] -> i32x4",
            "%1 = load t0 [] -> i32x4",
            "%1 = load t0 [u: 3]",
            "%1 = load t0 [u: 3] offset(0, 8, 0) -> i32x4",
            "%1 = load t0 [u: 3] residency -> i32x4",
        ] {
            assert!(!is_read(line), "{line}");
        }
    }

    #[test]
    fn lines_are_what_the_grammar_says() {
        let mut text = "surface t0: 2d f32 @ table 0\nsampler s0 @ 0\nkernel @k(%x: i32, %u: f32) {\n^e:\n".to_owned();
        let mut next = 0;
        let mut line = |statement: String| {
            let blanks = " ".repeat(next % 5);
            text.push_str(&format!("{blanks}%{next} = {statement}\n{blanks}%name{next} = {statement}\n"));
            next += 1;
        };
        line("add i32 %x, %later".to_owned());
        line("add i32 %name0, %0".to_owned());
        line("fma f32 %u, 0.1, 2.25".to_owned());
        for op in Op::ALL.iter().filter(|op| op.arity() > 0 && op.result_count() == 1) {
            let operands = ["%x, 1, %0", "%x, 2", "%x"][3 - op.arity()];
            let stated = if op.states_result() { " -> f16" } else { "" };
            line(format!("{} i64 {operands}{stated}", op.name()));
        }
        for kind in TextureKind::ALL {
            let sampler = if kind.has_sampler() { ", s0" } else { "" };
            line(format!("{} t0{sampler} [u: %u, lod: 2, mcs: %0, lod: 2] offset(1, -1, 0) -> f32x4", kind.name()));
            line(format!("{} t0{sampler} [v: 4] channel b -> i16x2", kind.name()));
        }
        for kind in MemoryKind::all() {
            let surface = if kind.place.has_surface() { " t0" } else { "" };
            line(format!("{}{surface} [x: 4] -> i32", kind.name().concat()));
        }
        text.push_str("  %later = extract f32x4 %1, 3\n  return\n}\n");
        // A blank before its end leaves a line to the grammar, and changes nothing.
        let [read, by_grammar] = [text.clone(), text.replace('\n', " \n")].map(|text| parse(&text).expect("a module"));
        assert_eq!(format!("{read:?}"), format!("{by_grammar:?}"));
    }
}
