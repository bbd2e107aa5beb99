//! Formulas as trees: read by recursive descent, walked anew for every value.
//!
//! Where the grammar is silent: NaN passes through everything that looks at it, comparisons, `min` and `max` included; `&&` and
//! `||` look at both sides (only `if` is lazy); constants are `let a = 1, b = 2` behind the expression and a semicolon or a line
//! break; `floor` has a tolerance of 1e-12 for any argument, and so has `ceil`, on its side. The tables of `gittins` and `mrl`
//! are not here: a formula with them is read but has no value.

/// What a formula can see of a job at an instant.
#[derive(Clone, Copy, Debug, Default)]
pub struct View {
    pub est: f64,
    pub weight: f64,
    pub arrival: f64,
    pub id: f64,
    pub size: f64,
    pub age: f64,
    pub now: f64,
    pub n: f64,
    pub late_jobs: f64,
    pub load: f64,
    pub sigma: f64,
    pub shape: f64,
}

const VARIABLES: [&str; 17] = [
    "est", "weight", "arrival", "id", "age", "estrem", "late", "size", "rem", "now", "sojourn", "wait", "n", "nlate", "load", "sigma",
    "shape",
];

#[derive(Clone, Debug)]
enum Tree {
    Number(f64),
    Variable(String),
    Unary(char, Box<Tree>),
    Binary(String, Box<Tree>, Box<Tree>),
    Call(String, Vec<Tree>),
}

#[derive(Clone, Debug)]
pub struct Formula(Tree);

impl Formula {
    /// Reads a formula, or says what is wrong and behind how many characters.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.chars().count() > 400 {
            return Err("more than 400 characters".into());
        }
        let text = text.chars().map(|c| match c {
            '×' => '*',
            '÷' => '/',
            '−' => '-',
            c => c,
        });
        let text = text.collect::<String>().replace('≤', "<=").replace('≥', ">=");
        let (expression, constants) = text.split_once([';', '\n']).unwrap_or((&text, ""));
        let mut reader = Reader { text: constants.chars().collect(), at: 0, constants: vec![] };
        reader.constants()?;
        let mut reader = Reader { text: expression.chars().collect(), at: 0, ..reader };
        let tree = reader.or()?;
        reader.blanks();
        if reader.at < reader.text.len() {
            return reader.fail("text after the formula");
        }
        if tree.nodes() > 100 || tree.depth() > 20 {
            return Err("too long or too deep".into());
        }
        Ok(Self(tree))
    }

    pub fn value(&self, view: &View) -> f64 {
        self.0.value(view)
    }

    /// Whether the value can change while a job is not served.
    pub fn sees_time(&self) -> bool {
        ["now", "sojourn", "wait", "n", "nlate"].iter().any(|name| self.0.names(name))
    }
}

struct Reader {
    text: Vec<char>,
    at: usize,
    constants: Vec<(String, f64)>,
}

impl Reader {
    fn fail<T>(&self, what: &str) -> Result<T, String> {
        Err(format!("{what}, behind {} characters", self.at))
    }

    fn blanks(&mut self) {
        while self.text.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
    }

    /// Takes `sign` if it is next.
    fn take(&mut self, sign: &str) -> bool {
        let from = self.at;
        self.blanks();
        let signs: Vec<char> = sign.chars().collect();
        let next = self.text[self.at..].starts_with(&signs);
        self.at = if next { self.at + signs.len() } else { from };
        next
    }

    fn word(&mut self) -> String {
        self.blanks();
        let from = self.at;
        while self.text.get(self.at).is_some_and(|&c| c == '_' || c.is_ascii_alphabetic() || self.at > from && c.is_ascii_digit()) {
            self.at += 1;
        }
        self.text[from..self.at].iter().collect()
    }

    fn number(&mut self) -> Result<f64, String> {
        self.blanks();
        let from = self.at;
        let digit = |c: Option<&char>| c.is_some_and(|c| c.is_ascii_digit());
        while digit(self.text.get(self.at)) || self.text.get(self.at) == Some(&'.') {
            self.at += 1;
        }
        if matches!(self.text.get(self.at), Some('e' | 'E')) {
            let sign = usize::from(matches!(self.text.get(self.at + 1), Some('+' | '-')));
            if digit(self.text.get(self.at + 1 + sign)) {
                self.at += 1 + sign;
                while digit(self.text.get(self.at)) {
                    self.at += 1;
                }
            }
        }
        let text: String = self.text[from..self.at].iter().collect();
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => self.fail("a number is expected"),
        }
    }

    fn constants(&mut self) -> Result<(), String> {
        if self.word() == "let" {
            loop {
                let name = self.word();
                if name.is_empty() || !self.take("=") {
                    return self.fail("let NAME = NUMBER is expected");
                }
                let negative = self.take("-");
                let number = self.number()?;
                self.constants.push((name, if negative { -number } else { number }));
                if self.constants.len() > 16 {
                    return self.fail("more than 16 constants");
                }
                if !self.take(",") {
                    break;
                }
            }
        }
        self.blanks();
        if self.at < self.text.len() { self.fail("let is expected, or the end") } else { Ok(()) }
    }

    fn or(&mut self) -> Result<Tree, String> {
        let mut left = self.and()?;
        while self.take("||") {
            left = Tree::Binary("||".into(), left.into(), self.and()?.into());
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Tree, String> {
        let mut left = self.comparison()?;
        while self.take("&&") {
            left = Tree::Binary("&&".into(), left.into(), self.comparison()?.into());
        }
        Ok(left)
    }

    fn comparison(&mut self) -> Result<Tree, String> {
        let left = self.sum()?;
        for sign in ["<=", ">=", "==", "!=", "<", ">"] {
            if self.take(sign) {
                return Ok(Tree::Binary(sign.into(), left.into(), self.sum()?.into()));
            }
        }
        Ok(left)
    }

    fn sum(&mut self) -> Result<Tree, String> {
        let mut left = self.product()?;
        loop {
            let Some(sign) = ["+", "-"].into_iter().find(|sign| self.take(sign)) else { return Ok(left) };
            left = Tree::Binary(sign.into(), left.into(), self.product()?.into());
        }
    }

    fn product(&mut self) -> Result<Tree, String> {
        let mut left = self.unary()?;
        loop {
            let Some(sign) = ["*", "/"].into_iter().find(|sign| self.take(sign)) else { return Ok(left) };
            left = Tree::Binary(sign.into(), left.into(), self.unary()?.into());
        }
    }

    fn unary(&mut self) -> Result<Tree, String> {
        if self.take("-") {
            return Ok(Tree::Unary('-', self.unary()?.into()));
        }
        if self.take("!") {
            return Ok(Tree::Unary('!', self.unary()?.into()));
        }
        let base = self.atom()?;
        if self.take("^") {
            return Ok(Tree::Binary("^".into(), base.into(), self.unary()?.into()));
        }
        Ok(base)
    }

    fn atom(&mut self) -> Result<Tree, String> {
        if self.take("(") {
            let inner = self.or()?;
            return if self.take(")") { Ok(inner) } else { self.fail("a closing parenthesis is missing") };
        }
        let word = self.word();
        if word.is_empty() {
            return Ok(Tree::Number(self.number()?));
        }
        if word == "inf" {
            return Ok(Tree::Number(f64::INFINITY));
        }
        if VARIABLES.contains(&word.as_str()) {
            return Ok(Tree::Variable(word));
        }
        if let Some((_, number)) = self.constants.iter().find(|(name, _)| *name == word) {
            return Ok(Tree::Number(*number));
        }
        if !self.take("(") {
            return self.fail("an unknown name");
        }
        let mut arguments = vec![self.or()?];
        while self.take(",") {
            arguments.push(self.or()?);
        }
        if !self.take(")") {
            return self.fail("a closing parenthesis is missing");
        }
        let is = |tree: &Tree, name: &str| matches!(tree, Tree::Variable(word) if word == name);
        let right = match word.as_str() {
            "min" | "max" => true,
            "if" => arguments.len() == 3,
            "abs" | "log" | "exp" | "sqrt" | "floor" | "ceil" => arguments.len() == 1,
            "gittins" | "mrl" => arguments.len() == 2 && is(&arguments[0], "est") && is(&arguments[1], "age"),
            _ => false,
        };
        if right { Ok(Tree::Call(word, arguments)) } else { self.fail("an unknown function, or a wrong number of arguments") }
    }
}

impl Tree {
    fn children(&self) -> Vec<&Self> {
        match self {
            Self::Number(_) | Self::Variable(_) => vec![],
            Self::Unary(_, child) => vec![child],
            Self::Binary(_, left, right) => vec![left, right],
            Self::Call(_, arguments) => arguments.iter().collect(),
        }
    }

    fn nodes(&self) -> usize {
        1 + self.children().into_iter().map(Self::nodes).sum::<usize>()
    }

    fn depth(&self) -> usize {
        1 + self.children().into_iter().map(Self::depth).max().unwrap_or(0)
    }

    fn names(&self, name: &str) -> bool {
        matches!(self, Self::Variable(word) if word == name) || self.children().into_iter().any(|child| child.names(name))
    }

    fn value(&self, view: &View) -> f64 {
        let sojourn = view.now - view.arrival;
        match self {
            Self::Number(number) => *number,
            Self::Variable(name) => match name.as_str() {
                "est" => view.est,
                "weight" => view.weight,
                "arrival" => view.arrival,
                "id" => view.id,
                "age" => view.age,
                "estrem" => view.est - view.age,
                "late" => truth(view.age >= view.est),
                "size" => view.size,
                "rem" => view.size - view.age,
                "now" => view.now,
                "sojourn" => sojourn,
                "wait" => sojourn - view.age,
                "n" => view.n,
                "nlate" => view.late_jobs,
                "load" => view.load,
                "sigma" => view.sigma,
                _ => view.shape,
            },
            Self::Unary(sign, child) => {
                let value = child.value(view);
                match sign {
                    _ if value.is_nan() => value,
                    '-' => -value,
                    _ => truth(value == 0.0),
                }
            }
            Self::Binary(sign, left, right) => binary(sign, left.value(view), right.value(view)),
            Self::Call(name, arguments) if name == "if" => {
                let test = arguments[0].value(view);
                if test.is_nan() { test } else { arguments[if test == 0.0 { 2 } else { 1 }].value(view) }
            }
            Self::Call(name, arguments) => {
                let values: Vec<f64> = arguments.iter().map(|argument| argument.value(view)).collect();
                if values.iter().any(|value| value.is_nan()) { f64::NAN } else { function(name, &values) }
            }
        }
    }
}

fn truth(is: bool) -> f64 {
    f64::from(u8::from(is))
}

fn binary(sign: &str, a: f64, b: f64) -> f64 {
    match sign {
        _ if a.is_nan() || b.is_nan() => f64::NAN,
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" => a / b,
        "^" => libm::pow(a, b),
        "<" => truth(a < b),
        "<=" => truth(a <= b),
        ">" => truth(a > b),
        ">=" => truth(a >= b),
        "==" => truth(a == b),
        "!=" => truth(a != b),
        "&&" => truth(a != 0.0 && b != 0.0),
        _ => truth(a != 0.0 || b != 0.0),
    }
}

fn function(name: &str, values: &[f64]) -> f64 {
    let x = values[0];
    match name {
        "min" => values.iter().copied().fold(x, f64::min),
        "max" => values.iter().copied().fold(x, f64::max),
        "abs" => x.abs(),
        "log" if x <= 0.0 => f64::NEG_INFINITY,
        "log" => libm::log(x),
        "exp" => libm::exp(x),
        "sqrt" => x.sqrt(),
        "floor" => (x + 1e-12).floor(),
        "ceil" => (x - 1e-12).ceil(),
        _ => f64::NAN,
    }
}
