//! Texel offsets of multisampled loads.
//!
//! Rule: no message takes them, so the offsets along u and v are added to the coordinates. The offset along r is
//! dropped, because an offset never moves an array index.
//!
//! Source: Intel's compiler does the same on every platform (`WorkaroundAnalysis`, ldms).

use texvisa_ir::texture::{InstData, Kernel, Op, Role, Type};

use crate::insert::rebuild;
use crate::remark::Remarks;

/// Adds the offsets of every `load_ms` to its coordinates.
pub fn fold_ms_offsets(kernel: &mut Kernel, remarks: &mut Remarks) {
    rebuild(kernel, |inserter, inst| {
        if let InstData::Texture(id) = inserter.kernel.insts[inst]
            && inserter.kernel.textures[id].kind.required().contains(Role::Mcs)
            && inserter.kernel.textures[id].offset != [0; 3]
        {
            let [u, v, _] = inserter.kernel.textures[id].offset;
            for (role, offset) in [(Role::U, u), (Role::V, v)] {
                if offset == 0 {
                    continue;
                }
                let given = inserter.kernel.textures[id].param(role);
                let ty = given.map_or(Type::I32, |value| inserter.kernel.ty(value));
                let addend = inserter.kernel.constant_value(ty, offset as u64);
                let sum = match given {
                    Some(value) => inserter.op(Op::Add, &[value, addend], ty),
                    None => addend,
                };
                let params = &mut inserter.kernel.textures[id].params;
                match params.iter_mut().find(|(candidate, _)| *candidate == role) {
                    Some((_, value)) => *value = sum,
                    None => params.push((role, sum)),
                }
            }
            inserter.kernel.textures[id].offset = [0; 3];
            remarks.add(inserter.kernel, "ms_offset", inst, || {
                "the offset is added to the coordinates; the message takes none".to_owned()
            });
        }
        inserter.keep(inst);
    });
}
