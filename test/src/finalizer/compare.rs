//! Compares what the descriptor model predicts of a kernel's messages with the sends that the finalizer made of them.

use cranelift_entity::SecondaryMap;
use texvisa_ir::visa::descriptor::{Descriptor, PayloadPlaces, descriptor};
use texvisa_ir::visa::message::Class;
use texvisa_ir::visa::{Inst, Kernel, SamplerMessage, Src, State, asm};

use super::listing::Listing;
use super::send::{Function, STATE_BITS, Send, Word};

/// What of a message differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// The number of sends.
    Sends,
    /// The lanes of a send.
    Lanes,
    /// The first lane of a send.
    FirstLane,
    /// Whether the execution mask is ignored.
    NoMask,
    /// The descriptor.
    Word,
    /// The extended descriptor, before TGLLP.
    Extended,
    /// Registers of the first payload part.
    First,
    /// Registers of the second payload part.
    Second,
    /// Registers of the response.
    Response,
    /// Whether there is a header.
    HasHeader,
    /// Dword 2 of the header.
    Header,
}

/// A message of which the model and the finalizer say different things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its index in [`Kernel::insts`].
    pub inst: usize,
    /// Its text.
    pub text: String,
    /// What differs.
    pub field: Field,
    /// What the model says.
    pub model: u32,
    /// What the finalizer did.
    pub finalizer: u32,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Difference { text, field, model, finalizer, .. } = self;
        write!(f, "{text}: {field:?} is {model:#x} in the model, {finalizer:#x} in the finalizer")
    }
}

/// What came of comparing a kernel's messages.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Messages that were compared.
    pub compared: usize,
    /// Messages whose descriptor was computed at run time in a way that could not be followed, so that only the number of
    /// sends, their lanes and the second length were compared.
    pub partly: usize,
    /// What differs, in the order of the kernel.
    pub differences: Vec<Difference>,
}

/// Compares every sampler message of `kernel` with the sends in `listing`, which the finalizer made of the kernel's text.
///
/// Surfaces and samplers are those that the moves before a message choose. Where a register chooses one, the fields of
/// both are left out. Messages of the media block kind are not compared: they do not go to the sampler.
pub fn compare(kernel: &Kernel, listing: &Listing) -> Comparison {
    let mut comparison = Comparison::default();
    let mut chosen: SecondaryMap<State, Option<u32>> = SecondaryMap::default();
    let mut number = 0;
    for (index, inst) in kernel.insts.iter().enumerate() {
        // The finalizer counts what it reads, and copies that do nothing are not in the text.
        if kernel.is_idle(inst) {
            continue;
        }
        let this = number;
        number += 1;
        match inst {
            Inst::SetState { state, value } => {
                chosen[*state] = match value {
                    Src::Immediate { bits, .. } => Some(*bits as u32),
                    Src::Register { .. } => None,
                };
            }
            Inst::Sampler(message) if !is_media(message) => {
                let sends: Vec<_> = listing
                    .sends
                    .iter()
                    .filter(|send| send.instruction == Some(this) && send.function == Function::Sampler)
                    .collect();
                let shape = kernel.shape(message);
                let state = |state: Option<State>| state.and_then(|state| chosen[state]).unwrap_or(0);
                let expected = descriptor(
                    &shape,
                    payload_places(kernel, message),
                    kernel.target.platform(),
                    state(Some(message.surface)),
                    state(message.sampler),
                );
                let mut text = String::new();
                asm::write_inst(kernel, inst, &mut text);
                let mut note = |field, model: u32, finalizer: u32| {
                    if model != finalizer {
                        let text = text.clone();
                        comparison.differences.push(Difference { inst: index, text, field, model, finalizer });
                    }
                };
                comparison.compared += 1;
                if sends.iter().any(|send| send.descriptor.known().is_none()) {
                    comparison.partly += 1;
                }
                note(Field::Sends, expected.sends, sends.len() as u32);
                for (part, send) in sends.iter().enumerate() {
                    compare_send(message, &expected, part as u32, send, &mut note);
                }
            }
            _ => {}
        }
    }
    comparison
}

fn is_media(message: &SamplerMessage) -> bool {
    matches!(message.message.row().class, Class::MediaLoad | Class::MediaStore)
}

/// How the parameters of a message lie: in one run where each begins behind the one before it, in one backing variable.
fn payload_places(kernel: &Kernel, message: &SamplerMessage) -> PayloadPlaces {
    let step = kernel.shape(message).param_registers() * kernel.grf_bytes();
    let places = kernel.raws(message.params).iter().map(|raw| {
        let (root, offset) = kernel.place(raw.var);
        (root, offset + u32::from(raw.offset))
    });
    let places: Vec<_> = places.collect();
    let in_order = |pair: &[(_, u32)]| pair[0].0 == pair[1].0 && pair[0].1 + step == pair[1].1;
    if places.windows(2).all(in_order) { PayloadPlaces::OneRun } else { PayloadPlaces::Apart }
}

fn compare_send(
    message: &SamplerMessage,
    expected: &Descriptor,
    part: u32,
    send: &Send,
    note: &mut impl FnMut(Field, u32, u32),
) {
    let lanes = u32::from(message.exec.lanes) / expected.sends;
    note(Field::Lanes, lanes, send.lanes);
    note(Field::FirstLane, u32::from(message.exec.first) + part * lanes, send.first_lane);
    note(Field::NoMask, message.exec.nomask.into(), send.nomask.into());
    note(Field::Second, expected.second, send.second);
    // From TGLLP on the unit is in the instruction, and from DG2 on the length as well.
    if let Word::Immediate(bits) = send.extended
        && bits & 0xf != 0
    {
        note(Field::Extended, expected.extended, bits);
    }
    let Some(word) = send.descriptor.known() else { return };
    let compared = if matches!(send.descriptor, Word::Computed(_)) { !STATE_BITS } else { u32::MAX };
    note(Field::Word, expected.word & compared, word);
    note(Field::First, expected.first, send.first);
    note(Field::Response, expected.response, send.response);
    note(Field::HasHeader, expected.header.is_some().into(), send.has_header.into());
    if let (Some(model), Some(found)) = (expected.header, send.header) {
        note(Field::Header, model, found);
    }
}
