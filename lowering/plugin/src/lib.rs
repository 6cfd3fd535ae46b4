//! texvisa as passes of LLVM 14, 15, 16 or 19: a plugin that opt, and any compiler that loads pass plugins, can run.
//!
//! ```sh
//! cargo build --release -p texvisa-plugin     # by itself: it links LLVM in another way than the tool does
//! opt-14 -load-pass-plugin=target/release/libtexvisa_plugin.so \
//!     -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S in.ll
//! ```
//!
//! That is for LLVM 14. `--no-default-features --features llvm19` builds it for LLVM 19, and so for 15 and 16; a plugin is for
//! the release that it was built for.
//!
//! | pass | what it does |
//! |---|---|
//! | `texvisa-legalize<target=T;simd=W>` | replaces each texture call of each kernel by a call that is a message |
//! | `texvisa-verify<target=T;simd=W>` | checks that nothing else is left, and that each such call is what its message has |
//! | `print<texvisa><target=T;simd=W>` | prints the vISA of each kernel, as `texvisa compile` does, on standard error |
//!
//! All are passes over modules, and over functions in `function(...)`; `--print-passes` lists them. `T` is a target of texvisa's
//! (`skl` to `ptl`) and must be given. `W` is 8, 16 or 32; it may be omitted if each kernel asks for a width
//! (`sub_group_size` in `!igc.functions`), and overrides that if it is given. Of two parameters that are alike the last counts,
//! as in LLVM's own passes. The printer has its parameters where LLVM's own printers have theirs, as in
//! `print<stack-lifetime><may>`.
//!
//! [`texvisa::lowering::plan`] decides which message a call becomes; `texvisa compile --emit plan` prints it. The pass
//! decides nothing.
//!
//! # Calls that are messages
//!
//! A kernel is a function with a body and the calling convention `spir_kernel`; its texture calls are those of the
//! intrinsics `llvm.genx.GenISA.ldptr`, `ldmsptr`, `ldmsptr16bit`, `ldmcsptr`, `sampleLptr` and the others that texvisa
//! imports, and those of media blocks. One of them, in a kernel that reads red alone,
//!
//! ```llvm
//! %t = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608(i32 %x, i32 %y, i32 0, i32 0,
//!          ptr addrspace(196608) null, i32 0, i32 0, i32 0)
//! ```
//!
//! becomes
//!
//! ```llvm
//! %t = call <4 x float> @llvm.texvisa.ld_lz.i32x2.v4f32.p196608(i32 %x, i32 %y, ptr addrspace(196608) null,
//!          i32 0, i32 1, i32 16, i32 1, i1 false,              ; no offsets, red, one message of 16 lanes
//!          i32 0, i32 0,                                       ; surface 0, no sampler
//!          i32 69574656, i32 128, i1 false, i32 0, i32 0,      ; descriptors 0x0425a000 and 0x80, no header
//!          i32 2, i32 2, i32 2, i32 1,                         ; 2 + 2 registers sent, 2 returned, by one send
//!          i32 64, i32 -1)                                     ; channels 64 bytes apart, no residency
//! ```
//!
//! An instruction selector finds everything in the call: it emits the message that the name begins with, the arguments
//! in their order as its payload, and decides nothing.
//!
//! ## The name
//!
//! `llvm.texvisa.` *message* `.` *slots* \[`.offsets`\] \[`.m` *messages*\] `.` *result* \[`.` *data*\] `.` *surface* \[`.` *sampler*\]
//!
//! | field | of the plan | example |
//! |---|---|---|
//! | message | [`message`](texvisa::lowering::plan::MessagePlan::message): the name of its row. It may imply a LOD of zero (`ld_lz`, `sample_lz`) | `ld2dms_w` |
//! | slots | [`sources`](texvisa::lowering::plan::MessagePlan::sources): type and number of those that trimming leaves; a field for each run of one type, none where there is no slot. The type says which form of a message it is: `ld2dms_w.i16x7` takes words, `ld2dms_w.i32x5` dwords | `f32x2.i32x2` |
//! | `offsets` | where the texel offsets are no constants | |
//! | messages | of a media block: how many it takes | `m2` |
//! | result | [`result`](texvisa::lowering::plan::MessagePlan::result), and whether there is [`residency`](texvisa::lowering::plan::MessagePlan::residency): the type that the call returns | `v4f32` |
//! | data | of a media block that is written: its type | `v8i16` |
//! | surface, sampler | the types of the operands; a typed pointer with what it points at: `p196608f32` | `p196608` |
//!
//! The name says the type of the function, as the names of LLVM's overloaded intrinsics do. It begins with `llvm.`,
//! like the names that it replaces. SimplifyCFG and similar passes may merge two calls of an ordinary function and
//! select an argument at run time. LLVM allows `immarg` only on intrinsics, and its verifier then rejects such a merge.
//!
//! ## The arguments
//!
//! | arguments | what they are | type |
//! |---|---|---|
//! | one for each slot, in the order of the message | [`sources`](texvisa::lowering::plan::MessagePlan::sources): the value, or zero, or `undef` where it may be anything; a dword with packed offsets is an integer | `i16`, `i32`, `half`, `float` |
//! | the texel offsets, where they are no constants | four bits each, as in the immediate | `i32` |
//! | what a media block writes | the operand of the old call, untouched | a vector |
//! | the surface | likewise; its address space names the surface, or it is the number of a media block's | a pointer, or `i32` |
//! | the sampler, for messages with one | likewise | a pointer |
//! | the immediate arguments | below | `i32 immarg`, `i1 immarg` |
//!
//! Immediate arguments of a message to the sampler:
//!
//! | argument | what it is |
//! |---|---|
//! | offset | the texel offsets, packed as messages have them: u in bits 11 to 8, v in 7 to 4, r in 3 to 0, each signed; 0 where they are an argument |
//! | channels | red in bit 0; of a gather the one that is gathered. A mask that is no prefix of RGBA needs a header |
//! | lanes | the lanes of a message |
//! | sends | how many messages are sent: two where a SIMD32 kernel sends one for each half |
//! | nomask (`i1`) | whether they ignore the execution mask: one message serves all lanes, as they share every parameter, and its response is the same in all of its lanes |
//! | surface | its entry in the binding table; -1 where the pointer holds the number, -2 where it is a handle |
//! | sampler | its entry, likewise; 0 where there is none |
//! | descriptor | of one send; the surface's bits are 0 where its number is in the pointer, and 252 where it is a handle |
//! | extended descriptor | of one send |
//! | header (`i1`) | whether there is a header: a copy of r0 but for the two dwords that follow |
//! | header dword 2 | channels, offsets, residency. The offsets that are an argument are put into bits 11 to 0 |
//! | header dword 3 | what is added to dword 3, the sampler state pointer, in bytes: a descriptor names one of 16 samplers. Of a sampler handle it is the handle |
//! | first length | registers of the first payload part: the header, or the first slot |
//! | second length | registers of the second: the other slots, one behind the other; all slots where there is a header |
//! | response length | registers that a send returns |
//! | split | sends of a message: 2 where it is too long for all of its lanes, so that each send has half of them, and its payload in one part. Descriptors, lengths and the response are those of one send |
//! | channel step | bytes of the response from one channel to the next: those of the mask, or the four texels of a gather, in their order |
//! | residency | the byte at which residency begins, one bit a lane; -1 where there is none |
//!
//! A media block moves bytes of the whole hardware thread, in several messages if it is large, all of them in one call. Its immediate
//! arguments are the lanes of the thread; the surface; the plane, which the descriptor has added to the surface; which rows (0 all,
//! 2 the top field, 3 the bottom field); and for each message its place in the block in bytes and rows, its width in bytes and
//! height in rows, the bytes from one row to the next in registers, the descriptor, the extended descriptor, dword 2 of the header
//! (dwords 0 and 1 are x and y, the slots, with the message's place added), and the registers of what is written and of the
//! response. Column n of a row is lane n.
//!
//! Where the plan needs a value in another form than the LLVM function has, the pass inserts a conversion before the
//! call: a truncation to words, a sum of a coordinate and the offset of a multisampled load, dwords of two words, packed
//! offsets, an element of what another message returned. Slots need not be contiguous here; that is the register
//! allocator's part. A coalescer that brings all slots of a message without a header together sends them as one part: the sum of
//! the lengths in bits 28 to 25 of the descriptor, and none in the extended one.
//!
//! The [notes](texvisa::lowering::plan::MessagePlan::notes) of the plan, which say why, are remarks at the call:
//! `-pass-remarks=texvisa`. Where metadata is missing, what the importer assumes is a remark on the kernel:
//! `-pass-remarks-analysis=texvisa`. Why a kernel stays as it is is one that `-pass-remarks-missed=texvisa` shows.
//! `-pass-remarks-output` writes all of them as YAML, with the message and the notes by name.
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
//! attributes `convergent`, `mustprogress`, `nofree`, `nosync`, `nounwind`, `speculatable` and `willreturn`, and what it is said to
//! do to memory (`argmemonly`, `readnone`, or `memory(...)` from LLVM 16 on), where the old call or its declaration had them.
//! Declarations are `nounwind willreturn`, and only read memory unless they write a media block.
//! Attributes of the old result (`noundef`) are dropped, as they are not true of channels that do not come back.
//!
//! - A call whose result nothing reads sends no message and is removed, together with the instructions and assumptions
//!   that read it without an effect. Debug information that named it names `undef`.
//! - Instructions that only served old calls go with them, as do the declarations of intrinsics after their last call; a pass in
//!   `function(...)` leaves declarations.
//! - Calls in unreachable blocks stay: no program runs them, and LLVM removes such blocks before code is
//!   emitted.
//! - No block and no branch changes: analyses of the control flow are preserved. Where there was nothing to do, all
//!   are.
//!
//! # What is refused
//!
//! The pass looks at texture calls alone. Of other instructions that texvisa does not import nothing is concluded: they read all of
//! their operands, and return another value for each lane. A remark names them.
//!
//! A kernel is rewritten as a whole or not at all. Its errors, of texture calls that are not imported or of lowering, are reported
//! to the module's context as one error, which names for each reason the kernel, the instruction and its location in the source;
//! kernels without errors are rewritten all the same. A context without a handler ends the process at an error, as opt
//! does. Parameters that are not valid are reported on standard error, and the pipeline is refused.
//!
//! `texvisa-verify` reports in the same way: a texture call that is left where the program can come to it, a message that the
//! target lacks, and an argument that is not what its message has.
//!
//! The printer needs all of a kernel, and texture calls in it: print before legalizing.

mod encoding;
mod entry;
mod kernels;
mod legalize;
mod llvm;
mod message;
mod parameters;
mod payload;
mod print;
mod verify;
