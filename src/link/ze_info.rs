//! `.ze_info`: the YAML in which Intel's compiler tells the loader about the kernels of a program (its keys are those of
//! `zebin/spec/zeinfo.md` in Intel's compute runtime).
//!
//! Values are changed in place, so that all other text stays as it is. What was changed is read again, and compared.

use std::ops::Range;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle};

use super::code::ThreadNeeds;
use super::error::LinkError;

/// How deep lists and maps may be in each other. Intel's compiler writes 6.
const DEPTH: usize = 16;

/// A part of the document.
#[derive(Clone, Debug)]
struct Node {
    value: NodeValue,
    /// Its bytes in the text, up to the end of the last scalar in it.
    span: Range<usize>,
    /// Its first line, from 1.
    line: usize,
}

#[derive(Clone, Debug)]
enum NodeValue {
    Scalar(String),
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
}

/// A number in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub value: u32,
    span: Range<usize>,
}

/// Bytes that the loader passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PayloadArgument {
    /// What they are: `arg_byvalue`, `global_id_offset`.
    pub arg_type: String,
    /// Where they begin.
    pub offset: u32,
    /// How many there are.
    pub size: u32,
    /// The argument of the program that they are of.
    pub arg_index: Option<u32>,
    /// Where they begin in the structure that the argument is, where it is one.
    pub source_offset: Option<u32>,
    /// The entry of the sampler table that they are, where they are one.
    pub sampler_index: Option<u32>,
}

/// What the document says of one kernel.
#[derive(Clone, Debug)]
pub(super) struct KernelInfo {
    /// Its name.
    pub name: String,
    /// Lanes of a thread.
    pub simd_size: u32,
    /// Registers of a thread.
    pub grf_count: Number,
    /// Barriers that a group needs.
    pub barrier_count: Option<Number>,
    /// What is passed to all threads alike.
    pub payload: Vec<PayloadArgument>,
    /// What each thread has of its own.
    pub per_thread: Vec<PayloadArgument>,
    /// The entries of the binding table: which, and the argument of the program that it is.
    pub tables: Vec<(u32, Option<u32>)>,
    /// The samplers that the program defines: their entries of the sampler table.
    pub inline_samplers: Vec<u32>,
    /// Bytes of scratch memory that each thread has.
    pub scratch: Option<Scratch>,
    /// Whether there is private memory behind the private base.
    pub has_private_memory: bool,
    /// The names of the program's arguments, where they are known.
    pub argument_names: Vec<(u32, String)>,
    /// Where a line of `execution_env` may be added.
    environment: Insertion,
    /// Where the list of memory may be added.
    memory: Insertion,
}

/// Scratch memory of a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scratch {
    /// Its size.
    pub size: Number,
    /// The whole lines about it.
    lines: Range<usize>,
}

/// Where lines can be added.
#[derive(Clone, Debug)]
struct Insertion {
    at: usize,
    indent: usize,
}

/// The document.
#[derive(Clone, Debug)]
pub(super) struct ZeInfo<'a> {
    text: &'a str,
    /// What it says of each kernel.
    pub kernels: Vec<KernelInfo>,
}

impl<'a> ZeInfo<'a> {
    /// Reads `text`.
    ///
    /// # Errors
    ///
    /// No YAML, and a document without what the loader needs.
    pub fn read(text: &'a str) -> Result<ZeInfo<'a>, LinkError> {
        let root = Reader::new(text).document()?;
        let mut kernels = Vec::new();
        for kernel in root.need("kernels")?.list()? {
            kernels.push(KernelInfo::read(text, kernel)?);
        }
        for about in root.get("kernels_misc_info").map_or(Ok(&[][..]), Node::list)? {
            let name = about.need("name")?.scalar()?;
            let Some(kernel) = kernels.iter_mut().find(|kernel| kernel.name == name) else { continue };
            for argument in about.get("args_info").map_or(Ok(&[][..]), Node::list)? {
                if let Some(name) = argument.get("name") {
                    kernel.argument_names.push((argument.number("index")?, name.scalar()?.to_owned()));
                }
            }
        }
        Ok(ZeInfo { text, kernels })
    }

    /// The document with what kernel `index` needs now.
    ///
    /// # Errors
    ///
    /// A document in another form than Intel's compiler writes, in which that cannot be changed line by line.
    pub fn with(&self, index: usize, needs: ThreadNeeds) -> Result<String, LinkError> {
        let kernel = &self.kernels[index];
        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        let mut set = |number: &Number, value: u32| {
            if number.value != value {
                edits.push((number.span.clone(), value.to_string()));
            }
        };
        set(&kernel.grf_count, needs.grf_count);
        match (&kernel.barrier_count, needs.barrier_count) {
            (Some(number), count) => set(number, count),
            (None, 0) => {}
            (None, count) => edits.push(kernel.environment.lines(&[(0, "barrier_count:", &count.to_string())])),
        }
        match (&kernel.scratch, needs.scratch_bytes) {
            (Some(scratch), 0) => edits.push((scratch.lines.clone(), String::new())),
            (Some(scratch), bytes) if scratch.size.value != bytes => {
                edits.push((scratch.size.span.clone(), bytes.to_string()));
            }
            (Some(_), _) | (None, 0) => {}
            (None, bytes) => edits.push(kernel.memory.lines(&[
                (0, "per_thread_memory_buffers:", ""),
                (2, "- type:", "scratch"),
                (4, "usage:", "single_space"),
                (4, "size:", &bytes.to_string()),
            ])),
        }
        edits.sort_by_key(|(span, _)| span.start);
        let form = || LinkError::Form { kernel: kernel.name.clone() };
        // Only where everything is on one line.
        if edits.windows(2).any(|pair| pair[0].0.end > pair[1].0.start) {
            return Err(form());
        }
        let mut out = self.text.to_owned();
        for (span, text) in edits.into_iter().rev() {
            out.replace_range(span, &text);
        }
        let again = ZeInfo::read(&out).map_err(|_| form())?;
        if again.kernels.get(index).map(KernelInfo::needs) == Some(needs) && again.kernels.len() == self.kernels.len() {
            Ok(out)
        } else {
            Err(form())
        }
    }
}

impl KernelInfo {
    fn read(text: &str, kernel: &Node) -> Result<KernelInfo, LinkError> {
        let environment = kernel.need("execution_env")?;
        let list = |name| kernel.get(name).map_or(Ok(&[][..]), Node::list);
        let arguments = |name| list(name)?.iter().map(PayloadArgument::read).collect::<Result<Vec<_>, _>>();
        let mut tables = Vec::new();
        for entry in list("binding_table_indices")? {
            tables.push((entry.number("bti_value")?, entry.optional("arg_index")?));
        }
        let samplers = list("inline_samplers")?.iter().map(|sampler| sampler.number("sampler_index"));
        let first = environment.entries()?.first();
        let memory = list("per_thread_memory_buffers")?;
        // What may stand before it, in the order in which Intel's compiler writes them; the last of these is there.
        let before = ["execution_env", "payload_arguments", "per_thread_payload_arguments", "binding_table_indices"];
        let last = before.iter().rev().find_map(|name| kernel.entry(name));
        Ok(KernelInfo {
            name: kernel.need("name")?.scalar()?.to_owned(),
            simd_size: environment.number("simd_size")?,
            grf_count: environment.need("grf_count")?.as_number()?,
            barrier_count: environment.get("barrier_count").map(Node::as_number).transpose()?,
            payload: arguments("payload_arguments")?,
            per_thread: arguments("per_thread_payload_arguments")?,
            tables,
            inline_samplers: samplers.collect::<Result<_, _>>()?,
            scratch: scratch(text, kernel, memory)?,
            has_private_memory: memory.iter().any(is_private_memory),
            argument_names: Vec::new(),
            environment: Insertion::before(text, first.map_or(environment.span.start, |(key, _)| key.span.start)),
            memory: last.map_or(Insertion { at: 0, indent: 0 }, |(key, value)| Insertion {
                at: line_end(text, value.span.end),
                indent: Insertion::before(text, key.span.start).indent,
            }),
        })
    }

    /// What it says of the kernel's code.
    pub fn needs(&self) -> ThreadNeeds {
        ThreadNeeds {
            grf_count: self.grf_count.value,
            barrier_count: self.barrier_count.as_ref().map_or(0, |number| number.value),
            scratch_bytes: self.scratch.as_ref().map_or(0, |scratch| scratch.size.value),
        }
    }

    /// The name of an argument of the program, where it is known.
    pub fn argument_name(&self, index: u32) -> Option<&str> {
        self.argument_names.iter().find(|(known, _)| *known == index).map(|(_, name)| name.as_str())
    }

    /// The entries of the sampler table that the loader fills.
    pub fn samplers(&self) -> impl Iterator<Item = u32> {
        self.inline_samplers.iter().copied().chain(self.payload.iter().filter_map(|argument| argument.sampler_index))
    }
}

/// Whether memory of a thread is its private memory: `type: global` and `usage: private_space`.
fn is_private_memory(buffer: &Node) -> bool {
    let is = |key, value| buffer.get(key).is_some_and(|node| node.scalar().ok() == Some(value));
    is("type", "global") && is("usage", "private_space")
}

/// The scratch memory among the memory of a thread.
fn scratch(text: &str, kernel: &Node, memory: &[Node]) -> Result<Option<Scratch>, LinkError> {
    for (index, buffer) in memory.iter().enumerate() {
        if buffer.need("type")?.scalar()? != "scratch" {
            continue;
        }
        // With its only element the list goes, too.
        let alone = kernel.entry("per_thread_memory_buffers").filter(|_| memory.len() == 1);
        let start = alone.map_or(buffer.span.start, |(key, _)| key.span.start);
        let end = match memory.get(index + 1) {
            Some(next) => line_start(text, next.span.start),
            None => line_end(text, buffer.span.end),
        };
        let lines = line_start(text, start)..end;
        return Ok(Some(Scratch { size: buffer.need("size")?.as_number()?, lines }));
    }
    Ok(None)
}

impl PayloadArgument {
    fn read(node: &Node) -> Result<PayloadArgument, LinkError> {
        Ok(PayloadArgument {
            arg_type: node.need("arg_type")?.scalar()?.to_owned(),
            offset: node.number("offset")?,
            size: node.number("size")?,
            arg_index: node.optional("arg_index")?,
            source_offset: node.optional("source_offset")?,
            sampler_index: node.optional("sampler_index")?,
        })
    }

    /// The byte behind it.
    pub fn end(&self) -> u32 {
        self.offset.saturating_add(self.size)
    }
}

impl Insertion {
    /// Before the line with the byte at `at`, with its indentation.
    fn before(text: &str, at: usize) -> Insertion {
        let start = line_start(text, at);
        Insertion { at: start, indent: at - start }
    }

    /// Keys with their values, each with how much further it is indented, in the columns of Intel's compiler.
    fn lines(&self, lines: &[(usize, &str, &str)]) -> (Range<usize>, String) {
        let mut out = String::new();
        for (indent, key, value) in lines {
            let line = if let Some(key) = key.strip_prefix("- ") {
                format!("- {key:<16} {value}")
            } else {
                format!("{key:<16} {value}")
            };
            out += &" ".repeat(self.indent + indent);
            out += line.trim_end();
            out += "\n";
        }
        (self.at..self.at, out)
    }
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end + 1)
}

impl Node {
    fn expected(&self, expected: impl Into<String>) -> LinkError {
        LinkError::ZeInfo { line: self.line, expected: expected.into() }
    }

    fn entries(&self) -> Result<&[(Node, Node)], LinkError> {
        match &self.value {
            NodeValue::Map(entries) => Ok(entries),
            _ => Err(self.expected("keys with values")),
        }
    }

    fn list(&self) -> Result<&[Node], LinkError> {
        match &self.value {
            NodeValue::List(items) => Ok(items),
            _ => Err(self.expected("a list")),
        }
    }

    fn scalar(&self) -> Result<&str, LinkError> {
        match &self.value {
            NodeValue::Scalar(text) => Ok(text),
            _ => Err(self.expected("one value")),
        }
    }

    fn as_number(&self) -> Result<Number, LinkError> {
        let value = self.scalar()?.parse().map_err(|_| self.expected("a number of 32 bits"))?;
        Ok(Number { value, span: self.span.clone() })
    }

    fn entry(&self, name: &str) -> Option<&(Node, Node)> {
        let NodeValue::Map(entries) = &self.value else { return None };
        entries.iter().find(|(key, _)| matches!(&key.value, NodeValue::Scalar(text) if text == name))
    }

    fn get(&self, name: &str) -> Option<&Node> {
        self.entry(name).map(|(_, value)| value)
    }

    fn need(&self, name: &str) -> Result<&Node, LinkError> {
        self.entries()?;
        self.get(name).ok_or_else(|| self.expected(format!("`{name}`")))
    }

    fn number(&self, name: &str) -> Result<u32, LinkError> {
        Ok(self.need(name)?.as_number()?.value)
    }

    fn optional(&self, name: &str) -> Result<Option<u32>, LinkError> {
        Ok(self.get(name).map(Node::as_number).transpose()?.map(|number| number.value))
    }
}

/// Builds the nodes of a text.
struct Reader<'a> {
    text: &'a str,
    parser: Parser<'a, saphyr_parser::StrInput<'a>>,
    /// The byte of each character, where that is not the same number.
    bytes: Option<Vec<usize>>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        let bytes = (!text.is_ascii()).then(|| text.char_indices().map(|(byte, _)| byte).chain([text.len()]).collect());
        Reader { text, parser: Parser::new_from_str(text), bytes }
    }

    /// The byte at a marker, which counts characters.
    fn byte(&self, marker: Marker) -> usize {
        let at = match &self.bytes {
            Some(bytes) => bytes.get(marker.index()).copied().unwrap_or(self.text.len()),
            None => marker.index(),
        };
        at.min(self.text.len())
    }

    fn next(&mut self) -> Result<(Event<'a>, Range<usize>, Marker), LinkError> {
        match self.parser.next_event() {
            Some(Ok((event, span))) => {
                let start = self.byte(span.start);
                Ok((event, start..self.byte(span.end).max(start), span.start))
            }
            Some(Err(error)) => Err(LinkError::Yaml {
                line: error.marker().line(),
                column: error.marker().col() + 1,
                message: error.info().to_owned(),
            }),
            None => Err(LinkError::Yaml { line: 1, column: 1, message: "there is no document".to_owned() }),
        }
    }

    /// The first document.
    fn document(mut self) -> Result<Node, LinkError> {
        loop {
            let (event, span, marker) = self.next()?;
            match event {
                Event::StreamStart | Event::DocumentStart(_) | Event::Nothing => {}
                event => return self.node(event, span, marker, 0),
            }
        }
    }

    /// The node that begins with `event`.
    fn node(&mut self, event: Event<'a>, span: Range<usize>, marker: Marker, depth: usize) -> Result<Node, LinkError> {
        let refuse = |message: &str| LinkError::Yaml {
            line: marker.line(),
            column: marker.col() + 1,
            message: message.to_owned(),
        };
        if depth > DEPTH {
            return Err(refuse("lists and maps are nested too deep"));
        }
        let line = marker.line();
        match event {
            Event::Scalar(text, ScalarStyle::Plain, ..) => {
                let end = span.start + text.len();
                let is_as_written = self.text.get(span.start..end) == Some(&*text);
                let end = if is_as_written { end } else { span.end };
                Ok(Node { value: NodeValue::Scalar(text.into_owned()), span: span.start..end, line })
            }
            Event::Scalar(text, ..) => Ok(Node { value: NodeValue::Scalar(text.into_owned()), span, line }),
            Event::SequenceStart(..) => {
                let mut items = Vec::new();
                loop {
                    let (event, item, marker) = self.next()?;
                    if event == Event::SequenceEnd {
                        let end = items.last().map_or(span.end, |node: &Node| node.span.end);
                        return Ok(Node { value: NodeValue::List(items), span: span.start..end, line });
                    }
                    items.push(self.node(event, item, marker, depth + 1)?);
                }
            }
            Event::MappingStart(..) => {
                let mut entries = Vec::new();
                loop {
                    let (event, item, marker) = self.next()?;
                    if event == Event::MappingEnd {
                        let end = entries.last().map_or(span.end, |(_, node): &(Node, Node)| node.span.end);
                        return Ok(Node { value: NodeValue::Map(entries), span: span.start..end, line });
                    }
                    let key = self.node(event, item, marker, depth + 1)?;
                    let (event, item, marker) = self.next()?;
                    entries.push((key, self.node(event, item, marker, depth + 1)?));
                }
            }
            Event::Alias(_) => Err(refuse("an alias; Intel's compiler writes none")),
            _ => Err(refuse("expected a value")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As Intel's compiler writes it.
    const TEXT: &str = "---
version:         '1.20'
kernels:
  - name:            blur
    execution_env:
      grf_count:       128
      simd_size:       32
    payload_arguments:
      - arg_type:        arg_byvalue
        offset:          32
        size:            4
        arg_index:       1
    binding_table_indices:
      - bti_value:       1
        arg_index:       0
    inline_samplers:
      - sampler_index:   0
        addrmode:        clamp_edge
  - name:            café
    execution_env:
      barrier_count:   1
      grf_count:       128
      simd_size:       16
    per_thread_memory_buffers:
      - type:            scratch
        usage:           single_space
        size:            4096
kernels_misc_info:
  - name:            blur
    args_info:
      - index:           1
        name:            radius
...
";

    fn needs(grf_count: u32, barrier_count: u32, scratch_bytes: u32) -> ThreadNeeds {
        ThreadNeeds { grf_count, barrier_count, scratch_bytes }
    }

    #[test]
    fn facts_of_kernels_are_read() {
        let info = ZeInfo::read(TEXT).expect("it is read");
        let [blur, other] = &info.kernels[..] else { panic!("there are two kernels") };
        assert_eq!((blur.simd_size, blur.needs()), (32, needs(128, 0, 0)));
        assert_eq!((other.name.as_str(), other.needs()), ("café", needs(128, 1, 4096)));
        let argument = &blur.payload[0];
        assert_eq!((argument.offset, argument.end(), argument.arg_index), (32, 36, Some(1)));
        assert_eq!(blur.argument_name(1), Some("radius"));
        assert_eq!((&blur.tables[..], &blur.inline_samplers[..]), (&[(1, Some(0))][..], &[0][..]));
    }

    /// The lines are where Intel's compiler writes them: it sorts `execution_env`, and memory comes before samplers.
    #[test]
    fn lines_are_added_where_intels_compiler_has_them() {
        let info = ZeInfo::read(TEXT).expect("it is read");
        let found = info.with(0, needs(256, 1, 65536)).expect("it is changed");
        let expected = TEXT
            .replacen("      grf_count:       128\n", "      barrier_count:   1\n      grf_count:       256\n", 1)
            .replacen(
                "    inline_samplers:",
                "    per_thread_memory_buffers:\n      - type:            scratch\n        usage:           single_space\n        \
                 size:            65536\n    inline_samplers:",
                1,
            );
        assert_eq!(found, expected);
        assert_eq!(info.with(0, needs(128, 0, 0)).expect("nothing is changed"), TEXT);
    }

    #[test]
    fn lines_are_removed_with_the_key_that_they_leave_empty() {
        let info = ZeInfo::read(TEXT).expect("it is read");
        let found = info.with(1, needs(128, 0, 0)).expect("it is changed");
        let (start, end) =
            (TEXT.find("    per_thread_memory").expect("it is there"), TEXT.find("kernels_misc").expect("it is there"));
        let expected =
            format!("{}{}", &TEXT[..start], &TEXT[end..]).replace("barrier_count:   1", "barrier_count:   0");
        assert_eq!(found, expected);
        let found = info.with(1, needs(128, 1, 1024)).expect("it is changed");
        assert_eq!(found, TEXT.replace("4096", "1024"));
    }

    #[test]
    fn what_cannot_be_changed_in_place_is_refused() {
        let text = "{kernels: [{name: k, execution_env: {grf_count: 128, simd_size: 8}}]}";
        let info = ZeInfo::read(text).expect("it is read");
        assert!(matches!(info.with(0, needs(128, 1, 0)), Err(LinkError::Form { .. })));
        assert_eq!(info.with(0, needs(256, 0, 0)).expect("a number alone is changed"), text.replace("128", "256"));
    }

    #[test]
    fn damaged_text_is_refused_with_its_line() {
        let said = |text: &str| ZeInfo::read(text).expect_err("it is damaged").to_string();
        assert_eq!(
            said(&TEXT.replace("grf_count:       128\n      simd_size:       32", "simd_size: 32")),
            "`.ze_info` line 6: expected `grf_count`"
        );
        assert_eq!(
            said(&TEXT.replace("offset:          32", "offset:          x")),
            "`.ze_info` line 10: expected a number of 32 bits"
        );
        assert_eq!(said("kernels: 1"), "`.ze_info` line 1: expected a list");
        assert!(said(&TEXT.replace("    execution_env:", "  - [")).starts_with("`.ze_info` line "));
        assert!(said("kernels: &a [*a]").contains("an alias"));
        assert!(said(&format!("{}{}", "[".repeat(20), "]".repeat(20))).contains("nested too deep"));
        assert!(said(&"[".repeat(100_000)).starts_with("`.ze_info` line 1"));
        assert!(said("").starts_with("`.ze_info` line 1"));
    }
}
