//! Sampler messages, decoded from their registers.

use smallvec::SmallVec;
use texvisa_ir::texture::Role;
use texvisa_ir::visa::descriptor::{FAR_SAMPLER, NEAR_SAMPLERS};
use texvisa_ir::visa::message::ResponseKind;
use texvisa_ir::visa::{Exec, SamplerMessage, State, StateKind};

use super::engine::Engine;
use super::error::{Fault, Trap};
use super::event::MessageEvent;
use super::operand::{Guard, OperandLayout, Source, write};
use super::thread::{Thread, bits};
use crate::decode::{self, Asks, DecodeRow, Parameter, Words};
use crate::environment::{AccessError, Environment};
use crate::undef_bits::UndefBits;
use crate::unit::{self, MAX_LANES, Parameters, Request, Response};

/// A message, resolved.
#[derive(Clone, Debug)]
pub(super) struct ResolvedMessage {
    pub exec: Exec,
    pub guard: Option<Guard>,
    row: &'static DecodeRow,
    asks: Asks,
    parameters: SmallVec<[ParameterSlot; 8]>,
    param_bytes: u32,
    /// Whether texel offsets are among them.
    has_offsets: bool,
    /// The state variable of the surface.
    pub surface: usize,
    sampler: Option<usize>,
    /// Whether the sampler is given by its handle, which the header has.
    sampler_handle: bool,
    offset: Source,
    channel: u8,
    response: Option<ResponseLayout>,
}

/// What a message is executed with.
struct BoundState {
    /// The surface's table entry.
    surface: u32,
    /// The sampler's.
    sampler: Option<u32>,
    /// Texel offsets along u, v and r.
    offset: [i8; 3],
}

/// A parameter and where its elements are.
#[derive(Clone, Copy, Debug)]
struct ParameterSlot {
    parameter: Parameter,
    address: usize,
    /// What its elements of 4 bytes are to the texture unit, as they come.
    role: Option<Role>,
}

/// Where a response goes.
#[derive(Clone, Debug)]
struct ResponseLayout {
    address: usize,
    /// The channels that come back, in order.
    channels: SmallVec<[u8; 4]>,
    element_bytes: u32,
    /// Bytes from one channel to the next.
    step: usize,
    /// Where the residency register begins: one bit per lane.
    residency: Option<usize>,
    grf_bytes: usize,
}

/// Resolves a message.
pub(super) fn resolve(layout: &OperandLayout<'_>, message: &SamplerMessage) -> Result<ResolvedMessage, Fault> {
    let exec = message.exec;
    layout.exec(exec)?;
    if !matches!(exec.lanes, 8 | 16 | 32) {
        return Err(Fault::MessageLanes { given: exec.lanes });
    }
    let kernel = layout.kernel;
    // Which message it is; the order of its parameters comes from the decoding table.
    let identity = message.message.row();
    let raws = kernel.raws(message.params);
    let param_bytes = match raws.first() {
        Some(raw) => layout.ty(raw.var)?.bytes(),
        None => 4,
    };
    let row = decode::decode(identity.class, identity.code.finalizer, param_bytes, kernel.target)
        .ok_or(Fault::NoMessage { bytes: param_bytes })?;
    let asks = row.asks;
    let (least, most) = (row.parameters.len().min(1), row.parameters.len());
    if raws.len() < least || raws.len() > most {
        return Err(Fault::Parameters { given: raws.len(), least, most });
    }
    let mut parameters = SmallVec::new();
    for (raw, parameter) in raws.iter().zip(row.parameters) {
        let bytes = layout.ty(raw.var)?.bytes();
        if bytes != param_bytes {
            return Err(Fault::ElementBytes { given: bytes, expected: "as many as the first parameter's" });
        }
        let address = layout.raw(*raw, u64::from(bytes) * u64::from(exec.lanes))?;
        let role = row.direct_role(*parameter, bytes);
        parameters.push(ParameterSlot { parameter: *parameter, address, role });
    }
    let sampler = match (identity.class.has_sampler(), message.sampler) {
        (true, None) => return Err(Fault::NoSampler),
        (true, Some(sampler)) => Some(layout.state(sampler)?),
        (false, _) => None,
    };
    let has_handle = |state: State| kernel.states.get(state) == Some(&StateKind::BindlessSampler);
    let sampler_handle = message.sampler.is_some_and(has_handle);
    let is_gather = identity.response == ResponseKind::Texels;
    let given = message.channels.bits();
    if given == 0 || is_gather && !given.is_power_of_two() {
        return Err(Fault::Channels { given });
    }
    let response = match message.dst {
        None => None,
        Some(dst) => {
            let element_bytes = layout.ty(dst.var)?.bytes();
            if !matches!(element_bytes, 2 | 4) {
                return Err(Fault::ElementBytes { given: element_bytes, expected: "2 or 4" });
            }
            let channels: SmallVec<[u8; 4]> =
                if is_gather { (0..4).collect() } else { message.channels.iter().collect() };
            let grf_bytes = layout.grf_bytes as usize;
            // Each channel starts at the next register (3D_LOAD, Notes).
            let step = (usize::from(exec.lanes) * element_bytes as usize).next_multiple_of(grf_bytes);
            let data = step * channels.len();
            let bytes = data + if message.residency { grf_bytes } else { 0 };
            let address = layout.raw(dst, bytes as u64)?;
            let residency = message.residency.then_some(address + data);
            Some(ResponseLayout { address, channels, element_bytes, step, residency, grf_bytes })
        }
    };
    Ok(ResolvedMessage {
        exec,
        guard: layout.guard(message.predicate, exec)?,
        row,
        asks,
        parameters,
        param_bytes,
        has_offsets: row.has_offsets(),
        surface: layout.state(message.surface)?,
        sampler,
        sampler_handle,
        offset: layout.source(message.offset, Exec::SCALAR)?,
        // A gather that compares works on the red channel (3D_SAMPLE4, Ref), whatever its mask says: Intel's finalizer puts
        // no channel in its header.
        channel: if is_gather && !asks.compare { given.trailing_zeros() as u8 } else { 0 },
        response,
    })
}

impl ResolvedMessage {
    /// What the message of a thread is executed with.
    fn bound_state(&self, thread: &Thread, file: &[u8]) -> Result<BoundState, Trap> {
        let offset = self.offset.bits(file, 0) as u16;
        // The finalizer's bit of a message with a sampler that a descriptor cannot name.
        let far = if self.sampler.is_some() { FAR_SAMPLER } else { 0 };
        if offset & 0xf000 & !far != 0 {
            return Err(Trap::ReservedOffset { given: offset });
        }
        // U in bits 11..8, V in 7..4, R in 3..0, each signed (3D_LOAD, Aoffimmi); ignored where offsets are parameters,
        // for which Intel's compiler zeroes them (TranslateToProgrammableOffsets).
        let nibble = |shift: u16| ((offset >> shift) as i8) << 4 >> 4;
        let state = |number: usize, what| thread.states[number].ok_or(Trap::StateNotSet { what });
        let sampler = self.sampler.map(|number| state(number, "sampler")).transpose()?;
        // The finalizer would add what a descriptor has no bits for to the message's number.
        let needs_bit = !self.sampler_handle && offset & far == 0;
        if let Some(given) = sampler.filter(|given| *given >= NEAR_SAMPLERS && needs_bit) {
            return Err(Trap::FarSampler { given });
        }
        Ok(BoundState {
            surface: state(self.surface, "surface")?,
            sampler,
            offset: if self.has_offsets { [0; 3] } else { [nibble(8), nibble(4), nibble(0)] },
        })
    }

    /// Executes the message of a thread.
    pub fn execute(
        &self,
        engine: &mut Engine<'_, '_>,
        thread: &mut Thread,
        file: &mut [u8],
        index: usize,
    ) -> Result<(), Trap> {
        let lanes = usize::from(self.exec.lanes);
        let enabled = thread.enabled(self.exec, self.guard);
        let state = self.bound_state(thread, file)?;
        engine.parameters.clear();
        for slot in &self.parameters {
            let is_given = slot.role.is_some_and(|role| match lanes {
                8 => give::<8>(role, file, slot.address, &mut engine.parameters),
                16 => give::<16>(role, file, slot.address, &mut engine.parameters),
                _ => give::<32>(role, file, slot.address, &mut engine.parameters),
            });
            if !is_given {
                let words = self.words(file, slot);
                self.row.store(slot.parameter, &words, self.param_bytes, &mut engine.parameters);
            }
        }
        let mut log = engine.memory.take_access_log();
        let request = self.request(engine.memory.environment(), &engine.parameters, &state, enabled)?;
        unit::serve(&request, &mut engine.response)?;
        if let Some(log) = &mut log {
            log.message(&request, state.surface, state.sampler, thread.items(self.exec));
        }
        engine.memory.set_access_log(log);
        let payload = engine.trace.is_some().then(|| self.payload(file));
        if let Some(place) = &self.response {
            place.write(&engine.response, file, &mut thread.fill, lanes, enabled);
        }
        if let (Some(trace), Some(payload)) = (&mut engine.trace, payload) {
            let channels = self.response.iter().flat_map(|place| &place.channels);
            let element = |channel: u8, lane: usize| match &self.response {
                Some(place) if place.element_bytes == 2 => u32::from(engine.response.element16(channel.into(), lane)),
                _ => engine.response.element32(channel.into(), lane),
            };
            trace(&MessageEvent {
                index,
                group: thread.start.group,
                first_item: thread.start.items[0],
                exec: self.exec,
                enabled,
                surface: state.surface,
                sampler: state.sampler,
                payload,
                response: channels
                    .map(|channel| {
                        let elements =
                            (0..lanes).map(|lane| (enabled & 1 << lane != 0).then(|| element(*channel, lane)));
                        (*channel, elements.collect())
                    })
                    .collect(),
            });
        }
        Ok(())
    }

    /// What is asked of the texture unit.
    fn request<'r>(
        &self,
        environment: &'r Environment,
        parameters: &'r Parameters,
        state: &BoundState,
        lanes: u32,
    ) -> Result<Request<'r>, AccessError> {
        Ok(Request {
            operation: self.asks.operation,
            lod: self.asks.lod,
            compare: self.asks.compare,
            lanes,
            offset: state.offset,
            channel: self.channel,
            parameters,
            surface: environment.surface(state.surface)?,
            sampler: state.sampler.map(|entry| environment.sampler(entry)).transpose()?,
            precision: environment.precision,
            semantics: environment.semantics,
        })
    }

    /// The elements of a parameter, of all lanes: those that are not enabled still count for derivatives.
    fn words(&self, file: &[u8], slot: &ParameterSlot) -> Words {
        let mut words = [0; MAX_LANES];
        let bytes = self.param_bytes as usize;
        let found = file.get(slot.address..slot.address + bytes * usize::from(self.exec.lanes)).unwrap_or_default();
        // Of a known size each, so that no element is copied byte by byte.
        match bytes {
            2 => elements(found, &mut words, |element| u16::from_le_bytes(element).into()),
            _ => elements(found, &mut words, u32::from_le_bytes),
        }
        words
    }

    fn payload(&self, file: &[u8]) -> Vec<(&'static str, Vec<u32>)> {
        let elements = |slot| self.words(file, slot)[..usize::from(self.exec.lanes)].to_vec();
        self.parameters.iter().map(|slot| (slot.parameter.name(), elements(slot))).collect()
    }
}

/// Gives the texture unit a parameter of `N` lanes straight from the registers; false where they end before.
fn give<const N: usize>(role: Role, file: &[u8], address: usize, parameters: &mut Parameters) -> bool {
    let found = file.get(address..).and_then(|found| found.as_chunks().0.first_chunk::<N>());
    found.inspect(|elements| parameters.give(role, elements)).is_some()
}

/// Writes a channel of `N` lanes straight to the registers; false where they end before.
fn take<const N: usize>(response: &Response, channel: usize, file: &mut [u8], address: usize) -> bool {
    let place = file.get_mut(address..).and_then(|place| place.as_chunks_mut().0.first_chunk_mut::<N>());
    place.map(|place| response.elements32(channel, place)).is_some()
}

/// Reads elements of `B` bytes.
fn elements<const B: usize>(found: &[u8], words: &mut Words, value: impl Fn([u8; B]) -> u32) {
    let (found, _) = found.as_chunks();
    words.iter_mut().zip(found).for_each(|(word, element)| *word = value(*element));
}

/// Writes elements of `B` bytes in the lanes of `enabled`.
fn put_elements<const B: usize>(place: &mut [u8], enabled: u32, element: impl Fn(usize) -> [u8; B]) {
    let (places, _) = place.as_chunks_mut();
    if enabled == bits(places.len() as u32) {
        places.iter_mut().enumerate().for_each(|(lane, place)| *place = element(lane));
    } else {
        let enabled = places.iter_mut().enumerate().filter(|(lane, _)| enabled & 1 << lane != 0);
        enabled.for_each(|(lane, place)| *place = element(lane));
    }
}

impl ResponseLayout {
    /// Writes the elements of enabled lanes. What is behind the last lane of a channel in its registers is undefined.
    fn write(&self, response: &Response, file: &mut [u8], fill: &mut UndefBits, lanes: usize, enabled: u32) {
        let bytes = self.element_bytes;
        for (rank, channel) in self.channels.iter().enumerate() {
            let start = self.address + rank * self.step;
            let channel = usize::from(*channel);
            let end = start + lanes * bytes as usize;
            let is_taken = match lanes {
                _ if bytes != 4 || enabled != bits(lanes as u32) => false,
                8 => take::<8>(response, channel, file, start),
                16 => take::<16>(response, channel, file, start),
                _ => take::<32>(response, channel, file, start),
            };
            let place = file.get_mut(start..end).unwrap_or_default();
            match bytes {
                _ if is_taken => {}
                2 => put_elements(place, enabled, |lane| response.element16(channel, lane).to_le_bytes()),
                _ => put_elements(place, enabled, |lane| response.element32(channel, lane).to_le_bytes()),
            }
            if end < start + self.step
                && let Some(rest) = file.get_mut(end..start + self.step)
            {
                fill.overwrite(rest);
            }
        }
        let Some(start) = self.residency else { return };
        // Bits of lanes that are not enabled, and of none, are 1 (choice).
        let null = !response.resident & enabled & bits(lanes as u32);
        write(file, start, 4, u64::from(!null));
        if let Some(rest) = file.get_mut(start + 4..start + self.grf_bytes) {
            fill.overwrite(rest);
        }
    }
}
