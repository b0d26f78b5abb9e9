import { mapInTurns } from '../../../../../base/turns.js';
import { hashToHex, toHex } from '../../../../protocol/codec/hex.js';
import { outPointKey } from '../../../../protocol/codec/transaction.js';
import type { BlockEntry } from '../../../chain/block-entry.js';
import type { Chain } from '../../../chain/chain.js';
import type { Coin } from '../../../chain/coin.js';
import type { TxRecord } from '../../../chain/tx-record.js';
import type { NodeCore } from '../../../core.js';
import type { MempoolEntry } from '../../../mempool/entry.js';
import { findHeader } from '../../arguments/find-block.js';
import { RPC_CODE, RpcError, wrongType } from '../../error.js';
import type { JsonObject } from '../../json/json.js';
import { scanScripts } from '../../keys/descriptor.js';
import type { Method } from '../../method.js';
import { notInFork } from '../../not-in-fork.js';
import { scriptJson } from '../../view/script.js';

/** Payments to and from descriptors. */
export const ACTIVITY_METHODS: Method[] = [
  {
    name: 'getdescriptoractivity',
    category: 'Blockchain',
    description: 'The payments to and from descriptors in blocks and the mempool.',
    parameters: [
      { name: 'blockhashes', usage: '["blockhash",...]', type: 'array', description: 'Blocks of the active chain, in any order.' },
      { name: 'scanobjects', usage: '[scanobjects,...]', type: 'array', description: 'Descriptors, or objects {"desc", "range"}.' },
      { name: 'include_mempool', type: 'boolean', description: 'Include the mempool.', default: 'true' },
    ],
    result: '{...} (object) a list of spends and receipts, oldest first',
    handler: async (args, { core }) => {
      const entries = await mapInTurns(args.array('blockhashes'), (text) => activeBlock(text, core.chain));
      entries.sort((a, b) => a.height - b.height);
      const scripts = new Set((await scanScripts(args.array('scanobjects'))).map(toHex));
      const activity = await mapInTurns(new Set(entries), (entry) => blockActivity(entry, scripts));
      if (!args.has('include_mempool') || args.boolean('include_mempool')) {
        // Those that are in the mempool now, and still are at their turn.
        const { pool } = core.mempool;
        activity.push(
          ...(await mapInTurns(pool.entries(), (entry) =>
            pool.get(entry.record.txid) === entry ? entryActivity(core, entry, scripts) : [],
          )),
        );
      }
      return { activity: activity.flat() };
    },
  },
];

function activeBlock(text: unknown, chain: Chain): BlockEntry {
  if (typeof text !== 'string') throw wrongType(text, 'string');
  const header = findHeader(chain, text);
  if (chain.origin !== undefined && header.height <= chain.base().height) {
    throw notInFork(chain, `block ${header.height} is of the origin, and its activity needs outputs that only the origin has`);
  }
  const entry = chain.block(header.hash);
  if (entry === undefined || !chain.isActive(entry)) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Block is not in main chain');
  return entry;
}

function blockActivity({ records, undo, hash: blockhash, height }: BlockEntry, scripts: Set<string>): JsonObject[] {
  const place = { blockhash, height };
  return records.flatMap((record, index) => {
    const spent = index === 0 ? [] : (undo?.[index - 1] ?? []);
    return [...spends(record, spent, place, scripts), ...receipts(record, place, scripts)];
  });
}

function entryActivity({ mempool: { pool }, chain }: NodeCore, { record }: MempoolEntry, scripts: Set<string>): JsonObject[] {
  const spent = record.tx.inputs.map(({ previous }) => {
    const key = outPointKey(previous);
    return pool.coin(key) ?? chain.coin(key);
  });
  return [...spends(record, spent, {}, scripts), ...receipts(record, {}, scripts)];
}

function spends({ tx, txid }: TxRecord, spent: (Coin | undefined)[], place: JsonObject, scripts: Set<string>): JsonObject[] {
  return tx.inputs.flatMap(({ previous }, index) => {
    const coin = spent[index];
    if (coin === undefined || !scripts.has(toHex(coin.scriptPubKey))) return [];
    return {
      type: 'spend',
      amount: coin.value,
      ...place,
      spend_txid: txid,
      spend_vin: index,
      prevout_txid: hashToHex(previous.hash),
      prevout_vout: previous.index,
      prevout_spk: scriptJson(coin.scriptPubKey),
    };
  });
}

function receipts({ tx, txid }: TxRecord, place: JsonObject, scripts: Set<string>): JsonObject[] {
  return tx.outputs.flatMap(({ value, scriptPubKey }, index) =>
    scripts.has(toHex(scriptPubKey))
      ? { type: 'receive', amount: value, ...place, txid, vout: index, output_spk: scriptJson(scriptPubKey) }
      : [],
  );
}
