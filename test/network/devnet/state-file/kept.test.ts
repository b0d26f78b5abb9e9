import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { bitcoinRpc } from './kept-state.js';

/** State files that earlier versions wrote, one of each format that this version reads: `format-3.state.gz`. */
const folder = path.join(import.meta.dirname, 'kept');
/** To add a file for a new format, run this test with `WRITE_KEPT_STATE=1`. Files are never written again: users have such files. */
const WRITE = process.env['WRITE_KEPT_STATE'] === '1';

const COUNTER = `
(define-data-var count uint u0)
(define-map counts principal uint)
(define-fungible-token point)
(define-public (add (by uint))
  (begin
    (map-set counts tx-sender by)
    (try! (ft-mint? point u5 tx-sender))
    (print { by: by })
    (ok (var-set count (+ by (var-get count))))))`;

/** A network with something of most parts. */
async function writtenNow(): Promise<Buffer> {
  await using devnet = await startDevnet({ sbtc: { bridge: { mode: 'manual' } } });
  await devnet.stacks.deploy({ name: 'counter', source: COUNTER, as: 'wallet_1' });
  await devnet.contract(`${devnet.accounts.wallet_1.stx.address}.counter`).call('add', [5n], { as: 'wallet_2' });
  await devnet.sbtc.deposit({ recipient: devnet.accounts.wallet_3.stx.address, amount: 20_000n, wait: false });
  await bitcoinRpc(devnet, 'createwallet', 'savings');
  await devnet.faucet.btc((await bitcoinRpc(devnet, 'getnewaddress')) as string);
  await devnet.mine({ bitcoin: 2 });
  await devnet.setMining({ bitcoin: 'manual', stacks: 'manual' });
  await devnet.stacks.transfer({ to: 'wallet_5', amount: 7n, as: 'wallet_4', wait: false });
  return Buffer.from(await devnet.dumpState());
}

/** The format follows the beginning and the length: see docs/maintaining/state-file.md. */
const formatOf = (state: Buffer): number => state[28] as number;

test('default: the format that this version writes has a file', async () => {
  const state = await writtenNow();
  const file = path.join(folder, `format-${formatOf(state)}.state.gz`);
  if (WRITE && !existsSync(file)) await writeFile(file, gzipSync(state, { level: 9 }));
  expect(await readdir(folder)).toContain(path.basename(file));
});

test('default: state files of earlier versions load, and their networks go on', async () => {
  for (const name of await readdir(folder)) {
    const state = gunzipSync(await readFile(path.join(folder, name)));
    await using devnet = await startDevnet({ sbtc: { bridge: { mode: 'manual' } } });
    await devnet.loadState(state);
    const counter = devnet.contract(`${devnet.accounts.wallet_1.stx.address}.counter`);
    expect(await counter.variable('count')).toEqual(5n);
    expect((await devnet.balance('wallet_2')).tokens).toMatchObject({ [`${counter.id}::point`]: 5n });
    expect(await devnet.sbtc.deposits()).toHaveLength(1);
    expect(await bitcoinRpc(devnet, 'listwallets')).toEqual(['savings']);
    expect(await devnet.miningModes()).toEqual({ bitcoin: 'manual', stacks: 'manual' });
    const before = await devnet.balance('wallet_5');
    await devnet.mine({ stacks: 1 });
    expect((await devnet.balance('wallet_5')).stx).toBe(before.stx + 7n);
    await counter.call('add', [1n], { as: 'wallet_2', wait: false });
    await devnet.mine({ bitcoin: 1 });
    expect(await counter.variable('count')).toEqual(6n);
  }
});
