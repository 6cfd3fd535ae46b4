//! What is observed of a call: the messages that it became, and what else its kernel sends.

use std::fmt::{self, Write as _};

use texvisa::ir::visa::descriptor::{descriptor, media_descriptor};
use texvisa::ir::visa::{Inst, VisaKernel};

/// A sampler message or media block, as a `send` instruction has it. Its text is `name.channels/lanes:payload>response`
/// with lengths in registers: `ld_lz.RGBA/16:4>8`. Parameters or a response of words have a `w` behind their number; `^`
/// goes before dword 2 of a header, which is counted in the payload, and `*2` says that the finalizer splits it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sent {
    text: String,
    payload: u32,
    response: u32,
    sends: u32,
}

/// What a kernel sends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// The messages, in the order of their texts, as compilers order them differently.
    pub messages: Vec<Sent>,
    /// The other messages of its vISA, to memory.
    pub others: u32,
    /// Its instructions after the finalizer, but for those that only wait; where the finalizer was asked.
    pub instructions: Option<u32>,
}

/// How our kernel compares with Intel's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// The same messages.
    Equal,
    /// Nothing costs more, and something less.
    Cheaper,
    /// Something costs more.
    Dearer,
    /// Other messages that cost the same, or no message as it is refused.
    Different,
}

impl Class {
    pub const ALL: [Class; 4] = [Class::Equal, Class::Cheaper, Class::Dearer, Class::Different];

    pub fn name(self) -> &'static str {
        ["equal", "cheaper", "dearer", "different"][self as usize]
    }
}

impl Sent {
    fn read(text: &str) -> Option<Sent> {
        let (_, figures) = text.rsplit_once(':')?;
        let (figures, sends) = match figures.split_once('*') {
            Some((figures, sends)) => (figures, sends.parse().ok()?),
            None => (figures, 1),
        };
        let (payload, rest) = figures.split_once('>')?;
        let response = rest.split('^').next()?;
        let number = |text: &str| text.trim_end_matches('w').parse().ok();
        Some(Sent { text: text.to_owned(), payload: number(payload)?, response: number(response)?, sends })
    }
}

impl Sent {
    /// Whether its parameters are words.
    fn has_words(&self) -> bool {
        self.text.contains("w>")
    }
}

impl Observed {
    /// What `kernel` sends.
    pub fn of(kernel: &VisaKernel) -> Observed {
        let platform = kernel.target.platform();
        let mut observed = Observed::default();
        for inst in &kernel.insts {
            let (mut text, descriptor, words) = match inst {
                Inst::Sampler(message) => {
                    let shape = kernel.shape(message);
                    let placement = kernel.payload_placement(message);
                    let channels = match (shape.result_bytes, shape.response_channels()) {
                        (None, _) | (_, 0) => String::new(),
                        _ => format!(".{}", message.channels),
                    };
                    let residency = if message.residency { ".residency" } else { "" };
                    let name = message.message.row().name;
                    let text = format!("{name}{channels}{residency}/{}", shape.lanes);
                    let words = [shape.param_bytes == 2, shape.result_bytes == Some(2)];
                    (text, descriptor(&shape, placement, platform, 0, 0, message.cps), words)
                }
                Inst::Media(block) => (
                    format!("media/{}x{}", block.width, block.height),
                    media_descriptor(block, platform, 0),
                    [false; 2],
                ),
                Inst::DataPort(_) | Inst::Atomic(_) | Inst::Barrier | Inst::Fence(_) => {
                    observed.others += 1;
                    continue;
                }
                _ => continue,
            };
            let [params, result] = words.map(|is_word| if is_word { "w" } else { "" });
            let payload = descriptor.first + descriptor.second;
            let _ = write!(text, ":{payload}{params}>{}{result}", descriptor.response);
            if let Some(header) = descriptor.header {
                let _ = write!(text, "^{header:x}");
            }
            if descriptor.sends > 1 {
                let _ = write!(text, "*{}", descriptor.sends);
            }
            observed.messages.push(Sent { text, payload, response: descriptor.response, sends: descriptor.sends });
        }
        observed.messages.sort();
        observed
    }

    /// Reads what [`Display`](fmt::Display) writes.
    pub fn read(text: &str) -> Option<Observed> {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let instructions = words.pop()?;
        let others = words.pop()?.parse().ok()?;
        let messages = words.into_iter().map(Sent::read).collect::<Option<_>>()?;
        let instructions = if instructions == "-" { None } else { Some(instructions.parse().ok()?) };
        Some(Observed { messages, others, instructions })
    }

    /// Whether some message's text begins with `name` and no letter behind it.
    pub fn sends(&self, name: &str) -> bool {
        self.named(name).next().is_some()
    }

    /// Whether some message has words as parameters.
    pub fn sends_words(&self) -> bool {
        self.messages.iter().any(Sent::has_words)
    }

    /// Whether the message `name` has words as parameters.
    pub fn sends_words_in(&self, name: &str) -> bool {
        self.named(name).any(Sent::has_words)
    }

    fn named(&self, name: &str) -> impl Iterator<Item = &Sent> {
        self.messages.iter().filter(move |sent| sent.text.split(['.', '/']).next() == Some(name))
    }

    /// The sum of a figure over all sends to the sampler.
    fn sum(&self, of: fn(&Sent) -> u32) -> u32 {
        self.messages.iter().map(|sent| of(sent) * sent.sends).sum()
    }

    /// Compares with what Intel's compiler made: sends first, then what they move and the instructions, where both have
    /// been counted. An instruction that saves a register of a payload or response is no loss.
    pub fn compare(&self, intel: &Observed) -> Class {
        let sends = |observed: &Observed| [observed.sum(|_| 1), observed.sum(|_| 1) + observed.others];
        let (ours, theirs) = (sends(self), sends(intel));
        if ours.iter().zip(&theirs).any(|(ours, theirs)| ours > theirs) {
            return Class::Dearer;
        }
        if ours != theirs {
            return Class::Cheaper;
        }
        let registers = |observed: &Observed| i64::from(observed.sum(|sent| sent.payload + sent.response));
        let registers = registers(self) - registers(intel);
        let instructions = match (self.instructions, intel.instructions) {
            (Some(ours), Some(theirs)) => i64::from(ours) - i64::from(theirs),
            _ => 0,
        };
        match (registers, instructions) {
            (1.., _) => Class::Dearer,
            _ if registers + instructions > 0 => Class::Dearer,
            _ if self.messages == intel.messages && instructions == 0 => Class::Equal,
            (0, 0) => Class::Different,
            _ => Class::Cheaper,
        }
    }
}

impl fmt::Display for Observed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for sent in &self.messages {
            write!(f, "{} ", sent.text)?;
        }
        match self.instructions {
            Some(instructions) => write!(f, "{} {instructions}", self.others),
            None => write!(f, "{} -", self.others),
        }
    }
}
