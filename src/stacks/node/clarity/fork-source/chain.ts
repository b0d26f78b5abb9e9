import { without0x } from '../../../../base/hex.js';
import type { BlockInfo, BurnBlockInfo, ChainView } from '../../../../clarity/execution.js';
import { emptyState } from '../../../../clarity/state.js';
import { blockAt, type Coinbase, type ForkSourceBlock, type ForkSourcePlace } from '../../../protocol/fork-source/chain.js';
import type { ForkSourceAnswers } from './answers.js';
import { ForkSourceBlockInfo } from './block-info.js';
import type { ForkSourceState } from './state.js';

type ForkSourceChainOptions = {
  answers: ForkSourceAnswers;
  /** The last block of the chain that is seen. */
  point: ForkSourcePlace;
  /** Whether contracts see the times of blocks. */
  hasTimes: boolean;
  /** Returns the state after a block. @param tip the index block hash, hex without 0x */
  stateAt: (tip: string) => ForkSourceState;
};

/**
 * The chain of a running network up to the block from which a fork continues, as contracts see it. All methods throw
 * Missing, ForkSourceFailure.
 */
export class ForkSourceChain {
  readonly #options: ForkSourceChainOptions;

  constructor(options: ForkSourceChainOptions) {
    this.#options = options;
  }

  /** Returns a block at a height up to that of the fork. */
  block(height: number): BlockInfo {
    const block = this.#required(height);
    return new ForkSourceBlockInfo(this.#options.answers, block, () => this.#coinbaseOf(block));
  }

  /** Returns the height at which a tenure began; undefined for one after the fork. */
  heightOfTenure(tenure: number): number | undefined {
    const { height, tenureHeight } = this.#options.point.block;
    return tenure > tenureHeight ? undefined : this.#firstOfTenure(tenure, height);
  }

  /** Returns a value of the state at the block of the fork, as a node stores it; undefined if there is none. @param hash of its key */
  value(hash: string): string | undefined {
    return this.#options.answers.read({ type: 'value', hash, tip: this.#options.point.block.id });
  }

  /** The same for metadata of a contract. */
  metadata(contract: string, key: string): string | undefined {
    return this.#options.answers.read({ type: 'metadata', contract, key, tip: this.#options.point.block.id });
  }

  /** Returns a burn block below that of the fork; undefined before the first one. */
  burnBlock(height: number): BurnBlockInfo | undefined {
    const hash = this.#options.answers.read({ type: 'burn-hash', height });
    // An origin does not tell who was paid.
    return hash === undefined ? undefined : { hash: bytesOf(hash), pox: { addresses: [], payout: 0n } };
  }

  /** Returns the state after a block of the chain, and what contracts saw then; undefined for another block. */
  at(hash: Uint8Array): ReturnType<ChainView['at']> {
    const id = Buffer.from(hash).toString('hex');
    const block = this.#find(id);
    if (
      block === undefined ||
      block.height > this.#options.point.block.height ||
      this.#find(`${block.height}`)?.index_block_hash !== `0x${id}`
    )
      return undefined;
    const base = this.#options.stateAt(id);
    return { state: { ...emptyState(base), liquidSupply: base.liquidSupply }, chain: this.#viewAt(block) };
  }

  /** Returns what contracts see in the block of the fork. */
  view(): ChainView {
    return this.#viewAt(blockAt(this.#options.point));
  }

  #viewAt({ height, tenure_height: tenureHeight, burn_block_height: burnHeight, block_time: time }: ForkSourceBlock): ChainView {
    return {
      height,
      tenureHeight,
      burnHeight,
      time: this.#options.hasTimes ? time : undefined,
      block: (below) => (below < height ? this.block(below) : undefined),
      heightOfTenure: (tenure) => (tenure > tenureHeight ? undefined : this.heightOfTenure(tenure)),
      burnBlock: (at) => (at > burnHeight ? undefined : this.burnBlock(at)),
      at: (hash) => {
        const past = this.at(hash);
        return past !== undefined && past.chain.height < height ? past : undefined;
      },
    };
  }

  /** Returns where a tenure began that is not after the block at `to`. */
  #firstOfTenure(tenure: number, to: number): number {
    // Each tenure has at least one block. The search begins above, where the block mostly is.
    let low = tenure;
    let high = to;
    for (let step = 1; high - step >= low; step *= 2) {
      if (this.#required(high - step).tenure_height < tenure) {
        low = high - step + 1;
        break;
      }
      high -= step;
    }
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#required(middle).tenure_height < tenure) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns how the tenure of a block began; undefined if the network does not serve that. */
  #coinbaseOf({ tenure_height: tenure, height }: ForkSourceBlock): Coinbase | undefined {
    const first = this.#firstOfTenure(tenure, height);
    // Of the block of the fork, the point knows all but this.
    return this.#read(`${first}`)?.coinbase;
  }

  #required(height: number): ForkSourceBlock {
    const found = this.#find(`${height}`);
    if (found !== undefined) return found;
    throw this.#options.answers.failure('NO_STATE', `does not serve block ${height}`);
  }

  /** @param id an index block hash without 0x, or a height */
  #find(id: string): ForkSourceBlock | undefined {
    const { point } = this.#options;
    return id === point.block.id || id === `${point.block.height}` ? blockAt(point) : this.#read(id);
  }

  #read(id: string): ForkSourceBlock | undefined {
    const found = this.#options.answers.read({ type: 'block', id });
    return found === undefined ? undefined : (JSON.parse(found) as ForkSourceBlock);
  }
}

function bytesOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(without0x(hex), 'hex'));
}
