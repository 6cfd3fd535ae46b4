//! Bytes that are nearly right.

/// Changes a few places of `bytes`: bits, bytes, numbers, pieces that are dropped, repeated or moved.
pub fn mutate(bytes: &mut Vec<u8>, rng: &mut fastrand::Rng) {
    for _ in 0..rng.usize(1..6) {
        if bytes.is_empty() {
            return;
        }
        let at = rng.usize(..bytes.len());
        let end = (at + rng.usize(1..40)).min(bytes.len());
        match rng.u32(..8) {
            0 => bytes[at] ^= 1 << rng.u32(..8),
            1 => bytes[at] = rng.u8(..),
            // The numbers that counts and offsets go wrong with.
            2 => {
                let number = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, u32::MAX][rng.usize(..9)];
                for (byte, new) in bytes[at..].iter_mut().zip(number.to_le_bytes()) {
                    *byte = new;
                }
            }
            3 => drop(bytes.drain(at..end)),
            4 => bytes.truncate(at),
            5 => {
                let piece = bytes[at..end].to_vec();
                let to = rng.usize(..=bytes.len());
                bytes.splice(to..to, piece);
            }
            6 => {
                let piece: Vec<u8> = bytes.drain(at..end).collect();
                let to = rng.usize(..=bytes.len());
                bytes.splice(to..to, piece);
            }
            // What texts go wrong with.
            _ => {
                let letters = b" \n().,<>;:=\"!~-%{}0129amM_\xff\0";
                bytes.insert(at, letters[rng.usize(..letters.len())]);
            }
        }
    }
}
