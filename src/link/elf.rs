//! The ELF file that holds a program: reading its sections and symbols, and replacing sections.
//!
//! What is not replaced stays as it is, byte for byte, what is between sections included. A section behind one that changed
//! its size moves, and keeps the alignment that it has.

use object::elf::{FileHeader64, SHT_NOTE, SHT_REL, SHT_RELA, SHT_SYMTAB, STT_FUNC};
use object::elf::{SectionHeader64, SectionType, Sym64};
use object::read::elf::{FileHeader, SectionHeader};
use object::{LittleEndian, pod};

use super::error::LinkError;
use super::relocations::Relocation;

const LE: LittleEndian = LittleEndian;

/// The machine of Intel's programs (`EM_INTELGT` of LLVM's `BinaryFormat/ELF.h`).
const INTEL_GT: u16 = 205;

/// Bytes of the file's header.
const HEADER_BYTES: usize = size_of::<FileHeader64<LittleEndian>>();

/// Bytes of a relocation without an addend: its offset, and its symbol and kind.
const RELOCATION_BYTES: usize = 16;

/// A section.
#[derive(Clone, Debug)]
pub(super) struct Section<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its kind.
    kind: SectionType,
    /// Where it begins in the file.
    offset: usize,
    /// Its bytes; none where the file holds none of it.
    pub data: &'a [u8],
    /// The section that its entries are about, where it has relocations.
    target: u32,
}

impl Section<'_> {
    /// To how many bytes it is aligned. Intel's compiler states no alignment (`sh_addralign` is 0), and aligns notes and
    /// symbols by their fields; machine code takes a multiple of its own alignment.
    fn alignment(&self) -> usize {
        let wanted = match self.kind {
            SHT_NOTE => 4,
            SHT_SYMTAB | SHT_REL | SHT_RELA => 8,
            _ => 1,
        };
        if self.offset.is_multiple_of(wanted) { wanted } else { 1 }
    }
}

/// A function symbol.
#[derive(Clone, Copy, Debug)]
pub(super) struct FunctionSymbol<'a> {
    /// Its index in the table.
    index: usize,
    /// Its name.
    pub name: &'a str,
    /// The section that it is in.
    pub section: usize,
    /// Bytes from the section's start.
    pub start: u64,
    /// Its size.
    pub size: u64,
}

/// The file.
#[derive(Clone, Debug)]
pub(super) struct Elf<'a> {
    bytes: &'a [u8],
    /// The sections, by their indices. The first is none.
    pub sections: Vec<Section<'a>>,
    /// Where the section headers are.
    headers: usize,
    /// The section that has the symbols, where there is one.
    symbols: usize,
    /// The functions among the symbols.
    pub functions: Vec<FunctionSymbol<'a>>,
    /// The other symbols that have a name: their indices in the table.
    others: Vec<(u32, &'a str)>,
}

/// What moves as a whole: a section, or the table of their headers.
struct Chunk<'a> {
    section: Option<usize>,
    old: usize,
    old_bytes: usize,
    new: &'a [u8],
    alignment: usize,
}

impl<'a> Elf<'a> {
    /// Reads `bytes`.
    ///
    /// # Errors
    ///
    /// No 64-bit little-endian ELF file for Intel GPUs, a damaged one, and one with program headers or with sections that
    /// overlap, which no compiler of Intel's writes.
    pub fn read(bytes: &'a [u8]) -> Result<Elf<'a>, LinkError> {
        let header = FileHeader64::<LittleEndian>::parse(bytes)?;
        let machine = header.e_machine(LE).0;
        if machine != INTEL_GT {
            return Err(LinkError::Machine { given: machine, allowed: INTEL_GT });
        }
        if header.e_phnum.get(LE) != 0 {
            return Err(LinkError::ProgramHeaders);
        }
        let table = header.sections(LE, bytes)?;
        let mut sections = Vec::with_capacity(table.len());
        for section in table.iter() {
            sections.push(Section {
                name: text(table.section_name(LE, section)?)?,
                kind: section.sh_type(LE),
                offset: usize::try_from(section.sh_offset(LE)).unwrap_or(usize::MAX),
                data: section.data(LE, bytes)?,
                target: section.sh_info(LE),
            });
        }
        let symbols = table.symbols(LE, bytes, SHT_SYMTAB)?;
        let mut functions = Vec::new();
        let mut others = Vec::new();
        for (index, symbol) in symbols.enumerate() {
            if symbol.st_type() != STT_FUNC {
                let name = text(symbols.symbol_name(LE, symbol)?)?;
                if let Ok(index) = u32::try_from(index.0)
                    && !name.is_empty()
                {
                    others.push((index, name));
                }
            } else {
                functions.push(FunctionSymbol {
                    index: index.0,
                    name: text(symbols.symbol_name(LE, symbol)?)?,
                    section: usize::from(symbol.st_shndx.get(LE).0),
                    start: symbol.st_value.get(LE),
                    size: symbol.st_size.get(LE),
                });
            }
        }
        let headers = usize::try_from(header.e_shoff.get(LE)).unwrap_or(usize::MAX);
        let elf = Elf { bytes, sections, headers, symbols: symbols.section().0, functions, others };
        elf.chunks(&[])?;
        Ok(elf)
    }

    /// The index of the section of that name.
    ///
    /// # Errors
    ///
    /// There is none, or there are two.
    pub fn section(&self, name: &str) -> Result<usize, LinkError> {
        let mut found = (0..self.sections.len()).filter(|index| self.sections[*index].name == name);
        match (found.next(), found.next()) {
            (Some(index), None) => Ok(index),
            (None, _) => Err(LinkError::NoSection { name: name.to_owned() }),
            (Some(_), Some(_)) => Err(LinkError::TwoSections { name: name.to_owned() }),
        }
    }

    /// The index of the section with relocations of section `index`, where there is one.
    pub fn relocations(&self, index: usize) -> Option<usize> {
        let is_about = |section: &Section<'_>| {
            matches!(section.kind, SHT_REL | SHT_RELA) && usize::try_from(section.target) == Ok(index)
        };
        self.sections.iter().position(is_about)
    }

    /// The bytes of a section with these relocations, without addends as Intel's compiler has them, by their offsets.
    ///
    /// # Errors
    ///
    /// Addresses that no symbol has.
    pub fn relocation_table(&self, relocations: &[Relocation]) -> Result<Vec<u8>, LinkError> {
        let mut table = Vec::with_capacity(relocations.len() * RELOCATION_BYTES);
        for relocation in relocations {
            let symbol = self.others.iter().find(|(_, name)| *name == relocation.symbol);
            let (symbol, _) = symbol.ok_or_else(|| LinkError::NoAddress { symbol: relocation.symbol.clone() })?;
            let info = u64::from(*symbol) << 32 | relocation.part as u64;
            table.extend_from_slice(&(relocation.offset as u64).to_le_bytes());
            table.extend_from_slice(&info.to_le_bytes());
        }
        Ok(table)
    }

    /// Whether relocations of section `index` have no addends.
    pub fn is_without_addends(&self, index: usize) -> bool {
        self.sections[index].kind == SHT_REL
    }

    /// The symbols with new sizes for some functions, and the section that they are in.
    ///
    /// # Errors
    ///
    /// A symbol that is not there.
    pub fn resized(&self, sizes: &[(FunctionSymbol<'_>, u64)]) -> Result<(usize, Vec<u8>), LinkError> {
        let mut data = self.sections.get(self.symbols).map_or(Vec::new(), |section| section.data.to_vec());
        for (symbol, size) in sizes {
            let start = symbol.index.saturating_mul(size_of::<Sym64<LittleEndian>>());
            let bytes = data.get_mut(start..).unwrap_or_default();
            let (entry, _) = pod::from_bytes_mut::<Sym64<LittleEndian>>(bytes).map_err(|()| LinkError::Damaged)?;
            entry.st_size.set(LE, *size);
        }
        Ok((self.symbols, data))
    }

    /// The file with the bytes of some sections replaced: their indices, each once.
    ///
    /// # Errors
    ///
    /// Those of [`read`](Elf::read).
    pub fn replaced(&self, replaced: &[(usize, Vec<u8>)]) -> Result<Vec<u8>, LinkError> {
        let mut out = self.bytes[..HEADER_BYTES.min(self.bytes.len())].to_vec();
        let mut end = HEADER_BYTES;
        let mut moved = Vec::new();
        let mut headers = self.headers;
        for chunk in self.chunks(replaced)? {
            let between = self.bytes.get(end..chunk.old).ok_or(LinkError::Damaged)?;
            let aligned = out.len().next_multiple_of(chunk.alignment);
            if chunk.old == end.next_multiple_of(chunk.alignment) && aligned - out.len() != between.len() {
                out.resize(aligned, 0);
            } else {
                out.extend_from_slice(between);
            }
            match chunk.section {
                Some(section) => moved.push((section, out.len(), chunk.new.len())),
                None => headers = out.len(),
            }
            out.extend_from_slice(chunk.new);
            end = chunk.old + chunk.old_bytes;
        }
        out.extend_from_slice(self.bytes.get(end..).ok_or(LinkError::Damaged)?);
        let (header, _) =
            pod::from_bytes_mut::<FileHeader64<LittleEndian>>(&mut out).map_err(|()| LinkError::Damaged)?;
        header.e_shoff.set(LE, headers as u64);
        for (section, offset, bytes) in moved {
            let start = headers + section * size_of::<SectionHeader64<LittleEndian>>();
            let entry = out.get_mut(start..).unwrap_or_default();
            let (entry, _) =
                pod::from_bytes_mut::<SectionHeader64<LittleEndian>>(entry).map_err(|()| LinkError::Damaged)?;
            entry.sh_offset.set(LE, offset as u64);
            entry.sh_size.set(LE, bytes as u64);
        }
        Ok(out)
    }

    /// Everything behind the header that has a place of its own, in the order of the file.
    fn chunks<'b>(&'b self, replaced: &'b [(usize, Vec<u8>)]) -> Result<Vec<Chunk<'b>>, LinkError> {
        let table = self.sections.len() * size_of::<SectionHeader64<LittleEndian>>();
        let table_end = self.headers.saturating_add(table);
        let new = self.bytes.get(self.headers..table_end).ok_or(LinkError::Damaged)?;
        let mut chunks = vec![Chunk { section: None, old: self.headers, old_bytes: table, new, alignment: 1 }];
        for (index, section) in self.sections.iter().enumerate() {
            // What has no bytes may be anywhere, and the loader does not look there.
            if section.data.is_empty() {
                continue;
            }
            let new = replaced.iter().find(|(replaced, _)| *replaced == index);
            chunks.push(Chunk {
                section: Some(index),
                old: section.offset,
                old_bytes: section.data.len(),
                new: new.map_or(section.data, |(_, bytes)| bytes),
                alignment: section.alignment(),
            });
        }
        chunks.sort_by_key(|chunk| chunk.old);
        let mut end = HEADER_BYTES;
        for chunk in &chunks {
            if chunk.old < end {
                let name = chunk.section.map_or("the section headers", |index| self.sections[index].name);
                return Err(LinkError::Overlap { name: name.to_owned() });
            }
            end = chunk.old + chunk.old_bytes;
        }
        Ok(chunks)
    }
}

fn text(bytes: &[u8]) -> Result<&str, LinkError> {
    std::str::from_utf8(bytes).map_err(|_| LinkError::Damaged)
}
