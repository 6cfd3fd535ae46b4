//! The modules of one target: what each file defines, imports and names. Code under `#[cfg(test)]` is left out.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::Visit;
use syn::{Attribute, Item, UseTree, Visibility};

use crate::finding::HouseError;

/// A path as it is written, by its segments: `super::types::Type`.
pub type Segments = Vec<String>;

/// Who may name a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// The module that it is in.
    Private,
    /// The crate, or the parent module.
    Crate,
    /// Everybody, where the module is public too.
    Public,
}

/// A type or trait that a module defines.
#[derive(Clone, Debug)]
pub struct TypeDefinition {
    /// Its name.
    pub name: String,
    /// Its line, from 1.
    pub line: usize,
    /// Who may name it.
    pub access: Access,
}

/// A path that a module's code names.
#[derive(Clone, Debug)]
pub struct Mention {
    /// The path as it is written.
    pub path: Segments,
    /// Its line, from 1.
    pub line: usize,
}

/// A string in a module's code, or in an attribute that is not documentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringLiteral {
    /// What it says, without quotes and escapes.
    pub text: String,
    /// Its first line, from 1.
    pub line: usize,
}

/// One module: a file, or a `mod` with braces inside one.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The file that it is written in.
    pub file: PathBuf,
    /// The module that declares it.
    pub parent: Option<usize>,
    /// Modules that it declares.
    pub children: BTreeMap<String, usize>,
    /// Whether the module that declares it does so as `pub mod`.
    pub is_public: bool,
    /// Names of what it defines: types, functions, constants, macros.
    pub items: BTreeSet<String>,
    /// Identifiers in macros at the level of items, which may be names that the macro defines.
    pub macro_words: BTreeSet<String>,
    /// Types and traits that it defines.
    pub types: Vec<TypeDefinition>,
    /// What each imported or re-exported name means.
    pub imports: BTreeMap<String, Segments>,
    /// Paths that `pub use` hands on to everybody.
    pub reexports: Vec<Segments>,
    /// Modules and enums of which everything is imported.
    pub globs: Vec<Segments>,
    /// Paths that its code names; private imports among them.
    pub mentions: Vec<Mention>,
    /// Its strings, those in the tokens of macros among them.
    pub strings: Vec<StringLiteral>,
}

/// The modules of one target. The first is the root.
#[derive(Clone, Debug)]
pub struct Crate {
    /// The modules.
    pub modules: Vec<Module>,
}

impl Crate {
    /// Reads the target whose root file is `root`.
    ///
    /// # Errors
    ///
    /// A file that a module is in cannot be read, or is not Rust.
    pub fn read(root: &Path) -> Result<Crate, HouseError> {
        let mut modules = vec![Module { file: root.to_path_buf(), ..Module::default() }];
        let mut queue = VecDeque::from([Pending { module: 0, folder: parent_of(root) }]);
        while let Some(Pending { module, folder }) = queue.pop_front() {
            let path = modules[module].file.clone();
            let text =
                std::fs::read_to_string(&path).map_err(|error| HouseError::Read { path: path.clone(), error })?;
            let file = syn::parse_file(&text).map_err(|error| HouseError::Syntax { path, error })?;
            collect(&mut modules, module, &folder, &file.items, &mut queue)?;
        }
        Ok(Crate { modules })
    }

    /// The file and name of what `path` means in `module`, where that is an item of this crate.
    #[must_use]
    pub fn resolve(&self, module: usize, path: &[String]) -> Option<(&Path, String)> {
        match self.meaning(module, path, 0)? {
            Meaning::Item { module, name } => Some((&self.modules[module].file, name)),
            Meaning::Module(_) => None,
        }
    }

    /// The types that other crates can name, by their module and name: public in a module that is, or handed on.
    #[must_use]
    pub fn public_types(&self) -> BTreeSet<(usize, String)> {
        let mut public = BTreeSet::new();
        let mut reached = BTreeSet::from([0]);
        let mut queue = vec![0];
        while let Some(index) = queue.pop() {
            let module = &self.modules[index];
            let is_public = |definition: &&TypeDefinition| definition.access == Access::Public;
            public.extend(module.types.iter().filter(is_public).map(|definition| (index, definition.name.clone())));
            let mut modules: Vec<usize> = module.children.values().copied().collect();
            modules.retain(|&child| self.modules[child].is_public);
            for path in &module.reexports {
                match self.meaning(index, path, 0) {
                    Some(Meaning::Item { module, name }) => drop(public.insert((module, name))),
                    Some(Meaning::Module(module)) => modules.push(module),
                    None => {}
                }
            }
            queue.extend(modules.into_iter().filter(|&module| reached.insert(module)));
        }
        public
    }

    fn meaning(&self, module: usize, path: &[String], depth: usize) -> Option<Meaning> {
        // Imports of imports end; two globs may name each other.
        if depth > 16 {
            return None;
        }
        let (first, mut rest) = path.split_first()?;
        let mut current = match first.as_str() {
            "crate" => Meaning::Module(0),
            "self" => Meaning::Module(module),
            "super" => Meaning::Module(self.modules[module].parent?),
            name => self.lookup(module, name, depth)?,
        };
        while let Meaning::Module(module) = current {
            let Some((name, tail)) = rest.split_first() else { break };
            rest = tail;
            current = match name.as_str() {
                "super" => Meaning::Module(self.modules[module].parent?),
                "self" => Meaning::Module(module),
                name => self.lookup(module, name, depth)?,
            };
        }
        Some(current)
    }

    fn lookup(&self, module: usize, name: &str, depth: usize) -> Option<Meaning> {
        let of = &self.modules[module];
        let item = || Some(Meaning::Item { module, name: name.to_owned() });
        if of.items.contains(name) {
            return item();
        }
        if let Some(&child) = of.children.get(name) {
            return Some(Meaning::Module(child));
        }
        if let Some(path) = of.imports.get(name) {
            // An import of a name from another crate under the same name must not find itself.
            if path.first().map(String::as_str) != Some(name) {
                return self.meaning(module, path, depth + 1);
            }
            return None;
        }
        let from_globs = of.globs.iter().find_map(|path| match self.meaning(module, path, depth + 1)? {
            Meaning::Module(other) if other != module => self.lookup(other, name, depth + 1),
            _ => None,
        });
        from_globs.or_else(|| if of.macro_words.contains(name) { item() } else { None })
    }
}

enum Meaning {
    Module(usize),
    Item { module: usize, name: String },
}

/// A module whose file is still to be read.
struct Pending {
    module: usize,
    /// The folder in which its children are looked for.
    folder: PathBuf,
}

fn parent_of(path: &Path) -> PathBuf {
    path.parent().unwrap_or(Path::new("")).to_path_buf()
}

/// Whether an attribute keeps the item out of what is not a test.
pub(super) fn is_test_only(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && matches!(&attribute.meta, syn::Meta::List(list) if list.tokens.to_string() == "test")
    })
}

fn attributes_of(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Puts `items` into `module`, and the modules that they declare behind it.
fn collect(
    modules: &mut Vec<Module>,
    module: usize,
    folder: &Path,
    items: &[Item],
    queue: &mut VecDeque<Pending>,
) -> Result<(), HouseError> {
    for item in items.iter().filter(|item| !is_test_only(attributes_of(item))) {
        if let Item::Mod(declared) = item {
            let name = declared.ident.to_string();
            let child = modules.len();
            let inner = folder.join(&name);
            modules[module].children.insert(name.clone(), child);
            let is_public = access_of(&declared.vis) == Access::Public;
            let mut made = Module { parent: Some(module), is_public, ..Module::default() };
            if let Some((_, items)) = &declared.content {
                made.file = modules[module].file.clone();
                modules.push(made);
                collect(modules, child, &inner, items, queue)?;
                continue;
            }
            let beside = folder.join(format!("{name}.rs"));
            made.file = match path_attribute(&declared.attrs) {
                Some(path) => parent_of(&modules[module].file).join(path),
                None if beside.is_file() => beside,
                None => inner.join("mod.rs"),
            };
            modules.push(made);
            queue.push_back(Pending { module: child, folder: inner });
            continue;
        }
        define(&mut modules[module], item);
        Collector { module: &mut modules[module] }.visit_item(item);
    }
    Ok(())
}

fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("path")).find_map(|attribute| {
        match &attribute.meta.require_name_value().ok()?.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        }
    })
}

fn access_of(visibility: &Visibility) -> Access {
    match visibility {
        Visibility::Public(_) => Access::Public,
        Visibility::Restricted(_) => Access::Crate,
        Visibility::Inherited => Access::Private,
    }
}

/// Notes the names that `item` gives to its module.
fn define(module: &mut Module, item: &Item) {
    let (name, visibility) = match item {
        Item::Enum(item) => (&item.ident, Some(&item.vis)),
        Item::Struct(item) => (&item.ident, Some(&item.vis)),
        Item::Trait(item) => (&item.ident, Some(&item.vis)),
        Item::TraitAlias(item) => (&item.ident, Some(&item.vis)),
        Item::Type(item) => (&item.ident, Some(&item.vis)),
        Item::Union(item) => (&item.ident, Some(&item.vis)),
        Item::Const(item) => (&item.ident, None),
        Item::Static(item) => (&item.ident, None),
        Item::Fn(item) => (&item.sig.ident, None),
        Item::Macro(item) => {
            if let Some(name) = &item.ident {
                module.items.insert(name.to_string());
            }
            define_in_macro(module, item.mac.tokens.clone(), item.mac.path.is_ident("entities"));
            return;
        }
        _ => return,
    };
    module.items.insert(name.to_string());
    if let Some(visibility) = visibility {
        let access = access_of(visibility);
        module.types.push(TypeDefinition { name: name.to_string(), line: name.span().start().line, access });
    }
}

/// Notes what the tokens of a macro may define: every identifier, and as a type what follows `struct` or `enum`. In
/// `entities!` of the two representations each name with a prefix in quotes behind it is a public type.
fn define_in_macro(module: &mut Module, tokens: TokenStream, has_entities: bool) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => define_in_macro(module, group.stream(), has_entities),
            TokenTree::Ident(ident) => {
                let name = ident.to_string();
                module.macro_words.insert(name.clone());
                let before = |distance: usize| index.checked_sub(distance).map(|at| tokens[at].to_string());
                let is_declared = matches!(before(1).as_deref(), Some("struct" | "enum" | "trait" | "type"));
                let is_entity = has_entities && matches!(tokens.get(index + 1), Some(TokenTree::Literal(_)));
                if is_declared || is_entity {
                    let access = match before(2).as_deref() {
                        _ if is_entity => Access::Public,
                        Some("pub") => Access::Public,
                        Some(text) if text.starts_with('(') => Access::Crate,
                        _ => Access::Private,
                    };
                    module.types.push(TypeDefinition { name, line: ident.span().start().line, access });
                }
            }
            _ => {}
        }
    }
}

/// The strings in `tokens`, documentation left out.
pub(super) fn strings_of(tokens: TokenStream, strings: &mut Vec<StringLiteral>) {
    for token in tokens {
        match token {
            TokenTree::Literal(literal) => strings.extend(string_of(&syn::Lit::new(literal))),
            TokenTree::Group(group) if !is_documentation(&group) => strings_of(group.stream(), strings),
            _ => {}
        }
    }
}

fn string_of(literal: &syn::Lit) -> Option<StringLiteral> {
    let text = match literal {
        syn::Lit::Str(text) => text.value(),
        syn::Lit::ByteStr(text) => String::from_utf8_lossy(&text.value()).into_owned(),
        syn::Lit::CStr(text) => text.value().to_string_lossy().into_owned(),
        _ => return None,
    };
    Some(StringLiteral { text, line: literal.span().start().line })
}

/// Whether this is `[doc = "..."]`, which a comment of documentation is among tokens.
fn is_documentation(group: &proc_macro2::Group) -> bool {
    matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(first)) if first == "doc")
}

/// Notes the imports, the paths and the strings of an item.
struct Collector<'a> {
    module: &'a mut Module,
}

impl Collector<'_> {
    fn import(&mut self, tree: &UseTree, prefix: &mut Segments, access: Access) {
        match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.import(&path.tree, prefix, access);
                prefix.pop();
            }
            UseTree::Name(name) => self.import_name(&name.ident, &name.ident, prefix, access),
            UseTree::Rename(rename) => self.import_name(&rename.ident, &rename.rename, prefix, access),
            UseTree::Glob(_) => self.module.globs.push(prefix.clone()),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, prefix, access);
                }
            }
        }
    }

    fn import_name(&mut self, name: &syn::Ident, to: &syn::Ident, prefix: &Segments, access: Access) {
        let mut path = prefix.clone();
        let mut to = to.to_string();
        if name == "self" {
            to = if to == "self" { prefix.last().cloned().unwrap_or_default() } else { to };
        } else {
            path.push(name.to_string());
        }
        match access {
            Access::Private => {
                self.module.mentions.push(Mention { path: path.clone(), line: name.span().start().line });
            }
            Access::Crate => {}
            Access::Public => self.module.reexports.push(path.clone()),
        }
        self.module.imports.insert(to, path);
    }

    /// Paths in the tokens of a macro, which no parser of expressions reads.
    fn mention_tokens(&mut self, tokens: TokenStream) {
        let mut path = Segments::new();
        let mut line = 0;
        let mut colons = 0;
        let mut is_member = false;
        for token in tokens {
            match &token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.mention(&mut path, line);
                    }
                    if !is_member {
                        line = ident.span().start().line;
                        path.push(ident.to_string());
                    }
                    (colons, is_member) = (0, false);
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                token => {
                    self.mention(&mut path, line);
                    colons = 0;
                    is_member = matches!(token, TokenTree::Punct(punct) if matches!(punct.as_char(), '.' | '$'));
                    if let TokenTree::Group(group) = token {
                        self.mention_tokens(group.stream());
                    }
                }
            }
        }
        self.mention(&mut path, line);
    }

    fn mention(&mut self, path: &mut Segments, line: usize) {
        if !path.is_empty() {
            self.module.mentions.push(Mention { path: std::mem::take(path), line });
        }
    }
}

impl<'ast> Visit<'ast> for Collector<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test_only(attributes_of(item)) {
            syn::visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if !is_test_only(&function.attrs) {
            syn::visit::visit_impl_item_fn(self, function);
        }
    }

    // Derives and documentation name nothing that makes a module depend on another. But `#[error("...")]` has strings.
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let syn::Meta::List(list) = &attribute.meta {
            strings_of(list.tokens.clone(), &mut self.module.strings);
        }
    }

    fn visit_lit(&mut self, literal: &'ast syn::Lit) {
        self.module.strings.extend(string_of(literal));
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        // `pub use` hands a name on: who names it depends on the module that defines it, not on this one.
        let access = access_of(&item.vis);
        self.import(&item.tree, &mut Segments::new(), access);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let line = path.segments.first().map_or(0, |segment| segment.ident.span().start().line);
        let mut segments = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.mention(&mut segments, line);
        syn::visit::visit_path(self, path);
    }

    // A macro's path is visited as any other.
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.visit_path(&call.path);
        self.mention_tokens(call.tokens.clone());
        strings_of(call.tokens.clone(), &mut self.module.strings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_found_wherever_code_has_them() {
        let source = "/// A \"comment\".\nconst A: &str = \"a\";\n#[error(\"b {0}\")]\nstruct B;\n\
                      rows! {\n/// \"More\".\nC r\"c\", [Some(\"d\")];\n}\n\
                      fn f(x: &str) -> bool {\nmatches!(x, \"e\") || x.as_bytes() == b\"f\" }\n\
                      #[cfg(test)]\nmod tests {\nconst G: &str = \"g\";\n}\n";
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path().join("lib.rs");
        std::fs::write(&root, source).expect("the folder takes files");
        let read = Crate::read(&root).expect("a module");
        let found: Vec<_> = read.modules[0].strings.iter().map(|string| (string.text.as_str(), string.line)).collect();
        assert_eq!(found, [("a", 2), ("b {0}", 3), ("c", 7), ("d", 7), ("e", 10), ("f", 10)]);
    }
}
