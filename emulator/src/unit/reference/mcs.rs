//! MCS values of multisampled pixels: which sample slice holds a sample.
//!
//! After Mesa's blorp (`blorp_nir_mcs_is_clear_color`, `get_mcs_ambiguate_pixel`) and isl's format layouts: an entry
//! has as many bits as number the samples, so that of 8 samples each has 3 and not 4.

/// What an MCS value is for one number of samples.
struct McsRow {
    samples: u32,
    /// Bits of the word that are stored.
    stored_bits: u32,
    /// Bits of an entry.
    entry_bits: u32,
    /// The bits that say, all ones, that the pixel is cleared.
    clear_bits: u32,
    /// The word that maps each sample to the slice of its number.
    identity: u64,
}

#[rustfmt::skip]
const ROWS: [McsRow; 4] = [
    McsRow { samples: 2,  stored_bits: 8,  entry_bits: 1, clear_bits: 2,  identity: 0x2 },
    McsRow { samples: 4,  stored_bits: 8,  entry_bits: 2, clear_bits: 8,  identity: 0xe4 },
    McsRow { samples: 8,  stored_bits: 32, entry_bits: 3, clear_bits: 32, identity: 0x00fa_c688 },
    McsRow { samples: 16, stored_bits: 64, entry_bits: 4, clear_bits: 64, identity: 0xfedc_ba98_7654_3210 },
];

const fn ones(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

fn row(samples: u32) -> Option<&'static McsRow> {
    ROWS.iter().find(|row| row.samples == samples)
}

/// The word that maps every sample to the slice of its number; 0 of a surface with one sample.
pub fn identity(samples: u32) -> u64 {
    row(samples).map_or(0, |row| row.identity)
}

/// The bits of a word that a surface of that many samples stores; the rest reads as 0.
pub fn stored_mask(samples: u32) -> u64 {
    row(samples).map_or(0, |row| ones(row.stored_bits))
}

/// What an MCS value says of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::unit) enum Slice {
    /// The pixel is cleared.
    Cleared,
    /// The sample is in this slice.
    Stored(u32),
}

/// The slice of `sample`, below the number of samples.
pub(in crate::unit) fn slice(samples: u32, word: u64, sample: u32) -> Slice {
    let Some(row) = row(samples) else { return Slice::Stored(0) };
    let clear = ones(row.clear_bits);
    if word & clear == clear {
        return Slice::Cleared;
    }
    Slice::Stored((word >> (row.entry_bits * sample) & ones(row.entry_bits)) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identities_map_every_sample_to_itself() {
        for row in &ROWS {
            for sample in 0..row.samples {
                assert_eq!(slice(row.samples, row.identity, sample), Slice::Stored(sample), "{} samples", row.samples);
            }
            assert_eq!(slice(row.samples, 0, row.samples - 1), Slice::Stored(0));
            assert_eq!(slice(row.samples, u64::MAX, 0), Slice::Cleared);
            assert!(row.samples.ilog2() == row.entry_bits);
        }
        assert_eq!(slice(1, u64::MAX, 0), Slice::Stored(0));
    }

    #[test]
    fn markers_of_cleared_pixels_by_hand() {
        assert_eq!(slice(2, 0x3, 1), Slice::Cleared);
        assert_eq!(slice(2, 0xfd, 1), Slice::Stored(0));
        assert_eq!(slice(4, 0xff, 0), Slice::Cleared);
        assert_eq!(slice(4, 0x50, 1), Slice::Stored(0));
        assert_eq!(slice(4, 0x50, 3), Slice::Stored(1));
        assert_eq!(slice(8, 0x00ff_ffff, 7), Slice::Stored(7));
        assert_eq!(slice(8, 0xffff_ffff, 7), Slice::Cleared);
        assert_eq!(slice(16, 0x0123_4567_89ab_cdef, 9), Slice::Stored(6));
        assert_eq!([1, 2, 4, 8, 16].map(stored_mask), [0, 0xff, 0xff, 0xffff_ffff, u64::MAX]);
        assert_eq!([1, 2, 4].map(identity), [0, 2, 0xe4]);
    }
}
