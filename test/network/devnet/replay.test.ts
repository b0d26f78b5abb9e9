import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Cl } from '@stacks/transactions';
import { connectDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { compareReplay } from '#dist/stacks/protocol/replay/compare.js';
import { emptyHome } from '../../cli/child.js';
import { inProcess } from '../../cli/in-process.js';
import { bootDevnet } from '../../devnet.js';
import { temporaryFolder } from '../../disposable-folder.js';
import { FULL_LENGTH } from '../../full-length.js';
import { DapClient } from '../../tools/debugger/dap-client.js';
import { makeTransactions } from './replayed-transactions.js';

let origin: Devnet;
let fork: Devnet;
let txids: string[];
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const cache = () => ({ dir: folder.path, enabled: true });
beforeAll(async () => {
  folder = await temporaryFolder('replay');
  origin = await bootDevnet({ gateway: true });
  txids = await makeTransactions(origin, FULL_LENGTH ? 40 : 16);
  fork = await bootDevnet({ gateway: true, dap: 0, fork: { url: origin.urls.gateway as string }, cache: cache() });
}, 120_000);
afterAll(async () => {
  await Promise.all([origin?.close(), fork?.close()]);
  await folder?.[Symbol.asyncDispose]();
});

describe('transactions of an embedded network', () => {
  test('have the status, result, events and costs that it reported, half of them failing', async () => {
    const before = await fork.status();
    const statuses: string[] = [];
    for (const txid of txids) {
      const replay = await fork.replay(txid);
      const receipt = await origin.stacks.receipt(txid);
      expect({ txid, differences: replay.differences, notReported: replay.notReported }).toEqual({
        txid,
        differences: [],
        notReported: [],
      });
      expect(replay).toMatchObject({
        isEqual: true,
        status: receipt?.status,
        result: receipt?.result,
        cost: receipt?.cost,
        block: receipt?.block,
      });
      expect(replay.reason).toBe(receipt?.reason);
      const { profile } = replay;
      expect(profile.cost).toEqual(replay.cost);
      if (profile.functions.length > 0) {
        expect(profile.functions.reduce((sum, { exclusive }) => sum + exclusive.runtime, 0)).toBe(replay.cost.runtime);
      }
      expect({ call: replay.call }).toEqual({ call: (await origin.stacks.trace(txid)).call });
      statuses.push(replay.status);
    }
    expect(statuses.filter((status) => status !== 'success').length).toBeGreaterThanOrEqual(txids.length / 2);
    expect(new Set(statuses)).toEqual(new Set(['success', 'abort_by_response', 'abort_by_post_condition']));
    expect((await fork.status()).stacks).toEqual(before.stacks);
  });

  test('are replayed over HTTP, too', async () => {
    await using connected = await connectDevnet(fork.urls.gateway);
    const txid = txids[0] as string;
    expect(await connected.replay(txid)).toEqual(JSON.parse(JSON.stringify(await fork.replay(txid))));
  });

  test('are opened in the debugger, forwards and backwards, and stop there while they are replayed', async () => {
    const { deployer } = origin.accounts;
    const contract = `${deployer.stx.address}.ledger`;
    const calls = await Promise.all(txids.map((txid) => origin.stacks.trace(txid)));
    const { txid = '' } = calls.find(({ call, status }) => call?.function === 'pay' && status === 'success') ?? {};
    const opened = await DapClient.connect(fork.urls.dap);
    await opened.start({ transaction: txid });
    const { threadId } = await opened.event('stopped');
    const first = (await opened.stack(threadId))[0];
    expect(first).toMatch(/^ledger\.pay:/);
    expect(await opened.evaluate('amount', await opened.frame(threadId))).toMatch(/^u\d+$/);
    await opened.step('next', threadId);
    await opened.step('stepBack', threadId);
    expect((await opened.stack(threadId))[0]).toBe(first);
    await opened.close();

    const watching = await DapClient.connect(fork.urls.dap);
    await watching.start({}, () => watching.ask('setFunctionBreakpoints', { breakpoints: [{ name: `${contract}.pay` }] }));
    const replaying = fork.replay(txid);
    const stopped = await watching.event('stopped');
    expect((await watching.stack(stopped.threadId))[0]).toMatch(/^ledger\.pay:/);
    await watching.ask('disconnect');
    await watching.close();
    expect((await replaying).isEqual).toBe(true);
  });

  test('a second run works offline; what was not replayed before is missing', async () => {
    const [seen = '', unseen = ''] = [txids[0], await origin.stacks.transfer({ to: 'wallet_2', amount: 1n, as: 'wallet_1', wait: false })];
    await origin.stacks.waitForTx(unseen);
    await using offline = await bootDevnet({ fork: { url: origin.urls.gateway as string, offline: true }, cache: cache() });
    expect(await offline.replay(seen)).toEqual(await fork.replay(seen));
    await expect(offline.replay(unseen)).rejects.toMatchObject({ code: 'ORIGIN', reason: 'OFFLINE' });
    // a transaction after the block of the fork can be replayed, too
    expect(await fork.replay(unseen)).toMatchObject({ isEqual: true, status: 'success' });
  });

  test('are refused if there is none, and without a fork', async () => {
    await expect(fork.replay('ab'.repeat(32))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fork.replay('ab')).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'txid' });
    await expect(origin.replay(txids[0] as string)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('--fork'),
    });
    const { results } = (await (await fetch(`${origin.urls.gateway}/extended/v1/tx?type=coinbase`)).json()) as {
      results: { tx_id: string }[];
    };
    await expect(fork.replay(results[0]?.tx_id ?? '')).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'txid' });
  });
});

test('the command line prints the calls and the outcome of the comparison, on a fork of its own and on the running one', async () => {
  using home = emptyHome();
  const [txid = ''] = txids.slice(2);
  const url = origin.urls.gateway as string;
  const env = { ...home.env, DEVNET_CACHE_DIR: folder.path };
  const drawing = path.join(folder.path, 'replay.svg');
  const own = await inProcess(['replay', txid, '--fork', url, '-o', drawing], env);
  expect(own).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^success \(ok u\d+\) in Stacks block [\s\S]*\.ledger pay [\s\S]*equal to what the network reported$/),
  });
  expect(readFileSync(drawing, 'utf8')).toMatch(/^<svg/);
  const running = await inProcess(['replay', txid, '--url', fork.urls.gateway as string, '--json'], env);
  expect(JSON.parse(running.stdout)).toEqual(JSON.parse(JSON.stringify(await fork.replay(txid))));
  expect(await inProcess(['replay', 'ab', '--fork', url], env)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('error: txid: expected 64'),
  });
});

test('what differs is named with both values', async () => {
  const replay = await fork.replay(txids[2] as string);
  const receipt = {
    txid: '',
    rawTx: '',
    txIndex: 0,
    vmError: null,
    status: replay.status,
    rawResult: replay.result.hex,
    cost: replay.cost,
  };
  const events = replay.events.map((event, at) => ({ ...event, txid: '', event_index: at, committed: true }));
  expect(compareReplay(replay, { ...receipt, events })).toEqual({ isEqual: true, differences: [], notReported: [] });
  const wrong = Cl.serialize(Cl.uint(1));
  const other = compareReplay(replay, {
    ...receipt,
    events: events.slice(1),
    status: 'abort_by_response',
    rawResult: `0x${wrong}`,
    cost: { ...replay.cost, readCount: replay.cost.readCount + 1 },
  });
  expect(other.isEqual).toBe(false);
  expect(other.differences).toEqual(
    expect.arrayContaining([
      { part: 'status', replayed: 'success', reported: 'abort_by_response' },
      { part: 'result', replayed: replay.result.hex, reported: `0x${wrong}` },
      { part: 'cost', replayed: `readCount ${replay.cost.readCount}`, reported: `readCount ${replay.cost.readCount + 1}` },
    ]),
  );
  expect(other.differences.some(({ part }) => part === 'events')).toBe(true);
  expect(compareReplay(replay, { ...receipt, events: [], unknown: ['events', 'cost'] })).toEqual({
    isEqual: true,
    differences: [],
    notReported: ['events', 'cost'],
  });
});
