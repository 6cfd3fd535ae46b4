//! Kernels with every form of every message that GenX_IR's parser knows.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::ChannelMask;
use texvisa_ir::visa::descriptor::{SAMPLERS, SURFACES};
use texvisa_ir::visa::message::{Class, MESSAGES, Response, Row, Slot};
use texvisa_ir::visa::{
    Align, DataType, Exec, Input, Inst, Kernel, Raw, SamplerMessage, Src, State, StateKind, Storage, Var, VarDecl,
};

/// The mnemonics that the parser of release 1.0.12504.6 knows.
const KNOWN: [&str; 20] = [
    "sample_3d",
    "sample_b",
    "sample_l",
    "sample_c",
    "sample_d",
    "sample_b_c",
    "sample_l_c",
    "sample_d_c",
    "sample_lz",
    "sample_c_lz",
    "load_3d",
    "load_lz",
    "load_mcs",
    "load_2dms_w",
    "sample4",
    "sample4_c",
    "sample4_po",
    "sample4_po_c",
    "resinfo",
    "sampleinfo",
];

/// Whether GenX_IR encodes `row`, so that [`sweep`] has it for the targets that both know.
pub fn knows(row: &Row) -> bool {
    KNOWN.contains(&row.mnemonic) && row.targets.iter().any(|target| target.platform().encodes_sampler)
}

/// The masks with which every combination of the other properties is tried. Those of gathers choose one channel.
const MASKS: [&str; 6] = ["r", "rg", "rgba", "g", "ra", "gb"];

/// The messages of one kernel: the finalizer's time grows faster than their number.
const BATCH: usize = 100;

/// What a message may say besides, but for queries, which have nothing of it.
#[derive(Clone, Copy)]
struct Modifiers {
    /// Packed texel offsets.
    offset: u16,
    null_mask: bool,
    /// 2 or 4 bytes, or nowhere.
    result_bytes: Option<u32>,
}

const PLAIN: Modifiers = Modifiers { offset: 0, null_mask: false, result_bytes: Some(4) };

/// Each alone, and together.
const MODIFIERS: [Modifiers; 7] = [
    PLAIN,
    Modifiers { offset: 0x123, ..PLAIN },
    Modifiers { null_mask: true, ..PLAIN },
    Modifiers { result_bytes: Some(2), ..PLAIN },
    Modifiers { result_bytes: None, ..PLAIN },
    Modifiers { offset: 0xf8f, null_mask: true, result_bytes: Some(2) },
    Modifiers { offset: 0x123, null_mask: true, result_bytes: None },
];

/// One message of the sweep.
#[derive(Clone, Copy)]
struct Form {
    params: u32,
    channels: ChannelMask,
    modifiers: Modifiers,
    one_run: bool,
}

/// For each message that `target` has and GenX_IR knows, each execution size and each size of its parameters, kernels
/// that have the message in all its forms: every legal number of parameters, with channel masks, texel offsets, null mask,
/// 16-bit results, results that go nowhere, and parameters in one run and apart.
pub fn sweep(target: Target) -> impl Iterator<Item = Kernel> {
    let rows = MESSAGES.iter().filter(move |row| row.targets.contains(target) && KNOWN.contains(&row.mnemonic));
    let native = target.platform().native_simd;
    rows.flat_map(move |row| {
        let forms = forms(row);
        let sizes = [2, 4].into_iter().filter(|bytes| row.parameters.admits_bytes(*bytes));
        let widths = sizes.flat_map(|bytes| [native, 2 * native].map(|lanes| (lanes, bytes)));
        let kernels = widths.flat_map(|(lanes, bytes)| {
            forms.chunks(BATCH).map(move |batch| kernel(row, target, lanes, bytes, batch)).collect::<Vec<_>>()
        });
        kernels.collect::<Vec<_>>()
    })
}

/// The numbers of parameters that `row` may be sent with. The parser has no lower bound of the level of detail.
fn counts(row: &Row) -> impl Iterator<Item = u32> {
    let slots = row.slots.len() as u32;
    let known = row.slots.iter().filter(|slot| **slot != Slot::MinLod).count() as u32;
    (u32::from(slots > 0)..=known).filter(move |count| row.counts.at_least(*count, slots) == *count)
}

fn forms(row: &Row) -> Vec<Form> {
    let masks: Vec<_> = match row.response {
        Response::Texels => (0..4).map(|channel| ChannelMask::EMPTY.with(channel)).collect(),
        _ => MASKS.iter().filter_map(|letters| ChannelMask::from_letters(letters)).collect(),
    };
    let modifiers = if row.class.has_modifiers() { &MODIFIERS[..] } else { &[PLAIN] };
    let mut forms = Vec::new();
    for params in counts(row) {
        for channels in masks.iter().copied() {
            for modifiers in modifiers.iter().copied() {
                forms.extend([false, true].map(|one_run| Form { params, channels, modifiers, one_run }));
            }
        }
    }
    // All other masks, once each.
    if row.response != Response::Texels {
        let rest = (1..16).map(ChannelMask::from_bits).filter(|mask| !masks.contains(mask));
        let params = counts(row).max().unwrap_or(0);
        forms.extend(rest.map(|channels| Form { params, channels, modifiers: PLAIN, one_run: false }));
    }
    forms
}

fn kernel(row: &Row, target: Target, lanes: u32, param_bytes: u32, forms: &[Form]) -> Kernel {
    let mut kernel = Kernel::new("sweep", target, SimdWidth::Simd32);
    let grf = kernel.grf_bytes();
    let param_type = match (row.parameters.is_float(), param_bytes) {
        (true, 4) => DataType::F,
        (true, _) => DataType::Hf,
        (false, 4) => DataType::Ud,
        (false, _) => DataType::Uw,
    };
    let variable = |kernel: &mut Kernel, ty: DataType, bytes: u32, storage| {
        let elements = (bytes / ty.bytes()) as u16;
        kernel.vars.push(VarDecl { ty, elements, align: Align::Grf, storage })
    };
    let slot_bytes = (lanes * param_bytes).next_multiple_of(grf);
    let slots = row.slots.len() as u32;
    let mut offset = 2 * grf;
    let mut input = |kernel: &mut Kernel, var: Var| {
        let bytes = kernel.vars[var].bytes();
        kernel.inputs.push(Input { var, offset: offset as u16, bytes: bytes as u16 });
        offset += bytes.next_multiple_of(grf);
    };
    let mut apart = Vec::new();
    let mut run = Vec::new();
    if slots > 0 {
        for _ in 0..slots {
            let var = variable(&mut kernel, param_type, slot_bytes, Storage::Own);
            input(&mut kernel, var);
            apart.push(Raw::whole(var));
        }
        // Half of the run is named through variables that live in it, half by offset.
        let backing = variable(&mut kernel, param_type, slots * slot_bytes, Storage::Own);
        input(&mut kernel, backing);
        for index in 0..slots {
            let offset = (index * slot_bytes) as u16;
            let raw = if index % 2 == 0 {
                Raw { var: backing, offset }
            } else {
                Raw::whole(variable(&mut kernel, param_type, slot_bytes, Storage::Part { of: backing, offset }))
            };
            run.push(raw);
        }
    }
    let info = row.response == Response::Info;
    let results = [(4, if info { DataType::Ud } else { DataType::F }), (2, DataType::Hf)].map(|(bytes, ty)| {
        let channels = 4 * (lanes * bytes).next_multiple_of(grf) + grf;
        (bytes, variable(&mut kernel, ty, channels, Storage::Own))
    });
    let surface = kernel.states.push(StateKind::Surface);
    let sampler = row.class.has_sampler().then(|| kernel.states.push(StateKind::Sampler));
    for (index, Form { params, channels, modifiers, one_run }) in forms.iter().copied().enumerate() {
        let entry = index as u64;
        if index % 8 == 0 {
            choose(&mut kernel, surface, entry * 7 % u64::from(SURFACES));
            sampler.into_iter().for_each(|sampler| choose(&mut kernel, sampler, entry / 8 % u64::from(SAMPLERS)));
        }
        let raws = if one_run { &run } else { &apart };
        let params = kernel.push_raws(&raws[..params as usize]);
        let width_places = 32 / lanes;
        let exec = Exec {
            lanes: lanes as u8,
            first: (index as u32 % width_places * lanes) as u8,
            nomask: row.class != Class::Info && index % 11 == 0,
        };
        let dst =
            results.iter().find(|(bytes, _)| Some(*bytes) == modifiers.result_bytes).map(|(_, var)| Raw::whole(*var));
        kernel.insts.push(Inst::Sampler(SamplerMessage {
            message: row.id,
            exec,
            predicate: None,
            null_mask: modifiers.null_mask,
            cps: false,
            non_uniform: false,
            channels,
            offset: Src::immediate(DataType::Uw, u64::from(modifiers.offset)),
            sampler,
            surface,
            dst,
            params,
        }));
    }
    kernel.insts.push(Inst::Return);
    kernel
}

fn choose(kernel: &mut Kernel, state: State, entry: u64) {
    kernel.insts.push(Inst::SetState { state, value: Src::immediate(DataType::Ud, entry) });
}
