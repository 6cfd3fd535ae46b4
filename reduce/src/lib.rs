//! Makes a module smaller while something about it stays true: from a long program that fails to the few instructions
//! that matter.
//!
//! ```
//! use texvisa_ir::target::{SimdWidth, Target};
//! use texvisa_ir::texture::{Module, TextureKind};
//! use texvisa_test::generate::benchmark;
//! use texvisa_reduce::reduce;
//!
//! let long = benchmark(50, Target::Tgllp, SimdWidth::Simd16);
//! let gathers = |module: &Module| {
//!     module.kernels.values().any(|kernel| {
//!         let insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
//!         insts.map(|inst| &kernel.insts[*inst]).any(|inst| match inst {
//!             texvisa_ir::texture::InstData::Texture(id) => kernel.textures[*id].kind == TextureKind::Gather4,
//!             _ => false,
//!         })
//!     })
//! };
//! let short = reduce(&long, gathers);
//! assert!(short.to_string().lines().count() < 10, "{short}");
//! ```

mod edit;

use cranelift_entity::EntityRef;
use texvisa_ir::texture::{InstData, Kernel, KernelId, Module, parse, verify};

use self::edit::Edit;

/// A module that is as small as single edits make it: every one more would make it invalid, or `fails` false.
///
/// `fails` is asked of valid modules only. Where it is false of `module`, or `module` is not valid, the result is
/// `module`. The time is that of `fails` times a few times the number of instructions.
pub fn reduce(module: &Module, fails: impl FnMut(&Module) -> bool) -> Module {
    let mut reducer = Reducer { best: module.clone(), fails };
    if !reducer.adopt(module.clone()) {
        return module.clone();
    }
    loop {
        let before = size(&reducer.best);
        reducer.drop_kernels();
        for kernel in reducer.best.kernels.keys().collect::<Vec<_>>() {
            reducer.drop_instructions(kernel);
            reducer.try_edits(kernel);
        }
        reducer.drop_declarations();
        if size(&reducer.best) >= before {
            break;
        }
    }
    // What the kernels' arenas still hold of what was dropped goes with the text.
    if let Ok(clean) = parse(&reducer.best.to_string()) {
        reducer.adopt(clean);
    }
    reducer.best
}

/// What reduction makes less: instructions; operands that are not zero, and above all not constant, and gathered
/// channels that are not the first; then the text.
fn size(module: &Module) -> (usize, usize, usize) {
    let (mut count, mut details) = (0, 0);
    for kernel in module.kernels.values() {
        for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
            count += 1;
            kernel.for_each_use(*inst, |value| {
                details += match kernel.constant(value) {
                    Some(0) => 0,
                    Some(_) => 1,
                    None => 2,
                }
            });
            if let InstData::Texture(id) = kernel.insts[*inst] {
                details += usize::from(kernel.textures[id].channel != 0);
            }
        }
    }
    (count, details, module.to_string().len())
}

struct Reducer<F> {
    /// The smallest module so far; valid, and it fails.
    best: Module,
    fails: F,
}

impl<F: FnMut(&Module) -> bool> Reducer<F> {
    /// Takes `candidate` for the best where it is valid and fails.
    fn adopt(&mut self, candidate: Module) -> bool {
        let fails = verify(&candidate).is_empty() && (self.fails)(&candidate);
        if fails {
            self.best = candidate;
        }
        fails
    }

    /// Tries an edit; one that does not apply, or makes nothing smaller, is not adopted.
    fn try_edit(&mut self, kernel: KernelId, edit: &Edit) -> bool {
        let mut candidate = self.best.clone();
        edit.apply(&mut candidate.kernels[kernel]) && size(&candidate) < size(&self.best) && self.adopt(candidate)
    }

    fn drop_kernels(&mut self) {
        for dropped in self.best.kernels.keys().collect::<Vec<_>>().into_iter().rev() {
            let mut candidate = self.best.clone();
            candidate.kernels.retain(|kernel, _| kernel != dropped);
            self.adopt(candidate);
        }
    }

    /// Drops runs of instructions, first half of them at once, in the end one by one.
    fn drop_instructions(&mut self, kernel: KernelId) {
        let mut length = edit::plain_instructions(&self.best.kernels[kernel]).len();
        while length > 0 {
            // From the end, so that what is used goes after what uses it.
            let mut end = edit::plain_instructions(&self.best.kernels[kernel]).len();
            while end > 0 {
                let start = end.saturating_sub(length);
                let insts = edit::plain_instructions(&self.best.kernels[kernel])[start..end].to_vec();
                self.try_edit(kernel, &Edit::Drop(insts));
                end = start;
            }
            length /= 2;
        }
    }

    /// Tries every other edit, again and again from the first where one was adopted, until none is.
    fn try_edits(&mut self, kernel: KernelId) {
        let mut next = 0;
        loop {
            let edits = edit::candidates(&self.best.kernels[kernel]);
            // After an edit the list is another; those before it were tried, and most of them would fail again.
            let Some(edit) = edits.get(next) else { return };
            if !self.try_edit(kernel, edit) {
                next += 1;
            }
        }
    }

    /// Drops the surfaces and samplers that nothing uses.
    fn drop_declarations(&mut self) {
        let uses_surface =
            |module: &Module, index: usize| references(module).any(|(surface, _)| surface == Some(index));
        let uses_sampler =
            |module: &Module, index: usize| references(module).any(|(_, sampler)| sampler == Some(index));
        for index in (0..self.best.surfaces.len()).rev() {
            if !uses_surface(&self.best, index) {
                let mut candidate = self.best.clone();
                edit::remove_surface(&mut candidate, index);
                self.adopt(candidate);
            }
        }
        for index in (0..self.best.samplers.len()).rev() {
            if !uses_sampler(&self.best, index) {
                let mut candidate = self.best.clone();
                edit::remove_sampler(&mut candidate, index);
                self.adopt(candidate);
            }
        }
    }
}

/// The surface and the sampler of every operation that is in a block, by index.
fn references(module: &Module) -> impl Iterator<Item = (Option<usize>, Option<usize>)> + '_ {
    let references = module.kernels.values().flat_map(Kernel::references);
    references.map(|(surface, sampler)| {
        (surface.map(|surface| surface.surface.index()), sampler.map(|sampler| sampler.sampler.index()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Module {
        let module = parse(text).expect("the text follows the grammar");
        assert_eq!(verify(&module), []);
        module
    }

    const LOOP: &str = "target tgllp simd16
surface t0: 2d f32 @ table 0
surface t1: 2d f32 @ table 1
surface b0: raw @ table 2
sampler s0 @ 0

kernel @first(%a: i32) {
^entry:
  store_raw b0 [x: %a], i32 7
  return
}

kernel @second(%x: i32, %y: i32, %u: f32) {
^entry:
  %c = icmp.slt i32 %x, 4
  branch %c, ^then, ^join(%y, i32 1)
^then:
  %g, %ok = gather4 t0, s0 [u: %u, v: %u] offset(1, -2, 0) channel g residency -> f32x4
  %red = extract f32x4 %g, 0
  store_raw b0 [x: %x], f32 %red
  jump ^join(%x, i32 2)
^join(%p: i32, %q: i32):
  %sum = add i32 %p, %q
  jump ^loop(i32 0, %sum)
^loop(%i: i32, %s: i32):
  %t = load t1 [u: %sum, v: %i, lod: 0] mask rg -> f32x4
  %r = extract f32x4 %t, 1
  store_raw b0 [x: %i], f32 %r
  %n = add i32 %i, 1
  %again = icmp.slt i32 %n, 4
  branch %again, ^loop(%n, %sum), ^exit
^exit:
  return
}
";

    #[test]
    fn a_module_that_does_not_fail_stays() {
        let module = read(LOOP);
        assert_eq!(reduce(&module, |_| false).to_string(), LOOP);
    }

    #[test]
    fn only_valid_modules_are_asked() {
        let mut asked = 0;
        let reduced = reduce(&read(LOOP), |module| {
            asked += 1;
            assert_eq!(verify(module), [], "{module}");
            true
        });
        assert_eq!(reduced.to_string(), "target tgllp simd16\n");
        assert!(asked > 1);
    }

    #[test]
    fn what_matters_is_kept_and_nothing_else() {
        let reduced = reduce(&read(LOOP), |module| {
            let text = module.to_string();
            text.contains("gather4") && text.contains("offset(1, -2, 0)")
        });
        let expected = "target tgllp simd16
surface t0: 2d f32 @ table 0
sampler s0 @ 0

kernel @second() {
^0:
  %0 = gather4 t0, s0 [u: 0.0, v: 0.0] offset(1, -2, 0) channel r -> f32x4
  return
}
";
        assert_eq!(reduced.to_string(), expected);
    }

    #[test]
    fn a_loop_is_kept_where_it_matters() {
        use texvisa_ir::texture::cfg::{ControlFlow, Loops};
        let loops = |module: &Module| {
            module.kernels.values().any(|kernel| {
                let flow = ControlFlow::new(kernel);
                Loops::new(&flow).is_ok_and(|loops| !loops.loops.is_empty())
            })
        };
        let expected = "target tgllp simd16

kernel @second() {
^0:
  jump ^1
^1:
  jump ^1
}
";
        assert_eq!(reduce(&read(LOOP), loops).to_string(), expected);
    }

    #[test]
    fn data_flow_is_kept_where_it_matters() {
        // The load of the second kernel takes a coordinate that an addition made.
        let reduced = reduce(&read(LOOP), |module| {
            let text = module.to_string();
            let sum = text.lines().find_map(|line| line.trim().split_once(" = add i32").map(|it| it.0.to_owned()));
            sum.is_some_and(|sum| text.contains(&format!("load t1 [u: {sum}")))
        });
        let expected = "target tgllp simd16
surface t1: 2d f32 @ table 1

kernel @second() {
^0:
  %0 = add i32 0, 0
  %1 = load t1 [u: %0] -> f32x4
  return
}
";
        assert_eq!(reduced.to_string(), expected);
    }
}
