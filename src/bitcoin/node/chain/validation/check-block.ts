import { type BlockHeader, blockHash, witnessCommitment, witnessCommitmentIndex } from '../../../protocol/codec/block.js';
import { RejectError } from '../../../protocol/codec/error.js';
import { equalBytes } from '../../../protocol/codec/hex.js';
import { merkleTree } from '../../../protocol/codec/merkle.js';
import {
  checkTransaction,
  hasWitness,
  isCoinbase,
  MAX_BLOCK_WEIGHT,
  serializeTransaction,
  type Transaction,
  WITNESS_SCALE_FACTOR,
} from '../../../protocol/codec/transaction.js';
import { pushNumber } from '../../../protocol/script/build.js';
import { legacySigOps } from '../../../protocol/script/sigops.js';
import type { ActivationHeights } from '../activation.js';
import type { BlockEntry, BlockRecord, HeaderEntry } from '../block-entry.js';
import { MAX_BLOCK_SIGOPS_COST, POW_LIMIT, POW_LIMIT_BITS } from '../params.js';
import type { TxRecord } from '../tx-record.js';
import { isFinalTx } from './locks.js';

/** The context of a block in the chain, without coins. `maxTime` is the latest time that the node's clock allows. */
export type BlockContext = { parent: BlockEntry; maxTime: number; activation: ActivationHeights };
/** The same for a header. Its parent's block may be missing. */
export type HeaderContext = { parent: HeaderEntry; maxTime: number; activation: ActivationHeights };

/** Whether a block hash (internal order) meets regtest's proof-of-work target. */
export function meetsTarget(hash: Uint8Array): boolean {
  // The target is 0x7fffff followed by zeroes. Its first byte, the last one here, almost always decides.
  const top = hash[31] ?? 0xff;
  if (top < 0x7f) return true;
  if (top > 0x7f) return false;
  return BigInt(`0x${Buffer.from(hash).reverse().toString('hex')}`) <= POW_LIMIT;
}

/**
 * Whether a block hash (internal order) meets the target that its header states, which must be within regtest's limit. Whether it is the
 * right target depends on the chain.
 */
function meetsStatedTarget(hash: Uint8Array, bits: number): boolean {
  if (bits === POW_LIMIT_BITS) return meetsTarget(hash);
  const target = targetOf(bits);
  return target > 0n && target <= POW_LIMIT && BigInt(`0x${Buffer.from(hash).reverse().toString('hex')}`) <= target;
}

/** Decodes a target in compact form: an exponent to base 256, a sign and 23 bits. */
export function targetOf(bits: number): bigint {
  const exponent = bits >>> 24;
  const mantissa = BigInt(bits & 0x7fffff);
  const size = exponent <= 3 ? mantissa >> BigInt(8 * (3 - exponent)) : mantissa << BigInt(8 * (exponent - 3));
  return (bits & 0x800000) === 0 ? size : -size;
}

/** Checks a block except for its proof of work, in Core's order. @throws RejectError */
export function checkTemplate(record: BlockRecord, context: BlockContext): void {
  checkContent(record, false);
  checkHeader(record.block.header, context);
  checkPlace(record, context.parent, context.activation);
}

/** Checks a header without its context (Core's `CheckBlockHeader`). @throws RejectError */
export function checkWork(header: BlockHeader): void {
  if (!meetsStatedTarget(blockHash(header), header.bits)) throw new RejectError('high-hash', 'proof of work failed');
}

/** Checks a block without its context (Core's `CheckBlock`). @throws RejectError */
export function checkContent({ block, records, hashBytes, strippedSize }: BlockRecord, proofOfWork = true): void {
  if (proofOfWork && !meetsStatedTarget(hashBytes, block.header.bits)) throw new RejectError('high-hash', 'proof of work failed');
  checkMerkleRoot({ block, records });
  const [first, ...others] = block.transactions;
  if (first === undefined || strippedSize * WITNESS_SCALE_FACTOR > MAX_BLOCK_WEIGHT) {
    throw new RejectError('bad-blk-length', 'size limits failed');
  }
  if (!isCoinbase(first)) throw new RejectError('bad-cb-missing', 'first tx is not coinbase');
  if (others.some(isCoinbase)) throw new RejectError('bad-cb-multiple', 'more than one coinbase');
  let sigOps = 0;
  for (const { tx, txid } of records) {
    checkBlockTransaction(tx, txid);
    sigOps += legacySigOps(tx);
  }
  if (sigOps * WITNESS_SCALE_FACTOR > MAX_BLOCK_SIGOPS_COST) throw new RejectError('bad-blk-sigops', 'out-of-bounds SigOpCount');
}

function checkMerkleRoot({ block, records }: Pick<BlockRecord, 'block' | 'records'>): void {
  const { root, mutated } = merkleTree(records.map((record) => record.txidBytes));
  if (!equalBytes(root, block.header.merkleRoot)) throw new RejectError('bad-txnmrklroot', 'hashMerkleRoot mismatch');
  if (mutated) throw new RejectError('bad-txns-duplicate', 'duplicate transaction');
}

function checkBlockTransaction(tx: Transaction, txid: string): void {
  try {
    checkTransaction(tx);
  } catch (error) {
    if (!(error instanceof RejectError)) throw error;
    throw new RejectError(error.reason, `Transaction check failed (tx hash ${txid}) ${error.detail ?? ''}`);
  }
}

/** Checks a header in its context (Core's `ContextualCheckBlockHeader`). @throws RejectError */
export function checkHeader(header: BlockHeader, { parent, maxTime, activation }: HeaderContext): void {
  if (header.bits !== POW_LIMIT_BITS) throw new RejectError('bad-diffbits', 'incorrect proof of work');
  if (header.time <= parent.medianTimePast) throw new RejectError('time-too-old', "block's timestamp is too early");
  if (header.time > maxTime) throw new RejectError('time-too-new', 'block timestamp too far in the future');
  // BIP34, BIP66 and BIP65 retired versions 1 to 3.
  const height = parent.height + 1;
  const { bip34, dersig, cltv } = activation;
  const lowest = height >= cltv ? 4 : height >= dersig ? 3 : height >= bip34 ? 2 : Number.NEGATIVE_INFINITY;
  if (header.version < lowest) {
    const version = `0x${(header.version >>> 0).toString(16).padStart(8, '0')}`;
    throw new RejectError(`bad-version(${version})`, `rejected nVersion=${version} block`);
  }
}

/** Checks a block in its context (Core's `ContextualCheckBlock`). @throws RejectError */
export function checkPlace({ block, records, size, strippedSize }: BlockRecord, parent: HeaderEntry, activation: ActivationHeights): void {
  const height = parent.height + 1;
  // BIP113
  const time = height >= activation.csv ? parent.medianTimePast : block.header.time;
  if (!block.transactions.every((tx) => isFinalTx(tx, height, time))) {
    throw new RejectError('bad-txns-nonfinal', 'non-final transaction');
  }
  const [coinbase] = block.transactions;
  if (coinbase === undefined) throw new RejectError('bad-cb-missing', 'first tx is not coinbase');
  const expected = pushNumber(height);
  const script = coinbase.inputs[0]?.scriptSig ?? new Uint8Array();
  if (height >= activation.bip34 && !equalBytes(script.subarray(0, expected.length), expected)) {
    throw new RejectError('bad-cb-height', 'block height mismatch in coinbase');
  }
  checkWitnesses(block.transactions, coinbase, records, height >= activation.segwit);
  if (strippedSize * (WITNESS_SCALE_FACTOR - 1) + size > MAX_BLOCK_WEIGHT)
    throw new RejectError('bad-blk-weight', 'ContextualCheckBlock : weight limit failed');
}

/** Whether a block was rejected for its witnesses, to which its hash does not commit. */
export function isMutation({ reason }: RejectError): boolean {
  return MUTATIONS.includes(reason);
}

/** Whether a block has other contents than its header commits to (Core's `IsBlockMutated`). @param height of the block */
export function isMutated({ block, records }: BlockRecord, height: number, { segwit }: ActivationHeights): boolean {
  try {
    checkMerkleRoot({ block, records });
    const [coinbase] = block.transactions;
    if (coinbase === undefined || !isCoinbase(coinbase)) {
      return block.transactions.some((tx) => serializeTransaction(tx, { witness: false }).length === MERKLE_NODE);
    }
    checkWitnesses(block.transactions, coinbase, records, height >= segwit);
    return false;
  } catch (error) {
    if (!(error instanceof RejectError)) throw error;
    return true;
  }
}

/** The bytes of a node of a merkle tree above the lowest row, which a transaction can be taken for. */
const MERKLE_NODE = 64;
const MUTATIONS = ['unexpected-witness', 'bad-witness-nonce-size', 'bad-witness-merkle-match'];

/** BIP141: a commitment in the coinbase must be correct; without one, or before BIP141 holds, no transaction may have a witness. */
function checkWitnesses(transactions: Transaction[], coinbase: Transaction, records: TxRecord[], isSegwit: boolean): void {
  const output = coinbase.outputs[witnessCommitmentIndex(coinbase)];
  if (output === undefined || !isSegwit) {
    if (transactions.some(hasWitness))
      throw new RejectError('unexpected-witness', 'CheckWitnessMalleation : unexpected witness data found');
    return;
  }
  const [reserved, ...more] = coinbase.inputs[0]?.witness ?? [];
  if (reserved === undefined || more.length > 0 || reserved.length !== 32) {
    throw new RejectError('bad-witness-nonce-size', 'CheckWitnessMalleation : invalid witness reserved value size');
  }
  const { root } = merkleTree(records.map((record, index) => (index === 0 ? new Uint8Array(32) : record.wtxidBytes)));
  if (!equalBytes(witnessCommitment(root, reserved), output.scriptPubKey.subarray(6, 38))) {
    throw new RejectError('bad-witness-merkle-match', 'CheckWitnessMalleation : witness merkle commitment mismatch');
  }
}
