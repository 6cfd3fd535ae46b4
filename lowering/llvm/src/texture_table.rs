//! The texture intrinsics: one row each, after Intrinsic_definitions.yml of Intel's compiler (release 1.0.12504.6:
//! Intrinsic_definitions.py) and the order in which its code emission reads the operands.
//!
//! Later releases have a paired resource before the resource of those rows that say `PAIRED`; whether it is there, the
//! number of operands says. Rows behind the line exist in later releases only. The comment at the operands of `ldptr`
//! in release 12504 has x, y, z, lod; its code emission reads u, v, lod, r (`EmitPass::emitLdInstruction`).

use texvisa_ir::texture::{Role, TextureKind};

/// One operand, or several in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallOperand {
    /// A parameter.
    Param(Role),
    /// The low dword of the MCS words, then the high dword.
    McsDwords,
    /// The four MCS words.
    McsWords,
    /// The paired resource of later releases.
    Paired,
    /// The surface.
    Surface,
    /// The sampler.
    Sampler,
    /// The constant offsets along u, v and r.
    Offsets,
    /// The channel that is gathered.
    Channel,
}

impl CallOperand {
    /// How many operands of the call it covers.
    pub(crate) const fn width(self) -> u32 {
        match self {
            CallOperand::McsDwords => 2,
            CallOperand::Offsets => 3,
            CallOperand::McsWords => 4,
            _ => 1,
        }
    }
}

/// How an intrinsic differs from others of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IntrinsicVariant {
    /// Nothing.
    Plain,
    /// Lanes that a chroma key hits are reported.
    KillPixel,
    /// The level of detail comes from the neighbouring lanes.
    ImplicitLod,
}

/// An intrinsic.
#[derive(Debug)]
pub(crate) struct Intrinsic {
    /// The name behind `llvm.genx.GenISA.`
    pub(crate) name: &'static str,
    /// The operation.
    pub(crate) kind: TextureKind,
    /// How it differs from others of its kind.
    pub(crate) variant: IntrinsicVariant,
    /// The operands, in order.
    pub(crate) operands: &'static [CallOperand],
}

const U: CallOperand = CallOperand::Param(Role::U);
const V: CallOperand = CallOperand::Param(Role::V);
const R: CallOperand = CallOperand::Param(Role::R);
const AI: CallOperand = CallOperand::Param(Role::Ai);
const LOD: CallOperand = CallOperand::Param(Role::Lod);
const BIAS: CallOperand = CallOperand::Param(Role::Bias);
const REF: CallOperand = CallOperand::Param(Role::Ref);
const MIN: CallOperand = CallOperand::Param(Role::MinLod);
const UX: CallOperand = CallOperand::Param(Role::DuDx);
const UY: CallOperand = CallOperand::Param(Role::DuDy);
const VX: CallOperand = CallOperand::Param(Role::DvDx);
const VY: CallOperand = CallOperand::Param(Role::DvDy);
const RX: CallOperand = CallOperand::Param(Role::DrDx);
const RY: CallOperand = CallOperand::Param(Role::DrDy);
const SI: CallOperand = CallOperand::Param(Role::Si);
const OFFU: CallOperand = CallOperand::Param(Role::OffU);
const OFFV: CallOperand = CallOperand::Param(Role::OffV);
const MCS2: CallOperand = CallOperand::McsDwords;
const MCS4: CallOperand = CallOperand::McsWords;
const PAIRED: CallOperand = CallOperand::Paired;
const RES: CallOperand = CallOperand::Surface;
const SAMP: CallOperand = CallOperand::Sampler;
const IMM: CallOperand = CallOperand::Offsets;
const CHAN: CallOperand = CallOperand::Channel;

macro_rules! rows {
    ($($name:literal $kind:ident $variant:ident [$($operand:ident)*];)*) => {
        const INTRINSICS: &[Intrinsic] = &[$(Intrinsic {
            name: $name,
            kind: TextureKind::$kind,
            variant: IntrinsicVariant::$variant,
            operands: &[$($operand),*],
        },)*];
    };
}

#[rustfmt::skip]
rows! {
    "ldptr"          Load       Plain       [U V LOD R PAIRED RES IMM];
    "ldmcsptr"       LoadMcs    Plain       [U V R LOD RES IMM];
    "ldmsptr"        LoadMs     Plain       [SI MCS2 U V R LOD RES IMM];
    "ldmsptr16bit"   LoadMs     Plain       [SI MCS4 U V R LOD RES IMM];
    "resinfoptr"     Size       Plain       [RES LOD];
    "sampleinfoptr"  SampleInfo Plain       [RES];
    "lodptr"         QueryLod   Plain       [U V R AI RES SAMP];
    "sampleptr"      Sample     Plain       [U V R AI MIN PAIRED RES SAMP IMM];
    "sampleBptr"     Sample     Plain       [BIAS U V R AI MIN PAIRED RES SAMP IMM];
    "sampleLptr"     Sample     Plain       [LOD U V R AI PAIRED RES SAMP IMM];
    "sampleCptr"     Sample     Plain       [REF U V R AI MIN PAIRED RES SAMP IMM];
    "sampleDptr"     Sample     Plain       [U UX UY V VX VY R RX RY AI MIN PAIRED RES SAMP IMM];
    "sampleBCptr"    Sample     Plain       [REF BIAS U V R AI PAIRED RES SAMP IMM];
    "sampleLCptr"    Sample     Plain       [REF LOD U V R AI PAIRED RES SAMP IMM];
    "sampleDCptr"    Sample     Plain       [REF U UX UY V VX VY R RX RY AI PAIRED RES SAMP IMM];
    "sampleKillPix"  Sample     KillPixel   [U V R RES SAMP IMM];
    "gather4ptr"     Gather4    Plain       [U V R AI PAIRED RES SAMP IMM CHAN];
    "gather4Cptr"    Gather4    Plain       [REF U V R AI PAIRED RES SAMP IMM CHAN];
    "gather4POptr"   Gather4    Plain       [U V OFFU OFFV R PAIRED RES SAMP IMM CHAN];
    "gather4POCptr"  Gather4    Plain       [REF U V OFFU OFFV R PAIRED RES SAMP IMM CHAN];
    // ---- later releases ----
    "ldlptr"         Load       Plain       [U V R LOD PAIRED RES IMM];
    "sampleMlodptr"  Sample     Plain       [MIN U V R AI PAIRED RES SAMP IMM];
    "sampleCMlodptr" Sample     Plain       [MIN REF U V R AI PAIRED RES SAMP IMM];
    "gather4Iptr"    Gather4    ImplicitLod [U V R AI PAIRED RES SAMP IMM CHAN];
    "gather4Bptr"    Gather4    Plain       [BIAS U V R AI PAIRED RES SAMP IMM CHAN];
    "gather4Lptr"    Gather4    Plain       [LOD U V R AI PAIRED RES SAMP IMM CHAN];
    "gather4ICptr"   Gather4    ImplicitLod [REF U V R AI PAIRED RES SAMP IMM CHAN];
    "gather4LCptr"   Gather4    Plain       [REF LOD U V R AI PAIRED RES SAMP IMM CHAN];
}

/// The intrinsics that move media blocks, whose operands say how large the block is: see [`media`](crate::media).
const MEDIA_BLOCKS: [(&str, TextureKind); 4] = [
    ("simdMediaBlockRead", TextureKind::MediaRead),
    ("MediaBlockRead", TextureKind::MediaRead),
    ("simdMediaBlockWrite", TextureKind::MediaWrite),
    ("MediaBlockWrite", TextureKind::MediaWrite),
];

/// The operation of the media block intrinsic of that name.
pub(crate) fn media_block(name: &str) -> Option<TextureKind> {
    MEDIA_BLOCKS.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
}

/// The row of that name.
pub(crate) fn intrinsic(name: &str) -> Option<&'static Intrinsic> {
    INTRINSICS.iter().find(|row| row.name == name)
}

impl Intrinsic {
    /// The operands that a call with that many has, if it can have that many.
    pub(crate) fn operands_of(&self, count: u32) -> Option<impl Iterator<Item = CallOperand> + use<>> {
        let width: u32 = self.operands.iter().map(|operand| operand.width()).sum();
        let is_paired = self.operands.contains(&CallOperand::Paired);
        let has_pair = is_paired && count == width;
        let fits = count == width || (is_paired && count + 1 == width);
        let operands = self.operands.iter().copied();
        fits.then(|| operands.filter(move |operand| has_pair || *operand != CallOperand::Paired))
    }
}

/// What every name of Intel's intrinsics begins with.
pub(crate) const GENISA_PREFIX: &str = "llvm.genx.GenISA.";

/// Whether a function of that name is a texture intrinsic or one of media blocks.
pub(crate) fn is_texture_intrinsic(name: &str) -> bool {
    let is_known = |root: &str| (intrinsic(root).is_some() || media_block(root).is_some()).then_some(());
    name.strip_prefix(GENISA_PREFIX).is_some_and(|name| root(name, is_known).is_some())
}

/// What `find` has for `name`, or for the longest part of it that ends before a dot.
pub(crate) fn root<T>(name: &str, mut find: impl FnMut(&str) -> Option<T>) -> Option<T> {
    let mut root = name;
    loop {
        if let Some(found) = find(root) {
            return Some(found);
        }
        root = root.rsplit_once('.')?.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of operands in release 12504, by Intrinsic_definitions.py.
    #[test]
    fn rows_are_as_wide_as_their_intrinsics() {
        let widths =
            [8, 8, 11, 13, 2, 1, 6, 10, 11, 10, 11, 16, 11, 11, 16, 8, 10, 11, 11, 12, 8, 10, 11, 10, 11, 11, 11, 12];
        assert_eq!(widths.len(), INTRINSICS.len());
        for (row, width) in INTRINSICS.iter().zip(widths) {
            assert!(row.operands_of(width).is_some(), "{}", row.name);
            assert!(row.operands_of(width - 1).is_none() && row.operands_of(width + 2).is_none(), "{}", row.name);
        }
    }

    /// The operands of release 12504 in order, typed in from Intrinsic_definitions.py for the intrinsics whose operands
    /// are easy to exchange: the level before r, derivatives by coordinate, offsets between coordinates.
    #[test]
    fn operands_have_the_order_of_the_definitions() {
        use Role as X;
        let rows: [(&str, u32, &[Role]); 5] = [
            ("ldptr", 8, &[X::U, X::V, X::Lod, X::R]),
            ("ldmcsptr", 8, &[X::U, X::V, X::R, X::Lod]),
            (
                "sampleDptr",
                16,
                &[X::U, X::DuDx, X::DuDy, X::V, X::DvDx, X::DvDy, X::R, X::DrDx, X::DrDy, X::Ai, X::MinLod],
            ),
            ("gather4POptr", 11, &[X::U, X::V, X::OffU, X::OffV, X::R]),
            ("gather4POCptr", 12, &[X::Ref, X::U, X::V, X::OffU, X::OffV, X::R]),
        ];
        for (name, count, roles) in rows {
            let operands = intrinsic(name).and_then(|row| row.operands_of(count)).expect("a row of that many");
            let found: Vec<Role> = operands
                .filter_map(|operand| if let CallOperand::Param(role) = operand { Some(role) } else { None })
                .collect();
            assert_eq!(found, roles, "{name}");
        }
    }

    #[test]
    fn no_row_gives_a_role_twice_or_one_that_its_operation_lacks() {
        for row in INTRINSICS {
            let roles: Vec<Role> = row
                .operands
                .iter()
                .filter_map(|operand| match operand {
                    CallOperand::Param(role) => Some(*role),
                    CallOperand::McsDwords | CallOperand::McsWords => Some(Role::Mcs),
                    _ => None,
                })
                .collect();
            for (index, role) in roles.iter().enumerate() {
                assert!(!roles[..index].contains(role), "{}", row.name);
                assert!(row.kind.required().contains(*role) || row.kind.optional().contains(*role), "{}", row.name);
            }
            assert!(row.kind.required().iter().all(|role| roles.contains(&role)), "{}", row.name);
            assert_eq!(row.operands.contains(&CallOperand::Sampler), row.kind.has_sampler(), "{}", row.name);
        }
    }
}
