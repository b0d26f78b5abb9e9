import { blockHash } from '../../../../protocol/codec/block.js';
import { DecodeError } from '../../../../protocol/codec/error.js';
import { equalBytes, fromHex, hashToHex, isHex, toHex } from '../../../../protocol/codec/hex.js';
import {
  createMerkleProof,
  extractMatches,
  type MerkleProof,
  parseMerkleProof,
  serializeMerkleProof,
} from '../../../../protocol/codec/merkle-proof.js';
import type { StoredBlock } from '../../../chain/block-entry.js';
import { outputKey } from '../../../chain/coin.js';
import type { NodeCore } from '../../../core.js';
import { findBlock } from '../../arguments/find-block.js';
import { parseHash } from '../../arguments/parse-hash.js';
import { RPC_CODE, RpcError, wrongType } from '../../error.js';
import type { Method } from '../../method.js';

/** Proofs that blocks contain transactions. */
export const PROOF_METHODS: Method[] = [
  {
    name: 'gettxoutproof',
    category: 'Blockchain',
    description: 'Returns a proof that a block contains transactions.',
    parameters: [
      { name: 'txids', usage: '["txid",...]', type: 'array', description: 'The transactions.' },
      { name: 'blockhash', type: 'hex', description: 'The block to search.', default: 'the block of the first one' },
    ],
    result: '"hex" (string) the proof',
    handler: (args, { core }) => {
      const { chain } = core;
      const wanted = parseTxids(args.array('txids'));
      const entry = args.has('blockhash') ? findBlock(chain, args.string('blockhash')) : blockOf(core, wanted);
      const found = entry.records.filter(({ txid }) => wanted.has(txid));
      if (found.length < wanted.size) {
        throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Not all transactions found in specified or retrieved block');
      }
      const txids = entry.records.map(({ txidBytes }) => txidBytes);
      return toHex(serializeMerkleProof(createMerkleProof(entry.header, txids, (at) => wanted.has(entry.records[at]?.txid ?? ''))));
    },
  },
  {
    name: 'verifytxoutproof',
    category: 'Blockchain',
    description: 'Returns the transactions that a proof shows in a block of the active chain.',
    parameters: [{ name: 'proof', type: 'hex', description: 'The proof.' }],
    result: '[...] (array) txids; empty for an invalid proof',
    handler: (args, { core: { chain } }) => {
      const proof = decodeProof(args.string('proof'));
      const proven = extractMatches(proof);
      if (proven === undefined || !equalBytes(proven.root, proof.header.merkleRoot)) return [];
      const entry = chain.lookup.stored(hashToHex(blockHash(proof.header)));
      if (entry === undefined || !chain.isActive(entry)) {
        throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Block not found in chain');
      }
      return proof.total === entry.records.length ? proven.matches.map(({ hash }) => hashToHex(hash)) : [];
    },
  },
];

function parseTxids(list: unknown[]): Set<string> {
  if (list.length === 0) throw new RpcError(RPC_CODE.INVALID_PARAMETER, "Parameter 'txids' cannot be empty");
  const txids = new Set<string>();
  for (const text of list) {
    if (typeof text !== 'string') throw wrongType(text, 'string');
    const txid = parseHash(text, 'txid');
    if (txids.has(txid)) throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Invalid parameter, duplicated txid: ${text}`);
    txids.add(txid);
  }
  return txids;
}

/** Returns the block of the first confirmed transaction; without an index, the first that has unspent outputs. */
function blockOf({ chain, txIndex }: NodeCore, txids: Set<string>): StoredBlock {
  for (const txid of txids) {
    const { entry: place, record } = chain.lookup.transaction(txid) ?? {};
    const entry = place && chain.lookup.stored(place.hash);
    if (entry === undefined || record === undefined) continue;
    if (txIndex || record.tx.outputs.some((_, index) => chain.coin(outputKey(record, index)) !== undefined)) return entry;
  }
  throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Transaction not yet in block');
}

/** Decodes the argument of a proof. @throws RpcError −1, −8 */
export function decodeProof(text: string): MerkleProof {
  if (!isHex(text)) {
    throw new RpcError(RPC_CODE.INVALID_PARAMETER, `proof must be hexadecimal string (not '${text}')`);
  }
  try {
    return parseMerkleProof(fromHex(text));
  } catch (error) {
    if (error instanceof DecodeError) throw new RpcError(RPC_CODE.MISC_ERROR, `${error.message}: iostream error`);
    throw error;
  }
}
