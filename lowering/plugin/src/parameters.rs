//! The elements of a pass pipeline that name these passes.
//!
//! Their parameters are read as LLVM's own are: separated by `;`, the last of two that are alike counts, and what is wrong
//! is said in the words in which LLVM says it.

use std::fmt;

use texvisa::ir::target::{SimdWidth, Target};

/// A pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Replaces texture calls by calls that are messages.
    Legalize,
    /// Prints vISA.
    Print,
    /// Checks the calls that are messages.
    Verify,
}

impl Pass {
    /// Every pass.
    pub const ALL: [Pass; 3] = [Pass::Legalize, Pass::Print, Pass::Verify];

    /// The name in a pipeline. LLVM's own printers that have parameters have them behind a name like this one:
    /// `print<stack-lifetime><may>`.
    pub const fn name(self) -> &'static str {
        match self {
            Pass::Legalize => "texvisa-legalize",
            Pass::Print => "print<texvisa>",
            Pass::Verify => "texvisa-verify",
        }
    }
}

/// The parameters of every pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassParameters {
    /// The target.
    pub target: Target,
    /// The lanes of a thread; for kernels that ask for a width of their own it need not be given.
    pub simd: Option<SimdWidth>,
}

/// A pass with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassRequest {
    /// The pass.
    pub pass: Pass,
    /// Its parameters.
    pub parameters: PassParameters,
}

/// What is wrong with an element that is meant for one of these passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassRequestError {
    pass: Pass,
    message: String,
}

impl fmt::Display for PassRequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\nusage: {}", self.message, usage(self.pass))
    }
}

/// A pass with what it takes: `texvisa-legalize<target=skl|...[;simd=8|16|32]>`.
pub fn usage(pass: Pass) -> String {
    let lanes = SimdWidth::ALL.map(|simd| simd.lanes().to_string()).join("|");
    let targets = Target::ALL.map(Target::name).join("|");
    format!("{}<target={targets}[;simd={lanes}]>", pass.name())
}

impl PassRequest {
    /// Reads an element of a pipeline; nothing where it is not meant for these passes.
    ///
    /// # Errors
    ///
    /// It is meant for one of them and makes no sense.
    pub fn parse(text: &str) -> Result<Option<PassRequest>, PassRequestError> {
        // `print<texvisa;...>` is no name of a pass, but it is plain what was meant.
        let meant = |pass: &Pass| {
            let rest = text.strip_prefix(pass.name().trim_end_matches('>'));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['<', '>', ';']))
        };
        let Some(pass) = Pass::ALL.into_iter().find(meant) else { return Ok(None) };
        let name = pass.name();
        let error = |message: String| Err(PassRequestError { pass, message });
        let list = match text.strip_prefix(name) {
            Some("") => "",
            Some(rest) => match rest.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
                Some(list) => list,
                None => {
                    return error(format!("invalid {name} pass parameters '{rest}'; expected `<name=value;...>`"));
                }
            },
            None => {
                return error(format!("the parameters of `{text}` are in the wrong place; expected them at the end"));
            }
        };
        let (mut target, mut simd) = (None, None);
        for parameter in list.split(';').filter(|parameter| !parameter.is_empty()) {
            let (key, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let wrong = |expected: String| {
                error(format!("invalid argument to {name} pass {key} parameter: '{value}'; expected one of {expected}"))
            };
            match key {
                "target" => match value.parse::<Target>() {
                    Ok(known) => target = Some(known),
                    Err(_) => return wrong(Target::ALL.map(Target::name).join(", ")),
                },
                "simd" => match value.parse().ok().and_then(SimdWidth::from_lanes) {
                    Some(known) => simd = Some(known),
                    None => return wrong(SimdWidth::ALL.map(|simd| simd.lanes().to_string()).join(", ")),
                },
                _ => {
                    return error(format!("invalid {name} pass parameter '{parameter}'; expected `target` or `simd`"));
                }
            }
        }
        let Some(target) = target else { return error(format!("{name} pass has no target; add `target=NAME`")) };
        if let Some(simd) = simd.filter(|simd| !simd.is_legal(target)) {
            let known = SimdWidth::ALL.into_iter().filter(|simd| simd.is_legal(target)).map(|simd| simd.to_string());
            let known = known.collect::<Vec<_>>().join(", ");
            return error(format!("{target} runs no {simd} kernels; expected one of {known}"));
        }
        Ok(Some(PassRequest { pass, parameters: PassParameters { target, simd } }))
    }
}
