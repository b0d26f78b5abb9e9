import type { ChainView } from '../../../clarity/execution.js';
import type { State } from '../../../clarity/state.js';
import { parsePrincipal } from '../../../clarity/values.js';
import { nodeCrypto } from '../../../stacks/node.js';

/** The seconds that blocks of clarinet-sdk's simnet are apart. */
const BURN_SECONDS = 600;
const STACKS_SECONDS = 10;
/** The miner that contracts see. */
const MINER = parsePrincipal('SP000000000000000000002Q6VF78');

/** A Stacks block; the index in the list is its height. */
type Block = {
  readonly burnHeight: number;
  /** Seconds since 1970. */
  readonly time: number;
  /** The state after it; undefined for the current block. */
  readonly state: State | undefined;
};

/** What the heights of a simnet are at some point, to go back to. */
export type HeightsSnapshot = readonly Block[];

/** The blocks of a simnet: heights, times and hashes are those of clarinet-sdk 3.21. */
export class Heights {
  readonly #start: number;
  #blocks: Block[];

  /** @param start the time of block 0, in seconds since 1970 */
  constructor(start: number) {
    this.#start = start;
    this.#blocks = [{ burnHeight: 0, time: start, state: undefined }];
  }

  get height(): number {
    return this.#blocks.length - 1;
  }

  get burnHeight(): number {
    return this.#tip.burnHeight;
  }

  get time(): number {
    return this.#tip.time;
  }

  get #tip(): Block {
    return this.#blocks.at(-1) as Block;
  }

  snapshot(): HeightsSnapshot {
    return [...this.#blocks];
  }

  restore(snapshot: HeightsSnapshot): void {
    this.#blocks = [...snapshot];
  }

  /** Mines a Bitcoin block and the first Stacks block of its tenure. @param state after the current block */
  mineBurn(state: State): void {
    const burnHeight = this.burnHeight + 1;
    this.#push(state, { burnHeight, time: this.#start + BURN_SECONDS * burnHeight });
  }

  /** Mines a Stacks block in the tenure. @param state after the current block */
  mineStacks(state: State): void {
    this.#push(state, { burnHeight: this.burnHeight, time: this.time + STACKS_SECONDS });
  }

  /** Returns what contracts see in the current block. */
  view(): ChainView {
    return this.#viewAt(this.height, this.burnHeight);
  }

  #push(state: State, block: Omit<Block, 'state'>): void {
    this.#blocks[this.height] = { ...this.#tip, state };
    this.#blocks.push({ ...block, state: undefined });
  }

  #viewAt(height: number, tip: number): ChainView {
    const { burnHeight, time } = this.#blocks[height] as Block;
    return {
      height,
      burnHeight,
      tenureHeight: burnHeight,
      time,
      block: (at) => (at < height ? this.#blockInfo(at) : undefined),
      heightOfTenure: (tenure) => {
        const found = this.#blocks.findIndex((block) => block.burnHeight === tenure);
        return found < 0 ? undefined : found;
      },
      burnBlock: (at) => (at >= 0 && at <= tip ? { hash: hashOf(at, 2), pox: { addresses: [], payout: 0n } } : undefined),
      at: (hash) => {
        const found = this.#blocks.findIndex((block, at) => at < height && block.state !== undefined && isSame(hashOf(at), hash));
        const state = this.#blocks[found]?.state;
        return state && { state, chain: this.#viewAt(found, tip) };
      },
    };
  }

  #blockInfo(at: number): ReturnType<ChainView['block']> {
    const block = this.#blocks[at];
    if (block === undefined) return undefined;
    const { burnHeight, time } = block;
    return {
      time,
      headerHash: at === 0 ? hashOf(at) : hashOf(at, 1),
      indexHash: hashOf(at),
      burnHash: hashOf(burnHeight, 2),
      burnTime: this.#start + BURN_SECONDS * burnHeight - STACKS_SECONDS,
      vrfSeed: hashOf(burnHeight, 4),
      miner: MINER,
      spentByWinner: 0n,
      spentByAll: 0n,
      reward: undefined,
    };
  }
}

/** Returns the hash that clarinet-sdk gives a height. @param first replaces the first byte, by which kinds of hashes differ */
function hashOf(height: number, first?: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, height);
  const hash = nodeCrypto.sha512_256(bytes);
  if (first !== undefined) hash[0] = first;
  return hash;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
