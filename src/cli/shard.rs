//! The share of a folder that one of several runs takes.

use std::path::Path;
use std::str::FromStr;

/// One of several runs that divide the files of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which one, from 1 on.
    pub index: u32,
    /// How many there are.
    pub count: u32,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match parts {
            Some((index, count)) if (1..=count).contains(&index) => Ok(Shard { index, count }),
            _ => Err("expected I/N, the I-th of N shards, with I from 1 to N".to_owned()),
        }
    }
}

impl Shard {
    /// Whether it takes the file of that path inside the folder. Only the path decides, so that runs on other machines,
    /// at other times and with other files beside it agree.
    pub fn takes(self, path: &Path) -> bool {
        // The hash FNV-1a of 64 bits: documented, and the same in every release.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for (number, part) in path.components().enumerate() {
            let separator = if number == 0 { &b""[..] } else { b"/" };
            for byte in separator.iter().chain(part.as_os_str().as_encoded_bytes()) {
                hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        // The low bits of the product know only the low bits of each byte.
        (hash ^ (hash >> 32)) % u64::from(self.count) == u64::from(self.index - 1)
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::Shard;

    #[test]
    fn shards_are_disjoint_cover_and_are_of_like_size() {
        for count in [1, 2, 3, 7, 64] {
            let mut sizes = vec![0u32; count as usize];
            for number in 0..6_400 {
                let path = PathBuf::from(format!("folder/k{number}.ll"));
                let takers: Vec<u32> =
                    (1..=count).filter(|index| Shard { index: *index, count }.takes(&path)).collect();
                let [taker] = takers[..] else { panic!("{takers:?} take {}", path.display()) };
                sizes[taker as usize - 1] += 1;
            }
            let share = 6_400 / count;
            assert!(sizes.iter().all(|size| (share / 2..=share * 2).contains(size)), "{sizes:?}");
        }
    }

    #[test]
    fn the_number_of_a_shard_is_from_one_to_their_count() {
        assert_eq!("2/3".parse(), Ok(Shard { index: 2, count: 3 }));
        for wrong in ["0/3", "4/3", "1/0", "1", "a/b", "-1/3", "1/2/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
