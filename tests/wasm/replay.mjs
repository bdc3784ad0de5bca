// Feeds commands to the module's run without engine and prints each answer on a line of its own.
// usage: node replay.mjs MODULE COMMANDS  (one JSON command a line)

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { load } from './module.mjs';

const [modulePath, commandsPath] = process.argv.slice(2);
const { bytes, call } = await load(modulePath);
for (const command of readFileSync(commandsPath, 'utf8').split('\n')) process.stdout.write(`${call('feed', command)}\n`);
process.stderr.write(`module: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} gzipped\n`);
