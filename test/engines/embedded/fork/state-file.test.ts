import path from 'node:path';
import { expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { bootDevnet, stacksGet } from '../../../devnet.js';
import { temporaryFolder } from '../../../disposable-folder.js';
import { HEIGHT, OWNER, serveForkSource, TESTNET } from './fork-source-server.js';

const owner = OWNER[TESTNET];
const COUNTER = `${owner}.counter`;
const MANUAL = { bitcoin: 'manual', stacks: 'manual' } as const;

/** Continues a fork by a few blocks that read and write what its origin has. */
async function goOn(devnet: Devnet): Promise<string[]> {
  const hashes: string[] = [];
  for (let step = 1n; step <= 5n; step++) {
    await devnet.contract(COUNTER).call('add', [step], { as: 'deployer', wait: false });
    await devnet.stacks.mine();
    await devnet.bitcoin.mine();
    hashes.push((await devnet.status()).stacks.hash);
  }
  return hashes;
}

test('default: the state of a fork continues, with its origin or offline', { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder('fork-state');
  const file = path.join(folder.path, 'fork.state');
  const cache = { dir: path.join(folder.path, 'cache') };
  await using origin = await serveForkSource({ networkId: TESTNET });
  const first = await bootDevnet({ fork: { url: origin.url, height: HEIGHT }, cache, mining: MANUAL, dumpState: file });
  await first.contract(COUNTER).call('add', [8n], { as: 'deployer', wait: false });
  await first.bitcoin.mine();
  const count = async (devnet: Devnet) => stacksGet(devnet, `/v2/data_var/${owner}/counter/n?proof=0`);
  const counted = await count(first);
  const bytes = await first.dumpState();
  await first.close();

  // Without a height, it is that of the file. The offline one reads what the first has read.
  for (const fork of [{ url: origin.url }, { url: origin.url, offline: true }]) {
    await using devnet = await bootDevnet({ fork, cache, loadState: file });
    expect(await count(devnet)).toEqual(counted);
    expect(Buffer.compare(await devnet.dumpState(), bytes)).toBe(0);
  }
  await using one = await bootDevnet({ fork: { url: origin.url }, cache, loadState: file });
  await using other = await bootDevnet({ fork: { url: origin.url }, cache, loadState: file });
  expect(await goOn(other)).toEqual(await goOn(one));
  await expect(bootDevnet({ loadState: file, cache })).rejects.toThrow(`it continues block ${HEIGHT} `);
});
