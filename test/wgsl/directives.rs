//! What the first lines of a shader say of its run: comments of the form `// name: value`.
//!
//! | name | value | without it |
//! |---|---|---|
//! | `groups` | how many groups along x, y and z | `2 2 1` |
//! | `elements` | elements of an array without a size | `64` |
//! | `size` | width, height and depth of textures | `16 16 4` |
//! | `range` | the least and the greatest number of floats in buffers and textures | `-2 2` |
//! | `integers` | the least and the greatest of integers in buffers | all bits at random |
//! | `sampler NAME` | `nearest` or `linear`, then `repeat`, `mirror` or `clamp` | `linear clamp` |
//! | `targets` | the targets that it is compiled for, where others lack something | all |
//! | `lanes` | the lanes of a thread that it is compiled for, where what it does depends on them | any |
//! | `not from SPIR-V` | what naga says of the SPIR-V that it wrote itself and does not read | it reads it |
//! | `tolerance` | how many units in the last place, how much absolutely, why | exact |

/// A run of a shader.
#[derive(Clone, Debug)]
pub struct Directives {
    pub groups: [u32; 3],
    pub elements: u32,
    pub size: [u32; 3],
    pub range: [f32; 2],
    pub integers: Option<[i64; 2]>,
    /// By name: whether it is linear, and how it addresses.
    pub samplers: Vec<(String, bool, AddressWord)>,
    pub targets: Vec<String>,
    pub lanes: Option<u32>,
    pub not_from_spirv: Option<String>,
    pub ulps: u32,
    pub absolute: f64,
}

/// How a sampler addresses what is outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressWord {
    Repeat,
    Mirror,
    Clamp,
}

fn numbers<T: std::str::FromStr, const N: usize>(name: &str, text: &str) -> Result<[T; N], String> {
    let words: Vec<T> = text.split_whitespace().take(N).map_while(|word| word.parse().ok()).collect();
    words.try_into().map_err(|_| format!("`{name}: {text}`; expected {N} numbers"))
}

impl Directives {
    /// Those of a shader.
    pub fn of(text: &str) -> Result<Directives, String> {
        let mut directives = Directives {
            groups: [2, 2, 1],
            elements: 64,
            size: [16, 16, 4],
            range: [-2.0, 2.0],
            integers: None,
            samplers: Vec::new(),
            targets: Vec::new(),
            lanes: None,
            not_from_spirv: None,
            ulps: 0,
            absolute: 0.0,
        };
        for line in text.lines().map_while(|line| line.strip_prefix("//")) {
            let Some((name, value)) = line.trim().split_once(": ") else { continue };
            match name.split_once(' ').unwrap_or((name, "")) {
                ("groups", _) => directives.groups = numbers(name, value)?,
                ("elements", _) => [directives.elements] = numbers(name, value)?,
                ("size", _) => directives.size = numbers(name, value)?,
                ("range", _) => directives.range = numbers(name, value)?,
                ("integers", _) => directives.integers = Some(numbers(name, value)?),
                ("sampler", sampler) => {
                    let (filter, address) = value.split_once(' ').unwrap_or((value, "clamp"));
                    let address = match address {
                        "repeat" => AddressWord::Repeat,
                        "mirror" => AddressWord::Mirror,
                        "clamp" => AddressWord::Clamp,
                        other => return Err(format!("`{other}`; expected repeat, mirror or clamp")),
                    };
                    directives.samplers.push((sampler.to_owned(), filter == "linear", address));
                }
                ("targets", _) => directives.targets = value.split_whitespace().map(str::to_owned).collect(),
                ("lanes", _) => directives.lanes = Some(numbers::<u32, 1>(name, value)?[0]),
                ("not", "from SPIR-V") => directives.not_from_spirv = Some(value.to_owned()),
                ("tolerance", _) => {
                    let mut words = value.splitn(3, ' ');
                    let mut next = || words.next().unwrap_or_default();
                    directives.ulps = next().parse().map_err(|_| "tolerance: expected units in the last place")?;
                    directives.absolute = next().parse().map_err(|_| "tolerance: expected an absolute difference")?;
                    if next().is_empty() {
                        return Err("tolerance: expected a reason behind the numbers".to_owned());
                    }
                }
                _ => {}
            }
        }
        Ok(directives)
    }

    /// The sampler of that name.
    pub fn sampler(&self, name: &str) -> (bool, AddressWord) {
        let found = self.samplers.iter().find(|(known, ..)| known == name);
        found.map_or((true, AddressWord::Clamp), |(_, is_linear, address)| (*is_linear, *address))
    }
}
