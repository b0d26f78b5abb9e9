/** Writes the list of RPC methods and the table of options in docs/bitcoin-rpc.md. A test fails if the committed page differs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withMethods, withOptions } from './bitcoin-methods.js';

const page = new URL('../docs/bitcoin-rpc.md', import.meta.url);
writeFileSync(page, withOptions(await withMethods(readFileSync(page, 'utf8'))));
