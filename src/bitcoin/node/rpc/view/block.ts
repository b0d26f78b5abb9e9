import { serializeBlock } from '../../../protocol/codec/block.js';
import { toHex } from '../../../protocol/codec/hex.js';
import { blockWeightOf, type StoredBlock } from '../../chain/block-entry.js';
import type { Chain } from '../../chain/chain.js';
import type { Json, JsonObject } from '../json/json.js';
import { headerJson } from './header.js';
import { transactionJson } from './transaction.js';

/**
 * Formats a block as `getblock` does.
 * @param verbosity 0: hex; 1: txids; 2: transactions with fees; 3: also with the spent outputs
 */
export function blockJson(entry: StoredBlock, chain: Chain, verbosity: number): Json {
  if (verbosity <= 0) return toHex(serializeBlock(entry.block));
  const block: JsonObject = {
    ...headerJson(entry, chain),
    strippedsize: entry.strippedSize,
    size: entry.size,
    weight: blockWeightOf(entry),
  };
  block['tx'] = entry.records.map((record, index) =>
    verbosity === 1
      ? record.txid
      : transactionJson(record, { spent: index === 0 ? undefined : entry.undo?.[index - 1], prevouts: verbosity >= 3 }),
  );
  return block;
}
