// Entry point: starts the sites, writes their addresses as one line of JSON, and ends with its standard input.

import { startSites } from './sites.mjs';

const { control, sites } = await startSites();
process.stdout.write(`${JSON.stringify({ control, sites })}\n`);
process.stdin.resume().on('end', () => process.exit(0));
