//! From words to a tree: a parser by binding powers (Pratt, *Top down operator precedence*, 1973).

use super::token::{Token, tokens};
use super::tree::{Binary, SIGN, Tree};
use super::{Mistake, Names, advice};

/// Most operands, operators and functions of a formula.
pub(super) const MOST_NODES: usize = 100;
/// How deeply parentheses, functions, signs and exponents may be nested.
pub(super) const MOST_DEPTH: usize = 20;

/// The tree of an expression whose first character stands in this column, with these names.
pub(super) fn expression(text: &str, column: usize, names: Names) -> Result<Tree, Mistake> {
    let words = tokens(text, column)?;
    if words.is_empty() {
        return Err(Mistake::at(column, format!("the formula is empty; write for example {}", names.example())));
    }
    let end = column.saturating_add(text.trim_end().chars().count());
    let mut parser = Parser { words, end, next: 0, nodes: 0, depth: 0, names };
    let tree = parser.operators(0)?;
    match parser.peek() {
        None => Ok(tree),
        Some((column, token)) => Err(Mistake::at(column, trailing(token))),
    }
}

struct Parser<'a> {
    words: Vec<(usize, Token<'a>)>,
    /// The column behind the last word.
    end: usize,
    next: usize,
    nodes: usize,
    depth: usize,
    names: Names<'a>,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<(usize, &Token<'a>)> {
        self.words.get(self.next).map(|(column, token)| (*column, token))
    }

    fn column(&self) -> usize {
        self.peek().map_or(self.end, |(column, _)| column)
    }

    fn take(&mut self, token: &Token) -> bool {
        let there = self.peek().is_some_and(|(_, next)| next == token);
        self.next += usize::from(there);
        there
    }

    /// Counts a node of the tree.
    fn node(&mut self, column: usize, tree: Tree) -> Result<Tree, Mistake> {
        self.nodes += 1;
        if self.nodes <= MOST_NODES {
            Ok(tree)
        } else {
            let what = format!("the formula is too long; at most {MOST_NODES} operands, operators and functions are allowed");
            Err(Mistake::at(column, what))
        }
    }

    /// What `inner` reads, one level deeper.
    fn deeper<T>(&mut self, column: usize, inner: impl FnOnce(&mut Self) -> Result<T, Mistake>) -> Result<T, Mistake> {
        if self.depth == MOST_DEPTH {
            let what = format!("nested too deeply; at most {MOST_DEPTH} levels of parentheses, functions, signs and exponents are allowed");
            return Err(Mistake::at(column, what));
        }
        self.depth += 1;
        let read = inner(self);
        self.depth -= 1;
        read
    }

    /// An operand and the operators behind it that bind at least so tightly.
    fn operators(&mut self, least: u8) -> Result<Tree, Mistake> {
        let mut left = self.operand()?;
        let mut compared = false;
        while let Some((column, Token::Operator(operator))) = self.peek() {
            let operator = *operator;
            let (left_power, right_power) = operator.powers();
            if left_power < least {
                break;
            }
            if compared && operator.compares() {
                let sign = operator.sign();
                return Err(Mistake::at(column, format!("comparisons do not chain: instead of a<b{sign}c write a<b && b{sign}c")));
            }
            compared = operator.compares();
            self.next += 1;
            let right = if operator == Binary::Power {
                self.deeper(column, |parser| parser.operators(right_power))?
            } else {
                self.operators(right_power)?
            };
            left = self.node(column, Tree::binary(operator, left, right))?;
        }
        Ok(left)
    }

    fn operand(&mut self) -> Result<Tree, Mistake> {
        let Some((column, token)) = self.peek() else {
            let after = if self.words.len() == 1 { "an operand is missing" } else { "the formula ends where an operand is missing" };
            return Err(Mistake::at(self.end, format!("{after}; write a number, a variable, a function or ( here")));
        };
        let token = token.clone();
        self.next += 1;
        match token {
            Token::Number(x) => self.node(column, Tree::Number(x)),
            Token::Name(name) => self.name(column, name),
            Token::Operator(Binary::Subtract) => {
                let one = self.deeper(column, |parser| parser.operators(SIGN))?;
                self.node(column, Tree::Negate(Box::new(one)))
            }
            Token::Not => {
                let one = self.deeper(column, |parser| parser.operators(SIGN))?;
                self.node(column, Tree::Not(Box::new(one)))
            }
            Token::Open => self.deeper(column, |parser| {
                if parser.peek().is_some_and(|(_, next)| *next == Token::Close) {
                    return Err(Mistake::at(parser.column(), "there is nothing between these parentheses; write an expression there"));
                }
                let inner = parser.operators(0)?;
                parser.close(column)?;
                Ok(inner)
            }),
            Token::Close => Err(Mistake::at(column, "an operand is missing before \")\"; write a number, a variable or a function there")),
            Token::Comma => Err(Mistake::at(column, "an operand is missing before \",\"; write a number, a variable or a function there")),
            Token::Operator(operator) => {
                let sign = operator.sign();
                Err(Mistake::at(column, format!("an operand is missing before \"{sign}\"; write a number, a variable or a function there")))
            }
        }
    }

    /// The `)` of the `(` in column `opened`.
    fn close(&mut self, opened: usize) -> Result<(), Mistake> {
        if self.take(&Token::Close) {
            return Ok(());
        }
        let column = self.column();
        let what = match self.peek() {
            None => format!("\")\" is missing: the \"(\" of column {opened} is not closed"),
            Some((_, Token::Comma)) => {
                format!("\",\" stands between arguments of functions only; the \"(\" of column {opened} wants \")\"")
            }
            Some((_, token)) => trailing(token),
        };
        Err(Mistake::at(column, what))
    }

    fn name(&mut self, column: usize, name: &str) -> Result<Tree, Mistake> {
        let called = self.peek().is_some_and(|(_, next)| *next == Token::Open);
        if let Some(function) = self.names.function(name) {
            let open = self.column();
            if !self.take(&Token::Open) {
                return Err(Mistake::at(column, format!("{name} is a function; write {}", function.form())));
            }
            let arguments = self.deeper(column, |parser| parser.arguments(open))?;
            return match function.arity() {
                Some(arity) if arity != arguments.len() => {
                    let (given, form) = (arguments.len(), function.form());
                    let s = if arity == 1 { "" } else { "s" };
                    Err(Mistake::at(column, format!("{name} takes {arity} argument{s}, not {given}; write {form}")))
                }
                None if arguments.is_empty() => {
                    Err(Mistake::at(column, format!("{name} takes one argument or more, not 0; write {}", function.form())))
                }
                _ => self.node(column, Tree::Call(function, arguments)),
            };
        }
        let leaf = if name == "inf" {
            Tree::Number(f64::INFINITY)
        } else if let Some(leaf) = self.names.leaf(name) {
            leaf
        } else {
            return Err(Mistake::at(column, advice::unknown(name, called, self.names)));
        };
        if called {
            return Err(Mistake::at(column, format!("{name} is not a function; write {name}*(…) to multiply")));
        }
        self.node(column, leaf)
    }

    /// Arguments up to the `)` of the `(` in column `opened`.
    fn arguments(&mut self, opened: usize) -> Result<Vec<Tree>, Mistake> {
        let mut arguments = vec![];
        if self.take(&Token::Close) {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.operators(0)?);
            if !self.take(&Token::Comma) {
                self.close(opened)?;
                return Ok(arguments);
            }
        }
    }
}

/// What is wrong with a word behind a whole expression.
fn trailing(token: &Token) -> String {
    let missing = |written: &str| format!("an operator is missing before \"{written}\"; write for example *");
    match token {
        Token::Number(x) => missing(&crate::sim::written(*x)),
        Token::Name(name) => match *name {
            "and" => "\"and\" is written &&".to_owned(),
            "or" => "\"or\" is written ||".to_owned(),
            "let" => "constants stand behind the expression and a semicolon, as in age/c; let c = 2".to_owned(),
            name => missing(name),
        },
        Token::Open => missing("("),
        Token::Not => missing("!"),
        Token::Close => "\")\" closes nothing; leave it out or open it with \"(\"".to_owned(),
        Token::Comma => "\",\" stands between arguments of functions only".to_owned(),
        Token::Operator(operator) => missing(operator.sign()),
    }
}
