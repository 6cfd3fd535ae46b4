//! A grid of work items, divided into groups and hardware threads, and what each thread starts with.
//!
//! Lanes of a thread are consecutive work items of a group, x fastest; the last thread of a group may have lanes without a
//! work item. Groups at the far edges of the grid are smaller where the grid is no multiple of the group.
//!
//! Lanes of a kernel that has pixels as arguments are in quads instead, as far as a group has even sizes along x and y: four
//! lanes are two work items along x by two along y, and quads follow each other, x fastest.
//!
//! # Example
//!
//! ```
//! use texvisa_emulator::dispatch::{Dispatch, Grid};
//! use texvisa_emulator::environment::{Environment, Resource};
//! use texvisa_ir::target::SimdWidth;
//!
//! let module = texvisa_ir::texture::parse("surface b0: raw @ table 0
//! kernel @squares(%x: i16 = local_id_x) {
//! ^entry:
//!   %i = zext i16 %x -> i32
//!   %square = mul i32 %i, %i
//!   %to = shl i32 %i, 2
//!   store_raw b0 [x: %to], i32 %square
//!   return
//! }")?;
//! let id = module.kernel("squares").ok_or("no kernel")?;
//! let mut environment = Environment::new();
//! environment.bind(0, Resource::Buffer(vec![0; 400]));
//! let grid = Grid { items: [100, 1, 1], group: [40, 1, 1] };
//! let dispatch = Dispatch::new(&module, &module.kernels[id], &environment, &grid, SimdWidth::Simd16)?;
//! // Two groups of 40 work items and one of 20.
//! assert_eq!(dispatch.groups().count(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arguments;
mod error;
mod grid;

use smallvec::SmallVec;
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{ArgumentRole, Binding, Kernel, Module};
use texvisa_ir::visa::abi::{self, ArgumentLayout, ArgumentRequest, TooManyArguments};

use crate::environment::Environment;
use crate::private::{SCRATCH_LOW_BITS, SCRATCH_START};
use crate::undef_bits::UndefBits;
use crate::unit::MAX_LANES;
use arguments::{Given, Resolver, requests, wanted};
pub use error::DispatchError;
pub use grid::Grid;

pub use texvisa_ir::texture::MAX_GROUP_ITEMS;

/// The most work items of a grid.
pub const MAX_ITEMS: u64 = 1 << 24;

/// How many work items so many along each axis are.
pub fn item_count(sizes: [u32; 3]) -> u128 {
    sizes.iter().map(|size| u128::from(*size)).product()
}

/// A hardware thread: its work items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HardwareThread {
    /// The position of its group among the groups.
    pub group: [u32; 3],
    /// The lanes that have a work item, as bits.
    pub active: u32,
    /// The number of each lane's work item in the grid, x fastest; 0 where it has none.
    pub items: [u32; MAX_LANES],
    /// The position of each lane's work item in the group.
    pub local: [[u16; 3]; MAX_LANES],
}

/// What the threads of a run start with.
#[derive(Clone, Debug)]
pub struct Dispatch {
    grid: Grid,
    simd: SimdWidth,
    arguments: Vec<Given>,
    requests: Vec<ArgumentRequest>,
    /// The arguments that texvisa's own kernels are passed.
    wanted: Vec<usize>,
    /// Whether lanes are in quads.
    has_quads: bool,
}

/// The position in a group of work item `number` where items are in quads.
const fn in_quads(number: u32, [width, height, _]: [u32; 3]) -> [u32; 3] {
    let (layer, number) = (number / (width * height), number % (width * height));
    let (quad, corner) = (number / 4, number % 4);
    let quads = width / 2;
    [2 * (quad % quads) + corner % 2, 2 * (quad / quads) + corner / 2, layer]
}

impl Dispatch {
    /// Resolves the arguments of `kernel`, a kernel of `module`.
    ///
    /// An argument that was given no value has the one of its role: sizes of the surface that it is about, the address
    /// of the buffer that it is about, offset 0, the position in the group and so on.
    ///
    /// # Errors
    ///
    /// See [`DispatchError`].
    pub fn new(
        module: &Module,
        kernel: &Kernel,
        environment: &Environment,
        grid: &Grid,
        simd: SimdWidth,
    ) -> Result<Dispatch, DispatchError> {
        let fits = |sizes: [u32; 3], limit: u64| (1..=u128::from(limit)).contains(&item_count(sizes));
        for (what, given, limit) in
            [("a grid", grid.items, MAX_ITEMS), ("a group", grid.group, u64::from(MAX_GROUP_ITEMS))]
        {
            if !fits(given, limit) {
                return Err(DispatchError::Size { what, given, limit });
            }
        }
        let resolver = Resolver { module, kernel, environment, grid };
        let arguments = (0..kernel.arguments.len()).map(|index| resolver.resolve(index)).collect::<Result<_, _>>()?;
        let is_pixel = |role| matches!(role, ArgumentRole::PixelX | ArgumentRole::PixelY);
        let has_quads = kernel.arguments.iter().any(|argument| is_pixel(argument.role));
        Ok(Dispatch { grid: *grid, simd, arguments, requests: requests(kernel), wanted: wanted(kernel), has_quads })
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The positions of the groups, x fastest.
    pub fn groups(&self) -> impl Iterator<Item = [u32; 3]> + use<> {
        let [x, y, z] = std::array::from_fn(|axis| self.grid.items[axis].div_ceil(self.grid.group[axis]));
        (0..z).flat_map(move |k| (0..y).flat_map(move |j| (0..x).map(move |i| [i, j, k])))
    }

    /// The first work item of the group at a position, and how many it has along each axis.
    fn extent(&self, group: [u32; 3]) -> ([u32; 3], [u32; 3]) {
        let Grid { items, group: size } = self.grid;
        let origin: [u32; 3] = std::array::from_fn(|axis| group[axis].saturating_mul(size[axis]));
        let extent = std::array::from_fn(|axis| size[axis].min(items[axis].saturating_sub(origin[axis])));
        (origin, extent)
    }

    /// The threads of the group at a position.
    pub fn threads(&self, group: [u32; 3]) -> impl Iterator<Item = HardwareThread> + use<> {
        let items = self.grid.items;
        let (origin, extent) = self.extent(group);
        let count: u32 = extent.iter().product();
        let lanes = self.simd.lanes();
        let has_quads = self.has_quads && extent[0] % 2 == 0 && extent[1] % 2 == 0;
        // The work item that is next.
        let mut local = [0; 3];
        (0..count.div_ceil(lanes)).map(move |number| {
            let mut thread = HardwareThread { group, active: 0, items: [0; MAX_LANES], local: [[0; 3]; MAX_LANES] };
            for lane in 0..lanes.min(count - number * lanes) {
                let [x, y, z]: [u32; 3] = std::array::from_fn(|axis| origin[axis] + local[axis]);
                thread.active |= 1 << lane;
                thread.items[lane as usize] = (z * items[1] + y) * items[0] + x;
                thread.local[lane as usize] = local.map(|position| position as u16);
                if has_quads {
                    local = in_quads(number * lanes + lane + 1, extent);
                    continue;
                }
                for axis in 0..3 {
                    local[axis] += 1;
                    if local[axis] < extent[axis] {
                        break;
                    }
                    local[axis] = 0;
                }
            }
            thread
        })
    }

    /// An element of argument `index` in a lane of a thread; `None` where it is undefined.
    pub fn value(&self, index: usize, thread: &HardwareThread, lane: usize, element: usize) -> Option<u64> {
        match self.arguments.get(index)? {
            Given::Uniform(elements) => *elements.get(element)?,
            Given::LocalSize => self.extent(thread.group).1.get(element).map(|size| u64::from(*size)),
            _ if thread.active & 1 << lane == 0 && !matches!(self.arguments[index], Given::R0) => None,
            Given::PerItem(values) => values.get(thread.items[lane] as usize).copied(),
            Given::LocalId(axis) => Some(u64::from(thread.local[lane][*axis])),
            // Thread payload of compute walkers: the position of the group is in dwords 1, 6 and 7, and where scratch
            // memory begins in dword 5.
            Given::R0 => match element {
                1 => Some(u64::from(thread.group[0])),
                6 => Some(u64::from(thread.group[1])),
                7 => Some(u64::from(thread.group[2])),
                5 => Some(u64::from(SCRATCH_START)),
                _ => None,
            },
        }
    }

    /// Where a kernel that texvisa compiled for `target` finds the arguments, each by its number in the texture IR.
    ///
    /// # Errors
    ///
    /// Arguments that take more than the register file.
    pub fn argument_layout(&self, target: Target) -> Result<ArgumentLayout, TooManyArguments> {
        let wanted: SmallVec<[ArgumentRequest; 16]> = self.wanted.iter().map(|index| self.requests[*index]).collect();
        let mut layout = abi::lay_out(&wanted, target, self.simd)?;
        for place in &mut layout.arguments {
            place.argument = self.wanted[place.argument];
        }
        Ok(layout)
    }

    /// Writes a thread's arguments to the offsets in `places` of the register file `file`, whose other bytes stay. Bytes of what is
    /// undefined, and r0, come from `fill`. What lies behind the end of the file is left out.
    pub fn write_registers(
        &self,
        places: &ArgumentLayout,
        target: Target,
        thread: &HardwareThread,
        file: &mut [u8],
        fill: &mut UndefBits,
    ) {
        if let Some(r0) = file.get_mut(..32) {
            fill.overwrite(r0);
            for dword in [1, 6, 7] {
                let group = thread.group[if dword == 1 { 0 } else { dword - 5 }];
                r0[dword * 4..dword * 4 + 4].copy_from_slice(&group.to_le_bytes());
            }
            let scratch = u32::from_le_bytes([r0[20], r0[21], r0[22], r0[23]]) & SCRATCH_LOW_BITS | SCRATCH_START;
            r0[20..24].copy_from_slice(&scratch.to_le_bytes());
        }
        let lanes = self.simd.exec_lanes(target);
        for place in &places.arguments {
            let argument = place.argument;
            let Some(wanted) = self.requests.get(argument) else { continue };
            // What the hardware says in r0 is there, among bits that it promises nothing of.
            if wanted.role == ArgumentRole::R0 {
                continue;
            }
            let bytes = wanted.ty.scalar.bytes() as usize;
            let Some(registers) = file.get_mut(place.offset as usize..) else { continue };
            // Booleans, which no argument should be, take no bytes.
            if bytes == 0 {
                continue;
            }
            let elements = registers.chunks_exact_mut(bytes);
            if wanted.uniform {
                for (index, element) in elements.take(wanted.ty.lanes.into()).enumerate() {
                    put(element, self.value(argument, thread, 0, index));
                }
                continue;
            }
            let first = (place.half * lanes) as usize;
            let active = thread.active >> first;
            let elements = elements.take(lanes as usize).enumerate();
            let elements = elements.filter(|(lane, _)| active >> lane & 1 == 1);
            // What it is, once for all lanes.
            match self.arguments.get(argument) {
                Some(Given::PerItem(values)) => elements.for_each(|(lane, element)| {
                    put(element, values.get(thread.items[first + lane] as usize).copied());
                }),
                Some(Given::LocalId(axis)) => elements.for_each(|(lane, element)| {
                    put(element, Some(thread.local[first + lane][*axis].into()));
                }),
                _ => elements.for_each(|(lane, element)| put(element, self.value(argument, thread, first + lane, 0))),
            }
        }
    }
}

/// Writes the low bytes of a value that is defined.
fn put(element: &mut [u8], value: Option<u64>) {
    let Some(value) = value else { return };
    // Of a known size, so that a dword is not copied byte by byte.
    match element.len() {
        4 => element.copy_from_slice(&(value as u32).to_le_bytes()),
        bytes => element.copy_from_slice(&value.to_le_bytes()[..bytes]),
    }
}

/// Whether everything that `kernel` names is bound.
///
/// # Errors
///
/// The first surface or sampler with a table entry of its own to which nothing is bound.
pub fn check_bindings(module: &Module, kernel: &Kernel, environment: &Environment) -> Result<(), DispatchError> {
    let unbound = |name: &str, entry| Err(DispatchError::Unbound { name: name.to_owned(), entry });
    for (surface, sampler) in kernel.references() {
        if let Some(decl) = surface.map(|surface| &module.surfaces[surface.surface])
            && let Binding::Table(entry) = decl.binding
            && environment.resource(entry).is_none()
        {
            return unbound(decl.argument.as_ref().unwrap_or(&decl.name), entry);
        }
        if let Some(decl) = sampler.map(|sampler| &module.samplers[sampler.sampler])
            && let Binding::Table(entry) = decl.binding
            && environment.sampler(entry).is_err()
        {
            return unbound(decl.argument.as_ref().unwrap_or(&decl.name), entry);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use texvisa_ir::texture::{Type, parse};

    use super::*;
    use crate::environment::{ArgumentValue, Resource};
    use crate::local::LOCAL_BYTES;
    use crate::unit::{AddressMode, Description, Filter, Format, Sampler, Surface, SurfaceKind};

    fn module(text: &str) -> Module {
        parse(text).unwrap_or_else(|errors| panic!("{errors:?}"))
    }

    fn grid(items: [u32; 3], group: [u32; 3]) -> Grid {
        Grid { items, group }
    }

    fn dispatch(
        module: &Module,
        environment: &Environment,
        grid: &Grid,
        simd: SimdWidth,
    ) -> Result<Dispatch, DispatchError> {
        let kernel = module.kernels.values().next().expect("a kernel");
        Dispatch::new(module, kernel, environment, grid, simd)
    }

    /// 2^31 times 2^31 times 4 is 2^64, and 0 in 64 bits.
    #[test]
    fn items_are_counted_without_wrapping() {
        assert_eq!(item_count([1 << 31, 1 << 31, 4]), 1 << 64);
        let module = module(PLAIN);
        for items in [[1 << 31, 1 << 31, 4], [u32::MAX; 3], [1 << 24, 1 << 24, 1 << 24], [0, 4, 4], [4097, 4096, 1]] {
            let error = dispatch(&module, &Environment::new(), &grid(items, [8, 1, 1]), SimdWidth::Simd8);
            assert!(matches!(error, Err(DispatchError::Size { what: "a grid", .. })), "{items:?}");
        }
        let most = dispatch(&module, &Environment::new(), &grid([4096, 4096, 1], [8, 1, 1]), SimdWidth::Simd8);
        assert!(most.is_ok());
    }

    const PLAIN: &str = "kernel @k() {\n^entry:\n  return\n}";

    #[test]
    fn lanes_are_consecutive_work_items_of_a_group() {
        let module = module(PLAIN);
        let grid = grid([10, 3, 1], [8, 2, 1]);
        let dispatch = dispatch(&module, &Environment::new(), &grid, SimdWidth::Simd8).expect("a grid");
        let groups: Vec<_> = dispatch.groups().collect();
        assert_eq!(groups, [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]);
        let threads = |group| dispatch.threads(group).collect::<Vec<_>>();
        let first = threads([0, 0, 0]);
        assert_eq!(first.len(), 2);
        assert_eq!(first[1].active, 0xff);
        assert_eq!(first[1].items[..8], [10, 11, 12, 13, 14, 15, 16, 17]);
        assert_eq!(first[1].local[3], [3, 1, 0]);
        // The group at the right edge is two items wide, the one in the corner one high too.
        let right = threads([1, 0, 0]);
        assert_eq!((right.len(), right[0].active), (1, 0xf));
        assert_eq!(right[0].items[..4], [8, 9, 18, 19]);
        assert_eq!(right[0].local[2], [0, 1, 0]);
        assert_eq!(threads([1, 1, 0])[0].active, 0x3);
    }

    /// The pixels of a quad are those of `@builtin(position)` in a fragment shader: right of and below the first.
    #[test]
    fn lanes_that_are_pixels_are_in_quads() {
        let module = module("kernel @k(%x: i32 = pixel_x, %y: i32 = pixel_y) {\n^entry:\n  return\n}");
        let dispatch = |items, group| {
            dispatch(&module, &Environment::new(), &grid(items, group), SimdWidth::Simd8).expect("a grid")
        };
        let pixels = |dispatch: &Dispatch, thread: &HardwareThread| -> Vec<[u64; 2]> {
            (0..8).map(|lane| [0, 1].map(|index| dispatch.value(index, thread, lane, 0).expect("a value"))).collect()
        };
        let quads = dispatch([16, 4, 1], [8, 4, 1]);
        let threads: Vec<_> = quads.threads([1, 0, 0]).collect();
        assert_eq!(threads.len(), 4);
        assert_eq!(pixels(&quads, &threads[0]), [[8, 0], [9, 0], [8, 1], [9, 1], [10, 0], [11, 0], [10, 1], [11, 1]]);
        assert_eq!(
            pixels(&quads, &threads[3]),
            [[12, 2], [13, 2], [12, 3], [13, 3], [14, 2], [15, 2], [14, 3], [15, 3]]
        );
        assert_eq!(threads[0].local[3], [1, 1, 0]);
        assert_eq!(threads[0].items[3], 16 + 9);
        let layers = dispatch([4, 2, 2], [4, 2, 2]);
        let second = layers.threads([0; 3]).nth(1).expect("a thread");
        assert_eq!(second.local[..3], [[0, 0, 1], [1, 0, 1], [0, 1, 1]]);
        // A group without whole quads is taken row by row.
        let odd = dispatch([3, 3, 1], [3, 3, 1]);
        let first = odd.threads([0; 3]).next().expect("a thread");
        assert_eq!(pixels(&odd, &first)[..4], [[0, 0], [1, 0], [2, 0], [0, 1]]);
    }

    #[test]
    fn impossible_grids_are_refused() {
        let module = module(PLAIN);
        for (items, group) in [
            ([0, 1, 1], [1, 1, 1]),
            ([1, 1, 1], [1, 0, 1]),
            ([1, 1, 1], [1025, 1, 1]),
            ([u32::MAX; 3], [1, 1, 1]),
            ([1 << 25, 1, 1], [1, 1, 1]),
        ] {
            let refused = dispatch(&module, &Environment::new(), &grid(items, group), SimdWidth::Simd8);
            assert!(matches!(refused, Err(DispatchError::Size { .. })), "{items:?} {group:?}");
        }
    }

    const ALL: &str = r#"surface t0: 2d_ms f32 @ table 3 arg "img"
surface b0: raw @ table 4
kernel @k(%p: uniform i64 = pointer "b0", %v: i32, %c: uniform f32, %r0: uniform i32x8 = r0,
    %h: uniform i32x8 = payload_header, %s: uniform i32x3 = enqueued_local_size, %x: i16 = local_id_x,
    %y: i16 = local_id_y, %z: i16 = local_id_z, %n: uniform i32 = image_samples "img",
    %o: uniform i32 = buffer_offset "p") {
^entry:
  return
}"#;

    fn environment() -> Environment {
        let mut environment = Environment::new();
        let description = Description { samples: 4, ..Description::new(SurfaceKind::D2, Format::R32Float, [4, 4, 1]) };
        environment.bind(3, Resource::Surface(Surface::new(description).expect("legal")));
        environment.bind(4, Resource::Buffer(vec![0; 16]));
        environment.set_argument(1, ArgumentValue::PerItem((0..24).map(|item| 100 + item).collect()));
        environment.set_argument(2, ArgumentValue::uniform(0x3f80_0000));
        environment
    }

    /// The register image of a SIMD8 thread on TGLLP, by the offsets of [`abi`]'s own tests: r0, local ids in a register
    /// each, arguments with an element per lane, payload header, then the rest.
    #[test]
    fn register_images_hold_arguments_where_the_interface_says() {
        let module = module(ALL);
        let grid = grid([12, 2, 1], [12, 1, 1]);
        let dispatch = dispatch(&module, &environment(), &grid, SimdWidth::Simd8).expect("resolved");
        let places = dispatch.argument_layout(Target::Tgllp).expect("they fit");
        let thread = dispatch.threads([0, 1, 0]).nth(1).expect("a second thread");
        assert_eq!(thread.active, 0xf);
        let mut file = [0xcd; 512];
        dispatch.write_registers(
            &places,
            Target::Tgllp,
            &thread,
            &mut file,
            &mut UndefBits::constant(0xeeee_eeee_eeee_eeee),
        );
        let dword =
            |offset: usize| u32::from_le_bytes([file[offset], file[offset + 1], file[offset + 2], file[offset + 3]]);
        let word = |offset: usize| u16::from_le_bytes([file[offset], file[offset + 1]]);
        assert_eq!([0, 1, 2, 6, 7].map(|index| dword(index * 4)), [0xeeee_eeee, 0, 0xeeee_eeee, 1, 0]);
        // Where scratch memory begins, and ten bits of anything.
        assert_eq!(dword(20), SCRATCH_START | 0xeeee_eeee & 0x3ff);
        assert_eq!([0, 1, 2, 3, 4].map(|lane| word(32 + lane * 2)), [8, 9, 10, 11, 0xcdcd]);
        assert_eq!([word(64), word(96)], [0, 0]);
        // Items 20 to 23 of the grid.
        assert_eq!([0, 3, 4].map(|lane| dword(128 + lane * 4)), [120, 123, 0xcdcd_cdcd]);
        assert_eq!([0, 1, 2, 3].map(|index| dword(160 + index * 4)), [0, 0, 0, 0xcdcd_cdcd]);
        assert_eq!(u64::from(dword(192)) | u64::from(dword(196)) << 32, Environment::buffer_address(4));
        assert_eq!(dword(200), 0x3f80_0000);
        // No buffer offset: nothing depends on it.
        assert_eq!([204, 208, 212, 216].map(dword), [12, 1, 1, 4]);
    }

    #[test]
    fn sizes_of_grid_and_group_are_what_the_dispatch_has() {
        let text = "kernel @k(%p: uniform i32 = local_pointer, %q: uniform i32 = local_pointer,
    %d: uniform i32 = work_dim, %n: uniform i32x3 = num_groups, %g: uniform i32x3 = global_size,
    %l: uniform i32x3 = local_size, %e: uniform i32x3 = enqueued_local_size) {\n^entry:\n  return\n}";
        let module = module(text);
        let grid = grid([10, 3, 1], [8, 2, 1]);
        let dispatch = dispatch(&module, &Environment::new(), &grid, SimdWidth::Simd8).expect("resolved");
        let elements = |group, index, count| -> Vec<u64> {
            let thread = dispatch.threads(group).next().expect("a thread");
            (0..count).map(|element| dispatch.value(index, &thread, 0, element).expect("a value")).collect()
        };
        assert_eq!([elements([0; 3], 0, 1), elements([0; 3], 1, 1)], [[0], [LOCAL_BYTES as u64 / 2]]);
        assert_eq!(elements([0; 3], 2, 1), [2]);
        assert_eq!(elements([0; 3], 3, 3), [2, 2, 1]);
        assert_eq!(elements([0; 3], 4, 3), [10, 3, 1]);
        // The group in the far corner has two work items along x and one along y.
        assert_eq!([elements([0; 3], 5, 3), elements([1, 1, 0], 5, 3)], [[8, 2, 1], [2, 1, 1]]);
        assert_eq!(elements([1, 1, 0], 6, 3), [8, 2, 1]);
    }

    #[test]
    fn arguments_without_a_value_of_their_shape_are_refused() {
        let module = module("kernel @k(%v: i32, %c: uniform f32) {\n^entry:\n  return\n}");
        let run = |change: &dyn Fn(&mut Environment)| {
            let mut environment = Environment::new();
            change(&mut environment);
            dispatch(&module, &environment, &grid([4, 1, 1], [4, 1, 1]), SimdWidth::Simd8).map(|_| ())
        };
        assert!(matches!(run(&|_| {}), Err(DispatchError::NoValue { .. })));
        let short = |environment: &mut Environment| environment.set_argument(0, ArgumentValue::PerItem(vec![0; 3]));
        assert!(matches!(run(&short), Err(DispatchError::WrongValue { given: 3, expected: 4, .. })));
        let all = |environment: &mut Environment| {
            environment.set_argument(0, ArgumentValue::uniform(7));
            environment.set_argument(1, ArgumentValue::uniform(7));
        };
        assert_eq!(run(&all), Ok(()));
        let per_item = |environment: &mut Environment| {
            all(environment);
            environment.set_argument(1, ArgumentValue::PerItem(vec![0; 4]));
        };
        assert!(matches!(run(&per_item), Err(DispatchError::WrongValue { .. })));
    }

    /// The verifier refuses it, which a caller may not have asked.
    #[test]
    fn an_argument_that_is_a_boolean_takes_no_bytes() {
        let mut builder = texvisa_ir::texture::Builder::new("k");
        builder.argument("boolean", Type::I1, false);
        let entry = builder.create_block("entry");
        builder.switch_to(entry);
        builder.ret();
        let mut module = Module::default();
        let id = module.add_kernel(builder.finish());
        let mut environment = Environment::new();
        environment.set_argument(0, ArgumentValue::PerItem(vec![1; 8]));
        let kernel = &module.kernels[id];
        let dispatch =
            Dispatch::new(&module, kernel, &environment, &grid([8, 1, 1], [8, 1, 1]), SimdWidth::Simd8).expect("legal");
        let places = dispatch.argument_layout(Target::Tgllp).expect("they fit");
        let thread = dispatch.threads([0; 3]).next().expect("a thread");
        let mut file = [0xee; 128];
        dispatch.write_registers(&places, Target::Tgllp, &thread, &mut file, &mut UndefBits::kept());
        assert_eq!(file[32..], [0xee; 96]);
    }

    /// The numbers are those of `cl.h` for channels (`CL_FLOAT`, `CL_RGBA`, `CL_UNSIGNED_INT8`, `CL_R`), and those that
    /// Intel's runtime passes for samplers.
    #[test]
    fn channels_and_samplers_are_numbered_as_in_opencl() {
        let module = module(
            "surface t0: 2d f32 @ table 0 arg \"source\"
surface t1: 2d i32 @ table 1 arg \"labels\"
sampler s0 @ 0 arg \"sampler\"
sampler s1 @ 1 arg \"other\"
kernel @k(%a: uniform i32 = image_data_type \"source\", %b: uniform i32 = image_order \"source\",
    %c: uniform i32 = image_data_type \"labels\", %d: uniform i32 = image_order \"labels\",
    %e: uniform i32 = sampler_address \"sampler\", %f: uniform i32 = sampler_normalized \"sampler\",
    %g: uniform i32 = sampler_snap \"sampler\", %h: uniform i32 = sampler_address \"other\",
    %i: uniform i32 = sampler_normalized \"other\", %j: uniform i32 = sampler_snap \"other\") {
^entry:
  return
}",
        );
        let mut environment = Environment::new();
        for (entry, format) in [(0, Format::Rgba32Float), (1, Format::R8Uint)] {
            let surface = Surface::new(Description::new(SurfaceKind::D2, format, [4, 4, 1])).expect("legal");
            environment.bind(entry, Resource::Surface(surface));
        }
        let state = |address, filter, unnormalized| Sampler {
            address: [address; 3],
            min: filter,
            mag: filter,
            unnormalized,
            ..Sampler::default()
        };
        environment.bind_sampler(0, state(AddressMode::ClampBorder, Filter::Nearest, true));
        environment.bind_sampler(1, state(AddressMode::Mirror, Filter::Linear, false));
        let dispatch = dispatch(&module, &environment, &grid([1, 1, 1], [1, 1, 1]), SimdWidth::Simd8).expect("a grid");
        let thread = dispatch.threads([0, 0, 0]).next().expect("a thread");
        let values: Vec<_> = (0..10).map(|index| dispatch.value(index, &thread, 0, 0).expect("a value")).collect();
        assert_eq!(values, [0x10de, 0x10b5, 0x10da, 0x10b0, 1, 0, 0xffff_ffff, 4, 8, 0]);
    }

    /// Two kernels of a module with an argument of one name, each for another surface.
    #[test]
    fn sizes_are_those_of_the_surface_that_the_kernel_itself_uses() {
        let module = module(
            "surface t0: 2d f32 @ table 0 arg \"source\"
surface t1: 2d f32 @ table 1 arg \"source\"
surface w0: 2d f32 @ table 2

kernel @first(%width: uniform i32 = image_width \"source\") {
^entry:
  %texel = load t0 [u: 0, v: 0, lod: 0] -> f32x4
  write w0 [u: %width, v: 0], f32x4 %texel
  return
}

kernel @second(%width: uniform i32 = image_width \"source\") {
^entry:
  %texel = load t1 [u: 0, v: 0, lod: 0] -> f32x4
  write w0 [u: %width, v: 0], f32x4 %texel
  return
}
",
        );
        let mut environment = Environment::new();
        for (entry, width) in [(0, 5), (1, 9), (2, 1)] {
            let description = Description::new(SurfaceKind::D2, Format::Rgba8Unorm, [width, 1, 1]);
            environment.bind(entry, Resource::Surface(Surface::new(description).expect("legal")));
        }
        let grid = grid([1, 1, 1], [1, 1, 1]);
        for (kernel, width) in [("first", 5), ("second", 9)] {
            let kernel = &module.kernels[module.kernel(kernel).expect("a kernel")];
            let dispatch = Dispatch::new(&module, kernel, &environment, &grid, SimdWidth::Simd8).expect("a grid");
            let thread = dispatch.threads([0, 0, 0]).next().expect("a thread");
            assert_eq!(dispatch.value(0, &thread, 0, 0), Some(width));
        }
    }
}
