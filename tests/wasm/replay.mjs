// Feeds commands to the core module as the side panel does and prints each answer on a line of its own.
// usage: node replay.mjs MODULE COMMANDS  (one JSON command a line)

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const [modulePath, commandsPath] = process.argv.slice(2);
const bytes = readFileSync(modulePath);
const { instance } = await WebAssembly.instantiate(bytes, {});
const { memory, alloc, dealloc, feed } = instance.exports;

function answer(command) {
  const sent = new TextEncoder().encode(command);
  const address = alloc(sent.length);
  if (address === 0) throw new Error('the module has no memory left');
  new Uint8Array(memory.buffer, address, sent.length).set(sent);
  const place = feed(address, sent.length);
  dealloc(address, sent.length);
  const [at, length] = [Number(BigInt.asUintN(64, place) >> 32n), Number(place & 0xffffffffn)];
  const text = new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(memory.buffer, at, length));
  dealloc(at, length);
  return text;
}

for (const command of readFileSync(commandsPath, 'utf8').split('\n')) process.stdout.write(`${answer(command)}\n`);
process.stderr.write(`core module: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} gzipped\n`);
