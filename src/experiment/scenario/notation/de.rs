//! Values become structures.

use super::{Misfit, Table, Value};
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeSeed, EnumAccess, Error, Expected, IntoDeserializer, Unexpected, VariantAccess, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};
use std::fmt::Display;

impl Error for Misfit {
    fn custom<T: Display>(words: T) -> Self {
        Self(words.to_string())
    }

    // What these would say by themselves, without the tables that tell which characters of the world can be printed.
    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self(format!("invalid type: {}, expected {expected}", named(found)))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self(format!("invalid value: {}, expected {expected}", named(found)))
    }
}

fn named(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(on) => format!("boolean `{on}`"),
        Unexpected::Unsigned(x) => format!("integer `{x}`"),
        Unexpected::Signed(x) => format!("integer `{x}`"),
        Unexpected::Float(x) => format!("floating point `{x}`"),
        Unexpected::Str(text) => format!("string \"{text}\""),
        Unexpected::Seq => "sequence".to_owned(),
        _ => "map".to_owned(),
    }
}

impl IntoDeserializer<'_, Misfit> for Value {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl Value {
    fn unexpected(&self) -> Unexpected<'_> {
        match self {
            Self::Switch(on) => Unexpected::Bool(*on),
            Self::Whole(x) => Unexpected::Signed(*x),
            Self::Number(x) => Unexpected::Float(*x),
            Self::Text(text) => Unexpected::Str(text),
            Self::List(_) => Unexpected::Seq,
            Self::Table(_) => Unexpected::Map,
        }
    }
}

/// A method that takes one kind of value; each holds only the code of that kind.
macro_rules! only {
    ($($method:ident($($argument:ty),*) { $($pattern:pat => $visit:expr,)* })*) => {
        $(fn $method<V: Visitor<'de>>(self, $(_: $argument,)* visitor: V) -> Result<V::Value, Misfit> {
            match self {
                $($pattern => $visit(visitor),)*
                other => Err(Misfit::invalid_type(other.unexpected(), &visitor)),
            }
        })*
    };
}

impl<'de> Deserializer<'de> for Value {
    type Error = Misfit;

    only! {
        deserialize_bool() { Self::Switch(on) => |v: V| v.visit_bool(on), }
        deserialize_f64() {
            Self::Number(x) => |v: V| v.visit_f64(x),
            Self::Whole(x) => |v: V| v.visit_i64(x),
        }
        deserialize_u64() { Self::Whole(x) => |v: V| v.visit_i64(x), }
        deserialize_str() { Self::Text(text) => |v: V| v.visit_string(text), }
        deserialize_seq() { Self::List(items) => |v: V| v.visit_seq(SeqDeserializer::new(items.into_iter())), }
        deserialize_map() { Self::Table(Table(entries)) => |v: V| v.visit_map(MapDeserializer::new(entries.into_iter())), }
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self {
            Self::Switch(_) => self.deserialize_bool(visitor),
            Self::Whole(_) | Self::Number(_) => self.deserialize_f64(visitor),
            Self::Text(_) => self.deserialize_str(visitor),
            Self::List(_) => self.deserialize_seq(visitor),
            Self::Table(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_some(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(self, _: &'static str, _: &'static [&'static str], visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: &'static str, _: &'static [&'static str], visitor: V) -> Result<V::Value, Misfit> {
        match self {
            Self::Text(name) => visitor.visit_enum(Choice { name, content: None }),
            Self::Table(Table(mut entries)) if entries.len() == 1 => {
                let (name, content) = entries.swap_remove(0);
                visitor.visit_enum(Choice { name, content: Some(content) })
            }
            other => Err(Misfit::invalid_type(other.unexpected(), &visitor)),
        }
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u128 f32 char bytes byte_buf unit unit_struct newtype_struct tuple_struct ignored_any
    }
}

/// A word that stands for itself, or a table of one name with what belongs to it.
struct Choice {
    name: String,
    content: Option<Value>,
}

impl<'de> EnumAccess<'de> for Choice {
    type Error = Misfit;
    type Variant = Content;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Content), Misfit> {
        Ok((seed.deserialize(Value::Text(self.name))?, Content(self.content)))
    }
}

/// What belongs to a word.
struct Content(Option<Value>);

impl Content {
    fn some(self) -> Result<Value, Misfit> {
        self.0.ok_or_else(|| Misfit("this word needs a value: { word = … }".to_owned()))
    }
}

impl<'de> VariantAccess<'de> for Content {
    type Error = Misfit;

    fn unit_variant(self) -> Result<(), Misfit> {
        match self.0 {
            None => Ok(()),
            Some(content) => Err(Misfit::invalid_type(content.unexpected(), &"a word alone")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Misfit> {
        seed.deserialize(self.some()?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.some()?.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Misfit> {
        self.some()?.deserialize_map(visitor)
    }
}
