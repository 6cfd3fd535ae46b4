//! A single call has the sends of a whole kernel: every texture operation of the kernels below `test/lit`, lowered in its
//! kernel by `compile` and by itself as a [`Call`], for all targets and widths.

use std::path::{Path, PathBuf};

use texvisa::LoweringOptions;
use texvisa::call::{Call, CallEntry, CallMessage, HostOperand, MoveInst, Sink, Temporary};
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::cfg::{ControlFlow, Loops};
use texvisa::ir::texture::{
    Binding, ChannelMask, Dimension, InstData, InstId, Kernel, Module, Op, Role, Scalar, TextureKind, TextureOp, Value,
    ValueDef, parse,
};
use texvisa::ir::visa::descriptor::{BINDLESS_SURFACE, PayloadPlacement, descriptor, media_descriptor};
use texvisa::ir::visa::message::Message;
use texvisa::ir::visa::origin::Origin;
use texvisa::ir::visa::{Inst, Src};
use texvisa::lowering::{Uniformity, analyze};

/// The texture IR files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.unwrap_or_else(|error| panic!("{}: {error}", folder.display())).path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "tex") {
            found.push(path);
        }
    }
    found.sort();
}

/// A host that keeps the messages; its registers are numbers.
#[derive(Default)]
struct Messages {
    temporaries: u32,
    moves: usize,
    list: Vec<CallMessage<u32>>,
}

impl Sink for Messages {
    type Register = u32;

    fn temporary(&mut self, _: &Temporary) -> u32 {
        self.temporaries += 1;
        self.temporaries + 0x1_0000
    }

    fn instruction(&mut self, _: &MoveInst<u32>) {
        self.moves += 1;
    }

    fn message(&mut self, message: &CallMessage<u32>) {
        self.list.push(message.clone());
    }
}

/// A kernel of a source, and which of its values are uniform.
struct Original<'a> {
    module: &'a Module,
    kernel: &'a Kernel,
    uniformity: Uniformity,
}

impl Original<'_> {
    fn operand(&self, value: Value) -> HostOperand<u32> {
        let ty = self.kernel.ty(value);
        let mut leaf = value;
        loop {
            match self.kernel.values[leaf].def {
                ValueDef::Constant(bits) if ty.is_scalar() => {
                    return HostOperand::Constant { scalar: ty.scalar, bits: bits.get() };
                }
                ValueDef::Undefined if ty.is_scalar() => return HostOperand::Undef(ty.scalar),
                ValueDef::Undefined => {
                    return HostOperand::Vector(vec![HostOperand::Undef(ty.scalar); ty.lanes.into()]);
                }
                ValueDef::Result(inst, _) => match &self.kernel.insts[inst] {
                    InstData::Plain { op: Op::Bitcast, args } if ty.is_scalar() => leaf = args[0],
                    InstData::Vector { elements } => {
                        let elements = elements.as_slice(&self.kernel.lists);
                        return HostOperand::Vector(elements.iter().map(|element| self.operand(*element)).collect());
                    }
                    _ => break,
                },
                _ => break,
            }
        }
        self.register(value, ty.scalar, ty.lanes)
    }

    /// A register for a value; for a vector one for each element.
    fn register(&self, value: Value, scalar: Scalar, lanes: u8) -> HostOperand<u32> {
        let uniform = self.uniformity.is_uniform(value);
        let element = |index: u32| HostOperand::Register { register: value.as_u32() * 64 + index, scalar, uniform };
        if lanes == 1 { element(0) } else { HostOperand::Vector((0..u32::from(lanes)).map(element).collect()) }
    }

    fn entry(&self, binding: Binding, index: Option<Value>) -> CallEntry<u32> {
        match (binding, index) {
            (Binding::Table(number), _) => CallEntry::Table(number),
            (Binding::Bindless, Some(handle)) => CallEntry::Handle(handle.as_u32() * 64),
            (_, Some(index)) => match self.kernel.constant(index) {
                Some(bits) => CallEntry::Table(bits as u32),
                None => CallEntry::Register(index.as_u32() * 64),
            },
            (_, None) => panic!("a kernel that was lowered has an index"),
        }
    }
}

fn operation(kernel: &Kernel, inst: InstId) -> Option<&TextureOp> {
    match kernel.insts.get(inst)? {
        InstData::Texture(id) => kernel.textures.get(*id),
        _ => None,
    }
}

/// What is compared of a message.
type Compared = (Message, String, u8, Option<u64>, u32, u32, Option<u32>, [u32; 4]);

#[derive(Debug, Default)]
struct Tally {
    kernels: usize,
    refused: usize,
    calls: usize,
    messages: usize,
    moves: usize,
}

fn compare(original: &Original<'_>, name: &str, target: Target, simd: SimdWidth, tally: &mut Tally) {
    let Original { module, kernel, .. } = original;
    let id = module.kernel(&kernel.name).expect("it is a kernel of the module");
    let Ok(compiled) = texvisa::compile(module, id, target, simd, &LoweringOptions::default()) else {
        tally.refused += 1;
        return;
    };
    tally.kernels += 1;
    let lowered = &compiled.lowered;
    for (inst, plan) in lowered.plans(module) {
        let last = operation(&lowered.texture, inst).expect("a plan is of a texture operation");
        let first = operation(kernel, inst).filter(|first| first.kind == last.kind);
        let first = first.unwrap_or_else(|| panic!("{name}: no pass makes texture operations"));
        let surface = original.entry(module.surfaces[first.surface.surface].binding, first.surface.index);
        let mut call = Call::new(target, simd, first.kind, module.surfaces[first.surface.surface].dimension, surface);
        call.sampler =
            first.sampler.map(|sampler| original.entry(module.samplers[sampler.sampler].binding, sampler.index));
        for (role, value) in &first.params {
            // An MCS value is in the form in which its load returns it.
            let form = last.param(*role).map(|value| lowered.texture.ty(value)).filter(|ty| !ty.is_scalar());
            let operand = match (original.operand(*value), form) {
                (HostOperand::Vector(elements), Some(ty)) if matches!(elements[0], HostOperand::Register { scalar, .. } if scalar != ty.scalar) => {
                    original.register(*value, ty.scalar, ty.lanes)
                }
                (operand, _) => operand,
            };
            call.params.push((*role, operand));
        }
        call.offset = first.offset;
        call.gathered = first.channel;
        call.channels = last.mask;
        call.residency = last.residency;
        call.implicit_lod = first.implicit_lod;
        call.kill_pixel = last.kill_pixel;
        call.width = first.width;
        call.plane = first.plane;
        call.field = first.field;
        call.data = first.data.map(|data| original.operand(data));
        if let Some(result) = lowered.texture.result(inst) {
            let ty = lowered.texture.ty(result);
            call.result = ty.scalar;
            call.rows = ty.lanes;
        }
        call.per_lane = !plan.sends.nomask;
        let mut sink = Messages::default();
        let what = format!("{name} {target} {simd}: {inst} {}", plan.name());
        let lowered_call = call.lower(&mut sink).unwrap_or_else(|error| panic!("{what}: {error}\n{call:?}"));
        lowered_call.check().unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(lowered_call.name, plan.name(), "{what}\n{call:?}");
        assert_eq!(lowered_call.slots.len(), plan.sources.len(), "{what}");
        assert_eq!(lowered_call.messages as usize, sink.list.len(), "{what}");
        let alone: Vec<Compared> = sink.list.iter().map(of_call).collect();
        let entry = |entry| if let CallEntry::Table(number) = entry { number } else { 0 };
        let surface = if matches!(call.surface, CallEntry::Handle(_)) { BINDLESS_SURFACE } else { entry(call.surface) };
        let numbers = [surface, call.sampler.map_or(0, entry)];
        let kernel_insts = lowered.kernel.insts.iter().zip(&lowered.origins.insts);
        let of_inst = kernel_insts.filter(|(_, origin)| **origin == Origin::Inst(inst)).map(|(inst, _)| inst);
        let whole: Vec<Compared> =
            of_inst.filter_map(|inst| of_kernel(&lowered.kernel, plan.message, inst, numbers)).collect();
        assert_eq!(alone, whole, "{what}\n{call:?}");
        tally.calls += 1;
        tally.messages += alone.len();
        tally.moves += sink.moves;
    }
}

fn of_call(message: &CallMessage<u32>) -> Compared {
    let sent = &message.descriptor;
    let offsets = match message.offsets {
        texvisa::call::MoveSource::Number { bits, .. } => Some(bits.get()),
        _ => None,
    };
    let exec = message.block.as_ref().map_or(message.exec.to_string(), |block| {
        format!("{} {}x{} plane {}", block.modifier.name(), block.width, block.height, block.plane)
    });
    let lengths = [sent.first, sent.second, sent.response, sent.sends];
    (message.message, exec, message.channels.bits(), offsets, sent.word, sent.extended, sent.header, lengths)
}

fn of_kernel(
    kernel: &texvisa::ir::visa::VisaKernel,
    message: Message,
    inst: &Inst,
    [surface, sampler]: [u32; 2],
) -> Option<Compared> {
    let platform = kernel.target.platform();
    let (exec, channels, offsets, sent) = match inst {
        Inst::Sampler(message) => {
            let shape = kernel.shape(message);
            // Coalescing may put the parameters of a kernel behind one another that stand apart in a call.
            let placement = if shape.params > 1 { PayloadPlacement::Scattered } else { PayloadPlacement::Contiguous };
            let offsets = match message.offset {
                Src::Immediate { bits, .. } => Some(bits.get()),
                _ => None,
            };
            let sent = descriptor(&shape, placement, platform, surface, sampler, message.cps);
            (message.exec.to_string(), message.channels.bits(), offsets, sent)
        }
        Inst::Media(block) => {
            let exec = format!("{} {}x{} plane {}", block.modifier.name(), block.width, block.height, block.plane);
            (exec, 0, Some(0), media_descriptor(block, platform, surface))
        }
        _ => return None,
    };
    let lengths = [sent.first, sent.second, sent.response, sent.sends];
    Some((message, exec, channels, offsets, sent.word, sent.extended, sent.header, lengths))
}

#[test]
fn a_call_has_the_sends_of_its_kernel() {
    let mut files = Vec::new();
    sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/test/lit")), &mut files);
    let mut tally = Tally::default();
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        // Those that test diagnostics are no modules.
        let Ok(module) = parse(&text) else { continue };
        if !texvisa::ir::texture::verify(&module).is_empty() {
            continue;
        }
        for kernel in module.kernels.values() {
            let flow = ControlFlow::new(kernel);
            let Ok(loops) = Loops::new(&flow) else { continue };
            let original = Original { module: &module, kernel, uniformity: analyze(kernel, &flow, &loops) };
            let name = format!("{} @{}", file.display(), kernel.name);
            for target in Target::ALL {
                for simd in SimdWidth::ALL.into_iter().filter(|simd| simd.is_legal(target)) {
                    compare(&original, &name, target, simd, &mut tally);
                }
            }
        }
    }
    eprintln!("{tally:?}");
    assert!(tally.calls > 1000 && tally.messages > tally.calls && tally.moves > tally.calls, "{tally:?}");
}

/// A load of red and green at (u, v) of registers 10 and 11.
fn load(target: Target, simd: SimdWidth) -> Call<u32> {
    let mut call = Call::new(target, simd, TextureKind::Load, Dimension::D2, CallEntry::Table(7));
    call.params = vec![(Role::U, HostOperand::lanes(10, Scalar::I32)), (Role::V, HostOperand::lanes(11, Scalar::I32))];
    call.channels = ChannelMask::from_bits(0b0011);
    call
}

/// At SIMD32 on registers of 32 bytes a message has 16 lanes, and those of the upper half begin 16 dwords into a register.
#[test]
fn the_upper_half_of_a_register_is_sent_by_itself() {
    let mut sink = Messages::default();
    load(Target::Tgllp, SimdWidth::Simd32).lower(&mut sink).expect("it can be lowered");
    let first: Vec<_> = sink.list.iter().map(|message| (message.exec.first, message.payload[0].offset)).collect();
    assert_eq!(first, [(0, 0), (16, 64)]);
    assert!(sink.list.iter().all(|message| message.payload[0].register == 10 && message.payload[1].register == 11));
}

/// 3D_LOAD, Notes: each channel begins at a register, and residency is the last register of the response.
#[test]
fn a_response_has_a_channel_behind_the_other() {
    let mut call = load(Target::Tgllp, SimdWidth::Simd16);
    call.residency = true;
    let mut sink = Messages::default();
    call.lower(&mut sink).expect("it can be lowered");
    let response = sink.list[0].response.as_ref().expect("a load returns texels");
    let at: Vec<_> = response.channels.iter().map(|channel| (channel.channel, channel.offset)).collect();
    assert_eq!((at, response.residency, response.bytes), (vec![(0, 0), (1, 64)], Some(128), 160));
    // Residency is asked for in bit 23 of the header's dword 2; blue and alpha are disabled in bits 14 and 15.
    assert_eq!(sink.list[0].descriptor.header, Some(0x0080_c000));
}

/// 3D_LOAD, ld2dms_w: words from ICLLP on, which is worth it at SIMD16 where the MCS value comes back as words.
#[test]
fn an_mcs_value_of_words_is_sent_as_words() {
    for (target, scalar) in [(Target::Skl, Scalar::I32), (Target::Tgllp, Scalar::I16)] {
        assert_eq!(texvisa::call::mcs_scalar(target, SimdWidth::Simd16, false), scalar);
        let mcs = (0..4).map(|index| HostOperand::lanes(20 + index, scalar)).collect();
        let mut call = Call::new(target, SimdWidth::Simd16, TextureKind::LoadMs, Dimension::D2Ms, CallEntry::Table(1));
        call.params = load(target, SimdWidth::Simd16).params;
        call.params.push((Role::Si, HostOperand::int(1)));
        call.params.push((Role::Mcs, HostOperand::Vector(mcs)));
        let mut sink = Messages::default();
        let lowered = call.lower(&mut sink).expect("it can be lowered");
        assert_eq!(lowered.parameter.bytes(), scalar.bytes());
        // Bit 29 of a descriptor: parameters of 16 bits.
        assert_eq!(sink.list[0].descriptor.word >> 29 & 1 == 1, scalar == Scalar::I16);
    }
}

/// What a host gets wrong is an error that says what is expected, and the sink is told nothing.
#[test]
fn wrong_calls_are_errors() {
    let message = |change: &dyn Fn(&mut Call<u32>)| {
        let mut call = load(Target::Tgllp, SimdWidth::Simd16);
        change(&mut call);
        let mut sink = Messages::default();
        let error = call.lower(&mut sink).expect_err("the call is wrong");
        assert_eq!((sink.temporaries, sink.moves, sink.list.len()), (0, 0, 0));
        error.to_string()
    };
    let no_v = message(&|call| call.params[1].0 = Role::Si);
    assert!(no_v.contains("`si`"), "{no_v}");
    let floats = message(&|call| call.params[0].1 = HostOperand::lanes(10, Scalar::F32));
    assert!(floats.starts_with("`u` has type f32; expected i32"), "{floats}");
    let vector = message(&|call| call.params[0].1 = HostOperand::Vector(vec![HostOperand::int(1)]));
    assert_eq!(vector, "`u` has 1 elements; expected 2 to 8");
    let sampler = message(&|call| call.sampler = Some(CallEntry::Table(0)));
    assert_eq!(sampler, "`load` takes no sampler; remove it");
    let nothing = message(&|call| call.channels = ChannelMask::from_bits(0));
    assert_eq!(nothing, "`load` has no channel that is read; expected at least one");
    let entry = message(&|call| call.surface = CallEntry::Table(240));
    assert!(entry.contains("is at entry 240 of its table; expected an entry below 240"), "{entry}");
    let width = message(&|call| (call.target, call.simd) = (Target::Pvc, SimdWidth::Simd16));
    assert_eq!(width, "pvc has no sampler; choose another target");
}
