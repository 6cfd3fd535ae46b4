//! Buffers, local memory and private arrays.

use super::program::{Generator, PLACE, WORDS};
use super::types::{Element, Type};

impl Generator {
    /// Declares local memory and a private array, and fills what is declared.
    pub fn memory(&mut self) {
        if let (Some(ty), Some([x, y])) = (self.shared, self.group) {
            self.line(&format!("local {ty} shared[{}];", x * y));
        }
        if self.one_in(2) {
            // Intel's compiler keeps a small array in registers, whose numbers are then computed: texvisa does not read such
            // vISA.
            let (ty, length) = (self.ty(), if self.one_in(8) { 4 } else { 64 });
            let value = self.value(ty);
            self.line(&format!("{ty} array[{length}];"));
            self.line(&format!("for (uint i = 0; i < {length}; i++) array[i] = {value};"));
            self.array = Some((ty, length));
        }
    }

    /// Writes a load of the input buffer: words, or a vector of a type.
    pub fn load(&mut self) {
        // What all work items read is loaded by messages that texvisa does not know.
        let each = if self.one_in(12) { "" } else { " + 5 * gx" };
        let index = format!("{}{each}", self.value(Type::UINT));
        if self.one_in(2) {
            self.define(Type::UINT, &format!("in[({index}) & {}u]", WORDS - 1));
            return;
        }
        let mut ty = self.ty();
        if ty.element == Element::Half && ty.count == 1 {
            ty = Type::FLOAT;
        }
        let last = WORDS * 4 / ty.bytes() - 1;
        let expression = match ty.count {
            1 => format!("((global const {ty} *)in)[({index}) & {last}u]"),
            count => format!("vload{count}(({index}) & {last}u, (global const {} *)in)", ty.element),
        };
        self.define(ty, &expression);
    }

    /// Writes a store of a value to the place of the work item.
    pub fn store(&mut self, ty: Type, value: &str) {
        let at = self.next_place.next_multiple_of(ty.bytes());
        let at = if at + ty.bytes() > PLACE { 0 } else { at };
        self.next_place = at + ty.bytes();
        let element = ty.element;
        match ty.count {
            // Of a vector of three that is stored as one, the fourth element is undefined.
            3 => self.line(&format!("vstore3({value}, 0, (global {element} *)(mine + {at}));")),
            count @ 2.. if self.one_in(3) => {
                self.line(&format!("vstore{count}({value}, 0, (global {element} *)(mine + {at}));"));
            }
            _ => self.line(&format!("*(global {ty} *)(mine + {at}) = {value};")),
        }
    }

    /// Writes a store of any value.
    pub fn store_something(&mut self) {
        let ty = self.ty();
        let value = self.value(ty);
        self.store(ty, &value);
    }

    /// Writes stores of the variables from `entered` on that nothing uses, and ends their scope.
    pub fn store_unused(&mut self, entered: usize) {
        for variable in self.variables.split_off(entered) {
            if !variable.is_used {
                self.store(variable.ty, &variable.name);
            }
        }
    }

    /// Writes a use of the private array, where there is one.
    pub fn private(&mut self) {
        let Some((ty, length)) = self.array else { return self.store_something() };
        let index = self.value(Type::UINT);
        let at = format!("array[({index}) & {}u]", length - 1);
        if self.one_in(2) {
            let value = self.value(ty);
            self.line(&format!("{at} = {value};"));
        } else {
            self.define(ty, &at);
        }
    }

    /// Writes an exchange through local memory: each work item writes its own place, and reads another's. All work
    /// items of the group must come here.
    pub fn exchange(&mut self) {
        let (Some(ty), Some([x, y])) = (self.shared, self.group) else { return self.store_something() };
        let value = self.value(ty);
        self.line(&format!("shared[own] = {value};"));
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
        let index = if self.one_in(2) { format!("own + {}u", self.rng.u32(1..x * y)) } else { self.value(Type::UINT) };
        self.define(ty, &format!("shared[({index}) % {}u]", x * y));
        // The next exchange must not overwrite what others have still to read.
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
    }
}
