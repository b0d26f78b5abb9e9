import { expect, test } from 'vitest';
import { keyScript, signPayment } from '#dist/bitcoin/payment.js';
import { toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import type { Coin } from '#dist/network/faucet/btc/coin.js';
import { readPending } from '#dist/network/faucet/btc/pending.js';

const [KEY, OTHER] = ['1'.repeat(64), '2'.repeat(64)];
const [own, foreign] = [keyScript(KEY), keyScript(OTHER)];
const coin = (txid: string, vout: number, amount: bigint): Coin => ({ txid, vout, amount, script: toHex(own) });

/** Pays 10 sats from coins, and returns the rest in one output. */
function pay(...coins: Coin[]) {
  const rest = coins.reduce((sum, { amount }) => sum + amount, -10n);
  const inputs = coins.map((each) => ({ ...each, privateKey: KEY }));
  const { txid, hex } = signPayment(inputs, [
    { script: foreign, amount: 10n },
    { script: own, amount: rest },
  ]);
  return { txid, hex, spends: coins.map(({ txid, vout }) => `${txid}:${vout}`), change: coin(txid, 1, rest) };
}

test('default: payments from confirmed coins and from change, with what they spend and return', async () => {
  const [a, b] = [coin('aa'.repeat(32), 0, 1_000n), coin('bb'.repeat(32), 3, 500n)];
  const first = pay(a);
  // Found as a spender of a confirmed coin, before the change that it spends, too.
  const second = pay(b, first.change);
  const third = pay(second.change);
  const mempool = [first, second, third];
  const rpc = {
    async spentInMempool(outputs: readonly Pick<Coin, 'txid' | 'vout'>[]) {
      const asked = outputs.map(({ txid, vout }) => `${txid}:${vout}`);
      return new Map(
        mempool.flatMap(({ txid, spends }) => spends.filter((output) => asked.includes(output)).map((output) => [output, txid])),
      );
    },
    async transaction(txid: string) {
      const found = mempool.find((payment) => payment.txid === txid);
      return found && { txid, hex: found.hex, scripts: [], inputs: [] };
    },
  };
  const payments = await readPending(rpc, [a, b], [toHex(own)]);
  expect(payments).toEqual(
    new Map([
      [first.txid, { inputs: [a], change: [first.change] }],
      [second.txid, { inputs: [b, first.change], change: [second.change] }],
      [third.txid, { inputs: [second.change], change: [third.change] }],
    ]),
  );
});
