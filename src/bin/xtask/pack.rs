//! Packs the page's wasm module for its way to the browser: what a web server makes of it then, with brotli or gzip, weighs a seventh
//! less.
//!
//! A module's code is opcodes and operands in turn: an opcode, a local, an opcode, an offset. To a compressor that is one mixed
//! text. Here opcodes go to one lane, and each kind of operand to a lane of its own, where its neighbours are of its kind. Three
//! more things help:
//!
//! * a local is told by how many others were used since it was (move to front), which are mostly few;
//! * a constant that is added is the place of a field or on the stack, and has another lane than one that is not;
//! * opcodes that often follow each other become one ([`pair`]).
//!
//! `www/unpack.js` puts the module together again in some 50 ms. It has no table of opcodes: what operands each has, and in which lane, is
//! one of the packed parts. The parts are custom sections of a module that has nothing else, so that the file is what its name
//! says, and a web server compresses it as it does any module. Alignments are hints that change nothing, and are not sent: each access
//! gets the one that is natural for it.

use std::collections::BTreeMap;

use wasm_encoder::{CustomSection, Encode, Module};
use wasmparser::{BinaryReader, BinaryReaderError, Parser, Payload};

/// The name of the custom sections; `www/unpack.js` asks for them.
const SECTION: &str = "packed";
/// Most pairs of opcodes that become one: with more, what is saved is lost again in the rest.
const PAIRS: usize = 48;

const BR_TABLE: u8 = 0x0e;
const CALL_INDIRECT: u8 = 0x11;
const I32_ADD: u8 = 0x6a;
/// Bytes of a number of 32 bits at its longest: what `www/unpack.js` reserves for a length it does not know yet.
const LONGEST: usize = 5;

/// Why a module cannot be packed.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// It is no wasm module.
    #[error(transparent)]
    Malformed(#[from] BinaryReaderError),
    /// It uses an instruction that has no entry in this file.
    #[error("opcode {0:#04x} has no entry in src/bin/xtask/pack.rs; add what operands it has")]
    Unknown(u8),
    /// It is too large for the format.
    #[error("it is {0} bytes long")]
    Long(usize),
}

/// What kind of operand an opcode has. The numbers are those of `www/unpack.js`.
#[derive(Clone, Copy)]
enum Operand {
    /// None.
    Bare = 0,
    /// One number.
    Number = 1,
    /// As many numbers as the lane says first.
    List = 2,
    /// A local, by how recently it was used.
    Local = 3,
    /// A number; if what follows adds it, in the next lane.
    Constant = 4,
    /// Four bytes as they are.
    Four = 5,
    /// Eight bytes as they are.
    Eight = 6,
    /// An offset in memory, from here on with the power of two of the access's natural alignment added.
    Memory = 8,
}

/// Where operands go. The numbers are the order of the packed parts.
#[derive(Clone, Copy)]
enum Lane {
    Opcodes,
    Rare,
    Labels,
    Functions,
    Read,
    Written,
    Constants,
    Added,
    Long,
    Real,
    Loads,
    Stores,
    /// Not of operands: the locals that each function declares.
    Declared,
}

const LANES: usize = Lane::Declared as usize + 1;

/// The operand of an opcode, its lane, and the natural alignment if it reaches into memory.
const fn operand(opcode: u8) -> Option<(Operand, Lane, u8)> {
    use {Lane as L, Operand as O};
    Some(match opcode {
        0x00 | 0x01 | 0x05 | 0x0b | 0x0f | 0x1a | 0x1b | 0x45..=0xc4 => (O::Bare, L::Opcodes, 0),
        // Blocks: their types are few, and tell what follows.
        0x02..=0x04 => (O::Number, L::Opcodes, 0),
        0x0c | 0x0d => (O::Number, L::Labels, 0),
        // Tables of labels, indirect calls, and the many instructions behind one prefix.
        0x0e | 0x11 | 0xfc => (O::List, L::Rare, 0),
        0x10 => (O::Number, L::Functions, 0),
        0x20 => (O::Local, L::Read, 0),
        0x21 | 0x22 => (O::Local, L::Written, 0),
        // Globals, tables, the size of the memory, null.
        0x23..=0x26 | 0x3f | 0x40 | 0xd0 => (O::Number, L::Rare, 0),
        0x2c | 0x2d | 0x30 | 0x31 => (O::Memory, L::Loads, 0),
        0x2e | 0x2f | 0x32 | 0x33 => (O::Memory, L::Loads, 1),
        0x28 | 0x2a | 0x34 | 0x35 => (O::Memory, L::Loads, 2),
        0x29 | 0x2b => (O::Memory, L::Loads, 3),
        0x3a | 0x3c => (O::Memory, L::Stores, 0),
        0x3b | 0x3d => (O::Memory, L::Stores, 1),
        0x36 | 0x38 | 0x3e => (O::Memory, L::Stores, 2),
        0x37 | 0x39 => (O::Memory, L::Stores, 3),
        0x41 => (O::Constant, L::Constants, 0),
        0x42 => (O::Number, L::Long, 0),
        0x43 => (O::Four, L::Real, 0),
        0x44 => (O::Eight, L::Real, 0),
        _ => return None,
    })
}

/// One byte for each opcode: its lane above, its operand below.
fn table() -> Vec<u8> {
    let entry = |opcode| operand(opcode).map_or(0, |(operand, lane, alignment)| (lane as u8) << 4 | (operand as u8 + alignment));
    (0..=u8::MAX).map(entry).collect()
}

/// Packs a wasm module.
///
/// # Errors
/// If it is none, or uses an instruction that is not known here.
pub fn pack(module: &[u8]) -> Result<Vec<u8>, PackError> {
    let mut lanes = [const { Vec::new() }; LANES];
    // What is before the code and what is behind it.
    let mut around = [Module::HEADER.to_vec(), vec![]];
    let mut functions = None;
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::CodeSectionStart { count, .. } => {
                count.encode(&mut lanes[Lane::Declared as usize]);
                functions = Some(count);
            }
            Payload::CodeSectionEntry(body) => take_apart(&module[body.range()], &mut lanes)?,
            other => {
                if let Some((id, range)) = other.as_section() {
                    let part = &mut around[usize::from(functions.is_some())];
                    part.push(id);
                    module[range].encode(part);
                }
            }
        }
    }
    let unpacked = module.len() + LONGEST * (1 + functions.unwrap_or(0) as usize);
    let length = u32::try_from(unpacked).map_err(|_| PackError::Long(module.len()))?.to_le_bytes();
    let (table, pairs) = (table(), pair(&mut lanes[Lane::Opcodes as usize]));

    let mut packed = Module::new();
    let [before, behind] = &around;
    let parts = [&length[..], &table, &pairs, before, behind].into_iter().chain(lanes.iter().map(Vec::as_slice));
    for part in parts {
        packed.section(&CustomSection { name: SECTION.into(), data: part.into() });
    }
    Ok(packed.finish())
}

/// Distributes the body of a function over the lanes.
fn take_apart(body: &[u8], lanes: &mut [Vec<u8>; LANES]) -> Result<(), PackError> {
    let mut reader = BinaryReader::new(body, 0);
    let declared = &mut lanes[Lane::Declared as usize];
    let groups = reader.read_var_u32()?;
    groups.encode(declared);
    for _ in 0..groups {
        reader.read_var_u32()?.encode(declared);
        declared.push(reader.read_u8()?);
    }

    let mut recent = Vec::new();
    while !reader.eof() {
        let opcode = reader.read_u8()?;
        lanes[Lane::Opcodes as usize].push(opcode);
        let (operand, lane, _) = operand(opcode).ok_or(PackError::Unknown(opcode))?;
        let lane = lane as usize;
        match operand {
            Operand::Bare => {}
            Operand::Number => lanes[lane].extend(number(&mut reader)?),
            Operand::List => {
                let first = reader.read_var_u32()?;
                let more = match opcode {
                    BR_TABLE => first + 1,
                    CALL_INDIRECT => 1,
                    _ => behind_prefix(first),
                };
                (1 + more).encode(&mut lanes[lane]);
                first.encode(&mut lanes[lane]);
                for _ in 0..more {
                    reader.read_var_u32()?.encode(&mut lanes[lane]);
                }
            }
            Operand::Local => rank(&mut recent, reader.read_var_u32()?).encode(&mut lanes[lane]),
            Operand::Constant => {
                let constant = number(&mut reader)?;
                let added = body.get(reader.current_position()) == Some(&I32_ADD);
                lanes[if added { Lane::Added as usize } else { lane }].extend(constant);
            }
            Operand::Four => lanes[lane].extend(reader.read_bytes(4)?),
            Operand::Eight => lanes[lane].extend(reader.read_bytes(8)?),
            Operand::Memory => {
                reader.read_var_u32()?;
                lanes[lane].extend(number(&mut reader)?);
            }
        }
    }
    Ok(())
}

/// The bytes of a number, signed or not.
fn number(reader: &mut BinaryReader) -> Result<Vec<u8>, BinaryReaderError> {
    let mut bytes = vec![];
    loop {
        bytes.push(reader.read_u8()?);
        if bytes.last().is_some_and(|&byte| byte < 0x80) {
            return Ok(bytes);
        }
    }
}

/// How many numbers follow the one that says which instruction it is behind the prefix 0xfc.
const fn behind_prefix(instruction: u32) -> u32 {
    match instruction {
        // Conversions that saturate.
        0..=7 => 0,
        // What copies or fills from one memory or table to another, or from a segment.
        8 | 10 | 12 | 14 => 2,
        _ => 1,
    }
}

/// How many locals were used since this one was, and makes it the latest. Before their first use they stand in their own order.
fn rank(recent: &mut Vec<u32>, local: u32) -> usize {
    let first_unknown = recent.len() as u32;
    recent.extend(first_unknown..=local);
    let rank = recent.iter().position(|&other| other == local).unwrap_or_default();
    recent[..=rank].rotate_right(1);
    rank
}

/// Replaces the pair of bytes that is most frequent by a byte that does not occur, and again, and tells what stands for what: three
/// bytes each. (Byte pair encoding: P. Gage, *A New Algorithm for Data Compression*, The C Users Journal 12(2), 1994.)
fn pair(lane: &mut Vec<u8>) -> Vec<u8> {
    let free: Vec<u8> = (0..=u8::MAX).filter(|byte| !lane.contains(byte)).take(PAIRS).collect();
    let mut pairs = vec![];
    for token in free {
        let mut counts = BTreeMap::new();
        for pair in lane.windows(2) {
            *counts.entry([pair[0], pair[1]]).or_insert(0) += 1;
        }
        let Some((&common, _)) = counts.iter().max_by_key(|&(_, count)| *count) else { break };
        let mut shorter = Vec::with_capacity(lane.len());
        let mut rest = &lane[..];
        while let Some((&first, behind)) = rest.split_first() {
            let met = rest.starts_with(&common);
            shorter.push(if met { token } else { first });
            rest = if met { &behind[1..] } else { behind };
        }
        *lane = shorter;
        pairs.extend([token, common[0], common[1]]);
    }
    pairs
}
