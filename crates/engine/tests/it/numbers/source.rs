//! The public functions of the engine that take numbers, read from its source: a function counts if it can be named from outside the crate,
//! and has a parameter with an `f64` or a `usize` in its type that is no function.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::Visit;
use syn::{Attribute, FnArg, ImplItem, Item, ItemUse, Signature, Type, UseTree, Visibility};

/// A function, called by the shortest path from outside, and whether its documentation says when it panics.
#[derive(Debug)]
pub struct Function {
    pub name: String,
    pub panics: bool,
}

/// Names of modules, from the root of the crate.
type Names = Vec<String>;

/// A file of the crate.
struct Module {
    items: Vec<Item>,
    /// Modules below it, with whether they are public.
    inner: BTreeMap<String, bool>,
}

#[derive(Default)]
struct Crate {
    modules: BTreeMap<Names, Module>,
}

impl Crate {
    fn read(&mut self, file: &Path, path: Names) {
        let text = fs::read_to_string(file).unwrap();
        let items = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display())).items;
        let beside =
            if file.ends_with("lib.rs") || file.ends_with("mod.rs") { file.parent().unwrap().into() } else { file.with_extension("") };
        let mut inner = BTreeMap::new();
        for item in &items {
            let Item::Mod(module) = item else { continue };
            let name = module.ident.to_string();
            if module.content.is_none() && name != "tests" {
                let files: [PathBuf; 2] = [beside.join(format!("{name}.rs")), beside.join(&name).join("mod.rs")];
                let file = files.into_iter().find(|file| file.exists()).unwrap();
                self.read(&file, [path.clone(), vec![name.clone()]].concat());
                inner.insert(name, is_public(&module.vis));
            }
        }
        self.modules.insert(path, Module { items, inner });
    }

    /// The module and the name where an item is defined that is called so in a module.
    fn definition(&self, module: &Names, name: &str) -> Option<(Names, String)> {
        let here = self.modules.get(module)?;
        if here.items.iter().any(|item| defined(item).is_some_and(|(ident, _)| ident == name)) {
            return Some((module.clone(), name.to_owned()));
        }
        let (from, original, _) = here.items.iter().filter_map(used).flatten().find(|(_, _, called)| called == name)?;
        let from = absolute(module, &from);
        if (&from, &original) == (module, &name.to_owned()) { None } else { self.definition(&from, &original) }
    }

    /// What can be named from outside: where it is defined, and the shortest name.
    fn reachable(&self, module: &Names, found: &mut BTreeMap<(Names, String), String>) {
        let here = &self.modules[module];
        let mut keep = |definition, name: &str| {
            let path = [&module[..], &[name.to_owned()]].concat().join("::");
            let shortest = found.entry(definition).or_insert_with(|| path.clone());
            if path.len() < shortest.len() {
                *shortest = path;
            }
        };
        for item in &here.items {
            if let Some((name, true)) = defined(item) {
                keep((module.clone(), name.clone()), &name);
            }
            if let Item::Use(ItemUse { vis, .. }) = item
                && is_public(vis)
            {
                for (from, original, called) in used(item).unwrap_or_default() {
                    if let Some(definition) = self.definition(&absolute(module, &from), &original) {
                        keep(definition, &called);
                    }
                }
            }
        }
        for (name, _) in here.inner.iter().filter(|(_, public)| **public) {
            self.reachable(&[&module[..], std::slice::from_ref(name)].concat(), found);
        }
    }
}

/// A path in a module, from the root of the crate.
fn absolute(module: &[String], path: &[String]) -> Names {
    match path {
        [first, rest @ ..] if first == "crate" => rest.to_vec(),
        [first, rest @ ..] if first == "self" => [module, rest].concat(),
        [first, rest @ ..] if first == "super" => absolute(&module[..module.len() - 1], rest),
        _ => [module, path].concat(),
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// What an item defines, and whether that is public.
fn defined(item: &Item) -> Option<(String, bool)> {
    let (ident, visibility) = match item {
        Item::Struct(item) => (&item.ident, &item.vis),
        Item::Enum(item) => (&item.ident, &item.vis),
        Item::Fn(item) => (&item.sig.ident, &item.vis),
        _ => return None,
    };
    Some((ident.to_string(), is_public(visibility)))
}

/// What an item brings into its module: from where, what it is called there, and what here.
fn used(item: &Item) -> Option<Vec<(Names, String, String)>> {
    fn leaves(tree: &UseTree, path: &Names, found: &mut Vec<(Names, String, String)>) {
        match tree {
            UseTree::Path(inner) => leaves(&inner.tree, &[&path[..], &[inner.ident.to_string()]].concat(), found),
            UseTree::Group(group) => group.items.iter().for_each(|tree| leaves(tree, path, found)),
            UseTree::Name(name) => found.push((path.clone(), name.ident.to_string(), name.ident.to_string())),
            UseTree::Rename(name) => found.push((path.clone(), name.ident.to_string(), name.rename.to_string())),
            UseTree::Glob(_) => {}
        }
    }
    let Item::Use(item) = item else { return None };
    let mut found = vec![];
    leaves(&item.tree, &vec![], &mut found);
    Some(found)
}

/// Looks for numbers in a type.
struct Numbers(bool);

impl<'a> Visit<'a> for Numbers {
    fn visit_ident(&mut self, ident: &'a syn::Ident) {
        self.0 |= ident == "f64" || ident == "usize";
    }

    fn visit_parenthesized_generic_arguments(&mut self, _: &'a syn::ParenthesizedGenericArguments) {}

    fn visit_type_fn_ptr(&mut self, _: &'a syn::TypeFnPtr) {}

    fn visit_expr(&mut self, _: &'a syn::Expr) {}
}

fn takes_numbers(signature: &Signature) -> bool {
    let mut numbers = Numbers(false);
    for input in &signature.inputs {
        if let FnArg::Typed(input) = input {
            numbers.visit_type(&input.ty);
        }
    }
    numbers.0
}

fn says_when_it_panics(attributes: &[Attribute]) -> bool {
    attributes
        .iter()
        .filter_map(|attribute| attribute.meta.require_name_value().ok())
        .any(|doc| matches!(&doc.value, syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) if text.value().trim() == "# Panics"))
}

/// All of them.
pub fn functions() -> Vec<Function> {
    let mut all = Crate::default();
    all.read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"), vec![]);
    let mut names = BTreeMap::new();
    all.reachable(&vec![], &mut names);
    let mut found = vec![];
    let mut seen = BTreeSet::new();
    let mut keep = |name: String, signature: &Signature, attributes: &[Attribute]| {
        if takes_numbers(signature) && seen.insert(name.clone()) {
            found.push(Function { name, panics: says_when_it_panics(attributes) });
        }
    };
    for (path, module) in &all.modules {
        for item in &module.items {
            match item {
                Item::Fn(function) => {
                    if let Some(name) = names.get(&(path.clone(), function.sig.ident.to_string())) {
                        keep(name.clone(), &function.sig, &function.attrs);
                    }
                }
                Item::Impl(block) if block.trait_.is_none() => {
                    let Type::Path(of) = &*block.self_ty else { continue };
                    let of = of.path.segments.last().unwrap().ident.to_string();
                    let Some(name) = all.definition(path, &of).and_then(|definition| names.get(&definition)) else { continue };
                    for item in &block.items {
                        if let ImplItem::Fn(function) = item
                            && is_public(&function.vis)
                        {
                            keep(format!("{name}::{}", function.sig.ident), &function.sig, &function.attrs);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    found
}
