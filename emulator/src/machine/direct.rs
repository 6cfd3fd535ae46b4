//! Sampler messages that go straight from registers to registers.
//!
//! Most messages carry coordinates of 32 bits and get texels of 32 bits. Where with their surface and sampler they are
//! a [`Ready`] request, what these decide is decided again only when the same instruction meets others.

use smallvec::SmallVec;
use texvisa_ir::texture::Role;
use texvisa_ir::visa::Exec;

use super::gang::Gang;
use super::operand::{Guard, read_words, write_words};
use crate::unit::{Ready, Stage};
use crate::vector::{self, Simd, WithSimd};

/// Where such a message has its parameters and its response.
#[derive(Clone, Debug)]
pub(super) struct Direct {
    u: usize,
    v: usize,
    /// The level of a load.
    level: Option<usize>,
    /// The channels that come back, with the address of each.
    channels: SmallVec<[(u8, usize); 4]>,
}

/// What a message names: on this, and on nothing that changes during a run, depends whether it is a ready request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// The surface's table entry.
    pub surface: u32,
    /// The sampler's.
    pub sampler: Option<u32>,
    /// Texel offsets along u, v and r.
    pub offset: [i8; 3],
}

/// What is known of messages, by number: what it named when it was last executed, and the request where that is a ready
/// one.
pub(super) type Known = Vec<Option<(Named, Option<Ready>)>>;

impl Direct {
    /// A message that has its parameters at these addresses, by role.
    pub fn of(
        parameters: impl Fn(Role) -> Option<usize>,
        is_load: bool,
        channels: SmallVec<[(u8, usize); 4]>,
    ) -> Option<Direct> {
        let level = if is_load { parameters(Role::Lod) } else { None };
        Some(Direct { u: parameters(Role::U)?, v: parameters(Role::V)?, level, channels })
    }

    /// Executes the message of each of the threads on a surface with these bytes; false where that is left to others,
    /// with all registers as they were.
    pub fn execute(
        &self,
        ready: &Ready,
        bytes: &[u8],
        gang: &mut Gang<'_>,
        exec: Exec,
        guard: Option<Guard>,
        stage: &mut Stage,
    ) -> bool {
        let lanes = gang.threads.len() * usize::from(exec.lanes);
        if lanes > Stage::LANES || vector::dispatch(Take { message: self, gang, exec, guard, stage }).is_none() {
            return false;
        }
        let is_served = ready.serve(bytes, stage, lanes);
        if is_served {
            vector::dispatch(Give { message: self, gang, exec, guard, stage });
        }
        is_served
    }
}

/// Takes the parameters of all threads; `None` where a load has another level than the first.
struct Take<'w> {
    message: &'w Direct,
    gang: &'w Gang<'w>,
    exec: Exec,
    guard: Option<Guard>,
    stage: &'w mut Stage,
}

impl WithSimd for Take<'_> {
    type Output = Option<()>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Option<()> {
        match self.exec.lanes {
            8 => self.take::<8>(),
            16 => self.take::<16>(),
            _ => self.take::<32>(),
        }
    }
}

impl Take<'_> {
    #[inline(always)]
    fn take<const N: usize>(self) -> Option<()> {
        let Direct { u, v, level, .. } = self.message;
        let [us, vs] = &mut self.stage.coordinates;
        let (us, vs) = (us.as_flattened_mut().as_chunks_mut::<N>().0, vs.as_flattened_mut().as_chunks_mut::<N>().0);
        for ((thread, file), (us, vs)) in self.gang.each_ref().zip(us.iter_mut().zip(vs)) {
            let enabled = thread.enabled(self.exec, self.guard);
            if let Some(level) = level {
                let levels: [u32; N] = read_words(file, *level)?;
                let is_asked = |lane: usize| (enabled >> lane & 1).wrapping_neg();
                if levels.iter().enumerate().fold(0, |all, (lane, level)| all | level & is_asked(lane)) != 0 {
                    return None;
                }
            }
            *us = read_words(file, *u)?;
            *vs = read_words(file, *v)?;
            // What lanes have that are not enabled may be anything; they go where one goes that is.
            if enabled != u32::MAX >> (32 - N) {
                let leader = enabled.trailing_zeros() as usize;
                for row in [us, vs] {
                    let place = row.get(leader).copied().unwrap_or(0);
                    for (lane, word) in row.iter_mut().enumerate() {
                        *word = if enabled >> lane & 1 == 1 { *word } else { place };
                    }
                }
            }
        }
        Some(())
    }
}

/// Gives all threads their responses.
struct Give<'w, 'g> {
    message: &'w Direct,
    gang: &'w mut Gang<'g>,
    exec: Exec,
    guard: Option<Guard>,
    stage: &'w Stage,
}

impl WithSimd for Give<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        match self.exec.lanes {
            8 => self.give::<8>(),
            16 => self.give::<16>(),
            _ => self.give::<32>(),
        }
    }
}

impl Give<'_, '_> {
    #[inline(always)]
    fn give<const N: usize>(self) {
        for (number, (thread, file)) in self.gang.each().enumerate() {
            let enabled = thread.enabled(self.exec, self.guard);
            for (channel, address) in &self.message.channels {
                let found = self.stage.channels[usize::from(channel & 3)].as_flattened().as_chunks::<N>().0;
                if let Some(found) = found.get(number) {
                    write_words(file, *address, enabled, found);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use texvisa_ir::target::{SimdWidth, Target};
    use texvisa_ir::texture::Role;
    use texvisa_ir::visa::{RegisterMap, asm};

    use super::super::gang::Gang;
    use super::super::memory::Memory;
    use super::super::thread::Thread;
    use super::super::{Engine, Machine, MessageEvent, Trace};
    use crate::dispatch::Wave;
    use crate::environment::{Environment, Resource};
    use crate::undef_bits::UndefBits;
    use crate::unit::{
        AddressMode, Description, Filter, Format, MAX_LANES, MipFilter, Precision, Sampler, Select, Surface,
        SurfaceKind, View,
    };

    /// Messages with what they carry, and whether they have a sampler.
    const MESSAGES: [(&str, &str, bool); 6] = [
        ("load_lz", "U.0 V.0", false),
        ("load_3d", "U.0 V.0 L.0", false),
        ("sample_lz", "U.0 V.0", true),
        ("sample_l", "L.0 U.0 V.0", true),
        ("sample_3d", "U.0 V.0", true),
        ("sample4", "U.0 V.0", true),
    ];

    fn surface(rng: &mut Rng) -> Surface {
        let formats = [Format::Rgba8Unorm, Format::Bgra8Unorm, Format::Rgba8Unorm, Format::Rgba8Srgb, Format::R32Uint];
        let is_view = rng.u8(..3) == 0;
        let kind = if is_view { SurfaceKind::D2Array } else { SurfaceKind::D2 };
        let size = match rng.u8(..10) {
            0 => [1, rng.u32(1..9), 1],
            1 => [rng.u32(1..9), 1, 1],
            2 => [16384, 1, 1],
            3 => [3, 16384, 1],
            _ => [rng.u32(1..20), rng.u32(1..20), 1],
        };
        let mut description = Description::new(kind, formats[rng.usize(..formats.len())], size);
        description.levels = rng.u32(1..=size[0].max(size[1]).ilog2() + 1);
        description.layers = if is_view { rng.u32(1..4) } else { 1 };
        if rng.u8(..3) == 0 {
            description.select = std::array::from_fn(|_| match rng.u8(..4) {
                0 => Select::Zero,
                1 => Select::One,
                _ => Select::Channel(rng.u8(..4)),
            });
        }
        let (levels, layers) = (description.levels, description.layers);
        let mut surface = Surface::new(description).expect("legal");
        surface.bytes_mut().iter_mut().for_each(|byte| *byte = rng.u8(..));
        if !is_view || rng.u8(..4) == 0 {
            return surface;
        }
        let first_level = rng.u32(..levels);
        let levels = rng.u32(1..=levels - first_level);
        let view = View { first_level, levels, first_layer: rng.u32(..layers), layers: 1, kind: SurfaceKind::D2 };
        surface.view(view).expect("a part of it")
    }

    fn sampler(rng: &mut Rng) -> Sampler {
        let filter = [Filter::Linear, Filter::Linear, Filter::Linear, Filter::Nearest][rng.usize(..4)];
        Sampler {
            address: std::array::from_fn(|_| AddressMode::NAMES[rng.usize(..AddressMode::NAMES.len())].0),
            min: if rng.u8(..5) == 0 { Filter::Linear } else { filter },
            mag: filter,
            mip: [MipFilter::None, MipFilter::Linear, MipFilter::Nearest][rng.usize(..3)],
            unnormalized: rng.u8(..4) == 0,
            min_lod: [0.0, 0.0, 1.0, 2.0, 1.5][rng.usize(..5)],
            lod_bias: [0.0, 1.0][rng.usize(..2)],
            border: [rng.u32(..), 0x3f80_0000, 0, 0x3f00_0000],
            ..Sampler::default()
        }
    }

    /// Messages that go straight, of one wave and of several, leave the registers that those leave which do not, as
    /// none does that is watched.
    #[test]
    fn straight_is_as_around() {
        let mut rng = Rng::with_seed(11);
        let (mut straight, mut odd, mut turns) = ([0; MESSAGES.len()], 0, 0);
        for turn in 0..9000 {
            let (name, payload, sampled) = MESSAGES[turn % MESSAGES.len()];
            let lanes = [8, 16, 32][rng.usize(..3)];
            let simd =
                [SimdWidth::Simd8, SimdWidth::Simd16, SimdWidth::Simd32][[8, 16, 32].partition_point(|n| *n < lanes)];
            // Registers of 64 bytes hold messages of 32 lanes.
            let target = if lanes == 32 { Target::Lnl } else { Target::Tgllp };
            let ty = if sampled { "f" } else { "ud" };
            let channels = if name == "sample4" { ["R", "G", "B", "A"] } else { ["RGBA", "R", "GA", "RGB"] };
            let channels = channels[rng.usize(..4)];
            // Lanes 16 to 31 of a wave, and a predicate; the response may take the place of what was sent.
            let second = lanes == 16 && rng.bool();
            let simd = if second { SimdWidth::Simd32 } else { simd };
            let mask = if second { "M5" } else { "M1" };
            let guard = if rng.u8(..4) == 0 { "(P1) " } else { "" };
            let destination = if rng.u8(..4) == 0 { "U" } else { "D" };
            let offset = if rng.bool() { 0 } else { rng.u16(..0x1000) };
            let state = if sampled { "S0 T6" } else { "T6" };
            let text = format!(
                ".version 4.1\n.kernel \"k\"\n.decl T6 v_type=T num_elts=1\n.decl S0 v_type=S num_elts=1\n\
                 .decl D v_type=G type=f num_elts={count} align=GRF\n.decl U v_type=G type={ty} num_elts={count} align=GRF\n\
                 .decl V v_type=G type={ty} num_elts={lanes} align=GRF\n.decl L v_type=G type={ty} num_elts={lanes} align=GRF\n\
                 .decl P1 v_type=P num_elts=32\n.kernel_attr Target=\"3d\"\n\nL0:\n\
                 \x20   movs (M1_NM, 1) T6(0) 0x0:ud\n    movs (M1_NM, 1) S0(0) 0x0:ud\n    setp (M1_NM, {wave}) P1 0x{chosen:x}:ud\n\
                 \x20   {guard}{name}.{channels} ({mask}, {lanes}) 0x{offset:x}:uw {state} {destination}.0 {payload}\n\
                 \x20   ret (M1, 1)\n",
                chosen = rng.u32(..),
                wave = simd.lanes(),
                count = 4 * lanes.max(16),
            );
            let mut kernel = asm::parse(&text, target).unwrap_or_else(|errors| panic!("{text}{errors:?}"));
            kernel.simd = simd;
            let map = RegisterMap::unbounded(&kernel);
            let machine = Machine::new(&kernel, &map).unwrap_or_else(|error| panic!("{text}{error}"));

            let mut environment = Environment::new();
            environment.precision = if rng.u8(..4) == 0 { Precision::Exact } else { Precision::Intel };
            environment.bind(0, Resource::Surface(surface(&mut rng)));
            environment.bind_sampler(0, sampler(&mut rng));
            // Now and then coordinates are far away, and levels are others than the first; or all footprints are
            // inside.
            let is_far = rng.u8(..8) == 0;
            let is_inside = rng.bool();
            let has_levels = rng.u8(..4) == 0;
            let scale = [4.0, 4.0, 4.0, 40.0, 512.0, 4e5, 9e6][rng.usize(..7)];
            let file = |rng: &mut Rng| {
                let mut file: Vec<u8> = std::iter::repeat_with(|| rng.u8(..)).take(map.bytes as usize).collect();
                for name in ["U", "V", "L"] {
                    let var = kernel.vars.keys().find(|var| kernel.names.var(*var) == Some(name)).expect("declared");
                    let address = map.address(&kernel, var) as usize;
                    for place in file[address..][..4 * lanes].as_chunks_mut().0 {
                        let word = match name {
                            "L" if !has_levels => 0,
                            "L" if sampled => (rng.f32() * 3.0).to_bits(),
                            "L" => rng.u32(..3),
                            _ if sampled && is_far && rng.u8(..8) == 0 => rng.u32(..),
                            _ if sampled && is_inside => (rng.f32() * 0.6 + 0.2).to_bits(),
                            _ if sampled => ((rng.f32() - 0.4) * scale).to_bits(),
                            _ => rng.u32(..24).wrapping_sub(2),
                        };
                        *place = word.to_le_bytes();
                    }
                }
                file
            };
            let all = u32::MAX >> (32 - simd.lanes());
            let waves: Vec<(Wave, Vec<u8>)> = (0..rng.usize(1..=128 / simd.lanes() as usize))
                .map(|_| {
                    let active = if rng.bool() { all } else { rng.u32(..) & all };
                    let wave = Wave { group: [0; 3], active, items: [0; MAX_LANES], local: [[0; 3]; MAX_LANES] };
                    (wave, file(&mut rng))
                })
                .collect();
            let mut run = |trace: Option<&mut Trace<'_>>| {
                let mut engine = Engine::new(Memory::Direct(&mut environment), trace);
                let threads = waves.iter().map(|(wave, _)| {
                    let mut thread = Thread::new(&kernel, wave.clone(), UndefBits::constant(0));
                    thread.begin();
                    thread
                });
                let mut threads: Vec<Thread> = threads.collect();
                let mut files: Vec<u8> = waves.iter().flat_map(|(_, file)| file).copied().collect();
                let gang = Gang { threads: &mut threads, files: &mut files, stride: map.bytes as usize };
                let result = machine.finish(&mut engine, gang);
                // The other way gives the texture unit its parameters.
                ((files, result), !engine.parameters.is_given(Role::U))
            };
            let (around, is_straight) = run(Some(&mut |_: &MessageEvent| ()));
            assert!(!is_straight);
            let (found, is_straight) = run(None);
            assert!(found == around, "{text}");
            straight[turn % MESSAGES.len()] += u32::from(is_straight);
            odd += u32::from(is_straight && sampled && !(waves.len() * lanes).is_multiple_of(16));
            turns += 1;
        }
        assert!(straight.iter().all(|count| *count > turns / 200), "{straight:?} of {turns}");
        // Lanes that no block of lanes is full of are served straight, too.
        assert!(odd > turns / 200, "{odd} of {turns}");
    }

    /// What is known of a message that was executed holds for its surface alone.
    #[test]
    fn a_message_meets_one_surface_after_another() {
        let text = ".version 4.1\n.kernel \"k\"\n.decl T6 v_type=T num_elts=1\n.decl D v_type=G type=f num_elts=8 align=GRF\n\
                    .decl U v_type=G type=ud num_elts=8 align=GRF\n.decl N v_type=G type=ud num_elts=1 align=GRF\n\
                    .decl P1 v_type=P num_elts=1\n.kernel_attr Target=\"3d\"\n\nL0:\n\
                    \x20   mov (M1, 8) U(0,0)<1> 0x1:ud\n    mov (M1_NM, 1) N(0,0)<1> 0x0:ud\n\
                    again:\n    movs (M1_NM, 1) T6(0) N(0,0)<0;1,0>\n    load_lz.R (M1, 8) 0x0:uw T6 D.0 U.0 U.0\n\
                    \x20   add (M1_NM, 1) N(0,0)<1> N(0,0)<0;1,0> 0x1:ud\n    cmp.lt (M1_NM, 1) P1 N(0,0)<0;1,0> 0x2:ud\n\
                    \x20   (P1) jmp (M1, 1) again\n    ret (M1, 1)\n";
        let mut kernel = asm::parse(text, Target::Tgllp).unwrap_or_else(|errors| panic!("{errors:?}"));
        kernel.simd = SimdWidth::Simd8;
        let map = RegisterMap::unbounded(&kernel);
        let machine = Machine::new(&kernel, &map).unwrap_or_else(|error| panic!("{error}"));
        let mut environment = Environment::new();
        for (entry, extent) in [(0, 2), (1, 4)] {
            let description = Description::new(SurfaceKind::D2, Format::Rgba8Unorm, [extent, extent, 1]);
            let mut surface = Surface::new(description).expect("legal");
            // The red of the texel at 1, 1 is behind a row and a texel.
            surface.bytes_mut()[4 * (extent as usize + 1)] = 255 / (entry as u8 + 1);
            environment.bind(entry, Resource::Surface(surface));
        }
        let wave = Wave { group: [0; 3], active: 0xff, items: [0; MAX_LANES], local: [[0; 3]; MAX_LANES] };
        let file =
            machine.run_wave(&mut environment, &wave, Vec::new(), UndefBits::constant(0), None).expect("it runs");
        let var = kernel.vars.keys().find(|var| kernel.names.var(*var) == Some("D")).expect("declared");
        let address = map.address(&kernel, var) as usize;
        assert_eq!(file[address..address + 4], (127.0f32 / 255.0).to_le_bytes());
    }
}
