//! Structures become values. What is absent has no value.

use super::{Misfit, Table, Value};
use serde::ser::{Error, Impossible, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple};
use serde::{Serialize, Serializer};
use std::fmt::Display;

impl Error for Misfit {
    fn custom<T: Display>(words: T) -> Self {
        Self(words.to_string())
    }
}

/// Makes a value of anything that a scenario holds.
pub struct Writer;

/// What has been written, if there is anything.
type Written = Result<Option<Value>, Misfit>;

fn foreign() -> Misfit {
    Misfit("this kind of value has no form in a scenario".to_owned())
}

/// Kinds of value that no scenario holds.
macro_rules! none {
    ($($method:ident($($argument:ty),*))*) => { $(fn $method(self, $(_: $argument),*) -> Written { Err(foreign()) })* };
}

impl Serializer for Writer {
    type Ok = Option<Value>;
    type Error = Misfit;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeStruct = Fields;
    type SerializeStructVariant = Fields;
    type SerializeTupleStruct = Impossible<Option<Value>, Misfit>;
    type SerializeTupleVariant = Impossible<Option<Value>, Misfit>;
    type SerializeMap = Impossible<Option<Value>, Misfit>;

    fn serialize_bool(self, on: bool) -> Written {
        Ok(Some(Value::Switch(on)))
    }

    fn serialize_u8(self, x: u8) -> Written {
        self.serialize_u64(u64::from(x))
    }

    fn serialize_u32(self, x: u32) -> Written {
        self.serialize_u64(u64::from(x))
    }

    fn serialize_u64(self, x: u64) -> Written {
        Ok(Some(Value::Whole(i64::try_from(x).map_err(|_| foreign())?)))
    }

    fn serialize_f64(self, x: f64) -> Written {
        Ok(Some(Value::Number(x)))
    }

    fn serialize_str(self, text: &str) -> Written {
        Ok(Some(Value::Text(text.to_owned())))
    }

    fn serialize_none(self) -> Written {
        Ok(None)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, word: &'static str) -> Written {
        self.serialize_str(word)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: &'static str, _: u32, word: &'static str, value: &T) -> Written {
        let content = value.serialize(self)?;
        Ok(content.map(|content| Value::Table(Table(vec![(word.to_owned(), content)]))))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items, Misfit> {
        Ok(Items(vec![]))
    }

    fn serialize_tuple(self, _: usize) -> Result<Items, Misfit> {
        Ok(Items(vec![]))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields, Misfit> {
        Ok(Fields { word: None, table: Table::default() })
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, word: &'static str, _: usize) -> Result<Fields, Misfit> {
        Ok(Fields { word: Some(word), table: Table::default() })
    }

    none! {
        serialize_i8(i8)
        serialize_i16(i16)
        serialize_i32(i32)
        serialize_i64(i64)
        serialize_u16(u16)
        serialize_f32(f32)
        serialize_char(char)
        serialize_bytes(&[u8])
        serialize_unit()
        serialize_unit_struct(&'static str)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Misfit> {
        Err(foreign())
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Self::SerializeTupleVariant, Misfit> {
        Err(foreign())
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Misfit> {
        Err(foreign())
    }
}

/// A list that is being written.
pub struct Items(Vec<Value>);

impl SerializeSeq for Items {
    type Ok = Option<Value>;
    type Error = Misfit;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Misfit> {
        self.0.extend(value.serialize(Writer)?);
        Ok(())
    }

    fn end(self) -> Written {
        Ok(Some(Value::List(self.0)))
    }
}

impl SerializeTuple for Items {
    type Ok = Option<Value>;
    type Error = Misfit;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Misfit> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Written {
        SerializeSeq::end(self)
    }
}

/// A table that is being written, perhaps that of a word.
pub struct Fields {
    word: Option<&'static str>,
    table: Table,
}

impl SerializeStruct for Fields {
    type Ok = Option<Value>;
    type Error = Misfit;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Misfit> {
        self.table.0.extend(value.serialize(Writer)?.map(|value| (name.to_owned(), value)));
        Ok(())
    }

    fn end(self) -> Written {
        let table = Value::Table(self.table);
        Ok(Some(match self.word {
            None => table,
            Some(word) => Value::Table(Table(vec![(word.to_owned(), table)])),
        }))
    }
}

impl SerializeStructVariant for Fields {
    type Ok = Option<Value>;
    type Error = Misfit;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Misfit> {
        SerializeStruct::serialize_field(self, name, value)
    }

    fn end(self) -> Written {
        SerializeStruct::end(self)
    }
}
