import { readdir } from 'node:fs/promises';
import { type DevnetOptions, startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../disposable-folder.js';

/** What two starts have in common if they make the same chains. */
async function begin(options: DevnetOptions) {
  await using devnet = await startDevnet({ gateway: false, ...options });
  const { bitcoin, stacks } = await devnet.status();
  const account: unknown = await (await fetch(`${devnet.urls.stacks}/v2/accounts/${devnet.accounts.wallet_1.stx.address}?proof=0`)).json();
  return { bitcoin: bitcoin.hash, stacks: stacks.hash, account };
}

test('default: the package has what a start with the default settings would cache, and nothing else', async () => {
  await using cache = await temporaryFolder('packaged-cache');
  const packaged = await begin({ cache: { dir: cache.path } });
  // Nothing was missing, so nothing was stored.
  expect(await readdir(cache.path)).toEqual([]);
  expect(await begin({ cache: { enabled: false } })).toEqual(packaged);
});

test('behavior: other settings fill the cache', async () => {
  await using cache = await temporaryFolder('packaged-cache');
  const options: DevnetOptions = { cache: { dir: cache.path }, accounts: { count: 3 } };
  const first = await begin(options);
  await expect.poll(async () => (await readdir(cache.path)).toSorted()).toEqual(['bitcoin-chain', 'stacks-genesis']);
  expect(await begin(options)).toEqual(first);
});
