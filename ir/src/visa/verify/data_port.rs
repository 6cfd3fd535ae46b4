//! Memory accesses of the data port.

use super::{Verifier, VisaErrorKind};
use crate::texture::ChannelMask;
use crate::visa::inst::DataPort;
use cranelift_entity::packed_option::PackedOption;

impl Verifier<'_> {
    pub(super) fn data_port(&mut self, access: &DataPort) {
        let native = self.platform.native_simd;
        let lanes = u32::from(access.exec.lanes);
        self.predicate(access.predicate, access.exec);
        let widest = if access.op.is_typed() { native } else { 2 * native };
        self.require(lanes == native || lanes == widest, || VisaErrorKind::MessageLanes {
            given: access.exec.lanes,
            target: self.kernel.target,
            allowed: [native, widest],
        });
        if access.op.is_bytes() {
            self.require(matches!(access.bytes, 1 | 2 | 4), || VisaErrorKind::LaneBytes { given: access.bytes });
        } else {
            self.require(access.channels != ChannelMask::EMPTY, || VisaErrorKind::NoChannel);
        }
        if let Some(surface) = access.surface.expand() {
            self.surface(surface, access.op.name(), !access.op.is_typed());
        }
        self.require(access.surface.is_some() != access.op.is_by_pointer(), || VisaErrorKind::AccessSurface {
            name: access.op.name(),
            is_by_pointer: access.op.is_by_pointer(),
        });
        if access.op.is_by_pointer() {
            for raw in access.address.into_iter().filter_map(PackedOption::expand) {
                let given = self.kernel.vars[raw.var].ty;
                self.require(given.bytes() == 8, || VisaErrorKind::AddressType { given });
            }
        }
        let given = access.address.iter().take_while(|raw| raw.is_some()).count();
        let rest = access.address[given..].iter().all(PackedOption::is_none);
        self.require(given > 0 && rest, || VisaErrorKind::AddressGap);
        access.address.into_iter().filter_map(PackedOption::expand).for_each(|raw| self.raw(raw));
        self.raw(access.data);
    }
}
