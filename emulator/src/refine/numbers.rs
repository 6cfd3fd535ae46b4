//! Random numbers, many at edges: integers near the sizes of the surfaces, coordinates at the centres and edges of
//! texels, zeros of both signs, denormals, infinities, NaNs; odd sizes, and sizes of one.

use fastrand::Rng;
use texvisa_ir::texture::Scalar;

use super::ordinary::Ordinary;
use crate::float::round_f16;

/// Dwords at the start of a buffer that are chosen one by one; the rest are random bits.
const CHOSEN_WORDS: usize = 512;
/// The largest size that is a power of two.
const LARGEST_POWER_OF_TWO: u32 = 16;

/// The greatest number that may bound a loop in a restrained trial. Filters of pictures have a loop an axis and often two, from
/// its negative on: six loops of five turns each end within the step limit only for a few instructions in each.
const RESTRAINED: u32 = 2;

/// A generator of random numbers.
pub(super) struct Numbers {
    pub rng: Rng,
    away_from_edges: bool,
    /// Whether what may bound a loop is at most [`RESTRAINED`].
    is_restrained: bool,
    /// How numbers are drawn that are as a program is usually given them.
    ordinary: Option<Ordinary>,
    /// The sizes of the grid and of the surfaces, and their levels, so far.
    sizes: Vec<u32>,
}

impl Numbers {
    /// A generator with a seed. With `away_from_edges` no coordinate is at the edge of a texel or at its centre; with
    /// `is_restrained` what may bound a loop is small; with `is_ordinary` numbers are as a program is usually given them.
    pub fn new(seed: u64, away_from_edges: bool, is_restrained: bool, is_ordinary: bool) -> Numbers {
        let mut rng = Rng::with_seed(seed);
        let ordinary = is_ordinary.then(|| Ordinary::new(&mut rng));
        Numbers { rng, away_from_edges, is_restrained, ordinary, sizes: Vec::new() }
    }

    /// Adds a size near which numbers are drawn.
    pub fn add_size(&mut self, size: u32) {
        self.sizes.push(size);
    }

    /// True with a probability of one in `count`.
    pub fn one_in(&mut self, count: u32) -> bool {
        self.rng.u32(0..count) == 0
    }

    /// A random element.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.rng.usize(0..from.len())]
    }

    /// A size for a surface, near which numbers are drawn from now on.
    pub fn size(&mut self) -> u32 {
        if let Some(ordinary) = &self.ordinary {
            let size = ordinary.size(&mut self.rng);
            self.add_size(size);
            return size;
        }
        let size = match self.rng.u32(0..6) {
            _ if self.is_restrained => 1 << self.rng.u32(0..2),
            _ if self.away_from_edges => self.pick(&[1, 2, 4, 8, LARGEST_POWER_OF_TWO]),
            0 => 1,
            1 => self.pick(&[2, 4, 8, LARGEST_POWER_OF_TWO]),
            _ => self.rng.u32(2..24),
        };
        self.add_size(size);
        size
    }

    /// The bytes of `count` dwords: see [`Numbers::word`]. Where a loop may read its bound there, they are small in three of
    /// four buffers.
    pub fn words(&mut self, count: usize) -> Vec<u8> {
        if self.is_restrained && !self.one_in(4) {
            return (0..count).flat_map(|_| self.rng.u32(0..=RESTRAINED).to_le_bytes()).collect();
        }
        if let Some(ordinary) = &self.ordinary {
            return ordinary.words(&mut self.rng, count);
        }
        let mut bytes = vec![0; 4 * count];
        self.rng.fill(&mut bytes);
        for word in bytes.chunks_exact_mut(4).take(CHOSEN_WORDS) {
            word.copy_from_slice(&self.word().to_le_bytes());
        }
        bytes
    }

    /// A small number, a float, or random bits.
    pub fn word(&mut self) -> u32 {
        match self.rng.u32(0..4) {
            0 | 1 => self.rng.u32(0..32),
            2 => self.float().to_bits(),
            _ => self.rng.u32(..),
        }
    }

    /// One of the sizes so far.
    fn known_size(&mut self) -> u32 {
        self.sizes[self.rng.usize(0..self.sizes.len())]
    }

    /// A random float.
    pub fn float(&mut self) -> f32 {
        const SPECIAL: [f32; 12] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
            f32::MIN_POSITIVE,
            1e-40,
            -1e-45,
            f32::MAX,
            65520.0,
        ];
        let size = self.known_size() as f32;
        let step = self.rng.i32(-2..=size as i32 + 2) as f32;
        if self.away_from_edges {
            // An odd number of quarter texels of the largest size is no multiple of half a texel of any size.
            let quarters = 2 * self.rng.i32(-16..48) + 1;
            return quarters as f32 / (4 * LARGEST_POWER_OF_TWO) as f32;
        }
        let part = self.pick(&[0.0, 0.0, 0.25, 0.5, 0.5, 0.75]);
        match self.rng.u32(0..10) {
            0..4 => (step + part) / size,
            4 => step + part,
            5 => self.pick(&SPECIAL),
            6 => self.rng.i32(-4..32) as f32 / 4.0,
            7 => f32::from_bits(((step + part) / size).to_bits() ^ 1),
            8 => f32::from_bits(self.rng.u32(..)),
            _ => self.rng.f32() * 3.0 - 1.0,
        }
    }

    /// The bits of a float of a texel.
    pub fn texel(&mut self) -> u32 {
        match &self.ordinary {
            Some(ordinary) => ordinary.texel(&mut self.rng),
            None => self.float().to_bits(),
        }
    }

    fn int(&mut self) -> u64 {
        let size = self.known_size();
        match self.rng.u32(0..10) {
            0..4 => u64::from(self.rng.u32(0..size + 1)),
            4 => (i64::from(size) + self.rng.i64(-2..3)) as u64,
            5 => self.rng.i64(-20..40) as u64,
            6 => 4 * self.rng.u64(0..64),
            7 => 1u64 << self.rng.u32(0..64),
            8 => self.pick(&[-1i64, i64::MIN, i64::MAX, i64::from(i32::MIN), i64::from(i32::MAX), 65535, 65536]) as u64,
            _ => self.rng.u64(..),
        }
    }

    /// A random number of that type.
    pub fn number(&mut self, scalar: Scalar) -> u64 {
        match scalar {
            Scalar::F32 => u64::from(self.float().to_bits()),
            Scalar::F16 => u64::from(round_f16(f64::from(self.float()))),
            _ => self.int() & scalar.mask(),
        }
    }

    /// A random uniform number. Integers are rarely great, as loops that count to them would reach the step limit.
    pub fn uniform_number(&mut self, scalar: Scalar) -> u64 {
        if self.is_restrained {
            let quarters = self.rng.u32(0..=4 * RESTRAINED);
            return match scalar {
                Scalar::F32 => u64::from((quarters as f32 / 4.0).to_bits()),
                Scalar::F16 => u64::from(round_f16(f64::from(quarters) / 4.0)),
                _ => u64::from(quarters / 4) & scalar.mask(),
            };
        }
        if let Some(ordinary) = &mut self.ordinary {
            return ordinary.uniform_number(&mut self.rng, scalar, &self.sizes);
        }
        if scalar.is_float() || self.one_in(6) {
            return self.number(scalar);
        }
        let size = i64::from(self.known_size());
        // Programs skip work items beyond a given size, so it is usually at least the size of the grid.
        let least = if self.rng.bool() { size - 1 } else { -2 };
        self.rng.i64(least..=size + 1) as u64 & scalar.mask()
    }
}
