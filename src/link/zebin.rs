//! A program that Intel's compiler made, and the replacement of one kernel's code in it.

use object::LittleEndian;
use object::elf::FileHeader64;
use object::read::elf::NoteIterator;
use texvisa_ir::target::Target;
use texvisa_ir::texture::{KernelId, Module};
use texvisa_ir::visa::VisaKernel;
use texvisa_ir::visa::abi::ArgumentLayout;

use super::arguments;
use super::code::{MachineCode, ThreadNeeds};
use super::elf::{Elf, FunctionSymbol};
use super::error::LinkError;
use super::platforms;
use super::ze_info::{KernelInfo, ZeInfo};

/// The section with what the loader is told.
const ZE_INFO: &str = ".ze_info";

/// The section with the product family.
const COMPATIBILITY: &str = ".note.intelgt.compat";

/// The type of the note that has it (`zebin/spec/elf.md` in Intel's compute runtime, `NT_INTELGT_PRODUCT_FAMILY`).
const PRODUCT_FAMILY: u32 = 1;

/// What a kernel's code is followed by: zeros up to a multiple of the second number, and at least as many as the first,
/// since instructions are fetched ahead. So the sections of 1,040, 280 and 1,376 bytes of code have 1,216, 448 and 1,536.
const PADDING: usize = 128;
const SECTION_MULTIPLE: usize = 64;

/// The symbol of a kernel's first instruction behind its prologue.
const ENTRY: &str = "_entry";

/// A program that Intel's OpenCL compiler made: a "zebin".
#[derive(Clone, Debug)]
pub struct Zebin<'a> {
    elf: Elf<'a>,
    info: ZeInfo<'a>,
    info_section: usize,
    target: Target,
}

/// Where the code of a kernel is.
struct CodePlace<'a> {
    section: usize,
    whole: FunctionSymbol<'a>,
    entry: FunctionSymbol<'a>,
    code: &'a [u8],
}

impl<'a> Zebin<'a> {
    /// Reads a program.
    ///
    /// # Errors
    ///
    /// No program of Intel's compiler, a damaged one, and one for a platform that is not known.
    pub fn read(bytes: &'a [u8]) -> Result<Zebin<'a>, LinkError> {
        let elf = Elf::read(bytes)?;
        let notes = elf.sections[elf.section(COMPATIBILITY)?].data;
        let mut product = None;
        let mut notes = NoteIterator::<FileHeader64<LittleEndian>>::new(LittleEndian, 4, notes)?;
        while let Some(note) = notes.next()? {
            if note.n_type(LittleEndian).0 == PRODUCT_FAMILY && note.name() == b"IntelGT" {
                product = note.desc().try_into().ok().map(u32::from_le_bytes);
            }
        }
        let given = product.ok_or(LinkError::Damaged)?;
        let target = platforms::target_of(given).ok_or(LinkError::Platform { given })?;
        let info_section = elf.section(ZE_INFO)?;
        let text = std::str::from_utf8(elf.sections[info_section].data).map_err(|_| LinkError::Damaged)?;
        let info = ZeInfo::read(text)?;
        Ok(Zebin { elf, info, info_section, target })
    }

    /// The platform that it is for.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The names of its kernels.
    pub fn kernels(&self) -> impl Iterator<Item = &str> {
        self.info.kernels.iter().map(|kernel| kernel.name.as_str())
    }

    /// Lanes of a thread of the kernel of that name.
    ///
    /// # Errors
    ///
    /// There is no such kernel.
    pub fn lanes(&self, kernel: &str) -> Result<u32, LinkError> {
        Ok(self.info(kernel)?.1.simd_size)
    }

    /// What `.ze_info` says that the kernel of that name needs.
    ///
    /// # Errors
    ///
    /// There is no such kernel.
    pub fn needs(&self, kernel: &str) -> Result<ThreadNeeds, LinkError> {
        Ok(self.info(kernel)?.1.needs())
    }

    /// The machine code of a kernel, without what follows it in its section.
    ///
    /// # Errors
    ///
    /// There is no such kernel, or its symbols do not say where its code is.
    pub fn code(&self, kernel: &str) -> Result<&'a [u8], LinkError> {
        self.info(kernel)?;
        Ok(self.place(kernel)?.code)
    }

    /// The one kernel that it has.
    ///
    /// # Errors
    ///
    /// It has another number of kernels.
    pub fn only_kernel(&self) -> Result<&str, LinkError> {
        match &self.info.kernels[..] {
            [kernel] => Ok(&kernel.name),
            _ => Err(LinkError::WhichKernel { known: self.known() }),
        }
    }

    /// What `.ze_info` says about a kernel, and the number of the kernel.
    pub(super) fn info(&self, name: &str) -> Result<(usize, &KernelInfo), LinkError> {
        let mut kernels = self.info.kernels.iter().enumerate();
        let found = kernels.find(|(_, kernel)| kernel.name == name);
        found.ok_or_else(|| LinkError::NoKernel { given: name.to_owned(), known: self.known() })
    }

    fn known(&self) -> String {
        let names: Vec<String> = self.kernels().map(|name| format!("`{name}`")).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    }

    fn place(&self, kernel: &str) -> Result<CodePlace<'a>, LinkError> {
        let name = format!(".text.{kernel}");
        let section = self.elf.section(&name)?;
        let data = self.elf.sections[section].data;
        let symbol = |wanted: &str| {
            let mut functions = self.elf.functions.iter();
            let found = functions.find(|symbol| symbol.section == section && symbol.name == wanted);
            // Both end where the code does.
            let found = found
                .filter(|symbol| symbol.start.checked_add(symbol.size).is_some_and(|end| end <= data.len() as u64));
            found.copied().ok_or_else(|| LinkError::NoSymbol { symbol: wanted.to_owned(), section: name.clone() })
        };
        let (whole, entry) = (symbol(kernel)?, symbol(ENTRY)?);
        let is_whole = whole.start == 0 && entry.start.checked_add(entry.size) == Some(whole.size);
        let code = data.get(..whole.size as usize).filter(|_| is_whole);
        let code = code.ok_or_else(|| LinkError::NoSymbol { symbol: kernel.to_owned(), section: name.clone() })?;
        Ok(CodePlace { section, whole, entry, code })
    }

    /// Where the loader puts the arguments of kernel `id` of `module`, each by its number in the texture IR. `kernel` is
    /// the vISA that another compiler made of it, which the program has under `name`.
    ///
    /// # Errors
    ///
    /// There is no such kernel, or it has another width; its inputs are not what the loader supplies, or are arguments
    /// that the texture IR does not have.
    pub fn argument_layout(
        &self,
        name: &str,
        module: &Module,
        id: KernelId,
        kernel: &VisaKernel,
    ) -> Result<ArgumentLayout, LinkError> {
        let (_, info) = self.info(name)?;
        if kernel.simd.lanes() != info.simd_size {
            let (given, allowed) = (kernel.simd.lanes(), info.simd_size);
            return Err(LinkError::Width { kernel: name.to_owned(), given, allowed });
        }
        arguments::layout(module, &module.kernels[id], kernel, info).map_err(LinkError::Arguments)
    }

    /// The program with `code` in place of the code of the kernel of that name.
    ///
    /// # Errors
    ///
    /// There is no such kernel, or its code cannot be replaced; code that is cut off, or that begins with another
    /// prologue than the kernel's.
    pub fn with_code(&self, kernel: &str, code: &MachineCode) -> Result<Vec<u8>, LinkError> {
        let (index, info) = self.info(kernel)?;
        let CodePlace { section, whole, entry, code: old } = self.place(kernel)?;
        let new = &code.bytes;
        let mut replaced = Vec::new();
        match (self.elf.relocations(section), &code.relocations) {
            (None, Some(relocations)) if !relocations.is_empty() => {
                return Err(LinkError::NoRelocations { kernel: kernel.to_owned() });
            }
            (None, _) => {}
            (Some(table), Some(relocations)) if self.elf.is_without_addends(table) => {
                replaced.push((table, self.elf.relocation_table(relocations)?));
            }
            (Some(_), None) if new == old => {}
            (Some(table), _) => {
                let section = self.elf.sections[table].name.to_owned();
                return Err(LinkError::Relocations { kernel: kernel.to_owned(), section });
            }
        }
        check_instructions(new)?;
        // The loader enters behind the part of the prologue that it does not need, and puts the payload where the
        // prologue looks for it.
        let prologue = old.get(..entry.start as usize).unwrap_or_default();
        if !new.starts_with(prologue) {
            return Err(LinkError::Prologue { kernel: kernel.to_owned(), bytes: entry.start });
        }
        let size = new.len() as u64;
        let (symbols, table) = self.elf.resized(&[(whole, size), (entry, size - entry.start)])?;
        let mut data = new.clone();
        data.resize((new.len() + PADDING).next_multiple_of(SECTION_MULTIPLE), 0);
        let now = info.needs();
        let needs = code.needs.unwrap_or(now);
        replaced.extend([(section, data), (symbols, table)]);
        if needs != now {
            replaced.push((self.info_section, self.info.with(index, needs)?.into_bytes()));
        }
        self.elf.replaced(&replaced)
    }
}

/// Whether `code` is a sequence of whole instructions.
///
/// An instruction has 16 bytes, or 8 where bit 29 (CmptCtrl) is set (Intel's open-source PRM for each of these platforms,
/// volume "3D-Media-GPGPU", "EU Compact Instruction Format").
fn check_instructions(code: &[u8]) -> Result<(), LinkError> {
    const COMPACT: u32 = 1 << 29;
    if code.is_empty() {
        return Err(LinkError::Empty);
    }
    let mut rest = code;
    while let Some((word, _)) = rest.split_first_chunk() {
        let bytes = if u32::from_le_bytes(*word) & COMPACT == 0 { 16 } else { 8 };
        rest = rest.get(bytes..).ok_or(LinkError::CutOff { bytes: code.len() })?;
    }
    if rest.is_empty() { Ok(()) } else { Err(LinkError::CutOff { bytes: code.len() }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compact_instructions_have_half_the_bytes() {
        let mut code = vec![0; 24];
        code[3] = 0x20;
        assert!(check_instructions(&code).is_ok());
        assert!(matches!(check_instructions(&code[..20]), Err(LinkError::CutOff { bytes: 20 })));
        assert!(matches!(check_instructions(&code[..9]), Err(LinkError::CutOff { .. })));
        assert!(matches!(check_instructions(&[]), Err(LinkError::Empty)));
    }
}
