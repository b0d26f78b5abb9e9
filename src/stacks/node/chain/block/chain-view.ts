import type { BlockInfo, BurnBlockInfo, ChainView } from '../../../../clarity/execution.js';
import { BufferValue, type PrincipalValue, parsePrincipal, tupleOfEntries, type Value } from '../../../../clarity/values.js';
import { type Epoch, epochAt, isAtLeast, isNakamoto } from '../epoch.js';
import { cycleStart } from '../pox/pox.js';
import type { PoxAddress } from '../pox/pox-address.js';
import { rewardOf } from '../pox/rewards.js';
import { payouts } from '../pox/slot-holders.js';
import { vrfProof, vrfSeed } from '../production/system-transactions.js';
import type { ChainState } from '../state/state.js';
import { firstOfTenure } from '../state/tenures.js';
import type { StacksBlock } from './block.js';
import { GENESIS } from './first-blocks.js';

/** The chain, as far as contracts see it. */
type Chain = Pick<ChainState, 'epochs' | 'network' | 'pox' | 'ledger' | 'firstTip' | 'sortitions' | 'forkSource'>;

/** Where a block is in the chain: known before it is executed. */
export type BlockPosition = Pick<StacksBlock, 'height' | 'tenureHeight' | 'time' | 'sortition'>;

/** Returns what contracts see of both chains in a block that follows, or is one of, the blocks of the chain. */
export function chainView(chain: Chain, position: BlockPosition): ChainView {
  return new BlockView(chain, position);
}

class BlockView implements ChainView {
  readonly #chain: Chain;
  readonly #position: BlockPosition;

  constructor(chain: Chain, position: BlockPosition) {
    this.#chain = chain;
    this.#position = position;
  }

  get height(): number {
    return this.#position.height;
  }

  get tenureHeight(): number {
    return this.#position.tenureHeight;
  }

  /** Before Nakamoto, a block is executed in view of the sortition of its parent. */
  get burnHeight(): number {
    const { height } = this.#position.sortition;
    if (isNakamoto(this.#epoch)) return height;
    return this.#block(this.height - 1)?.sortition.height ?? Math.max(height - 1, 0);
  }

  get time(): number | undefined {
    return isAtLeast(this.#epoch, '3.3') ? this.#position.time : undefined;
  }

  block(height: number): BlockInfo | undefined {
    const { ledger, forkSource } = this.#chain;
    if (height < ledger.first.height) return forkSource === undefined ? genesisInfo(this.#chain, height) : forkSource.block(height);
    const block = this.#block(height);
    return block && new PastBlock(this.#chain, block);
  }

  heightOfTenure(tenureHeight: number): number | undefined {
    if (tenureHeight > this.tenureHeight) return undefined;
    if (tenureHeight === this.tenureHeight && this.#block(this.height - 1)?.tenureHeight !== tenureHeight) return this.height;
    const { ledger, forkSource } = this.#chain;
    if (tenureHeight < ledger.first.tenureHeight) return forkSource?.heightOfTenure(tenureHeight);
    return firstOfTenure(ledger, tenureHeight)?.height;
  }

  burnBlock(height: number): BurnBlockInfo | undefined {
    const { sortitions, pox, forkSource } = this.#chain;
    if (height < sortitions.first.height) return forkSource?.burnBlock(height);
    const isKnown = height <= this.burnHeight && height >= cycleStart(pox, 0);
    const sortition = isKnown ? sortitions.at(height) : undefined;
    if (sortition === undefined) return undefined;
    const addresses = payouts(this.#chain, sortition).map(poxAddress);
    // The miner of this chain pays nothing.
    return { hash: bytesOf(sortition.burn.hash), pox: { addresses, payout: 0n } };
  }

  at(hash: Uint8Array): ReturnType<ChainView['at']> {
    const { ledger, forkSource } = this.#chain;
    const block = ledger.byId(Buffer.from(hash).toString('hex'));
    if (block === undefined) return forkSource?.at(hash);
    if (block.height >= this.height) return undefined;
    return { state: block.state, chain: new BlockView(this.#chain, block) };
  }

  get #epoch(): Epoch {
    return epochAt(this.#chain.epochs, this.#position.sortition.height);
  }

  #block(height: number): StacksBlock | undefined {
    return height < this.height ? this.#chain.ledger.at(height) : undefined;
  }
}

/** A block of the chain. Contracts rarely ask for more than one field. */
class PastBlock implements BlockInfo {
  readonly spentByWinner = 0n;
  readonly spentByAll = 0n;
  readonly #chain: Chain;
  readonly #block: StacksBlock;

  constructor(chain: Chain, block: StacksBlock) {
    this.#chain = chain;
    this.#block = block;
  }

  get time(): number {
    return this.#block.time;
  }

  get headerHash(): Uint8Array {
    return bytesOf(this.#block.blockHash);
  }

  get indexHash(): Uint8Array {
    return bytesOf(this.#block.indexHash);
  }

  get burnHash(): Uint8Array {
    return bytesOf(this.#block.sortition.burn.hash);
  }

  get burnTime(): number {
    return this.#block.sortition.burn.time;
  }

  get vrfSeed(): Uint8Array {
    return new Uint8Array(vrfSeed(vrfProof(this.#block.sortition.consensusHash)));
  }

  get miner(): PrincipalValue {
    return parsePrincipal(this.#chain.network.producerAddress);
  }

  get reward(): bigint | undefined {
    return rewardOf(this.#chain, this.#block);
  }
}

/** The block below the first one of a chain of its own. */
function genesisInfo(chain: Chain, height: number): BlockInfo | undefined {
  return height === GENESIS.height ? new GenesisBlock(chain) : undefined;
}

/** The proof of the genesis block (`VRFProof::empty` of stacks-core). */
const GENESIS_PROOF = Buffer.alloc(80, 1);

/**
 * As nodes answer on regtest (`BITCOIN_REGTEST_FIRST_BLOCK_TIMESTAMP` of stacks-core is 0). The block has no miner: there a node fails,
 * here the boot address represents it.
 */
class GenesisBlock implements BlockInfo {
  readonly spentByWinner = 0n;
  readonly spentByAll = 0n;
  readonly reward = 0n;
  readonly headerHash = bytesOf(GENESIS.blockHash);
  readonly indexHash = bytesOf(GENESIS.indexHash);
  readonly vrfSeed = new Uint8Array(vrfSeed(GENESIS_PROOF));
  readonly time = 0;
  readonly burnTime = 0;
  readonly burnHash: Uint8Array;
  readonly miner: PrincipalValue;

  constructor({ network, sortitions: { first } }: Chain) {
    this.burnHash = bytesOf(first.burn.hash);
    this.miner = parsePrincipal(network.bootAddress);
  }
}

function poxAddress({ version, hash }: PoxAddress): Value {
  return tupleOfEntries([
    ['hashbytes', new BufferValue(new Uint8Array(hash))],
    ['version', new BufferValue(Uint8Array.of(version))],
  ]);
}

function bytesOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'));
}
