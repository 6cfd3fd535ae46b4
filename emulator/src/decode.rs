//! What the parameters of a message are, from its class and code.
//!
//! This table is the emulator's own, typed in from Intel's vISA documents, so that a wrong order of parameters in
//! `texvisa_ir::visa::message` cannot hide: a test compares the two. Sources, by the tag at each group of rows:
//! - `LOAD`, `GATHER`, `SAMPLE`, `INFO`: the parameter tables of 3D_LOAD, 3D_SAMPLE4, 3D_SAMPLE and INFO. Of 3D_LOAD
//!   the table in its notes binds, as its Format block lists one order for all operations.
//! - `HEADER`: the enumeration of sampler operations in `visa_igc_common_header.h` and the message tables of Intel's
//!   graphics assembler, for what the documents do not have or merge. It also numbers gather4_b 14 and gather4_i 15,
//!   where 3D_SAMPLE4 has them the other way round; codes here are the header's, as hardware gets those.
//!
//! # Example
//!
//! ```
//! use texvisa_emulator::decode::{Parameter, decode};
//! use texvisa_ir::target::Target;
//! use texvisa_ir::visa::message::MessageClass;
//!
//! let row = decode(MessageClass::Load, 0x07, 4, Target::Tgllp).ok_or("no such message")?;
//! assert_eq!(row.parameters, [Parameter::U, Parameter::V, Parameter::Lod, Parameter::R]);
//! // ld2dms_w takes words from Ice Lake on.
//! assert!(decode(MessageClass::Load, 0x1c, 2, Target::Skl).is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use texvisa_ir::target::Target;
use texvisa_ir::texture::Role;
use texvisa_ir::visa::message::MessageClass;

use crate::float::widen_f16;
use crate::unit::{LodSource, MAX_LANES, Operation, Parameters};

macro_rules! parameters {
    ($($(#[$doc:meta])* $parameter:ident $name:literal [$($role:ident $element:literal),+];)*) => {
        /// A parameter of a message.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Parameter { $($(#[$doc])* $parameter,)* }

        impl Parameter {
            /// Its name in the documents, in lower case.
            pub const fn name(self) -> &'static str {
                match self { $(Parameter::$parameter => $name,)* }
            }

            /// The roles whose values it holds, each with the element of the value. Several share a packed word.
            pub const fn roles(self) -> &'static [(Role, u8)] {
                match self { $(Parameter::$parameter => &[$((Role::$role, $element)),+],)* }
            }
        }
    };
}

parameters! {
    /// First coordinate.
    U "u" [U 0];
    /// Second coordinate, or the layer of a 1D array.
    V "v" [V 0];
    /// Third coordinate, or the layer of a 2D array.
    R "r" [R 0];
    /// Layer of a cube array.
    Ai "ai" [Ai 0];
    /// Level of detail.
    Lod "lod" [Lod 0];
    /// Bias of the level of detail.
    Bias "bias" [Bias 0];
    /// Reference value.
    Ref "ref" [Ref 0];
    /// Lower bound of the level of detail.
    MinLod "mlod" [MinLod 0];
    /// Derivative of u along x.
    DuDx "dudx" [DuDx 0];
    /// Derivative of u along y.
    DuDy "dudy" [DuDy 0];
    /// Derivative of v along x.
    DvDx "dvdx" [DvDx 0];
    /// Derivative of v along y.
    DvDy "dvdy" [DvDy 0];
    /// Derivative of r along x.
    DrDx "drdx" [DrDx 0];
    /// Derivative of r along y.
    DrDy "drdy" [DrDy 0];
    /// Sample index.
    Si "si" [Si 0];
    /// Bits 31 to 0 of the MCS value.
    McsL "mcsl" [Mcs 0];
    /// Bits 63 to 32 of the MCS value.
    McsH "mcsh" [Mcs 1];
    /// Bits 15 to 0 of the MCS value.
    Mcs0 "mcs0" [Mcs 0];
    /// Bits 31 to 16 of the MCS value.
    Mcs1 "mcs1" [Mcs 1];
    /// Bits 47 to 32 of the MCS value.
    Mcs2 "mcs2" [Mcs 2];
    /// Bits 63 to 48 of the MCS value.
    Mcs3 "mcs3" [Mcs 3];
    /// Texel offset along u, a dword.
    OffU "offu" [OffU 0];
    /// Texel offset along v, a dword.
    OffV "offv" [OffV 0];
    /// Offsets along u and v in one word.
    OffUv "offuv" [OffU 0, OffV 0];
    /// Offsets along u, v and r in one word.
    OffUvr "offuvr" [OffU 0, OffV 0, OffR 0];
    /// Level of detail and offsets along u and v.
    LodOffUv "lodoffuv" [OffU 0, OffV 0, Lod 0];
    /// Level of detail and offsets along u, v and r.
    LodOffUvr "lodoffuvr" [OffU 0, OffV 0, OffR 0, Lod 0];
    /// Bias and offsets along u and v.
    BiasOffUv "biasoffuv" [OffU 0, OffV 0, Bias 0];
    /// Bias and offsets along u, v and r.
    BiasOffUvr "biasoffuvr" [OffU 0, OffV 0, OffR 0, Bias 0];
    /// Layer, and offsets along u and v.
    OffUvR "offuv_r" [OffU 0, OffV 0, R 0];
    /// Layer, and offsets along u, v and r.
    OffUvrR "offuvr_r" [OffU 0, OffV 0, OffR 0, R 0];
}

impl Parameter {
    /// Its role if the texture unit takes the whole element as it comes.
    const fn role(self) -> Option<Role> {
        match (self, self.roles()) {
            // A word of an MCS word pair.
            (Parameter::Mcs0, _) => None,
            (_, [(role, 0)]) => Some(*role),
            _ => None,
        }
    }
}

/// What a message asks of the texture unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asks {
    /// What.
    pub operation: Operation,
    /// Where its level of detail comes from.
    pub lod: LodSource,
    /// Whether it compares.
    pub compare: bool,
}

/// Bytes that an element of the parameters may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ElementPacking {
    /// 2 or 4.
    Both,
    /// 2.
    Words,
    /// 4.
    Dwords,
}

/// A row of the table.
#[derive(Debug)]
pub struct DecodeRow {
    class: MessageClass,
    code: u8,
    elements: ElementPacking,
    targets: (Target, Target),
    /// The parameters in order.
    pub parameters: &'static [Parameter],
    /// What it asks. A sampler of the emulator has no chroma key, so that a sample with one asks nothing else (choice).
    pub asks: Asks,
}

const fn asks(operation: Operation, lod: LodSource) -> Asks {
    Asks { operation, lod, compare: false }
}

const fn compares(operation: Operation, lod: LodSource) -> Asks {
    Asks { operation, lod, compare: true }
}

const ALL: (Target, Target) = (Target::FIRST, Target::LAST);
const ICLLP_ON: (Target, Target) = (Target::Icllp, Target::LAST);
const TO_TGLLP: (Target, Target) = (Target::FIRST, Target::Tgllp);
const XE2_ON: (Target, Target) = (Target::Lnl, Target::LAST);

macro_rules! rows {
    ($($class:ident $code:literal $elements:ident $targets:ident [$($parameter:ident)*] $asks:expr;)*) => {
        const ROWS: &[DecodeRow] = &[$(DecodeRow {
            class: MessageClass::$class, code: $code, elements: ElementPacking::$elements, targets: $targets,
            parameters: &[$(Parameter::$parameter),*], asks: $asks,
        },)*];
    };
}

use LodSource::{Explicit, Gradients, Implicit, Zero};
use Operation::{Gather, Load, LoadCompression, LoadSample, QueryLod, Sample, SampleInfo, Size};

#[rustfmt::skip]
rows! {
    // LOAD. Word coordinates of ld, ld_lz and ld_mcs: "either UD or UW".
    Load   0x07 Both   ALL      [U V Lod R]                                        asks(Load, Explicit);
    Load   0x1a Both   ALL      [U V R]                                            asks(Load, Zero);
    Load   0x1c Dwords ALL      [Si McsL McsH U V R Lod]                           asks(LoadSample, Explicit);
    Load   0x1c Words  ICLLP_ON [Si Mcs0 Mcs1 Mcs2 Mcs3 U V R Lod]                 asks(LoadSample, Explicit);
    Load   0x1d Both   ALL      [U V R Lod]                                        asks(LoadCompression, Explicit);
    // HEADER.
    Load   0x1b Both   XE2_ON   [U V R Lod]                                        asks(Load, Explicit);

    // GATHER.
    Gather 0x08 Both   ALL      [U V R Ai]                                         asks(Gather, Zero);
    Gather 0x10 Both   ALL      [Ref U V R Ai]                                     compares(Gather, Zero);
    Gather 0x11 Dwords TO_TGLLP [U V OffU OffV R]                                  asks(Gather, Zero);
    Gather 0x12 Dwords TO_TGLLP [Ref U V OffU OffV R]                              compares(Gather, Zero);
    Gather 0x0d Both   XE2_ON   [Lod U V R Ai]                                     asks(Gather, Explicit);
    Gather 0x0e Both   XE2_ON   [Bias U V R Ai]                                    asks(Gather, Implicit);
    Gather 0x0f Both   XE2_ON   [U V R Ai]                                         asks(Gather, Implicit);
    Gather 0x2d Dwords XE2_ON   [LodOffUv U V R]                                   asks(Gather, Explicit);
    Gather 0x2e Dwords XE2_ON   [BiasOffUv U V R]                                  asks(Gather, Implicit);
    Gather 0x2f Dwords XE2_ON   [U V R OffUv]                                      asks(Gather, Implicit);
    Gather 0x37 Dwords XE2_ON   [Ref LodOffUv U V R]                               compares(Gather, Explicit);
    // HEADER. Where the layer is in the last word there is no r of its own.
    Gather 0x15 Both   XE2_ON   [Ref U V R Ai]                                     compares(Gather, Implicit);
    Gather 0x17 Both   XE2_ON   [Ref Lod U V R Ai]                                 compares(Gather, Explicit);
    Gather 0x28 Dwords XE2_ON   [U V R OffUv]                                      asks(Gather, Zero);
    Gather 0x30 Dwords XE2_ON   [Ref U V OffUvR]                                   compares(Gather, Zero);
    Gather 0x35 Dwords XE2_ON   [Ref U V OffUvR]                                   compares(Gather, Implicit);

    // SAMPLE. The lower bound of the level of detail, where there is one, is HEADER's.
    Sample 0x00 Both   ALL      [U V R Ai MinLod]                                  asks(Sample, Implicit);
    Sample 0x01 Both   ALL      [Bias U V R Ai MinLod]                             asks(Sample, Implicit);
    Sample 0x02 Both   ALL      [Lod U V R Ai]                                     asks(Sample, Explicit);
    Sample 0x03 Both   ALL      [Ref U V R Ai MinLod]                              compares(Sample, Implicit);
    Sample 0x04 Both   ALL      [U DuDx DuDy V DvDx DvDy R DrDx DrDy Ai MinLod]    asks(Sample, Gradients);
    Sample 0x05 Both   ALL      [Ref Bias U V R Ai]                                compares(Sample, Implicit);
    Sample 0x06 Both   ALL      [Ref Lod U V R Ai]                                 compares(Sample, Explicit);
    Sample 0x09 Both   ALL      [U V R Ai]                                         asks(QueryLod, Implicit);
    Sample 0x0c Both   ALL      [U V R]                                            asks(Sample, Implicit);
    Sample 0x14 Both   ALL      [Ref U DuDx DuDy V DvDx DvDy R DrDx DrDy Ai]       compares(Sample, Gradients);
    Sample 0x18 Both   ALL      [U V R Ai]                                         asks(Sample, Zero);
    Sample 0x19 Both   ALL      [Ref U V R Ai]                                     compares(Sample, Zero);
    Sample 0x20 Dwords XE2_ON   [U V R OffUvr Ai]                                  asks(Sample, Implicit);
    Sample 0x21 Dwords XE2_ON   [BiasOffUvr U V R Ai]                              asks(Sample, Implicit);
    Sample 0x22 Dwords XE2_ON   [LodOffUvr U V R Ai]                               asks(Sample, Explicit);
    Sample 0x23 Dwords XE2_ON   [Ref U V R OffUvR Ai]                              compares(Sample, Implicit);
    Sample 0x24 Dwords XE2_ON   [U DuDx DuDy V DvDx DvDy R OffUvrR DrDx DrDy Ai]   asks(Sample, Gradients);
    Sample 0x26 Dwords XE2_ON   [Ref LodOffUv U V R Ai]                            compares(Sample, Explicit);
    // HEADER. Codes 0x11 and 0x12 are those of the old gathers with offsets.
    Sample 0x11 Both   XE2_ON   [Ref U DuDx DuDy V DvDx DvDy R DrDx DrDy Ai MinLod] compares(Sample, Gradients);
    Sample 0x12 Both   XE2_ON   [MinLod U V R Ai]                                  asks(Sample, Implicit);
    Sample 0x13 Both   XE2_ON   [MinLod Ref U V R Ai]                              compares(Sample, Implicit);
    Sample 0x38 Dwords XE2_ON   [U V R OffUvr]                                     asks(Sample, Zero);
    Sample 0x39 Dwords XE2_ON   [Ref U V OffUvR]                                   compares(Sample, Zero);

    // INFO.
    Info   0x0a Dwords ALL      [Lod]                                              asks(Size, Explicit);
    Info   0x0b Dwords ALL      []                                                 asks(SampleInfo, Zero);
}

/// The row of a message: its class, its code as Intel's header has it, the bytes of an element of its parameters (2 or
/// 4), and the platform. Media blocks have none: they are not messages of lanes.
pub fn decode(class: MessageClass, code: u8, bytes: u32, target: Target) -> Option<&'static DecodeRow> {
    let first = *FIRST.get(class as usize)?.get(usize::from(code))?;
    let mut rows = ROWS[usize::from(first)..].iter().take_while(|row| (row.class, row.code) == (class, code));
    rows.find(|row| {
        let admits = match row.elements {
            ElementPacking::Both => bytes == 2 || bytes == 4,
            ElementPacking::Words => bytes == 2,
            ElementPacking::Dwords => bytes == 4,
        };
        let (first, last) = row.targets;
        admits && (first..=last).contains(&target)
    })
}

/// By class and code: the first row of it, behind which the others are; the end of the table where there is none.
static FIRST: [[u8; 64]; 4] = {
    let mut first = [[ROWS.len() as u8; 64]; 4];
    let mut index = ROWS.len();
    while index > 0 {
        index -= 1;
        first[ROWS[index].class as usize][ROWS[index].code as usize] = index as u8;
    }
    first
};

/// The words of one parameter, an element a lane in the low bits of each.
pub type Words = [u32; MAX_LANES];

/// The bits of a packed word that are the float: the upper 20 (Intel's TranslateToProgrammableOffsets).
const PACKED_FLOAT: u32 = 0xffff_f000;
/// Where the offsets begin in a word that has the layer in its low bits.
const PACKED_LAYER_BITS: u32 = 12;

impl DecodeRow {
    /// Whether texel offsets are parameters.
    pub(crate) fn has_offsets(&self) -> bool {
        use Parameter as P;
        let is_offset = |parameter: &Parameter| {
            matches!(
                parameter,
                P::OffU
                    | P::OffV
                    | P::OffUv
                    | P::OffUvr
                    | P::LodOffUv
                    | P::LodOffUvr
                    | P::BiasOffUv
                    | P::BiasOffUvr
                    | P::OffUvR
                    | P::OffUvrR
            )
        };
        self.parameters.iter().any(is_offset)
    }

    /// Bits of a packed texel offset: gathers have 6, samples 4 (Intel's TranslateToProgrammableOffsets).
    const fn offset_bits(&self) -> u32 {
        match self.class {
            MessageClass::Gather => 6,
            _ => 4,
        }
    }

    /// Whether the elements of a parameter are floats, which are widened where they have 2 bytes.
    const fn is_float(&self, parameter: Parameter) -> bool {
        matches!(self.class, MessageClass::Sample | MessageClass::Gather)
            && !matches!(parameter, Parameter::OffU | Parameter::OffV)
    }

    /// Whether a word of offsets has the layer of an array in it.
    fn has_packed_layer(&self) -> bool {
        self.parameters.iter().any(|parameter| matches!(parameter, Parameter::OffUvR | Parameter::OffUvrR))
    }

    /// What a parameter with elements of `bytes` is to the texture unit, where [`DecodeRow::store`] would put it there as it
    /// comes and do nothing else.
    pub fn direct_role(&self, parameter: Parameter, bytes: u32) -> Option<Role> {
        let chooses_layer = parameter == Parameter::R && self.has_packed_layer();
        parameter.role().filter(|_| bytes == 4 && !chooses_layer)
    }

    /// Puts a parameter where the texture unit looks for it. `bytes` (2 or 4) is the size of an element; integers of 2
    /// bytes count as unsigned.
    pub fn store(&self, parameter: Parameter, words: &Words, bytes: u32, into: &mut Parameters) {
        use Parameter as P;
        let mut widened = [0; MAX_LANES];
        let words = if bytes == 2 && self.is_float(parameter) {
            widened.iter_mut().zip(words).for_each(|(wide, word)| *wide = widen_f16(*word as u16));
            &widened
        } else {
            words
        };
        fn put(into: &mut Parameters, role: Role, words: &Words, value: impl Fn(u32) -> u32) {
            if let Some(place) = into.words_mut(role) {
                place.iter_mut().zip(words).for_each(|(place, word)| *place = value(*word));
            }
        }
        let bits = self.offset_bits();
        let offset =
            |at: u32| move |word: u32| ((word >> at) << (32 - bits)).cast_signed().wrapping_shr(32 - bits) as u32;
        let float = |word: u32| word & PACKED_FLOAT;
        let layer = |word: u32| ((word & !PACKED_FLOAT) as f32).to_bits();
        if parameter == P::R && self.has_packed_layer() {
            // Where the word with the layer is left out, the layer is zero and not r.
            into.packed_layer.get_or_insert([0; MAX_LANES]);
        }
        if let Some(role) = parameter.role() {
            return put(into, role, words, |word| word);
        }
        match parameter {
            P::McsH => into.mcs_high = *words,
            P::Mcs0 | P::Mcs1 => {
                let shift = if parameter == P::Mcs0 { 0 } else { 16 };
                let known = *into.words(Role::Mcs);
                if let Some(place) = into.words_mut(Role::Mcs) {
                    *place = std::array::from_fn(|lane| known[lane] | (words[lane] & 0xffff) << shift);
                }
            }
            P::Mcs2 | P::Mcs3 => {
                let shift = if parameter == P::Mcs2 { 0 } else { 16 };
                let known = into.mcs_high;
                into.mcs_high = std::array::from_fn(|lane| known[lane] | (words[lane] & 0xffff) << shift);
            }
            P::OffUv | P::OffUvr | P::LodOffUv | P::LodOffUvr | P::BiasOffUv | P::BiasOffUvr => {
                put(into, Role::OffU, words, offset(0));
                put(into, Role::OffV, words, offset(bits));
                match parameter {
                    P::LodOffUv | P::LodOffUvr => put(into, Role::Lod, words, float),
                    P::BiasOffUv | P::BiasOffUvr => put(into, Role::Bias, words, float),
                    _ => {}
                }
                if matches!(parameter, P::OffUvr | P::LodOffUvr | P::BiasOffUvr) {
                    put(into, Role::OffR, words, offset(2 * bits));
                }
            }
            P::OffUvR | P::OffUvrR => {
                put(into, Role::OffU, words, offset(PACKED_LAYER_BITS));
                put(into, Role::OffV, words, offset(PACKED_LAYER_BITS + bits));
                if parameter == P::OffUvrR {
                    put(into, Role::OffR, words, offset(PACKED_LAYER_BITS + 2 * bits));
                }
                // An r besides is the coordinate of a volume or a cube (choice: the documents have both).
                into.packed_layer = Some(words.map(layer));
            }
            // Those that are as they come.
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use texvisa_ir::visa::message::{CodeNumbering, MESSAGES, Message};

    use super::*;

    /// Classes of messages that are not of lanes.
    fn is_block(class: MessageClass) -> bool {
        matches!(class, MessageClass::MediaLoad | MessageClass::MediaStore)
    }

    #[test]
    fn every_message_decodes_to_its_parameters_in_order() {
        let mut compared = 0;
        for row in MESSAGES.iter().filter(|row| !is_block(row.class)) {
            let expected: Vec<_> = row.slots.iter().map(|slot| slot.name()).collect();
            for target in row.targets.iter() {
                for bytes in [2, 4].into_iter().filter(|bytes| row.admits_bytes(*bytes)) {
                    let decoded = decode(row.class, row.code.finalizer, bytes, target);
                    let found: Option<Vec<_>> =
                        decoded.map(|row| row.parameters.iter().map(|parameter| parameter.name()).collect());
                    assert_eq!(found.as_ref(), Some(&expected), "{} {target} {bytes}", row.name);
                    let compares = decoded.is_some_and(|row| row.asks.compare);
                    assert_eq!(compares, expected.contains(&"ref"), "{}", row.name);
                    compared += 1;
                }
            }
        }
        assert!(compared > 400, "{compared}");
    }

    #[test]
    fn nothing_decodes_that_is_no_message() {
        for class in [MessageClass::Sample, MessageClass::Load, MessageClass::Gather, MessageClass::Info] {
            for target in Target::ALL {
                for (code, bytes) in (0..=u8::MAX).flat_map(|code| [(code, 2), (code, 4)]) {
                    let message = Message::from_code(class, code, target, bytes, CodeNumbering::Finalizer);
                    let decoded = decode(class, code, bytes, target);
                    assert_eq!(decoded.is_some(), message.is_some(), "{class:?} {code:#x} {target} {bytes}");
                }
            }
        }
    }

    #[test]
    fn levels_are_derived_where_the_message_table_says_so() {
        for row in MESSAGES.iter().filter(|row| !is_block(row.class)) {
            for target in row.targets.iter() {
                let bytes = if row.admits_bytes(4) { 4 } else { 2 };
                let decoded = decode(row.class, row.code.finalizer, bytes, target).expect("a row for each message");
                assert_eq!(decoded.asks.lod == Implicit, row.implicit_lod, "{}", row.name);
            }
        }
    }

    #[test]
    fn levels_of_detail_come_from_the_parameter_that_is_there() {
        for row in ROWS {
            let asks = row.asks;
            let has = |names: &[&str]| row.parameters.iter().any(|parameter| names.contains(&parameter.name()));
            let named = format!("{:?} {:#x}", row.class, row.code);
            assert_eq!(has(&["lod", "lodoffuv", "lodoffuvr"]), asks.lod == Explicit, "{named}");
            assert_eq!(has(&["dudx"]), asks.lod == Gradients, "{named}");
            assert!(!has(&["bias", "biasoffuv", "biasoffuvr"]) || asks.lod == Implicit, "{named}");
        }
    }

    fn stored(class: MessageClass, code: u8, target: Target, parameter: Parameter, word: u32) -> Parameters {
        let row = decode(class, code, 4, target).expect("a message");
        let mut parameters = Parameters::new();
        row.store(parameter, &[word; MAX_LANES], 4, &mut parameters);
        parameters
    }

    #[test]
    fn packed_words_by_hand() {
        let offsets = |parameters: &Parameters| {
            [Role::OffU, Role::OffV, Role::OffR].map(|role| parameters.words(role)[31] as i32)
        };
        let float = |parameters: &Parameters, role| f32::from_bits(parameters.words(role)[0]);
        // U = 3, V = -1 in 6 bits each.
        let gather = stored(MessageClass::Gather, 0x28, Target::Lnl, Parameter::OffUv, 0xfc3);
        assert_eq!(offsets(&gather), [3, -1, 0]);
        let lod = stored(MessageClass::Gather, 0x2d, Target::Lnl, Parameter::LodOffUv, 0x3f80_0000 | 0x820);
        assert_eq!((offsets(&lod), float(&lod, Role::Lod)), ([-32, -32, 0], 1.0));
        let bias = stored(MessageClass::Gather, 0x2e, Target::Lnl, Parameter::BiasOffUv, 0xbf80_0fff);
        assert_eq!((offsets(&bias), float(&bias, Role::Bias)), ([-1, -1, 0], -1.0));
        // Layer 5, U = 1, V = -2.
        let layer = stored(MessageClass::Gather, 0x30, Target::Lnl, Parameter::OffUvR, 5 | 1 << 12 | 62 << 18);
        assert_eq!((offsets(&layer), layer.array_index(0)), ([1, -2, 0], 5.0));
        // 4 bits each in samples: U = 1, V = -2, R = -8.
        let sample = stored(MessageClass::Sample, 0x22, Target::Lnl, Parameter::LodOffUvr, 0x4000_0000 | 0x8e1);
        assert_eq!((offsets(&sample), float(&sample, Role::Lod)), ([1, -2, -8], 2.0));
        let layer = stored(MessageClass::Sample, 0x24, Target::Lnl, Parameter::OffUvrR, 7 | 0x8e1 << 12);
        assert_eq!((offsets(&layer), layer.array_index(31)), ([1, -2, -8], 7.0));
    }

    #[test]
    fn a_coordinate_stays_beside_a_word_with_a_layer() {
        for (code, word, offset) in [(0x24, Parameter::OffUvrR, 3), (0x23, Parameter::OffUvR, 0)] {
            let row = decode(MessageClass::Sample, code, 4, Target::Lnl).expect("sample_po_d and sample_po_c");
            let mut parameters = Parameters::new();
            row.store(Parameter::R, &[0.75f32.to_bits(); MAX_LANES], 4, &mut parameters);
            // The word may be left out.
            assert_eq!(parameters.array_index(0), 0.0);
            row.store(word, &[2 | 3 << 20; MAX_LANES], 4, &mut parameters);
            // The coordinate of a volume or a cube, its offset, and the layer of an array.
            assert_eq!((parameters.float(Role::R, 0), parameters.int(Role::OffR, 0)), (0.75, offset));
            assert_eq!(parameters.array_index(0), 2.0);
        }
    }

    #[test]
    fn words_are_widened_by_what_they_are() {
        let mut parameters = Parameters::new();
        let load = decode(MessageClass::Load, 0x1c, 2, Target::Icllp).expect("a message");
        for (parameter, word) in
            [(Parameter::Mcs0, 0x1111), (Parameter::Mcs1, 0x2222), (Parameter::Mcs2, 0x3333), (Parameter::Mcs3, 0x4444)]
        {
            load.store(parameter, &[word; MAX_LANES], 2, &mut parameters);
        }
        load.store(Parameter::U, &[0xffff; MAX_LANES], 2, &mut parameters);
        assert_eq!((parameters.words(Role::Mcs)[0], parameters.mcs_high[0]), (0x2222_1111, 0x4444_3333));
        assert_eq!(parameters.words(Role::U)[0], 0xffff);
        let sample = decode(MessageClass::Sample, 0x18, 2, Target::Icllp).expect("a message");
        sample.store(Parameter::U, &[0xc000; MAX_LANES], 2, &mut parameters);
        assert_eq!(parameters.words(Role::U)[0], (-2.0f32).to_bits());
    }
}
