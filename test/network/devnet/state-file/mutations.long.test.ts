import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStateFile, writeStateFile } from '#dist/network/devnet/state-file/format.js';
import type { Devnet } from '#dist/network/types.js';
import { account, bootDevnet } from '../../../devnet.js';
import { temporaryFolder } from '../../../disposable-folder.js';
import { FULL_LENGTH } from '../../../full-length.js';
import { mutantsOf } from './mutations.js';

const MANUAL = { bitcoin: 'manual', stacks: 'manual' } as const;
/** Fields that a state may lack, or that may be null, by how they end. */
const ALLOWED = [
  /^network\.bitcoinFork is (undefined|null)$/,
  /^network\.(fork|sbtc) is null$/,
  /\.(reclaimKeys|replacedBy) is undefined$/,
  /feeRate is 1.5$/,
];

/** How many of the mutants are tried: one of this number. */
const EACH = FULL_LENGTH ? 1 : 3;
/** How many bytes of a part are changed. */
const CHANGES = FULL_LENGTH ? 1000 : 10;

let devnet: Devnet;
let parts: ReadonlyMap<string, Uint8Array>;
/** Of an earlier moment of the same network. */
let earlier: ReadonlyMap<string, Uint8Array>;

const rpc = async (method: string, params: unknown[] = []) => {
  const answer = await fetch(devnet.urls.bitcoin, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('devnet:devnet')}` },
    body: JSON.stringify({ method, params }),
  });
  return ((await answer.json()) as { result: string }).result;
};

beforeAll(async () => {
  devnet = await bootDevnet({ mining: MANUAL });
  earlier = await readStateFile(await devnet.dumpState());
  await rpc('createwallet', ['w1']);
  const { address } = { address: await rpc('getnewaddress') };
  const { stx, btc } = account(devnet, 'wallet_1');
  await devnet.faucet.btc(address, { wait: false });
  await devnet.faucet.stx(stx.address, { wait: false });
  await devnet.sbtc.deposit({ recipient: stx.address, amount: 100_000n, wait: false });
  await devnet.stacks.deploy({
    name: 'counter',
    source: '(define-map m uint {a: uint}) (map-set m u1 {a: u2})',
    as: 'deployer',
    wait: false,
  });
  await devnet.bitcoin.mine(2);
  // In both mempools.
  await devnet.faucet.btc(btc.address, { wait: false });
  await devnet.faucet.stx(stx.address, { wait: false });
  await devnet.impersonate(account(devnet, 'wallet_8').stx.address);
  parts = await readStateFile(await devnet.dumpState());
  await devnet.bitcoin.mine();
});
afterAll(() => devnet.close());

async function heights(): Promise<unknown> {
  const { bitcoin, stacks } = await devnet.status();
  return { bitcoin, stacks };
}

/** @returns whether the network went to the state */
async function load(name: string, bytes: Uint8Array | undefined): Promise<boolean> {
  const part = name.split(/[. ]/)[0] ?? '';
  const changed = new Map(parts);
  if (bytes === undefined) changed.delete(part);
  else changed.set(part, bytes);
  const before = await heights();
  const error = await devnet.loadState(await writeStateFile(changed, '1.2.3')).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) return true;
  expect(error, name).toMatchObject({ name: 'DevnetError', code: 'INVALID_INPUT', field: expect.stringMatching(/^state(\.|$)/) });
  expect(await heights(), name).toEqual(before);
  return false;
}

/** Nobody needs to be impersonated, and no block to be withheld. */
function isEmptyList(part: string, wrong: Uint8Array): boolean {
  return ['impersonated', 'withheld'].includes(part) && Buffer.from(wrong).toString() === '[]';
}

async function pays(): Promise<void> {
  const { txId } = await devnet.faucet.stx(account(devnet, 'wallet_3').stx.address, { wait: false });
  await devnet.bitcoin.mine();
  expect(await devnet.stacks.receipt(txId)).toMatchObject({ status: 'success' });
}

test('error: what is wrong with a part has a place, and changes nothing', { timeout: 300_000 }, async () => {
  expect([...parts.keys()]).toEqual(
    'bitcoin bitcoinTransactions bridge history impersonated mining network stacks stacksTransactions withheld'.split(' '),
  );
  let refused = 0;
  for (const [part, bytes] of parts) {
    for (const [at, { name, bytes: wrong }] of [...mutantsOf(part, bytes)].entries()) {
      if (at % EACH !== 0) continue;
      if (ALLOWED.some((allowed) => allowed.test(name)) || name === 'bridge is missing') continue;
      expect(await load(name, wrong), name).toBe(false);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(400 / EACH);
  await pays();
});

test('error: a part of another moment, or another part in its place, agrees with no other part', { timeout: 120_000 }, async () => {
  for (const [part, bytes] of parts) {
    const before = earlier.get(part);
    const isOther = before !== undefined && Buffer.compare(before, bytes) !== 0;
    // These say nothing of the chains.
    if (isOther && !['bridge', 'mining', 'impersonated'].includes(part)) expect(await load(`${part} of before`, before), part).toBe(false);
    for (const [other, wrong] of parts)
      if (other !== part && !isEmptyList(part, wrong)) expect(await load(`${part} is ${other}`, wrong), `${part} is ${other}`).toBe(false);
  }
  await pays();
});

test('behavior: bytes that are changed anywhere are refused, or the network goes on from them', { timeout: 300_000 }, async () => {
  const id = await devnet.snapshot();
  for (const part of ['bitcoin', 'stacks', 'history']) {
    const bytes = parts.get(part) as Uint8Array;
    // An odd step, so that all kinds of fields are met.
    const step = Math.max(1, Math.floor(bytes.length / CHANGES)) | 1;
    for (let at = 0; at < bytes.length; at += step) {
      for (const flip of [0x01, 0x80]) {
        const changed = Uint8Array.from(bytes);
        changed[at] = (changed[at] as number) ^ flip;
        if (!(await load(`${part} byte ${at}`, changed))) continue;
        await devnet.bitcoin.mine();
        await devnet.restore(id);
      }
    }
  }
  await pays();
});

test('behavior: the state itself is right after all of these', async () => {
  await devnet.loadState(await writeStateFile(parts, '1.2.3'));
  const again = await readStateFile(await devnet.dumpState());
  for (const [part, bytes] of parts) expect(Buffer.compare(again.get(part) ?? Buffer.of(), bytes), part).toBe(0);
  await pays();
});

test.each(['state', 'loadState'] as const)(
  'error: a start with a wrong file in %s fails with the place, and leaves the file',
  async (setting) => {
    await using folder = await temporaryFolder('state');
    const file = path.join(folder.path, 'wrong.state');
    const mining = Buffer.from('{"bitcoin":"manual","stacks":{"intervalMs":0}}');
    const bytes = await writeStateFile(new Map([...parts, ['mining', mining]]), '1.2.3');
    await writeFile(file, bytes);
    await expect(bootDevnet({ [setting]: file })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      field: 'state.mining.stacks.intervalMs',
      message:
        `${file}: The state cannot be used: mining.stacks.intervalMs: expected a whole number from 1 to 2147483647, received 0. ` +
        'Write it again with this version of stacks-devnet.',
    });
    expect(Buffer.compare(await readFile(file), bytes)).toBe(0);
  },
);
