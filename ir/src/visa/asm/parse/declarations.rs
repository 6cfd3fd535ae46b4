//! Reads directives: declarations, attributes, inputs.

use super::super::{MAX_SAMPLERS, MAX_SURFACES, names};
use super::declared::letter_and_number;
use super::{NamedEntity, Parsed, Parser, Shape};
use crate::expected_one_of;
use crate::target::SimdWidth;
use crate::visa::address::MAX_ADDRESSES;
use crate::visa::{
    Align, Attribute, AttributeKind, AttributeOwner, AttributeValue, DataType, LabelKind, Predefined, ProgramKind,
    StateInput, StateKind, Storage, VarDecl, VarInput,
};

impl<'t> Parser<'t> {
    /// The rest of the line whose directive begins at `start`.
    pub(super) fn directive(&mut self, directive: &str, start: usize) -> Parsed<()> {
        match directive {
            "version" => {
                let before = self.scan;
                // The assembler takes all of these, and makes no difference.
                let is_known = |version: &str| {
                    version.split_once('.').is_some_and(|(major, minor)| {
                        matches!(major.parse(), Ok(2..=4)) && minor.len() == 1 || version == "5.0"
                    })
                };
                if self.scan.version().is_some_and(is_known) {
                    return Ok(());
                }
                self.scan = before;
                self.expected("version 2.0 to 5.0")
            }
            "kernel" => {
                let name = self.quoted("the kernel's name in quotes")?;
                if !self.kernel.name.is_empty() {
                    return self.fail(start, "a text has one kernel");
                }
                self.kernel.name = name.to_owned();
                self.scan.any();
                Ok(())
            }
            "input" => {
                let state = match self.scan.next_word().and_then(|name| self.names.get(name)) {
                    Some(NamedEntity::State(state)) => Some(state),
                    _ => None,
                };
                let var =
                    if state.is_some() { self.word("a surface or sampler").map(|_| None)? } else { Some(self.var()?) };
                self.key("offset")?;
                let offset = self.number("an offset", i16::MAX as u64)? as u16;
                self.key("size")?;
                let bytes = self.number("a size", u64::from(u16::MAX))? as u16;
                match (var, state) {
                    (Some(var), _) => self.kernel.inputs.push(VarInput { var, offset, bytes }),
                    (None, Some(state)) => self.kernel.state_inputs.push(StateInput { state, offset, bytes }),
                    (None, None) => {}
                }
                Ok(())
            }
            "function" => {
                let at = self.scan.at();
                let name = self.quoted("a function's name in quotes")?;
                if !names::is_name(name) {
                    return self.fail(at, format!("`{name}` cannot name a function; expected letters, digits and `_`"));
                }
                let label = self.label(name);
                self.kernel.labels[label] = LabelKind::Function;
                self.scan.any();
                self.place(label, name, at)
            }
            "kernel_attr" => self.attribute(),
            _ => {
                let known =
                    expected_one_of(directive, ["version", "kernel", "decl", "input", "function", "kernel_attr"]);
                self.fail(start, format!("unknown directive `.{directive}`; {known}"))
            }
        }
    }

    fn attribute(&mut self) -> Parsed<()> {
        let at = self.scan.at();
        let name = self.word("an attribute")?;
        if !matches!(name, "Target" | "SimdSize" | "PerThreadInputSize") {
            let value = self.attribute_value(name, at)?;
            self.attributes.push(Attribute { owner: AttributeOwner::Kernel, name: name.into(), value });
            return Ok(());
        }
        self.expect(b'=', "`=`")?;
        match name {
            "Target" => {
                let text = self.scan.next_quoted();
                let program = ProgramKind::TEXT.into_iter().find(|(_, name)| Some(*name) == text);
                let Some((program, _)) = program else { return self.expected("`\"3d\"` or `\"cm\"`") };
                self.scan.any();
                self.kernel.program = Some(program);
                Ok(())
            }
            "SimdSize" => {
                let at = self.scan.at();
                let lanes = self.number("a width", 32)? as u32;
                match SimdWidth::from_lanes(lanes) {
                    Some(simd) => (self.kernel.simd, self.kernel.simd_stated) = (simd, true),
                    None => return self.fail(at, "expected a width, 8, 16 or 32"),
                }
                Ok(())
            }
            _ => {
                self.kernel.per_thread_bytes = Some(self.number("a size", u64::from(u16::MAX))? as u32);
                Ok(())
            }
        }
    }

    /// What follows the name of an attribute.
    fn attribute_value(&mut self, name: &str, at: usize) -> Parsed<AttributeValue> {
        match AttributeKind::of(name) {
            Some(AttributeKind::Flag) => Ok(AttributeValue::Flag),
            Some(AttributeKind::Number) => {
                self.expect(b'=', "`=`")?;
                let negative = self.scan.eat(b'-');
                let at = self.scan.at();
                let number = self.bits("a number")? as i128;
                match i32::try_from(if negative { -number } else { number }) {
                    Ok(number) => Ok(AttributeValue::Number(number)),
                    Err(_) => self.fail(at, "the number has more than 32 bits"),
                }
            }
            Some(AttributeKind::Text) => {
                self.expect(b'=', "`=`")?;
                let text = self.quoted("text in quotes")?;
                if text.len() > 255 {
                    return self.fail(self.scan.at(), "the text has more than 255 bytes");
                }
                self.scan.any();
                Ok(AttributeValue::Text(text.into()))
            }
            None => self.fail(at, format!("unknown attribute `{name}`")),
        }
    }

    /// The optional end of a declaration: ` v_name=S000`, which is ignored, and ` attrs={Output, Scope=1}`.
    fn rest_of_declaration(&mut self, owner: AttributeOwner) -> Parsed<()> {
        if self.scan.eat_word("v_name") {
            self.expect(b'=', "`=`")?;
            self.word("a name")?;
        }
        if !self.scan.eat_word("attrs") {
            return Ok(());
        }
        self.expect(b'=', "`=`")?;
        self.expect(b'{', "`{`")?;
        let mut count = 0;
        loop {
            let at = self.scan.at();
            let name = self.word("an attribute")?;
            let value = self.attribute_value(name, at)?;
            self.attributes.push(Attribute { owner, name: name.into(), value });
            count += 1;
            if count > 255 {
                return self.fail(at, "a declaration has at most 255 attributes");
            }
            if !self.scan.eat(b',') {
                return self.expect(b'}', "`,` or `}`");
            }
        }
    }

    /// The letter and the number of a name for what is declared, which nothing else has: variables, predicates, address
    /// variables, surfaces and samplers share theirs.
    #[inline(always)]
    fn declare(&mut self, name: &'t str, at: usize) -> Parsed<Option<(usize, usize)>> {
        let numbered = letter_and_number(name);
        if numbered.is_none() && !names::is_name(name) {
            return self.fail(at, format!("`{name}` cannot be a name; expected letters, digits and `_`"));
        }
        if self.names.get_as(name, numbered).is_some() {
            return self.fail(at, format!("`{name}` is declared twice"));
        }
        Ok(numbered)
    }

    /// The rest of a line that begins with `.decl`.
    pub(super) fn declaration(&mut self) -> Parsed<()> {
        let at = self.scan.at();
        let name = self.word("a name")?;
        let numbered = self.declare(name, at)?;
        self.key("v_type")?;
        match self.word("G, A, P, T or S")? {
            "G" => self.general(name, numbered),
            "P" => {
                self.key("num_elts")?;
                let lanes = self.number("a number of bits", 32)? as u16;
                let pred = self.kernel.preds.push(lanes);
                self.kernel.name_pred(pred, name);
                self.names.insert(name, NamedEntity::Pred(pred));
                Ok(())
            }
            "A" => {
                self.key("num_elts")?;
                let elements = self.number("a number of elements", MAX_ADDRESSES.into())? as u16;
                let address = self.kernel.addresses.push(elements);
                self.kernel.name_address(address, name);
                self.names.insert(name, NamedEntity::Address(address));
                Ok(())
            }
            kind @ ("T" | "S") => {
                self.key("num_elts")?;
                self.number("one element", 1)?;
                let (state_kind, what, most) = match kind {
                    "T" => (StateKind::Surface, "surfaces", MAX_SURFACES),
                    _ => (StateKind::Sampler, "samplers", MAX_SAMPLERS),
                };
                if self.kernel.states.values().filter(|other| **other == state_kind).count() == most {
                    return self.fail(at, format!("a kernel has at most {most} {what}"));
                }
                let state = self.kernel.states.push(state_kind);
                self.kernel.name_state(state, name);
                self.names.insert(name, NamedEntity::State(state));
                self.rest_of_declaration(AttributeOwner::State(state))
            }
            _ => self.fail(at, "expected v_type=G, A, P, T or S"),
        }
    }

    #[inline(always)]
    fn align(&mut self) -> Parsed<Align> {
        self.key("align")?;
        let start = self.scan.at();
        if let Some(align) = self.scan.next_word().and_then(Align::from_name) {
            self.word("an alignment")?;
            return Ok(align);
        }
        self.other_align(start)
    }

    /// `2GRF`, `32word`, which are a number and a word.
    #[cold]
    fn other_align(&mut self, start: usize) -> Parsed<Align> {
        if self.scan.is_number() {
            self.scan.any();
        }
        let end = self.scan.piece(self.scan.at()).end;
        self.word("an alignment")?;
        let word = &self.text[start..end];
        match Align::from_name(word) {
            Some(align) => Ok(align),
            None => self.fail(start, format!("unknown alignment `{word}`")),
        }
    }

    /// `type=d num_elts=16 align=GRF`
    #[inline(always)]
    fn shape(&mut self) -> Parsed<Shape> {
        if let Some((bytes, shape)) = self.shapes.find(self.scan.rest())
            && self.scan.pass_pieces(bytes)
        {
            return Ok(shape);
        }
        self.other_shape()
    }

    #[inline(never)]
    fn other_shape(&mut self) -> Parsed<Shape> {
        let before = self.scan;
        self.key("type")?;
        let at = self.scan.at();
        let word = self.word("a type")?;
        let Some(ty) = DataType::from_name(word) else {
            let known = expected_one_of(word, DataType::all().map(DataType::name));
            return self.fail(at, format!("unknown type `{word}`; {known}"));
        };
        self.key("num_elts")?;
        let elements = self.number("a number of elements", u64::from(u16::MAX))? as u16;
        // Intel's compiler leaves the alignment of bytes out.
        let align = if ty.bytes() > 1 || self.scan.next_word() == Some("align") { self.align()? } else { Align::Byte };
        self.shapes.keep(before.rest(), self.scan.bytes_behind(&before), (ty, elements, align));
        Ok((ty, elements, align))
    }

    fn general(&mut self, name: &'t str, numbered: Option<(usize, usize)>) -> Parsed<()> {
        let (ty, elements, align) = self.shape()?;
        let mut storage = Storage::Own;
        if self.scan.eat_word("alias") {
            self.expect(b'=', "`=`")?;
            self.expect(b'<', "`<`")?;
            let of = if self.scan.eat_word("%r0") { None } else { Some(self.var()?) };
            self.expect(b',', "`,`")?;
            let offset = self.number("an offset", u64::from(u16::MAX))? as u16;
            self.expect(b'>', "`>`")?;
            let bytes = ty.bytes() * u32::from(elements);
            let of = match of {
                Some(of) => Some(of),
                None if offset == 0 => None,
                None => Some(self.predefined(Predefined::R0)),
            };
            storage = of.map_or(Storage::R0, |of| self.kernel.alias_storage(of, offset, bytes));
        }
        let var = self.kernel.vars.push(VarDecl { ty, elements, align, storage });
        self.kernel.name_var(var, name);
        self.names.insert_as(name, numbered, NamedEntity::Var(var));
        self.rest_of_declaration(AttributeOwner::Var(var))
    }
}
