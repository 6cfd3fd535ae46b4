//! What `--bind NAME=VALUE` means.

mod formula;
mod help;
mod sampler;
mod setting;
mod surface;
mod value;

use std::path::Path;

use texvisa::emulator::environment::{ArgumentValue, Environment, Resource};
use texvisa::emulator::unit::Compare;
use texvisa::ir::nearest;
use texvisa::ir::source::Location;
use texvisa::ir::texture::{Argument, ArgumentRole, Binding, InstData, Kernel, Module, Role, SamplerDecl, SurfaceDecl};

use crate::diagnostic::{Failure, Problem};
use crate::picture;

pub use help::help;

/// What a name is bound to.
enum Named<'a> {
    Surface(&'a SurfaceDecl),
    Sampler(&'a SamplerDecl),
    Argument(usize),
}

/// The kinds of things that have names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Surface,
    Sampler,
    Argument,
}

impl Class {
    /// Every class, what it is called, and what stands before a name that means one of it.
    const ROWS: [(Class, &'static str, &'static str); 3] = [
        (Class::Surface, "a surface", "surface:"),
        (Class::Sampler, "a sampler", "sampler:"),
        (Class::Argument, "an argument", "%"),
    ];

    fn row(self) -> (&'static str, &'static str) {
        let (_, called, prefix) = Class::ROWS[self as usize];
        (called, prefix)
    }

    /// The class that a name says, and the name without it.
    fn of(name: &str) -> (Option<Class>, &str) {
        let said = Class::ROWS.iter().find_map(|(class, _, prefix)| Some((Some(*class), name.strip_prefix(prefix)?)));
        said.unwrap_or((None, name))
    }
}

impl Named<'_> {
    fn class(&self) -> Class {
        match self {
            Named::Surface(_) => Class::Surface,
            Named::Sampler(_) => Class::Sampler,
            Named::Argument(_) => Class::Argument,
        }
    }
}

/// A declaration of that name, or else one that was passed as an argument of that name.
fn declared<'a, T>(declarations: &[&'a T], names: fn(&T) -> (&str, Option<&str>), name: &str) -> Option<&'a T> {
    let own = declarations.iter().find(|decl| names(decl).0 == name);
    own.or_else(|| declarations.iter().find(|decl| names(decl).1 == Some(name))).copied()
}

/// Whether what `uses` asks about is only for other kernels of the module, which can have arguments of the same names.
fn is_others(module: &Module, kernel: &Kernel, uses: impl Fn(&Kernel) -> bool) -> bool {
    !uses(kernel) && module.kernels.values().any(uses)
}

fn surfaces<'a>(module: &'a Module, kernel: &Kernel) -> Vec<&'a SurfaceDecl> {
    let all = module.surfaces.iter();
    all.filter(|(id, _)| !is_others(module, kernel, |kernel| kernel.uses_surface(*id))).map(|(_, decl)| decl).collect()
}

fn samplers<'a>(module: &'a Module, kernel: &Kernel) -> Vec<&'a SamplerDecl> {
    let all = module.samplers.iter();
    all.filter(|(id, _)| !is_others(module, kernel, |kernel| kernel.uses_sampler(*id))).map(|(_, decl)| decl).collect()
}

/// Everything that a name can mean.
fn candidates<'a>(module: &'a Module, kernel: &Kernel, name: &str) -> Vec<Named<'a>> {
    let (class, name) = Class::of(name);
    let surface = declared(&surfaces(module, kernel), |decl| (&decl.name, decl.argument.as_deref()), name);
    let sampler = declared(&samplers(module, kernel), |decl| (&decl.name, decl.argument.as_deref()), name);
    let is_named = |argument: &Argument| kernel.value_name(argument.value) == Some(name);
    let argument = kernel.arguments.iter().position(is_named);
    let declared = [surface.map(Named::Surface), sampler.map(Named::Sampler)];
    // The pointer to a buffer has the buffer's name, and its value without being given one.
    let is_implied = |index: &usize| kernel.arguments[*index].role != ArgumentRole::Plain;
    let is_hidden =
        class.is_none() && declared.iter().any(Option::is_some) && argument.as_ref().is_some_and(is_implied);
    let argument = argument.filter(|_| !is_hidden).map(Named::Argument);
    declared
        .into_iter()
        .chain([argument])
        .flatten()
        .filter(|named| class.is_none_or(|class| named.class() == class))
        .collect()
}

fn find<'a>(module: &'a Module, kernel: &Kernel, name: &str) -> Result<Named<'a>, Failure> {
    let mut found = candidates(module, kernel, name);
    match found.pop() {
        None => Err(unknown(module, kernel, name)),
        Some(only) if found.is_empty() => Ok(only),
        Some(last) => {
            let rows: Vec<_> = found.iter().chain([&last]).map(|named| named.class().row()).collect();
            let called: Vec<&str> = rows.iter().map(|(called, _)| *called).collect();
            let written: Vec<String> = rows.iter().map(|(_, prefix)| format!("{prefix}{name}")).collect();
            let called = called.join(" and ");
            let problem = Problem::new(format!("`{name}` is {called} of kernel `{}`", kernel.name));
            Err(Failure::Usage(vec![problem.help(format!("say which: {}", written.join(" or ")))]))
        }
    }
}

fn unknown(module: &Module, kernel: &Kernel, name: &str) -> Failure {
    let surfaces = surfaces(module, kernel).into_iter().map(|decl| decl.argument.as_ref().unwrap_or(&decl.name));
    let samplers = samplers(module, kernel).into_iter().map(|decl| decl.argument.as_ref().unwrap_or(&decl.name));
    // What the runtime passes on its own has its value already, or is the pointer to a surface that is listed.
    let passed = kernel.arguments.iter().filter(|argument| argument.role == ArgumentRole::Plain);
    let arguments = passed.filter_map(|argument| kernel.value_name(argument.value));
    let names: Vec<String> =
        surfaces.chain(samplers).cloned().chain(arguments.map(|argument| format!("%{argument}"))).collect();
    let near = nearest(name, names.iter().map(|known| known.trim_start_matches('%')));
    let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`? "));
    let known = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
    let problem = Problem::new(format!("kernel `{}` knows no `{name}`", kernel.name));
    Failure::Usage(vec![problem.help(format!("{near}it knows {known}"))])
}

/// What the name of an `--output` means: a surface, or the buffer that the pointer of an argument is to.
fn find_output<'a>(module: &'a Module, kernel: &Kernel, given: &str, name: &str) -> Result<Named<'a>, Failure> {
    let found = candidates(module, kernel, name);
    if found.is_empty() {
        return Err(unknown(module, kernel, name));
    }
    let output = found.into_iter().find(|named| match named {
        Named::Surface(_) => true,
        Named::Argument(index) => kernel.arguments[*index].role == ArgumentRole::Pointer,
        Named::Sampler(_) => false,
    });
    output.ok_or_else(|| Failure::usage(format!("--output {given}: `{name}` is no surface; expected the name of one")))
}

fn split<'a>(option: &str, given: &'a str) -> Result<(&'a str, &'a str), Failure> {
    given.split_once('=').ok_or_else(|| Failure::usage(format!("{option} {given}: expected NAME=VALUE")))
}

fn entry(name: &str, binding: Binding) -> Result<u32, Failure> {
    match binding {
        Binding::Table(entry) => Ok(entry),
        Binding::Indexed | Binding::Bindless => Err(Failure::usage(format!(
            "`{name}` has no table entry of its own; expected a surface or sampler that has one"
        ))),
    }
}

/// Binds what `--bind given` says.
///
/// # Errors
///
/// A name that nothing or more than one thing has, a value that is none, a file that cannot be read.
pub fn bind(
    module: &Module,
    kernel: &Kernel,
    given: &str,
    grid: [u32; 3],
    environment: &mut Environment,
) -> Result<(), Failure> {
    let (name, value) = split("--bind", given)?;
    let wrong = |what: String| Failure::usage(format!("--bind {given}: {what}"));
    match find(module, kernel, name)? {
        Named::Surface(decl) => {
            environment.bind(entry(name, decl.binding)?, surface::read(decl, given, value)?);
        }
        Named::Sampler(decl) => {
            let state = sampler::read(value).map_err(wrong)?;
            if let (None, Some(location)) = (state.compare, comparison(module, kernel, decl.binding)) {
                return Err(no_comparison(kernel, given, name, location));
            }
            environment.bind_sampler(entry(name, decl.binding)?, state.sampler());
        }
        Named::Argument(index) => {
            let argument = &kernel.arguments[index];
            let ty = kernel.ty(argument.value);
            let value = match value.strip_prefix('@') {
                Some(_) if argument.uniform => return Err(wrong("the argument is uniform; expected a number".into())),
                Some(axis) => value::position(ty, axis, grid).map_err(wrong)?,
                // A buffer that the kernel reaches by its address alone.
                None if argument.role == ArgumentRole::Pointer => {
                    let entry = free_entry(module, environment);
                    environment.bind(entry, Resource::Buffer(surface::buffer(given, value)?));
                    ArgumentValue::uniform(Environment::buffer_address(entry))
                }
                None => value::numbers(ty, value).map_err(wrong)?,
            };
            environment.set_argument(index, value);
        }
    }
    Ok(())
}

/// The memory that Intel's runtime adds, by the name of the argument that is its address.
const CONSTANTS: &str = "constBase";
const PRINTED: &str = "printfBuffer";
/// Bytes that kernels may print. The first dword says how many they have, itself included
/// (compute-runtime, `PrintfHandler`).
const PRINTED_BYTES: usize = 1 << 16;

/// Binds the constants of a program, and what its kernels print to, where `kernel` is passed their address and nothing
/// else was bound. Arguments of the program of the same name stand before register r0.
pub fn bind_memory_of_runtime(module: &Module, kernel: &Kernel, constants: &[u8], environment: &mut Environment) {
    let r0 = kernel.arguments.iter().position(|argument| argument.role == ArgumentRole::R0);
    for (index, argument) in kernel.arguments.iter().enumerate().skip(r0.unwrap_or(usize::MAX)) {
        let bytes = match kernel.value_name(argument.value) {
            Some(CONSTANTS) => constants.to_vec(),
            Some(PRINTED) => {
                let mut bytes = vec![0; PRINTED_BYTES];
                bytes[0] = 4;
                bytes
            }
            _ => continue,
        };
        let name = kernel.value_name(argument.value);
        let declared = surfaces(module, kernel).into_iter().find(|decl| decl.argument.as_deref() == name);
        let entry = match declared.map(|decl| decl.binding) {
            Some(Binding::Table(entry)) => entry,
            _ => free_entry(module, environment),
        };
        if environment.resource(entry).is_none() {
            environment.bind(entry, Resource::Buffer(bytes));
        }
        if argument.role == ArgumentRole::Plain && environment.argument(index).is_none() {
            environment.set_argument(index, ArgumentValue::uniform(Environment::buffer_address(entry)));
        }
    }
}

/// An entry that nothing declares or has.
fn free_entry(module: &Module, environment: &Environment) -> u32 {
    let declared = module.surfaces.values().filter_map(|decl| match decl.binding {
        Binding::Table(entry) => Some(entry),
        Binding::Indexed | Binding::Bindless => None,
    });
    let bound = environment.resources().map(|(entry, _)| entry);
    declared.chain(bound).max().map_or(0, |entry| entry.saturating_add(1))
}

/// Where a kernel first compares through the sampler at `binding`.
fn comparison(module: &Module, kernel: &Kernel, binding: Binding) -> Option<Location> {
    kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts).find_map(|inst| {
        let InstData::Texture(id) = kernel.insts[*inst] else { return None };
        let op = &kernel.textures[id];
        let sampler = op.sampler.as_ref().filter(|_| op.param(Role::Ref).is_some())?;
        (module.samplers[sampler.sampler].binding == binding).then(|| kernel.location(*inst))
    })
}

/// A sampler that compares with nothing that was given: its result would be 0 everywhere.
fn no_comparison(kernel: &Kernel, given: &str, name: &str, location: Location) -> Failure {
    let place = if location.is_known() { format!(" at {location}") } else { String::new() };
    let what =
        format!("--bind {given}: kernel `{}` compares with `{name}`{place}, which is given no comparison", kernel.name);
    let help = format!("add compare= with one of {}", setting::names(&Compare::NAMES));
    Failure::Usage(vec![Problem::new(what).help(help)])
}

/// Writes what `--output given` names.
///
/// # Errors
///
/// A name that no surface has, a surface that is no picture, a file that cannot be written.
pub fn write(module: &Module, kernel: &Kernel, given: &str, environment: &Environment) -> Result<(), Failure> {
    let (name, file) = split("--output", given)?;
    let path = Path::new(file);
    let failed = |what: String| Failure::input(format!("{file}: {what}"));
    let is_picture = picture::is_written(path);
    let bound = match find_output(module, kernel, given, name)? {
        Named::Surface(decl) => Some(entry(name, decl.binding)?),
        Named::Argument(index) => match environment.argument(index) {
            Some(ArgumentValue::Uniform(bits)) => bits.first().and_then(|bits| Environment::buffer_entry(*bits)),
            _ => None,
        },
        Named::Sampler(_) => None,
    };
    match bound.and_then(|entry| environment.resource(entry)) {
        None => Err(Failure::usage(format!("--output {given}: nothing is bound to `{name}`; add --bind {name}=SIZE"))),
        Some(Resource::Surface(surface)) if is_picture => picture::write(path, surface).map_err(failed),
        Some(Resource::Buffer(_)) if is_picture => Err(Failure::usage(format!(
            "--output {given}: a raw surface is no picture; expected a file name that ends in neither .png nor .exr"
        ))),
        Some(resource) => std::fs::write(path, resource.bytes()).map_err(|error| failed(error.to_string())),
    }
}

/// Checks that an `--output` names a surface, before anything is run.
///
/// # Errors
///
/// It does not.
pub fn check_output(module: &Module, kernel: &Kernel, given: &str) -> Result<(), Failure> {
    let (name, _) = split("--output", given)?;
    find_output(module, kernel, given, name).map(|_| ())
}
