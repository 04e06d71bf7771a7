//! Writes every breach of a source file into it, each behind its switch.

use proc_macro2::Span;
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{
    BinOp, Block, Expr, ExprMethodCall, File, Lit, ReturnType, Signature, Stmt, Type, UnOp, parse_quote,
};

/// A place where a rule is broken, and how.
#[derive(Clone, Debug)]
pub struct Site {
    /// Its switch.
    pub id: u32,
    /// The file, from the crate's `src` on.
    pub file: String,
    /// The line.
    pub line: usize,
    /// The function.
    pub function: String,
    /// What becomes of what: `a < b → a <= b`.
    pub what: String,
    /// Which one it is among those of the same words in the same function.
    pub nth: usize,
}

/// Breaks the rules of whole files; switches are numbered through all of them.
pub struct Breaker<'a> {
    /// Breaches to leave out, because they do not compile.
    without: &'a BTreeSet<u32>,
    sites: Vec<Site>,
    next: u32,
    file: String,
    functions: Vec<String>,
    twins: BTreeMap<(String, String, String), usize>,
}

impl<'a> Breaker<'a> {
    /// Leaves these out.
    pub fn new(without: &'a BTreeSet<u32>) -> Self {
        let (sites, functions, twins) = (Vec::new(), Vec::new(), BTreeMap::new());
        Breaker { without, sites, next: 0, file: String::new(), functions, twins }
    }

    /// The text of a file with all breaches in it.
    pub fn break_file(&mut self, file: &str, text: &str) -> syn::Result<String> {
        let mut parsed: File = syn::parse_file(text)?;
        file.clone_into(&mut self.file);
        self.visit_file_mut(&mut parsed);
        Ok(prettyplease::unparse(&parsed))
    }

    /// All breaches written so far.
    pub fn sites(self) -> Vec<Site> {
        self.sites
    }

    /// A switch for a new breach, unless it is left out.
    fn switch(&mut self, at: Span, what: String) -> Option<u32> {
        self.next += 1;
        let id = self.next;
        if self.without.contains(&id) {
            return None;
        }
        let function = self.functions.join("::");
        let twins = self.twins.entry((self.file.clone(), function.clone(), what.clone())).or_default();
        let (nth, line) = (*twins, at.start().line);
        *twins += 1;
        self.sites.push(Site { id, file: self.file.clone(), line, function, what, nth });
        Some(id)
    }

    /// Puts other expressions in the place of one, each behind its switch.
    fn replace(&mut self, expr: &mut Expr, at: Span, others: Vec<(String, Expr)>) {
        for (what, other) in others {
            if let Some(id) = self.switch(at, what) {
                let old = std::mem::replace(expr, Expr::PLACEHOLDER);
                *expr = parse_quote!((if crate::mutant::on(#id) { (#other) } else { (#old) }));
            }
        }
    }

    /// A condition that is always and never true. `never` alone where always would be for ever.
    fn condition(&mut self, cond: &mut Expr, at: Span, said: &str, always: bool) {
        if has_let(cond) {
            return;
        }
        let mut others: Vec<(String, Expr)> = vec![(format!("{said} → false"), parse_quote!(false))];
        if always {
            others.push((format!("{said} → true"), parse_quote!(true)));
        }
        self.replace(cond, at, others);
    }

    fn function(&mut self, signature: &Signature, block: &mut Block) {
        if signature.constness.is_some() {
            return;
        }
        self.functions.push(signature.ident.to_string());
        visit_mut::visit_block_mut(self, block);
        for value in early(&signature.output) {
            let said = value.as_ref().map_or(String::new(), |v| format!(" {}", said(v)));
            if let Some(id) = self.switch(signature.ident.span(), format!("returns{said} at once")) {
                block.stmts.insert(0, parse_quote!(if crate::mutant::on(#id) { return #value; }));
            }
        }
        self.functions.pop();
    }
}

impl VisitMut for Breaker<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let at = expr.span();
        let others = others(expr);
        match expr {
            Expr::If(inner) => {
                let (at, said) = (inner.cond.span(), said(&inner.cond));
                visit_mut::visit_expr_if_mut(self, inner);
                self.condition(&mut inner.cond, at, &said, true);
            }
            Expr::While(inner) => {
                let (at, said) = (inner.cond.span(), said(&inner.cond));
                visit_mut::visit_expr_while_mut(self, inner);
                self.condition(&mut inner.cond, at, &said, false);
            }
            // How long an array is must be known when the rules are built.
            Expr::Repeat(inner) => self.visit_expr_mut(&mut inner.expr),
            Expr::Const(_) => {}
            _ => visit_mut::visit_expr_mut(self, expr),
        }
        self.replace(expr, at, others);
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        let before = arm.guard.as_ref().map(|(_, guard)| (guard.span(), said(guard)));
        visit_mut::visit_arm_mut(self, arm);
        if let (Some((_, guard)), Some((at, said))) = (&mut arm.guard, before) {
            self.condition(guard, at, &said, true);
        }
    }

    /// A statement left out.
    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        let (at, text) = (stmt.span(), said(stmt));
        visit_mut::visit_stmt_mut(self, stmt);
        let Stmt::Expr(expr, Some(_)) = stmt else { return };
        let counts = match expr {
            Expr::Assign(_) | Expr::MethodCall(_) | Expr::Call(_) | Expr::Try(_) => true,
            Expr::Binary(binary) => is_assignment(&binary.op),
            Expr::Paren(_) => text.contains("+=") || text.contains("-="),
            _ => false,
        };
        if counts && let Some(id) = self.switch(at, format!("{text} is left out")) {
            *stmt = parse_quote!(if !crate::mutant::on(#id) { #expr; });
        }
    }

    fn visit_item_fn_mut(&mut self, item: &mut syn::ItemFn) {
        if !is_test(&item.attrs) {
            self.function(&item.sig, &mut item.block);
        }
    }

    fn visit_impl_item_fn_mut(&mut self, item: &mut syn::ImplItemFn) {
        self.function(&item.sig, &mut item.block);
    }

    fn visit_item_mod_mut(&mut self, item: &mut syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit_mut::visit_item_mod_mut(self, item);
        }
    }

    // What must be known when the rules are built, and what is no expression at all.
    fn visit_item_const_mut(&mut self, _: &mut syn::ItemConst) {}
    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}
    fn visit_item_static_mut(&mut self, _: &mut syn::ItemStatic) {}
    fn visit_variant_mut(&mut self, _: &mut syn::Variant) {}
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
    fn visit_path_arguments_mut(&mut self, _: &mut syn::PathArguments) {}
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}
}

/// What could stand in the place of an expression, with what is said of it.
fn others(expr: &Expr) -> Vec<(String, Expr)> {
    let become_ = |other: Expr| (format!("{} → {}", said(expr), said(&other)), other);
    match expr {
        Expr::Binary(binary) if !has_let(expr) => turned(&binary.op)
            .into_iter()
            .map(|op| {
                let mut other = binary.clone();
                other.op = op;
                become_(Expr::Binary(other))
            })
            .collect(),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => vec![become_((*unary.expr).clone())],
        Expr::Macro(inner) if inner.mac.path.is_ident("matches") => vec![become_(parse_quote!(!#expr))],
        Expr::Lit(lit) => {
            let Lit::Int(int) = &lit.lit else { return Vec::new() };
            let Ok(value) = int.base10_parse::<u64>() else { return Vec::new() };
            let near = [value.checked_add(1), value.checked_sub(1)];
            let with = |n: u64| -> Expr {
                let text = format!("{n}{}", int.suffix());
                Expr::Lit(syn::ExprLit {
                    attrs: Vec::new(),
                    lit: Lit::Int(syn::LitInt::new(&text, int.span())),
                })
            };
            near.into_iter().flatten().map(|n| become_(with(n))).collect()
        }
        Expr::MethodCall(call) => {
            twin(call).map(|other| become_(Expr::MethodCall(other))).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The operators that are easily taken for another.
fn turned(op: &BinOp) -> Vec<BinOp> {
    match op {
        BinOp::Lt(_) => vec![parse_quote!(<=), parse_quote!(>=)],
        BinOp::Le(_) => vec![parse_quote!(<), parse_quote!(>)],
        BinOp::Gt(_) => vec![parse_quote!(>=), parse_quote!(<=)],
        BinOp::Ge(_) => vec![parse_quote!(>), parse_quote!(<)],
        BinOp::Eq(_) => vec![parse_quote!(!=)],
        BinOp::Ne(_) => vec![parse_quote!(==)],
        BinOp::And(_) => vec![parse_quote!(||)],
        BinOp::Or(_) => vec![parse_quote!(&&)],
        BinOp::Add(_) => vec![parse_quote!(-)],
        BinOp::Sub(_) => vec![parse_quote!(+)],
        BinOp::Mul(_) => vec![parse_quote!(+)],
        BinOp::Div(_) => vec![parse_quote!(*)],
        BinOp::BitOr(_) => vec![parse_quote!(&)],
        BinOp::BitAnd(_) => vec![parse_quote!(|)],
        BinOp::AddAssign(_) => vec![parse_quote!(-=)],
        BinOp::SubAssign(_) => vec![parse_quote!(+=)],
        _ => Vec::new(),
    }
}

/// The method that is easily taken for this one.
fn twin(call: &ExprMethodCall) -> Option<ExprMethodCall> {
    let other = match call.method.to_string().as_str() {
        "min" => "max",
        "max" => "min",
        "any" => "all",
        "all" => "any",
        _ => return None,
    };
    let mut twin = call.clone();
    twin.method = syn::Ident::new(other, call.method.span());
    (call.args.len() == 1).then_some(twin)
}

/// What a function of this type could return at once.
fn early(output: &ReturnType) -> Vec<Option<Expr>> {
    let ReturnType::Type(_, ty) = output else { return vec![None] };
    let text = said(ty).replace(' ', "");
    match text.as_str() {
        "bool" => vec![Some(parse_quote!(true)), Some(parse_quote!(false))],
        "u8" | "u16" | "u32" | "usize" | "i8" | "i16" | "i32" => vec![Some(parse_quote!(0))],
        _ if text.starts_with("Option<") => vec![Some(parse_quote!(None))],
        _ if text.starts_with("Result<(),") => vec![Some(parse_quote!(Ok(())))],
        _ => Vec::new(),
    }
}

fn is_assignment(op: &BinOp) -> bool {
    matches!(op, BinOp::AddAssign(_) | BinOp::SubAssign(_) | BinOp::BitOrAssign(_) | BinOp::BitAndAssign(_))
}

/// Is a `let` part of the condition? Its names are needed further on.
fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        Expr::Paren(inner) => has_let(&inner.expr),
        _ => false,
    }
}

/// Is it there for tests alone?
pub fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes
        .iter()
        .any(|a| a.path().is_ident("test") || (a.path().is_ident("cfg") && said(a).contains("test")))
}

/// The source text of a piece of code, on one line and not too long.
fn said(code: &impl ToTokens) -> String {
    let text = code.to_token_stream().to_string();
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (wide, narrow) in
        [(" . ", "."), (" :: ", "::"), (" (", "("), ("( ", "("), (" )", ")"), (" ,", ","), ("& ", "&")]
    {
        text = text.replace(wide, narrow);
    }
    match text.char_indices().nth(90) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}
