//! Kernels with every form of every message, in one of two [products](Product).

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::visa::descriptor::{FAR_SAMPLER, NEAR_SAMPLERS, SURFACES};
use texvisa_ir::visa::message::{MESSAGES, MessageClass, MessageRow, ResponseKind, Slot};
use texvisa_ir::visa::{
    Align, Combine, DataType, Exec, Inst, Pred, Predicate, Raw, SamplerMessage, Src, State, StateKind, Storage, Var,
    VarDecl, VarInput, VisaKernel,
};

use super::media::media_blocks;
use super::product::{Form, Product};

/// The messages of one kernel: the finalizer's time grows faster than their number.
const BATCH: usize = 100;

/// The kernels of `product` for `target`: for each message that it has, each execution size and each type of parameters
/// as many as its forms need. A surface and a sampler are chosen again every few messages, by a number or by a register.
/// Media blocks come at the end of the first product.
pub fn sweep(product: Product, target: Target) -> impl Iterator<Item = VisaKernel> {
    let platform = target.platform();
    let has = move |row: &&MessageRow| {
        let is_media = matches!(row.class, MessageClass::MediaLoad | MessageClass::MediaStore);
        row.is_usable(target) && !is_media
    };
    let blocks = MESSAGES.iter().filter(move |row| product == Product::Parameters && row.targets.contains(target));
    let blocks = blocks.filter_map(move |row| match row.class {
        MessageClass::MediaLoad | MessageClass::MediaStore => {
            Some(media_blocks(target, row.class == MessageClass::MediaStore))
        }
        _ => None,
    });
    let messages = MESSAGES.iter().filter(has).flat_map(move |row| {
        let widths = [platform.native_simd, 2 * platform.native_simd];
        let types = row.types(platform).iter().flat_map(move |ty| widths.map(|lanes| (lanes, *ty)));
        types.flat_map(move |(lanes, ty)| {
            let forms = product.forms(row, target, lanes);
            forms.chunks(BATCH).map(|batch| kernel(row, target, lanes, ty, batch)).collect::<Vec<_>>()
        })
    });
    messages.chain(blocks)
}

/// A kernel of 32 lanes while it is made.
struct Maker {
    kernel: VisaKernel,
    /// Where the next argument is.
    offset: u32,
}

impl Maker {
    fn variable(&mut self, ty: DataType, bytes: u32, storage: Storage) -> Var {
        let elements = (bytes / ty.bytes()) as u16;
        self.kernel.vars.push(VarDecl { ty, elements, align: Align::Grf, storage })
    }

    fn argument(&mut self, ty: DataType, bytes: u32) -> Var {
        let var = self.variable(ty, bytes, Storage::Own);
        self.kernel.inputs.push(VarInput { var, offset: self.offset as u16, bytes: bytes as u16 });
        self.offset += bytes.next_multiple_of(self.kernel.grf_bytes());
        var
    }

    /// The parameters of `row`, apart and in one run.
    fn params(&mut self, row: &MessageRow, lanes: u32, ty: DataType) -> [Vec<Raw>; 2] {
        let slot_bytes = (lanes * ty.bytes()).next_multiple_of(self.kernel.grf_bytes());
        let slots = row.slots.len() as u32;
        let is_offset = |slot: &Slot| matches!(slot, Slot::OffU | Slot::OffV);
        let type_of = |slot: &Slot| if is_offset(slot) { DataType::D } else { ty };
        let apart = row.slots.iter().map(|slot| Raw::whole(self.argument(type_of(slot), slot_bytes))).collect();
        let mut run = Vec::new();
        if slots > 0 {
            // Half of the run is named through variables that live in it, half by offset.
            let backing = self.argument(ty, slots * slot_bytes);
            for (index, slot) in row.slots.iter().enumerate() {
                let offset = (index as u32 * slot_bytes) as u16;
                run.push(match index % 2 == 0 && !is_offset(slot) {
                    true => Raw { var: backing, offset },
                    false => Raw::whole(self.variable(
                        type_of(slot),
                        slot_bytes,
                        Storage::Subregister { of: backing, offset },
                    )),
                });
            }
        }
        [apart, run]
    }

    fn choose(&mut self, state: State, by_register: Option<Var>, entry: u64) {
        let value = by_register.map_or(Src::immediate(DataType::Ud, entry), Src::scalar);
        self.kernel.insts.push(Inst::SetState { state, value });
    }

    fn predicate(&mut self, lanes: u32, from: Var) -> Pred {
        let pred = self.kernel.preds.push(lanes as u16);
        self.kernel.insts.push(Inst::SetPredicate { exec: Exec::all(lanes, 0), dst: pred, src: Src::scalar(from) });
        pred
    }
}

fn kernel(row: &MessageRow, target: Target, lanes: u32, ty: DataType, forms: &[Form]) -> VisaKernel {
    let mut kernel = VisaKernel::new("sweep", target, SimdWidth::Simd32);
    kernel.begin_main_function();
    let grf = kernel.grf_bytes();
    let mut maker = Maker { kernel, offset: 2 * grf };
    let params = maker.params(row, lanes, ty);
    let entries = [(); 2].map(|()| maker.argument(DataType::Ud, 4));
    let result_type = if row.response == ResponseKind::Info { DataType::Ud } else { DataType::F };
    let results = [(4, result_type), (2, DataType::Hf)].map(|(bytes, ty)| {
        let channels = 4 * (lanes * bytes).next_multiple_of(grf) + grf;
        (bytes, maker.variable(ty, channels, Storage::Own))
    });
    let surface = maker.kernel.states.push(StateKind::Surface);
    let sampler = row.class.has_sampler().then(|| maker.kernel.states.push(StateKind::Sampler));
    // Those that are combined have as many lanes as the message.
    let preds = forms.iter().any(|form| form.predicate.is_some()).then(|| {
        let bits = maker.argument(DataType::Ud, 4);
        [32, lanes].map(|lanes| maker.predicate(lanes, bits))
    });
    let mut far = 0;
    // What the next message has besides its own: the surface and the sampler, each by a number or by a register.
    let mut choices: Vec<(State, Option<Var>, u64)> = Vec::new();
    for (index, form) in forms.iter().copied().enumerate() {
        let entry = index as u64;
        if index % 8 == 0 {
            // Every other surface, and every third sampler, is in a register.
            let [in_register, other] = entries;
            choices.clear();
            choices.push((surface, (index % 16 == 8).then_some(in_register), entry * 7 % u64::from(SURFACES)));
            if let Some(sampler) = sampler {
                // Every fifth is one that a descriptor cannot name, unless it is in a register.
                let in_register = index % 24 == 16;
                let near = u64::from(NEAR_SAMPLERS);
                far = if index % 40 == 24 && !in_register { FAR_SAMPLER } else { 0 };
                let number = if far == 0 { entry / 8 % near } else { near + entry * 7 % 1000 };
                choices.push((sampler, in_register.then_some(other), number));
            }
        }
        let raws = &params[usize::from(form.one_run)][..form.params as usize];
        let params = maker.kernel.push_raws(raws);
        let exec = Exec { lanes: lanes as u8, first: (form.place * lanes) as u8, nomask: form.nomask };
        let predicate = form.predicate.zip(preds).map(|((inverted, combine), [each, combined])| Predicate {
            pred: if combine == Combine::None { each } else { combined },
            inverted,
            combine,
        });
        let dst = results.iter().find(|(bytes, _)| Some(*bytes) == form.result_bytes).map(|(_, var)| Raw::whole(*var));
        let message = SamplerMessage {
            message: row.id,
            exec,
            predicate,
            residency: form.residency,
            cps: form.cps,
            non_uniform: form.non_uniform,
            channels: form.channels,
            offset: Src::immediate(DataType::Uw, u64::from(form.offset | far)),
            sampler,
            surface,
            dst,
            params,
        };
        // A header may be a register more than a sampler takes.
        if maker.kernel.shape(&message).sent_registers() <= target.platform().sampler_payload {
            choices.drain(..).for_each(|(state, by_register, number)| maker.choose(state, by_register, number));
            maker.kernel.insts.push(Inst::Sampler(message));
        }
    }
    maker.kernel.insts.push(Inst::Return);
    maker.kernel
}

#[cfg(test)]
mod tests {
    use texvisa_ir::visa::verify;

    use super::*;

    /// What the finalizer is asked for is vISA; it says nothing against much that is none.
    #[test]
    fn every_kernel_keeps_to_the_rules() {
        for target in Target::ALL {
            for product in Product::ALL {
                let mut messages = 0;
                for kernel in sweep(product, target) {
                    let errors = verify(&kernel);
                    assert!(errors.is_empty(), "{target}: {}", errors[0]);
                    messages += kernel.insts.iter().filter(|inst| matches!(inst, Inst::Sampler(_))).count();
                }
                assert!(messages > 1000, "{target} {}: {messages}", product.name());
            }
        }
    }
}
