//! What the seed of a trial decides before it draws the inputs: kinds of inputs that random numbers rarely are.
//!
//! Each is drawn with random numbers of its own, so that the inputs of other trials stay what they are. Since the seed alone
//! decides, who wants inputs of a kind looks for a seed that has them ([`InputKind::after`]), and the seed repeats the trial.

use fastrand::Rng;
use texvisa_ir::texture::{InstData, Kernel, Op, Scalar, ValueDef};

/// The kinds of inputs of a trial.
pub(super) struct Mode {
    /// What all dwords of a buffer are, where that was chosen.
    pub sentinel: Option<Sentinel>,
    /// Whether the grid is large.
    pub is_roomy: bool,
    /// Whether numbers and surfaces that may bound a loop are small: [`RESTRAINED`].
    pub is_restrained: bool,
    /// Whether the work group has a size that programs are often written for: [`USUAL_GROUP`].
    pub has_usual_group: bool,
    /// Whether all inputs are as a program is usually given them: [`ORDINARY`].
    pub is_ordinary: bool,
    /// Whether one hardware thread may execute many instructions: [`LONG`].
    pub is_long: bool,
    /// Chooses at which far offset a buffer begins, in a trial that is [`FAR`].
    far: Option<Rng>,
    /// Whether what a program asks of its images and samplers is what is bound, and not any number.
    pub knows_images: bool,
}

/// A kind of inputs that few seeds have.
#[derive(Clone, Copy)]
pub(super) struct InputKind {
    /// What tells the random numbers that choose it from those of the rest.
    salt: u64,
    /// One of so many seeds has it.
    one_in: u32,
}

/// Small numbers wherever a loop may count to them: uniform arguments, the sizes of surfaces, and the dwords of most
/// buffers. With ordinary ones, six loops in each other do not end.
pub(super) const RESTRAINED: InputKind = InputKind { salt: 0x7e57_4a1d, one_in: 64 };
/// A work group of a usual size. A program that fills local memory for such a group, and does not say that it needs one,
/// reads what none has written in any other.
pub(super) const USUAL_GROUP: InputKind = InputKind { salt: 0x6057_0a1c, one_in: 64 };
/// Groups, strides, and what is in memory are as a program is usually given them (`ordinary.rs`). Such inputs find little that
/// is wrong at edges, so they come where others leave nothing to compare.
pub(super) const ORDINARY: InputKind = InputKind { salt: 0x0bd1_4a2e, one_in: 4096 };
/// One hardware thread, the only one of its group, which may execute many instructions; what may bound a loop is small. A key
/// derivation has a million instructions whatever its inputs are. Such a trial takes long, so it is the last, and made only where no
/// other could be compared.
pub(super) const LONG: InputKind = InputKind { salt: 0x10f9_7f1a, one_in: 1 << 16 };
/// Buffers begin at an offset that is far behind their start, where a program accesses such offsets ([`FarOffsets`]).
///
/// [`FarOffsets`]: super::far::FarOffsets
const FAR: InputKind = InputKind { salt: 0x0fa2_4a5e, one_in: 16 };
/// What tells the random numbers that choose sentinels from those of the rest.
const SENTINELS: u64 = 0x5e47_1e1d;
/// What tells the random numbers that choose what is known of images from those of the rest.
const IMAGES: u64 = 0x1a4a_6e55;
/// What tells the random numbers that choose large grids from those of the rest.
const ROOMY: u64 = 0x4009_7f1d;

impl InputKind {
    /// Whether the trial with `seed` has inputs of this kind.
    fn is_of(self, seed: u64) -> bool {
        Rng::with_seed(seed ^ self.salt).u32(0..self.one_in) == 0
    }

    /// A seed after `seed` of a trial with inputs of this kind.
    pub fn after(self, seed: u64) -> u64 {
        let mut next = seed.wrapping_add(1);
        while !self.is_of(next) {
            next = next.wrapping_add(1);
        }
        next
    }
}

impl Mode {
    /// The kinds of inputs that the trial with `seed` has.
    ///
    /// With `has_far_offsets` the program accesses memory far behind the start of a buffer.
    pub fn new(kernel: &Kernel, seed: u64, has_far_offsets: bool) -> Mode {
        let sentinel = sentinel(kernel, seed);
        let is_roomy = Rng::with_seed(seed ^ ROOMY).u32(0..if sentinel.is_some() { 2 } else { 8 }) == 0;
        let [is_restrained, has_usual_group, is_ordinary, is_long] =
            [RESTRAINED, USUAL_GROUP, ORDINARY, LONG].map(|kind| kind.is_of(seed));
        let is_restrained = is_restrained || is_long;
        let sentinel = if is_ordinary { None } else { sentinel };
        let knows_images = Rng::with_seed(seed ^ IMAGES).u32(0..4) != 0;
        let far = (has_far_offsets && FAR.is_of(seed)).then(|| Rng::with_seed(seed ^ FAR.salt));
        Mode { sentinel, is_roomy, is_restrained, has_usual_group, is_ordinary, is_long, far, knows_images }
    }

    /// The first byte that a buffer holds which a program accesses at these offsets, in a trial that is far.
    pub fn far_byte(&mut self, offsets: &[u64]) -> Option<u64> {
        if offsets.is_empty() { None } else { self.far.as_mut().map(|rng| offsets[rng.usize(0..offsets.len())]) }
    }
}

/// Numbers that end a list in memory.
pub(super) struct Sentinel {
    rng: Rng,
    known: Vec<u32>,
}

impl Sentinel {
    /// The bytes of a buffer of one number: one that ends a list, or a small one.
    pub fn fill(&mut self, bytes: usize) -> Vec<u8> {
        let word = match self.rng.bool() {
            true => self.known[self.rng.usize(0..self.known.len())],
            false => self.rng.u32(0..4),
        };
        word.to_le_bytes().into_iter().cycle().take(bytes).collect()
    }
}

/// In one of eight trials, the numbers that a kernel compares dwords with for equality. A kernel that reads a list up to
/// such a number finds none in random bits, in no lane and even less in all of them, and does not end.
fn sentinel(kernel: &Kernel, seed: u64) -> Option<Sentinel> {
    let mut rng = Rng::with_seed(seed ^ SENTINELS);
    if rng.u32(0..8) != 0 {
        return None;
    }
    let mut known = Vec::new();
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        let InstData::Plain { op: Op::Eq | Op::Ne, args } = &kernel.insts[*inst] else { continue };
        known.extend(args[..2].iter().filter_map(|value| match kernel.values.get(*value)?.def {
            ValueDef::Constant(bits) if kernel.ty(*value).scalar == Scalar::I32 => Some(bits.get() as u32),
            _ => None,
        }));
    }
    known.sort_unstable();
    known.dedup();
    if known.is_empty() { None } else { Some(Sentinel { rng, known }) }
}
