//! The structs and numbers of the interface.

use std::ffi::{c_char, c_void};

/// Whether a function did what it was asked for.
pub type TexvisaStatus = u32;
/// It did.
pub const TEXVISA_OK: TexvisaStatus = 0;
/// A pointer is null or a size is wrong; there may be no result.
pub const TEXVISA_ARGUMENT: TexvisaStatus = 1;
/// The input is at fault: the diagnostics of the result say why.
pub const TEXVISA_INPUT: TexvisaStatus = 2;
/// texvisa is at fault: the diagnostics of the result say how.
pub const TEXVISA_DEFECT: TexvisaStatus = 3;

/// The source is texture IR.
pub const TEXVISA_TEXTURE_IR: u32 = 0;
/// The source is LLVM IR, as text or bitcode, that calls Intel's texture intrinsics; the library must be built with its
/// feature `llvm`. LLVM may crash on bitcode that is damaged.
pub const TEXVISA_LLVM_IR: u32 = 1;

/// A diagnostic: text that does not follow its grammar.
pub const TEXVISA_SYNTAX: u32 = 1;
/// A diagnostic: a kernel or an operation that is not valid.
pub const TEXVISA_INVALID: u32 = 2;
/// A diagnostic: what cannot be lowered for the target.
pub const TEXVISA_UNSUPPORTED: u32 = 3;
/// A diagnostic: what a caller passed that is not allowed.
pub const TEXVISA_MISUSE: u32 = 4;
/// A diagnostic: a defect of texvisa.
pub const TEXVISA_BUG: u32 = 5;
/// A diagnostic about a result that is there: a kernel that needs more registers than there are.
pub const TEXVISA_REMARK: u32 = 6;

/// No entry: the operation has no sampler.
pub const TEXVISA_ENTRY_NONE: u32 = 0;
/// The entry of this number.
pub const TEXVISA_ENTRY_TABLE: u32 = 1;
/// The entry whose number this register holds, the same for all lanes.
pub const TEXVISA_ENTRY_REGISTER: u32 = 2;

/// The surface or sampler whose handle this register holds, the same for all lanes.
pub const TEXVISA_ENTRY_HANDLE: u32 = 3;

/// An operand: a register with one element for each lane.
pub const TEXVISA_LANES: u32 = 0;
/// An operand: a register with one element for all lanes.
pub const TEXVISA_UNIFORM: u32 = 1;
/// An operand: a number, the same in all lanes.
pub const TEXVISA_CONSTANT: u32 = 2;
/// An operand: anything.
pub const TEXVISA_UNDEF: u32 = 3;

/// A temporary: parameters of a message.
pub const TEXVISA_PAYLOAD: u32 = 0;
/// A temporary: what a message returns.
pub const TEXVISA_RESPONSE: u32 = 1;
/// A temporary: an intermediate result.
pub const TEXVISA_SCRATCH: u32 = 2;

/// A response without residency.
pub const TEXVISA_NO_RESIDENCY: u32 = u32::MAX;

/// Bytes of a result.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TexvisaBytes {
    /// The first; behind the last stands a zero byte.
    pub data: *const u8,
    /// How many there are, the zero byte aside.
    pub count: usize,
}

/// How a kernel is compiled.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TexvisaCompileOptions {
    /// `sizeof(TexvisaCompileOptions)`.
    pub size: usize,
    /// The platform: `"tgllp"`.
    pub target: *const c_char,
    /// The kernel; null where the source has one.
    pub kernel: *const c_char,
    /// The lanes of a thread: 8, 16 or 32.
    pub lanes: u32,
    /// `TEXVISA_TEXTURE_IR` or `TEXVISA_LLVM_IR`.
    pub input: u32,
    /// 1 to follow each value to the message that it is sent in. The library must be built with its feature `check`, as it
    /// is unless told otherwise.
    pub check: u32,
}

/// Something that is wrong, or a remark.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TexvisaDiagnostic {
    /// `sizeof(TexvisaDiagnostic)`.
    pub size: usize,
    /// `TEXVISA_SYNTAX` to `TEXVISA_REMARK`.
    pub kind: u32,
    /// The line in the source, from 1; 0 where none is known.
    pub line: u32,
    /// The column, from 1, in characters; 0 where none is known.
    pub column: u32,
    /// What is wrong.
    pub message: *const c_char,
    /// What is expected, or what to do about it; empty where the message says all.
    pub help: *const c_char,
}

/// A parameter of a single operation, or an element of one.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TexvisaOperand {
    /// `sizeof(TexvisaOperand)`.
    pub size: usize,
    /// `TEXVISA_LANES`, `TEXVISA_UNIFORM`, `TEXVISA_CONSTANT` or `TEXVISA_UNDEF`.
    pub kind: u32,
    /// The type: `"f32"`, `"f16"`, `"i32"`, `"i16"`, `"i8"`.
    pub scalar: *const c_char,
    /// The caller's name of the register, or the bits of the constant.
    pub value: u64,
}

/// The parameter of a role.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TexvisaParam {
    /// `sizeof(TexvisaParam)`.
    pub size: usize,
    /// The role: `"u"`, `"lod"`, `"mcs"`.
    pub role: *const c_char,
    /// Its elements: one, or several of an MCS value.
    pub operands: *const TexvisaOperand,
    /// How many.
    pub operand_count: usize,
}

/// A texture operation of a compiler with its own registers. A register of `TEXVISA_LANES` holds one element a lane, one
/// behind the other.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TexvisaCall {
    /// `sizeof(TexvisaCall)`.
    pub size: usize,
    /// The platform: `"tgllp"`.
    pub target: *const c_char,
    /// The operation: `"load"`, `"sample"`, `"gather4"`.
    pub operation: *const c_char,
    /// What the surface is: `"2d"`, `"cube_array"`.
    pub dimension: *const c_char,
    /// The type of an element of the result, `"f32"`; null for the usual one.
    pub result: *const c_char,
    /// The parameters.
    pub params: *const TexvisaParam,
    /// How many.
    pub param_count: usize,
    /// What a media block writes: its rows; null otherwise.
    pub data: *const TexvisaOperand,
    /// How many rows.
    pub data_count: usize,
    /// The surface's entry, a number or a register.
    pub surface: u64,
    /// The sampler's.
    pub sampler: u64,
    /// `TEXVISA_ENTRY_TABLE` to `TEXVISA_ENTRY_HANDLE`.
    pub surface_kind: u32,
    /// `TEXVISA_ENTRY_NONE` to `TEXVISA_ENTRY_HANDLE`.
    pub sampler_kind: u32,
    /// The lanes of a thread: 8, 16 or 32.
    pub lanes: u32,
    /// The elements of the result that are read: bit i for element i; 0 for all.
    pub channels: u32,
    /// 1 to ask for residency.
    pub residency: u32,
    /// For a gather: 1 if the level is derived from the neighbouring lanes.
    pub implicit_lod: u32,
    /// For a sample: 1 to report lanes that a chroma key hits.
    pub kill_pixel: u32,
    /// 1 to send for each lane even where all operands are uniform.
    pub per_lane: u32,
    /// For media blocks: the columns; 0 for as many as the thread has lanes.
    pub width: u32,
    /// For media blocks that are read: the rows; 0 for one.
    pub rows: u32,
    /// For media blocks: the plane.
    pub plane: u32,
    /// For media blocks: 0 for all rows, 1 for the even ones, 2 for the odd ones.
    pub field: u32,
    /// Constant texel offsets along u, v and r.
    pub offset: [i8; 3],
    /// For a gather: the channel that is gathered, 0 to 3.
    pub gathered: u8,
    /// 1 to follow each operand to the slot that it is sent in, as in `TexvisaCompileOptions`.
    pub check: u32,
}

/// A register that the operation needs besides the caller's.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TexvisaTemporary {
    /// `sizeof(TexvisaTemporary)` of the library.
    pub size: usize,
    /// `TEXVISA_PAYLOAD`, `TEXVISA_RESPONSE` or `TEXVISA_SCRATCH`.
    pub used_as: u32,
    /// Its size.
    pub bytes: u32,
    /// Of how many bytes its start is a multiple.
    pub align: u32,
    /// The vISA type of an element: `"f"`, `"ud"`, `"uw"`.
    pub scalar: *const c_char,
}

/// A source of an instruction, a coordinate or a table entry.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TexvisaSource {
    /// `sizeof(TexvisaSource)` of the library.
    pub size: usize,
    /// 1 for a number, 0 for a register.
    pub is_number: u32,
    /// Of a register: bytes from its start.
    pub offset: u32,
    /// The register, or the bits of the number.
    pub value: u64,
    /// The vISA type that it is read as.
    pub scalar: *const c_char,
    /// What is done to each element, as vISA text has it: `""`, `"(-)"`, `"(abs)"`.
    pub modifier: *const c_char,
    /// Of a register: elements from the start of one row to the next, elements in a row, elements from one to the next.
    pub region: [u32; 3],
}

/// A move or an arithmetic instruction.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TexvisaInstruction {
    /// `sizeof(TexvisaInstruction)` of the library.
    pub size: usize,
    /// The vISA mnemonic: `"mov"`, `"and"`.
    pub opcode: *const c_char,
    /// How many lanes it works on.
    pub lanes: u32,
    /// The first of them.
    pub first_lane: u32,
    /// Whether the execution mask is ignored.
    pub no_mask: u32,
    /// Where the result goes: bytes from the start of the register.
    pub offset: u32,
    /// The register.
    pub destination: u64,
    /// The vISA type of the result.
    pub scalar: *const c_char,
    /// The sources.
    pub sources: *const TexvisaSource,
    /// How many.
    pub source_count: usize,
}

/// Bytes of a register from an offset on.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TexvisaRegisterBytes {
    /// The register.
    pub value: u64,
    /// Bytes from its start.
    pub offset: u64,
}

/// A message.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TexvisaMessage {
    /// `sizeof(TexvisaMessage)` of the library.
    pub size: usize,
    /// Its name in Intel's documents: `"ld_lz"`.
    pub name: *const c_char,
    /// How many lanes it works on.
    pub lanes: u32,
    /// The first of them.
    pub first_lane: u32,
    /// Whether the execution mask is ignored.
    pub no_mask: u32,
    /// The channels that come back, bit i for channel i; for a gather, the one that is gathered.
    pub channels: u32,
    /// The surface's entry.
    pub surface: *const TexvisaSource,
    /// The sampler's; null where it has none.
    pub sampler: *const TexvisaSource,
    /// The texel offsets, packed as messages have them.
    pub offsets: *const TexvisaSource,
    /// The parameters, in the order of the message's slots; of a media block that is written, its rows.
    pub payload: *const TexvisaRegisterBytes,
    /// How many.
    pub payload_count: usize,
    /// The descriptor. Fields whose entry is in a register are zero.
    pub descriptor: u32,
    /// The extended descriptor.
    pub extended_descriptor: u32,
    /// 1 where a header is sent: a copy of r0 with this dword 2.
    pub has_header: u32,
    /// Dword 2 of the header.
    pub header: u32,
    /// Bytes that are added to dword 3 of the header, the sampler state pointer.
    pub sampler_bytes: u32,
    /// Registers of the first payload part: the header, or the first parameter.
    pub first_registers: u32,
    /// Registers of the second.
    pub second_registers: u32,
    /// Registers of the response.
    pub response_registers: u32,
    /// How often the hardware sends it: 2 for each half of the lanes by itself.
    pub sends: u32,
    /// 1 where there is a response.
    pub has_response: u32,
    /// The temporary that it goes to.
    pub response: u64,
    /// The vISA type of its elements.
    pub response_scalar: *const c_char,
    /// How many channels it has.
    pub channel_count: u32,
    /// Their numbers, in the order of their bytes.
    pub channel_numbers: [u32; 4],
    /// The byte of the response at which each begins.
    pub channel_offsets: [u32; 4],
    /// The byte at which residency begins, one bit a lane; `TEXVISA_NO_RESIDENCY` where there is none.
    pub residency_offset: u32,
    /// Of a media block: the bytes of a row; 0 of any other message.
    pub block_width: u32,
    /// Of a media block: the rows.
    pub block_height: u32,
    /// Of a media block: its left edge in bytes.
    pub block_x: *const TexvisaSource,
    /// Of a media block: its upper edge in rows.
    pub block_y: *const TexvisaSource,
}

/// What the caller does for an operation.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TexvisaSink {
    /// `sizeof(TexvisaSink)`.
    pub size: usize,
    /// Given to each function.
    pub host: *mut c_void,
    /// Declares a register; returns its name.
    pub temporary: Option<unsafe extern "C" fn(host: *mut c_void, temporary: *const TexvisaTemporary) -> u64>,
    /// Emits an instruction.
    pub instruction: Option<unsafe extern "C" fn(host: *mut c_void, instruction: *const TexvisaInstruction)>,
    /// Emits a message.
    pub message: Option<unsafe extern "C" fn(host: *mut c_void, message: *const TexvisaMessage)>,
}

/// The plan of an operation.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TexvisaPlan {
    /// `sizeof(TexvisaPlan)`.
    pub size: usize,
    /// The message with its channels: `"ld_lz.RG"`.
    pub name: *const c_char,
    /// The slots that are sent, each with what fills it: `"u: u, v: v, lod: 0"`.
    pub slots: *const c_char,
    /// Why, a line each.
    pub notes: *const c_char,
    /// How many messages there are.
    pub messages: u32,
    /// The elements of the result that come back, bit i for element i.
    pub returned: u32,
}

/// For `texvisa_builder_position`: the lane's position in the grid.
pub const TEXVISA_GLOBAL_ID: u32 = 0;
/// The lane's in its group.
pub const TEXVISA_LOCAL_ID: u32 = 1;
/// The group's.
pub const TEXVISA_GROUP_ID: u32 = 2;
/// How many groups there are.
pub const TEXVISA_GROUP_COUNT: u32 = 3;

/// What of a kernel that is built has this role: a parameter of a texture operation, a part of an address.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TexvisaRoleValue {
    /// `sizeof(TexvisaRoleValue)`.
    pub size: usize,
    /// The role: `"u"`, `"lod"`, `"x"`.
    pub role: *const c_char,
    /// The value.
    pub value: u32,
}

/// An operation of a kernel that is built. Which fields it has depends on the operation; the others are zero.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TexvisaOperation {
    /// `sizeof(TexvisaOperation)`.
    pub size: usize,
    /// Its name in texture IR: `"fadd"`, `"zext"`, `"vec"`, `"extract"`, `"sample"`, `"load_raw"`, `"barrier"`. `"load_ms"`
    /// without a parameter `mcs` fetches that by itself.
    pub name: *const c_char,
    /// Its operands; of a memory operation, the values that are stored or combined.
    pub operands: *const u32,
    /// How many.
    pub operand_count: usize,
    /// Of a texture operation the parameters; of a memory operation the parts of the address.
    pub roles: *const TexvisaRoleValue,
    /// How many.
    pub role_count: usize,
    /// The type of its result, where it states one: `"i32"` of a conversion, `"f32x3"` of a load. Of a texture operation,
    /// that of an element of its four: `"f32"`.
    pub result: *const c_char,
    /// The surface, as `texvisa_builder_surface` has returned it.
    pub surface: u32,
    /// The sampler.
    pub sampler: u32,
    /// Of `extract`: the element.
    pub index: u32,
    /// Of a gather: the channel that is gathered, 0 to 3.
    pub gathered: u32,
    /// 1 to ask a texture operation for residency, its second result.
    pub residency: u32,
    /// Constant texel offsets along u, v and r.
    pub offset: [i8; 3],
}

/// A case of `texvisa_builder_switch`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TexvisaCase {
    /// `sizeof(TexvisaCase)`.
    pub size: usize,
    /// Where it goes.
    pub block: u32,
    /// The number.
    pub number: i64,
}
