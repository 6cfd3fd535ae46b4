//! The table of real kernels that run on pictures, `kernels.txt`: what each is given, and how far results may be apart.

use texvisa_opencl::{Argument, Image, Range, Texel};

const TABLE: &str = include_str!("kernels.txt");

/// A row of the table.
pub struct RealKernel {
    pub project: String,
    /// The file in the project, without its ending.
    pub source: String,
    pub kernel: String,
    /// In the order of the source.
    pub arguments: Vec<(String, Given)>,
    pub range: Range,
    /// By how much numbers may differ.
    pub tolerance: f64,
}

/// What an argument is given.
pub enum Given {
    Image { image: Image, is_result: bool },
    Buffer { scalar: Scalar, bytes: Vec<u8>, is_result: bool },
    Numbers { bits: Vec<u32>, text: String },
    Local(usize),
}

/// What the elements of a buffer are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    F32,
    I32,
    U16,
    U8,
}

impl Scalar {
    const NAMES: [(&'static str, Scalar); 4] =
        [("f32", Scalar::F32), ("i32", Scalar::I32), ("u16", Scalar::U16), ("u8", Scalar::U8)];

    /// What the channels of a texel are.
    pub const fn of(texel: Texel) -> Scalar {
        match texel {
            Texel::Float | Texel::RFloat => Scalar::F32,
            Texel::Uint16 => Scalar::U16,
            Texel::Unorm8 | Texel::Uint8 | Texel::RUint8 => Scalar::U8,
        }
    }

    pub const fn bytes(self) -> usize {
        match self {
            Scalar::F32 | Scalar::I32 => 4,
            Scalar::U16 => 2,
            Scalar::U8 => 1,
        }
    }

    /// The number that an element is.
    pub fn number(self, bytes: &[u8]) -> f64 {
        let byte = |index| bytes.get(index).copied().unwrap_or_default();
        match self {
            Scalar::F32 => f64::from(f32::from_le_bytes(std::array::from_fn(byte))),
            Scalar::I32 => f64::from(i32::from_le_bytes(std::array::from_fn(byte))),
            Scalar::U16 => f64::from(u16::from_le_bytes(std::array::from_fn(byte))),
            Scalar::U8 => f64::from(byte(0)),
        }
    }

    fn push(self, number: f64, bytes: &mut Vec<u8>) {
        match self {
            Scalar::F32 => bytes.extend((number as f32).to_le_bytes()),
            Scalar::I32 => bytes.extend((number.floor() as i32).to_le_bytes()),
            Scalar::U16 => bytes.extend((number.floor() as u16).to_le_bytes()),
            Scalar::U8 => bytes.push(number.floor() as u8),
        }
    }
}

const TEXELS: [(&str, Texel); 6] = [
    ("rgba8", Texel::Unorm8),
    ("rgba8ui", Texel::Uint8),
    ("rgba16ui", Texel::Uint16),
    ("rgba32f", Texel::Float),
    ("r8ui", Texel::RUint8),
    ("r32f", Texel::RFloat),
];

/// Every byte of a result before it is written.
const BEFORE: u8 = 0xcd;

impl Given {
    /// Whether it is compared when the kernel has run.
    pub fn is_result(&self) -> bool {
        matches!(self, Given::Image { is_result: true, .. } | Given::Buffer { is_result: true, .. })
    }

    pub fn argument(&self) -> Argument<'_> {
        match self {
            Given::Image { image, is_result: false } => Argument::Source(image),
            Given::Image { image, is_result: true } => Argument::Result(image),
            Given::Buffer { bytes, .. } => Argument::Buffer(bytes),
            Given::Numbers { bits, .. } => Argument::Words(bits),
            Given::Local(bytes) => Argument::Local(*bytes),
        }
    }
}

/// All rows.
///
/// # Errors
///
/// The first line that is none.
pub fn rows() -> Result<Vec<RealKernel>, String> {
    let lines = TABLE.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let row = |(index, line)| row(line).map_err(|what| format!("test/pocl/kernels.txt:{}: {what}", index + 1));
    lines.map(row).collect()
}

fn row(line: &str) -> Result<RealKernel, String> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [path, arguments, range, operations, tolerance] = fields[..] else {
        return Err(format!(
            "{} fields; expected kernel | arguments | grid/group | operations | tolerance",
            fields.len()
        ));
    };
    let derived = derived(operations)?;
    let written = if derived == 0.0 { "0".to_owned() } else { format!("{derived:.1e}") };
    if written != tolerance {
        return Err(format!("the tolerance is {tolerance}; from the operations it is {written}"));
    }
    let parts: Vec<&str> = path.split('/').collect();
    let [project, source @ .., kernel] = &parts[..] else { return Err(format!("`{path}` is no path of a kernel")) };
    let mut given = Vec::new();
    for word in arguments.split_whitespace() {
        let at = word.find(['<', '>', '^', '=', '#']).ok_or_else(|| format!("`{word}` gives no value"))?;
        let name = &word[..at];
        let value =
            argument(word, &word[at..at + 1], &word[at + 1..]).ok_or_else(|| format!("`{word}` is no argument"))?;
        // The macros of clij make three numbers of the size of a picture stand before it.
        if *project == "clij"
            && let Some([width, height, depth]) = extent(word, &value)
        {
            for (axis, size) in [("width", width), ("height", height), ("depth", depth)] {
                given.push((
                    format!("image_size_{name}_{axis}"),
                    Given::Numbers { bits: vec![size], text: size.to_string() },
                ));
            }
        }
        given.push((name.to_owned(), value));
    }
    let (items, group) = range.split_once('/').unwrap_or((range, ""));
    let items = sizes(items).ok_or_else(|| format!("`{items}` is no grid"))?;
    let group =
        if group.is_empty() { None } else { Some(sizes(group).ok_or_else(|| format!("`{group}` is no group"))?) };
    Ok(RealKernel {
        project: (*project).to_owned(),
        source: source.join("/"),
        kernel: (*kernel).to_owned(),
        arguments: given,
        range: Range { items, group },
        tolerance: derived,
    })
}

/// One to three numbers with `x` between them; 1 where there are less.
fn sizes(text: &str) -> Option<[u32; 3]> {
    let mut sizes = [1; 3];
    for (index, number) in text.split('x').enumerate() {
        *sizes.get_mut(index)? = number.parse().ok()?;
    }
    Some(sizes)
}

/// The size of a picture that clij passes: of an image its own, of a buffer what is written of it.
fn extent(word: &str, given: &Given) -> Option<[u32; 3]> {
    match given {
        Given::Image { .. } | Given::Buffer { .. } => sizes(word.split('/').nth(1)?),
        _ => None,
    }
}

/// An argument: `<` and `^` a picture or buffer that is read or changed, `>` one that is written, `=` numbers, `#`
/// bytes of local memory.
fn argument(word: &str, kind: &str, value: &str) -> Option<Given> {
    match kind {
        "=" => {
            let bits = value.split(',').map(word_of).collect::<Option<_>>()?;
            Some(Given::Numbers { bits, text: value.to_owned() })
        }
        "#" => value.parse().ok().map(Given::Local),
        _ => {
            let mut parts = value.split('/');
            let (format, size) = (parts.next()?, parts.next()?);
            let numbers = match (kind, parts.next()) {
                (">", None) => None,
                ("<" | "^", Some(range)) => {
                    let (low, high) = range.split_once("..")?;
                    Some([low.parse::<f64>().ok()?, high.parse::<f64>().ok()?])
                }
                _ => return None,
            };
            let extent = sizes(size)?;
            let seed = word.bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
            let is_result = kind != "<";
            if let Some((_, scalar)) = Scalar::NAMES.iter().find(|(name, _)| *name == format) {
                let bytes = content(*scalar, 1, extent, numbers, seed);
                return Some(Given::Buffer { scalar: *scalar, bytes, is_result });
            }
            let (_, texel) = TEXELS.iter().find(|(name, _)| *name == format)?;
            let bytes = content(Scalar::of(*texel), texel.channels(), extent, numbers, seed);
            let depth = (size.split('x').count() == 3).then_some(extent[2]);
            let image = Image { texel: *texel, size: (extent[0], extent[1], depth), bytes };
            Some(Given::Image { image, is_result })
        }
    }
}

/// The bits of a number: of a float where it has a point.
fn word_of(text: &str) -> Option<u32> {
    if text.contains('.') {
        text.parse::<f32>().ok().map(f32::to_bits)
    } else {
        text.parse::<i32>().ok().map(i32::cast_unsigned)
    }
}

/// Shapes that brighten and darken, with noise upon them, in the range of `numbers`; where there is none, [`BEFORE`].
fn content(scalar: Scalar, channels: usize, extent: [u32; 3], numbers: Option<[f64; 2]>, seed: u64) -> Vec<u8> {
    let [width, height, depth] = extent;
    let count = width as usize * height as usize * depth as usize * channels;
    let Some([low, high]) = numbers else { return vec![BEFORE; count * scalar.bytes()] };
    let mut random = fastrand::Rng::with_seed(seed);
    let mut bytes = Vec::with_capacity(count * scalar.bytes());
    for index in 0..count {
        let texel = index / channels;
        let [x, y, z] =
            [texel % width as usize, texel / width as usize % height as usize, texel / (width * height) as usize];
        let shape = (0.3 * x as f64 + (index % channels) as f64).sin() * (0.23 * y as f64 + 0.4 * z as f64).cos();
        let part = 0.5 + 0.25 * shape + 0.5 * (random.f64() - 0.5);
        scalar.push(low + (high - low) * part.clamp(0.0, 0.999), &mut bytes);
    }
    bytes
}

/// An operation, and its error by the number behind it.
type Operation = (&'static str, fn(f64) -> f64);

/// What an operation may add to the error of a result, in units in the last place (OpenCL C 3.0, section 7.4, "Relative Error as
/// ULPs": the table of the full profile, and for exponentials the table of `-cl-unsafe-math-optimizations`). Sums and products are rounded once; `a * b + c` once or twice. `exp x` and `linear size` depend
/// on what follows: exponentials have `3 + floor(2 |x|)`, and filters the rounding of a coordinate up to `size` along each
/// of two axes, as a weight, and that of three interpolations of a product and two sums.
const OPERATIONS: [Operation; 7] = [
    ("add", |count| 0.5 * count),
    ("mul", |count| 0.5 * count),
    ("mad", |count| count),
    ("div", |count| 2.5 * count),
    ("sqrt", |count| 3.0 * count),
    ("exp", |x| 3.0 + (2.0 * x).floor()),
    ("linear", |size| 2.0 * size + 3.0 * 1.5),
];

/// The tolerance of `mad 11, div 1 * 100`: both implementations may be that far from the exact result, where no number
/// on the way is above 100. `step 1` is one step of an integer, as which a result is stored.
fn derived(operations: &str) -> Result<f64, String> {
    if operations == "exact" {
        return Ok(0.0);
    }
    let (list, magnitude) = operations.split_once('*').unwrap_or((operations, "1"));
    let magnitude: f64 = magnitude.trim().parse().map_err(|_| format!("`{magnitude}` is no magnitude"))?;
    let (mut ulps, mut steps) = (0.0, 0.0);
    for operation in list.split(',').map(str::trim) {
        let known = operation.split_once(' ').and_then(|(name, count)| Some((name, count.parse::<f64>().ok()?)));
        let (name, count) = known.ok_or_else(|| format!("`{operation}` is no operation with a number"))?;
        if name == "step" {
            steps += count;
            continue;
        }
        let (_, error) =
            OPERATIONS.iter().find(|(known, _)| *known == name).ok_or_else(|| format!("unknown `{name}`"))?;
        ulps += error(count);
    }
    Ok(steps + 2.0 * ulps * f64::from(f32::EPSILON) * magnitude)
}
