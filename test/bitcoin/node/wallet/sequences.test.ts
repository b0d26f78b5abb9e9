import { describe, expect, test } from 'vitest';
import type { BitcoinNodeOptions } from '#dist/bitcoin/node/types.js';
import type { RpcNode } from '../harness.js';
import { TRUE_ADDRESS } from '../harness.js';
import { funded } from './kit.js';

const FINAL = 0xffffffff;
const NONFINAL = FINAL - 1;
const BIP125 = FINAL - 2;
const CONTRADICTION = '-8 Invalid parameter combination: Sequence number(s) contradict replaceable option';
const OUTPUTS = [{ [TRUE_ADDRESS]: 60 }];

type Input = { txid: string; vout: number; sequence?: number };
type Ways = { create: unknown; fund: unknown; psbt: unknown; send: unknown; everything: unknown };

/** A wallet with two coins of 50 BTC. */
async function rich(options?: BitcoinNodeOptions): Promise<RpcNode> {
  const rpc = await funded('w', options);
  await rpc.call('generatetoaddress', 1, await rpc.call('getnewaddress'));
  await rpc.call('generatetoaddress', 100, TRUE_ADDRESS);
  return rpc;
}

/** The sequences of the named input and of one that the wallet adds, and whether a lock time holds, for each method with inputs. */
async function ways(rpc: RpcNode, { sequence, replaceable }: { sequence?: number; replaceable?: boolean }): Promise<Ways> {
  const [coin] = await rpc.call('listunspent');
  const input: Input = { txid: coin.txid, vout: coin.vout, ...(sequence === undefined ? {} : { sequence }) };
  const options = replaceable === undefined ? {} : { replaceable };
  const show = async (made: Promise<{ psbt?: string; hex?: string }>) => {
    const { psbt, hex } = await made;
    const tx = psbt === undefined ? await rpc.call('decoderawtransaction', hex) : (await rpc.call('decodepsbt', psbt)).tx;
    return [...tx.vin.map((each: Input) => each.sequence), ...(tx.locktime > 0 ? ['locked'] : [])];
  };
  const shown = (made: Promise<{ psbt?: string; hex?: string }>) => show(made).catch(({ code, message }) => `${code} ${message}`);
  const { call } = rpc;
  const final = await call('createrawtransaction', [input], OUTPUTS, 0, false);
  return {
    create: await shown(call('createrawtransaction', [input], OUTPUTS, 0, replaceable ?? null).then((hex: string) => ({ hex }))),
    fund: await shown(call('fundrawtransaction', final, { ...options, add_inputs: true })),
    psbt: await shown(call('walletcreatefundedpsbt', [input], OUTPUTS, 0, { ...options, add_inputs: true })),
    send: await shown(call('send', OUTPUTS, null, null, null, { ...options, add_inputs: true, inputs: [input], psbt: true })),
    everything: await shown(call('sendall', [TRUE_ADDRESS], null, null, null, { ...options, inputs: [input], psbt: true })),
  };
}

describe('sequences of inputs, as in bitcoind', () => {
  test('without one, inputs have that of the payment', async () => {
    await using rpc = await rich();
    expect(await ways(rpc, {})).toEqual({
      create: [BIP125],
      fund: [FINAL, BIP125],
      psbt: [BIP125, BIP125],
      send: [BIP125, BIP125, 'locked'],
      everything: [BIP125, 'locked'],
    });
    expect(await ways(rpc, { replaceable: false })).toEqual({
      create: [FINAL],
      fund: [FINAL, NONFINAL],
      psbt: [FINAL, NONFINAL],
      send: [FINAL, NONFINAL],
      everything: [FINAL],
    });
  });

  test('one that is given stays, also the one that stands for replaceable payments', async () => {
    await using rpc = await rich();
    expect(await ways(rpc, { sequence: BIP125, replaceable: false })).toEqual({
      create: [BIP125],
      fund: [BIP125, NONFINAL],
      psbt: [BIP125, NONFINAL],
      send: [BIP125, NONFINAL, 'locked'],
      everything: [BIP125, 'locked'],
    });
    expect(await ways(rpc, { sequence: 5 })).toEqual({
      create: [5],
      fund: [5, BIP125],
      psbt: [5, BIP125],
      send: [5, BIP125],
      everything: [5],
    });
  });

  test('a final one contradicts a replaceable payment', async () => {
    await using rpc = await rich();
    expect(await ways(rpc, { sequence: FINAL, replaceable: true })).toEqual({
      create: CONTRADICTION,
      fund: [FINAL, BIP125],
      psbt: CONTRADICTION,
      send: CONTRADICTION,
      everything: CONTRADICTION,
    });
  });

  test('sendall of all coins is final without replaceable', async () => {
    await using rpc = await rich();
    const { psbt } = await rpc.call('sendall', [TRUE_ADDRESS], null, 'unset', null, { replaceable: false, psbt: true });
    const { tx } = await rpc.call('decodepsbt', psbt);
    expect([new Set(tx.vin.map(({ sequence }: Input) => sequence)), tx.locktime]).toEqual([new Set([FINAL]), 0]);
  });

  test('the default of the node holds where a call says nothing, unless it names a fee rate', async () => {
    await using rpc = await rich({ wallets: { replaceable: false } });
    expect(await ways(rpc, {})).toMatchObject({ psbt: [FINAL, NONFINAL], send: [FINAL, NONFINAL], everything: [FINAL] });
    const empty = await rpc.call('createrawtransaction', [], OUTPUTS);
    const { hex } = await rpc.call('fundrawtransaction', empty, { fee_rate: 3 });
    const { vin } = await rpc.call('decoderawtransaction', hex);
    expect(vin.map(({ sequence }: Input) => sequence)).toEqual([BIP125, BIP125]);
  });
});
