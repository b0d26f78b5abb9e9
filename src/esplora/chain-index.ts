import type { Block } from '../chains/bitcoin/codec/block.js';
import { hashToHex, toHex } from '../chains/bitcoin/codec/hex.js';
import { isCoinbase, type Transaction, txid as transactionId } from '../chains/bitcoin/codec/transaction.js';

/** A block of the best chain: `time` in seconds since 1970. */
type IndexedBlock = { height: number; hash: string; time: number };
/** An output: its script as hex, its value in sats. */
export type IndexedOutput = { script: string; value: bigint };
/** A transaction of the best chain, or without `block` of the mempool. Inputs are `txid:vout`; a coinbase has none. */
export type IndexedTransaction = {
  txid: string;
  inputs: readonly string[];
  outputs: readonly IndexedOutput[];
  /** Its block, and its position there. */
  block?: (IndexedBlock & { position: number }) | undefined;
};

/** The transactions of a Bitcoin chain and its mempool, by txid, by output script and by spent output. */
export type ChainIndex = {
  /** The last block; undefined before the first. */
  tip(): IndexedBlock | undefined;
  /** Returns the block at a height of the best chain. */
  blockAt(height: number): IndexedBlock | undefined;
  /** Adds the block after the tip. */
  connect(block: Block, hash: string): void;
  /** Removes the last block with its transactions. */
  disconnect(): void;
  /** The txids of the mempool. */
  mempool(): string[];
  addToMempool(transaction: Transaction): void;
  removeFromMempool(txid: string): void;
  transaction(txid: string): IndexedTransaction | undefined;
  /** Returns the transaction that spends an output (`txid:vout`), the confirmed one if another in the mempool conflicts. */
  spender(outpoint: string): IndexedTransaction | undefined;
  /** Returns the transactions that pay to a script (hex) or spend from it: confirmed ones in the order of the chain, then those of the mempool. */
  history(script: string): IndexedTransaction[];
  /** Returns the outputs that nothing spends, and that pay to a script. */
  unspent(script: string): { transaction: IndexedTransaction; vout: number; value: bigint }[];
};

export function createChainIndex(): ChainIndex {
  const blocks: (IndexedBlock & { txids: string[] })[] = [];
  const confirmed = createPart();
  const pending = createPart();

  const transaction = (txid: string): IndexedTransaction | undefined => confirmed.get(txid) ?? pending.get(txid);
  const spender = (outpoint: string): IndexedTransaction | undefined => {
    const txid = confirmed.spender(outpoint) ?? pending.spender(outpoint);
    return txid === undefined ? undefined : transaction(txid);
  };
  /** The scripts that a transaction pays to and spends from. */
  const scriptsOf = ({ inputs, outputs }: IndexedTransaction): Set<string> => {
    const spent = inputs.flatMap((outpoint) => outputOf(outpoint)?.script ?? []);
    return new Set([...outputs.map(({ script }) => script), ...spent]);
  };
  const outputOf = (outpoint: string): IndexedOutput | undefined => {
    const [txid = '', vout] = outpoint.split(':');
    return transaction(txid)?.outputs[Number(vout)];
  };
  const history = (script: string): IndexedTransaction[] => {
    const mined = confirmed.touching(script);
    const known = new Set(mined.map(({ txid }) => txid));
    return [...mined, ...pending.touching(script).filter(({ txid }) => !known.has(txid))];
  };

  return {
    tip: () => blocks.at(-1),
    blockAt: (height) => blocks[height],
    connect({ header, transactions }, hash) {
      const block = { height: blocks.length, hash, time: header.time };
      const txids = transactions.map((tx, position) => {
        const indexed = { ...describe(tx), block: { ...block, position } };
        confirmed.add(indexed, scriptsOf(indexed));
        pending.remove(indexed.txid);
        return indexed.txid;
      });
      blocks.push({ ...block, txids });
    },
    disconnect() {
      for (const txid of blocks.pop()?.txids.toReversed() ?? []) confirmed.remove(txid);
    },
    mempool: () => pending.txids(),
    addToMempool(tx) {
      const indexed = describe(tx);
      pending.add(indexed, scriptsOf(indexed));
    },
    removeFromMempool: pending.remove,
    transaction,
    spender,
    history,
    unspent: (script) =>
      history(script).flatMap((tx) =>
        tx.outputs.flatMap((output, vout) =>
          output.script === script && spender(`${tx.txid}:${vout}`) === undefined ? [{ transaction: tx, vout, value: output.value }] : [],
        ),
      ),
  };
}

/** The transactions of the chain, or those of the mempool, in the order of their arrival. */
function createPart() {
  const transactions = new Map<string, { tx: IndexedTransaction; scripts: ReadonlySet<string> }>();
  const byScript = new Map<string, Set<string>>();
  const spenders = new Map<string, string>();

  return {
    get: (txid: string): IndexedTransaction | undefined => transactions.get(txid)?.tx,
    txids: (): string[] => [...transactions.keys()],
    spender: (outpoint: string): string | undefined => spenders.get(outpoint),
    touching: (script: string): IndexedTransaction[] =>
      [...(byScript.get(script) ?? [])].flatMap((txid) => transactions.get(txid)?.tx ?? []),
    add(tx: IndexedTransaction, scripts: ReadonlySet<string>): void {
      transactions.set(tx.txid, { tx, scripts });
      for (const outpoint of tx.inputs) spenders.set(outpoint, tx.txid);
      for (const script of scripts) {
        const txids = byScript.get(script) ?? new Set();
        byScript.set(script, txids.add(tx.txid));
      }
    },
    remove(txid: string): void {
      const entry = transactions.get(txid);
      if (entry === undefined) return;
      transactions.delete(txid);
      for (const outpoint of entry.tx.inputs) if (spenders.get(outpoint) === txid) spenders.delete(outpoint);
      for (const script of entry.scripts) {
        const txids = byScript.get(script);
        txids?.delete(txid);
        if (txids?.size === 0) byScript.delete(script);
      }
    },
  };
}

function describe(tx: Transaction): IndexedTransaction {
  return {
    txid: hashToHex(transactionId(tx)),
    inputs: isCoinbase(tx) ? [] : tx.inputs.map(({ previous }) => `${hashToHex(previous.hash)}:${previous.index}`),
    outputs: tx.outputs.map(({ value, scriptPubKey }) => ({ script: toHex(scriptPubKey), value })),
  };
}
