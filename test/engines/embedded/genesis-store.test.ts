import { createHash } from 'node:crypto';
import { readdir, readFile, truncate } from 'node:fs/promises';
import path from 'node:path';
import { type DevnetOptions, startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { account } from '../../devnet.js';
import { temporaryFolder } from '../../disposable-folder.js';

const contracts = [
  {
    deployer: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM',
    name: 'counter',
    source: `
      (define-constant BEGUN burn-block-height)
      (define-fungible-token points u1000)
      (define-data-var count uint u1)
      (define-map seen { by: principal } uint)
      (map-set seen { by: tx-sender } BEGUN)
      (ft-mint? points u7 tx-sender)
      (define-read-only (begun) { at: BEGUN, seen: (map-get? seen { by: tx-sender }) })
      (define-public (add) (begin (var-set count (+ (var-get count) (ft-get-supply points))) (ok (var-get count))))`,
  },
];

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The digest of the state after some transactions: contracts of the genesis are called, also those of sBTC. */
async function play(options: DevnetOptions): Promise<string> {
  await using devnet = await startDevnet({ contracts, ...options });
  await devnet.contract(`${account(devnet, 'deployer').stx.address}.counter`).call('add', [], { as: 'deployer' });
  await devnet.faucet.sbtc(account(devnet, 'wallet_2').stx.address, { amount: 5000n });
  await devnet.faucet.stx(account(devnet, 'wallet_1').stx.address, { amount: 1n });
  return digest(await devnet.dumpState());
}

/** If this digest changes, raise FORMAT in state-file/genesis.ts: users have files with the old state. */
const GENESIS = '8f28e12c5ba65f2fc97d9f13daac54017fcee91468eef79fe1040e4ad2e2f390';

test('behavior: a chain that begins with a stored state goes on as one that made it', async () => {
  await using dir = await temporaryFolder('genesis-store');
  const cache = { dir: dir.path };
  const made = await play({ cache });
  const folder = path.join(dir.path, 'stacks-genesis');
  const [name = ''] = await readdir(folder);
  expect(
    createHash('sha256')
      .update(await readFile(path.join(folder, name)))
      .digest('hex'),
  ).toBe(GENESIS);
  expect(await play({ cache })).toEqual(made);
  expect(await play({ cache: { enabled: false } })).toEqual(made);
  expect(await readdir(folder)).toEqual([name]);

  // A damaged file counts as none.
  await truncate(path.join(folder, name), 1000);
  expect(await play({ cache })).toEqual(made);
});

test('behavior: other contracts, balances and heights are other states; with coverage, no state is stored', async () => {
  await using dir = await temporaryFolder('genesis-store');
  const cache = { dir: dir.path };
  const others: DevnetOptions[] = [
    {},
    { contracts },
    { accounts: { count: 2 } },
    { epoch: '3.4' },
    { sbtc: false },
    { coverage: path.join(dir.path, 'lcov.info'), accounts: { count: 3 } },
  ];
  const counts: number[] = [];
  for (const options of others) {
    await using _ = await startDevnet({ cache, gateway: false, ...options });
    counts.push((await readdir(path.join(dir.path, 'stacks-genesis')).catch(() => [])).length);
  }
  // The package has the first one.
  expect(counts).toEqual([0, 1, 2, 3, 4, 4]);
});
