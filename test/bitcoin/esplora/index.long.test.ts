import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChainIndex } from '#dist/bitcoin/esplora/chain-index.js';
import { followNode } from '#dist/bitcoin/esplora/follow-node.js';
import { createBitcoinClient } from '#dist/bitcoin/protocol/client/client.js';
import { createBitcoinNode } from '#dist/start/bitcoin-node.js';
import { FULL_LENGTH } from '../../full-length.js';
import { TRUE_SCRIPT } from '../node/harness.js';
import { rawTx } from '../node/transactions.js';

/** Recipients: the one whose coins are spent, and three others. */
const SCRIPTS = [TRUE_SCRIPT, ...['11', '22', '33'].map((byte) => new Uint8Array(Buffer.from(`0020${byte.repeat(32)}`, 'hex')))];
const OWN = Buffer.from(TRUE_SCRIPT).toString('hex');
const recipient = (at: number): Uint8Array => SCRIPTS[at % SCRIPTS.length] ?? TRUE_SCRIPT;

/** What clients can ask of the index, for all scripts and transactions. */
function contents(index: ChainIndex, txids: readonly string[]): unknown {
  const scripts = SCRIPTS.map((script) => Buffer.from(script).toString('hex'));
  return {
    tip: index.tip(),
    headers: index.headerProof(100, index.tip()?.height ?? 0),
    mempool: index.mempool().toSorted(),
    scripts: scripts.map((script) => ({
      sums: index.sums(script),
      confirmed: index.confirmed(script).map(({ txid, block }) => ({ txid, block })),
      pending: index
        .pending(script)
        .map(({ txid }) => txid)
        .toSorted(),
      unspent: index
        .unspent(script)
        .map(({ transaction, vout, value }) => `${transaction.txid}:${vout} ${value} ${transaction.block?.height}`)
        .toSorted(),
    })),
    transactions: txids.map((txid) => ({
      block: index.transaction(txid)?.block,
      spenders: [0, 1].map((vout) => index.spender(`${txid}:${vout}`)?.txid),
    })),
  };
}

type Step = { kind: 'pay' | 'replace' | 'mine' | 'reorganise' | 'save' | 'restore' | 'look'; at: number; to: number };
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind']>('pay', 'pay', 'pay', 'replace', 'mine', 'reorganise', 'save', 'restore', 'look'),
    at: fc.nat(1_000),
    to: fc.nat(1_000),
  }),
  { minLength: 10, maxLength: 60 },
);

test('whatever happens, the index equals one that reads the whole chain again', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      await using node = createBitcoinNode();
      const { url } = await node.listen();
      const rpc = createBitcoinClient({ rpcUrl: url, rpcUser: 'devnet', rpcPassword: 'devnet' });
      node.mine(103, TRUE_SCRIPT);
      const index = followNode(rpc.call);
      const known: string[] = [];
      let saved = node.snapshot();
      const coins = async (): Promise<{ txid: string; vout: number; value: bigint }[]> => {
        const current = await followNode(rpc.call).current();
        return current
          .unspent(OWN)
          .filter(({ transaction: { txid, block } }) => {
            const isCoinbase = current.transaction(txid)?.inputs.length === 0;
            return !isCoinbase || (block?.height ?? 0) <= node.tip().height - 100;
          })
          .map(({ transaction, vout, value }) => ({ txid: transaction.txid, vout, value }));
      };
      const send = async (hex: string): Promise<void> => {
        // The node refuses some, such as those with too low fees; the index has to follow either way.
        await rpc.send(hex).then(
          (txid) => known.push(txid),
          () => undefined,
        );
      };
      for (const { kind, at, to } of list) {
        if (kind === 'mine') node.mine(1 + (at % 2), TRUE_SCRIPT);
        else if (kind === 'look') await index.current();
        else if (kind === 'save') saved = node.snapshot();
        else if (kind === 'restore') node.restore(saved);
        else if (kind === 'reorganise') {
          const depth = 1 + (at % 3);
          await rpc.invalidateBlock(await rpc.blockHash(node.tip().height - depth + 1));
          node.mine(depth + (to % 2), recipient(to));
        } else {
          const unspent = await coins();
          const pending = (await rpc.mempool())[0];
          const coin = unspent[at % Math.max(1, unspent.length)];
          if (kind === 'pay' && coin !== undefined) {
            const half = coin.value / 2n;
            const outputs = [{ value: half, scriptPubKey: recipient(to) }, { value: coin.value - half - 1_000n }];
            await send(rawTx({ inputs: [{ txid: coin.txid, index: coin.vout }], outputs }));
          } else if (kind === 'replace' && pending !== undefined) {
            const entry = (await followNode(rpc.call).current()).transaction(pending);
            const [input = ''] = entry?.inputs ?? [];
            const [txid = '', vout] = input.split(':');
            const value = (entry?.outputs ?? []).reduce((sum, output) => sum + output.value, 0n) - 20_000n;
            if (value > 0n)
              await send(rawTx({ inputs: [{ txid, index: Number(vout) }], outputs: [{ value, scriptPubKey: recipient(to) }] }));
          }
        }
      }
      const fresh = await followNode(rpc.call).current();
      expect(contents(await index.current(), known)).toEqual(contents(fresh, known));
    }),
    { numRuns: FULL_LENGTH ? 200 : 4 },
  );
});
