//! The language of Graphviz, as far as it says who reads whom.

use super::{Builder, Given, SIZES, is_size};
use crate::workload::{LeftOut, WorkloadError};
use std::collections::BTreeMap;

/// A part of the text.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    /// A name, a number or a text in quotation marks, and whether it was in these.
    Name(String, bool),
    /// `->`
    Arrow,
    /// A single character with a meaning.
    Mark(char),
}

impl Token {
    fn told(&self) -> String {
        match self {
            Self::Name(name, _) => format!("\"{name}\""),
            Self::Arrow => "\"->\"".to_owned(),
            Self::Mark(mark) => format!("\"{mark}\""),
        }
    }

    fn is(&self, word: &str) -> bool {
        matches!(self, Self::Name(name, false) if name.eq_ignore_ascii_case(word))
    }
}

/// Most graphs within each other.
const DEEPEST: usize = 64;

/// Reads a directed graph: its nodes are tasks, their attribute `size` is that of their outputs, and of an edge the second reads what the
/// first writes. Where edges have a `size`, as generators of task graphs write it, that is what is handed on: the output of a node is the
/// largest of its edges, one that nobody reads is 0, and the sizes of nodes, which are their work then, are not read. All other attributes
/// are ignored.
pub fn read(name: &str, bytes: &[u8]) -> Result<Given, WorkloadError> {
    let builder = Builder::new(name);
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
        builder.wrong(format!("line {line}"), "bytes that are no text", "text in UTF-8")
    })?;
    let tokens = tokens(text.strip_prefix('\u{feff}').unwrap_or(text));
    let tokens = tokens.map_err(|(line, found)| builder.wrong(format!("line {line}"), found, "a graph in the language of Graphviz"))?;
    let mut reader = Reader { tokens, at: 0, builder, depth: 0, nodes: vec![], edges: BTreeMap::new() };
    reader.graph()?;
    reader.finish()
}

/// Cuts a text into tokens, each with its line.
fn tokens(text: &str) -> Result<Vec<(usize, Token)>, (usize, String)> {
    let mut tokens = vec![];
    let (mut line, mut rest) = (1, text);
    // What begins a line with # is for the preprocessor.
    let mut fresh = true;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\n' => {
                line += 1;
                fresh = true;
                rest = &rest[1..];
                continue;
            }
            '#' if fresh => rest.find('\n').unwrap_or(rest.len()),
            _ if first.is_whitespace() => first.len_utf8(),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => {
                let length = rest.find("*/").ok_or((line, "a comment without an end".to_owned()))? + 2;
                line += rest[..length].matches('\n').count();
                length
            }
            '"' => {
                let (text, length) = quoted(rest).ok_or((line, "a text without an end".to_owned()))?;
                tokens.push((line, Token::Name(text, true)));
                line += rest[..length].matches('\n').count();
                length
            }
            '-' if rest.starts_with("->") => {
                tokens.push((line, Token::Arrow));
                2
            }
            '-' if rest.starts_with("--") => return Err((line, "an edge without direction, \"--\"".to_owned())),
            '{' | '}' | '[' | ']' | ';' | ',' | '=' | ':' | '+' => {
                tokens.push((line, Token::Mark(first)));
                1
            }
            _ => {
                let is_name = |(place, c): &(usize, char)| c.is_alphanumeric() || *c == '_' || *c == '.' || (*c == '-' && *place == 0);
                let length = rest.char_indices().take_while(is_name).map(|(_, c)| c.len_utf8()).sum();
                if length == 0 {
                    return Err((line, format!("\"{first}\"")));
                }
                tokens.push((line, Token::Name(rest[..length].to_owned(), false)));
                length
            }
        };
        fresh = fresh && first.is_whitespace();
        rest = &rest[length..];
    }
    Ok(tokens)
}

/// A text in quotation marks, and its length with these.
fn quoted(text: &str) -> Option<(String, usize)> {
    let mut inside = String::new();
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((place, c)) = chars.next() {
        match (c, chars.peek()) {
            ('"', _) => return Some((inside, place + 1)),
            ('\\', Some((_, '"'))) => inside.extend(chars.next().map(|(_, c)| c)),
            ('\\', Some((_, '\n'))) => {
                chars.next();
            }
            _ => inside.push(c),
        }
    }
    None
}

/// A graph that is read.
struct Reader {
    tokens: Vec<(usize, Token)>,
    at: usize,
    builder: Builder,
    depth: usize,
    /// Sizes of nodes, each with its line.
    nodes: Vec<(u32, f64, String)>,
    /// The largest size of an edge that leaves a node.
    edges: BTreeMap<u32, f64>,
}

impl Reader {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    fn line(&self) -> String {
        let (line, _) = self.tokens.get(self.at).or(self.tokens.last()).map_or((1, &Token::Arrow), |(line, token)| (*line, token));
        format!("line {line}")
    }

    fn wrong(&self, allowed: &'static str) -> WorkloadError {
        self.builder.wrong(self.line(), self.peek().map_or_else(|| "the end of the file".to_owned(), Token::told), allowed)
    }

    fn take(&mut self, mark: char) -> bool {
        let found = self.peek() == Some(&Token::Mark(mark));
        self.at += usize::from(found);
        found
    }

    fn word(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|token| token.is(word));
        self.at += usize::from(found);
        found
    }

    fn name(&mut self, allowed: &'static str) -> Result<String, WorkloadError> {
        match self.peek() {
            Some(Token::Name(name, _)) => {
                let mut name = name.clone();
                self.at += 1;
                // Texts may be joined.
                while let [(_, Token::Mark('+')), (_, Token::Name(more, true)), ..] = &self.tokens[self.at..] {
                    name.push_str(more);
                    self.at += 2;
                }
                Ok(name)
            }
            _ => Err(self.wrong(allowed)),
        }
    }

    fn graph(&mut self) -> Result<(), WorkloadError> {
        self.word("strict");
        if self.word("graph") {
            self.at -= 1;
            return Err(self.wrong("digraph: whose edges have a direction"));
        }
        if !self.word("digraph") {
            return Err(self.wrong("digraph { … }"));
        }
        if matches!(self.peek(), Some(Token::Name(..))) {
            self.name("")?;
        }
        self.body()?;
        if self.peek().is_some() { Err(self.wrong("one graph, and nothing after it")) } else { Ok(()) }
    }

    /// What stands in braces; the tasks that are named there come back.
    fn body(&mut self) -> Result<Vec<u32>, WorkloadError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.wrong("at most 64 graphs within each other"));
        }
        if !self.take('{') {
            return Err(self.wrong("{"));
        }
        let mut all = vec![];
        while !self.take('}') {
            if !self.take(';') {
                self.statement(&mut all)?;
            }
        }
        self.depth -= 1;
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    fn statement(&mut self, all: &mut Vec<u32>) -> Result<(), WorkloadError> {
        // Defaults of graphs, nodes and edges are ignored, as is an attribute of the graph.
        if ["graph", "node", "edge"].iter().any(|word| self.word(word)) {
            self.attributes()?;
            return Ok(());
        }
        if let [(_, Token::Name(..)), (_, Token::Mark('=')), ..] = &self.tokens[self.at..] {
            self.at += 2;
            self.name("a value")?;
            return Ok(());
        }
        let (mut from, mut alone) = self.side(all)?;
        let mut leave = vec![];
        while self.peek() == Some(&Token::Arrow) {
            self.at += 1;
            let (to, _) = self.side(all)?;
            for from in &from {
                to.iter().for_each(|to| self.builder.edge(*from, *to));
            }
            leave.extend(from);
            (from, alone) = (to, None);
        }
        let line = self.line();
        let Some(text) = self.attributes()? else { return Ok(()) };
        let size = crate::sim::number(&text).filter(|size| is_size(*size));
        let size = size.ok_or_else(|| self.builder.wrong(line.clone(), format!("size is \"{text}\""), SIZES))?;
        self.nodes.extend(alone.map(|task| (task, size, line)));
        for task in leave {
            let largest = self.edges.entry(task).or_insert(size);
            *largest = size.max(*largest);
        }
        Ok(())
    }

    /// The graph, with the sizes of its edges if they have any, else of its nodes.
    fn finish(self) -> Result<Given, WorkloadError> {
        let Self { mut builder, nodes, edges, .. } = self;
        let mut left_out = LeftOut::default();
        if edges.is_empty() {
            for (task, size, line) in nodes {
                builder.resize(task, size, || line.clone())?;
            }
        } else {
            for task in 0..builder.tasks() {
                builder.resize(task, edges.get(&task).copied().unwrap_or(0.0), String::new)?;
            }
            if !nodes.is_empty() {
                left_out.columns(vec!["size of nodes, since edges have sizes".to_owned()]);
            }
        }
        builder.finish(left_out)
    }

    /// One side of an edge: a node, which comes back alone as well, or all nodes of a graph.
    fn side(&mut self, all: &mut Vec<u32>) -> Result<(Vec<u32>, Option<u32>), WorkloadError> {
        let named = self.word("subgraph");
        if named && matches!(self.peek(), Some(Token::Name(..))) {
            self.name("")?;
        }
        if named || self.peek() == Some(&Token::Mark('{')) {
            let inner = self.body()?;
            all.extend(&inner);
            return Ok((inner, None));
        }
        let name = self.name("a node, an edge, or }")?;
        // A port, and where it is.
        while self.take(':') {
            self.name("the port of a node")?;
        }
        let task = self.builder.task(&name);
        all.push(task);
        Ok((vec![task], Some(task)))
    }

    /// The attributes in brackets, if there are any: what `size` is.
    fn attributes(&mut self) -> Result<Option<String>, WorkloadError> {
        let mut size = None;
        while self.take('[') {
            while !self.take(']') {
                let name = self.name("an attribute or ]")?;
                let value = if self.take('=') { Some(self.name("the value of an attribute")?) } else { None };
                if name == "size" {
                    size = value;
                }
                let _ = self.take(',') || self.take(';');
            }
        }
        Ok(size)
    }
}
