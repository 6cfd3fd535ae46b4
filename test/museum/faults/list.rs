//! The faults: a wrong rule, table or step each, by the number that switches it.
//!
//! The numbers are those of the first time that they were put in; those between were of faults that no program shows.

use super::fault::Suite::{Against, Checked, Emulator, Import, Ir, Lit, Llvm, Lowering, Museum, Regalloc};
use super::fault::{Edit, Fault, Suite};

const fn fault(
    number: u32,
    name: &'static str,
    edits: &'static [Edit],
    caught_by: &'static [(Suite, &'static str)],
) -> Fault {
    Fault { number, name, edits, caught_by }
}

const fn edit(file: &'static str, from: &'static str, to: &'static str) -> Edit {
    Edit { file, from, to }
}

#[rustfmt::skip]
pub const FAULTS: &[Fault] = &[
    fault(1, "a channel of a response does not begin at a register", &[
        edit("ir/src/visa/message_shape.rs",
            "        Grf::new(self.grf_bytes).round_up(self.lanes * self.result_bytes.unwrap_or(4))\n",
            "        if crate::fault(1) {\n            return self.lanes * self.result_bytes.unwrap_or(4);\n        }\n        Grf::new(self.grf_bytes).round_up(self.lanes * self.result_bytes.unwrap_or(4))\n"),
    ], &[(Ir, ""), (Lit, "result_type")]),
    fault(2, "a sparse mask needs no header", &[
        edit("ir/src/visa/message_shape.rs",
            "            ResponseKind::Channels | ResponseKind::Info => !self.channels.is_prefix(),\n            ResponseKind::Block",
            "            ResponseKind::Channels | ResponseKind::Info => !self.channels.is_prefix() && !crate::fault(2),\n            ResponseKind::Block"),
    ], &[(Ir, ""), (Lit, "header")]),
    fault(3, "messages are split at 15 registers, not at 11", &[
        edit("ir/src/visa/message_shape.rs",
            "> MAX_PAYLOAD_REGISTERS)",
            "> MAX_PAYLOAD_REGISTERS + if crate::fault(3) { 4 } else { 0 })"),
    ], &[(Ir, ""), (Lit, "split")]),
    fault(4, "the height and the width of an image change places among the arguments", &[
        edit("ir/src/visa/abi.rs",
            "const fn order(",
            "fn order("),
        edit("ir/src/visa/abi.rs",
            "ArgumentRole::ImageHeight => 13,",
            "ArgumentRole::ImageHeight => if crate::fault(4) { 14 } else { 13 },"),
        edit("ir/src/visa/abi.rs",
            "ArgumentRole::ImageWidth => 14,",
            "ArgumentRole::ImageWidth => if crate::fault(4) { 13 } else { 14 },"),
    ], &[(Ir, "sizes_of_an_image"), (Against, "source_says/tgllp")]),
    fault(5, "the local ids x and y change places", &[
        edit("ir/src/visa/abi.rs",
            "start = local_ids + (role as u32 - ArgumentRole::LocalIdX as u32) * halves * bytes;",
            "let axis = role as u32 - ArgumentRole::LocalIdX as u32;\n                start = local_ids + (if crate::fault(5) && axis < 2 { 1 - axis } else { axis }) * halves * bytes;"),
    ], &[(Ir, "abi")]),
    fault(6, "a vector argument is aligned to its element", &[
        edit("ir/src/visa/abi.rs",
            "ArgumentRole::Plain => (bytes.next_power_of_two()",
            "ArgumentRole::Plain if crate::fault(6) => (element.max(LEAST_ALIGN), bytes),\n            ArgumentRole::Plain => (bytes.next_power_of_two()"),
    ], &[(Ir, "vectors_are_aligned"), (Against, "source_says/tgllp")]),
    fault(7, "DG2 divides integers", &[
        edit("lowering/src/rewrite/divide.rs",
            "if target.platform().integer_divide ||",
            "if target.platform().integer_divide || texvisa_ir::fault(7) && target == Target::Dg2 ||"),
    ], &[(Lit, "division")]),
    fault(8, "SKL takes parameters of 16 bits", &[
        edit("ir/src/visa/message.rs",
            "match (self.parameters, self.has_16_bits.contains(platform.target)) {",
            "match (self.parameters, self.has_16_bits.contains(platform.target) || crate::fault(8)) {"),
    ], &[(Ir, "parameters"), (Lit, "half_coordinates")]),
    fault(9, "the workaround of DG2's sample_lz is lost", &[
        edit("ir/src/visa/message.rs",
            "(!self.needs_sample_lz || target.platform().sample_lz)",
            "(!self.needs_sample_lz || crate::fault(9) || target.platform().sample_lz)"),
    ], &[(Lowering, "a_level_of_zero"), (Lit, "level_is_sample_lz")]),
    fault(10, "a message is sent with any number of parameters", &[
        edit("ir/src/visa/message.rs",
            "pub const fn at_least(",
            "pub fn at_least("),
        edit("ir/src/visa/message.rs",
            "        let mut legal = count;\n        while legal < slots",
            "        if crate::fault(10) {\n            return count;\n        }\n        let mut legal = count;\n        while legal < slots"),
    ], &[(Ir, ""), (Lit, "pad_sample")]),
    fault(11, "the channels of a mask come in reverse", &[
        edit("ir/src/texture/texture_op.rs",
            "(0..4).filter(move |channel| self.contains(*channel))",
            "(0..4)\n            .map(move |channel| if crate::fault(11) && self.count() == 2 { 3 - channel } else { channel })\n            .filter(move |channel| self.contains(*channel))"),
    ], &[(Ir, ""), (Lit, "channels/")]),
    fault(12, "sample and sample_b do not derive their level", &[
        edit("lowering/src/emit/message.rs",
            "nomask: exec.nomask || plan.message.row().implicit_lod,",
            "nomask: exec.nomask || plan.message.row().implicit_lod && !texvisa_ir::fault(12),"),
    ], &[(Lit, "implicit_lod_copies")]),
    fault(13, "parameters of words take as many registers as dwords", &[
        edit("ir/src/visa/message_shape.rs",
            "    pub const fn param_registers(&self) -> u32 {\n",
            "    pub fn param_registers(&self) -> u32 {\n        if crate::fault(13) && self.param_bytes == 2 {\n            return Grf::new(self.grf_bytes).holding(self.lanes * 4);\n        }\n"),
    ], &[(Ir, ""), (Lit, "ms/")]),
    fault(14, "a fence of local memory is one of software", &[
        edit("ir/src/visa/fence.rs",
            "SyncKind::FenceLocal if platform.local_fence =>",
            "SyncKind::FenceLocal if platform.local_fence && !crate::fault(14) =>"),
        edit("ir/src/visa/fence.rs",
            "pub const fn of(kind: SyncKind",
            "pub fn of(kind: SyncKind"),
    ], &[(Ir, ""), (Lit, "fences")]),
    fault(20, "no block has a divergent region", &[
        edit("regalloc/src/control_flow.rs",
            "flow.blocks[goto.to as usize].divergent_region.extend(region);",
            "if !texvisa_ir::fault(20) {\n                flow.blocks[goto.to as usize].divergent_region.extend(region);\n            }"),
    ], &[(Regalloc, "")]),
    fault(21, "a predicate written under the mask is uniform", &[
        edit("regalloc/src/control_flow.rs",
            "let follows = exec.nomask && u16::from(exec.first) == covered;",
            "let follows = (exec.nomask || texvisa_ir::fault(21)) && u16::from(exec.first) == covered;"),
    ], &[(Regalloc, "")]),
    fault(22, "lanes that leave a loop are pending nowhere", &[
        edit("regalloc/src/control_flow.rs",
            "} else if to <= index && diverges && next < count {",
            "} else if to <= index && diverges && next < count && !texvisa_ir::fault(22) {"),
    ], &[(Regalloc, "")]),
    fault(23, "lanes are pending only at the ends of their own edges", &[
        edit("regalloc/src/control_flow.rs",
            "let before_target = pending.range(goto.from + 1..goto.to).map(|(at, _)| *at);",
            "let before_target = pending.range(goto.from + 1..goto.to).map(|(at, _)| *at).filter(|_| !texvisa_ir::fault(23));"),
    ], &[(Regalloc, "")]),
    fault(24, "an access touches the first register unit of a variable alone", &[
        edit("regalloc/src/register_units.rs",
            "                    visit,\n                );\n            }\n            next = subregister.next;",
            "                    visit,\n                );\n                if texvisa_ir::fault(24) {\n                    break;\n                }\n            }\n            next = subregister.next;"),
    ], &[(Regalloc, "")]),
    fault(25, "a response has one channel", &[
        edit("ir/src/visa/access.rs",
            "            let end = start + shape.response_bytes();\n",
            "            let end = start + if crate::fault(25) { shape.channel_step() } else { shape.response_bytes() };\n"),
    ], &[(Regalloc, ""), (Lit, "simd32")]),
    fault(26, "an instruction that ignores the mask is taken for one that heeds it", &[
        edit("ir/src/visa/access.rs",
            "end: start + bytes, write: true, masked: !exec.nomask }",
            "end: start + bytes, write: true, masked: !exec.nomask || crate::fault(26) }"),
    ], &[(Regalloc, "")]),
    fault(27, "liveness leaves out the divergent regions", &[
        edit("regalloc/src/liveness.rs",
            "        for (first, behind) in &data.divergent_region {",
            "        for (first, behind) in data.divergent_region.iter().filter(|_| !texvisa_ir::fault(27)) {"),
    ], &[(Regalloc, "")]),
    fault(28, "sources end where destinations begin", &[
        edit("regalloc/src/uses_defs.rs",
            "let is_read_of_copy = self.is_copy() && !self.is_def();",
            "let is_read_of_copy = (self.is_copy() || texvisa_ir::fault(28)) && !self.is_def();"),
        edit("regalloc/src/uses_defs.rs",
            "range.segment.1 = self.index * 2 + if self.is_copy { 1 } else { 2 };",
            "range.segment.1 = self.index * 2 + if self.is_copy || texvisa_ir::fault(28) { 1 } else { 2 };"),
    ], &[(Regalloc, "")]),
    fault(29, "a conversion is taken for a copy", &[
        edit("ir/src/visa/kernel.rs",
            "(to.ty == from.ty || !to.ty.is_float() && !from.ty.is_float());",
            "(to.ty == from.ty || crate::fault(29) || !to.ty.is_float() && !from.ty.is_float());"),
    ], &[(Ir, "conversion")]),
    fault(30, "the upper half of a source is not seen", &[
        edit("ir/src/visa/access.rs",
            "let end = start + (region.element(u32::from(exec.lanes) - 1) + 1) * element;",
            "let lanes = if crate::fault(30) && exec.lanes >= 16 { exec.lanes / 2 } else { exec.lanes };\n        let end = start + (region.element(u32::from(lanes) - 1) + 1) * element;"),
    ], &[(Ir, "accesses")]),
    fault(31, "a store has one channel", &[
        edit("ir/src/visa/access.rs",
            "let channels = if access.op.is_bytes() { 1 } else { access.channels.count() };",
            "let channels = if access.op.is_bytes() || crate::fault(31) { 1 } else { access.channels.count() };"),
    ], &[(Ir, "accesses")]),
    fault(32, "values are not live along back edges", &[
        edit("regalloc/src/liveness.rs",
            "        for from in &data.predecessors {\n            // Whatever",
            "        for from in data.predecessors.iter().filter(|from| **from < block || !texvisa_ir::fault(32)) {\n            // Whatever"),
    ], &[(Regalloc, "")]),
    fault(40, "a trailing -0.0 is trimmed", &[
        edit("lowering/src/facts.rs",
            "        self.kernel.constant(self.leaf(value)) == Some(0)\n",
            "        self.kernel.constant(self.leaf(value)) == Some(0) || texvisa_ir::fault(40) && self.is_negative_zero(value)\n"),
    ], &[(Lowering, "zero"), (Lit, "send_negative_zero")]),
    fault(41, "immediate offsets along u and v change places", &[
        edit("lowering/src/plan.rs",
            "    nibble(u) << 8 | nibble(v) << 4 | nibble(r)\n",
            "    let [u, v] = if texvisa_ir::fault(41) { [v, u] } else { [u, v] };\n    nibble(u) << 8 | nibble(v) << 4 | nibble(r)\n"),
    ], &[(Lowering, "offsets_are_packed"), (Lit, "offsets")]),
    fault(42, "the upper word of an MCS dword is taken from bit 15 on", &[
        edit("lowering/src/narrow.rs",
            "            let sixteen = inserter.kernel.constant_value(Type::I32, 16);\n            let high = inserter.op(Op::ShrU",
            "            let sixteen = inserter.kernel.constant_value(Type::I32, if texvisa_ir::fault(42) { 15 } else { 16 });\n            let high = inserter.op(Op::ShrU"),
    ], &[(Lit, "ms/"), (Museum, "extended_mcs")]),
    fault(43, "another channel is read", &[
        edit("lowering/src/reads.rs",
            "ChannelMask::EMPTY.with(*index & 3)",
            "ChannelMask::EMPTY.with((*index & 3) ^ u8::from(texvisa_ir::fault(43)))"),
    ], &[(Lowering, ""), (Lit, "channels/")]),
    fault(44, "values that escape from loops stay uniform", &[
        edit("lowering/src/uniformity.rs",
            "        if !self.any_divergent_exit || !",
            "        if !self.any_divergent_exit || texvisa_ir::fault(44) || !"),
    ], &[(Lowering, "uniformity"), (Lit, "divergent_loop_exit")]),
    fault(45, "block parameters at join points stay uniform", &[
        edit("lowering/src/uniformity.rs",
            "if self.joins[*block] {",
            "if self.joins[*block] && !texvisa_ir::fault(45) {"),
    ], &[(Lowering, "uniformity"), (Lit, "join_point")]),
    fault(46, "results of messages that look at other lanes stay uniform", &[
        edit("lowering/src/uniformity.rs",
            "    op.derives_level() ||",
            "    !texvisa_ir::fault(46) && op.derives_level() ||"),
    ], &[(Lowering, "uniformity")]),
    fault(47, "a jump passes pending lanes", &[
        edit("lowering/src/order.rs",
            "        to <= from || to <= self.pending_behind",
            "        texvisa_ir::fault(47) || to <= from || to <= self.pending_behind"),
    ], &[(Lowering, "order"), (Lit, "pending_lanes")]),
    fault(48, "a shortened branch keeps its predicate", &[
        edit("lowering/src/shorten.rs",
            "inverted: !predicate.inverted, ..predicate",
            "inverted: predicate.inverted == texvisa_ir::fault(48), ..predicate"),
    ], &[(Lowering, "branch"), (Lit, "shortened")]),
    fault(49, "copies on an edge overwrite what others read", &[
        edit("lowering/src/emit/branch.rs",
            "let is_read = |param: Value| pending.iter()",
            "let is_read = |param: Value| !texvisa_ir::fault(49) && pending.iter()"),
    ], &[(Lit, "swap_")]),
    fault(50, "fcmp.ult is fcmp.olt", &[
        edit("lowering/src/emit/selection.rs",
            "        Op::FLtU      => Compare(R::Ge, AsIs, true),",
            "        Op::FLtU if texvisa_ir::fault(50) => Compare(R::Lt, AsIs, false),\n        Op::FLtU      => Compare(R::Ge, AsIs, true),"),
    ], &[(Lit, "unordered_comparisons")]),
    fault(51, "a quotient is corrected once", &[
        edit("lowering/src/rewrite/divide.rs",
            "        for _ in 0..2 {\n            let too_small",
            "        for _ in 0..(if texvisa_ir::fault(51) { 1 } else { 2 }) {\n            let too_small"),
    ], &[(Lowering, "divisions_without_a_divider"), (Checked, "division"), (Lit, "division")]),
    fault(52, "denormals are flushed", &[
        edit("lowering/src/emit/branch.rs",
            "bits: KEEP_DENORMALS });",
            "bits: if texvisa_ir::fault(52) { 0x400 } else { KEEP_DENORMALS } });"),
    ], &[(Lit, "keep_denormals"), (Museum, "cube_face"), (Checked, "floats_and_integers")]),
    fault(53, "uniform booleans are written under the mask", &[
        edit("lowering/src/emit/values.rs",
            "let exec = |half| if uniform { self.whole_half(half) }",
            "let exec = |half| if uniform && !texvisa_ir::fault(53) { self.whole_half(half) }"),
    ], &[(Lit, "uniform_predicate"), (Checked, "flow/")]),
    fault(54, "zext extends the sign", &[
        edit("lowering/src/emit/convert.rs",
            "            Op::ZExt => (unsigned",
            "            Op::ZExt if !texvisa_ir::fault(54) => (unsigned"),
    ], &[(Lit, "extensions"), (Checked, "extensions")]),
    fault(55, "operands of a narrow division are not widened by their sign", &[
        edit("lowering/src/rewrite/widen_integers.rs",
            "if heeds_sign(op) { Op::SExt }",
            "if heeds_sign(op) && !(texvisa_ir::fault(55) && matches!(op, Op::DivS | Op::RemS)) { Op::SExt }"),
    ], &[(Lowering, "words_are_divided"), (Lit, "division_of_words")]),
    fault(58, "lanes that left a loop are not pending during its iterations", &[
        edit("lowering/src/order.rs",
            "        left.map_or(position, |id|",
            "        left.filter(|_| !texvisa_ir::fault(58)).map_or(position, |id|"),
    ], &[(Lowering, "order"), (Lit, "pend")]),
    fault(60, "ldptr has lod and r exchanged", &[
        edit("lowering/llvm/src/texture_table.rs",
            "        let operands = self.operands.iter().copied();\n",
            "        let name = self.name;\n        let operands = self.operands.iter().map(move |operand| exchanged(name, *operand));\n"),
        edit("lowering/llvm/src/texture_table.rs",
            "impl Intrinsic {\n",
            "fn exchanged(name: &str, operand: CallOperand) -> CallOperand {\n    match (name, operand) {\n        (\"ldptr\", LOD) if texvisa_ir::fault(60) => R,\n        (\"ldptr\", R) if texvisa_ir::fault(60) => LOD,\n        (\"sampleDptr\", UY) if texvisa_ir::fault(61) => VX,\n        (\"sampleDptr\", VX) if texvisa_ir::fault(61) => UY,\n        (\"gather4POptr\", OFFU) if texvisa_ir::fault(62) => OFFV,\n        (\"gather4POptr\", OFFV) if texvisa_ir::fault(62) => OFFU,\n        (_, operand) => operand,\n    }\n}\n\nimpl Intrinsic {\n"),
    ], &[(Llvm, "texture_table"), (Import, "texture_calls")]),
    fault(61, "sampleDptr has dudy and dvdx exchanged", &[], &[(Llvm, "texture_table"), (Import, "texture_calls")]),
    fault(62, "gather4POptr has its offsets exchanged", &[], &[(Llvm, "texture_table"), (Import, "texture_calls")]),
    fault(63, "slt is imported as ult", &[
        edit("lowering/llvm/src/plain.rs",
            "        P::LLVMIntSLT => Op::LtS,",
            "        P::LLVMIntSLT if texvisa_ir::fault(63) => Op::LtU,\n        P::LLVMIntSLT => Op::LtS,"),
    ], &[(Import, "instructions")]),
    fault(64, "UAV and resource are exchanged", &[
        edit("lowering/llvm/src/address_space.rs",
            "1 => surface(Numbering::Uav),",
            "1 => surface(if texvisa_ir::fault(64) { Numbering::Resource } else { Numbering::Uav }),"),
        edit("lowering/llvm/src/address_space.rs",
            "2 => surface(Numbering::Resource),",
            "2 => surface(if texvisa_ir::fault(64) { Numbering::Uav } else { Numbering::Resource }),"),
    ], &[(Llvm, "address_space"), (Import, "memory")]),
    fault(65, "the channels of typedwrite are in reverse", &[
        edit("lowering/llvm/src/memory.rs",
            "(5..9).map(|index| self.scalar_operand(call, index)).collect();\n        let texel",
            "(5..9).map(|index| self.scalar_operand(call, if texvisa_ir::fault(65) { 13 - index } else { index })).collect();\n        let texel"),
    ], &[(Import, "memory")]),
    fault(66, "v and r of a typed access are exchanged", &[
        edit("lowering/llvm/src/memory.rs",
            "&[(Role::U, 1), (Role::V, 2), (Role::R, 3), (Role::Lod, 4)]",
            "&[(Role::U, 1), (Role::V, if texvisa_ir::fault(66) { 3 } else { 2 }), (Role::R, if texvisa_ir::fault(66) { 2 } else { 3 }), (Role::Lod, 4)]"),
    ], &[(Import, "memory")]),
    fault(67, "sitofp is imported as uitofp", &[
        edit("lowering/llvm/src/plain.rs",
            "        L::LLVMSIToFP => Op::SToF,",
            "        L::LLVMSIToFP if texvisa_ir::fault(67) => Op::UToF,\n        L::LLVMSIToFP => Op::SToF,"),
    ], &[(Import, "instructions")]),
    fault(68, "the constants of a phi are exchanged", &[
        edit("lowering/llvm/src/control.rs",
            "            let incoming = Val::from(instruction).incoming().into_iter().map(|(value, from)| (from, value)).collect();",
            "            let mut incoming: Vec<_> =\n                Val::from(instruction).incoming().into_iter().map(|(value, from)| (from, value)).collect();\n            if texvisa_ir::fault(68) && incoming.len() == 2 && incoming.iter().all(|(_, value)| value.int().is_some()) {\n                let first = incoming[0].1;\n                incoming[0].1 = incoming[1].1;\n                incoming[1].1 = first;\n            }\n            let incoming = incoming.into_iter().collect();"),
    ], &[(Import, "a_phi_of_constants")]),
    fault(69, "both edges of a branch are exchanged", &[
        edit("lowering/llvm/src/control.rs",
            "                self.builder.branch(condition?, (then.0, &then.1), (otherwise.0, &otherwise.1));",
            "                let (then, otherwise) = if texvisa_ir::fault(69) { (otherwise, then) } else { (then, otherwise) };\n                self.builder.branch(condition?, (then.0, &then.1), (otherwise.0, &otherwise.1));"),
    ], &[(Import, "instructions")]),
    fault(70, "imageWidth and imageHeigt are exchanged", &[
        edit("lowering/llvm/src/arguments.rs",
            "        if role == ArgumentRole::BufferOffset && argument.is_unused() {",
            "        let role = match role {\n            ArgumentRole::ImageWidth if texvisa_ir::fault(70) => ArgumentRole::ImageHeight,\n            ArgumentRole::ImageHeight if texvisa_ir::fault(70) => ArgumentRole::ImageWidth,\n            role => role,\n        };\n        if role == ArgumentRole::BufferOffset && argument.is_unused() {"),
    ], &[(Import, "arguments"), (Against, "source_says/tgllp")]),
    fault(72, "another channel is gathered", &[
        edit("lowering/llvm/src/texture.rs",
            "Some(channel @ 0..=3) => Ok(channel as u8),",
            "Some(channel @ 0..=3) => Ok(channel as u8 ^ u8::from(texvisa_ir::fault(72))),"),
    ], &[(Import, "texture_calls")]),
    fault(73, "llvm.smin is imported as umin", &[
        edit("lowering/llvm/src/calls.rs",
            "table.iter().find(|row| row.0 == name).map(|row| row.1)",
            "table.iter().find(|row| row.0 == name).map(|row| match row.1 {\n        Op::MinS if texvisa_ir::fault(73) => Op::MinU,\n        op => op,\n    })"),
    ], &[(Import, "extrema_of_integers")]),
    fault(74, "immediate offsets along u and v are exchanged", &[
        edit("lowering/llvm/src/texture.rs",
            "operands_given.offset[axis] = number,",
            "operands_given.offset[if texvisa_ir::fault(74) && axis < 2 { 1 - axis } else { axis }] = number,"),
    ], &[(Import, "texture_calls")]),
    fault(75, "the number of a sampler has three bits", &[
        edit("lowering/llvm/src/address_space.rs",
            "8 => Space::Sampler(SamplerBinding::Numbered(index)),",
            "8 => Space::Sampler(SamplerBinding::Numbered(if texvisa_ir::fault(75) { index & 7 } else { index })),"),
    ], &[(Llvm, "address_space")]),
    fault(80, "the mirror is on the texel, not on its edge", &[
        edit("emulator/src/unit/types/address.rs",
            "let mirrored = |a: i64| if a >= 0 { a } else { -1 - a };",
            "let mirrored = |a: i64| if a >= 0 { a } else if texvisa_ir::fault(80) { (-a).min(count - 1) } else { -1 - a };"),
        edit("emulator/src/unit/simd/axis.rs",
            "let mirrored = |index: i32| if index >= 0 { index } else { -1 - index };",
            "let mirrored = |index: i32| if index >= 0 { index } else if texvisa_ir::fault(80) { (-index).min(count - 1) } else { -1 - index };"),
    ], &[(Emulator, "unit")]),
    fault(81, "the centre of a texel is 1/256 off", &[
        edit("emulator/src/unit/reference/filter.rs",
            "                } - 0.5;\n",
            "                } - if texvisa_ir::fault(81) { 0.5 - 1.0 / 256.0 } else { 0.5 };\n"),
        edit("emulator/src/unit/simd/axis.rs",
            "nearest(texel * 256.0) - 128);",
            "nearest(texel * 256.0) - if texvisa_ir::fault(81) { 127 } else { 128 });"),
        edit("emulator/src/unit/simd/axis.rs",
            "|texel| floor(texel - 0.5));",
            "|texel| floor(texel - if texvisa_ir::fault(81) { 0.5 - 1.0 / 256.0 } else { 0.5 }));"),
        edit("emulator/src/unit/simd/axis.rs",
            "(self.0[lane] - 0.5) - parts[lane].1;",
            "(self.0[lane] - if texvisa_ir::fault(81) { 0.5 - 1.0 / 256.0 } else { 0.5 }) - parts[lane].1;"),
    ], &[(Emulator, "unit"), (Emulator, "every_case")]),
    fault(82, "a gather returns its texels by rows", &[
        edit("emulator/src/unit/reference/gather.rs",
            ".zip(GATHER_ORDER)",
            ".zip(if texvisa_ir::fault(82) { [[0, 0], [1, 0], [1, 1], [0, 1]] } else { GATHER_ORDER })"),
        edit("emulator/src/unit/simd/filter.rs",
            "for [i, j] in GATHER_ORDER {",
            "for [i, j] in (if texvisa_ir::fault(82) { [[0, 0], [1, 0], [1, 1], [0, 1]] } else { GATHER_ORDER }) {"),
    ], &[(Emulator, "unit"), (Emulator, "every_case")]),
    fault(83, "the face -Y of a cube has another axis", &[
        edit("emulator/src/unit/reference/cube.rs",
            "        FACES[usize::from(self.0 % 6)]\n",
            "        if texvisa_ir::fault(83) && self.0 % 6 == 3 {\n            return [(0, 1.0), (2, 1.0), (1, -1.0)];\n        }\n        FACES[usize::from(self.0 % 6)]\n"),
    ], &[(Emulator, "unit")]),
    fault(84, "sRGB is a power of 2.2", &[
        edit("emulator/src/unit/types/numeric.rs",
            "    if value <= 0.04045 { value / 12.92 }",
            "    if texvisa_ir::fault(84) {\n        return value.powf(2.2);\n    }\n    if value <= 0.04045 { value / 12.92 }"),
    ], &[(Emulator, "unit")]),
    fault(85, "the level of gradients is half of what it is", &[
        edit("emulator/src/unit/reference/lod.rs",
            "LodSource::Gradients => scale(request, sampler, lane).log2() + bias,",
            "LodSource::Gradients => scale(request, sampler, lane).log2() * if texvisa_ir::fault(85) { 0.5 } else { 1.0 } + bias,"),
    ], &[(Emulator, "unit")]),
];
