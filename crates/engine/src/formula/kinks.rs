//! What changes its sign where a formula has a kink, a jump or a pole in age.

use super::tree::{Binary, Function, Tree};
use super::{Class, Variable};

/// An expression whose sign, or the number of the whole numbers below which, changes at a kink.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kink {
    /// At a change of its sign.
    Sign(Tree),
    /// Where `floor` of it jumps.
    Whole(Tree),
}

/// All kinks of a tree that depend on age.
pub(super) fn kinks(tree: &Tree) -> Vec<Kink> {
    let mut found: Vec<Kink> = vec![];
    let mut add = |kink: Kink| {
        let (Kink::Sign(tree) | Kink::Whole(tree)) = &kink;
        if tree.class() == Class::Age && !found.contains(&kink) {
            found.push(kink);
        }
    };
    let less = |a: &Tree, b: &Tree| Kink::Sign(Tree::binary(Binary::Subtract, a.clone(), b.clone()));
    tree.walk(&mut |tree| match tree {
        Tree::Variable(Variable::Late) => add(less(&Tree::Variable(Variable::Age), &Tree::Variable(Variable::Est))),
        Tree::Not(one) => condition(one, &mut add),
        Tree::Binary(Binary::And | Binary::Or, two) => two.iter().for_each(|one| condition(one, &mut add)),
        Tree::Binary(Binary::Divide, two) => add(Kink::Sign(two[1].clone())),
        Tree::Binary(Binary::Power, two) => add(Kink::Sign(two[0].clone())),
        Tree::Binary(operator, two) if operator.compares() => add(less(&two[0], &two[1])),
        Tree::Call(function @ (Function::Min | Function::Max), arguments) => {
            for (i, argument) in arguments.iter().enumerate().skip(1) {
                let before = if i == 1 { arguments[0].clone() } else { Tree::Call(*function, arguments[..i].to_vec()) };
                add(less(&before, argument));
            }
        }
        Tree::Call(function, arguments) => {
            let [first, ..] = &arguments[..] else { return };
            match function {
                Function::If => condition(first, &mut add),
                Function::Abs | Function::Log | Function::Sqrt => add(Kink::Sign(first.clone())),
                Function::Floor => add(Kink::Whole(first.clone())),
                Function::Ceil => add(Kink::Whole(Tree::Negate(Box::new(first.clone())))),
                _ => {}
            }
        }
        _ => {}
    });
    found
}

/// A condition that is itself no truth turns where it is zero.
fn condition(tree: &Tree, add: &mut dyn FnMut(Kink)) {
    let truth = match tree {
        Tree::Not(_) | Tree::Variable(Variable::Late) => true,
        Tree::Binary(operator, _) => operator.compares() || matches!(operator, Binary::And | Binary::Or),
        _ => false,
    };
    if !truth {
        add(Kink::Sign(tree.clone()));
    }
}
