//! Inlines the functions that kernels call, as there are no calls in texture IR.
//!
//! Several calls of a large function share its body where that [may be](crate::sharing): each branches to one call with its arguments
//! and a number, and the number says where that returns to. Intel's compiler leaves calls of large functions: bfgminer's `search`
//! (scrypt) has 8,609 instructions at SIMD8 on TGLLP there, 8,855 so, and 103,738 with a body for each call.
//!
//! What a kernel would become is counted before anything is inlined, and a kernel that would become too large keeps its calls and
//! is refused: a few functions that call each other several times make a program that no machine holds.

use inkwell::module::Module;
use inkwell::values::FunctionValue;
use rustc_hash::FxHashMap;
use texvisa_ir::source::Location;

use crate::address_space::Space;
use crate::diagnostic::Diagnostic;
use crate::igc;
use crate::llvm::{self, TyKind, Val};
use crate::names::printable;
use crate::sharing::{Sharing, sharing_of};

/// The number of the calling convention `spir_kernel`.
const SPIR_KERNEL: u32 = 76;

/// The most instructions of a kernel with calls once they are inlined. The largest one that is known to be compiled, of
/// QSVEnc, has 232,908, takes 12 seconds, and needs more registers than there are many times over.
const MAX_INLINED_INSTRUCTIONS: u64 = 1 << 18;

/// Calls share a body where that takes at least so many instructions less. Other numbers were not tried.
const SHARED_FROM: u64 = 64;

/// How many instructions a call takes that shares a body, to branch there and back. There are more for what it passes, and fewer where a
/// number is compared once for several calls.
const TO_AND_FRO: u64 = 4;

/// The kernels that would become too large, each with its error.
pub(crate) type Oversized<'c> = FxHashMap<Val<'c>, Diagnostic>;

/// Has LLVM inline what the kernels of `module` call, and drops the functions that it alone knows and that nothing calls
/// any more. A function that calls itself stays, and its call is refused.
pub(crate) fn inline_functions<'c>(module: &Module<'c>) -> Oversized<'c> {
    let mut graph = CallGraph::default();
    let with_bodies = module.get_functions().filter(|function| function.count_basic_blocks() > 0);
    let (kernels, others): (Vec<_>, Vec<_>) = with_bodies.partition(|function| is_kernel(*function));
    graph.numbers = others.iter().zip(0..).map(|(function, number)| (Val::from(*function), number)).collect();
    graph.functions = others.iter().map(|function| Function::new(*function)).collect();
    let private_memory = module.get_function(STACK_ALLOCA).map(|_| igc::private_memory(module));
    let mut oversized = Oversized::default();
    for kernel in kernels {
        let (own, called) = llvm::calls(kernel);
        let callees = graph.numbers_of(&called);
        callees.iter().for_each(|callee| graph.count(*callee));
        let reached = graph.reached(&callees);
        if reached.is_empty() {
            continue;
        }
        let operations = called.iter().map(|callee| sharing_of(&callee.name_text()));
        let operations = operations.chain(reached.iter().map(|number| graph.functions[*number].sharing));
        // Functions that do not call each other have frames at one offset, and each lane's bytes are beside those of others: where bodies
        // are shared, lanes are in several of these functions at a time.
        let frames = reached.iter().filter(|number| graph.functions[**number].has_frame).count();
        let may_share = operations.min() > Some(Sharing::Never) && frames < 2;
        let (inlined, instructions) = graph.bodies(own, &callees, &reached, may_share);
        if instructions > MAX_INLINED_INSTRUCTIONS && instructions > own {
            let diagnostic = refusal(&Val::from(kernel).name(), own, instructions);
            oversized.insert(kernel.into(), diagnostic);
            reached.into_iter().for_each(|number| graph.functions[number].is_needed = true);
            continue;
        }
        if let Some(bytes) = &private_memory {
            graph.note_frames(kernel, &reached, bytes);
        }
        // The calls of a function in what is inlined are there before they share its body.
        let mut left: Vec<_> =
            reached.iter().copied().filter(|number| !graph.functions[*number].is_inlinable).collect();
        for run in inlined.chunk_by(|_, next| !next.is_shared) {
            // A body for each call was not counted.
            let (first, rest) = (&run[0], &run[1..]);
            let are_calls_left = first.is_shared && !llvm::share_call(kernel, graph.functions[first.number].function);
            left.extend(are_calls_left.then_some(first.number));
            let functions = if are_calls_left { rest } else { run };
            llvm::inline(kernel, &functions.iter().map(|of| graph.functions[of.number].function).collect::<Vec<_>>());
        }
        graph.reached(&left).into_iter().for_each(|number| graph.functions[number].is_needed = true);
    }
    let needless = graph.functions.into_iter().filter(|function| !function.is_needed);
    llvm::drop_bodies(needless.map(|function| function.function).collect());
    oversized
}

/// `StackAlloca(offset)`, a pointer to private memory in the frame of the function, and the metadata that says where in the private
/// memory of a work item that frame begins and ends, in bytes. Calls in the kernel itself have none.
pub(crate) const STACK_ALLOCA: &str = "llvm.genx.GenISA.StackAlloca";
pub(crate) const FRAME: &str = "texvisa.frame";
/// Frames begin at multiples of so many bytes of each work item, as Intel's compiler counts them (`AnalyzeCGPrivateMemUsage` of
/// PrivateMemoryResolution.cpp).
const FRAME_ALIGN: u32 = 16;

/// Whether a function is a kernel.
pub(crate) fn is_kernel(function: FunctionValue<'_>) -> bool {
    function.get_call_conventions() == SPIR_KERNEL
}

fn refusal(name: &str, own: u64, instructions: u64) -> Diagnostic {
    let instructions = match instructions {
        u64::MAX => "more than 2^64".to_owned(),
        counted => counted.to_string(),
    };
    let message = format!(
        "the kernel has {own} instructions, and {instructions} with what it calls inlined; expected at the most \
         {MAX_INLINED_INSTRUCTIONS}, because texture IR has no calls; call the same function in a loop instead of several \
         times, or split the kernel"
    );
    Diagnostic { kernel: printable(name), instruction: None, location: Location::UNKNOWN, is_defect: false, message }
}

/// Who calls whom among the functions with bodies that are no kernels. Each has a number.
#[derive(Default)]
struct CallGraph<'c> {
    numbers: FxHashMap<Val<'c>, usize>,
    functions: Vec<Function<'c>>,
    /// How many are [done](Progress::Done).
    done: usize,
}

struct Function<'c> {
    function: FunctionValue<'c>,
    progress: Progress,
    /// The functions that it calls, once for each call.
    callees: Vec<usize>,
    /// How many instructions it has.
    own: u64,
    /// How many were [done](Progress::Done) before; at [`Progress::Done`] alone.
    rank: usize,
    /// Whether calls of it are inlined: LLVM can do it, and the function does not call itself by others that are.
    is_inlinable: bool,
    /// Where its operations may all be; at [`Progress::Done`] also those of what it calls.
    sharing: Sharing,
    /// Whether it has a frame that those of others may overlap.
    has_frame: bool,
    /// Whether a call of it is left.
    is_needed: bool,
}

/// A function that is inlined in a kernel.
struct Inlined {
    number: usize,
    /// Whether its calls share one body.
    is_shared: bool,
}

/// How far the walk that counts instructions is with a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Unseen,
    /// It calls what is being counted.
    Begun,
    Done,
}

impl<'c> Function<'c> {
    fn new(function: FunctionValue<'c>) -> Function<'c> {
        Function {
            function,
            progress: Progress::Unseen,
            callees: Vec::new(),
            own: 0,
            rank: 0,
            is_inlinable: false,
            sharing: Sharing::Always,
            has_frame: false,
            is_needed: false,
        }
    }
}

impl<'c> CallGraph<'c> {
    /// The numbers of `callees`; a kernel that is called has none.
    fn numbers_of(&self, callees: &[Val<'c>]) -> Vec<usize> {
        callees.iter().filter_map(|callee| self.numbers.get(callee).copied()).collect()
    }

    /// Counts the instructions of a function and of those that it calls, with what each calls inlined. A chain of calls can be
    /// longer than a stack is deep.
    fn count(&mut self, first: usize) {
        let mut walk: Vec<(usize, usize)> = Vec::new();
        let mut next = Some(first);
        loop {
            match next.take() {
                Some(number) if self.functions[number].progress == Progress::Unseen => {
                    let function = self.functions[number].function;
                    let (own, called) = llvm::calls(function);
                    let callees = self.numbers_of(&called);
                    let entry = &mut self.functions[number];
                    (entry.progress, entry.own, entry.callees) = (Progress::Begun, own, callees);
                    entry.is_inlinable = llvm::is_inlinable(function);
                    entry.sharing = sharing_in(function, &called);
                    entry.has_frame = called.iter().any(|callee| callee.name_text() == STACK_ALLOCA);
                    walk.push((number, 0));
                }
                // Every cycle of calls comes back to a function that is begun.
                Some(number) if self.functions[number].progress == Progress::Begun => {
                    self.functions[number].is_inlinable = false;
                }
                _ => {}
            }
            let Some((number, position)) = walk.last_mut() else { return };
            next = self.functions[*number].callees.get(*position).copied();
            *position += 1;
            if next.is_none() {
                let number = *number;
                walk.pop();
                let of_callees = self.functions[number].callees.iter().map(|callee| self.functions[*callee].sharing);
                let sharing = of_callees.fold(self.functions[number].sharing, Sharing::min);
                let entry = &mut self.functions[number];
                (entry.progress, entry.sharing, entry.rank) = (Progress::Done, sharing, self.done);
                self.done += 1;
            }
        }
    }

    /// The functions of `reached` that are inlined in a kernel of `own` instructions that calls `callees`, those that call before those
    /// that are called, and how many instructions the kernel has then. Bodies are shared if `may_share`.
    fn bodies(&self, own: u64, callees: &[usize], reached: &[usize], may_share: bool) -> (Vec<Inlined>, u64) {
        let mut calls = vec![0_u64; self.functions.len()];
        let add = |calls: &mut [u64], callees: &[usize], bodies: u64| {
            callees.iter().for_each(|callee| calls[*callee] = calls[*callee].saturating_add(bodies));
        };
        add(&mut calls, callees, 1);
        let (mut inlined, mut instructions) = (Vec::new(), own);
        for number in reached {
            let Function { own, sharing, is_inlinable, .. } = self.functions[*number];
            if !is_inlinable {
                continue;
            }
            let more = calls[*number].saturating_sub(1).saturating_mul(own);
            let less = more.saturating_sub(calls[*number].saturating_mul(TO_AND_FRO));
            let is_shared = may_share && sharing == Sharing::Always && less >= SHARED_FROM;
            let bodies = if is_shared { 1 } else { calls[*number] };
            inlined.push(Inlined { number: *number, is_shared });
            instructions = instructions.saturating_add(bodies.saturating_mul(own));
            add(&mut calls, &self.functions[*number].callees, bodies);
        }
        (inlined, instructions)
    }

    /// Notes where in the private memory of a kernel the frame of each function is that it leads to: behind those of all that call
    /// it. `reached` are they, those that call before those that are called, and `bytes` says how many each has.
    fn note_frames(&self, kernel: FunctionValue<'c>, reached: &[usize], bytes: &FxHashMap<Val<'c>, u32>) {
        let end = |frame: u32, function: FunctionValue<'c>| {
            let bytes = bytes.get(&function.into()).copied().unwrap_or_default();
            frame.saturating_add(bytes).checked_next_multiple_of(FRAME_ALIGN).unwrap_or(u32::MAX)
        };
        let mut frames = vec![end(0, kernel); self.functions.len()];
        for number in reached {
            let function = &self.functions[*number];
            let behind = end(frames[*number], function.function);
            llvm::note_frame(function.function, STACK_ALLOCA, FRAME, [frames[*number], behind]);
            for callee in &function.callees {
                frames[*callee] = frames[*callee].max(behind);
            }
        }
    }

    /// The functions that `callees` are and that they lead to, those that call before those that are called.
    fn reached(&self, callees: &[usize]) -> Vec<usize> {
        let mut is_reached = vec![false; self.functions.len()];
        let mut reached: Vec<usize> = Vec::new();
        let mut left = callees.to_vec();
        while let Some(number) = left.pop() {
            if !std::mem::replace(&mut is_reached[number], true) {
                reached.push(number);
                left.extend(&self.functions[number].callees);
            }
        }
        // What calls is counted after what it calls.
        reached.sort_unstable_by_key(|number| std::cmp::Reverse(self.functions[*number].rank));
        reached
    }
}

/// Where the operations of a function that calls `called` may all be, without those of what it calls.
fn sharing_in(function: FunctionValue<'_>, called: &[Val<'_>]) -> Sharing {
    let names_surface = |parameter: &Val<'_>| match parameter.ty().kind() {
        TyKind::Pointer(space) => matches!(Space::decode(space), Space::Surface(..) | Space::Sampler(_)),
        _ => false,
    };
    let parameters = Val::from(function).parameters();
    let of_parameters = if parameters.iter().any(names_surface) { Sharing::OutsideOfBody } else { Sharing::Always };
    called.iter().map(|callee| sharing_of(&callee.name_text())).fold(of_parameters, Sharing::min)
}
