import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { BOOT_CONTRACTS } from '#dist/stacks/node/clarity/boot/boot-contracts.js';
import { correctPackaged } from '#dist/stacks/node/clarity/boot/corrections.js';
import { OWN_CONTRACTS, ownContract } from '#dist/stacks/node/clarity/boot/own-contracts.js';
import { smallSource } from '#dist/stacks/node/clarity/boot/small-sources.js';

// Part of the build: collects the sources of boot contracts, and of sBTC, with their digests, in one file of the package. Those of the
// Clarity SDK are a node's, but for a few corrections.
const { SDK } = createRequire(import.meta.url)('@stacks/clarinet-sdk-wasm');
const sdk = new SDK(() => undefined, undefined);
await sdk.initEmptySession(null);

const BOOT_ADDRESS = 'ST000000000000000000002AMW42H';
const SBTC = ['sbtc-registry', 'sbtc-token'].map((name) => `SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.${name}`);

const contracts = {};
const add = (name, source) => {
  contracts[name] = { source, sha256: createHash('sha256').update(source).digest('hex') };
};
for (const name of BOOT_CONTRACTS.keys()) {
  if (smallSource(name) !== undefined) continue;
  add(name, name in OWN_CONTRACTS ? ownContract(name) : correctPackaged(name, sourceOf(`${BOOT_ADDRESS}.${name}`)));
}
for (const contract of SBTC) add(contract, sourceOf(contract));

const file = new URL('../dist/boot-contracts.json', import.meta.url);
// A network that starts meanwhile finds a complete file or none.
const unfinished = new URL(`${file}.${process.pid}.tmp`);
await writeFile(unfinished, `${JSON.stringify(contracts, null, 1)}\n`);
await rename(unfinished, file);

function sourceOf(contract) {
  const source = sdk.getContractSource(contract);
  if (source === undefined) throw new Error(`the Clarity SDK has no contract ${contract}`);
  return source;
}
