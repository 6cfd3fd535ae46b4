//! Which bytes of the register file a kernel's variables have.

use cranelift_entity::SecondaryMap;

use super::entities::Var;
use super::kernel::{Storage, VisaKernel};
use super::types::Align;

/// The byte address of each backing variable in the register file, register n beginning at n times the size of one.
#[derive(Clone, Debug, PartialEq)]
pub struct RegisterMap {
    addresses: SecondaryMap<Var, u32>,
    /// Bytes of the register file from its start to the last that is used.
    pub bytes: u32,
}

impl RegisterMap {
    /// A map without addresses, for a register file that ends at `bytes`.
    pub fn new(bytes: u32) -> RegisterMap {
        RegisterMap { addresses: SecondaryMap::default(), bytes }
    }

    /// The same, with room for the addresses of the variables of `kernel`.
    pub fn with_room(kernel: &VisaKernel, bytes: u32) -> RegisterMap {
        let mut map = RegisterMap::new(bytes);
        map.addresses.resize(kernel.vars.len());
        map
    }

    /// Registers of its own for each backing variable, in a register file as large as that needs. Inputs have the
    /// registers in which they arrive.
    pub fn unbounded(kernel: &VisaKernel) -> RegisterMap {
        let grf = kernel.grf_bytes();
        let mut map = RegisterMap::new(0);
        let mut pinned: SecondaryMap<Var, bool> = SecondaryMap::default();
        let arrived = kernel.inputs.iter().map(|input| u32::from(input.offset) + u32::from(input.bytes)).max();
        let mut next = arrived.unwrap_or(0).max(grf).next_multiple_of(grf);
        for input in &kernel.inputs {
            let (root, offset) = kernel.backing(input.var);
            map.set(root, u32::from(input.offset) - offset);
            pinned[root] = true;
        }
        for (var, decl) in &kernel.vars {
            match decl.storage {
                Storage::R0 => map.set(var, 0),
                Storage::Own if !pinned[var] => {
                    next = next.next_multiple_of(if decl.align == Align::Grf { grf } else { 8 });
                    map.set(var, next);
                    next += decl.bytes();
                }
                _ => {}
            }
        }
        map.bytes = next.next_multiple_of(grf);
        map
    }

    /// Gives a backing variable its address.
    #[inline]
    pub fn set(&mut self, root: Var, address: u32) {
        self.addresses[root] = address;
    }

    /// The address of the first byte of `var`.
    #[inline]
    pub fn address(&self, kernel: &VisaKernel, var: Var) -> u32 {
        let (root, offset) = kernel.backing(var);
        self.addresses[root] + offset
    }
}
