//! The table of sampler and media messages: one row a message. A fact about a message is a column of its row, or is
//! derived from columns here; other files compare messages only if they are tables as well
//! (`test/house/exceptions/tables.txt`).
//!
//! # The columns
//!
//! - **id, name, text**: the row in Rust, the name in the documents (`ld2dms_w`), the mnemonic in vISA text
//!   (`load_2dms_w`).
//! - **class, code**: the instruction that carries the message, and the operation in it.
//! - **slots**: the parameters, in order. **counts**: how many may be sent; trailing ones may be trimmed.
//! - **type, 16 bits**: the type of the parameters, and the targets that also take them with 16 bits (hf for f, uw for
//!   ud). So `16 bits` is `ICL_ON` for ld2dms_w, whose UW form is the row `Ld2dmsWWord` (ICLLP and later: 3D_LOAD,
//!   Notes), and `XE_HP_ON` for ld_mcs, which has a UW form on XeHP_SDV and later.
//! - **response**: what comes back.
//! - **facts**, where they hold: see the functions of [`MessageRow`] that set them. `lz(SampleLz)` is the message that
//!   does the same at LOD zero without a slot for the LOD. Lowering sends it wherever the LOD is zero or undefined and
//!   the target has it; `if_sample_lz` excludes targets with a workaround against it
//!   ([`sample_lz`](crate::target::Platform::sample_lz)). The rule itself is in `texvisa-lowering`, `plan`.
//! - **targets**: the platforms that have the message. Those of PVC are what its encoding has; the product has no
//!   sampler.
//!
//! # Sources
//!
//! By the tag at each group of rows:
//! - `LOAD`, `GATHER`, `INFO`, `MEDIA`: Intel's vISA documents 3D_LOAD.md, 3D_SAMPLE4.md, INFO.md, MEDIA_LD.md and
//!   MEDIA_ST.md.
//! - `SAMPLE`: 3D_SAMPLE.md of the same documents.
//! - `XE2`: messages that the documents do not have, after the enumeration of sampler operations in
//!   `visa_igc_common_header.h` and the intrinsics' parameter lists of Intel's graphics compiler, commit 98fff71.
//!
//! A row's key is (class, code, targets, parameter type): codes 0x11 and 0x12 mean other things in other classes and on
//! newer platforms, `sample4_po` is one text for two rows, ld2dms_w has two layouts under one code. Tests hold that no
//! two rows have one key, or one text.
//!
//! # Example
//!
//! ```
//! use texvisa_ir::target::Target;
//! use texvisa_ir::visa::message::{Message, Slot};
//!
//! let row = Message::SampleLC.row();
//! assert_eq!(row.name, "sample_l_c");
//! assert_eq!(row.slots, [Slot::Ref, Slot::Lod, Slot::U, Slot::V, Slot::R, Slot::Ai]);
//! assert!(row.targets.contains(Target::Dg2));
//! assert_eq!(Message::from_mnemonic("load_lz", Target::Tgllp, 4), Some(Message::LdLz));
//! ```

use std::fmt;

use super::types::DataType;
use crate::target::{Platform, Target, TargetSet};

/// The instruction that carries a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MessageClass {
    /// 3D_SAMPLE.
    Sample,
    /// 3D_LOAD.
    Load,
    /// 3D_SAMPLE4.
    Gather,
    /// INFO.
    Info,
    /// MEDIA_LD.
    MediaLoad,
    /// MEDIA_ST.
    MediaStore,
}

impl MessageClass {
    /// The instruction's code in the vISA binary.
    pub const fn instruction_code(self) -> u8 {
        match self {
            MessageClass::Sample => 0x6d,
            MessageClass::Load => 0x6e,
            MessageClass::Gather => 0x6f,
            MessageClass::Info => 0x70,
            MessageClass::MediaLoad => 0x37,
            MessageClass::MediaStore => 0x38,
        }
    }

    /// The document that describes the instruction and the order of its messages' parameters.
    pub const fn document(self) -> &'static str {
        match self {
            MessageClass::Sample => "3D_SAMPLE.md",
            MessageClass::Load => "3D_LOAD.md",
            MessageClass::Gather => "3D_SAMPLE4.md",
            MessageClass::Info => "INFO.md",
            MessageClass::MediaLoad => "MEDIA_LD.md",
            MessageClass::MediaStore => "MEDIA_ST.md",
        }
    }

    /// Whether its messages name a sampler.
    pub const fn has_sampler(self) -> bool {
        matches!(self, MessageClass::Sample | MessageClass::Gather)
    }

    /// Whether its messages can have a predicate, residency and immediate texel offsets.
    pub const fn has_modifiers(self) -> bool {
        matches!(self, MessageClass::Sample | MessageClass::Load | MessageClass::Gather)
    }
}

/// What a parameter of a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// First coordinate.
    U,
    /// Second coordinate, or the layer of a 1D array.
    V,
    /// Third coordinate, or the layer of a 2D array.
    R,
    /// Layer of a cube array.
    Ai,
    /// Level of detail.
    Lod,
    /// Bias of the level of detail.
    Bias,
    /// Reference value of a comparison.
    Ref,
    /// Lower bound of the level of detail.
    MinLod,
    /// Derivative of u along x.
    DuDx,
    /// Derivative of u along y.
    DuDy,
    /// Derivative of v along x.
    DvDx,
    /// Derivative of v along y.
    DvDy,
    /// Derivative of r along x.
    DrDx,
    /// Derivative of r along y.
    DrDy,
    /// Sample index.
    Si,
    /// Bits 31..0 of the MCS value.
    McsL,
    /// Bits 63..32 of the MCS value.
    McsH,
    /// Bits 15..0 of the MCS value.
    Mcs0,
    /// Bits 31..16 of the MCS value.
    Mcs1,
    /// Bits 47..32 of the MCS value.
    Mcs2,
    /// Bits 63..48 of the MCS value.
    Mcs3,
    /// Texel offset along u, an integer.
    OffU,
    /// Texel offset along v, an integer.
    OffV,
    /// Both offsets in one dword.
    OffUv,
    /// All three offsets in one dword.
    OffUvr,
    /// Level of detail and both offsets.
    LodOffUv,
    /// Level of detail and all three offsets.
    LodOffUvr,
    /// Bias and both offsets.
    BiasOffUv,
    /// Bias and all three offsets.
    BiasOffUvr,
    /// Both offsets and the layer.
    OffUvAndR,
    /// All three offsets and the third coordinate.
    OffUvrAndR,
    /// Left edge of a media block, in bytes.
    X,
    /// Upper edge of a media block, in rows.
    Y,
}

impl Slot {
    const NAMES: [(Slot, &'static str); 33] = [
        (Slot::U, "u"),
        (Slot::V, "v"),
        (Slot::R, "r"),
        (Slot::Ai, "ai"),
        (Slot::Lod, "lod"),
        (Slot::Bias, "bias"),
        (Slot::Ref, "ref"),
        (Slot::MinLod, "mlod"),
        (Slot::DuDx, "dudx"),
        (Slot::DuDy, "dudy"),
        (Slot::DvDx, "dvdx"),
        (Slot::DvDy, "dvdy"),
        (Slot::DrDx, "drdx"),
        (Slot::DrDy, "drdy"),
        (Slot::Si, "si"),
        (Slot::McsL, "mcsl"),
        (Slot::McsH, "mcsh"),
        (Slot::Mcs0, "mcs0"),
        (Slot::Mcs1, "mcs1"),
        (Slot::Mcs2, "mcs2"),
        (Slot::Mcs3, "mcs3"),
        (Slot::OffU, "offu"),
        (Slot::OffV, "offv"),
        (Slot::OffUv, "offuv"),
        (Slot::OffUvr, "offuvr"),
        (Slot::LodOffUv, "lodoffuv"),
        (Slot::LodOffUvr, "lodoffuvr"),
        (Slot::BiasOffUv, "biasoffuv"),
        (Slot::BiasOffUvr, "biasoffuvr"),
        (Slot::OffUvAndR, "offuv_r"),
        (Slot::OffUvrAndR, "offuvr_r"),
        (Slot::X, "x"),
        (Slot::Y, "y"),
    ];

    /// Along how many of u, v and r it has texel offsets.
    pub const fn offsets(self) -> u32 {
        match self {
            Slot::OffU | Slot::OffV => 1,
            Slot::OffUv | Slot::LodOffUv | Slot::BiasOffUv | Slot::OffUvAndR => 2,
            Slot::OffUvr | Slot::LodOffUvr | Slot::BiasOffUvr | Slot::OffUvrAndR => 3,
            _ => 0,
        }
    }

    /// What shares a dword with its offsets, if anything does.
    pub const fn shares_dword_with(self) -> Option<Slot> {
        match self {
            Slot::LodOffUv | Slot::LodOffUvr => Some(Slot::Lod),
            Slot::BiasOffUv | Slot::BiasOffUvr => Some(Slot::Bias),
            Slot::OffUvAndR | Slot::OffUvrAndR => Some(Slot::R),
            _ => None,
        }
    }

    /// Whether it is a dword of several fields, whatever type it is declared with.
    pub const fn is_packed(self) -> bool {
        self.offsets() > 1
    }

    /// The name as the documents' parameter tables have it, in lower case.
    pub const fn name(self) -> &'static str {
        Slot::NAMES[self as usize].1
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The type of a message's parameters, all alike but for integer offsets. Which targets take the form of 16 bits, the
/// row says ([`MessageRow::has_16_bits`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParameterType {
    /// F, or HF.
    Float,
    /// UD, or UW.
    Dword,
    /// UW only.
    Word,
}

impl ParameterType {
    /// Whether it is a type of floats.
    pub const fn is_float(self) -> bool {
        matches!(self, ParameterType::Float)
    }
}

/// What a message returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResponseKind {
    /// The enabled channels, each `exec_size` elements from the start of a register.
    Channels,
    /// All four texels of a gather, the same way; its mask chooses the channel that is gathered.
    Texels,
    /// The enabled channels, as integers.
    Info,
    /// The rows of a media block.
    Block,
    /// Nothing.
    None,
}

/// How many parameters a message may be sent with. Trimmed ones are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// A bit for each number.
    bits: u16,
    /// A bit for each number that is legal besides where gradients have no third axis.
    without_volumes: u16,
}

impl Counts {
    /// Any number from `least` on.
    const fn from(least: u32) -> Counts {
        Counts { bits: u16::MAX << least, without_volumes: 0 }
    }

    /// One of these numbers.
    const fn of(counts: &[u32]) -> Counts {
        let mut bits = 0;
        let mut index = 0;
        while index < counts.len() {
            bits |= 1 << counts[index];
            index += 1;
        }
        Counts { bits, without_volumes: 0 }
    }

    /// These, and `count` where gradients have no third axis.
    const fn and_without_volumes(self, count: u32) -> Counts {
        Counts { without_volumes: 1 << count, ..self }
    }

    /// The least number of parameters that is legal on `platform` and not below `count`, of a message that has `slots`
    /// of them.
    pub const fn at_least(self, count: u32, slots: u32, platform: &Platform) -> u32 {
        let bits = if platform.volume_gradients { self.bits } else { self.bits | self.without_volumes };
        let mut legal = count;
        while legal < slots && bits & (1 << legal) == 0 {
            legal += 1;
        }
        legal
    }
}

/// A message's code, which the documents and Intel's finalizer number differently for gather4_i and gather4_b.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MessageCode {
    /// As Intel's header and finalizer have it.
    pub finalizer: u8,
    /// As the documents print it.
    pub documented: u8,
}

/// Which of the two numberings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CodeNumbering {
    /// That of Intel's header and finalizer, which hardware gets.
    #[default]
    Finalizer,
    /// That of the documents.
    Documented,
}

impl MessageCode {
    /// The code in that numbering.
    pub const fn in_numbering(self, numbering: CodeNumbering) -> u8 {
        match numbering {
            CodeNumbering::Finalizer => self.finalizer,
            CodeNumbering::Documented => self.documented,
        }
    }
}

/// What an element of a response is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResponseElement {
    /// A texel's channel, or what a comparison with it gives.
    Texel,
    /// A level of detail.
    Lod,
    /// An unsigned integer: a size, a count, a part of an MCS value.
    Integer,
}

/// One message.
#[derive(Debug)]
pub struct MessageRow {
    /// Which row this is.
    pub id: Message,
    /// The name in the documents: `ld2dms_w`.
    pub name: &'static str,
    /// The mnemonic in vISA text: `load_2dms_w`.
    pub mnemonic: &'static str,
    /// The instruction that carries it.
    pub class: MessageClass,
    /// Its code.
    pub code: MessageCode,
    /// The parameters in order.
    pub slots: &'static [Slot],
    /// How many must be sent.
    pub counts: Counts,
    /// Their type.
    pub parameters: ParameterType,
    /// The targets that take parameters of 16 bits, too.
    pub has_16_bits: TargetSet,
    /// What comes back.
    pub response: ResponseKind,
    /// What an element of it is.
    pub element: ResponseElement,
    /// Whether the level of detail comes from how the coordinates differ between neighbouring lanes, so that those of
    /// inactive lanes count as well (3D_SAMPLE and 3D_SAMPLE4: no LOD, no gradients, not the base level).
    pub implicit_lod: bool,
    /// The message that does the same at LOD zero, without a slot for the LOD.
    pub lz: Option<Message>,
    /// Whether the finalizer sends it twice, for each half of the lanes, wherever it is wider than the target's native
    /// width. Others are split only where their payload is too long.
    pub always_split: bool,
    /// Whether it takes immediate texel offsets.
    pub takes_offsets: bool,
    /// Whether every mask but R needs a header, as a gathered channel does. Of other messages with channels it is every
    /// sparse mask.
    pub header_unless_red: bool,
    /// Whether its LOD may be compensated for coarse pixel shading (CPS), on targets that do that.
    compensates_lod: bool,
    /// Whether a workaround of a target forbids it: see [`Platform::sample_lz`].
    needs_sample_lz: bool,
    /// The targets that have it. PVC's is its encoding; the product has no sampler.
    pub targets: TargetSet,
    /// Whether no document has it: see [`document`](MessageRow::document).
    undocumented: bool,
}

/// The facts that a row lists in brackets.
impl MessageRow {
    /// It takes immediate texel offsets. Not where offsets are parameters: the sampler ignores the immediate ones, and
    /// Intel's compiler zeroes them (TranslateToProgrammableOffsets). Not lod, which that compiler never sends with any
    /// (EmitVISAPass), and not ld2dms_w, to whose coordinates it adds them on every platform (WorkaroundAnalysis).
    /// Queries and media blocks have no field for them (INFO, MEDIA_LD: Format).
    const fn offsets(self) -> MessageRow {
        MessageRow { takes_offsets: true, ..self }
    }

    const fn implicit_lod(self) -> MessageRow {
        MessageRow { implicit_lod: true, ..self }
    }

    /// Its LOD may be compensated for coarse pixel shading (3D_SAMPLE, Op bit 9).
    const fn cps(self) -> MessageRow {
        MessageRow { compensates_lod: true, ..self }
    }

    /// Measured with the finalizer for sample_d, sample_d_c and sample+killpix. The finalizer does not encode
    /// sample_d_c_mlod and sample_po_d: the first is taken to be split like sample_d_c, the second only by its length.
    const fn always_split(self) -> MessageRow {
        MessageRow { always_split: true, ..self }
    }

    const fn lz(self, lz: Message) -> MessageRow {
        MessageRow { lz: Some(lz), ..self }
    }

    const fn if_sample_lz(self) -> MessageRow {
        MessageRow { needs_sample_lz: true, ..self }
    }

    const fn returns_lod(self) -> MessageRow {
        MessageRow { element: ResponseElement::Lod, ..self }
    }

    const fn returns_integers(self) -> MessageRow {
        MessageRow { element: ResponseElement::Integer, ..self }
    }

    const fn header_unless_red(self) -> MessageRow {
        MessageRow { header_unless_red: true, ..self }
    }

    const fn undocumented(self) -> MessageRow {
        MessageRow { undocumented: true, ..self }
    }
}

impl MessageRow {
    /// What its row was read from: the document of its instruction, or for a message of Xe2 that no document has, the header
    /// of Intel's graphics compiler.
    pub const fn document(&self) -> &'static str {
        if self.undocumented { "visa_igc_common_header.h" } else { self.class.document() }
    }

    /// The types of its parameters on `platform`; offsets have their own. Messages do not see the sign of an integer.
    pub fn types(&self, platform: &Platform) -> &'static [DataType] {
        use DataType::{F, Hf, Ud, Uw};
        match (self.parameters, self.has_16_bits.contains(platform.target)) {
            (ParameterType::Float, true) => &[F, Hf],
            (ParameterType::Float, false) => &[F],
            (ParameterType::Dword, true) => &[Ud, Uw],
            (ParameterType::Dword, false) => &[Ud],
            (ParameterType::Word, _) => &[Uw],
        }
    }

    /// Whether its parameters may have `bytes` (2 or 4) on some target.
    pub fn admits_bytes(&self, bytes: u32) -> bool {
        match bytes {
            2 => !self.has_16_bits.is_empty(),
            4 => self.parameters != ParameterType::Word,
            _ => false,
        }
    }

    /// The numbers of parameters that it may be sent with on `platform`, rising.
    pub fn legal_counts(&self, platform: &Platform) -> impl Iterator<Item = u32> {
        (0..=self.slots.len() as u32).filter(|count| self.admits_count(*count, platform))
    }

    /// Whether it may be sent with `count` parameters on `platform`.
    pub fn admits_count(&self, count: u32, platform: &Platform) -> bool {
        let slots = self.slots.len() as u32;
        count <= slots && self.counts.at_least(count, slots, platform) == count
    }

    /// Whether `target` has the message, and no workaround forbids it there.
    pub fn is_usable(&self, target: Target) -> bool {
        self.targets.contains(target) && (!self.needs_sample_lz || target.platform().sample_lz)
    }

    /// Whether its LOD may be compensated for coarse pixel shading on `target`.
    pub fn compensates_lod(&self, target: Target) -> bool {
        self.compensates_lod && target.platform().extended.cps.is_some()
    }

    /// Whether it compares texels with a reference value.
    pub fn compares(&self) -> bool {
        self.slots.contains(&Slot::Ref)
    }

    /// The widest message whose level of detail may be compensated: the finalizer refuses it for 32 lanes on PVC.
    pub const MOST_CPS_LANES: u32 = 16;
}

macro_rules! messages {
    ($($id:ident $name:literal $mnemonic:literal $class:ident $code:expr, [$($slot:ident)*] $counts:ident, $parameters:ident $has_16_bits:ident, $response:ident [$($fact:ident $(($lz:ident))?)*] $targets:ident;)*) => {
        /// A message: a row of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Message { $(#[doc = $name] $id,)* }

        /// Every row, in the order of [`Message`].
        pub static MESSAGES: &[MessageRow] = &[$(MessageRow {
            id: Message::$id, name: $name, mnemonic: $mnemonic, class: MessageClass::$class, code: $code,
            slots: &[$(Slot::$slot),*], counts: $counts, parameters: ParameterType::$parameters, has_16_bits: $has_16_bits,
            response: ResponseKind::$response, element: ResponseElement::Texel, implicit_lod: false, lz: None,
            always_split: false, takes_offsets: false, header_unless_red: false, compensates_lod: false,
            needs_sample_lz: false, targets: $targets, undocumented: false,
        }$(.$fact($(Message::$lz)?))*,)*];
    };
}

const ALL: TargetSet = TargetSet::ALL;
const NONE: TargetSet = TargetSet::NONE;
const ICL_ON: TargetSet = TargetSet::since(Target::Icllp);
const TO_TGL: TargetSet = TargetSet::range(Target::Skl, Target::Tgllp);
const XE_HP_ON: TargetSet = TargetSet::since(Target::XehpSdv);
/// Xe2 has other messages instead, of another unit and another form (LSC typed 2D block,
/// EmitVISAPass).
const TO_PVC: TargetSet = TargetSet::range(Target::Skl, Target::Pvc);
const XE2_ON: TargetSet = TargetSet::since(Target::Lnl);

const ZERO: Counts = Counts::from(0);
const ANY: Counts = Counts::from(1);
const TWO: Counts = Counts::from(2);
const THREE: Counts = Counts::from(3);
/// After the count table of Intel's PayloadMapping: a derivative is sent with its coordinate, and both of a pair, of r only
/// where the platform has gradients of volumes. It leaves sample_d_c with the reference alone as it is.
const SAMPLE_D: Counts = Counts::of(&[3, 4, 6, 7, 9, 10, 11]).and_without_volumes(8);
const SAMPLE_D_C: Counts = Counts::of(&[1, 4, 7, 10, 11]);

const fn code(code: u8) -> MessageCode {
    MessageCode { finalizer: code, documented: code }
}

const fn differing(finalizer: u8, documented: u8) -> MessageCode {
    MessageCode { finalizer, documented }
}

#[rustfmt::skip]
messages! {
    // id           name              text              class      code                   slots                                  counts      type, 16 bits   response facts                                targets
    // LOAD. ld2dms_w's two layouts share a code; the type of the parameters tells them apart (Format, CONDITION).
    Ld            "ld"              "load_3d"         Load       code(0x07),            [U V Lod R]                            ANY,        Dword ALL,      Channels [offsets lz(LdLz)]                   ALL;
    LdLz          "ld_lz"           "load_lz"         Load       code(0x1a),            [U V R]                                ANY,        Dword ALL,      Channels [offsets]                            ALL;
    Ld2dmsWDword  "ld2dms_w"        "load_2dms_w"     Load       code(0x1c),            [Si McsL McsH U V R Lod]               ANY,        Dword NONE,     Channels []                                   ALL;
    Ld2dmsWWord   "ld2dms_w"        "load_2dms_w"     Load       code(0x1c),            [Si Mcs0 Mcs1 Mcs2 Mcs3 U V R Lod]     ANY,        Word  ICL_ON,   Channels []                                   ICL_ON;
    LdMcs         "ld_mcs"          "load_mcs"        Load       code(0x1d),            [U V R Lod]                            ANY,        Dword XE_HP_ON, Channels [offsets returns_integers]           ALL;
    // XE2.
    LdL           "ld_l"            "load_l"          Load       code(0x1b),            [U V R Lod]                            ANY,        Dword ALL,      Channels [offsets undocumented]               XE2_ON;

    // GATHER. gather4_i_c's Format has no ai, the intrinsic has; as a trailing parameter it costs nothing.
    Gather4       "gather4"         "sample4"         Gather     code(0x08),            [U V R Ai]                             ANY,        Float ICL_ON,   Texels   [offsets]                            ALL;
    Gather4C      "gather4_c"       "sample4_c"       Gather     code(0x10),            [Ref U V R Ai]                         ANY,        Float ICL_ON,   Texels   [offsets]                            ALL;
    Gather4Po     "gather4_po"      "sample4_po"      Gather     code(0x11),            [U V OffU OffV R]                      ANY,        Float NONE,     Texels   []                                   TO_TGL;
    Gather4PoC    "gather4_po_c"    "sample4_po_c"    Gather     code(0x12),            [Ref U V OffU OffV R]                  ANY,        Float NONE,     Texels   []                                   TO_TGL;
    Gather4L      "gather4_l"       "sample4_l"       Gather     code(0x0d),            [Lod U V R Ai]                         ANY,        Float ICL_ON,   Texels   [offsets]                            XE2_ON;
    Gather4B      "gather4_b"       "sample4_b"       Gather     differing(0x0e, 0x0f), [Bias U V R Ai]                        ANY,        Float ICL_ON,   Texels   [offsets implicit_lod]               XE2_ON;
    Gather4I      "gather4_i"       "sample4_i"       Gather     differing(0x0f, 0x0e), [U V R Ai]                             ANY,        Float ICL_ON,   Texels   [offsets implicit_lod]               XE2_ON;
    Gather4IC     "gather4_i_c"     "sample4_i_c"     Gather     code(0x15),            [Ref U V R Ai]                         ANY,        Float ICL_ON,   Texels   [offsets implicit_lod]               XE2_ON;
    Gather4LC     "gather4_l_c"     "sample4_l_c"     Gather     code(0x17),            [Ref Lod U V R Ai]                     ANY,        Float ICL_ON,   Texels   [offsets]                            XE2_ON;
    // The packed forms. The document's Format merges the old and the packed gather4_po and gather4_po_c; Intel's header
    // and message tables keep them apart, and put the layer into the last dword of the comparing ones.
    Gather4PoP    "gather4_po"      "sample4_po"      Gather     code(0x28),            [U V R OffUv]                          ANY,        Float NONE,     Texels   []                                   XE2_ON;
    Gather4PoPC   "gather4_po_c"    "sample4_po_c"    Gather     code(0x30),            [Ref U V OffUvAndR]                    ANY,        Float NONE,     Texels   []                                   XE2_ON;
    Gather4PoL    "gather4_po_l"    "sample4_po_l"    Gather     code(0x2d),            [LodOffUv U V R]                       ANY,        Float NONE,     Texels   []                                   XE2_ON;
    Gather4PoB    "gather4_po_b"    "sample4_po_b"    Gather     code(0x2e),            [BiasOffUv U V R]                      ANY,        Float NONE,     Texels   [implicit_lod]                       XE2_ON;
    Gather4PoI    "gather4_po_i"    "sample4_po_i"    Gather     code(0x2f),            [U V R OffUv]                          ANY,        Float NONE,     Texels   [implicit_lod]                       XE2_ON;
    Gather4PoIC   "gather4_po_i_c"  "sample4_po_i_c"  Gather     code(0x35),            [Ref U V OffUvAndR]                    ANY,        Float NONE,     Texels   [implicit_lod]                       XE2_ON;
    Gather4PoLC   "gather4_po_l_c"  "sample4_po_l_c"  Gather     code(0x37),            [Ref LodOffUv U V R]                   ANY,        Float NONE,     Texels   []                                   XE2_ON;

    // SAMPLE. The lower bound of the level of detail, last, is a parameter of the intrinsics and not in the document.
    Sample        "sample"          "sample_3d"       Sample     code(0x00),            [U V R Ai MinLod]                      ANY,        Float ICL_ON,   Channels [offsets implicit_lod cps]           ALL;
    SampleB       "sample_b"        "sample_b"        Sample     code(0x01),            [Bias U V R Ai MinLod]                 TWO,        Float ICL_ON,   Channels [offsets implicit_lod cps]           ALL;
    SampleL       "sample_l"        "sample_l"        Sample     code(0x02),            [Lod U V R Ai]                         TWO,        Float ICL_ON,   Channels [offsets lz(SampleLz)]               ALL;
    SampleC       "sample_c"        "sample_c"        Sample     code(0x03),            [Ref U V R Ai MinLod]                  TWO,        Float ICL_ON,   Channels [offsets implicit_lod cps]           ALL;
    SampleD       "sample_d"        "sample_d"        Sample     code(0x04),            [U DuDx DuDy V DvDx DvDy R DrDx DrDy Ai MinLod] SAMPLE_D,   Float ICL_ON,   Channels [offsets always_split]               ALL;
    SampleBC      "sample_b_c"      "sample_b_c"      Sample     code(0x05),            [Ref Bias U V R Ai]                    THREE,      Float ICL_ON,   Channels [offsets implicit_lod cps]           ALL;
    SampleLC      "sample_l_c"      "sample_l_c"      Sample     code(0x06),            [Ref Lod U V R Ai]                     THREE,      Float ICL_ON,   Channels [offsets lz(SampleCLz)]              ALL;
    Lod           "lod"             "lod"             Sample     code(0x09),            [U V R Ai]                             ANY,        Float ICL_ON,   Channels [implicit_lod cps returns_lod]       ALL;
    SampleKillPix "sample+killpix"  "sample+killpix"  Sample     code(0x0c),            [U V R]                                ANY,        Float ICL_ON,   Channels [offsets implicit_lod always_split]  ALL;
    SampleDC      "sample_d_c"      "sample_d_c"      Sample     code(0x14),            [Ref U DuDx DuDy V DvDx DvDy R DrDx DrDy Ai] SAMPLE_D_C, Float ICL_ON,   Channels [offsets always_split]               ALL;
    SampleLz      "sample_lz"       "sample_lz"       Sample     code(0x18),            [U V R Ai]                             ANY,        Float ICL_ON,   Channels [offsets if_sample_lz]               ALL;
    SampleCLz     "sample_c_lz"     "sample_c_lz"     Sample     code(0x19),            [Ref U V R Ai]                         TWO,        Float ICL_ON,   Channels [offsets if_sample_lz]               ALL;
    SamplePo      "sample_po"       "sample_po"       Sample     code(0x20),            [U V R OffUvr Ai]                      ANY,        Float NONE,     Channels [implicit_lod]                       XE2_ON;
    SamplePoB     "sample_po_b"     "sample_po_b"     Sample     code(0x21),            [BiasOffUvr U V R Ai]                  ANY,        Float NONE,     Channels [implicit_lod]                       XE2_ON;
    SamplePoL     "sample_po_l"     "sample_po_l"     Sample     code(0x22),            [LodOffUvr U V R Ai]                   ANY,        Float NONE,     Channels [lz(SamplePoLz)]                     XE2_ON;
    SamplePoC     "sample_po_c"     "sample_po_c"     Sample     code(0x23),            [Ref U V R OffUvAndR Ai]               ANY,        Float NONE,     Channels [implicit_lod]                       XE2_ON;
    SamplePoD     "sample_po_d"     "sample_po_d"     Sample     code(0x24),            [U DuDx DuDy V DvDx DvDy R OffUvrAndR DrDx DrDy Ai] ANY,        Float NONE,     Channels []                                   XE2_ON;
    SamplePoLC    "sample_po_l_c"   "sample_po_l_c"   Sample     code(0x26),            [Ref LodOffUv U V R Ai]                ANY,        Float NONE,     Channels [lz(SamplePoCLz)]                    XE2_ON;
    SamplePoLz    "sample_po_lz"    "sample_po_lz"    Sample     code(0x38),            [U V R OffUvr]                         ANY,        Float NONE,     Channels []                                   XE2_ON;
    SamplePoCLz   "sample_po_c_lz"  "sample_po_c_lz"  Sample     code(0x39),            [Ref U V OffUvAndR]                    ANY,        Float NONE,     Channels []                                   XE2_ON;
    // XE2.
    SampleDCMlod  "sample_d_c_mlod" "sample_d_c_mlod" Sample     code(0x11),            [Ref U DuDx DuDy V DvDx DvDy R DrDx DrDy Ai MinLod] ANY,        Float ICL_ON,   Channels [offsets always_split undocumented]  XE2_ON;
    SampleMlod    "sample_mlod"     "sample_mlod"     Sample     code(0x12),            [MinLod U V R Ai]                      ANY,        Float ICL_ON,   Channels [offsets implicit_lod undocumented]  XE2_ON;
    SampleCMlod   "sample_c_mlod"   "sample_c_mlod"   Sample     code(0x13),            [MinLod Ref U V R Ai]                  ANY,        Float ICL_ON,   Channels [offsets implicit_lod undocumented]  XE2_ON;

    // INFO and MEDIA.
    Resinfo       "resinfo"         "resinfo"         Info       code(0x0a),            [Lod]                                  ANY,        Dword NONE,     Info     [returns_integers]                   ALL;
    Sampleinfo    "sampleinfo"      "sampleinfo"      Info       code(0x0b),            []                                     ZERO,       Dword NONE,     Info     [returns_integers header_unless_red] ALL;
    MediaLd       "media_ld"        "media_ld"        MediaLoad  code(0x00),            [X Y]                                  TWO,        Dword NONE,     Block    []                                   TO_PVC;
    MediaSt       "media_st"        "media_st"        MediaStore code(0x00),            [X Y]                                  TWO,        Dword NONE,     None     []                                   TO_PVC;
}

impl Message {
    /// The row.
    pub fn row(self) -> &'static MessageRow {
        &MESSAGES[self as usize]
    }

    /// The message of a media block.
    pub const fn media(store: bool) -> Message {
        if store { Message::MediaSt } else { Message::MediaLd }
    }

    /// The message with that text on that target, whose parameters have that many bytes (2 or 4).
    pub fn from_mnemonic(mnemonic: &str, target: Target, bytes: u32) -> Option<Message> {
        find(target, bytes, |row| row.mnemonic == mnemonic)
    }

    /// The same, or what Intel's compiler prints by that text for a target that lacks it: the message of an earlier
    /// target, or one that the target has with parameters of another size.
    pub fn from_printed_mnemonic(mnemonic: &str, target: Target, bytes: u32) -> Option<Message> {
        find_printed(target, bytes, |row| row.mnemonic == mnemonic)
    }

    /// The message with that code on that target, or what Intel's compiler goes on writing for a target that lacks it.
    pub fn from_printed_code(
        class: MessageClass,
        code: u8,
        target: Target,
        bytes: u32,
        numbering: CodeNumbering,
    ) -> Option<Message> {
        find_printed(target, bytes, |row| row.class == class && row.code.in_numbering(numbering) == code)
    }

    /// The message with that code on that target, whose parameters have that many bytes (2 or 4).
    pub fn from_code(
        class: MessageClass,
        code: u8,
        target: Target,
        bytes: u32,
        numbering: CodeNumbering,
    ) -> Option<Message> {
        find(target, bytes, |row| row.class == class && row.code.in_numbering(numbering) == code)
    }
}

/// The same, and otherwise what Intel's compiler goes on printing for a target that lacks it: a message of an earlier
/// target, or one that the target has with parameters of another size. So such a text can be read, and the verifier
/// refuses it.
fn find_printed(target: Target, bytes: u32, matches: impl Fn(&MessageRow) -> bool) -> Option<Message> {
    if let Some(found) = find(target, bytes, &matches) {
        return Some(found);
    }
    let known = MESSAGES.iter().any(|row| row.targets.contains(target) && matches(row));
    let older = |row: &MessageRow| Target::ALL.into_iter().any(|older| older < target && row.targets.contains(older));
    let row = MESSAGES.iter().find(|row| row.admits_bytes(bytes) && matches(row) && (known || older(row)))?;
    Some(row.id)
}

fn find(target: Target, bytes: u32, matches: impl Fn(&MessageRow) -> bool) -> Option<Message> {
    let row = MESSAGES.iter().find(|row| row.targets.contains(target) && row.admits_bytes(bytes) && matches(row))?;
    Some(row.id)
}
