//! What Intel's compiler wrote down about a kernel, in two places of its metadata.
//!
//! `!igc.functions` (MetaDataApi.h, `FunctionInfoMetaDataHandle`) has the implicit arguments and the required sizes of
//! subgroups and groups; `!IGCMetadata` (MDFrameWork.h, `ModuleMetaData::FuncMD`) has the resources that arguments were given, and the
//! names and types that OpenCL had for them. Either may be absent, and any part of either: what is not there is not
//! known.

use inkwell::module::Module;
use rustc_hash::FxHashMap;
use texvisa_ir::texture::{SamplerAddress, SamplerFilter, SamplerState};

use crate::llvm::{Metadata, Node, Val, named};

/// What is known about one kernel.
#[derive(Debug, Default)]
pub(crate) struct KernelFacts {
    /// The implicit arguments, which follow the others in this order; nothing where the metadata does not speak of the
    /// kernel.
    pub(crate) implicit: Option<Vec<ImplicitFact>>,
    /// Whether arithmetic may take denormals for zeros.
    pub(crate) may_flush_denormals: bool,
    /// Whether any product may be contracted with a sum: `MadEnable`, which Intel's compiler sets unless the program forbids it.
    pub(crate) may_contract: bool,
    /// Whether Intel's compiler has made the module.
    pub(crate) is_of_intels_compiler: bool,
    /// The lanes that the program asks for.
    pub(crate) sub_group_size: Option<u64>,
    /// The work items of a group that the program requires.
    pub(crate) group_size: Option<[u64; 3]>,
    /// How many surfaces are numbered as `RESOURCE`.
    pub(crate) resource_count: Option<u16>,
    /// Bytes of private memory that each work item has.
    pub(crate) private_bytes: u32,
    /// Bytes of private memory that each work item has with the functions that the kernel calls, as `.ze_info` has them. Intel's
    /// compiler says so of kernels with `GenISA.StackAlloca`.
    pub(crate) stack_bytes: Option<u32>,
    /// Whether private memory is scratch memory, by addresses of 32 bits; otherwise it is behind the private base.
    pub(crate) uses_scratch: bool,
    /// The variables in local memory by their names, each with the value of a pointer to it.
    pub(crate) local_variables: Vec<(String, u32)>,
    /// The resource of each argument, by the number of the argument.
    pub(crate) allocations: Vec<Option<Allocation>>,
    /// The samplers that the program defines: their numbers and states, `None` where a state cannot be said.
    pub(crate) constant_samplers: Vec<(u32, Option<SamplerState>)>,
    /// The OpenCL type of each argument: `image2d_t`.
    pub(crate) types: Vec<String>,
    /// The name of each argument: that in OpenCL where it is known, otherwise that in LLVM.
    pub(crate) names: Vec<String>,
}

/// An implicit argument.
#[derive(Debug)]
pub(crate) struct ImplicitFact {
    /// Which: see [`implicit`](crate::implicit).
    pub(crate) number: u64,
    /// The number of the explicit argument that it speaks of.
    pub(crate) about: Option<usize>,
    /// Of a field of a structure: its offset there.
    pub(crate) offset: Option<u64>,
}

/// A resource that an argument was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Allocation {
    /// A surface that may be written.
    Uav(u32),
    /// A surface that is only read.
    Resource(u32),
    /// A sampler.
    Sampler(u32),
}

/// What the metadata of a module says: where it speaks of each function, and what holds for all of them.
#[derive(Debug, Default)]
pub(crate) struct ModuleFacts<'c> {
    /// Of `!igc.functions`.
    infos: FxHashMap<Val<'c>, Node<'c>>,
    /// Of `!IGCMetadata`.
    about: FxHashMap<Val<'c>, Node<'c>>,
    /// Of `PrivateMemoryPerFG`, which counts what a kernel calls.
    stack_bytes: FxHashMap<Val<'c>, u32>,
    uses_scratch: bool,
    may_flush_denormals: bool,
    may_contract: bool,
    /// Whether there is any.
    is_of_intels_compiler: bool,
    /// The bytes of the constants of a program, which `constBase` points to (MDFrameWork.h,
    /// `ModuleMetaData::inlineConstantBuffers`); none where it has none.
    pub(crate) constants: Vec<u8>,
}

impl<'c> ModuleFacts<'c> {
    /// Reads it once for all kernels. Where it speaks of a function more than once, the last entry of `!igc.functions` and
    /// the first of `FuncMD` count.
    pub(crate) fn read(module: &Module<'c>) -> ModuleFacts<'c> {
        let mut facts = ModuleFacts::default();
        for entry in named(module, "igc.functions") {
            let (function, info) = (entry.operand(0), entry.operand(1));
            if let (Some(function), Some(info)) = (function.and_then(Metadata::value), info.and_then(Metadata::node)) {
                facts.infos.insert(function, info);
            }
        }
        let mut constants = None;
        for root in named(module, "IGCMetadata") {
            facts.is_of_intels_compiler = true;
            let options = root.field("compOpt");
            let is_set = |name| options.and_then(|node| number(node, name)).is_some_and(|bits| bits & 1 == 1);
            facts.uses_scratch = is_set("UseScratchSpacePrivateMemory");
            facts.may_flush_denormals = is_set("DenormsAreZero");
            facts.may_contract = is_set("MadEnable");
            facts.about.extend(functions(root, "FuncMD"));
            let bytes = functions(root, "PrivateMemoryPerFG")
                .filter_map(|(function, bytes)| Some((function, byte_count(bytes)?)));
            facts.stack_bytes.extend(bytes);
            let buffers = || root.field("inlineConstantBuffers")?.field("inlineConstantBuffersVec[0]");
            constants = constants.or_else(|| Some(list(buffers()?, "Buffer")));
        }
        let byte = |byte: Option<Metadata<'_>>| Some(byte?.node()?.operand(1)?.int()? as u8);
        facts.constants = constants.into_iter().flatten().filter_map(byte).collect();
        facts
    }
}

impl KernelFacts {
    /// What the metadata says about `function`.
    pub(crate) fn read<'c>(module: &ModuleFacts<'c>, function: Val<'c>) -> KernelFacts {
        let names = function.parameters().into_iter().map(Val::name).collect();
        let ModuleFacts { uses_scratch, may_flush_denormals, may_contract, is_of_intels_compiler, .. } = *module;
        let mut facts = KernelFacts {
            names,
            uses_scratch,
            may_flush_denormals,
            may_contract,
            is_of_intels_compiler,
            ..KernelFacts::default()
        };
        if let Some(info) = module.infos.get(&function) {
            facts.read_function_info(*info);
        }
        // What a front end attaches to the function, `!{i32 8, i32 4, i32 1}`, is in the other place no longer.
        let attached = || numbers(Node::attached(function, "reqd_work_group_size")?.operands());
        facts.group_size = facts.group_size.or_else(attached);
        facts.stack_bytes = module.stack_bytes.get(&function).copied();
        if let Some(about) = module.about.get(&function) {
            facts.read_function_metadata(*about);
        }
        facts
    }

    fn read_function_info(&mut self, info: Node<'_>) {
        let implicit = list(info, "implicit_arg_desc");
        self.implicit = Some(implicit.filter_map(|fact| implicit_fact(fact?.node()?)).collect());
        self.sub_group_size = number(info, "sub_group_size").filter(|size| *size != 0);
        self.group_size = numbers(list(info, "thread_group_size"));
    }

    fn read_function_metadata(&mut self, about: Node<'_>) {
        self.private_bytes = private_bytes(about);
        let variables = list(about, "localOffsets").filter_map(|entry| local_variable(entry?.node()?));
        self.local_variables = variables.collect();
        if let Some(resources) = about.field("resAllocMD") {
            self.resource_count = number(resources, "srvsNumType").and_then(|count| u16::try_from(count).ok());
            let arguments = list(resources, "argAllocMDList");
            self.allocations = arguments.map(|entry| allocation(entry?.node()?)).collect();
            let samplers = list(resources, "inlineSamplersMD").filter_map(|entry| entry?.node());
            let number_of = |facts| u32::try_from(number(facts, "index")?).ok();
            self.constant_samplers =
                samplers.filter_map(|facts| Some((number_of(facts)?, sampler_state(facts)))).collect();
        }
        self.types = texts(about, "m_OpenCLArgBaseTypes").collect();
        for (name, in_opencl) in self.names.iter_mut().zip(texts(about, "m_OpenCLArgNames")) {
            if !in_opencl.is_empty() {
                *name = in_opencl;
            }
        }
    }
}

/// The operands behind the name of a field; none where `node` lacks it.
fn list<'c>(
    node: Node<'c>,
    name: &str,
) -> impl DoubleEndedIterator<Item = Option<Metadata<'c>>> + ExactSizeIterator + use<'c> {
    let field = node.field(name);
    let count = field.map_or(0, |field| field.operands().len());
    (1..count.max(1)).map(move |index| field?.operand(index))
}

/// Three numbers, for x, y and z; none where there are others.
fn numbers<'c>(operands: impl Iterator<Item = Option<Metadata<'c>>>) -> Option<[u64; 3]> {
    let numbers: Vec<u64> = operands.map(|operand| operand?.int()).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

fn number(node: Node<'_>, name: &str) -> Option<u64> {
    node.field(name)?.operand(1)?.int()
}

/// The bytes of private memory that each work item has in each function, without those that it calls.
pub(crate) fn private_memory<'c>(module: &Module<'c>) -> FxHashMap<Val<'c>, u32> {
    let entries = named(module, "IGCMetadata").flat_map(|root| functions(root, "FuncMD"));
    entries.map(|(function, about)| (function, private_bytes(about))).collect()
}

fn private_bytes(about: Node<'_>) -> u32 {
    about.field("privateMemoryPerWI").and_then(byte_count).unwrap_or_default()
}

/// The number of `!{"privateMemoryPerWI", i32 8}`.
fn byte_count(node: Node<'_>) -> Option<u32> {
    u32::try_from(node.operand(1)?.int()?).ok()
}

/// Reads the map `name` from functions, `!{"FuncMDMap[i]", @function}, !{"FuncMDValue[i]", ...}` one after the other, from its last
/// entry to its first: the first is to count where a function has two.
fn functions<'c>(root: Node<'c>, name: &str) -> impl Iterator<Item = (Val<'c>, Node<'c>)> {
    let (keys, values) = (list(root, name), list(root, name).skip(1));
    let entry = |(key, value): (Option<Metadata<'c>>, Option<Metadata<'c>>)| {
        Some((key?.node()?.operand(1)?.value()?, value?.node()?))
    };
    keys.zip(values).rev().filter_map(entry)
}

/// Reads `!{i32 14, !{"explicit_arg_num", i32 1}}`.
fn implicit_fact(node: Node<'_>) -> Option<ImplicitFact> {
    Some(ImplicitFact {
        number: node.operand(0)?.int()?,
        about: number(node, "explicit_arg_num").and_then(|about| usize::try_from(about).ok()),
        offset: number(node, "struct_arg_offset"),
    })
}

/// Reads `!{"localOffsetsVec[0]", !{"m_Offset", i32 0}, !{"m_Var", [0 x i8] addrspace(3)* @k-ExtSLM}}`. The first pointer to
/// local memory that a program passes is such a variable, too (InlineLocalsResolution.cpp).
fn local_variable(node: Node<'_>) -> Option<(String, u32)> {
    let offset = u32::try_from(number(node, "m_Offset")?).ok()?;
    Some((node.field("m_Var")?.operand(1)?.value()?.name(), offset))
}

/// Reads `!{"argAllocMDListVec[0]", !{"type", i32 2}, !{"extensionType", i32 0}, !{"indexType", i32 0}}`; types are
/// those of `ResourceTypeEnum` (MDFrameWork.h), and an argument that is no resource has type 0.
fn allocation(node: Node<'_>) -> Option<Allocation> {
    let index = u32::try_from(number(node, "indexType")?).ok()?;
    match number(node, "type")? {
        1 => Some(Allocation::Uav(index)),
        2 => Some(Allocation::Resource(index)),
        3 => Some(Allocation::Sampler(index)),
        _ => None,
    }
}

/// Reads `!{"inlineSamplersMDVec[0]", ..., !{"TCXAddressMode", i32 3}, ..., !{"MagFilterType", i32 1}, ...}`. The
/// numbers are those that release 1.0.12504.6 writes for every constant that OpenCL C has; `None` is a state that none
/// of these is.
fn sampler_state(facts: Node<'_>) -> Option<SamplerState> {
    let same = |names: &[&str]| {
        let first = number(facts, names[0])?;
        names.iter().all(|name| number(facts, name) == Some(first)).then_some(first)
    };
    let address = match same(&["TCXAddressMode", "TCYAddressMode", "TCZAddressMode"])? {
        0 => SamplerAddress::Wrap,
        1 => SamplerAddress::Mirror,
        2 => SamplerAddress::Clamp,
        3 => SamplerAddress::ClampBorder,
        _ => return None,
    };
    let filter = match same(&["MagFilterType", "MinFilterType"])? {
        0 => SamplerFilter::Nearest,
        1 => SamplerFilter::Linear,
        _ => return None,
    };
    let plain = number(facts, "MipFilterType")? == 0 && number(facts, "CompareFunc")? == 0;
    plain.then_some(SamplerState { filter, address, unnormalized: number(facts, "NormalizedCoords")? == 0 })
}

/// Reads `!{"m_OpenCLArgNames", !{"m_OpenCLArgNamesVec[0]", "a"}, ...}`.
fn texts<'c>(node: Node<'c>, name: &str) -> impl Iterator<Item = String> + use<'c> {
    let text = |entry: Option<Metadata<'c>>| Some(entry?.node()?.operand(1)?.text()?.into_owned());
    list(node, name).map(move |entry| text(entry).unwrap_or_default())
}
