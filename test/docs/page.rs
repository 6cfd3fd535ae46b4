//! A page of Markdown: its code blocks, links, code spans and headings.

use std::fs;
use std::ops::Range;
use std::path::Path;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// The folder of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A fenced code block.
pub struct CodeBlock {
    /// What follows the opening fence.
    pub info: String,
    /// The bytes of the page between the fences.
    pub range: Range<usize>,
}

/// A page.
pub struct Page {
    /// Its path in the repository: `docs/messages.md`.
    pub name: String,
    /// All of it.
    pub text: String,
    /// Its fenced code blocks, in order.
    pub blocks: Vec<CodeBlock>,
    /// The targets of its links and pictures.
    pub links: Vec<String>,
    /// Its code spans, each with the line that it is in.
    pub spans: Vec<(usize, String)>,
    /// The anchors of its headings.
    pub anchors: Vec<String>,
}

impl Page {
    /// Every page of the repository: those at its top, and all below `docs`.
    pub fn all() -> Vec<Page> {
        let mut names = Vec::new();
        let mut folders = vec!["docs".to_owned()];
        names.extend(markdown_files("").into_iter().filter(|name| name.ends_with(".md")));
        while let Some(folder) = folders.pop() {
            let (pages, below): (Vec<_>, Vec<_>) =
                markdown_files(&folder).into_iter().partition(|name| name.ends_with(".md"));
            names.extend(pages);
            folders.extend(below);
        }
        names.sort();
        names.into_iter().map(Page::read).collect()
    }

    fn read(name: String) -> Page {
        let text = fs::read_to_string(root().join(&name)).expect("pages are readable");
        let mut page = Page {
            name,
            text: String::new(),
            blocks: Vec::new(),
            links: Vec::new(),
            spans: Vec::new(),
            anchors: Vec::new(),
        };
        let mut heading: Option<String> = None;
        let options = Options::ENABLE_TABLES;
        for (event, range) in Parser::new_ext(&text, options).into_offset_iter() {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    page.blocks.push(CodeBlock { info: info.to_string(), range: between_fences(&text, range) });
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.to_string());
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => page.anchors.extend(heading.take().map(|text| anchor(&text))),
                Event::Text(part) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&part);
                    }
                }
                Event::Code(code) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&code);
                    }
                    let line = text[..range.start].matches('\n').count() + 1;
                    page.spans.push((line, code.to_string()));
                }
                _ => {}
            }
        }
        page.text = text;
        page
    }
}

/// The pages and folders in a folder, as paths in the repository.
fn markdown_files(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).expect("the folders of pages are readable");
    let names = entries.filter_map(|entry| {
        let entry = entry.expect("the folders of pages are readable");
        let name = entry.file_name().into_string().expect("files have names in UTF-8");
        let wanted = name.ends_with(".md") || entry.path().is_dir();
        wanted.then(|| if folder.is_empty() { name } else { format!("{folder}/{name}") })
    });
    names.collect()
}

/// The bytes of a fenced block without its fences.
fn between_fences(text: &str, whole: Range<usize>) -> Range<usize> {
    let block = &text[whole.clone()];
    let start = block.find('\n').map_or(block.len(), |end| end + 1);
    let end = block.trim_end().rfind("```").unwrap_or(block.len()).max(start);
    whole.start + start..whole.start + end
}

/// The anchor that GitHub and mdBook give a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}
