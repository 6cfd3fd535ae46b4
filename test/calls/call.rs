//! Texture calls, and their text.
//!
//! A call is a line of words: the operation, with `.h` where its parameters are halves; one letter for each parameter; the
//! element of the result and the channels that are read; the width; then what is not as usual.
//!
//! ```text
//! sample_l dd000 f.xyzw 16
//! gather4.h ddu0 h.x+r 8 off=1,0,0 ch=1 loop
//! ```

use std::fmt;
use std::str::FromStr;

use texvisa::ir::target::SimdWidth;

/// An operation that calls are generated of.
#[derive(Debug)]
pub struct Operation {
    /// Its name in the tables.
    pub name: &'static str,
    /// The intrinsic, without what its types add.
    pub intrinsic: &'static str,
    /// The parameters in the order of the intrinsic's, with spaces between them.
    pub params: &'static str,
    /// The type of the parameters: `f` for floats, which may be halves, `i` for dwords, `w` for words.
    pub element: char,
    /// Whether it takes texel offsets.
    pub has_offsets: bool,
    /// Among how many it is chosen.
    weight: u32,
}

const fn operation(
    name: &'static str,
    intrinsic: &'static str,
    params: &'static str,
    element: char,
    has_offsets: bool,
    weight: u32,
) -> Operation {
    Operation { name, intrinsic, params, element, has_offsets, weight }
}

/// Loads the MCS value of the coordinates, and the sample with it. The last two parameters are whether the upper dword of
/// the value goes to the second message (`d`), and whether the value is read besides (`d`).
pub const MCS_AND_SAMPLE: &str = "ld_mcs+ld2dms";

/// The operations, in the order of the intrinsics' documents.
pub const OPERATIONS: [Operation; 21] = [
    operation("sample", "sampleptr", "u v r ai minlod", 'f', true, 3),
    operation("sample_b", "sampleBptr", "bias u v r ai minlod", 'f', true, 1),
    operation("sample_l", "sampleLptr", "lod u v r ai", 'f', true, 4),
    operation("sample_c", "sampleCptr", "ref u v r ai minlod", 'f', true, 1),
    operation("sample_d", "sampleDptr", "u dudx dudy v dvdx dvdy r drdx drdy ai minlod", 'f', true, 3),
    operation("sample_b_c", "sampleBCptr", "ref bias u v r ai", 'f', true, 1),
    operation("sample_l_c", "sampleLCptr", "ref lod u v r ai", 'f', true, 1),
    operation("sample_d_c", "sampleDCptr", "ref u dudx dudy v dvdx dvdy r drdx drdy ai", 'f', true, 3),
    operation("sample_killpix", "sampleKillPix", "u v r", 'f', true, 1),
    operation("lod", "lodptr", "u v r ai", 'f', false, 1),
    operation("gather4", "gather4ptr", "u v r ai", 'f', true, 2),
    operation("gather4_c", "gather4Cptr", "ref u v r ai", 'f', true, 1),
    operation("gather4_po", "gather4POptr", "u v offu offv r", 'f', true, 1),
    operation("gather4_po_c", "gather4POCptr", "ref u v offu offv r", 'f', true, 1),
    operation("ld", "ldptr", "u v lod r", 'i', true, 5),
    operation("ld_mcs", "ldmcsptr", "u v r lod", 'i', true, 2),
    operation("ld2dms", "ldmsptr", "si mcs0 mcs1 u v r lod", 'i', true, 3),
    operation("ld2dms_w", "ldmsptr16bit", "si mcs0 mcs1 mcs2 mcs3 u v r lod", 'w', true, 3),
    operation(MCS_AND_SAMPLE, "ldmcsptr", "si u v upper read", 'i', true, 3),
    operation("resinfo", "resinfoptr", "lod", 'i', false, 2),
    operation("sampleinfo", "sampleinfoptr", "", 'i', false, 1),
];

impl Operation {
    /// Whether it has a sampler.
    pub fn has_sampler(&self) -> bool {
        self.element == 'f'
    }

    /// Whether it asks about a surface and takes no other operands than the level.
    pub fn is_query(&self) -> bool {
        matches!(self.name, "resinfo" | "sampleinfo")
    }

    /// Whether the gathered channel is an operand.
    pub fn has_channel(&self) -> bool {
        self.name.starts_with("gather4")
    }
}

/// What a parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Param {
    /// A value that differs between lanes.
    Divergent,
    /// A value that all lanes share.
    Uniform,
    /// Zero.
    Zero,
    /// -0.0, for integers zero.
    NegativeZero,
    /// 0.5, for integers 1.
    One,
    /// Undefined.
    Undef,
}

impl Param {
    const LETTERS: [(Param, char); 6] = [
        (Param::Divergent, 'd'),
        (Param::Uniform, 'u'),
        (Param::Zero, '0'),
        (Param::NegativeZero, 'n'),
        (Param::One, '1'),
        (Param::Undef, 'x'),
    ];
}

/// Where the call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// In the only block.
    Plain,
    /// In a loop that lanes leave at different times; its last result is read behind it.
    Loop,
    /// Under a condition that differs between lanes.
    Branch,
}

/// A texel offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offset {
    /// A number.
    Constant(i8),
    /// The argument `l`, which all lanes share.
    Argument,
}

/// A texture call, with what is around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The number of its row in [`OPERATIONS`].
    number: usize,
    /// Whether its parameters are halves.
    pub half: bool,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The element of its result: `f` float, `i` dword, `h` half.
    pub result: char,
    /// The channels that are read, by their numbers.
    pub reads: Vec<u8>,
    /// Whether the residency, or which pixels are killed, comes back; and whether it is read.
    pub residency: Option<bool>,
    /// The lanes.
    pub simd: SimdWidth,
    /// The texel offsets.
    pub offsets: [Offset; 3],
    /// The gathered channel.
    pub channel: u8,
    /// The number of the sampler.
    pub sampler: u32,
    /// Where it is.
    pub context: Context,
}

const CHANNELS: &str = "xyzw";
const NO_OFFSETS: [Offset; 3] = [Offset::Constant(0); 3];

impl Call {
    /// The operation.
    pub fn operation(&self) -> &'static Operation {
        &OPERATIONS[self.number]
    }

    /// Whether the program has words as parameters.
    pub fn has_program_words(&self) -> bool {
        self.operation().element == 'w'
    }

    /// The call of a seed, from a sequence of calls that is always the same.
    pub fn generate(seed: u64) -> Call {
        let mut rng = fastrand::Rng::with_seed(seed);
        // Seeds that follow one another start alike.
        rng.u64(..);
        Call::random(&mut rng)
    }

    fn random(rng: &mut fastrand::Rng) -> Call {
        let number = weighted(rng, &OPERATIONS.each_ref().map(|operation| operation.weight));
        let operation = &OPERATIONS[number];
        let half = operation.has_sampler() && rng.u32(..100) < 15;
        let params = random_params(rng, operation);
        let result = match operation.element {
            _ if operation.is_query() => 'i',
            'f' if half => pick(rng, &['h', 'f']),
            'f' => ['f', 'i', 'h'][weighted(rng, &[7, 2, 2])],
            _ => ['f', 'i'][weighted(rng, &[7, 2])],
        };
        let result = if operation.name == "ld_mcs" { 'i' } else { result };
        let may_ask = !operation.is_query() && !matches!(operation.name, "lod" | "ld_mcs" | MCS_AND_SAMPLE);
        let kills = operation.name == "sample_killpix";
        let share = if kills { 90 } else { 12 };
        let residency = (may_ask && rng.u32(..100) < share).then(|| rng.u32(..100) < if kills { 90 } else { 50 });
        let sets: [&[u8]; 7] = [&[0, 1, 2, 3], &[0], &[3], &[1], &[0, 1], &[0, 1, 2], &[1, 3]];
        let reads = sets[weighted(rng, &[5, 3, 1, 1, 2, 1, 1])].to_vec();
        let mut offsets = NO_OFFSETS;
        if operation.has_offsets && !operation.name.contains("_po") && rng.u32(..100) < 12 {
            offsets = [pick(rng, &[0, 1, -2]), pick(rng, &[0, 3]), pick(rng, &[0, 0, 1])].map(Offset::Constant);
            match rng.u32(..40) {
                0 => offsets[1] = Offset::Argument,
                1 => offsets[0] = Offset::Constant(9),
                _ => {}
            }
        }
        let compares = operation.name.ends_with("_c");
        let channel = if operation.has_channel() && !compares { pick(rng, &[0, 0, 0, 1, 2, 3]) } else { 0 };
        let sampler = if operation.has_sampler() && rng.u32(..120) == 0 { 20 } else { 0 };
        let mut context = [Context::Plain, Context::Loop, Context::Branch][weighted(rng, &[10, 1, 1])];
        // What does not change is moved out of a loop.
        if context == Context::Loop && !params.contains(&Param::Divergent) {
            context = Context::Plain;
        }
        let simd = [SimdWidth::Simd8, SimdWidth::Simd16, SimdWidth::Simd32][weighted(rng, &[3, 5, 2])];
        Call { number, half, params, result, reads, residency, simd, offsets, channel, sampler, context }
    }
}

fn pick<T: Copy>(rng: &mut fastrand::Rng, values: &[T]) -> T {
    values[rng.usize(..values.len())]
}

/// An index, chosen by weights.
fn weighted(rng: &mut fastrand::Rng, weights: &[u32]) -> usize {
    let mut left = rng.u32(..weights.iter().sum::<u32>());
    for (index, weight) in weights.iter().enumerate() {
        match left.checked_sub(*weight) {
            Some(rest) => left = rest,
            None => return index,
        }
    }
    0
}

fn random_params(rng: &mut fastrand::Rng, operation: &Operation) -> Vec<Param> {
    use Param::{Divergent, NegativeZero, One, Undef, Uniform, Zero};
    let dimensions = pick(rng, &[1, 2, 2, 2, 3]);
    // Half of the calls have parameters of one kind, as most programs do.
    let common = [Some(Divergent), Some(Uniform), None][weighted(rng, &[6, 2, 4])];
    let of = |rng: &mut fastrand::Rng, kinds: &[Param], weights: &[u32]| kinds[weighted(rng, weights)];
    let params = operation.params.split_whitespace().map(|name| match name {
        "upper" => of(rng, &[Divergent, Zero], &[7, 3]),
        "read" => of(rng, &[Zero, Divergent], &[4, 1]),
        "ai" | "minlod" => of(rng, &[Zero, Divergent], &[4, 1]),
        "r" | "drdx" | "drdy" if dimensions < 3 => of(rng, &[Zero, Undef, NegativeZero], &[16, 2, 1]),
        "v" | "dvdx" | "dvdy" if dimensions < 2 => of(rng, &[Zero, Undef, NegativeZero], &[16, 2, 1]),
        "lod" => match of(rng, &[Zero, Divergent, Uniform, NegativeZero, One], &[6, 3, 2, 1, 1]) {
            Divergent => common.unwrap_or(Divergent),
            other => other,
        },
        "mcs1" | "mcs2" | "mcs3" => match of(rng, &[Divergent, Zero, Undef], &[8, 4, 1]) {
            Divergent => common.unwrap_or(Divergent),
            other => other,
        },
        _ => common
            .unwrap_or_else(|| of(rng, &[Divergent, Uniform, Zero, One, Undef, NegativeZero], &[16, 10, 4, 4, 1, 1])),
    });
    params.collect()
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |param: &Param| Param::LETTERS.iter().find(|row| row.0 == *param).map_or('?', |row| row.1);
        let params: String = self.params.iter().map(letter).collect();
        let reads: String = self.reads.iter().filter_map(|channel| CHANNELS.chars().nth((*channel).into())).collect();
        let half = if self.half { ".h" } else { "" };
        let residency = match self.residency {
            None => "",
            Some(true) => "+r",
            Some(false) => "+u",
        };
        let params = if params.is_empty() { "-" } else { &params };
        write!(f, "{}{half} {params} {}.{reads}{residency} {}", self.operation().name, self.result, self.simd.lanes())?;
        if self.offsets != NO_OFFSETS {
            let text = self.offsets.map(|offset| match offset {
                Offset::Constant(number) => number.to_string(),
                Offset::Argument => "l".to_owned(),
            });
            write!(f, " off={}", text.join(","))?;
        }
        if self.channel != 0 {
            write!(f, " ch={}", self.channel)?;
        }
        if self.sampler != 0 {
            write!(f, " smp={}", self.sampler)?;
        }
        f.write_str(match self.context {
            Context::Plain => "",
            Context::Loop => " loop",
            Context::Branch => " branch",
        })
    }
}

impl FromStr for Call {
    type Err = String;

    fn from_str(text: &str) -> Result<Call, String> {
        read(text).ok_or_else(|| format!("`{text}` is no call; expected words as in `sample_l dd000 f.xyzw 16`"))
    }
}

fn read(text: &str) -> Option<Call> {
    let mut words = text.split_whitespace();
    let name = words.next()?;
    let (name, half) = name.strip_suffix(".h").map_or((name, false), |name| (name, true));
    let number = OPERATIONS.iter().position(|operation| operation.name == name)?;
    let letters = words.next()?;
    let params = letters.chars().filter(|letter| *letter != '-');
    let params =
        params.map(|letter| Some(Param::LETTERS.iter().find(|row| row.1 == letter)?.0)).collect::<Option<_>>()?;
    let (result, rest) = words.next()?.split_once('.')?;
    let (channels, residency) = match rest.split_once('+') {
        None => (rest, None),
        Some((channels, "r")) => (channels, Some(true)),
        Some((channels, "u")) => (channels, Some(false)),
        Some(_) => return None,
    };
    let reads = channels.chars().map(|letter| Some(CHANNELS.find(letter)? as u8)).collect::<Option<_>>()?;
    let mut call = Call {
        number,
        half,
        params,
        result: result.chars().next()?,
        reads,
        residency,
        simd: SimdWidth::from_lanes(words.next()?.parse().ok()?)?,
        offsets: NO_OFFSETS,
        channel: 0,
        sampler: 0,
        context: Context::Plain,
    };
    for word in words {
        match word.split_once('=') {
            Some(("off", list)) => {
                for (offset, text) in call.offsets.iter_mut().zip(list.split(',')) {
                    *offset = if text == "l" { Offset::Argument } else { Offset::Constant(text.parse().ok()?) };
                }
            }
            Some(("ch", channel)) => call.channel = channel.parse().ok()?,
            Some(("smp", sampler)) => call.sampler = sampler.parse().ok()?,
            None if word == "loop" => call.context = Context::Loop,
            None if word == "branch" => call.context = Context::Branch,
            _ => return None,
        }
    }
    (call.params.len() == call.operation().params.split_whitespace().count()).then_some(call)
}
