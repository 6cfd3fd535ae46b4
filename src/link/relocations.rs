//! The places in machine code where the loader puts the addresses of constant memory.

use super::error::LinkError;

/// What GenX_IR (release 1.0.12504.6) writes where an address is to stand, and ocloc leaves there in programs.
const PLACE: u32 = 0x6e10_ca2e;

/// Bytes of a compact instruction and of another: see [`check_instructions`](super::zebin).
const COMPACT: u32 = 1 << 29;

/// What stands at a place. The numbers are those of Intel's compiler (`zebin/spec/elf.md` in Intel's compute runtime:
/// `R_ZE_SYM_ADDR`, `R_ZE_SYM_ADDR_32`, `R_ZE_SYM_ADDR_32_HI`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressPart {
    /// All 64 bits.
    Whole = 1,
    /// The low 32 bits.
    Low = 2,
    /// The high 32 bits.
    High = 3,
}

/// A place in machine code that the loader fills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// Bytes from the start of the code.
    pub offset: usize,
    /// What stands there.
    pub part: AddressPart,
    /// The name of the address.
    pub symbol: String,
}

/// A line of a listing that moves an address, or a half of one, to a register.
struct Move {
    /// Which instruction of the vISA it was made from.
    number: u32,
    is_whole: bool,
    register: u32,
    element: u32,
}

/// The relocations of `code`, which GenX_IR made of a kernel that takes the addresses of `symbols`, in this order.
///
/// The listing says of each instruction which of the vISA it was made from. Of the two that an address of 64 bits is made
/// of, the one that writes the even register element has the low half: the variable is aligned to 64 bits, and is one
/// that [`keep_together`](super::keep_together) marks.
///
/// # Errors
///
/// Places that are not one or two for each symbol.
pub(super) fn find<'s>(
    listing: &str,
    code: &[u8],
    symbols: impl ExactSizeIterator<Item = &'s String>,
) -> Result<Vec<Relocation>, LinkError> {
    let wanted = symbols.len();
    if wanted == 0 {
        return Ok(Vec::new());
    }
    let moves: Vec<Move> = listing.lines().filter_map(read_move).collect();
    let places = places(code);
    let unclear = || LinkError::AddressPlaces { wanted, given: places.len() };
    let mut numbers: Vec<u32> = moves.iter().map(|found| found.number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    if moves.len() != places.len() || numbers.len() != wanted {
        return Err(unclear());
    }
    let mut found = Vec::with_capacity(places.len());
    for (number, symbol) in numbers.into_iter().zip(symbols) {
        let of_symbol = moves.iter().zip(&places).filter(|(of, _)| of.number == number);
        let of_symbol: Vec<(&Move, usize)> = of_symbol.map(|(of, place)| (of, *place)).collect();
        let relocation = |offset, part| Relocation { offset, part, symbol: symbol.clone() };
        match of_symbol[..] {
            [(of, place)] if of.is_whole => found.push(relocation(place, AddressPart::Whole)),
            [(first, one), (second, other)]
                if !first.is_whole
                    && !second.is_whole
                    && first.register == second.register
                    && first.element ^ 1 == second.element =>
            {
                let (low, high) = if first.element.is_multiple_of(2) { (one, other) } else { (other, one) };
                found.extend([relocation(low, AddressPart::Low), relocation(high, AddressPart::High)]);
            }
            _ => return Err(unclear()),
        }
    }
    found.sort_by_key(|relocation| relocation.offset);
    Ok(found)
}

/// `(W)     mov (1|M0)               r4.2<1>:ud    0x6E10CA2E:ud                // $2`
fn read_move(line: &str) -> Option<Move> {
    let (before, rest) = line.split_once("0x6E10CA2E:")?;
    let is_whole = rest.starts_with("uq");
    let number = rest.split_once("// $")?.1.split_whitespace().next()?.parse().ok()?;
    let (register, element) = before.trim_end().rsplit(' ').next()?.strip_prefix('r')?.split_once('.')?;
    let element = element.split_once('<')?.0.parse().ok()?;
    Some(Move { number, is_whole, register: register.parse().ok()?, element })
}

/// Where instructions of `code` have a number in the place of an address: an immediate of 32 bits is the last dword of
/// an instruction, one of 64 bits the last two.
fn places(code: &[u8]) -> Vec<usize> {
    let mut places = Vec::new();
    let mut start = 0;
    while let Some(word) = code.get(start..).and_then(|rest| rest.first_chunk()) {
        if u32::from_le_bytes(*word) & COMPACT != 0 {
            start += 8;
            continue;
        }
        let dword =
            |at: usize| code.get(start + at..).and_then(|rest| rest.first_chunk()).copied().map(u32::from_le_bytes);
        match (dword(8), dword(12)) {
            (_, Some(PLACE)) => places.push(start + 12),
            (Some(PLACE), Some(0)) => places.push(start + 8),
            _ => {}
        }
        start += 16;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A move of a number of 32 bits; of one of 64 bits; a compact instruction.
    fn code() -> Vec<u8> {
        let mut code = vec![0; 16];
        code[12..].copy_from_slice(&PLACE.to_le_bytes());
        code.extend_from_slice(&[0, 0, 0, 0x20, 0, 0, 0, 0]);
        code.extend_from_slice(&[0; 8]);
        code.extend_from_slice(&PLACE.to_le_bytes());
        code.extend_from_slice(&[0; 4]);
        code
    }

    #[test]
    fn places_are_immediates() {
        assert_eq!(places(&code()), [12, 32]);
        assert_eq!(places(&code()[..20]), [12]);
    }

    #[test]
    fn halves_are_told_by_their_register() {
        let line = |register: &str, number: u32| {
            format!("(W)     mov (1|M0)   {register}<1>:ud    0x6E10CA2E:ud   // ${number}\n")
        };
        let mut code = code()[..16].repeat(4);
        let symbols = ["a".to_owned(), "b".to_owned()];
        let listing = [line("r4.1", 3), line("r4.2", 7), line("r4.0", 3), line("r4.3", 7)].concat();
        let found = find(&listing, &code, symbols.iter()).expect("they are clear");
        let of = |offset, part, symbol: &str| Relocation { offset, part, symbol: symbol.to_owned() };
        use AddressPart::{High, Low};
        assert_eq!(found, [of(12, High, "a"), of(28, Low, "b"), of(44, Low, "a"), of(60, High, "b")]);
        // Halves in different registers, a place too few, a symbol too many.
        let torn = [line("r4.1", 3), line("r4.2", 7), line("r5.0", 3), line("r4.3", 7)].concat();
        assert!(matches!(find(&torn, &code, symbols.iter()), Err(LinkError::AddressPlaces { wanted: 2, given: 4 })));
        assert!(find(&listing, &code, symbols[..1].iter()).is_err());
        code.truncate(48);
        assert!(find(&listing, &code, symbols.iter()).is_err());
    }
}
