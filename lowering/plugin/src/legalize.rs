//! `texvisa-legalize`: texture calls become calls that are messages, one for each message that texvisa plans.
//!
//! Nothing is changed before it is known of the whole kernel how to change it.

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::values::FunctionValue;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use texvisa::LoweringOptions;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{InstData, InstId, Kernel, KernelId, Op};
use texvisa::lowering::plan::{MessagePlan, TexelOffsets, pack_offset};
use texvisa::lowering::{PlannedKernel, plan_messages};
use texvisa_llvm::{Diagnostic, ImportOptions, SourceCall, SourceElement, SourceValue};

use crate::kernels::{ImportedKernels, PassOutcome, about_kernel, about_lowering, import};
use crate::llvm::{Callee, Editor, Handle, NameTaken, RemarkKind, Scope, Ty, instructions, remark_on_function};
use crate::message::{CallSignature, KeptOperands};
use crate::parameters::PassParameters;
use crate::payload::{Payloads, SlotValue, ValueRecipe};

/// Runs the pass.
pub fn legalize(scope: &Scope<'_>, parameters: PassParameters) -> PassOutcome {
    // What else the kernel does is for others to select.
    let options = ImportOptions { textures_alone: true, sources: true, ..ImportOptions::default() };
    let mut imported = import(scope, options);
    let functions = scope.functions();
    let mut editor = Editor::new(scope);
    let mut changed = false;
    for (id, simd) in imported.kernels(parameters) {
        let sources = &imported.import.sources[id.as_u32() as usize];
        let Some(function) = functions.get(sources.function as usize).copied() else { continue };
        match KernelRewrite::plan(&editor, &imported, id, function, parameters, simd) {
            Ok(kernel) => {
                imported.remark_on_assumptions(id, function);
                changed |= kernel.has_work();
                kernel.rewrite(&mut editor);
            }
            Err(problems) => {
                for problem in &problems {
                    remark_on_function(function, RemarkKind::Missed, &problem.to_string());
                }
                imported.problems.extend(problems);
            }
        }
    }
    editor.finish();
    let what = format!("not legalized for {}", parameters.target);
    PassOutcome { changed, error: imported.error(scope, &what) }
}

/// How one call is to be replaced.
struct Replacement<'m> {
    call: Handle<'m>,
    /// The number of the call.
    number: u32,
    plan: MessagePlan,
    slots: Vec<SlotValue>,
    /// The texel offsets, where they are no constants.
    offsets: Option<SlotValue>,
    operands: KeptOperands,
    signature: CallSignature<'m>,
}

impl<'m> Replacement<'m> {
    /// Itself, unless its function has the name of another one of `names`: types of the program may have any names.
    fn with_its_own_name(self, names: &mut FxHashMap<String, Vec<Ty<'m>>>) -> Result<Replacement<'m>, String> {
        let CallSignature { name, result, params, .. } = &self.signature;
        let types: Vec<Ty<'m>> = params.iter().copied().chain([*result]).collect();
        if *names.entry(name.clone()).or_insert_with(|| types.clone()) == types { Ok(self) } else { Err(taken(name)) }
    }
}

fn taken(name: &str) -> String {
    format!("the module has another symbol @{name}; rename it")
}

/// How one kernel is to be rewritten.
struct KernelRewrite<'m> {
    function: FunctionValue<'m>,
    instructions: Vec<Handle<'m>>,
    /// The operations that become messages, in the order of their plans.
    order: Vec<InstId>,
    replacements: FxHashMap<InstId, Replacement<'m>>,
    /// The calls that no message is sent for, as nothing reads what they return.
    unread: Vec<Handle<'m>>,
    /// The value that replaces each call, by the number of the call; it has the call's type.
    stand_ins: FxHashMap<u32, Handle<'m>>,
    /// The calls of the messages so far.
    messages: FxHashMap<InstId, Handle<'m>>,
    /// The operation that each call came to be, by the number of the call.
    operations: FxHashMap<u32, InstId>,
}

/// Whether lowering has put the operation into a loop in which it has another index.
fn has_moved(source: &Kernel, lowered: &Kernel, inst: InstId) -> bool {
    let indices = |kernel: &Kernel| match kernel.insts.get(inst) {
        Some(InstData::Texture(id)) => {
            let op = &kernel.textures[*id];
            [op.surface.index, op.sampler.and_then(|sampler| sampler.index)]
        }
        _ => [None; 2],
    };
    indices(source) != indices(lowered)
}

impl<'m> KernelRewrite<'m> {
    fn plan(
        editor: &Editor<'m>,
        imported: &ImportedKernels,
        id: KernelId,
        function: FunctionValue<'m>,
        parameters: PassParameters,
        simd: SimdWidth,
    ) -> Result<KernelRewrite<'m>, Vec<Diagnostic>> {
        let module = &imported.import.module;
        let sources = &imported.import.sources[id.as_u32() as usize];
        let instructions = instructions(function);
        let given = module.kernels[id].clone();
        let planned = plan_messages(module, given, parameters.target, simd, &LoweringOptions::default());
        let PlannedKernel { texture, plans } = planned.map_err(|errors| {
            let about = |error| about_lowering(&imported.import, id, sources, &instructions, error);
            errors.iter().map(about).collect::<Vec<_>>()
        })?;
        let payloads = Payloads::new(&texture, sources);
        let calls: FxHashMap<InstId, &SourceCall> = sources.calls.iter().map(|(inst, call)| (*inst, call)).collect();
        let planned: FxHashSet<InstId> = plans.iter().map(|(inst, _)| *inst).collect();
        let mut kernel = KernelRewrite {
            function,
            order: plans.iter().map(|(inst, _)| *inst).collect(),
            replacements: FxHashMap::default(),
            unread: Vec::new(),
            stand_ins: FxHashMap::default(),
            messages: FxHashMap::default(),
            operations: sources.calls.iter().map(|(inst, call)| (call.instruction, *inst)).collect(),
            instructions,
        };
        let mut problems = Vec::new();
        let mut names: FxHashMap<String, Vec<Ty<'m>>> = FxHashMap::default();
        for (inst, plan) in plans {
            let location = texture.location(inst);
            let found = calls.get(&inst).and_then(|call| Some((*call, kernel.instruction(call.instruction)?)));
            let replacement = match found {
                _ if has_moved(&module.kernels[id], &texture, inst) => Err((
                    "a surface or sampler that differs between lanes cannot be legalized; branch on its index before the pass, so \
                     that each has a call of its own"
                        .to_owned(),
                    found.map(|(_, call)| call.text()),
                )),
                Some((source, call)) => kernel
                    .replacement(editor, source, call, plan, &payloads, parameters.target)
                    .and_then(|replacement| replacement.with_its_own_name(&mut names))
                    .map_err(|message| (message, Some(call.text()))),
                None => Err(("the call of the operation was not found".to_owned(), None)),
            };
            match replacement {
                Ok(replacement) => _ = kernel.replacements.insert(inst, replacement),
                Err((message, instruction)) => {
                    problems.push(Diagnostic { instruction, location, ..about_kernel(&texture.name, message) });
                }
            }
        }
        for (inst, source) in &sources.calls {
            if !planned.contains(inst) {
                kernel.unread.extend(kernel.instruction(source.instruction));
            }
        }
        if problems.is_empty() { Ok(kernel) } else { Err(problems) }
    }

    fn replacement(
        &self,
        editor: &Editor<'m>,
        source: &SourceCall,
        call: Handle<'m>,
        mut plan: MessagePlan,
        payloads: &Payloads<'_>,
        target: Target,
    ) -> Result<Replacement<'m>, String> {
        if source.offset != [0; 3] {
            plan.offset = TexelOffsets::Constant(pack_offset(source.offset));
        }
        let slots = payloads.of(source, &plan)?;
        let offsets = payloads.offsets(source, &plan)?;
        let numbers = [source.data, Some(source.surface), source.sampler];
        let operands = KeptOperands { numbers: numbers.into_iter().flatten().collect(), writes: source.data.is_some() };
        let signature = CallSignature::new(editor, &plan, target.platform(), &slots, &operands, call);
        let is_converted =
            is_mcs_in_both_forms(call.ty(), signature.result) || lacks_residency(call.ty(), signature.result);
        if signature.result != call.ty() && !is_converted {
            return Err(format!(
                "its message returns {}, which cannot be converted to the type of the call; lower it before the pass",
                signature.result.text()
            ));
        }
        match editor.find(&signature.name, signature.result, &signature.params) {
            Ok(_) => Ok(Replacement { call, number: source.instruction, plan, slots, offsets, operands, signature }),
            Err(NameTaken) => Err(taken(&signature.name)),
        }
    }

    fn instruction(&self, number: u32) -> Option<Handle<'m>> {
        self.instructions.get(number as usize).copied()
    }

    fn has_work(&self) -> bool {
        !self.order.is_empty() || !self.unread.is_empty()
    }

    fn rewrite(mut self, editor: &mut Editor<'m>) {
        for inst in std::mem::take(&mut self.order) {
            self.message(editor, inst);
        }
        self.unread.iter().for_each(|call| editor.drop_unread(*call));
    }

    /// The call of the message that operation `inst` becomes; it is built where it has not been yet.
    fn message(&mut self, editor: &mut Editor<'m>, inst: InstId) -> Option<Handle<'m>> {
        if let Some(message) = self.messages.get(&inst) {
            return Some(*message);
        }
        let Replacement { call, number, plan, slots, offsets, operands, signature } =
            self.replacements.remove(&inst)?;
        // Messages that this one reads from, which stand before it.
        for slot in slots.iter().chain(&offsets) {
            self.build_sources(editor, slot);
        }
        editor.before(call);
        let mut args: Vec<Handle<'m>> =
            slots.iter().chain(&offsets).map(|slot| self.build(editor, call, slot)).collect();
        // What was a call when this was planned may be a message by now.
        args.extend(operands.numbers.iter().map(|number| editor.operand(call, *number)));
        let immediates = signature.fields.iter().zip(&signature.immediates);
        args.extend(immediates.map(|((_, bits), value)| editor.constant(editor.integer(*bits), (*value).into())));
        let callee = self.callee(editor, &signature)?;
        let message = editor.call_instead(call, callee, &args);
        self.messages.insert(inst, message);
        let stand_in = if signature.result == call.ty() {
            message
        } else if lacks_residency(call.ty(), signature.result) {
            with_undefined_residency(editor, message)
        } else {
            as_dwords_or_words(editor, message, call.ty())
        };
        editor.replace(call, stand_in);
        self.stand_ins.insert(number, stand_in);
        if editor.has_remarks() {
            editor.remark(message, &describe(&plan));
        }
        Some(message)
    }

    fn callee(&self, editor: &Editor<'m>, signature: &CallSignature<'m>) -> Option<Callee<'m>> {
        let CallSignature { name, result, params, fields, writes, .. } = signature;
        editor.declare(name, *result, params, fields.len(), *writes).ok()
    }

    fn build_sources(&mut self, editor: &mut Editor<'m>, part: &SlotValue) {
        match &part.recipe {
            ValueRecipe::Response(inst, _) => _ = self.message(editor, *inst),
            ValueRecipe::Source(SourceElement { source: SourceValue::Instruction(number), .. }) => {
                if let Some(inst) = self.operations.get(number).copied() {
                    self.message(editor, inst);
                }
            }
            ValueRecipe::Operation(_, args) => args.iter().for_each(|arg| self.build_sources(editor, arg)),
            _ => {}
        }
    }

    /// Builds the value of a slot of the message that replaces `call`.
    fn build(&self, editor: &Editor<'m>, call: Handle<'m>, part: &SlotValue) -> Handle<'m> {
        let ty = editor.scalar(part.scalar);
        match &part.recipe {
            ValueRecipe::Undefined => editor.undefined(ty),
            ValueRecipe::Constant(bits) => {
                let integer = editor.constant(editor.integer(part.scalar.bits()), *bits);
                editor.cast_bits(integer, ty)
            }
            ValueRecipe::Operand(index) => editor.cast_bits(editor.operand(call, *index), ty),
            ValueRecipe::Source(place) => {
                let source = match place.source {
                    SourceValue::Argument(index) => Some(editor.parameter(self.function, index)),
                    SourceValue::Instruction(number) => {
                        self.stand_ins.get(&number).copied().or_else(|| self.instruction(number))
                    }
                };
                match source {
                    Some(source) => editor.cast_bits(editor.element(source, place.element), ty),
                    None => editor.undefined(ty),
                }
            }
            ValueRecipe::Response(inst, index) => match self.messages.get(inst) {
                Some(message) => editor.cast_bits(editor.element(*message, *index), ty),
                None => editor.undefined(ty),
            },
            ValueRecipe::Operation(op, args) => {
                let args: SmallVec<[Handle<'m>; 2]> = args.iter().map(|arg| self.build(editor, call, arg)).collect();
                match (opcode(*op), intrinsic(*op), args.as_slice()) {
                    (Some(opcode), _, [left, right]) => editor.binary(opcode, *left, *right),
                    (Some(opcode), _, [from]) => editor.cast(opcode, *from, ty),
                    (None, Some(name), args) => editor.intrinsic(name, ty, args),
                    (None, None, [from]) => editor.cast_bits(*from, ty),
                    _ => editor.undefined(ty),
                }
            }
        }
    }
}

/// LLVM's instruction for an operation that [`Payloads`] lets pass; a bitcast is [`Editor::cast_bits`].
fn opcode(op: Op) -> Option<LLVMOpcode> {
    Some(match op {
        Op::Trunc => LLVMOpcode::LLVMTrunc,
        Op::ZExt => LLVMOpcode::LLVMZExt,
        Op::SExt => LLVMOpcode::LLVMSExt,
        Op::FExtTo => LLVMOpcode::LLVMFPExt,
        Op::FToU => LLVMOpcode::LLVMFPToUI,
        Op::Add => LLVMOpcode::LLVMAdd,
        Op::Sub => LLVMOpcode::LLVMSub,
        Op::Mul => LLVMOpcode::LLVMMul,
        Op::And => LLVMOpcode::LLVMAnd,
        Op::Or => LLVMOpcode::LLVMOr,
        Op::Xor => LLVMOpcode::LLVMXor,
        Op::Shl => LLVMOpcode::LLVMShl,
        Op::ShrU => LLVMOpcode::LLVMLShr,
        Op::ShrS => LLVMOpcode::LLVMAShr,
        _ => return None,
    })
}

/// LLVM's intrinsic for such an operation, whose only type is that of the result.
fn intrinsic(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::FRoundEven => "llvm.roundeven",
        Op::FMax => "llvm.maxnum",
        Op::FMin => "llvm.minnum",
        _ => return None,
    })
}

/// Whether `returned` is `wanted` without its fifth element, the residency.
fn lacks_residency(wanted: Ty<'_>, returned: Ty<'_>) -> bool {
    matches!((wanted.vector(), returned.vector()), (Some((5, wanted)), Some((4, returned))) if wanted == returned)
}

/// The elements that a message returns, and a fifth that nothing reads.
fn with_undefined_residency<'m>(editor: &mut Editor<'m>, message: Handle<'m>) -> Handle<'m> {
    let converted = editor.shuffle(message, &[Some(0), Some(1), Some(2), Some(3), None]);
    editor.erase_unless_used(converted);
    converted
}

/// Whether one is four dwords and the other four words: the two forms in which MCS words come.
fn is_mcs_in_both_forms(left: Ty<'_>, right: Ty<'_>) -> bool {
    let bits = |ty: Ty<'_>| ty.vector().filter(|(count, _)| *count == 4).and_then(|(_, element)| element.bits());
    matches!((bits(left), bits(right)), (Some(16), Some(32)) | (Some(32), Some(16)))
}

/// The MCS words `message`, which are four words or four dwords, in the other form: the four words are the bits
/// of the first two dwords, and the other dwords mean nothing.
fn as_dwords_or_words<'m>(editor: &mut Editor<'m>, message: Handle<'m>, wanted: Ty<'m>) -> Handle<'m> {
    let (words, dwords) = (editor.vector(editor.integer(16), 4), editor.vector(editor.integer(32), 2));
    let converted = if message.ty() == words {
        let dwords = editor.cast_bits(message, dwords);
        let dwords = editor.shuffle(dwords, &[Some(0), Some(1), None, None]);
        editor.cast_bits(dwords, wanted)
    } else {
        let dwords = editor.shuffle(message, &[Some(0), Some(1)]);
        editor.cast_bits(dwords, wanted)
    };
    editor.erase_unless_used(converted);
    converted
}

/// `becomes ld_lz.RGBA; the level of detail is zero, ...`, with names for what a reader of remarks may look for.
fn describe(plan: &MessagePlan) -> Vec<(&'static str, String)> {
    let mut parts = vec![("", "becomes ".to_owned()), ("Message", plan.name())];
    for note in &plan.notes {
        parts.extend([("", "; ".to_owned()), ("Note", note.to_string())]);
    }
    parts
}
