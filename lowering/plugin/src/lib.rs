//! texvisa as passes of LLVM 14: a plugin that opt, and any compiler that loads pass plugins, can run.
//!
//! ```sh
//! cargo build --release -p texvisa-plugin     # by itself: it links LLVM in another way than the tool does
//! opt-14 -load-pass-plugin=target/release/libtexvisa_plugin.so \
//!     -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S in.ll
//! ```
//!
//! | pass | what it does |
//! |---|---|
//! | `texvisa-legalize<target=T;simd=W>` | replaces each texture call of each kernel by a call that is a message |
//! | `print<texvisa><target=T;simd=W>` | prints the vISA of each kernel, as `texvisa compile` does, on standard error |
//!
//! Both are module passes. `T` is a target of texvisa's (`skl` to `ptl`) and must be given. `W` is 8, 16 or 32; it may
//! be omitted if each kernel asks for a width (`sub_group_size` in `!igc.functions`), and overrides that if it is
//! given. The printer has its parameters where LLVM's own printers have theirs, as in
//! `print<stack-lifetime><may>`.
//!
//! [`texvisa::lowering::plan`] decides which message a call becomes; `texvisa compile --emit plan` prints it. The pass
//! decides nothing.
//!
//! # Calls that are messages
//!
//! A kernel is a function with a body and the calling convention `spir_kernel`; its texture calls are those of the
//! intrinsics `llvm.genx.GenISA.ldptr`, `ldmsptr`, `ldmsptr16bit`, `ldmcsptr`, `sampleLptr` and the others that texvisa
//! imports. One of them,
//!
//! ```llvm
//! %t = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 %y, i32 0, i32 0,
//!          float addrspace(196608)* null, i32 0, i32 0, i32 0)
//! ```
//!
//! becomes
//!
//! ```llvm
//! %t = call <4 x float> @llvm.texvisa.ld_lz.i32x2.v4f32.p196608f32(i32 %x, i32 %y,
//!          float addrspace(196608)* null, i32 0, i32 15, i32 16, i32 1, i1 false)
//! ```
//!
//! An instruction selector finds everything in the call: it emits the message that the name begins with, the arguments
//! in their order as its payload, and decides nothing.
//!
//! ## The name
//!
//! `llvm.texvisa.` *message* `.` *slots* `.` *result* `.` *surface* [`.` *sampler*]
//!
//! | field | of the plan | example |
//! |---|---|---|
//! | message | [`message`](texvisa::lowering::plan::MessagePlan::message): the mnemonic of its row. It may imply a LOD of zero (`ld_lz`, `sample_lz`) | `ld2dms_w` |
//! | slots | [`sources`](texvisa::lowering::plan::MessagePlan::sources): type and number of those that trimming leaves; a field for each run of one type, none where there is no slot. The type says which form of a message it is: `ld2dms_w.i16x7` takes words, `ld2dms_w.i32x5` dwords | `f32x2.i32x2` |
//! | result | [`result`](texvisa::lowering::plan::MessagePlan::result), and whether there is [`residency`](texvisa::lowering::plan::MessagePlan::residency): the type that the call returns | `v4f32` |
//! | surface, sampler | the types of the pointers | `p196608f32` |
//!
//! The name says the type of the function, as the names of LLVM's overloaded intrinsics do. It begins with `llvm.`,
//! like the names that it replaces. SimplifyCFG and similar passes may merge two calls of an ordinary function and
//! select an argument at run time. LLVM allows `immarg` only on intrinsics, and its verifier then rejects such a merge.
//!
//! ## The arguments
//!
//! | arguments | of the plan | type |
//! |---|---|---|
//! | one for each slot, in the order of the message | [`sources`](texvisa::lowering::plan::MessagePlan::sources): the value, or zero, or `undef` where it may be anything | `i16`, `i32`, `half`, `float` |
//! | the surface | the operand of the old call, untouched; its address space names the surface | a pointer |
//! | the sampler, for messages with one | likewise | a pointer |
//! | the offsets | [`offset`](texvisa::lowering::plan::MessagePlan::offset), packed as messages have them: u in bits 11 to 8, v in 7 to 4, r in 3 to 0, each signed | `i32 immarg` |
//! | the channels | [`channels`](texvisa::lowering::plan::MessagePlan::channels): red in bit 0; of a gather the one that is gathered. A mask that is no prefix of RGBA needs a header | `i32 immarg` |
//! | the lanes of a message | [`sends`](texvisa::lowering::plan::MessagePlan::sends) | `i32 immarg` |
//! | how many messages are sent | the number of sends: two where a SIMD32 kernel sends one for each half | `i32 immarg` |
//! | whether they ignore the execution mask | whether one message serves all lanes, as they share every parameter; its response is the same in all of its lanes | `i1 immarg` |
//!
//! Where the plan needs a value in another form than the LLVM function has, the pass inserts a conversion before the
//! call: a truncation to words, a sum of a coordinate and the offset of a multisampled load, dwords of two words, an
//! element of what another message returned. Slots need not be contiguous here; that is the register allocator's part.
//!
//! Media blocks move bytes of the whole hardware thread, in several messages if they are large: they have no such call, and a
//! kernel with one is refused.
//!
//! The [notes](texvisa::lowering::plan::MessagePlan::notes) of the plan, which say why, are remarks at the call:
//! `-pass-remarks=texvisa`. Where metadata is missing, what the importer assumes is a remark on the kernel:
//! `-pass-remarks-analysis=texvisa`.
//!
//! ## The result
//!
//! The call returns what the old one returned, so that its uses stay as they are: an element for each of RGBA, or for
//! each texel of a gather, and a fifth for the residency where the old call had one. The response holds the channels of
//! the mask alone, packed; elements of other channels are any bits, and nothing of the program reads them.
//!
//! Where the plan has the response in elements of another width the call returns these, as integers. That happens to
//! MCS words, which come as words for platforms that take words, and as dwords for others. What still uses the
//! old call's form gets it from a conversion behind the call.
//!
//! ## What is kept, and what goes
//!
//! The new call has the old one's name, metadata with its location in the source, fast-math flags and tail marker, and the
//! attributes `argmemonly`, `convergent`, `mustprogress`, `nofree`, `nosync`, `nounwind`, `readnone`, `speculatable`
//! and `willreturn` where the old call or its declaration had them. Declarations are `nounwind readonly willreturn`,
//! which every message is. Attributes of the old result (`noundef`) are dropped, as they are not true of channels that
//! do not come back.
//!
//! - A call whose result nothing reads sends no message and is removed, together with the instructions and assumptions
//!   that read it without an effect. Debug information that named it names `undef`.
//! - Instructions that only served old calls go with them, as do the declarations of intrinsics after their last call.
//! - Calls in unreachable blocks stay: no program runs them, and LLVM removes such blocks before code is
//!   emitted.
//! - No block and no branch changes: analyses of the control flow are preserved. Where there was nothing to do, all
//!   are.
//!
//! # What is refused
//!
//! A kernel is rewritten as a whole or not at all. Its errors, of the import or of lowering, are reported to the
//! module's context as one error, which names for each reason the kernel, the instruction and its location in the source;
//! kernels without errors are rewritten all the same. A context without a handler ends the process at an error, as opt
//! does. Parameters that are not valid are reported on standard error, and the pipeline is refused.
//!
//! texvisa does not import a legalized kernel: print before legalizing.

mod entry;
mod kernels;
mod legalize;
mod llvm;
mod message;
mod parameters;
mod payload;
mod print;
