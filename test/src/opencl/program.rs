//! Writes a program: its declarations, and the body of its kernel.

use std::fmt::Write;

use super::resources::{Image, Sampler};
use super::types::{Element, Type};

/// The name of the kernel.
pub const KERNEL: &str = "generated";

/// The bytes that each work item has for what it stores.
pub const PLACE: u32 = 256;

/// The words of an input buffer that a program reads.
pub(super) const WORDS: u32 = 4096;

/// The extensions that programs use.
const EXTENSIONS: [&str; 4] = ["cl_khr_fp16", "cl_khr_3d_image_writes", "cl_khr_mipmap_image", "cl_khr_depth_images"];

/// A value with a name.
pub(super) struct Variable {
    pub name: String,
    pub ty: Type,
    /// Whether it may be assigned to.
    pub is_mutable: bool,
    /// Whether anything uses what it has.
    pub is_used: bool,
}

/// A program that is being written.
pub(super) struct Generator {
    pub rng: fastrand::Rng,
    /// The body of the kernel so far.
    pub body: String,
    /// How deep the next statement stands.
    pub indent: usize,
    /// Those in scope.
    pub variables: Vec<Variable>,
    pub images: Vec<Image>,
    pub samplers: Vec<Sampler>,
    /// Statements that are still to be written.
    pub budget: u32,
    /// Whether the work items of a group may have left each other's way for good: there is no barrier after that.
    pub has_returned: bool,
    /// Work items of a group, where the kernel requires a number.
    pub group: Option<[u32; 2]>,
    /// The length of the private array, where there is one.
    pub array: Option<(Type, u32)>,
    /// The type of what is in local memory, where there is some.
    pub shared: Option<Type>,
    /// The numbers after the `v` and the bytes of the next store.
    next_name: u32,
    pub next_place: u32,
}

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut generator = Generator {
        rng: fastrand::Rng::with_seed(seed),
        body: String::new(),
        indent: 1,
        variables: Vec::new(),
        images: Vec::new(),
        samplers: Vec::new(),
        budget: 0,
        has_returned: false,
        group: None,
        array: None,
        shared: None,
        next_name: 0,
        next_place: 0,
    };
    generator.write()
}

impl Generator {
    fn write(&mut self) -> String {
        let is_plane = self.rng.bool();
        if self.one_in(3) {
            self.group = Some(self.pick(&[[16, 1], [32, 1], [8, 2], [4, 4], [20, 1]]));
            self.shared = self.group.filter(|_| !self.one_in(4)).map(|_| self.ty());
        }
        self.images = Image::choose(&mut self.rng);
        self.samplers = Sampler::choose(&mut self.rng);
        let mut arguments = self.arguments();
        arguments.extend(self.images.iter().map(Image::argument));
        arguments.extend(self.samplers.iter().filter_map(Sampler::argument));
        self.rng.shuffle(&mut arguments);

        self.line("const uint gx = get_global_id(0);");
        let y = if is_plane { "get_global_id(1)" } else { "0" };
        self.line(&format!("const uint gy = {y};"));
        let row = if is_plane { " + gy * (uint)get_global_size(0)" } else { "" };
        self.line(&format!("const uint item = gx{row};"));
        self.line(&format!("global uchar *const mine = out + item * {PLACE};"));
        if self.shared.is_some() {
            let y = if self.group.is_some_and(|[_, y]| y > 1) { " + get_local_id(1) * get_local_size(0)" } else { "" };
            self.line(&format!("const uint own = get_local_id(0){y};"));
        }
        for name in ["gx", "item", "gy"].into_iter().take(if is_plane { 3 } else { 2 }) {
            self.constant(name.to_owned(), Type::UINT);
        }
        self.memory();
        self.budget = self.rng.u32(12..40);
        let entered = self.variables.len();
        self.statements(0, false);
        self.store_unused(entered);
        self.store_something();
        self.text(&arguments)
    }

    /// The declarations before the body, and the body.
    fn text(&mut self, arguments: &[String]) -> String {
        let mut text = String::new();
        for extension in EXTENSIONS {
            text += &format!("#pragma OPENCL EXTENSION {extension} : enable\n");
        }
        // Which of two products a compiler puts into a sum is its own choice.
        text += "#pragma OPENCL FP_CONTRACT OFF\n\n";
        for declaration in self.samplers.iter().filter_map(Sampler::declaration) {
            text += &declaration;
        }
        if let Some([x, y]) = self.group {
            text += &format!("__attribute__((reqd_work_group_size({x}, {y}, 1)))\n");
        }
        if self.one_in(4) {
            let lanes = self.pick(&[8, 16, 32]);
            text += &format!("__attribute__((intel_reqd_sub_group_size({lanes})))\n");
        }
        // Writing into a string does not fail.
        let _ = write!(text, "kernel void {KERNEL}({})\n{{\n{}}}\n", arguments.join(", "), self.body);
        text
    }

    /// Buffers and values.
    fn arguments(&mut self) -> Vec<String> {
        let mut arguments = vec!["global uchar *out".to_owned(), "global const uint *in".to_owned()];
        for index in 0..self.rng.u32(1..5) {
            let ty = if index == 0 { Type::INT } else { self.ty() };
            let name = format!("a{index}");
            arguments.push(format!("{ty} {name}"));
            self.constant(name, ty);
        }
        arguments
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.rng.u32(..n) == 0
    }

    /// One of `all`, which is not empty.
    pub fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.rng.usize(..all.len())]
    }

    /// A type of values.
    pub fn ty(&mut self) -> Type {
        let element = self.pick(&Element::FREQUENT);
        let count = self.pick(&[1, 1, 1, 1, 1, 2, 3, 4, 4, 8, 16]);
        // A large vector of large numbers needs registers, and shows nothing more.
        Type::vector(element, if element.bytes() == 8 { count.min(4) } else { count })
    }

    /// Writes a line of the body.
    pub fn line(&mut self, text: &str) {
        self.body.extend(std::iter::repeat_n("  ", self.indent));
        self.body += text;
        self.body.push('\n');
    }

    /// Brings a value into scope that nothing assigns to and that need not be used.
    pub fn constant(&mut self, name: String, ty: Type) {
        self.variables.push(Variable { name, ty, is_mutable: false, is_used: true });
    }

    /// Writes a declaration of a new variable that has the value of an expression.
    pub fn define(&mut self, ty: Type, expression: &str) -> String {
        let name = format!("v{}", self.next_name);
        self.next_name += 1;
        self.line(&format!("{ty} {name} = {expression};"));
        self.variables.push(Variable { name: name.clone(), ty, is_mutable: true, is_used: false });
        name
    }
}
