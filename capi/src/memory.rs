//! What C points to, as Rust's types.

#![expect(unsafe_code, reason = "what C points to is read and written here")]

use std::ffi::{CStr, c_char};
use std::mem::{MaybeUninit, size_of};

use crate::result::Refusal;

/// The structs of the interface that are read and written whole: integers and pointers, for which all zeros is a value, and
/// which begin with their size.
///
/// # Safety
///
/// The type is `repr(C)`, begins with a `usize` that is its size, and all zeros is one of its values.
pub unsafe trait BeginsWithSize: Copy {}

macro_rules! sized {
    ($($name:ident)*) => {$(
        // SAFETY: the struct is `repr(C)`, begins with `size: usize`, and has integers, pointers and optional functions alone.
        unsafe impl BeginsWithSize for crate::types::$name {}
    )*};
}

sized! { TexvisaCompileOptions TexvisaDiagnostic TexvisaOperand TexvisaParam TexvisaCall TexvisaSink TexvisaPlan
TexvisaRoleValue TexvisaOperation TexvisaCase }

/// Copies a struct of the caller: fields that it does not know are zero, and those that texvisa does not know have to be.
///
/// # Errors
///
/// The pointer is null, or the size is none that the struct ever had.
///
/// # Safety
///
/// `pointer` is null or points to as many bytes as the size at its beginning says.
pub unsafe fn read<T: BeginsWithSize>(pointer: *const T, what: &str) -> Result<T, Refusal> {
    if pointer.is_null() {
        return Err(Refusal::misuse(format!("`{what}` is null; expected a pointer to a struct")));
    }
    // SAFETY: the caller says that the struct begins with its size.
    let size = unsafe { pointer.cast::<usize>().read_unaligned() };
    let least = size_of::<usize>() + size_of::<u32>();
    // A size that was never set is seldom small.
    if size < least || size > 4096 {
        return Err(Refusal::misuse(format!(
            "the size of `{what}` is {size}; expected that of the struct, set by sizeof"
        )));
    }
    let known = size.min(size_of::<T>());
    // SAFETY: the caller says that there are `size` bytes.
    let rest = unsafe { std::slice::from_raw_parts(pointer.cast::<u8>().add(known), size - known) };
    if rest.iter().any(|byte| *byte != 0) {
        return Err(Refusal::misuse(format!(
            "`{what}` sets fields that this version of texvisa does not know; expected zeros"
        )));
    }
    let mut value = MaybeUninit::<T>::zeroed();
    // SAFETY: both sides have `known` bytes.
    unsafe { std::ptr::copy_nonoverlapping(pointer.cast::<u8>(), value.as_mut_ptr().cast::<u8>(), known) };
    // SAFETY: all zeros is a value of the type, and so is what C writes over them.
    Ok(unsafe { value.assume_init() })
}

/// Copies `value` to a struct of the caller, as far as that reaches; its size stays.
///
/// # Errors
///
/// Those of [`read`].
///
/// # Safety
///
/// `pointer` is null or points to as many bytes as the size at its beginning says.
pub unsafe fn write<T: BeginsWithSize>(pointer: *mut T, value: &T, what: &str) -> Result<(), Refusal> {
    // SAFETY: as the caller says.
    unsafe { read(pointer, what)? };
    // SAFETY: `read` has found a size.
    let size = unsafe { pointer.cast::<usize>().read_unaligned() };
    let header = size_of::<usize>();
    let known = size.min(size_of::<T>()) - header;
    let from = std::ptr::from_ref(value).cast::<u8>();
    // SAFETY: both sides have that many bytes behind the size.
    unsafe { std::ptr::copy_nonoverlapping(from.add(header), pointer.cast::<u8>().add(header), known) };
    Ok(())
}

/// Copies an array of structs, each of which begins with its size; all have that of the first.
///
/// # Errors
///
/// Those of [`read`], or too many elements.
///
/// # Safety
///
/// `pointer` is null or points to `count` structs.
pub unsafe fn read_all<T: BeginsWithSize>(
    pointer: *const T,
    count: usize,
    most: usize,
    what: &str,
) -> Result<Vec<T>, Refusal> {
    if count > most {
        return Err(Refusal::misuse(format!("there are {count} of `{what}`; expected at most {most}")));
    }
    if count == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: there is at least one.
    let first = unsafe { read(pointer, what)? };
    // SAFETY: `read` has found its size.
    let step = unsafe { pointer.cast::<usize>().read_unaligned() };
    let mut all = vec![first];
    for index in 1..count {
        // SAFETY: each element is as far behind the one before it as that is long.
        all.push(unsafe { read(pointer.byte_add(index * step), what)? });
    }
    Ok(all)
}

/// Copies an array of numbers.
///
/// # Errors
///
/// The pointer is null though there are numbers, or too many.
///
/// # Safety
///
/// `pointer` is null or points to `count` numbers.
pub unsafe fn numbers(pointer: *const u32, count: usize, most: usize, what: &str) -> Result<Vec<u32>, Refusal> {
    if count > most {
        return Err(Refusal::misuse(format!("there are {count} of `{what}`; expected at most {most}")));
    }
    if count == 0 {
        return Ok(Vec::new());
    }
    if pointer.is_null() {
        return Err(Refusal::misuse(format!("`{what}` is null; expected a pointer to {count} numbers")));
    }
    // SAFETY: as the caller says.
    Ok((0..count).map(|index| unsafe { pointer.add(index).read_unaligned() }).collect())
}

/// Text of the caller; `None` where it is null.
///
/// # Errors
///
/// It is not UTF-8.
///
/// # Safety
///
/// `pointer` is null or points to bytes that end in a zero byte and outlive the result.
pub unsafe fn text<'a>(pointer: *const c_char, what: &str) -> Result<Option<&'a str>, Refusal> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: as the caller says.
    let bytes = unsafe { CStr::from_ptr(pointer) };
    let text = bytes.to_str().map_err(|_| Refusal::misuse(format!("`{what}` is not UTF-8; expected UTF-8")))?;
    Ok(Some(text))
}

/// Bytes of the caller.
///
/// # Errors
///
/// The pointer is null though there are bytes.
///
/// # Safety
///
/// `pointer` is null or points to `count` bytes, which outlive the result.
pub unsafe fn bytes<'a>(pointer: *const u8, count: usize, what: &str) -> Result<&'a [u8], Refusal> {
    if count == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() || count > isize::MAX as usize {
        return Err(Refusal::misuse(format!("`{what}` is null or has {count} bytes; expected a pointer to bytes")));
    }
    // SAFETY: as the caller says.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}
