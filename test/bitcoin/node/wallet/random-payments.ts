import { expect } from 'vitest';
import { type RpcNode, TRUE_ADDRESS } from '../harness.js';
import { funded, on } from './kit.js';

/**
 * Plays random payments, replacements, double spends, reorganisations and restores, the same ones in each run. After each step the wallet has to
 * equal a fresh scan of its descriptors.
 */
export async function playPayments(steps: number): Promise<void> {
  await using rpc = await funded();
  // Makes the scripts of the whole ranges known once, instead of after each restore.
  await rpc.call('listdescriptors');
  const random = mulberry(42);
  const pick = (count: number) => Math.floor(random() * count);
  let saved = rpc.node.snapshot();
  for (let step = 0; step < steps; step++) {
    const action = pick(7);
    const coins = await rpc.call('listunspent', 0);
    if (action === 0) await rpc.call('generatetoaddress', 1 + pick(3), pick(2) === 0 ? TRUE_ADDRESS : await rpc.call('getnewaddress'));
    if (action === 1 && coins.length > 0)
      await rpc.call('sendtoaddress', pick(2) === 0 ? TRUE_ADDRESS : await rpc.call('getnewaddress'), 0.5 + pick(5));
    if (action === 2) await rpc.call('invalidateblock', await rpc.call('getblockhash', (await rpc.call('getblockcount')) - pick(3)));
    if (action === 3) saved = rpc.node.snapshot();
    if (action === 4 && pick(3) === 0) rpc.node.restore(saved);
    if (action === 5) await doubleSpend(rpc, pick);
    // Fails for payments that are mined, spent or bumped already.
    if (action === 6) await rpc.failure('bumpfee', (await rpc.call('listtransactions', '*', 20)).at(-1 - pick(5))?.txid ?? '');
    await expectRescanned(rpc);
  }
}

/** Mines a transaction that spends a coin of an unconfirmed payment, which then conflicts with the chain. */
async function doubleSpend(rpc: RpcNode, pick: (count: number) => number): Promise<void> {
  const waiting = await rpc.call('getrawmempool');
  const txid = waiting[pick(waiting.length)];
  if (txid === undefined) return;
  const { vin } = await rpc.call('getrawtransaction', txid, 1);
  const coin = { txid: vin[0].txid, vout: vin[0].vout };
  const utxo = await rpc.call('gettxout', coin.txid, coin.vout, false);
  if (utxo === null) return;
  const raw = await rpc.call('createrawtransaction', [coin], { [TRUE_ADDRESS]: (utxo.value - 0.01).toFixed(8) });
  const { hex } = await rpc.call('signrawtransactionwithwallet', raw);
  await rpc.call('generateblock', TRUE_ADDRESS, [hex]);
}

/** Compares balances and coins with those of a wallet that imports the descriptors now. */
async function expectRescanned(rpc: RpcNode): Promise<void> {
  const before = rpc.node.snapshot();
  // A payment that a reorganisation removed keeps its coins reserved until it is abandoned; a fresh wallet does not know it.
  const waiting = await rpc.call('getrawmempool');
  for (const { txid, confirmations } of await rpc.call('listtransactions', '*', 1000)) {
    if (confirmations === 0 && !waiting.includes(txid)) await rpc.failure('abandontransaction', txid);
  }
  const { descriptors } = (await on(rpc, 'w', 'listdescriptors', true)).result;
  await rpc.call('createwallet', 'scan', false, true);
  await on(
    rpc,
    'scan',
    'importdescriptors',
    descriptors.map((each: object) => ({ ...each, range: [0, 20], next_index: 0, timestamp: 0 })),
  );
  const state = async (wallet: string) => {
    const balances = (await on(rpc, wallet, 'getbalances')).result;
    const coins = (await on(rpc, wallet, 'listunspent', 0)).result as {
      txid: string;
      vout: number;
      amount: number;
      confirmations: number;
    }[];
    const received = (await on(rpc, wallet, 'listaddressgroupings')).result
      .flat()
      .map(([, amount]: [string, number]) => amount)
      .filter((amount: number) => amount > 0)
      .sort();
    return {
      balances,
      received,
      coins: coins.map(({ txid, vout, amount, confirmations }) => `${txid}:${vout} ${amount} ${confirmations}`).sort(),
    };
  };
  const [ours, fresh] = [await state('w'), await state('scan')];
  rpc.node.restore(before);
  expect(ours).toEqual(fresh);
}

/** A small deterministic generator of numbers in [0, 1). */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
