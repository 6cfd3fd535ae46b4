//! A kernel of one message, and the register file that it starts with.

use serde_json::Value;
use texvisa_emulator::Fill;
use texvisa_emulator::dispatch::Wave;
use texvisa_emulator::environment::Environment;
use texvisa_emulator::machine::Machine;
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::ChannelMask;
use texvisa_ir::visa::message::{MESSAGES, Message, Response};
use texvisa_ir::visa::{
    Align, Combine, DataType, Exec, Inst, Kernel, Predicate, Raw, RegisterMap, SamplerMessage, Src, StateKind, Storage,
    Var, VarDecl,
};

use super::number;

/// Where the case's surface is bound.
pub const SURFACE_ENTRY: u32 = 5;
/// Where its sampler is bound.
pub const SAMPLER_ENTRY: u32 = 3;
/// What the destination has before.
const UNTOUCHED: u8 = 0xcd;
/// What undefined bytes get; other than [`UNTOUCHED`], so that a byte that must be untouched shows.
const POISON: u64 = 0xa5a5_a5a5_a5a5_a5a5;

/// A destination, and how its channels lie in it.
pub struct Found {
    /// The bytes from the start of the destination.
    pub bytes: Vec<u8>,
    /// Bytes of a register of the target that ran it, which may have wider ones than the case.
    pub grf_bytes: usize,
}

/// The message of a case: `ld2dms_w16` and `gather4_po_packed` name a row by its type or its parameters.
fn message(op: &str, names: &[&str], bytes: u32) -> Message {
    let name = match op {
        "ld2dms_w16" => "ld2dms_w",
        "LOD" => "lod",
        op => op.strip_suffix("_packed").unwrap_or(op),
    };
    let row = MESSAGES.iter().find(|row| {
        row.name == name
            && row.parameters.admits_bytes(bytes)
            && row.slots.len() >= names.len()
            && row.slots.iter().zip(names).all(|(slot, name)| slot.name() == *name)
    });
    row.unwrap_or_else(|| panic!("no message {op} with {names:?}")).id
}

/// A target that has the message, if there is one with registers of that size.
fn target(message: Message, grf_bytes: u32) -> Target {
    let targets = || message.row().targets.iter();
    let alike = targets().find(|target| target.platform().grf_bytes == grf_bytes && *target >= Target::Icllp);
    alike.or(targets().find(|target| *target >= Target::Icllp)).expect("a target")
}

/// Bits of an element of a parameter.
fn element(value: &Value, name: &str, ty: DataType) -> u64 {
    if value.is_string() || !ty.is_float() || name == "offu" || name == "offv" {
        return number(value, 0);
    }
    let value = value.as_f64().expect("a number");
    match ty {
        DataType::Hf => half::f16::from_f64(value).to_bits().into(),
        _ => (value as f32).to_bits().into(),
    }
}

/// Runs a case on the machine.
pub fn run(case: &Value, op: &str, environment: &mut Environment) -> Result<Found, String> {
    let ty = |key: &str| DataType::from_name(&case[key].as_str().expect("a type").to_lowercase()).expect("a type");
    let (param_ty, dst_ty) = (ty("param_type"), ty("dst_type"));
    let names: Vec<&str> =
        case["param_names"].as_array().expect("names").iter().map(|name| name.as_str().expect("a name")).collect();
    let message = message(op, &names, if names.is_empty() { 4 } else { param_ty.bytes() });
    let case_grf = number(&case["grf_bytes"], 32) as u32;
    let target = target(message, case_grf);
    let lanes = number(&case["exec_size"], 8) as u32;
    let mut kernel = Kernel::new("case", target, SimdWidth::Simd32);
    let grf = kernel.grf_bytes();
    let mut file = vec![0; grf as usize];
    let mut declare = |kernel: &mut Kernel, map: &mut RegisterMap, ty: DataType, bytes: &[u8]| -> Var {
        let elements = (bytes.len() as u32 / ty.bytes()) as u16;
        let var = kernel.vars.push(VarDecl { ty, elements, align: Align::Grf, storage: Storage::Own });
        map.set(var, file.len() as u32);
        file.extend_from_slice(bytes);
        file.resize(file.len().next_multiple_of(grf as usize), 0);
        map.bytes = file.len() as u32;
        var
    };
    let mut map = RegisterMap::new(grf);
    let mut params = Vec::new();
    for (values, name) in case["params"].as_array().expect("parameters").iter().zip(&names) {
        let ty = if name.starts_with("off") && name.len() == 4 { DataType::D } else { param_ty };
        let bytes: Vec<u8> = values
            .as_array()
            .expect("lanes")
            .iter()
            .flat_map(|value| element(value, name, param_ty).to_le_bytes()[..ty.bytes() as usize].to_vec())
            .collect();
        params.push(Raw::whole(declare(&mut kernel, &mut map, ty, &bytes)));
    }
    // Room for four channels and a null mask, and a register that nothing may touch.
    let step = (lanes * dst_ty.bytes()).next_multiple_of(grf);
    let room = vec![UNTOUCHED; (4 * step + 2 * grf) as usize];
    let dst = declare(&mut kernel, &mut map, dst_ty, &room);
    let dst_start = map.address(&kernel, dst) as usize;

    let surface = kernel.states.push(StateKind::Surface);
    let sampler = message.row().class.has_sampler().then(|| kernel.states.push(StateKind::Sampler));
    let entry = |entry: u32| Src::immediate(DataType::Ud, u64::from(entry));
    kernel.insts.push(Inst::SetState { state: surface, value: entry(SURFACE_ENTRY) });
    if let Some(state) = sampler {
        kernel.insts.push(Inst::SetState { state, value: entry(SAMPLER_ENTRY) });
    }
    let predicate = case["pred"].as_object().map(|given| {
        let pred = kernel.preds.push(32);
        let value = number(&given["value"], 0);
        let all = Exec::all(32, 0);
        kernel.insts.push(Inst::SetPredicate { exec: all, dst: pred, src: Src::immediate(DataType::Ud, value) });
        let combine = match given.get("ctrl").and_then(Value::as_str) {
            Some("any") => Combine::Any,
            Some("all") => Combine::All,
            _ => Combine::None,
        };
        Predicate { pred, inverted: given.get("invert").and_then(Value::as_bool).unwrap_or(false), combine }
    });
    let channels = if message.row().response == Response::Texels {
        match &case["src_channel"] {
            Value::String(letter) => ChannelMask::from_letters(letter).expect("a channel"),
            value => ChannelMask::from_bits(1 << number(value, 0)),
        }
    } else {
        ChannelMask::from_letters(case["channels"].as_str().unwrap_or("RGBA")).expect("channels")
    };
    let mask = case["mask"].as_str().unwrap_or("M1");
    let first = (mask.trim_start_matches('M').trim_end_matches("_NM").parse::<u8>().expect("a mask") - 1) * 4;
    let params = kernel.push_raws(&params);
    kernel.insts.push(Inst::Sampler(SamplerMessage {
        message,
        exec: Exec { lanes: lanes as u8, first, nomask: mask.ends_with("_NM") },
        predicate,
        null_mask: case["pixel_null_mask"].as_bool().unwrap_or(false),
        cps: false,
        non_uniform: false,
        channels,
        offset: Src::immediate(DataType::Uw, number(&case["aoffimmi"], 0)),
        sampler,
        surface,
        dst: Some(Raw::whole(dst)),
        params,
    }));
    kernel.insts.push(Inst::Return);
    let wave = Wave {
        group: [0; 3],
        active: number(&case["em"], u64::from(u32::MAX)) as u32,
        items: [0; 32],
        local: [[0; 3]; 32],
    };
    let machine = Machine::new(&kernel, &map).map_err(|error| error.to_string())?;
    let file =
        machine.run_wave(environment, &wave, file, Fill::constant(POISON), None).map_err(|error| error.to_string())?;
    Ok(Found { bytes: file[dst_start..dst_start + room.len()].to_vec(), grf_bytes: grf as usize })
}
