//! The LLVM IR of calls: as ocloc reads it, and as it hands it to its code emission, which is what texvisa reads.
//!
//! The kernels of both have the same instructions but for where a work item is and how it writes its result. Kernel `k0`
//! has the first call.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use texvisa::ir::target::Target;
use texvisa::ir::visa::message::Message;

use crate::call::{Call, Context, MCS_AND_SAMPLE, Offset, Param};

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// OpenCL's functions and global pointers: the input of ocloc.
    Program,
    /// Intel's implicit arguments and buffers by number, and what Intel's compiler makes of a call's result for the
    /// platform: the input of texvisa.
    Emission(Target),
}

const LAYOUT: &str = "\
target datalayout = \"e-p:64:64-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024\"
target triple = \"spir64-unknown-unknown\"
";

const METADATA: &str = "\
!opencl.ocl.version = !{!0}
!opencl.spir.version = !{!0}
!0 = !{i32 2, i32 0}
!1 = !{i32 1, i32 1, i32 1, i32 0, i32 0, i32 0, i32 0}
!2 = !{!\"read_only\", !\"none\", !\"none\", !\"none\", !\"none\", !\"none\", !\"none\"}
!3 = !{!\"image2d_t\", !\"float*\", !\"int*\", !\"float\", !\"float\", !\"int\", !\"int\"}
!4 = !{!\"\", !\"\", !\"\", !\"\", !\"\", !\"\", !\"\"}
!8 = !{i32 8}
!16 = !{i32 16}
!32 = !{i32 32}
";

/// The name of the kernel of a call, by the call's index.
pub fn kernel_name(index: usize) -> String {
    format!("k{index}")
}

/// The module that has a kernel for each call.
pub fn text(calls: &[Call], form: Form) -> String {
    let mut declarations = BTreeSet::new();
    let kernels: Vec<String> = calls
        .iter()
        .enumerate()
        .map(|(index, call)| {
            let mut body =
                Body { call, form, declarations: &mut declarations, lines: Vec::new(), known: BTreeMap::new() };
            let (values, extra) = body.call();
            let lines = body.lines;
            kernel(&kernel_name(index), call, form, &lines, &values, extra.as_deref())
        })
        .collect();
    let mut text = LAYOUT.to_owned();
    if form == Form::Program {
        text += "%opencl.image2d_ro_t = type opaque\ndeclare spir_func i64 @_Z13get_global_idj(i32)\n";
    }
    declarations.iter().chain(&kernels).for_each(|part| text += part);
    // Without this attribute every call of an intrinsic stays, whether it is read or not.
    text += "attributes #0 = { nounwind readnone }\n";
    if form == Form::Program {
        text += METADATA;
    }
    text
}

fn kernel(name: &str, call: &Call, form: Form, lines: &[String], values: &[String], extra: Option<&str>) -> String {
    let mut text = String::new();
    let lanes = call.simd.lanes();
    let (arguments, place) = match form {
        Form::Program => (
            "%opencl.image2d_ro_t addrspace(1)* %a, float addrspace(1)* %o, i32 addrspace(1)* %q, float %sx, float %sy, i32 %l, i32 %m)",
            "  %g = call spir_func i64 @_Z13get_global_idj(i32 0)
  %h = call spir_func i64 @_Z13get_global_idj(i32 1)
  %i0 = trunc i64 %g to i32
  %i1 = trunc i64 %h to i32
  %g0 = sext i32 %i0 to i64
",
        ),
        Form::Emission(_) => (
            "float %sx, float %sy, i32 %l, i32 %m, <8 x i32> %r0, <8 x i32> %payloadHeader, <3 x i32> %enqueuedLocalSize, i16 %localIdX, i16 %localIdY, i16 %localIdZ)",
            "  %offset_x = extractelement <8 x i32> %payloadHeader, i32 0
  %offset_y = extractelement <8 x i32> %payloadHeader, i32 1
  %size_x = extractelement <3 x i32> %enqueuedLocalSize, i32 0
  %size_y = extractelement <3 x i32> %enqueuedLocalSize, i32 1
  %group_x = extractelement <8 x i32> %r0, i32 1
  %group_y = extractelement <8 x i32> %r0, i32 6
  %first_x = mul i32 %size_x, %group_x
  %first_y = mul i32 %size_y, %group_y
  %local_x = zext i16 %localIdX to i32
  %local_y = zext i16 %localIdY to i32
  %item_x = add i32 %first_x, %local_x
  %item_y = add i32 %first_y, %local_y
  %i0 = add i32 %item_x, %offset_x
  %i1 = add i32 %item_y, %offset_y
",
        ),
    };
    let metadata = match form {
        Form::Program => format!(
            " !kernel_arg_addr_space !1 !kernel_arg_access_qual !2 !kernel_arg_type !3 !kernel_arg_base_type !3 !kernel_arg_type_qual !4 !intel_reqd_sub_group_size !{lanes}"
        ),
        Form::Emission(_) => String::new(),
    };
    let _ = write!(text, "define spir_kernel void @{name}({arguments}{metadata} {{\nentry:\n{place}");
    text += "  %fx = sitofp i32 %i0 to float\n  %fy = sitofp i32 %i1 to float\n";
    let body = lines.join("");
    let stores = stores(form, values, extra);
    let _ = match call.context {
        Context::Plain => write!(text, "{body}{stores}"),
        Context::Branch => write!(
            text,
            "  %cond = icmp slt i32 %i0, %l\n  br i1 %cond, label %then, label %end\nthen:\n{body}{stores}  br label %end\nend:\n"
        ),
        Context::Loop => {
            let body = body.replace("%fx", "%lx").replace("%i0", "%li");
            let first = &values[0];
            write!(
                text,
                "  br label %loop\nloop:
  %n = phi i32 [ 0, %entry ], [ %n1, %loop ]
  %lx = phi float [ %fx, %entry ], [ %lx1, %loop ]
  %li = phi i32 [ %i0, %entry ], [ %li1, %loop ]
{body}  %n1 = add i32 %n, 1
  %li1 = add i32 %li, 1
  %lx1 = fadd float %lx, 1.0
  %c0 = fcmp olt float {first}, %sy
  %c1 = icmp slt i32 %n1, %m
  %cc = and i1 %c0, %c1
  br i1 %cc, label %loop, label %done
done:
{stores}"
            )
        }
    };
    text + "  ret void\n}\n"
}

/// Writes one value, or four, where the first stands in for what is not read; and a dword besides.
fn stores(form: Form, values: &[String], extra: Option<&str>) -> String {
    let mut text = String::new();
    let mut value = values[0].clone();
    let ty = if values.len() == 1 { "float" } else { "<4 x float>" };
    if values.len() > 1 {
        let mut vector = "undef".to_owned();
        for index in 0..4 {
            let channel = values.get(index).unwrap_or(&values[0]);
            let _ = writeln!(text, "  %v{index} = insertelement <4 x float> {vector}, float {channel}, i32 {index}");
            vector = format!("%v{index}");
        }
        value = vector;
    }
    let mut store = |buffer: u32, ty: &str, bytes: u32, value: &str| {
        let _ = match form {
            Form::Program => {
                let (pointer, element) = [("%o", "float"), ("%q", "i32")][buffer as usize];
                write!(
                    text,
                    "  %b{buffer} = bitcast {element} addrspace(1)* {pointer} to {ty} addrspace(1)*
  %p{buffer} = getelementptr {ty}, {ty} addrspace(1)* %b{buffer}, i64 %g0
  store {ty} {value}, {ty} addrspace(1)* %p{buffer}, align {bytes}
"
                )
            }
            Form::Emission(_) => {
                let (shift, space) = (bytes.ilog2(), 131_072 + buffer);
                write!(
                    text,
                    "  %a{buffer} = shl i32 %i0, {shift}
  %p{buffer} = inttoptr i32 %a{buffer} to {ty} addrspace({space})*
  store {ty} {value}, {ty} addrspace({space})* %p{buffer}, align {bytes}
"
                )
            }
        };
    };
    store(0, ty, if values.len() == 1 { 4 } else { 16 }, &value);
    if let Some(extra) = extra {
        store(1, "i32", 4, extra);
    }
    text
}

/// The instructions of a call.
struct Body<'a> {
    call: &'a Call,
    form: Form,
    declarations: &'a mut BTreeSet<String>,
    lines: Vec<String>,
    /// The values so far, by their instructions.
    known: BTreeMap<String, String>,
}

impl Body<'_> {
    fn add(&mut self, instruction: String) -> String {
        if let Some(value) = self.known.get(&instruction) {
            return value.clone();
        }
        let value = format!("%t{}", self.lines.len());
        self.lines.push(format!("  {value} = {instruction}\n"));
        self.known.insert(instruction, value.clone());
        value
    }

    /// The parameter of that number, of type `ty`.
    fn operand(&mut self, ty: &str, param: Param, number: usize) -> String {
        let second = number % 2;
        let is_float = matches!(ty, "float" | "half");
        match param {
            Param::Undef => "undef".to_owned(),
            Param::Zero | Param::NegativeZero | Param::One => constant(ty, param).to_owned(),
            Param::Divergent | Param::Uniform => {
                let names = match (is_float, param) {
                    (true, Param::Uniform) => ["%sx", "%sy"],
                    (true, _) => ["%fx", "%fy"],
                    (false, Param::Uniform) => ["%l", "%m"],
                    (false, _) => ["%i0", "%i1"],
                };
                let value = match number {
                    0 | 1 => names[second].to_owned(),
                    _ if is_float => self.add(format!("fadd float {}, {number}.0", names[second])),
                    _ => self.add(format!("add i32 {}, {number}", names[second])),
                };
                self.narrow(ty, value)
            }
        }
    }

    fn narrow(&mut self, ty: &str, value: String) -> String {
        match ty {
            "half" => self.add(format!("fptrunc float {value} to half")),
            "i16" => self.add(format!("trunc i32 {value} to i16")),
            _ => value,
        }
    }

    /// Whether parameters stay halves: Intel's compiler widens them where the platform has no message with halves.
    fn takes_halves(&self) -> bool {
        match self.form {
            Form::Program => true,
            Form::Emission(target) => Message::Sample.row().has_16_bits.contains(target),
        }
    }

    /// Calls an intrinsic of the operation's kind with parameters of `types`.
    fn intrinsic(&mut self, name: &str, result: &str, params: &[(&str, String)]) -> String {
        let call = self.call;
        let operation = call.operation();
        let texture = "float addrspace(196608)*";
        // A sampler's number is that of its address space (EncodeAS4GFXResource).
        let sampler_space = 0x9_0000 + call.sampler;
        let sampler = format!("i32 addrspace({sampler_space})*");
        let sampler = sampler.as_str();
        let mut types: Vec<&str> = params.iter().map(|(ty, _)| *ty).collect();
        let mut operands: Vec<String> = params.iter().map(|(ty, value)| format!("{ty} {value}")).collect();
        let mut suffix = String::new();
        let query = operation.is_query();
        types.insert(if query { 0 } else { types.len() }, texture);
        operands.insert(if query { 0 } else { operands.len() }, format!("{texture} null"));
        if !query {
            let _ = write!(suffix, ".{}", mangled(result));
            if operation.has_sampler() {
                let _ = write!(suffix, ".{}", if call.half && self.takes_halves() { "f16" } else { "f32" });
                types.push(sampler);
                operands.push(format!("{sampler} null"));
            } else if name == "ldmcsptr" {
                suffix += ".i32";
            }
        }
        suffix += ".p196608f32";
        if operation.has_sampler() {
            let _ = write!(suffix, ".p{sampler_space}i32");
        }
        if operation.has_offsets {
            // The MCS value of a texel is that of its coordinates, without offsets, as Intel's front ends ask for it.
            let is_first = operation.name == MCS_AND_SAMPLE && name == "ldmcsptr";
            for offset in call.offsets {
                types.push("i32");
                operands.push(match offset {
                    _ if is_first => "i32 0".to_owned(),
                    Offset::Constant(number) => format!("i32 {number}"),
                    Offset::Argument => "i32 %l".to_owned(),
                });
            }
        }
        if operation.has_channel() {
            types.push("i32");
            operands.push(format!("i32 {}", call.channel));
        }
        let function = format!("@llvm.genx.GenISA.{name}{suffix}");
        self.declarations.insert(format!("declare {result} {function}({}) #0\n", types.join(", ")));
        self.add(format!("call {result} {function}({})", operands.join(", ")))
    }

    /// The values that are read, and the dword that is stored besides.
    fn call(&mut self) -> (Vec<String>, Option<String>) {
        let call = self.call;
        let operation = call.operation();
        // Intel's compiler returns floats where the program widens halves, and an MCS value in words where the platform can.
        let (is_wide, has_words) = match self.form {
            Form::Program => (false, false),
            Form::Emission(target) => {
                let stays = matches!(operation.name, "lod" | "sample_killpix") || call.residency == Some(true);
                (!stays, operation.name == "ld_mcs" && Message::Ld2dmsWWord.row().targets.contains(target))
            }
        };
        let element = match call.result {
            'h' if !is_wide => "half",
            'i' if has_words => "i16",
            'i' => "i32",
            _ => "float",
        };
        let result = format!("<{} x {element}>", if call.residency.is_some() { 5 } else { 4 });
        let mut extra = None;
        let texel = if operation.name == MCS_AND_SAMPLE {
            let [sample, u, v] = [0, 1, 2].map(|number| self.operand("i32", call.params[number], number));
            let zero = || ("i32", "0".to_owned());
            let coordinates = [("i32", u), ("i32", v), zero(), zero()];
            let mcs = self.intrinsic("ldmcsptr", "<4 x i32>", &coordinates);
            let low = self.add(format!("extractelement <4 x i32> {mcs}, i32 0"));
            let high = match call.params[3] {
                Param::Zero => "0".to_owned(),
                _ => self.add(format!("extractelement <4 x i32> {mcs}, i32 1")),
            };
            let mut params = vec![("i32", sample), ("i32", low.clone()), ("i32", high)];
            params.extend(coordinates);
            let texel = self.intrinsic("ldmsptr", &result, &params);
            if call.params[4] == Param::Divergent {
                let cleared = self.add(format!("icmp eq i32 {low}, -1"));
                extra = Some(self.add(format!("zext i1 {cleared} to i32")));
            }
            texel
        } else {
            let params: Vec<(&str, String)> = (operation.params.split_whitespace().enumerate())
                .map(|(number, name)| {
                    let ty = match operation.element {
                        'f' if matches!(name, "offu" | "offv") => "i32",
                        'f' if call.half => "half",
                        'f' => "float",
                        'w' => "i16",
                        _ => "i32",
                    };
                    let value = self.operand(ty, call.params[number], number);
                    match (ty, value.starts_with('%')) {
                        ("half", true) if !self.takes_halves() => {
                            ("float", self.add(format!("fpext half {value} to float")))
                        }
                        ("half", false) if !self.takes_halves() => {
                            ("float", self.operand("float", call.params[number], number))
                        }
                        _ => (ty, value),
                    }
                })
                .collect();
            self.intrinsic(operation.intrinsic, &result, &params)
        };
        let values = call.reads.iter().map(|channel| {
            let value = self.add(format!("extractelement {result} {texel}, i32 {channel}"));
            let value = match element {
                "i16" => self.add(format!("zext i16 {value} to i32")),
                _ => value,
            };
            match element {
                "half" => self.add(format!("fpext half {value} to float")),
                "i32" | "i16" => self.add(format!("bitcast i32 {value} to float")),
                _ => value,
            }
        });
        let values = values.collect();
        if call.residency == Some(true) {
            let value = self.add(format!("extractelement {result} {texel}, i32 4"));
            let is_set = match element {
                "half" => self.add(format!("fcmp une half {value}, 0xH0000")),
                "i32" => self.add(format!("icmp ne i32 {value}, 0")),
                _ => {
                    let bits = self.add(format!("bitcast float {value} to i32"));
                    self.add(format!("icmp ne i32 {bits}, 0"))
                }
            };
            extra = Some(self.add(format!("zext i1 {is_set} to i32")));
        }
        (values, extra)
    }
}

/// A constant as LLVM writes it.
fn constant(ty: &str, param: Param) -> &'static str {
    match (ty, param) {
        ("float", Param::NegativeZero) => "-0.0",
        ("float", Param::One) => "0.5",
        ("float", _) => "0.0",
        ("half", Param::NegativeZero) => "0xH8000",
        ("half", Param::One) => "0xH3800",
        ("half", _) => "0xH0000",
        (_, Param::One) => "1",
        _ => "0",
    }
}

/// A vector type as it is in the name of an intrinsic: `v4f32` for `<4 x float>`.
fn mangled(ty: &str) -> String {
    let element =
        [("float", "f32"), ("half", "f16"), ("i32", "i32"), ("i16", "i16")].into_iter().find(|row| ty.contains(row.0));
    let count: String = ty.chars().filter(char::is_ascii_digit).take(1).collect();
    format!("v{count}{}", element.map_or("", |row| row.1))
}
