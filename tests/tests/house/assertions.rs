//! Assertions about all items of a collection must not hold for an empty one.

use std::fs;

use anyhow::{Context as _, Result};
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, Macro, Token};

use super::{files_below, root};

/// `assert!(items.iter().all(…))` holds when `items` is empty, which mostly means that the test looks at the wrong thing. So
/// the same function has to assert before, or in the same condition, that there are items.
#[test]
fn nothing_is_asserted_of_all_items_that_may_be_none() -> Result<()> {
    let (mut sources, mut complaints) = (files_below("crates", &[".rs"])?, Vec::new());
    sources.extend(files_below("tests", &[".rs"])?);
    sources.extend(files_below("bench", &[".rs"])?);
    for path in sources {
        let source = fs::read_to_string(&path)?;
        if !source.contains(".all(") {
            continue;
        }
        let file = syn::parse_file(&source).with_context(|| format!("{} cannot be parsed", path.display()))?;
        let mut asserts = Assertions::default();
        asserts.visit_file(&file);
        let short = path.strip_prefix(root()?)?;
        complaints.extend(asserts.vacuous.iter().map(|line| format!("{}:{line}", short.display())));
    }
    let list = complaints.join("\n");
    assert!(complaints.is_empty(), "these hold also of nothing; assert first that there is something:\n{list}\n");
    Ok(())
}

#[test]
fn an_assertion_about_all_items_is_fine_once_there_are_some() -> Result<()> {
    for (source, lines) in [
        ("fn f() { assert!(x.iter().all(ok)); }", vec![1]),
        ("fn f() { assert!(x.lines().all(ok) && y, \"said\"); }", vec![1]),
        ("fn f() { prop_assert!(found(&x).into_iter().all(ok)); }", vec![1]),
        ("fn f() { assert!(!x.is_empty()); }\nfn g() { assert!(x.iter().all(ok)); }", vec![2]),
        ("fn f() { assert!(!x.is_empty()); assert!(x.iter().all(ok)); }", vec![]),
        ("fn f() { assert_eq!(x.len(), 2); for y in z { assert!(x.iter().all(ok)); } }", vec![]),
        ("fn f() { assert!(!x.is_empty() && x.iter().all(ok)); }", vec![]),
        ("fn f() { assert!([a, b].iter().all(ok)); assert!((1..4).all(ok)); }", vec![]),
        ("fn f() { assert!(x.iter().any(ok)); let all = x.iter().all(ok); }", vec![]),
    ] {
        let mut asserts = Assertions::default();
        asserts.visit_file(&syn::parse_file(source)?);
        assert_eq!(asserts.vacuous, lines, "{source}");
    }
    Ok(())
}

/// Walks a file and collects the lines of assertions that would hold for an empty collection.
#[derive(Default)]
struct Assertions {
    /// The assertions so far in the enclosing functions, as text.
    asserted: Vec<String>,
    vacuous: Vec<usize>,
}

impl<'ast> Visit<'ast> for Assertions {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        let before = self.asserted.len();
        visit::visit_item_fn(self, function);
        self.asserted.truncate(before);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        let before = self.asserted.len();
        visit::visit_impl_item_fn(self, function);
        self.asserted.truncate(before);
    }

    fn visit_macro(&mut self, invoked: &'ast Macro) {
        let name = invoked.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        // The body of a macro like `proptest!` is code as well, if it parses as such.
        if let Ok(inner) = syn::parse2::<syn::File>(invoked.tokens.clone()) {
            self.visit_file(&inner);
        } else if let Ok(statements) = Block::parse_within.parse2(invoked.tokens.clone()) {
            for statement in &statements {
                self.visit_stmt(statement);
            }
        }
        if !name.contains("assert") && name != "ensure" {
            return;
        }
        let text = format!("{name}!({})", squeezed(&invoked.tokens));
        let condition = arguments(&invoked.tokens).and_then(|all| all.into_iter().next());
        let line = invoked.path.segments.first().map_or(0, |first| first.ident.span().start().line);
        if let Some(condition) = condition {
            let is_vacuous =
                |items: &Expr| !self.asserted.iter().chain([&text]).any(|said| says_there_are(said, items));
            if items_of_all(&condition).into_iter().any(is_vacuous) {
                self.vacuous.push(line);
            }
        }
        self.asserted.push(text);
    }
}

fn arguments(tokens: &TokenStream) -> Option<Punctuated<Expr, Token![,]>> {
    Punctuated::<Expr, Token![,]>::parse_terminated.parse2(tokens.clone()).ok()
}

/// The items of each `items.iter().all(…)` that has to hold for this condition to hold.
fn items_of_all(condition: &Expr) -> Vec<&Expr> {
    if let Expr::Paren(inner) = condition {
        return items_of_all(&inner.expr);
    }
    if let Expr::Binary(both) = condition
        && matches!(both.op, BinOp::And(_))
    {
        return [items_of_all(&both.left), items_of_all(&both.right)].concat();
    }
    if let Expr::MethodCall(call) = condition
        && call.method == "all"
    {
        let items = beginning(&call.receiver);
        let are_written_here = matches!(items, Expr::Array(_) | Expr::Range(_));
        return (!are_written_here).then_some(items).into_iter().collect();
    }
    Vec::new()
}

/// Where a chain of calls begins: `items` of `items.iter().filter(…)`.
fn beginning(expression: &Expr) -> &Expr {
    let inner = if let Expr::MethodCall(call) = expression {
        &call.receiver
    } else if let Expr::Paren(inner) = expression {
        &inner.expr
    } else if let Expr::Reference(inner) = expression {
        &inner.expr
    } else if let Expr::Try(inner) = expression {
        &inner.expr
    } else {
        return expression;
    };
    beginning(inner)
}

/// Whether an assertion ensures that there are items: it compares or counts them.
fn says_there_are(asserted: &str, items: &Expr) -> bool {
    let says_how_many = ["assert_eq!", ".is_empty()", ".len()", ".count()"].iter().any(|how| asserted.contains(how));
    says_how_many && asserted.contains(&squeezed(&items.to_token_stream()))
}

/// Tokens as text without spaces, so that formatting makes no difference.
fn squeezed(tokens: &TokenStream) -> String {
    tokens.to_string().split_whitespace().collect()
}
