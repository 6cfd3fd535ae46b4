//! Follows what depends on undefined bytes through the values of a thread and through memory; see [`crate::taint`].

use texvisa_ir::texture::{Binding, BlockCall, InstData, InstId, MemoryOp, TextureOp, Value};

use super::{Engine, InterpretedThread, each_lane};
use crate::taint::{ElementLocation, Taint};

impl InterpretedThread<'_> {
    /// The lanes in which a value is tainted, as bits; none where a run does not track it.
    pub(super) fn taint_of(&self, value: Value) -> u32 {
        self.tainted.get(value.as_u32() as usize).copied().unwrap_or(0)
    }

    /// The lanes of `mask` in which one of these is tainted.
    pub(super) fn taint_of_all(&self, values: impl IntoIterator<Item = Value>, mask: u32) -> u32 {
        values.into_iter().fold(0, |tainted, value| tainted | self.taint_of(value)) & mask
    }

    /// Passes the taint of the operands of an instruction that has run in the lanes of `mask` to its results, and that of
    /// what it read.
    pub(super) fn pass_taint(&mut self, engine: &mut Engine<'_>, inst: InstId, mask: u32) {
        let Some(taint) = &mut engine.taint else { return };
        let kernel = self.program.kernel;
        let mut tainted = 0;
        kernel.for_each_use(inst, |value| tainted |= self.taint_of(value));
        // Derivatives read inactive lanes, too.
        let in_any_lane = tainted;
        tainted &= mask;
        match &kernel.insts[inst] {
            InstData::Plain { op, .. } if op.reads_other_lanes() => {
                tainted = if tainted != 0 { mask } else { 0 };
            }
            InstData::Texture(id) => {
                let op: &TextureOp = &kernel.textures[*id];
                taint.messages |= tainted != 0;
                if tainted != 0 && op.data.is_some() || self.taint_of_all(op.surface.index, mask) != 0 {
                    // A media block belongs to the thread.
                    taint.everything = true;
                }
                let crosses = op.derives_level() || op.data.is_some();
                if in_any_lane != 0 && crosses || self.touched_surface(taint, op) {
                    tainted = mask;
                }
            }
            InstData::Memory(id) => {
                let op: &MemoryOp = &kernel.memories[*id];
                let address = op.address.iter().map(|(_, value)| *value);
                taint.loads |= self.taint_of_all(address, mask) != 0;
                if let Some(surface) = op.surface {
                    taint.everything |= self.taint_of_all(surface.index, mask) != 0;
                }
            }
            InstData::Branch { condition, .. } => taint.everything |= self.taint_of(*condition) & mask != 0,
            _ => {}
        }
        let tainted = tainted | std::mem::take(&mut self.loaded_taint);
        for result in kernel.results(inst) {
            let known = &mut self.tainted[result.as_u32() as usize];
            *known = *known & !mask | tainted & mask;
        }
    }

    /// Whether a texture operation may read tainted bytes.
    fn touched_surface(&self, taint: &Taint, op: &TextureOp) -> bool {
        match self.program.module.surfaces[op.surface.surface].binding {
            Binding::Table(entry) => taint.touches(entry),
            _ => taint.touches_any(),
        }
    }

    /// Notes stores of the lanes of `mask`, each at its location.
    pub(super) fn taint_stores(
        &self,
        engine: &mut Engine<'_>,
        op: &MemoryOp,
        mask: u32,
        bytes: usize,
        location: impl Fn(usize) -> ElementLocation,
    ) {
        let Some(taint) = &mut engine.taint else { return };
        let address = self.taint_of_all(op.address.iter().map(|(_, value)| *value), mask);
        let value = self.taint_of_all(op.values.iter().copied(), mask) | self.loaded_taint;
        for lane in each_lane(mask) {
            taint.store(location(lane), bytes, value >> lane & 1 == 1, address >> lane & 1 == 1);
        }
    }

    /// Notes loads of the lanes of `mask`.
    pub(super) fn taint_loads(
        &mut self,
        engine: &mut Engine<'_>,
        mask: u32,
        bytes: usize,
        location: impl Fn(usize) -> ElementLocation,
    ) {
        let Some(taint) = &mut engine.taint else { return };
        for lane in each_lane(mask) {
            self.loaded_taint |= u32::from(taint.load(location(lane), bytes, self.thread.items[lane])) << lane;
        }
    }

    /// Passes the taint of the arguments of a call to the parameters of the block, in the lanes of `mask`.
    pub(super) fn pass_taint_along(&mut self, target: &BlockCall, mask: u32) {
        if self.tainted.is_empty() {
            return;
        }
        let kernel = self.program.kernel;
        let given: Vec<u32> = target.args.as_slice(&kernel.lists).iter().map(|arg| self.taint_of(*arg)).collect();
        for (param, tainted) in kernel.blocks[target.block].params.iter().zip(given) {
            let known = &mut self.tainted[param.as_u32() as usize];
            *known = *known & !mask | tainted & mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use texvisa_ir::target::SimdWidth;

    use crate::dispatch::Grid;
    use crate::environment::{Environment, Resource};
    use crate::interp::Program;
    use crate::taint::Taint;
    use crate::undef_bits::UndefBits;
    use crate::unit::{Description, Format, Surface, SurfaceKind};

    /// What is tainted where `%v` is read from local memory that none has written, and the kernel goes on with `stores`.
    fn taint(stores: &str) -> Taint {
        taint_of_items(1, stores)
    }

    /// The same of several work items.
    fn taint_of_items(items: u32, stores: &str) -> Taint {
        let text = format!(
            "surface b0: raw @ table 0
surface b1: raw @ table 1
surface t2: 2d @ table 2
kernel @k(%r0: uniform i32x8 = r0, %x: i16 = local_id_x) scratch 64 {{
^entry:
  %five = extract i32x8 %r0, 5
  %own = and i32 %five, -1024
  %id = zext i16 %x -> i32
  %at = shl i32 %id, 2
  %v = load_local [x: %at] -> i32
{stores}
  return
}}"
        );
        let module = texvisa_ir::texture::parse(&text).expect("the text follows the grammar");
        let id = module.kernel("k").expect("a kernel");
        let mut environment = Environment::new();
        environment.bind(0, Resource::Buffer(vec![0; 64]));
        environment.bind(1, Resource::Buffer(vec![0; 64]));
        let description = Description::new(SurfaceKind::D2, Format::R32Uint, [8, 1, 1]);
        environment.bind(2, Resource::Surface(Surface::new(description).expect("it is legal")));
        let grid = Grid { items: [items, 1, 1], group: [items, 1, 1] };
        let program = Program::new(&module, id).expect("it is valid");
        let mut first = environment.clone();
        first.note_writers();
        program.run(&mut first, &grid, SimdWidth::Simd8, UndefBits::constant(0)).expect("it runs");
        let written = if program.has_barrier() { BTreeMap::new() } else { first.all_writers() };
        let start = Taint::without_order(written);
        program
            .taint(&mut environment, &grid, SimdWidth::Simd8, UndefBits::constant(0), start, &mut 0)
            .expect("it runs")
    }

    #[test]
    fn bytes_are_tainted_that_depend_on_undefined_ones_and_no_others() {
        let found = taint(
            "  %s = add i32 %v, 1
  store_raw b0 [x: 0], i32 %s
  store_raw b0 [x: 4], i32 %id
  %c = icmp.eq i32 %v, 77
  %t = select i32 %c, 1, 2
  store_raw b0 [x: 8], i32 %t
  store_local [x: 128], i32 %t
  %u = load_local [x: 128] -> i32
  store_raw b0 [x: 12], i32 %u
  store_local [x: 132], i32 %id
  %w = load_local [x: 132] -> i32
  store_raw b0 [x: 16], i32 %w
  %r = load_raw b0 [x: 8] -> i32
  store_raw b1 [x: 0], i32 %r",
        );
        let tainted = |entry: u32| (0..16).filter(|dword| found.has(entry, 4 * dword)).collect::<Vec<usize>>();
        assert_eq!((tainted(0), tainted(1)), (vec![0, 2, 3], vec![0]), "{found:?}");
        assert!(!found.everything && !found.messages);
    }

    /// Two work items store different values to one place, the same to another, and each to one of its own. The places have one
    /// of the values, and are compared; what is read there is open, and without a barrier between also where another has stored.
    #[test]
    fn what_depends_on_the_order_of_work_items_is_tainted() {
        let tainted = |between: &str| {
            let found = taint_of_items(
                2,
                &format!(
                    "  %own_place = add i32 %at, 32
  store_raw b0 [x: 0], i32 %id
  store_raw b0 [x: 4], i32 7
  store_raw b0 [x: %own_place], i32 %id
{between}
  %r = load_raw b0 [x: 0] -> i32
  store_raw b1 [x: 0], i32 %r
  %s = load_raw b0 [x: 4] -> i32
  store_raw b1 [x: 4], i32 %s
  %t = load_raw b0 [x: 32] -> i32
  store_raw b1 [x: 8], i32 %t
  %o = load_raw b0 [x: %own_place] -> i32
  store_raw b1 [x: %own_place], i32 %o
  %count = atomic_add b0 [x: 48], i32 1 -> i32
  store_raw b1 [x: 60], i32 %count"
                ),
            );
            assert!(found.met_race && (0..64).all(|byte| !found.has(0, byte)), "{found:?}");
            (0..16).filter(|dword| found.has(1, 4 * dword)).collect::<Vec<usize>>()
        };
        assert_eq!(tainted(""), [0, 1, 2]);
        assert_eq!(tainted("  barrier"), [0]);
    }

    /// An atomic operation taints what it finds and what it leaves, and takes the taint of what is there.
    #[test]
    fn atomic_operations_pass_taint_both_ways() {
        let found = taint(
            "  %a = atomic_add b0 [x: 0], i32 %v -> i32
  store_raw b1 [x: 0], i32 %a
  %b = atomic_add b0 [x: 4], i32 1 -> i32
  store_raw b1 [x: 4], i32 %b
  %c = atomic_add b0 [x: 0], i32 1 -> i32
  store_raw b1 [x: 8], i32 %c
  store_local [x: 128], i32 %id
  barrier
  %d = atomic_add_local [x: 128], i32 1 -> i32
  store_raw b1 [x: 12], i32 %d
  %e = atomic_umax_local [x: 128], i32 %v -> i32
  %f = atomic_add_local [x: 128], i32 1 -> i32
  store_raw b1 [x: 16], i32 %f
  %g = atomic_add_local [x: 136], i32 1 -> i32
  store_raw b1 [x: 20], i32 %g",
        );
        let tainted = |entry: u32| (0..16).filter(|dword| found.has(entry, 4 * dword)).collect::<Vec<usize>>();
        // The last is of local memory that nothing has written.
        assert_eq!((tainted(0), tainted(1)), (vec![0], vec![0, 2, 4, 5]), "{found:?}");
        assert!(!found.everything);
        let found = taint("  %o = and i32 %v, 12\n  %a = atomic_add b1 [x: %o], i32 1 -> i32");
        assert!(found.has(1, 60) && !found.has(0, 0), "{found:?}");
    }

    /// Private memory is tainted as a whole.
    #[test]
    fn private_memory_keeps_taint() {
        let stored = |body: &str| {
            let found = taint(&format!("  %next = add i32 %own, 4\n{body}\n  store_raw b1 [x: 0], i32 %p"));
            assert!(!found.everything && !found.touches(0), "{found:?}");
            found.has(1, 0)
        };
        assert!(!stored("  store_scratch [x: %own], i32 %id\n  %p = load_scratch [x: %own] -> i32"));
        assert!(stored("  %p = load_scratch [x: %own] -> i32"), "nothing has written it");
        let both = "  store_scratch [x: %own], i32 %id\n  store_scratch [x: %next], i32 %v\n";
        assert!(stored(&format!("{both}  %p = load_scratch [x: %next] -> i32")));
        assert!(stored(&format!("{both}  %p = load_scratch [x: %own] -> i32")), "as a whole");
    }

    /// A media block belongs to the thread: what is written with a tainted element may be any of it, and what is read of a
    /// surface with a tainted byte, or from a tainted place, is tainted in every lane.
    #[test]
    fn media_blocks_pass_taint_as_a_whole() {
        let found = taint("  media_write t2 [x: 0, y: 0], i32 %v");
        assert!(found.everything && found.messages, "{found:?}");
        let found = taint("  media_write t2 [x: 0, y: 0], i32 %id");
        assert!(!found.everything && !found.messages, "{found:?}");
        let read = |before: &str, at: &str| {
            taint(&format!("{before}  %m = media_read t2 [x: {at}, y: 0] -> i32\n  store_raw b1 [x: 0], i32 %m"))
        };
        let found = read("", "0");
        assert!(!found.has(1, 0) && !found.messages, "{found:?}");
        let found =
            read("  %all = vec i32 [%v, %v, %v, %v]\n  write t2 [u: 5, v: 0], i32x4 %all\n  fence_typed\n", "0");
        assert!(found.has(1, 0) && !found.has(1, 4) && !found.everything, "{found:?}");
        let found = read("  %o = and i32 %v, 4\n", "%o");
        assert!(found.has(1, 0) && found.messages, "{found:?}");
    }

    #[test]
    fn an_address_taints_its_resource_and_a_condition_everything() {
        let found = taint("  %o = and i32 %v, 12\n  store_raw b1 [x: %o], i32 7");
        assert!(found.has(1, 60) && !found.has(0, 0), "{found:?}");
        let found = taint(
            "  %c = icmp.eq i32 %v, 77\n  branch %c, ^one, ^end\n^one:\n  store_raw b1 [x: 0], i32 7\n  jump ^end\n^end:",
        );
        assert!(found.everything, "{found:?}");
    }
}
