import { sha512_256 } from '../codec/hash.js';
import { u8, u16, u32, u64 } from '../codec/writer.js';
import type { VmResult } from '../vm/types.js';
import { merkleRoot } from './merkle.js';
import { MinedTransaction } from './mined-transaction.js';
import type { MaturedReward } from './rewards.js';
import { signerSignatures } from './signatures.js';
import type { ChosenSigners } from './signer-set.js';
import type { Sortition } from './sortition.js';

/** A transaction with all that became of it, which is told once and not kept; `txid` is hex without 0x. */
export type ExecutedTransaction = { readonly raw: Buffer; readonly txid: string; readonly result: VmResult };

/** A Stacks block. Hashes are hex without 0x. */
export type StacksBlock = {
  readonly height: number;
  readonly parent: StacksBlock | undefined;
  readonly sortition: Sortition;
  /** How many tenures there have been, this one included. */
  readonly tenureHeight: number;
  /** Index block hash of the first block of the same tenure. */
  readonly tenureStart: string;
  /** Header hash (what signers sign). */
  readonly blockHash: string;
  /** The block id: the hash of header hash and consensus hash. */
  readonly indexHash: string;
  readonly parentIndexHash: string;
  readonly stateRoot: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly transactions: readonly MinedTransaction[];
  /** What the tenure's transactions paid up to and with this block, in micro-STX. */
  readonly tenureFees: bigint;
  /** What the block paid to miners of earlier tenures. */
  readonly matured: readonly MaturedReward[];
  /** The signers whom the block chose for a cycle. */
  readonly chosen: ChosenSigners | undefined;
  /** Those who sign this block: the ones of its tenure's cycle, if anybody stacked for it. */
  readonly signedBy: ChosenSigners | undefined;
  /** Accounts whose nonce this block changed. */
  readonly nonces: readonly { principal: string; before: bigint; after: bigint }[];
};

export type BlockContents = Pick<
  StacksBlock,
  'height' | 'parent' | 'sortition' | 'tenureHeight' | 'time' | 'nonces' | 'matured' | 'chosen' | 'signedBy'
> & {
  transactions: readonly ExecutedTransaction[];
  /** What the block's transactions paid, in micro-STX. */
  fees: bigint;
  beginsTenure: boolean;
};

/** Seconds from a Bitcoin block to its tenure's first block and from there to each next one, as the VM's clock goes. */
export const BLOCK_INTERVAL = 10;

const VERSION = 0;
const EMPTY_SIGNATURE = Buffer.alloc(65);
const FIRST_PARENT = '00'.repeat(32);

/**
 * Makes the block: its hashes are those of its Nakamoto header (SIP-021), whose miner's signature is zeros and whose state root
 * is a running hash of all results, as there is no MARF. Contracts see other hashes: the VM's are functions of height.
 */
export function makeBlock({ beginsTenure, transactions, fees, ...contents }: BlockContents): StacksBlock {
  const { parent, sortition } = contents;
  const results = transactions.map((transaction) => Buffer.from(outcome(transaction)));
  const body = {
    ...contents,
    transactions: transactions.map((transaction) => new MinedTransaction(transaction)),
    tenureFees: beginsTenure ? fees : (parent?.tenureFees ?? 0n) + fees,
    parentIndexHash: parent?.indexHash ?? FIRST_PARENT,
    stateRoot: sha512_256(Buffer.from(parent?.stateRoot ?? FIRST_PARENT, 'hex'), ...results).toString('hex'),
  };
  const blockHash = sha512_256(signedHeader(body), poxTreatment(body));
  const indexHash = sha512_256(blockHash, Buffer.from(sortition.consensusHash, 'hex')).toString('hex');
  const tenureStart = beginsTenure ? indexHash : (parent?.tenureStart ?? indexHash);
  return { ...body, blockHash: blockHash.toString('hex'), indexHash, tenureStart };
}

/** The serialized block, as `GET /v3/blocks/{id}` serves it. */
export function serializeBlock(block: StacksBlock): Buffer {
  const raw = block.transactions.map((transaction) => transaction.raw);
  const signatures = signerSignatures(block);
  return Buffer.concat([signedHeader(block), u32(signatures.length), ...signatures, poxTreatment(block), u32(raw.length), ...raw]);
}

/** The header as the RPC's JSON has it. */
export function headerFields(block: StacksBlock) {
  return {
    version: VERSION,
    chain_length: block.height,
    burn_spent: 0,
    consensus_hash: block.sortition.consensusHash,
    parent_block_id: block.parentIndexHash,
    tx_merkle_root: merkleRoot(block.transactions.map(({ txid }) => Buffer.from(txid, 'hex'))).toString('hex'),
    state_index_root: block.stateRoot,
    timestamp: block.time,
    miner_signature: EMPTY_SIGNATURE.toString('hex'),
    signer_signature: signerSignatures(block).map((signature) => signature.toString('hex')),
    pox_treatment: poxTreatment(block).toString('hex'),
    problematic_txs: [],
  };
}

/** The header up to the miner's signature; the signers' and the bit vector follow. */
function signedHeader(
  block: Pick<StacksBlock, 'height' | 'sortition' | 'parentIndexHash' | 'transactions' | 'stateRoot' | 'time'>,
): Buffer {
  return Buffer.concat([
    u8(VERSION),
    u64(BigInt(block.height)),
    u64(0n),
    Buffer.from(block.sortition.consensusHash, 'hex'),
    Buffer.from(block.parentIndexHash, 'hex'),
    merkleRoot(block.transactions.map(({ txid }) => Buffer.from(txid, 'hex'))),
    Buffer.from(block.stateRoot, 'hex'),
    u64(BigInt(block.time)),
    EMPTY_SIGNATURE,
  ]);
}

/** A bit vector with a bit for each reward slot, one without any: all of them are paid. */
function poxTreatment({ signedBy }: Pick<StacksBlock, 'signedBy'>): Buffer {
  const slots = signedBy?.set.addresses.length || 1;
  const bits = Buffer.alloc(Math.ceil(slots / 8), 0xff);
  if (slots % 8 !== 0) bits[bits.length - 1] = (1 << (slots % 8)) - 1;
  return Buffer.concat([u16(slots), u32(bits.length), bits]);
}

/** What the state root commits to; costs and messages are no part of it. */
function outcome({ txid, result }: ExecutedTransaction): string {
  return JSON.stringify([txid, result.status, result.rawResult, result.events]);
}
