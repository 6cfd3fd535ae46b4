//! Bytes to kernels.
//!
//! Every count is checked against the bytes that are left before anything is allocated for it, and every number against
//! what it may be. Everything that is read takes at least a byte, so that reading ends.

use rustc_hash::FxHashSet;

use super::cursor::{Cursor, Read};
use super::error::{ReadError, ReadErrorKind};
use super::missing_operands::operands_are_missing;
use super::read_code::Code;
use super::reader::{Reader, text};
use super::{MAGIC, MAX_NAME, VersionNumber};
use crate::target::{SimdWidth, Target};
use crate::visa::VisaKernel;
use crate::visa::message::CodeNumbering;

/// Reads a file with one kernel. What a code means depends on the target, which a file does not name, and on the
/// numbering.
///
/// # Errors
///
/// The first thing that is wrong, or that this crate cannot express, with its offset.
pub fn read(bytes: &[u8], target: Target, numbering: CodeNumbering) -> Result<VisaKernel, ReadError> {
    let mut cursor = Cursor::new(bytes);
    let header = Header::read(&mut cursor)?;
    let kernel = VisaKernel::new(header.name, target, SimdWidth::Simd8);
    let mut reader = Reader::new(cursor.until(header.end), kernel);
    reader.cursor.at = header.start;
    reader.kernel.program = None;
    reader.kernel.simd_stated = false;
    self::kernel(reader, &header, numbering)
}

/// What a file begins with.
struct Header<'b> {
    version: VersionNumber,
    name: &'b str,
    /// Where the kernel begins.
    start: usize,
    /// The byte behind it.
    end: usize,
    /// Where its inputs begin.
    inputs: u32,
}

impl<'b> Header<'b> {
    fn read(cursor: &mut Cursor<'b>) -> Read<Header<'b>> {
        let magic = cursor.take(MAGIC.len(), "the first four bytes")?;
        if magic != MAGIC {
            return Err(cursor.unexpected("`CISA`", format!("`{}`", magic.escape_ascii())));
        }
        let major = cursor.u8("the major version")?;
        let minor = cursor.u8("the minor version")?;
        let version = VersionNumber { major, minor };
        if version < VersionNumber::FIRST || version > VersionNumber::LAST || major == 3 && minor > 7 {
            cursor.start -= 1;
            return Err(cursor.unexpected("version 3.5 to 3.7, or 4.0 to 5.0", format!("{major}.{minor}")));
        }
        let kernels = cursor.u16("the number of kernels")?;
        cursor.within("the number of kernels", u64::from(kernels), 1, 1)?;
        let length = match version.wide_name_length() {
            true => usize::from(cursor.u16("the length of the kernel's name")?),
            false => usize::from(cursor.u8("the length of the kernel's name")?),
        };
        let name = text(cursor.take(length, "the kernel's name")?, cursor)?;
        if name.contains(['\0', '"', '\n']) || name.len() > MAX_NAME {
            return Err(cursor.unexpected("a name without quotation marks and line ends", format!("{name:?}")));
        }
        let start = cursor.u32("the offset of the kernel")? as usize;
        let start_at = *cursor;
        let size = cursor.u32("the size of the kernel")? as usize;
        let size_at = *cursor;
        let inputs = cursor.u32("the offset of the inputs")?;
        for what in ["symbols of variables", "symbols of functions"] {
            if cursor.u16(what)? != 0 {
                return Err(cursor.unsupported(what));
            }
        }
        // Machine code that comes with the kernel is for one platform, and is left behind.
        let binaries = cursor.u8("the number of machine codes")?;
        for _ in 0..binaries {
            cursor.take(9, "a machine code")?;
        }
        for what in ["variables of the file", "functions"] {
            if cursor.u16(what)? != 0 {
                return Err(cursor.unsupported(what));
            }
        }
        let behind = cursor.at + cursor.left();
        start_at.within("the offset of the kernel", start as u64, cursor.at as u64, behind as u64)?;
        size_at.within("the size of the kernel", size as u64, 0, (behind - start) as u64)?;
        Ok(Header { version, name, start, end: start + size, inputs })
    }
}

fn kernel(mut reader: Reader<'_>, header: &Header<'_>, numbering: CodeNumbering) -> Read<VisaKernel> {
    reader.string_table()?;
    let name = reader.string("the kernel's name")?;
    if name != header.name {
        return Err(reader.cursor.unexpected("the kernel's name as the header has it", format!("{name:?}")));
    }
    // Variables, predicates, surfaces and samplers share their names.
    let mut taken = FxHashSet::default();
    reader.vars(&mut taken)?;
    reader.addresses(&mut taken)?;
    reader.preds(&mut taken)?;
    reader.label_table()?;
    reader.states(&mut taken)?;
    if reader.cursor.u8("the number of motion estimation variables")? != 0 {
        return Err(reader.cursor.unsupported("motion estimation variables"));
    }
    if reader.cursor.at != header.inputs as usize {
        reader.cursor.start = reader.cursor.at;
        let found = format!("{:#x}", header.inputs);
        return Err(reader.cursor.unexpected("the inputs where the header has them", found));
    }
    reader.inputs()?;
    let size = reader.cursor.u32("the size of the code")?;
    let size_at = reader.cursor;
    let entry = reader.cursor.u32("the start of the code")?;
    let entry_at = reader.cursor;
    reader.kernel_attributes()?;
    reader.kernel.attributes = std::mem::take(&mut reader.attributes).into_iter().collect();
    let behind = reader.cursor.at + reader.cursor.left();
    let least = (reader.cursor.at - header.start) as u64;
    entry_at.within("the start of the code", u64::from(entry), least, (behind - header.start) as u64)?;
    let start = header.start + entry as usize;
    size_at.within("the size of the code", u64::from(size), 0, (behind - start) as u64)?;
    reader.cursor = reader.cursor.until(start + size as usize);
    reader.cursor.at = start;
    let code = reader.cursor;
    let wide = header.version.wide_operation();
    let read = Code::new(&mut reader, numbering, wide).read();
    let unsupported = reader.unsupported.take();
    match (read, unsupported) {
        (Ok(()), None) => Ok(reader.kernel),
        (Err(error), _) if operands_are_missing(code, error.offset, wide) => {
            Err(ReadError { offset: code.at, kind: ReadErrorKind::OperandsMissing })
        }
        (_, Some(error)) | (Err(error), None) => Err(error),
    }
}
