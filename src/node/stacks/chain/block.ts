import { sha512_256 } from '../codec/hash.js';
import { u8, u16, u32, u64 } from '../codec/writer.js';
import type { VmResult } from '../vm/types.js';
import { merkleRoot } from './merkle.js';
import type { Sortition } from './sortition.js';

/** A transaction in a block with what became of it. `txid` is hex without 0x. */
export type MinedTransaction = { readonly raw: Buffer; readonly txid: string; readonly result: VmResult };

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
  readonly stateRoot: Buffer;
  /** Seconds since 1970. */
  readonly time: number;
  /** Without the transactions. */
  readonly header: Buffer;
  readonly transactions: readonly MinedTransaction[];
  /** Accounts whose nonce this block changed. */
  readonly nonces: readonly { principal: string; before: bigint; after: bigint }[];
};

export type BlockContents = Pick<StacksBlock, 'height' | 'parent' | 'sortition' | 'tenureHeight' | 'time' | 'transactions' | 'nonces'> & {
  beginsTenure: boolean;
};

/** Seconds from a Bitcoin block to its tenure's first block and from there to each next one, as the VM's clock goes. */
export const BLOCK_INTERVAL = 10;

const VERSION = 0;
const EMPTY_SIGNATURE = Buffer.alloc(65);
const FIRST_PARENT = '00'.repeat(32);
/** A bit vector: every reward slot is paid. */
const POX_TREATMENT = Buffer.concat([u16(8), u32(1), Buffer.of(0xff)]);

/**
 * Makes the block: its hashes are those of its Nakamoto header (SIP-021), whose signatures are zeros and whose state root
 * is a running hash of all results, as there is no MARF. Contracts see other hashes: the VM's are functions of height.
 */
export function makeBlock({ beginsTenure, ...contents }: BlockContents): StacksBlock {
  const { parent, sortition, transactions } = contents;
  const parentIndexHash = parent?.indexHash ?? FIRST_PARENT;
  const stateRoot = sha512_256(
    parent?.stateRoot ?? Buffer.alloc(32),
    ...transactions.map((transaction) => Buffer.from(outcome(transaction))),
  );
  const signed = Buffer.concat([
    u8(VERSION),
    u64(BigInt(contents.height)),
    u64(0n),
    Buffer.from(sortition.consensusHash, 'hex'),
    Buffer.from(parentIndexHash, 'hex'),
    merkleRoot(transactions.map(({ txid }) => Buffer.from(txid, 'hex'))),
    stateRoot,
    u64(BigInt(contents.time)),
    EMPTY_SIGNATURE,
  ]);
  const blockHash = sha512_256(signed, POX_TREATMENT);
  const indexHash = sha512_256(blockHash, Buffer.from(sortition.consensusHash, 'hex')).toString('hex');
  return {
    ...contents,
    blockHash: blockHash.toString('hex'),
    indexHash,
    parentIndexHash,
    stateRoot,
    tenureStart: beginsTenure ? indexHash : (parent?.tenureStart ?? indexHash),
    header: Buffer.concat([signed, u32(0), POX_TREATMENT]),
  };
}

/** The serialized block, as `GET /v3/blocks/{id}` serves it. */
export function serializeBlock({ header, transactions }: StacksBlock): Buffer {
  return Buffer.concat([header, u32(transactions.length), ...transactions.map(({ raw }) => raw)]);
}

/** What the state root commits to; costs and messages are no part of it. */
function outcome({ txid, result }: MinedTransaction): string {
  return JSON.stringify([txid, result.status, result.rawResult, result.events]);
}
