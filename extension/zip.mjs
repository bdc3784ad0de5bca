// Packs dist/ into webhand-extension.zip. Equal files give an equal archive, byte for byte: the entries are sorted and
// have no time of their own.

import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';

const dist = new URL('dist/', import.meta.url);
/** The first day that the format can name. */
const DAY = (1 << 5) | 1;
const DEFLATED = 8;
const VERSION = 20;

const names = readdirSync(dist, { recursive: true })
  .filter((name) => statSync(new URL(name, dist)).isFile())
  .map((name) => name.replaceAll('\\', '/'))
  .sort();
if (!names.includes('engine.wasm')) throw new Error('extension/dist has no engine: run `make extension`');

const [entries, directory] = [[], []];
let offset = 0;
for (const name of names) {
  const content = readFileSync(new URL(name, dist));
  const packed = deflateRawSync(content, { level: 9 });
  const described = describe(name, content, packed);
  const entry = Buffer.concat([signed(0x04034b50), described, Buffer.from(name), packed]);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(offset, 10);
  directory.push(signed(0x02014b50), short(VERSION), described, place, Buffer.from(name));
  entries.push(entry);
  offset += entry.length;
}
const listed = Buffer.concat(directory);
const end = Buffer.alloc(18);
end.writeUInt16LE(names.length, 4);
end.writeUInt16LE(names.length, 6);
end.writeUInt32LE(listed.length, 8);
end.writeUInt32LE(offset, 12);
const archive = Buffer.concat([...entries, listed, signed(0x06054b50), end]);
writeFileSync(new URL('webhand-extension.zip', import.meta.url), archive);

/** The fields that an entry and its line in the directory have in common. */
function describe(name, content, packed) {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(DEFLATED, 4);
  fields.writeUInt16LE(DAY, 8);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  return fields;
}

function signed(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}

function short(number) {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(number);
  return bytes;
}
