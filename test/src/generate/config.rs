//! What random programs are made of.

use std::ops::RangeInclusive;

use texvisa_ir::target::{PrivateMemory, SimdWidth, Target};
use texvisa_ir::texture::{Dimension, Op, Scalar, TextureKind};
use texvisa_ir::visa::message::Message;

/// What random programs are made of. The two configurations that tests want are [`Config::syntax`] and
/// [`Config::lowerable`]; every field may be changed.
#[derive(Clone, Debug)]
pub struct Config {
    /// How many operations a kernel has, not counting what computes addresses, keeps operands in range, controls and
    /// stores.
    pub operations: RangeInclusive<u32>,
    /// How many conditionals and loops a kernel has at most.
    pub branches: u32,
    /// How deep they nest at most.
    pub depth: u32,
    /// How many of a hundred operations work on textures.
    pub texture_percent: u32,
    /// How many kernels a module has.
    pub kernels: RangeInclusive<u32>,
    /// The texture operations; not empty.
    pub textures: Vec<TextureKind>,
    /// The dimensions of surfaces; for each texture operation at least one that it accepts.
    pub dimensions: Vec<Dimension>,
    /// The plain operations.
    pub plain: Vec<Op>,
    /// Those of them that also work on `i16` and make it of others.
    pub plain_on_words: Vec<Op>,
    /// The types that plain operations work on.
    pub scalars: Vec<Scalar>,
    /// The target and width that modules name; each seed its own where absent.
    pub target: Option<(Target, SimdWidth)>,
    /// Whether values may be undefined.
    pub undefined: bool,
    /// Whether there are operations that hardware computes inexactly: division, roots, powers, sines.
    pub inexact: bool,
    /// Whether samples may take the level of detail from neighbouring lanes or gradients, and gathers a level at all.
    pub implicit_lod: bool,
    /// Whether texel offsets may be no constants.
    pub variable_offsets: bool,
    /// Whether texture operations may have parameters and results of 16 bits.
    pub halves: bool,
    /// Whether samples and gathers ask for what a message of the target does, and parameters have 16 bits only where it
    /// takes them. Otherwise an operation may ask for what no message does.
    pub of_target: bool,
    /// Whether surfaces and samplers may be chosen by a value: from their table, or bindless.
    pub chosen_bindings: bool,
    /// Whether there are loads from memory, pointers, atomic operations, barriers and fences.
    pub memory: bool,
    /// Whether loads and stores may be unaligned.
    pub unaligned: bool,
    /// Whether everything that the text format has to say occurs: names of all kinds, constants of all kinds, arguments
    /// of all roles, blocks that nothing reaches, modifiers that make no sense on hardware.
    pub all_syntax: bool,
}

/// Whether lowering carries out `op` on `target`.
fn can_be_lowered(op: Op, target: Target) -> bool {
    match op {
        // Of those that work across lanes a few, as they are many.
        _ if let Some((_, combine)) = op.across_lanes() => matches!(combine, Op::Add | Op::MinS | Op::FMax),
        Op::HardwareThreadId => target.platform().private != PrivateMemory::Unknown,
        _ => true,
    }
}

/// Operations that hardware computes inexactly.
pub(super) const INEXACT: [Op; 8] =
    [Op::FDiv, Op::FSqrt, Op::FRsqrt, Op::FExp2, Op::FLog2, Op::FPow, Op::FSin, Op::FCos];

/// The few operations on words that kernels need for what arrives as words.
const PLAIN_ON_WORDS: [Op; 18] = [
    Op::Add,
    Op::Sub,
    Op::And,
    Op::Or,
    Op::Xor,
    Op::MinS,
    Op::MaxS,
    Op::MinU,
    Op::MaxU,
    Op::Eq,
    Op::LtS,
    Op::LtU,
    Op::Select,
    Op::Trunc,
    Op::ZExt,
    Op::SExt,
    Op::SToF,
    Op::UToF,
];

impl Config {
    /// Everything that texture IR can say: for tests of its text.
    pub fn syntax() -> Config {
        Config {
            operations: 0..=40,
            branches: 6,
            depth: 3,
            texture_percent: 35,
            kernels: 0..=3,
            textures: TextureKind::ALL.to_vec(),
            dimensions: Dimension::all().filter(|dimension| *dimension != Dimension::Raw).collect(),
            plain: Op::ALL.to_vec(),
            plain_on_words: Op::ALL.to_vec(),
            scalars: Scalar::ALL.to_vec(),
            target: None,
            undefined: true,
            inexact: true,
            implicit_lod: true,
            variable_offsets: true,
            halves: true,
            of_target: false,
            chosen_bindings: true,
            memory: true,
            unaligned: true,
            all_syntax: true,
        }
    }

    /// What is lowered for `target`: arithmetic on `i32`, `f32`, `i1` and a little on `i16`; fetches of texels and
    /// samples, samples at a level that is given, gathers of the base level, queries, media blocks where the target has
    /// them; stores of 32-bit values and typed writes.
    pub fn lowerable(target: Target, simd: SimdWidth) -> Config {
        Config {
            operations: 1..=40,
            branches: 5,
            depth: 3,
            texture_percent: 40,
            kernels: 1..=1,
            textures: [
                TextureKind::Load,
                TextureKind::LoadMcs,
                TextureKind::LoadMs,
                TextureKind::Sample,
                TextureKind::Gather4,
                TextureKind::Size,
                TextureKind::SampleInfo,
            ]
            .into_iter()
            .chain(Message::MediaLd.row().targets.contains(target).then_some(TextureKind::MediaRead))
            .collect(),
            dimensions: Dimension::all()
                .filter(|dimension| !matches!(dimension, Dimension::Raw | Dimension::Any))
                .collect(),
            plain: Op::ALL.iter().copied().filter(|op| can_be_lowered(*op, target)).collect(),
            plain_on_words: PLAIN_ON_WORDS.to_vec(),
            scalars: vec![Scalar::I32, Scalar::F32, Scalar::I1, Scalar::I16],
            target: Some((target, simd)),
            undefined: true,
            inexact: true,
            implicit_lod: false,
            variable_offsets: false,
            halves: false,
            of_target: false,
            chosen_bindings: false,
            memory: false,
            unaligned: false,
            all_syntax: false,
        }
    }
}
