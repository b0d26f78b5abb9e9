import { createTurns } from '../../../base/turns.js';
import type { Chain } from '../chain/chain.js';
import type { BlockRecord, TransactionRecord } from '../chain/records.js';
import { Accounts } from './accounts.js';
import { ByType } from './by-type.js';
import { Contracts } from './contracts.js';
import { Names } from './names.js';
import { listMaker, type NumberList } from './number-list.js';
import { decodeOutcome, type Outcome, stateEvents } from './outcome.js';
import { Pox5Events } from './pox-5-events.js';
import { PoxEvents } from './pox-events.js';
import { Tokens } from './tokens.js';
import { TransactionTable } from './transaction-table.js';

/**
 * What follows from the canonical blocks: lists and sums by transaction, principal, token and contract. It follows the chain block by
 * block, back and forth, so that a block costs the same on a short and on a long chain.
 */
export class Lookup {
  #table = new TransactionTable();
  #make = listMaker(this.#table);
  accounts = new Accounts(this.#make);
  tokens = new Tokens();
  contracts = new Contracts();
  pox = new PoxEvents();
  pox5 = new Pox5Events();
  names = new Names();
  /** All transactions of the chain, oldest first. */
  transactions: NumberList<TransactionRecord> = this.#make.records();
  byType = new ByType(this.#make);
  /** The canonical blocks of each Bitcoin block that has any, and of each tenure; by height, oldest first. */
  burnBlocks: BlockRecord[][] = [];
  readonly #burnIndex = new Map<number, BlockRecord[]>();
  readonly #burnHashes = new Map<string, number>();
  readonly #tenures = new Map<number, BlockRecord[]>();
  /** Blocks that chose signers, by cycle. */
  readonly cycles = new Map<number, BlockRecord>();
  /** Micro-STX that exist: mints and rewards less burns. */
  supply = 0n;
  /** The supply from each block on that changed it, and from the first one on; by height, oldest first. */
  readonly #supplies: { height: number; supply: bigint }[] = [];
  readonly chain: Chain;
  readonly close: () => void;
  /** Of how many blocks of the chain it knows, from the first one on. */
  #known = 0;
  #isComplete = false;

  private constructor(chain: Chain) {
    this.chain = chain;
    this.close = chain.listen({
      entered: (block) => {
        // Before that, it is one of the blocks to come.
        if (this.#isComplete) this.#entered(block);
      },
      left: (block) => {
        // A block that has left was the last one.
        if (chain.blocks.length < this.#known) this.#left(block);
      },
      forgotten: (block) => {
        if (this.#known > 0) this.#forgotten(block);
      },
      lost: () => this.#lost(),
    });
  }

  /** Walks over the chain, block by block, while it may change and other tasks of the event loop get their turn. */
  static async of(chain: Chain): Promise<Lookup> {
    const lookup = new Lookup(chain);
    const turn = createTurns();
    for (let block = chain.blocks[0]; block !== undefined; block = chain.blocks[lookup.#known]) {
      lookup.#entered(block);
      await turn();
    }
    lookup.#isComplete = true;
    return lookup;
  }

  /** @param burnHash without 0x */
  burnBlock(heightOrHash: number | string): BlockRecord[] | undefined {
    const height = typeof heightOrHash === 'number' ? heightOrHash : this.#burnHashes.get(heightOrHash);
    return height === undefined ? undefined : this.#burnIndex.get(height);
  }

  tenure(height: number): BlockRecord[] {
    return this.#tenures.get(height) ?? [];
  }

  /** Returns how many micro-STX there were after a block; for a height above the tip, how many there are. */
  supplyAt(height: number): bigint {
    const { tip, first } = this.chain;
    if (tip === undefined || height >= tip.height) return this.supply;
    // Blocks below the first one are not known any more.
    const known = Math.max(height, first?.height ?? 0);
    return this.#supplies.findLast((each) => each.height <= known)?.supply ?? 0n;
  }

  #entered(block: BlockRecord): void {
    this.#known++;
    const outcomes = decode(block);
    const before = this.supply;
    this.supply += created(block, outcomes);
    if (this.supply !== before || this.#supplies.length === 0) this.#supplies.push({ height: block.height, supply: this.supply });
    const start = this.#table.entered(block);
    for (const { record } of outcomes) this.transactions.push(start + record.place);
    this.byType.entered(outcomes, start);
    this.accounts.entered(block, outcomes, start);
    this.tokens.entered(outcomes);
    this.contracts.entered(outcomes);
    this.pox.entered(outcomes);
    this.pox5.entered(outcomes);
    this.names.entered(outcomes);
    this.#enterBurnBlock(block);
    const { tenureHeight, chosen } = block.facts;
    if (tenureHeight !== undefined) {
      const tenure = this.#tenures.get(tenureHeight) ?? [];
      tenure.push(block);
      this.#tenures.set(tenureHeight, tenure);
    }
    if (chosen !== undefined) this.cycles.set(chosen.cycle, block);
  }

  #left(block: BlockRecord): void {
    this.#known--;
    const outcomes = decode(block);
    const start = this.#table.left();
    this.transactions.cut(start);
    this.byType.left(start);
    this.accounts.left(block, outcomes, start);
    this.tokens.left(block, outcomes);
    this.contracts.left(block, outcomes);
    this.pox.left(block);
    this.pox5.left(block);
    this.names.left(block);
    this.supply -= created(block, outcomes);
    if (this.#supplies.at(-1)?.height === block.height) this.#supplies.pop();
    this.#leaveBurnBlock(block);
    const { tenureHeight, chosen } = block.facts;
    if (tenureHeight !== undefined && this.#tenures.get(tenureHeight)?.pop() !== undefined && this.tenure(tenureHeight).length === 0) {
      this.#tenures.delete(tenureHeight);
    }
    if (chosen !== undefined) this.cycles.delete(chosen.cycle);
  }

  /** Takes the block out of the lists. Sums, the contracts deployed, tokens held and the last lock stay. */
  #forgotten(block: BlockRecord): void {
    this.#known--;
    const outcomes = decode(block);
    const end = this.#table.endOfFirst;
    this.transactions.cutFirst(end);
    this.byType.forgotten(end);
    this.accounts.forgotten(block, outcomes, end);
    this.#table.forgotten();
    this.tokens.forgotten(block, outcomes);
    this.contracts.forgotten(block, outcomes);
    this.pox.forgotten(block);
    // The first block that is left has the supply of the last change up to it.
    if ((this.#supplies[1]?.height ?? Number.POSITIVE_INFINITY) <= block.height + 1) this.#supplies.shift();
    const { burnHeight, burnHash, tenureHeight } = block.facts;
    if (this.#burnIndex.get(burnHeight)?.shift() !== undefined && this.burnBlocks[0]?.length === 0) {
      this.burnBlocks.shift();
      this.#burnIndex.delete(burnHeight);
      this.#burnHashes.delete(burnHash);
    }
    if (tenureHeight !== undefined && this.#tenures.get(tenureHeight)?.shift() !== undefined && this.tenure(tenureHeight).length === 0) {
      this.#tenures.delete(tenureHeight);
    }
  }

  #lost(): void {
    this.#known = 0;
    this.#table = new TransactionTable();
    this.#make = listMaker(this.#table);
    this.accounts = new Accounts(this.#make);
    this.tokens = new Tokens();
    this.contracts = new Contracts();
    this.pox = new PoxEvents();
    this.pox5 = new Pox5Events();
    this.names = new Names();
    this.transactions = this.#make.records();
    this.byType = new ByType(this.#make);
    this.burnBlocks = [];
    this.#supplies.length = 0;
    for (const index of [this.#burnIndex, this.#burnHashes, this.#tenures, this.cycles]) index.clear();
    this.supply = 0n;
  }

  #enterBurnBlock(block: BlockRecord): void {
    const { burnHeight, burnHash } = block.facts;
    const known = this.#burnIndex.get(burnHeight);
    if (known !== undefined) {
      known.push(block);
      return;
    }
    const blocks = [block];
    this.#burnIndex.set(burnHeight, blocks);
    this.#burnHashes.set(burnHash, burnHeight);
    this.burnBlocks.push(blocks);
  }

  #leaveBurnBlock({ facts: { burnHeight, burnHash } }: BlockRecord): void {
    const blocks = this.#burnIndex.get(burnHeight);
    blocks?.pop();
    if (blocks?.length !== 0) return;
    this.#burnIndex.delete(burnHeight);
    this.#burnHashes.delete(burnHash);
    this.burnBlocks.pop();
  }
}

/** The outcomes of blocks that many networks share. */
const remembered = new WeakMap<BlockRecord, Outcome[]>();

/** Decodes blocks once for a network and its copies, while other tasks of the event loop get their turn. */
export async function rememberOutcomes(blocks: readonly BlockRecord[]): Promise<void> {
  const turn = createTurns();
  for (const block of blocks) {
    if (!remembered.has(block)) remembered.set(block, decode(block));
    await turn();
  }
}

function decode(block: BlockRecord): Outcome[] {
  const known = remembered.get(block);
  if (known !== undefined) return known;
  return block.transactions.flatMap((record) => decodeOutcome(record) ?? []);
}

/** Micro-STX that a block made, less what it burnt. */
function created({ facts }: BlockRecord, outcomes: readonly Outcome[]): bigint {
  let total = 0n;
  for (const { events } of outcomes) {
    for (const event of stateEvents(events)) {
      if (event.kind === 'stx' && event.action === 'mint') total += event.amount;
      if (event.kind === 'stx' && event.action === 'burn') total -= event.amount;
    }
  }
  for (const { coinbase } of facts.rewards ?? []) total += BigInt(coinbase);
  return total;
}
