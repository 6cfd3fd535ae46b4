//! Reads vISA text: everything that this crate prints, and what Intel's compiler prints of the instructions that it
//! has.

use super::names;
use super::scan::Scanner;
use crate::source::{ParseError, ParseErrors};
use crate::target::{SimdWidth, Target};
use crate::visa::{AddressVar, Align, Attribute, DataType, Exec, Label, Pred, Region, State, Var, VisaKernel};
use declared::Declared;
use known::Known;

mod declarations;
mod declared;
mod instructions;
mod known;
mod operands;

/// After this many errors the rest of the text is not read.
const MAX_ERRORS: usize = 50;

/// The bytes of most declarations and instructions are more.
const LINE_BYTES: usize = 48;

/// Reads one kernel. What a mnemonic means depends on the target, which the text does not name.
///
/// # Errors
///
/// Every line that does not follow the grammar, in the order of the text.
pub fn parse(text: &str, target: Target) -> Result<VisaKernel, ParseErrors> {
    let mut parser = Parser {
        text,
        scan: Scanner::new(text),
        errors: Vec::new(),
        kernel: VisaKernel::new("", target, SimdWidth::Simd8),
        names: Declared::new(text.len()),
        labels: Declared::new(text.len()),
        placed: Vec::new(),
        attributes: Vec::new(),
        shapes: Known::new(),
        execs: Known::new(),
        destinations: Known::new(),
        regions: Known::new(),
    };
    // A line of either has more bytes.
    parser.kernel.vars.reserve(text.len() / LINE_BYTES);
    parser.kernel.insts.reserve(text.len() / LINE_BYTES);
    parser.kernel.program = None;
    parser.kernel.simd_stated = false;
    parser.lines();
    parser.kernel.attributes = std::mem::take(&mut parser.attributes).into_iter().collect();
    for (label, _) in parser.kernel.labels.iter().zip(&parser.placed).filter(|(_, placed)| !**placed) {
        if parser.errors.len() < MAX_ERRORS {
            let mut name = String::new();
            names::label(&parser.kernel, label.0).write(&mut name);
            let at = text.find(&name).unwrap_or(0);
            parser.errors.push(ParseError::new(text, at..at + name.len(), format!("label `{name}` is nowhere")));
        }
    }
    if parser.errors.is_empty() { Ok(parser.kernel) } else { Err(ParseErrors(parser.errors)) }
}

/// The error has been noted; the caller goes on with the next line.
struct Noted;

type Parsed<T> = Result<T, Noted>;

/// What has a name.
#[derive(Clone, Copy)]
enum NamedEntity {
    Var(Var),
    Pred(Pred),
    Address(AddressVar),
    State(State),
}

struct Parser<'t> {
    text: &'t str,
    scan: Scanner<'t>,
    errors: Vec<ParseError>,
    kernel: VisaKernel,
    /// What is declared, and what is not but has been named.
    names: Declared<'t, NamedEntity>,
    labels: Declared<'t, Label>,
    /// Whether each label stands somewhere.
    placed: Vec<bool>,
    attributes: Vec<Attribute>,
    /// The type, the number of elements and the alignment of variables.
    shapes: Known<'t, Shape, 11>,
    /// Which lanes instructions work on.
    execs: Known<'t, Exec, 2>,
    /// Where in its variable a destination is, and its stride.
    destinations: Known<'t, (Position, u8), 0>,
    /// The same of a source, and its region.
    regions: Known<'t, (Position, Region), 4>,
}

/// The type of a variable, how many elements it has, and where it may begin.
type Shape = (DataType, u16, Align);

/// A register of a variable, and an element in it.
#[derive(Clone, Copy, Default)]
struct Position {
    register: u8,
    element: u8,
}

impl<'t> Parser<'t> {
    /// Notes an error about the piece of text that begins there.
    #[cold]
    fn note(&mut self, at: usize, message: impl Into<String>) {
        if self.errors.len() < MAX_ERRORS {
            let piece = self.scan.piece(at);
            let message = match self.scan.is_piece(at) {
                true => message.into(),
                false => {
                    let what = self.text.get(piece.clone()).unwrap_or_default();
                    format!(
                        "unexpected `{what}`; expected an instruction, a name, a number, text in quotes or one of `.,:=()<>[]`"
                    )
                }
            };
            self.errors.push(ParseError::new(self.text, piece, message));
        }
    }

    #[cold]
    fn fail<T>(&mut self, at: usize, message: impl Into<String>) -> Parsed<T> {
        self.note(at, message);
        Err(Noted)
    }

    #[cold]
    fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let at = self.scan.at();
        let found = match self.text.get(self.scan.piece(at)) {
            None | Some("") => "the end of the text".to_owned(),
            Some("\n" | "\r\n") => "the end of the line".to_owned(),
            Some(found) => format!("`{found}`"),
        };
        self.fail(at, format!("expected {what}, found {found}"))
    }

    #[inline(always)]
    fn expect(&mut self, sign: u8, what: &str) -> Parsed<()> {
        if self.scan.eat(sign) { Ok(()) } else { self.expected(what) }
    }

    #[inline(always)]
    fn word(&mut self, what: &str) -> Parsed<&'t str> {
        match self.scan.word() {
            Some(word) => Ok(word),
            None => self.expected(what),
        }
    }

    /// The text in quotes that is next, which has not been passed.
    fn quoted(&mut self, what: &str) -> Parsed<&'t str> {
        match self.scan.next_quoted() {
            Some(text) => Ok(text),
            None => self.expected(what),
        }
    }

    /// A name outside of the kernel, in quotes unless it is one word.
    fn symbol(&mut self) -> Parsed<String> {
        match self.scan.next_quoted().or_else(|| self.scan.next_word()) {
            Some(name) if names::is_symbol(name) => {
                self.scan.any();
                Ok(name.to_owned())
            }
            _ => self.expected("a symbol, a word or a name in quotes"),
        }
    }

    #[inline(always)]
    fn key(&mut self, key: &str) -> Parsed<()> {
        if self.scan.eat_word(key) && self.scan.eat(b'=') { Ok(()) } else { self.expected(&format!("`{key}=`")) }
    }

    #[inline(always)]
    fn bits(&mut self, what: &str) -> Parsed<u64> {
        match self.scan.number() {
            Some(number) => Ok(number),
            None => self.expected(what),
        }
    }

    #[inline(always)]
    fn number(&mut self, what: &str, limit: u64) -> Parsed<u64> {
        let start = self.scan.at();
        let number = self.bits(what)?;
        if number > limit {
            return self.fail(start, format!("expected {what}, 0 to {limit}, found {number}"));
        }
        Ok(number)
    }

    fn lines(&mut self) {
        while !self.scan.is_end() && self.errors.len() < MAX_ERRORS {
            if self.scan.end_of_line() {
                continue;
            }
            let start = self.scan.at();
            let line = if !self.scan.is_sign(b'.') {
                self.inst()
            } else if self.scan.eat_word(".decl") {
                self.declaration()
            } else {
                match self.scan.directive() {
                    Some(directive) => self.directive(directive, start),
                    None => self.expected("a directive"),
                }
            };
            if self.scan.is_end_of_line() {
                continue;
            }
            let noted = self.scan.at();
            if line.is_ok() {
                self.note(noted, "expected the end of the line");
            }
            self.rest_of_line(noted);
        }
    }

    /// Passes a line that is wrong. The piece at `noted` has an error already.
    #[cold]
    fn rest_of_line(&mut self, noted: usize) {
        while !self.scan.is_end_of_line() {
            let at = self.scan.at();
            if at != noted && !self.scan.is_piece(at) {
                self.note(at, "");
            }
            self.scan.any();
        }
    }
}

#[cfg(test)]
mod tests {
    use cranelift_entity::EntityRef;

    use super::super::write_all;
    use super::*;
    use crate::visa::Inst;
    use crate::visa::message::Message;

    fn round_trip(text: &str) -> VisaKernel {
        let kernel = parse(text, Target::Tgllp).unwrap_or_else(|errors| panic!("{errors:?}"));
        let mut printed = String::new();
        write_all(&kernel, &mut printed);
        assert_eq!(printed, text);
        assert_eq!(parse(&printed, Target::Tgllp).as_ref(), Ok(&kernel));
        kernel
    }

    const TEXT: &str = r#".version 4.1
.kernel "k"
.decl V32 v_type=G type=d num_elts=16 align=GRF
.decl Payload v_type=G type=f num_elts=48 align=GRF
.decl V36 v_type=G type=f num_elts=64 align=GRF
.decl V37 v_type=G type=d num_elts=1 align=dword
.decl V38 v_type=G type=d num_elts=8 align=GRF alias=<%r0, 0>
.decl V33 v_type=G type=ud num_elts=16 align=GRF alias=<V32, 0>
.decl V35 v_type=G type=f num_elts=16 align=GRF alias=<Payload, 64>
.decl P1 v_type=P num_elts=16
.decl Q v_type=P num_elts=16
.decl T6 v_type=T num_elts=1
.decl S0 v_type=S num_elts=1
.input V32 offset=32 size=64
.input V37 offset=96 size=4
.kernel_attr Target="3d"
.kernel_attr SimdSize=16
.kernel_attr PerThreadInputSize=64

L0:
    or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x4c0:ud
    mov.sat (M1, 16) V35(0,0)<1> (-abs)V36(2,0)<1;1,0>
    (!P1) add (M1, 16) V32(0,0)<1> V32(0,0)<1;1,0> (-)V37(0,0)<0;1,0>
    cmp.lt (M1, 16) P1 V33(0,0)<1;1,0> V38(0,6)<0;1,0>
    (P1) sel (M1, 16) V32(0,0)<1> V32(0,0)<1;1,0> 0xffffffff:d
    and (M1, 16) Q P1 P1
    not (M1, 16) Q P1
    setp (M1_NM, 16) Q V37(0,0)<0;1,0>
    movs (M1_NM, 1) S0(0) 0x3:ud
    movs (M1_NM, 1) T6(0) 0x5:ud
    (Q.any) sample_l.pixel_null_mask.RGA (M1, 16) 0x1f0:uw S0 T6 V36.0 V35.0 Payload.0 Payload.64
    load_lz.R (M1_NM, 8) 0x0:uw T6 %null.0 V32.0
    resinfo.RGBA (M1, 16) T6 V32.0 V36.0
    sampleinfo.R (M1, 16) T6 V36.0
    scatter4_scaled.RG (M1, 16) T6 0x0:ud V33.0 V36.0
    gather_scaled.2 (M1, 16) T6 0x0:ud V33.0 V32.0
    scatter4_typed.RGBA (M3, 8) T6 V32.32 %null.0 %null.0 %null.0 V36.0
    scatter_scaled.4 (M1, 16) %slm 0x0:ud V33.0 V32.0
    fence_local.E
    fence_global.EL1
    fence_sw
    barrier
    gather4_scaled.R (M1, 16) %slm 0x0:ud V33.0 V32.0
    (P1) goto (M1, 16) loop
    jmp (M1, 1) L0

loop:
    ret (M1, 1)
"#;

    #[test]
    fn every_kind_of_line_is_read_back() {
        let kernel = round_trip(TEXT);
        assert_eq!(kernel.insts.len(), 28);
        assert_eq!(kernel.backing(Var::new(6)), (Var::new(1), 64));
    }

    /// Operands of address variables, in every form that Intel's compiler prints.
    #[test]
    fn address_variables_are_read_back() {
        let text = TEXT.replace(".decl T6", ".decl A0 v_type=A num_elts=16\n.decl Index v_type=A num_elts=1\n.decl T6");
        let lines = "    addr_add (M1, 16) A0(0)<1> &V36 V39(0,0)<1;1,0>
    addr_add (M1_NM, 1) Index(0)<1> &V36[32] 0x4:uw
    mov (M1, 16) V35(0,0)<1> r[A0(0),4]<1,0>:f
    mov (M1, 16) V35(0,0)<1> (-)r[Index(0),-8]<8;8,1>:f
    (P1) mov (M3, 8) r[A0(8),0]<1>:f V36(0,1)<0;1,0>
    mov.sat (M1, 16) r[A0(15),511]<2>:f 0x3f800000:f
    oword_ld (1) %slm V37(0,0)<0;1,0> V36.0
    svm_block_ld (8) V40(0,0)<0;1,0> V36.0
";
        let text = text.replace(
            ".decl P1",
            ".decl V39 v_type=G type=uw num_elts=16 align=GRF\n.decl V40 v_type=G type=uq num_elts=1 align=qword\n.decl P1",
        );
        let text = text.replace("    barrier\n", lines);
        let kernel = round_trip(&text);
        assert_eq!(kernel.addresses.values().copied().collect::<Vec<_>>(), [16, 1]);
        let wrong = |from: &str, to: &str| {
            let text = text.replace(from, to);
            parse(&text, Target::Tgllp).expect_err("it is wrong")[0].message.clone()
        };
        assert_eq!(wrong("A0(8),0", "A0(16),0"), "element 16 of an address variable of 16 elements");
        assert_eq!(wrong("A0(15),511", "A0(15),512"), "expected an offset in bytes, 0 to 511, found 512");
        assert_eq!(wrong("A0(0)<1> &V36", "A9(0)<1> &V36"), "address variable `A9` is not declared");
        assert_eq!(wrong(".decl Index v_type=A", ".decl A0 v_type=A"), "`A0` is declared twice");
    }

    #[test]
    fn the_type_of_the_parameters_decides_the_row() {
        let words = TEXT.replace(
            "    load_lz.R (M1_NM, 8) 0x0:uw T6 %null.0 V32.0\n",
            "    load_2dms_w.R (M1, 8) 0x0:uw T6 %null.0 V39.0\n",
        );
        let words = words.replace(".decl P1", ".decl V39 v_type=G type=uw num_elts=16 align=GRF\n.decl P1");
        let kernel = parse(&words, Target::Tgllp).unwrap_or_else(|errors| panic!("{errors:?}"));
        let messages: Vec<_> = kernel
            .insts
            .iter()
            .filter_map(|inst| match inst {
                Inst::Sampler(message) => Some(message.message),
                _ => None,
            })
            .collect();
        assert_eq!(messages[1], Message::Ld2dmsWWord);
        // Intel's compiler prints this layout for SKL, too, which lacks it.
        assert!(parse(&words, Target::Skl).is_ok());
        let later = words.replace("load_2dms_w.R (M1, 8)", "load_l.R (M1, 8)");
        let errors = parse(&later, Target::Tgllp).expect_err("load_l came later");
        assert!(errors[0].message.contains("tgllp has no `load_l` with parameters of 2 bytes"), "{}", errors[0]);
    }

    #[test]
    fn wrong_lines_are_all_reported_with_their_location() {
        let text = TEXT
            .replace("cmp.lt (M1, 16) P1", "cmp.xx (M1, 16) P1")
            .replace("load_lz.R (M1_NM, 8)", "load_lz.R (M9_NM, 8)")
            .replace("goto (M1, 16) loop", "goto (M1, 16) nowhere")
            .replace("setp (M1_NM, 16) Q", "setp (M1_NM, 3) Q");
        let errors = parse(&text, Target::Tgllp).expect_err("four lines are wrong");
        let found: Vec<_> = errors.iter().map(|error| (error.location.line, error.message.as_str())).collect();
        assert_eq!(found[0], (24, "expected a relation, cmp.eq, ne, gt, ge, lt or le"));
        assert_eq!(found[1], (28, "expected an execution size, 1, 2, 4, 8, 16 or 32, found 3"));
        assert_eq!(found[2], (32, "expected a mask, M1 to M8_NM, found `M9_NM`"));
        assert_eq!(found[3].1, "label `nowhere` is nowhere");
    }
}
