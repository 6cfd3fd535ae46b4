//! Generates the inputs of a trial: surfaces that suit the program's operations, samplers, arguments, a grid.

use texvisa_ir::target::SimdWidth;
use texvisa_ir::texture::{
    ArgumentRole, Binding, Dimension, Kernel, KernelId, Module, Role, SamplerDecl, SamplerRef, SurfaceDecl, SurfaceId,
    SurfaceRef, Value,
};

use super::far::{FarOffsets, LARGE_BUFFER};
use super::grid;
use super::mode::Mode;
use super::numbers::Numbers;
use super::options::TrialOptions;
use super::uses::{self, Uses};
use crate::dispatch::Grid;
use crate::environment::{ArgumentValue, Environment, Resource};
use crate::unit::{
    AddressMode, BoundaryMode, Compare, Description, Filter, Format, Kind, MipFilter, NullPage, Reduction, Sampler,
    Surface, SurfaceKind, mcs,
};

/// The inputs of one trial.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// Memory, samplers and arguments.
    pub environment: Environment,
    /// The work items and their groups.
    pub grid: Grid,
}

/// Entries that are bound where a program selects a surface by an index or a handle.
const INDEXED_ENTRIES: std::ops::Range<u32> = 0..6;
/// Handles have no bits below this one: the extended descriptor of a message has other fields there.
const HANDLE_BITS: u32 = 12;
/// Handles that are bound for a surface or sampler.
const HANDLES: u32 = 3;

/// Entries that are bound for declaration `number` of surfaces or samplers, which each use chooses from: of all that are
/// chosen by an index the same, of each that has handles its own.
fn chosen_entries(binding: Binding, number: u32) -> Vec<u32> {
    match binding {
        Binding::Bindless => (1..=HANDLES).map(|handle| (number * (HANDLES + 1) + handle) << HANDLE_BITS).collect(),
        Binding::Indexed | Binding::Table(_) => INDEXED_ENTRIES.collect(),
    }
}

impl Inputs {
    /// The inputs of the trial with `seed`, for kernel `id` of `module` at a SIMD width.
    pub fn new(module: &Module, id: KernelId, simd: SimdWidth, seed: u64, options: &TrialOptions) -> Inputs {
        let kernel = &module.kernels[id];
        let far_offsets = FarOffsets::new(module, kernel);
        let mode = Mode::new(kernel, seed, !far_offsets.are_near());
        let numbers = Numbers::new(seed, options.away_from_edges, mode.is_restrained, mode.is_ordinary);
        let mut generator = Generator { numbers, module, kernel, environment: Environment::new(), mode, far_offsets };
        generator.environment.precision = options.precision;
        let grid = grid::of_trial(kernel, &generator.mode, &mut generator.numbers, simd);
        grid.items.into_iter().for_each(|size| generator.numbers.add_size(size));
        generator.environment.step_limit = grid::step_limit(kernel, &generator.mode, &grid, simd);
        generator.surfaces();
        generator.arguments(&grid);
        generator.environment.bind_constants(module);
        generator.variables();
        Inputs { environment: generator.environment, grid }
    }

    /// Reduces the step limit to the least.
    pub(super) fn hurry(&mut self, kernel: &Kernel) {
        self.environment.step_limit = grid::least_step_limit(kernel);
    }
}

struct Generator<'m> {
    numbers: Numbers,
    module: &'m Module,
    kernel: &'m Kernel,
    environment: Environment,
    mode: Mode,
    far_offsets: FarOffsets,
}

impl Generator<'_> {
    /// Binds a resource for each surface declaration, and a state for each sampler declaration.
    fn surfaces(&mut self) {
        let uses = uses::of(self.module, self.kernel);
        let mut decls: Vec<SurfaceId> = self.module.surfaces.keys().collect();
        // Other kernels of the module may use the same entries for other resources. The declarations that this kernel
        // uses come last, so that theirs stay bound.
        decls.sort_by_cached_key(|surface| self.kernel.uses_surface(*surface));
        let mut filters = vec![true; self.module.samplers.len()];
        for surface in decls {
            let used = &uses[surface.as_u32() as usize];
            let entries = match self.module.surfaces[surface].binding {
                Binding::Table(entry) => vec![entry],
                binding => chosen_entries(binding, surface.as_u32()),
            };
            for entry in entries {
                let resource = self.resource(surface, used);
                if let Resource::Surface(surface) = &resource
                    && surface.format().kind() != Kind::Float
                {
                    used.samplers.iter().for_each(|sampler| filters[sampler.as_u32() as usize] = false);
                }
                self.environment.bind(entry, resource);
                if let Some(first) = self.mode.far_byte(self.far_offsets.surface(surface.as_u32())) {
                    self.environment.begin_buffer_at(entry, first);
                }
            }
        }
        let mut samplers: Vec<_> = self.module.samplers.keys().collect();
        samplers.sort_by_cached_key(|sampler| self.kernel.uses_sampler(*sampler));
        for sampler in samplers {
            let state = self.sampler(filters[sampler.as_u32() as usize]);
            match self.module.samplers[sampler].binding {
                Binding::Table(entry) => {
                    self.environment.bind_sampler(entry, state);
                }
                binding => {
                    for entry in chosen_entries(binding, sampler.as_u32()) {
                        let state = self.sampler(filters[sampler.as_u32() as usize]);
                        self.environment.bind_sampler(entry, state);
                    }
                }
            }
        }
    }

    fn resource(&mut self, decl: SurfaceId, used: &Uses) -> Resource {
        let dimension = self.dimension(decl, used);
        if dimension == Dimension::Raw {
            let is_short = !self.mode.is_ordinary && self.numbers.one_in(4);
            let bytes = if is_short { 4 * self.numbers.rng.usize(1..64) } else { LARGE_BUFFER };
            return Resource::Buffer(self.buffer(bytes));
        }
        let format = self.format(decl, used);
        match self.typed(dimension, format, used) {
            Some(surface) => Resource::Surface(surface),
            None => Resource::Surface(Surface::null()),
        }
    }

    /// The bytes of a buffer.
    fn buffer(&mut self, bytes: usize) -> Vec<u8> {
        let words = self.numbers.words(bytes / 4);
        match &mut self.mode.sentinel {
            Some(sentinel) => sentinel.fill(bytes),
            None => words,
        }
    }

    /// Gives half of the global variables other contents than the program begins with, as an earlier run may have left them.
    fn variables(&mut self) {
        let module = self.module;
        for variable in module.constants.values().filter(|decl| decl.is_variable) {
            let address = self.environment.constant_address(&variable.symbol);
            let entry = address.and_then(Environment::buffer_entry);
            if let Some(entry) = entry.filter(|_| self.numbers.one_in(2)) {
                let mut bytes = self.buffer(variable.bytes.len().next_multiple_of(4));
                bytes.truncate(variable.bytes.len());
                self.environment.bind(entry, Resource::Buffer(bytes));
            }
        }
    }

    /// The declared dimension, or for `any` one that every operation on the surface accepts.
    fn dimension(&mut self, decl: SurfaceId, used: &Uses) -> Dimension {
        let declared = self.module.surfaces[decl].dimension;
        if declared != Dimension::Any {
            return declared;
        }
        if used.raw {
            return Dimension::Raw;
        }
        let is_typed = used.typed_load || used.typed_store;
        let fits = |dimension: &Dimension| {
            let typed = !matches!(dimension, Dimension::Any | Dimension::Raw);
            let samples = matches!(dimension, Dimension::D2Ms | Dimension::D2MsArray);
            typed && !(is_typed && samples) && used.kinds.iter().all(|kind| kind.surfaces().contains(*dimension))
        };
        let fitting: Vec<Dimension> = Dimension::all().filter(fits).collect();
        // Dimensions that use every coordinate given are more frequent.
        let has = |role| used.roles.contains(&role);
        let wanted: Vec<Dimension> = fitting
            .iter()
            .copied()
            .filter(|dimension| match dimension {
                Dimension::CubeArray => has(Role::Ai),
                Dimension::D3 | Dimension::D2Array | Dimension::D2MsArray | Dimension::Cube => has(Role::R),
                Dimension::D2 | Dimension::D2Ms | Dimension::D1Array => has(Role::V) && !has(Role::R),
                _ => !has(Role::V),
            })
            .collect();
        if fitting.is_empty() {
            Dimension::D2
        } else if wanted.is_empty() || self.numbers.one_in(4) {
            self.numbers.pick(&fitting)
        } else {
            self.numbers.pick(&wanted)
        }
    }

    fn format(&mut self, decl: SurfaceId, used: &Uses) -> Format {
        let declared = self.module.surfaces[decl].element.or(used.element);
        let wants_floats = match declared {
            Some(scalar) => scalar.is_float(),
            // Without a declaration, a surface that is filtered or compared rarely has integers.
            None => used.compares || !used.samplers.is_empty() && !self.numbers.one_in(8) || self.numbers.rng.bool(),
        };
        let wants_floats = (wants_floats || used.compares) && !used.typed_atomic;
        let fitting: Vec<Format> = Format::ALL
            .iter()
            .copied()
            .filter(|format| (format.kind() == Kind::Float) == wants_floats)
            .filter(|format| format.is_writable() || !used.typed_store)
            .filter(|format| format.is_atomic() || !used.typed_atomic)
            .filter(|format| format.block_extent() == 1 || used.plane.is_none())
            .filter(|format| !format.is_video() || used.only_media())
            // Every plane exists of a format without planes.
            .filter(|format| {
                format.planes().len() <= 1 || used.plane.is_none_or(|plane| usize::from(plane) < format.planes().len())
            })
            .collect();
        let video: Vec<Format> = fitting.iter().copied().filter(|format| format.is_video()).collect();
        if !video.is_empty() && self.numbers.rng.bool() {
            self.numbers.pick(&video)
        } else {
            self.numbers.pick(&fitting)
        }
    }

    fn typed(&mut self, dimension: Dimension, format: Format, used: &Uses) -> Option<Surface> {
        use Dimension as D;
        let kind = match dimension {
            D::D1 => SurfaceKind::D1,
            D::D1Array => SurfaceKind::D1Array,
            D::D2 | D::D2Ms | D::Any | D::Raw => SurfaceKind::D2,
            D::D2Array | D::D2MsArray => SurfaceKind::D2Array,
            D::D3 => SurfaceKind::D3,
            D::Cube => SurfaceKind::Cube,
            D::CubeArray => SurfaceKind::CubeArray,
            D::Buffer => SurfaceKind::Buffer,
        };
        let [mut width, mut height, depth] = [self.numbers.size(), self.numbers.size(), self.numbers.size()];
        // A surface that is written to usually has room for most work items.
        let is_written = used.typed_store || used.kinds.iter().any(|kind| kind.writes());
        if is_written && !self.mode.is_restrained && !self.numbers.one_in(4) {
            (width, height) = (width.max(16), height.max(16));
        }
        if format.is_video() {
            // Video formats have even sizes and one level.
            (width, height) = (width.next_multiple_of(2), height.next_multiple_of(2));
        }
        let mut description = Description::new(kind, format, [width, 1, 1]);
        if used.plane.is_some() {
            description.boundary = self.numbers.pick(&BoundaryMode::NAMES).0;
        }
        match kind {
            SurfaceKind::Cube | SurfaceKind::CubeArray => description.height = width,
            SurfaceKind::D2 | SurfaceKind::D2Array => description.height = height,
            SurfaceKind::D3 => (description.height, description.depth) = (height, depth),
            _ => {}
        }
        let layers = self.numbers.rng.u32(1..6);
        match kind {
            SurfaceKind::D1Array | SurfaceKind::D2Array => description.layers = layers,
            SurfaceKind::CubeArray => description.layers = 6 * layers,
            _ => {}
        }
        self.numbers.add_size(layers);
        if matches!(dimension, D::D2Ms | D::D2MsArray) {
            description.samples = self.numbers.pick(&[2, 4, 8, 16]);
            description.clear_color = std::array::from_fn(|_| self.numbers.word());
            description.palette_index = self.numbers.rng.u32(0..4);
        } else if kind != SurfaceKind::Buffer && !format.is_video() {
            let largest = description.width.max(description.height).max(description.depth);
            description.levels = self.numbers.rng.u32(1..=32 - largest.leading_zeros());
            self.numbers.add_size(description.levels);
        }
        if used.residency {
            description.null_pages = self.null_pages(&description);
        }
        let mut surface = Surface::new(description).ok()?;
        self.texels(&mut surface);
        if surface.samples() > 1 && !self.numbers.one_in(4) {
            let samples = surface.samples();
            let words: Vec<u64> = (0..16).map(|_| self.compression_word(samples)).collect();
            surface.compress(|place| words[((place.x + 3 * place.y + 5 * place.layer) % 16) as usize]);
        }
        Some(surface)
    }

    /// In three of four trials, boxes without memory in the least levels of a surface, of which a program asks what is
    /// resident. Without one, a program that takes every texel for resident would be right.
    fn null_pages(&mut self, surface: &Description) -> Vec<NullPage> {
        let layers = surface.layers.max(surface.depth);
        let count = self.numbers.rng.usize(0..4);
        let rng = &mut self.numbers.rng;
        let mut within = |size: u32| {
            let first = rng.u32(0..size);
            first..rng.u32(first..size) + 1
        };
        let mut page = || {
            let (level, layer) = (within(surface.levels.min(2)).start, within(layers).start);
            let [x, y] = [surface.width, surface.height].map(|size| within((size >> level).max(1)));
            NullPage { level, layer, x, y }
        };
        (0..count).map(|_| page()).collect()
    }

    fn compression_word(&mut self, samples: u32) -> u64 {
        let any = self.numbers.rng.u64(..);
        self.numbers.pick(&[0, u64::MAX, mcs::identity(samples), any, any]) & mcs::stored_mask(samples)
    }

    /// Fills a surface with random bits; 32-bit floats also with denormals, infinities, and NaNs.
    fn texels(&mut self, surface: &mut Surface) {
        let has_floats = surface.format().kind() == Kind::Float && surface.format().bytes().is_multiple_of(4);
        let bytes = surface.bytes_mut();
        self.numbers.rng.fill(bytes);
        if has_floats {
            for word in bytes.chunks_exact_mut(4) {
                if self.mode.is_ordinary || self.numbers.rng.bool() {
                    word.copy_from_slice(&self.numbers.texel().to_le_bytes());
                }
            }
        }
    }

    fn sampler(&mut self, filters: bool) -> Sampler {
        let modes = [
            AddressMode::Wrap,
            AddressMode::Mirror,
            AddressMode::Clamp,
            AddressMode::ClampBorder,
            AddressMode::MirrorOnce,
            AddressMode::HalfBorder,
        ];
        let mut filter = || match self.numbers.rng.u8(..8) {
            4..7 if filters => Filter::Linear,
            7 if filters => Filter::Anisotropic,
            _ => Filter::Nearest,
        };
        let (min, mag) = (filter(), filter());
        let mips = if filters { 3 } else { 2 };
        Sampler {
            address: std::array::from_fn(|_| self.numbers.pick(&modes)),
            min,
            mag,
            mip: self.numbers.pick(&[MipFilter::None, MipFilter::Nearest, MipFilter::Linear][..mips]),
            max_anisotropy: self.numbers.pick(&[1, 2, 4, 16]),
            // sample_lz equals sample_l with LOD 0 only if the sampler has no LOD bias.
            lod_bias: 0.0,
            min_lod: self.numbers.pick(&[0.0, 0.0, 0.5, 1.0]),
            max_lod: self.numbers.pick(&[14.0, 14.0, 2.5, 0.0]),
            compare: self.numbers.pick(&Compare::NAMES).0,
            border: std::array::from_fn(|_| self.numbers.word()),
            reduction: self.numbers.pick(&[
                Reduction::Average,
                Reduction::Average,
                Reduction::Minimum,
                Reduction::Maximum,
            ]),
            unnormalized: self.numbers.one_in(8),
            seamless_cube: self.numbers.rng.bool(),
        }
    }

    /// Chooses the values of arguments whose role does not determine them.
    ///
    /// In half of the trials integers are the coordinates of the work items in a box, one argument an axis, so that each
    /// work item writes to its own address.
    fn arguments(&mut self, grid: &Grid) {
        let items = grid.items.iter().product::<u32>() as usize;
        let counts_items = self.numbers.rng.bool();
        let first = self.numbers.rng.u64(0..4) * self.numbers.rng.u64(0..2);
        let columns = self.numbers.pick(&[1, 4, 7, 8, 16, u64::MAX]);
        let mut axis = 0;
        for index in 0..self.kernel.arguments.len() {
            let argument = &self.kernel.arguments[index];
            let ty = self.kernel.ty(argument.value);
            let about = argument.about.as_deref();
            let is_image = (ArgumentRole::ImageHeight as u32..=ArgumentRole::ImageSamples as u32)
                .contains(&(argument.role as u32));
            let has_value = match argument.role {
                ArgumentRole::Plain => false,
                ArgumentRole::ImageDataType | ArgumentRole::ImageOrder => {
                    self.mode.knows_images && self.names_opencl_image(about)
                }
                ArgumentRole::SamplerAddress | ArgumentRole::SamplerNormalized => {
                    self.mode.knows_images && self.names_sampler(about)
                }
                ArgumentRole::Pointer => self.names_resource(about, true),
                _ if is_image => self.names_resource(about, false),
                _ => true,
            };
            if has_value {
                continue;
            }
            let handles = self.handles(argument.value);
            let value = if !handles.is_empty() && argument.uniform {
                ArgumentValue::uniform(self.numbers.pick(&handles).into())
            } else if !handles.is_empty() {
                ArgumentValue::PerItem((0..items).map(|_| self.numbers.pick(&handles).into()).collect())
            } else if argument.role == ArgumentRole::Pointer {
                ArgumentValue::uniform(self.fresh_buffer(index))
            } else if argument.uniform {
                ArgumentValue::Uniform((0..ty.lanes).map(|_| self.numbers.uniform_number(ty.scalar)).collect())
            } else if ty.scalar.is_int() && counts_items {
                axis += 1;
                let along = |item: u64| match axis {
                    1 => item % columns,
                    2 => item / columns,
                    _ => item % 3,
                };
                ArgumentValue::PerItem((0..items as u64).map(|item| (along(item) + first) & ty.scalar.mask()).collect())
            } else if ty.scalar.is_int() && self.numbers.rng.bool() {
                // A different number for each work item, for kernels that compute an address from it.
                ArgumentValue::PerItem((0..items as u64).map(|item| (item + first) & ty.scalar.mask()).collect())
            } else {
                ArgumentValue::PerItem((0..items).map(|_| self.numbers.number(ty.scalar)).collect())
            };
            self.environment.set_argument(index, value);
        }
    }

    /// The handles that are bound for the first surface or sampler that `value` itself chooses by a handle; none where it
    /// chooses none.
    fn handles(&self, value: Value) -> Vec<u32> {
        let surfaces = |surface: SurfaceRef| {
            (surface.index, self.module.surfaces[surface.surface].binding, surface.surface.as_u32())
        };
        let samplers = |sampler: SamplerRef| {
            (sampler.index, self.module.samplers[sampler.sampler].binding, sampler.sampler.as_u32())
        };
        let mut chosen =
            self.kernel.references().flat_map(|(surface, sampler)| [surface.map(surfaces), sampler.map(samplers)]);
        let found = chosen.find_map(|found| {
            found.filter(|(index, binding, _)| (*index, *binding) == (Some(value), Binding::Bindless))
        });
        found.map_or(Vec::new(), |(_, binding, number)| chosen_entries(binding, number))
    }

    /// Whether `name` is the name or argument of a surface at a bound table entry; with `buffer`, a buffer suits too.
    fn names_resource(&self, name: Option<&str>, buffer: bool) -> bool {
        let decl = self
            .module
            .surfaces
            .values()
            .find(|decl| name.is_some() && (Some(decl.name.as_str()) == name || decl.argument.as_deref() == name));
        match decl.map(|decl| decl.binding) {
            Some(Binding::Table(entry)) => {
                let is_buffer = matches!(self.environment.resource(entry), Some(Resource::Buffer(_)));
                self.environment.resource(entry).is_some() && (buffer || !is_buffer)
            }
            _ => false,
        }
    }

    /// Whether `name` is the name or argument of a surface that is bound to one entry and has a format of OpenCL.
    fn names_opencl_image(&self, name: Option<&str>) -> bool {
        let named = |decl: &SurfaceDecl| Some(decl.name.as_str()) == name || decl.argument.as_deref() == name;
        let mut entries = self.module.surfaces.values().filter(|decl| name.is_some() && named(decl)).map(|decl| {
            let Binding::Table(entry) = decl.binding else { return None };
            self.environment.resource(entry)
        });
        let is_known = |resource: Option<&Resource>| matches!(resource, Some(Resource::Surface(surface)) if surface.format().opencl().is_some());
        entries.next().is_some_and(is_known) && entries.all(is_known)
    }

    /// Whether `name` is the name or argument of a sampler that is bound to one entry.
    fn names_sampler(&self, name: Option<&str>) -> bool {
        let named = |decl: &SamplerDecl| Some(decl.name.as_str()) == name || decl.argument.as_deref() == name;
        let mut bindings =
            self.module.samplers.values().filter(|decl| name.is_some() && named(decl)).map(|decl| decl.binding);
        let is_known = |binding| matches!(binding, Binding::Table(entry) if self.environment.sampler(entry).is_ok());
        bindings.next().is_some_and(is_known) && bindings.all(is_known)
    }

    /// Binds a new buffer for argument `index` to an entry that the program does not use. Returns its address.
    fn fresh_buffer(&mut self, index: usize) -> u64 {
        let entry =
            self.environment.resources().map(|(entry, _)| entry).max().map_or(0, |entry| entry.saturating_add(1));
        let bytes = self.buffer(LARGE_BUFFER);
        self.environment.bind(entry, Resource::Buffer(bytes));
        if let Some(first) = self.mode.far_byte(self.far_offsets.argument(index)) {
            self.environment.begin_buffer_at(entry, first);
        }
        Environment::buffer_address(entry)
    }
}

#[cfg(test)]
mod tests {
    use texvisa_ir::texture::parse;

    use super::*;

    const TEXT: &str = r#"surface t0: any @ table 3
surface t1: any @ table 4
surface t2: 2d_ms f32 @ table 5
surface b0: any @ table 6
surface w0: any @ table 7
sampler s0 @ 2
kernel @k(%x: i32, %u: f32, %h: f16, %p: uniform i64 = pointer, %w: uniform i32 = image_width "nothing") {
^entry:
  %a = sample t0, s0 [u: %u, v: %u, r: %u] -> f32x4
  %b = load t1 [u: %x] -> i32x4
  %m = load_mcs t2 [u: %x, v: %x] -> i32x4
  %c = load_ms t2 [si: %x, mcs: %m, u: %x, v: %x] -> f32x4
  store_raw b0 [x: %x], i32 %x
  write w0 [u: %x], f32x4 %a
  return
}"#;

    #[test]
    fn inputs_suit_the_program_and_are_reproducible() {
        let module = parse(TEXT).unwrap_or_else(|errors| panic!("{errors:?}"));
        let id = module.kernel("k").expect("a kernel");
        let mut kinds = Vec::new();
        for seed in 0..200 {
            let make = || Inputs::new(&module, id, SimdWidth::Simd16, seed, &TrialOptions::default());
            let inputs = make();
            assert_eq!(inputs.environment, make().environment);
            let surface = |entry| match inputs.environment.resource(entry) {
                Some(Resource::Surface(surface)) => surface.clone(),
                other => panic!("entry {entry}: {other:?}"),
            };
            let sampled = surface(3);
            assert!(!matches!(sampled.kind(), SurfaceKind::Buffer) && sampled.samples() == 1);
            kinds.push(sampled.kind());
            assert!(surface(5).samples() > 1 && surface(5).format().kind() == Kind::Float);
            assert!(surface(7).format().is_writable() && surface(7).format().kind() == Kind::Float);
            assert!(matches!(inputs.environment.resource(6), Some(Resource::Buffer(_))));
            let sampler = inputs.environment.sampler(2).expect("bound");
            assert_eq!(sampler.lod_bias, 0.0);
            let linear = [sampler.min, sampler.mag] != [Filter::Nearest; 2] || sampler.mip == MipFilter::Linear;
            assert!(!linear || sampled.format().kind() == Kind::Float);
            let dispatched = crate::dispatch::Dispatch::new(
                &module,
                &module.kernels[id],
                &inputs.environment,
                &inputs.grid,
                SimdWidth::Simd16,
            );
            assert!(dispatched.is_ok(), "{dispatched:?}");
        }
        assert!(kinds.contains(&SurfaceKind::D3) && kinds.contains(&SurfaceKind::D2Array));
    }

    /// Entry 1 is a buffer for the first kernel and an image for the second.
    const TWO_KERNELS: &str = r#"surface b0: raw @ table 1
surface w0: 2d f32 @ table 1
kernel @a(%x: i32) {
^entry:
  store_raw b0 [x: %x], i32 %x
  return
}
kernel @b(%x: i32, %t: uniform f32) {
^entry:
  %v = vec f32 [%t, %t, %t, %t]
  write w0 [u: %x, v: 0], f32x4 %v
  return
}"#;

    #[test]
    fn entries_hold_resources_for_the_selected_kernel() {
        let module = parse(TWO_KERNELS).unwrap_or_else(|errors| panic!("{errors:?}"));
        for seed in 0..20 {
            for (name, is_buffer) in [("a", true), ("b", false)] {
                let id = module.kernel(name).expect("a kernel");
                let inputs = Inputs::new(&module, id, SimdWidth::Simd8, seed, &TrialOptions::default());
                let found = matches!(inputs.environment.resource(1), Some(Resource::Buffer(_)));
                assert_eq!(found, is_buffer, "{name}, seed {seed}");
            }
        }
    }

    #[test]
    fn coordinates_stay_away_from_edges_on_request() {
        let module = parse(TEXT).unwrap_or_else(|errors| panic!("{errors:?}"));
        let id = module.kernel("k").expect("a kernel");
        let options = TrialOptions { away_from_edges: true, ..TrialOptions::default() };
        for seed in 0..50 {
            let inputs = Inputs::new(&module, id, SimdWidth::Simd8, seed, &options);
            let Some(ArgumentValue::PerItem(values)) = inputs.environment.argument(1) else { panic!("no value") };
            for bits in values {
                let coordinate = f64::from(f32::from_bits(*bits as u32));
                for size in [1.0, 2.0, 4.0, 8.0, 16.0] {
                    let halves = coordinate * size * 2.0;
                    assert!((halves - halves.round()).abs() >= 1.0 / 32.0, "{coordinate} of {size}");
                }
            }
        }
    }

    #[test]
    fn global_variables_also_have_what_an_earlier_run_may_have_left() {
        let text = "constant \"table\" = \"01020304\"
variable \"count\" = \"05060708 09\"
kernel @k(%table: uniform i64 = constant \"table\", %count: uniform i64 = constant \"count\") {
^entry:
  return
}
";
        let module = parse(text).unwrap_or_else(|errors| panic!("{errors:?}"));
        let id = module.kernel("k").expect("a kernel");
        let mut differing = 0;
        for seed in 0..40 {
            let inputs = Inputs::new(&module, id, SimdWidth::Simd8, seed, &TrialOptions::default());
            let contents = |symbol| {
                let address = inputs.environment.constant_address(symbol).expect("it is bound");
                let entry = Environment::buffer_entry(address).expect("a buffer is there");
                match inputs.environment.resource(entry) {
                    Some(Resource::Buffer(bytes)) => bytes.clone(),
                    other => panic!("{other:?}"),
                }
            };
            assert_eq!(contents("table"), [1, 2, 3, 4]);
            let count = contents("count");
            assert_eq!(count.len(), 5);
            differing += u32::from(count != [5, 6, 7, 8, 9]);
        }
        assert!((8..=32).contains(&differing), "{differing} of 40");
    }

    /// The kernels of a module may have different things at one entry of their tables.
    #[test]
    fn shared_entries_hold_what_the_selected_kernel_uses() {
        let text = "surface b0: raw @ table 0
surface t0: 2d f32 @ table 0
surface b1: raw @ table 0
sampler s0 @ 0
kernel @first(%x: i32) {
^entry:
  %a = load t0 [u: %x, v: %x, lod: 0] -> f32x4
  return
}
kernel @second(%x: i32) {
^entry:
  %a = load_raw b0 [x: %x] -> i32
  return
}
";
        let module = parse(text).unwrap_or_else(|errors| panic!("{errors:?}"));
        for seed in 0..20 {
            let is_buffer = |kernel| {
                let id = module.kernel(kernel).expect("a kernel");
                let inputs = Inputs::new(&module, id, SimdWidth::Simd8, seed, &TrialOptions::default());
                matches!(inputs.environment.resource(0), Some(Resource::Buffer(_)))
            };
            assert!(!is_buffer("first") && is_buffer("second"));
        }
    }
}
