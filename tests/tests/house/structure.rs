//! How much a folder and a type may hold before they are two things.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use syn::visit::{self, Visit};
use syn::{ImplItem, ItemImpl, Type};

use super::{files_below, none, root};

const MOST_FILES_OF_A_FOLDER: usize = 25;
const MOST_METHODS_OF_A_TYPE: usize = 40;

#[test]
fn no_folder_holds_too_many_files_to_look_through() -> Result<()> {
    let mut files: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for folder in ["crates", "page", "ui", "tests", "bench"] {
        for path in files_below(folder, &[".rs", ".ts", ".tsx"])? {
            let folder = path.parent().context("a file lies in a folder")?;
            *files.entry(folder.strip_prefix(root()?)?.to_owned()).or_default() += 1;
        }
    }
    let complaints: Vec<_> = files
        .iter()
        .filter(|(folder, count)| !is_set_aside(folder) && **count > MOST_FILES_OF_A_FOLDER)
        .map(|(folder, count)| {
            let most = MOST_FILES_OF_A_FOLDER;
            format!("{} holds {count} source files, {most} are the most: make folders by subject", folder.display())
        })
        .collect();
    none(&complaints);
    Ok(())
}

#[test]
fn no_type_has_too_many_methods_to_do_one_thing() -> Result<()> {
    let mut complaints = Vec::new();
    for (name, folder) in packages()? {
        for (type_name, count) in methods_of_types(&files_below(&folder, &[".rs"])?)? {
            if count > MOST_METHODS_OF_A_TYPE {
                let most = MOST_METHODS_OF_A_TYPE;
                complaints.push(format!("{name}: {type_name} has {count} methods, {most} are the most: make parts"));
            }
        }
    }
    none(&complaints);
    Ok(())
}

/// The packages of the workspace by name, each with its folder.
fn packages() -> Result<Vec<(String, String)>> {
    let mut packages = vec![("tests".to_owned(), "tests".to_owned()), ("bench".to_owned(), "bench".to_owned())];
    for entry in fs::read_dir(root()?.join("crates"))? {
        let name = entry?.file_name().into_string().ok().context("a crate has a plain name")?;
        let folder = format!("crates/{name}");
        packages.push((name, folder));
    }
    Ok(packages)
}

/// How many inherent methods each type has in these files of one crate. Types of the same name count as one.
fn methods_of_types(files: &[PathBuf]) -> Result<BTreeMap<String, usize>> {
    let mut methods = Methods::default();
    for path in files.iter().filter(|path| !is_set_aside(path)) {
        let source = fs::read_to_string(path)?;
        let file = syn::parse_file(&source).with_context(|| format!("{} cannot be parsed", path.display()))?;
        methods.visit_file(&file);
    }
    Ok(methods.of_type)
}

#[derive(Default)]
struct Methods {
    of_type: BTreeMap<String, usize>,
}

impl<'ast> Visit<'ast> for Methods {
    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        if let (None, Type::Path(path)) = (&item.trait_, item.self_ty.as_ref())
            && let Some(last) = path.path.segments.last()
        {
            let count = item.items.iter().filter(|item| matches!(item, ImplItem::Fn(_))).count();
            *self.of_type.entry(last.ident.to_string()).or_default() += count;
        }
        visit::visit_item_impl(self, item);
    }
}

/// Fixtures are data, and generated files are as many as their source makes.
fn is_set_aside(path: &Path) -> bool {
    path.components().any(|part| ["fixtures", "generated"].iter().any(|name| part.as_os_str() == *name))
}
