// Loads the wasm module and calls it with bytes.

import { readFileSync } from 'node:fs';

/** Loads the module. It gets nothing to import, and a module that wants something is an error. */
export async function load(path) {
  const bytes = readFileSync(path);
  const module = await WebAssembly.compile(bytes);
  const imports = WebAssembly.Module.imports(module);
  if (imports.length > 0) throw new Error(`the module wants imports: ${JSON.stringify(imports)}`);
  const { exports } = await WebAssembly.instantiate(module, {});
  return { bytes, call: (name, text) => call(exports, name, text) };
}

function call(exports, name, text) {
  const sent = new TextEncoder().encode(text);
  const address = exports.alloc(sent.length);
  if (address === 0) throw new Error('the module has no memory left');
  new Uint8Array(exports.memory.buffer, address, sent.length).set(sent);
  let place;
  try {
    place = exports[name](address, sent.length);
  } catch (trap) {
    throw new Error(`${name}: ${read(exports, exports.panic_message()) || trap}`, { cause: trap });
  }
  exports.dealloc(address, sent.length);
  return read(exports, place);
}

function read(exports, place) {
  const [at, length] = [Number(BigInt.asUintN(64, place) >> 32n), Number(place & 0xffffffffn)];
  const text = new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(exports.memory.buffer, at, length));
  exports.dealloc(at, length);
  return text;
}
