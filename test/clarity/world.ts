import { createHash } from 'node:crypto';
import { hexOf } from '#dist/clarity/bytes.js';
import type { Epoch } from '#dist/clarity/epoch.js';
import type { BlockInfo, ChainView } from '#dist/clarity/execution/chain-view.js';
import type { State } from '#dist/clarity/state/state.js';
import { tupleOfEntries } from '#dist/clarity/values/construct.js';
import { standardPrincipal } from '#dist/clarity/values/principal.js';
import { BufferValue } from '#dist/clarity/values/value.js';

type Block = { readonly epoch: Epoch; readonly height: number; readonly burnHeight: number; readonly tenureHeight: number };

const FIRST_BURN_HEIGHT = 100;

export type MineOptions = { readonly isTenure?: boolean | undefined; readonly epoch?: Epoch | undefined };

/**
 * The blocks that recorded answers are about. Block h has the hash of `block h` as its id, its tenure T the VRF seed of `vrf T`, and so on.
 * Each block is a tenure with one burn block, unless it is told otherwise.
 */
export class World {
  readonly #blocks: Block[];
  /** The state after each block below the last one. */
  readonly #states: State[] = [];

  /** @param epoch that of the first block */
  constructor(epoch: Epoch) {
    this.#blocks = [{ epoch, height: 0, burnHeight: FIRST_BURN_HEIGHT, tenureHeight: 0 }];
  }

  /** Ends the current block with a state, and begins another one. @param options.epoch @default that of the block before */
  mine(state: State, { isTenure = true, epoch }: MineOptions = {}): void {
    const { height, burnHeight, tenureHeight, epoch: before } = this.#blocks.at(-1) as Block;
    const more = isTenure ? 1 : 0;
    this.#states.push(state);
    this.#blocks.push({ epoch: epoch ?? before, height: height + 1, burnHeight: burnHeight + more, tenureHeight: tenureHeight + more });
  }

  /** Returns what contracts see of the chain in the block of a height. @param height @default the current block */
  view(height = this.#blocks.length - 1): ChainView {
    const block = this.#blocks[height] as Block;
    const { epoch } = block;
    const parent = this.#blocks[height - 1];
    return {
      height,
      tenureHeight: block.tenureHeight,
      burnHeight: epoch.usesTipBurnBlock ? block.burnHeight : (parent?.burnHeight ?? 0),
      time: epoch.since('3.3') ? timeOf(height) : undefined,
      block: (at) => (at < height ? infoOf(this.#blocks[at] as Block) : undefined),
      heightOfTenure: (tenure) => this.#blocks.find(({ tenureHeight }) => tenureHeight === tenure)?.height,
      burnBlock: (at) => (at > block.burnHeight ? undefined : burnBlockOf(at)),
      at: (hash) => {
        const found = this.#blocks.findIndex((_, at) => at < height && hexOf(sha256(`block ${at}`)) === hexOf(hash));
        return found < 0 ? undefined : { state: this.#states[found] as State, chain: this.view(found) };
      },
    };
  }
}

function infoOf({ height, burnHeight, tenureHeight }: Block): BlockInfo {
  const tenure = new Uint8Array(4);
  new DataView(tenure.buffer).setUint32(0, tenureHeight);
  return {
    time: timeOf(height),
    headerHash: sha256(`header ${height}`),
    indexHash: sha256(`block ${height}`),
    burnHash: sha256(`burn ${burnHeight}`),
    burnTime: 1_600_000_000 + 600 * burnHeight,
    vrfSeed: sha256(`vrf ${tenureHeight}`),
    miner: standardPrincipal(26, hash160(tenure)),
    spentByWinner: BigInt(500 + tenureHeight),
    spentByAll: BigInt(1000 + tenureHeight),
    reward: BigInt(3000 + tenureHeight),
  };
}

function burnBlockOf(height: number) {
  const address = tupleOfEntries([
    ['version', new BufferValue(Uint8Array.of(0))],
    ['hashbytes', new BufferValue(new Uint8Array(32).fill(height))],
  ]);
  return { hash: sha256(`burn ${height}`), pox: { addresses: [address], payout: BigInt(123 + height) } };
}

function timeOf(height: number): number {
  return 1_700_000_000 + 10 * height;
}

function sha256(data: string | Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(data).digest());
}

function hash160(data: Uint8Array): Uint8Array {
  return new Uint8Array(createHash('ripemd160').update(sha256(data)).digest());
}
