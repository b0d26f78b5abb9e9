import { StoredRecord } from '../../../../base/storage.js';
import type { State } from '../../../../clarity/state.js';
import { sha512_256 } from '../../../protocol/codec/hash.js';
import { u16, u32 } from '../../../protocol/codec/writer.js';
import { type Epoch, isAtLeast } from '../epoch.js';
import type { ChosenSigners } from '../pox/reward-set.js';
import type { Sortition } from '../state/sortition.js';
import { BlockStore, type StoredDelta } from './block-store.js';
import { merkleRoot } from './merkle.js';
import { type ExecutedTransaction, MinedTransaction } from './mined-transaction.js';
import { signerSignatures } from './signatures.js';

/** The layout of a block's record: three hashes, the number of transactions, then those. */
const INDEX_HASH = 32;
const STATE_ROOT = 64;
const COUNT = 96;
const TRANSACTIONS = COUNT + 4;

/** So many of the last blocks have their state at hand: most reads and reorganisations are of these. */
const RECENT = 128;
/** Older blocks have it at each multiple of this height. The others have what differs from the block before. */
const INTERVAL = 64;

/** Most blocks pay none. */
const NO_REWARDS: readonly MaturedReward[] = [];

/** What the blocks of a tenure have in common: they share one object. */
type InTenure = Pick<PlacedBlock, 'sortition' | 'tenureHeight' | 'version' | 'signedBy'> & Pick<OwnFields, 'tenureStart'>;

/** What the blocks of a chain, and of all its copies, share. */
type InChain = {
  readonly store: BlockStore<StacksBlock>;
  /** The parent's index block hash of the first block. */
  readonly parentHash: string;
};

/**
 * A Stacks block; hashes are hex without 0x. A chain has many, and keeps them all: what is its own is a record of bytes in a log, and
 * decoded on each read.
 */
export class StacksBlock extends StoredRecord {
  readonly height: number;
  /** Undefined for the first block of the chain, which follows genesis or the block that a fork continues. */
  readonly parent: StacksBlock | undefined;
  /** Seconds since 1970. */
  readonly time: number;
  /** The fees of the tenure up to and including this block, in micro-STX. */
  readonly tenureFees: bigint;
  /** The rewards that this block paid to miners of earlier tenures. */
  readonly matured: readonly MaturedReward[];
  /** The signers whom the block chose for a cycle. */
  readonly chosen: ChosenSigners | undefined;
  readonly #tenure: InTenure;
  readonly #chain: InChain;
  /** That of an old block is what differs from the state of its parent. */
  #state: State | StoredDelta;

  constructor({ sortition, tenureHeight, version, signedBy, ...placed }: PlacedBlock, own: OwnFields, record: Buffer) {
    const { parent } = placed;
    const chain = parent === undefined ? { store: new BlockStore<StacksBlock>(), parentHash: own.parentHash ?? ZEROS } : parent.#chain;
    super(chain.store.log, record);
    this.height = placed.height;
    this.parent = parent;
    this.time = placed.time;
    this.tenureFees = own.tenureFees;
    this.matured = placed.matured.length === 0 ? NO_REWARDS : placed.matured;
    this.chosen = placed.chosen;
    const tenure = { sortition, tenureHeight, version, signedBy, tenureStart: own.tenureStart };
    this.#tenure = parent !== undefined && isSameTenure(parent.#tenure, tenure) ? parent.#tenure : tenure;
    this.#chain = chain;
    this.#state = placed.state;
    const old = this.#ancestor(RECENT);
    if (old !== undefined) old.#shorten();
  }

  get sortition(): Sortition {
    return this.#tenure.sortition;
  }

  /** How many tenures there have been, this one included. */
  get tenureHeight(): number {
    return this.#tenure.tenureHeight;
  }

  /** Index block hash of the first block of the same tenure. */
  get tenureStart(): string {
    return this.#tenure.tenureStart;
  }

  /** Of the header: see `headerVersion`. */
  get version(): number {
    return this.#tenure.version;
  }

  /** The signers of this block: those of its tenure's cycle, if it has any. */
  get signedBy(): ChosenSigners | undefined {
    return this.#tenure.signedBy;
  }

  /** The parent's index block hash. */
  get parentIndexHash(): string {
    return this.parent?.indexHash ?? this.#chain.parentHash;
  }

  /** What contracts and accounts have after the block. */
  get state(): State {
    if (!isDelta(this.#state)) return this.#state;
    const later: StacksBlock[] = [];
    let block: StacksBlock = this;
    let state = block.#ownState();
    for (; state === undefined && block.parent !== undefined; state = block.#ownState()) {
      later.push(block);
      block = block.parent;
    }
    if (state === undefined) throw new RangeError(`block ${this.height} has no state`);
    for (const next of later.reverse())
      state = this.#chain.store.remember(next, this.#chain.store.lengthen(state, next.#state as StoredDelta));
    return state;
  }

  /** A copy of the block's record. */
  get record(): Buffer {
    return Buffer.from(this.read());
  }

  /** Header hash (what signers sign). */
  get blockHash(): string {
    return this.#hash(0);
  }

  /** The block id: the hash of header hash and consensus hash. */
  get indexHash(): string {
    return this.#hash(INDEX_HASH);
  }

  get stateRoot(): string {
    return this.#hash(STATE_ROOT);
  }

  get beginsTenure(): boolean {
    return this.parent?.sortition !== this.sortition;
  }

  get transactions(): readonly MinedTransaction[] {
    // The transactions stay valid when other blocks are added.
    return transactionsIn(Buffer.from(this.read()));
  }

  /** Hex without 0x. */
  get txids(): string[] {
    return transactionsIn(this.read()).map(({ txid }) => txid);
  }

  /** The state, if it is at hand. */
  #ownState(): State | undefined {
    return isDelta(this.#state) ? this.#chain.store.known(this) : this.#state;
  }

  #ancestor(distance: number): StacksBlock | undefined {
    let block: StacksBlock | undefined = this;
    for (let left = distance; left > 0; left--) block = block?.parent;
    return block;
  }

  #shorten(): void {
    const { parent } = this;
    if (parent === undefined || this.height % INTERVAL === 0 || isDelta(this.#state)) return;
    const state = this.#state;
    const delta = this.#chain.store.shorten(parent.state, state);
    if (delta === undefined) return;
    this.#state = delta;
    // The next block differs from it.
    this.#chain.store.remember(this, state);
  }

  #hash(offset: number): string {
    return this.read().toString('hex', offset, offset + 32);
  }
}

function isSameTenure(a: InTenure, b: InTenure): boolean {
  const isSameStart = a.sortition === b.sortition && a.tenureHeight === b.tenureHeight && a.tenureStart === b.tenureStart;
  return isSameStart && a.version === b.version && a.signedBy === b.signedBy;
}

function isDelta(state: State | StoredDelta): state is StoredDelta {
  return state instanceof StoredRecord || 'record' in state;
}

/** A reward that a miner gets once it is out of danger; amounts in micro-STX. */
export type MaturedReward = {
  readonly recipient: string;
  readonly coinbase: bigint;
  /** Of the tenure itself, before Nakamoto. */
  readonly anchoredFees: bigint;
  /** Of the tenure before it, since Nakamoto: its last transactions are known only when the next one begins. */
  readonly streamedFees: bigint;
  /** First block of the tenure that matures. */
  readonly from: StacksBlock;
};

/** What follows from the contents of a block. */
type OwnFields = Pick<StacksBlock, 'tenureStart' | 'tenureFees'> & {
  /** The parent's index block hash, for a block without a `parent`. */
  parentHash: string | undefined;
};

/** What a block has besides its record. */
type PlacedBlock = Pick<
  StacksBlock,
  'height' | 'parent' | 'sortition' | 'tenureHeight' | 'version' | 'time' | 'matured' | 'chosen' | 'signedBy' | 'state'
>;

export type BlockContents = Omit<PlacedBlock, 'version'> & {
  /** That of the sortition's Bitcoin height. */
  epoch: Epoch;
  /** The parent's index block hash, for a block without a `parent`. @default zeros */
  parentHash?: string | undefined;
  transactions: readonly ExecutedTransaction[];
  /** The fees of the block's transactions, in micro-STX. */
  fees: bigint;
  beginsTenure: boolean;
};

/** Seconds from a Bitcoin block to its tenure's first block, and from there to each next one. */
export const BLOCK_INTERVAL = 10;

/**
 * The version of a block's header. Since epoch 4.0, it is 1: then a list of the transactions that are not executed follows
 * (`NakamotoBlockHeader::expected_version_for_epoch` of stacks-core).
 */
function headerVersion(epoch: Epoch): number {
  return isAtLeast(epoch, '4.0') ? 1 : 0;
}

/** The list of version 1. This node's blocks have no such transactions. */
const NOT_EXECUTED = { bytes: u32(0), json: [] };

const EMPTY_SIGNATURE = Buffer.alloc(65);
/** Where the fields of a header begin, up to the end of the miner's signature. */
const HEADER = { height: 1, consensusHash: 17, parent: 37, transactions: 69, stateRoot: 101, time: 133, end: 141 + EMPTY_SIGNATURE.length };
const ZEROS = '00'.repeat(32);

/**
 * Makes the block: its hashes are those of its Nakamoto header (SIP-021). Its miner's signature is zeros, and its state root
 * is a running hash of all results, as there is no MARF.
 */
export function makeBlock(contents: BlockContents): StacksBlock {
  const { height, parent, sortition, time, beginsTenure, transactions, fees, epoch } = contents;
  const version = headerVersion(epoch);
  const parentIndexHash = parent?.indexHash ?? contents.parentHash ?? ZEROS;
  const results = transactions.map((transaction) => Buffer.from(outcome(transaction)));
  const stateRoot = sha512_256(Buffer.from(parent?.stateRoot ?? ZEROS, 'hex'), ...results);
  const txids = transactions.map(({ txid }) => txid);
  const header = { height, sortition, parentIndexHash, stateRoot: stateRoot.toString('hex'), time, txids };
  const blockHash = hashOf({ ...header, version, signedBy: contents.signedBy });
  const indexHash = sha512_256(blockHash, Buffer.from(sortition.consensusHash, 'hex'));
  const tenureFees = beginsTenure ? fees : (parent?.tenureFees ?? 0n) + fees;
  const tenureStart = (beginsTenure ? undefined : parent?.tenureStart) ?? indexHash.toString('hex');
  const record = Buffer.concat([
    blockHash,
    indexHash,
    stateRoot,
    u32(transactions.length),
    ...transactions.flatMap(MinedTransaction.record),
  ]);
  return new StacksBlock({ ...contents, version }, { parentHash: contents.parentHash, tenureStart, tenureFees }, record);
}

/** Makes a block again. @param stored its record, and the parent's index block hash for a block without a parent */
export function restoreBlock(
  placed: Omit<PlacedBlock, 'version'> & { epoch: Epoch },
  { record, parentHash, tenureFees }: { record: Buffer; parentHash: string | undefined; tenureFees: bigint },
): StacksBlock {
  const { parent, sortition, epoch } = placed;
  const isInTenure = parent?.sortition === sortition;
  const tenureStart = isInTenure ? parent.tenureStart : record.toString('hex', INDEX_HASH, INDEX_HASH + 32);
  const own = { parentHash, tenureStart, tenureFees };
  return new StacksBlock({ ...placed, version: headerVersion(epoch) }, own, record);
}

/** @returns the transactions of a record, which are valid as long as its bytes */
function transactionsIn(record: Buffer): MinedTransaction[] {
  const transactions: MinedTransaction[] = [];
  for (let end = TRANSACTIONS, left = record.readUInt32BE(COUNT); left > 0; left--) {
    const transaction = new MinedTransaction(record, end);
    transactions.push(transaction);
    end = transaction.end;
    if (end > record.length) throw new RangeError('a transaction that ends after its block');
  }
  return transactions;
}

/** @returns the txids of a block's record @throws RangeError for bytes that are no record of a block */
export function checkRecord(record: Buffer): string[] {
  const transactions = transactionsIn(record);
  const other = transactions.find(({ isWhole }) => !isWhole);
  if (other !== undefined) throw new RangeError(`a transaction with another txid than ${other.txid}`);
  const end = transactions.at(-1)?.end ?? TRANSACTIONS;
  if (end !== record.length) throw new RangeError(`${record.length - end} bytes follow the transactions of a block`);
  return transactions.map(({ txid }) => txid);
}

/** @param txids those of the block @throws RangeError if the hashes of a block are not those of what it has */
export function requireOwnHash(block: StacksBlock, txids: readonly string[]): void {
  const { version, height, sortition, parentIndexHash, stateRoot, time, signedBy } = block;
  const blockHash = hashOf({ version, height, sortition, parentIndexHash, stateRoot, time, signedBy, txids });
  const indexHash = sha512_256(blockHash, Buffer.from(block.sortition.consensusHash, 'hex')).toString('hex');
  if (blockHash.toString('hex') !== block.blockHash || indexHash !== block.indexHash) {
    throw new RangeError(`a block with another hash than ${block.indexHash}`);
  }
}

/** The serialized block, as `GET /v3/blocks/{id}` serves it. */
export function serializeBlock(block: StacksBlock): Buffer {
  const raw = block.transactions.map((transaction) => transaction.raw);
  const signatures = signerSignatures(block);
  return Buffer.concat([signedHeader(block), u32(signatures.length), ...signatures, ...endOfHeader(block), u32(raw.length), ...raw]);
}

/** The header as the RPC's JSON has it. */
export function headerFields(block: StacksBlock) {
  return {
    version: block.version,
    chain_length: block.height,
    burn_spent: 0,
    consensus_hash: block.sortition.consensusHash,
    parent_block_id: block.parentIndexHash,
    tx_merkle_root: merkleRoot(block.txids).toString('hex'),
    state_index_root: block.stateRoot,
    timestamp: block.time,
    miner_signature: EMPTY_SIGNATURE.toString('hex'),
    signer_signature: signerSignatures(block).map((signature) => signature.toString('hex')),
    pox_treatment: poxTreatment(block).toString('hex'),
    problematic_txs: NOT_EXECUTED.json,
  };
}

/** What a header is made from. */
type Header = Pick<StacksBlock, 'version' | 'height' | 'sortition' | 'parentIndexHash' | 'stateRoot' | 'time' | 'signedBy'> & {
  readonly txids: readonly string[];
};

/** What signers sign. */
function hashOf(header: Header): Buffer {
  return sha512_256(signedHeader(header), ...endOfHeader(header));
}

/** What follows the signatures of a header. */
function endOfHeader(header: Header): Buffer[] {
  return header.version === 0 ? [poxTreatment(header)] : [poxTreatment(header), NOT_EXECUTED.bytes];
}

/** The header up to the miner's signature; the signers' and the rest follow. */
function signedHeader(block: Header): Buffer {
  // What stays zero: the burn that was spent, the first bytes of numbers, and the miner's signature at the end.
  const header = Buffer.alloc(HEADER.end);
  header.writeUInt8(block.version);
  header.writeUIntBE(block.height, HEADER.height + 2, 6);
  header.write(block.sortition.consensusHash, HEADER.consensusHash, 'hex');
  header.write(block.parentIndexHash, HEADER.parent, 'hex');
  merkleRoot(block.txids).copy(header, HEADER.transactions);
  header.write(block.stateRoot, HEADER.stateRoot, 'hex');
  header.writeUIntBE(block.time, HEADER.time + 2, 6);
  return header;
}

/** A bit vector with a bit for each reward slot, one without any and since pox-5: all of them are paid. */
function poxTreatment({ signedBy }: Pick<StacksBlock, 'signedBy'>): Buffer {
  const slots = signedBy?.set.addresses.length || 1;
  const bits = Buffer.alloc(Math.ceil(slots / 8), 0xff);
  if (slots % 8 !== 0) bits[bits.length - 1] = (1 << (slots % 8)) - 1;
  return Buffer.concat([u16(slots), u32(bits.length), bits]);
}

/** Returns the text that the state root commits to, without costs and messages. */
function outcome({ txid, result }: ExecutedTransaction): string {
  return `${txid} ${result.status} ${result.rawResult} ${result.events.commitment}`;
}

/**
 * Whether a block stands for one before Nakamoto: the blocks that a chain begins with, but the last one. They have no transactions, not
 * even a coinbase, and nodes serve no such blocks.
 */
export function isBeforeNakamoto({ beginsTenure, transactions }: Pick<StacksBlock, 'beginsTenure' | 'transactions'>): boolean {
  return beginsTenure && transactions.length === 0;
}
