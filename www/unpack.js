// Puts the page's wasm module together again. src/bin/xtask/pack.rs took it apart, and says how and why.
const NUMBER = 1, LIST = 2, LOCAL = 3, CONSTANT = 4, FOUR = 5, EIGHT = 6, MEMORY = 8;
const BLOCK = 0x02, IF = 0x04, END = 0x0b, ADD = 0x6a, CODE = 10;
// Bytes of a length, which is written when what it measures is there.
const LONGEST = 5;

class Lane {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  byte() {
    return this.bytes[this.at++];
  }
  number() {
    for (let number = 0, shift = 0; ; shift += 7) {
      const byte = this.byte();
      number |= (byte & 127) << shift;
      if (byte < 128) return number;
    }
  }
}

// The module that is packed at an address.
export default async function unpack(address) {
  const packed = await WebAssembly.compile(await (await fetch(address)).arrayBuffer());
  const parts = WebAssembly.Module.customSections(packed, "packed").map((part) => new Uint8Array(part));
  const [length, table, pairs, before, behind, opcodes, ...others] = parts;
  const lanes = [expand(opcodes, pairs), ...others].map((bytes) => new Lane(bytes));
  const code = lanes[0];
  const declared = lanes.at(-1);

  const module = new Uint8Array(new DataView(length.buffer).getUint32(0, true));
  let end = 0;
  const put = (bytes) => {
    module.set(bytes, end);
    end += bytes.length;
  };
  const write = (number) => {
    for (; number > 127; number >>= 7) module[end++] = number | 128;
    module[end++] = number;
  };
  const copy = (lane) => {
    do module[end] = lane.byte();
    while (module[end++] > 127);
  };
  const measured = (make) => {
    let at = end;
    end += LONGEST;
    make();
    let bytes = end - at - LONGEST;
    for (let more = LONGEST - 1; more > 0; more--, bytes >>= 7) module[at++] = bytes | 128;
    module[at] = bytes;
  };

  const body = () => {
    let groups = declared.number();
    write(groups);
    for (; groups > 0; groups--) {
      copy(declared);
      module[end++] = declared.byte();
    }
    const recent = [];
    for (let depth = 0; depth >= 0; ) {
      const opcode = code.byte();
      module[end++] = opcode;
      if (opcode >= BLOCK && opcode <= IF) depth++;
      else if (opcode === END) depth--;
      const lane = lanes[table[opcode] >> 4];
      const operand = table[opcode] & 15;
      if (operand >= MEMORY) {
        module[end++] = operand - MEMORY;
        copy(lane);
      } else if (operand === LOCAL) {
        const rank = lane.number();
        while (recent.length <= rank) recent.push(recent.length);
        const local = recent[rank];
        for (let k = rank; k > 0; k--) recent[k] = recent[k - 1];
        recent[0] = local;
        write(local);
      } else if (operand === CONSTANT) copy(lanes[(table[opcode] >> 4) + (code.bytes[code.at] === ADD)]);
      else if (operand === NUMBER) copy(lane);
      else if (operand === LIST) for (let numbers = lane.number(); numbers > 0; numbers--) copy(lane);
      else if (operand === FOUR || operand === EIGHT) for (let bytes = operand === FOUR ? 4 : 8; bytes > 0; bytes--) module[end++] = lane.byte();
    }
  };

  put(before);
  write(CODE);
  measured(() => {
    const functions = declared.number();
    write(functions);
    for (let k = 0; k < functions; k++) measured(body);
  });
  put(behind);
  return module.subarray(0, end);
}

// Bytes, with what each that stands for two others stands for.
function expand(bytes, pairs) {
  const meanings = Array.from({ length: 256 }, (_, byte) => [byte]);
  for (let k = 0; k < pairs.length; k += 3) meanings[pairs[k]] = [...meanings[pairs[k + 1]], ...meanings[pairs[k + 2]]];
  const expanded = new Uint8Array(bytes.reduce((length, byte) => length + meanings[byte].length, 0));
  let end = 0;
  for (const byte of bytes) for (const meaning of meanings[byte]) expanded[end++] = meaning;
  return expanded;
}
