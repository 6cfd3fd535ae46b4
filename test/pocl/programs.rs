//! Which kernels are run on what.

use texvisa_opencl::{Address, Filter, Image, Texel};

use crate::pictures::{HEIGHT, WIDTH, mask, random, result, scene, table};

/// An argument of a run, with the name that it has in the source.
pub enum Given {
    /// An image that is read.
    Source(Image),
    /// An image that is written.
    Result(Image),
    /// A sampler.
    Sampler(Filter, Address),
    /// Bits of a value, or of a structure as it is in memory.
    Words(Vec<u32>),
}

/// One run of a kernel.
pub struct Run {
    /// What is special about it.
    pub title: String,
    /// All arguments, in the order of the source.
    pub arguments: Vec<(&'static str, Given)>,
    /// Work items along x and y: more than there are pixels.
    pub items: [u32; 2],
}

/// How far results may be apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tolerance {
    /// Not at all.
    Exact,
    /// 1/255 a channel.
    Step,
}

/// A kernel and its runs.
pub struct Subject {
    /// The folder of `test/corpus`.
    pub program: &'static str,
    /// The kernel.
    pub kernel: &'static str,
    /// How far results may be apart.
    pub tolerance: Tolerance,
    /// Its runs.
    pub runs: fn() -> Vec<Run>,
}

/// All of them.
pub const SUBJECTS: [Subject; 10] = [
    Subject { program: "copy", kernel: "copy", tolerance: Tolerance::Exact, runs: copy },
    Subject { program: "gaussian", kernel: "gaussian_rows", tolerance: Tolerance::Step, runs: gaussian },
    Subject { program: "gaussian", kernel: "gaussian_columns", tolerance: Tolerance::Step, runs: gaussian },
    Subject { program: "sobel", kernel: "sobel", tolerance: Tolerance::Step, runs: sobel },
    Subject { program: "rotate", kernel: "rotate_bordered", tolerance: Tolerance::Step, runs: rotate_bordered },
    Subject { program: "rotate", kernel: "rotate_sampled", tolerance: Tolerance::Step, runs: rotate_sampled },
    Subject { program: "lut3d", kernel: "lut3d", tolerance: Tolerance::Step, runs: lut3d },
    Subject { program: "rank", kernel: "rank", tolerance: Tolerance::Exact, runs: rank },
    Subject { program: "median", kernel: "median", tolerance: Tolerance::Exact, runs: median },
    Subject { program: "scramble", kernel: "scramble", tolerance: Tolerance::Exact, runs: scramble },
];

const PICTURE: (u32, u32, Option<u32>) = (WIDTH, HEIGHT, None);

/// The grid for results of the pictures' size: rounded up to a group, as hosts do it.
const ITEMS: [u32; 2] = [40, 24];

fn ints(values: &[i32]) -> Given {
    Given::Words(values.iter().map(|value| value.cast_unsigned()).collect())
}

fn floats(values: &[f32]) -> Given {
    Given::Words(values.iter().map(|value| value.to_bits()).collect())
}

fn copy() -> Vec<Run> {
    let run = |title: &str, source: Image, canvas: [u32; 2], origin: [i32; 2], flip| {
        let result = result(source.texel, canvas[0], canvas[1]);
        Run {
            title: title.to_owned(),
            arguments: vec![
                ("source", Given::Source(source)),
                ("result", Given::Result(result)),
                ("origin", ints(&origin)),
                ("flip", ints(&[flip])),
                ("fill", ints(&[1, 22, 203, 255])),
            ],
            items: canvas.map(|size| size.next_multiple_of(8)),
        }
    };
    vec![
        run("all", random(Texel::Uint8, PICTURE, 1), [WIDTH, HEIGHT], [0, 0], 0),
        run("flipped", random(Texel::Uint16, PICTURE, 2), [WIDTH, HEIGHT], [0, 0], 1),
        run("padded", scene(Texel::Uint8), [50, 31], [-7, -3], 1),
        run("cropped", scene(Texel::Uint16), [11, 9], [21, 5], 0),
    ]
}

fn gaussian() -> Vec<Run> {
    let run = |title: String, source: Image, texel, radius, sigma, border| Run {
        title,
        arguments: vec![
            ("source", Given::Source(source)),
            ("result", Given::Result(result(texel, WIDTH, HEIGHT))),
            ("radius", ints(&[radius])),
            ("sigma", floats(&[sigma])),
            ("border", ints(&[border])),
        ],
        items: ITEMS,
    };
    let mut runs = Vec::new();
    for (border, name) in [(0, "edge"), (1, "mirror"), (2, "nothing")] {
        runs.push(run(format!("noise, {name}"), random(Texel::Unorm8, PICTURE, 3), Texel::Float, 4, 1.7, border));
    }
    runs.push(run("floats".into(), random(Texel::Float, PICTURE, 4), Texel::Float, 2, 5.0, 1));
    runs.push(run("scene".into(), scene(Texel::Unorm8), Texel::Unorm8, 3, 1.2, 0));
    runs.push(run("scene, wider than the picture".into(), scene(Texel::Float), Texel::Unorm8, 41, 13.5, 1));
    runs.push(run("no radius".into(), scene(Texel::Unorm8), Texel::Unorm8, 0, 1.0, 2));
    runs
}

fn sobel() -> Vec<Run> {
    let run = |title: &str, source: Image, texel, threshold, gain| Run {
        title: title.to_owned(),
        arguments: vec![
            ("source", Given::Source(source)),
            ("mask", Given::Source(mask())),
            ("edges", Given::Result(result(texel, WIDTH, HEIGHT))),
            ("direction", Given::Result(result(texel, WIDTH, HEIGHT))),
            ("threshold", floats(&[threshold])),
            ("gain", floats(&[gain])),
        ],
        items: ITEMS,
    };
    vec![
        run("noise", random(Texel::Unorm8, PICTURE, 5), Texel::Float, 0.3, 0.4),
        run("floats", random(Texel::Float, PICTURE, 6), Texel::Float, 0.05, 0.2),
        run("scene", scene(Texel::Unorm8), Texel::Unorm8, 0.12, 0.5),
    ]
}

/// The angles, places and scales that pictures are turned by.
const TURNS: [(&str, f32, [f32; 2], f32); 4] = [
    ("not at all", 0.0, [WIDTH as f32 / 2.0, HEIGHT as f32 / 2.0], 1.0),
    ("a little", 7.5, [18.5, 11.5], 1.0),
    ("far and smaller", -118.3, [14.2, 9.7], 0.6),
    ("enlarged", 41.0, [20.0, 10.0], 3.3),
];

fn rotate_bordered() -> Vec<Run> {
    let mut runs = Vec::new();
    for (turn, angle, centre, scale) in TURNS {
        for (name, source, texel) in [
            ("noise", random(Texel::Unorm8, PICTURE, 8), Texel::Float),
            ("floats", random(Texel::Float, PICTURE, 9), Texel::Float),
            ("scene", scene(Texel::Unorm8), Texel::Unorm8),
        ] {
            runs.push(Run {
                title: format!("{name}, {turn}"),
                arguments: vec![
                    ("source", Given::Source(source)),
                    ("result", Given::Result(result(texel, WIDTH, HEIGHT))),
                    ("angle", floats(&[angle])),
                    ("centre", floats(&centre)),
                    ("scale", floats(&[scale])),
                    ("background", floats(&[0.1, 0.2, 0.3, 1.0])),
                ],
                items: ITEMS,
            });
        }
    }
    runs
}

fn rotate_sampled() -> Vec<Run> {
    let samplers = [
        ("edge", Filter::Linear, Address::ClampToEdge),
        ("border", Filter::Linear, Address::Clamp),
        ("repeated", Filter::Linear, Address::Repeat),
        ("mirrored", Filter::Linear, Address::MirroredRepeat),
        ("nearest, mirrored", Filter::Nearest, Address::MirroredRepeat),
    ];
    let mut runs = Vec::new();
    for (index, (name, filter, address)) in samplers.into_iter().enumerate() {
        let (turn, angle, centre, scale) = TURNS[1 + index % 3];
        for (picture, source, texel) in [
            ("noise", random(Texel::Float, PICTURE, 10 + index as u64), Texel::Float),
            ("scene", scene(Texel::Unorm8), Texel::Unorm8),
        ] {
            runs.push(Run {
                title: format!("{picture}, {name}, {turn}"),
                arguments: vec![
                    ("source", Given::Source(source)),
                    ("result", Given::Result(result(texel, WIDTH, HEIGHT))),
                    ("sampler", Given::Sampler(filter, address)),
                    ("angle", floats(&[angle])),
                    ("centre", floats(&centre)),
                    ("scale", floats(&[scale])),
                ],
                items: ITEMS,
            });
        }
    }
    runs
}

fn lut3d() -> Vec<Run> {
    let run = |title: &str, source: Image, table: Image, texel, domain: [[f32; 4]; 2], strength| Run {
        title: title.to_owned(),
        arguments: vec![
            ("source", Given::Source(source)),
            ("table", Given::Source(table)),
            ("result", Given::Result(result(texel, WIDTH, HEIGHT))),
            ("low", floats(&domain[0])),
            ("high", floats(&domain[1])),
            ("strength", floats(&[strength])),
        ],
        items: ITEMS,
    };
    let usual = [[0.0; 4], [1.0; 4]];
    let narrow = [[0.1, 0.0, -0.2, 0.0], [0.8, 1.0, 0.9, 1.0]];
    let uneven = |texel| random(texel, (5, 7, Some(6)), 20);
    vec![
        run("noise", random(Texel::Unorm8, PICTURE, 21), uneven(Texel::Float), Texel::Float, usual, 1.0),
        run("out of the domain", random(Texel::Float, PICTURE, 22), uneven(Texel::Unorm8), Texel::Float, narrow, 0.6),
        run("not looked up", random(Texel::Float, PICTURE, 23), uneven(Texel::Float), Texel::Float, usual, 0.0),
        run("scene", scene(Texel::Unorm8), table(Texel::Float, (17, 17, 17)), Texel::Unorm8, usual, 1.0),
        run("scene, fine table", scene(Texel::Unorm8), table(Texel::Unorm8, (33, 33, 33)), Texel::Unorm8, narrow, 0.8),
    ]
}

fn rank() -> Vec<Run> {
    let run = |title: &str, source: Image, radius, [percent, prior, values]: [i32; 3], weights: [i32; 3]| Run {
        title: title.to_owned(),
        arguments: vec![
            ("source", Given::Source(source)),
            ("result", Given::Result(result(Texel::Uint8, WIDTH, HEIGHT))),
            ("settings", ints(&[radius, percent | prior << 16, weights[0], weights[1], weights[2], values])),
        ],
        items: ITEMS,
    };
    let luma = [77, 150, 29];
    vec![
        run("median of noise", random(Texel::Uint8, PICTURE, 30), 2, [50, 0, 256], luma),
        run("least of the scene", scene(Texel::Uint8), 3, [0, 0, 256], luma),
        run("largest of red", random(Texel::Uint8, PICTURE, 31), 1, [99, 0, 256], [256, 0, 0]),
        run("clamped", random(Texel::Uint16, PICTURE, 32), 1, [50, 1, 100], luma),
        run("a pixel alone", scene(Texel::Uint8), 0, [50, 3, 17], luma),
        run("no window", scene(Texel::Uint8), -1, [50, 2, 256], luma),
    ]
}

/// A run of a kernel that takes a picture, one of bytes that it writes, and a number with that name.
fn with_number(title: &str, source: Image, name: &'static str, number: i32) -> Run {
    Run {
        title: title.to_owned(),
        arguments: vec![
            ("source", Given::Source(source)),
            ("result", Given::Result(result(Texel::Uint8, WIDTH, HEIGHT))),
            (name, ints(&[number])),
        ],
        items: ITEMS,
    }
}

fn median() -> Vec<Run> {
    let run = |title: &str, source: Image, weight| with_number(title, source, "weight", weight);
    vec![
        run("noise", random(Texel::Uint8, PICTURE, 40), 256),
        run("scene", scene(Texel::Uint8), 200),
        run("by alpha", random(Texel::Uint16, PICTURE, 41), 0),
    ]
}

fn scramble() -> Vec<Run> {
    let run = |title: &str, source: Image, key| with_number(title, source, "key", key);
    vec![
        run("noise", random(Texel::Uint8, PICTURE, 50), 0x1234_5679),
        run("scene", scene(Texel::Uint8), 4),
        run("no loop", random(Texel::Uint16, PICTURE, 51), 5),
    ]
}
