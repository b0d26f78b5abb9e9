import { without0x } from '../../../../base/hex.js';
import type { BlockInfo } from '../../../../clarity/execution.js';
import type { PrincipalValue } from '../../../../clarity/values.js';
import { parsePrincipal } from '../../../../clarity/values.js';
import type { Coinbase, ForkSourceBlock } from '../../../protocol/fork-source/chain.js';
import type { ForkSourceAnswers } from './answers.js';

/** A block of a running network. What that does not serve throws ForkSourceFailure: contracts must not take something else for it. */
export class ForkSourceBlockInfo implements BlockInfo {
  readonly #answers: ForkSourceAnswers;
  readonly #block: ForkSourceBlock;
  readonly #coinbase: () => Coinbase | undefined;

  /** @param coinbase returns that of the tenure of the block, if the network serves it */
  constructor(answers: ForkSourceAnswers, block: ForkSourceBlock, coinbase: () => Coinbase | undefined) {
    this.#answers = answers;
    this.#block = block;
    this.#coinbase = coinbase;
  }

  get time(): number {
    return this.#block.block_time;
  }

  get headerHash(): Uint8Array {
    return bytesOf(this.#block.hash);
  }

  get indexHash(): Uint8Array {
    return bytesOf(this.#block.index_block_hash);
  }

  get burnHash(): Uint8Array {
    return bytesOf(this.#block.burn_block_hash);
  }

  get burnTime(): number {
    return this.#block.burn_block_time;
  }

  get vrfSeed(): Uint8Array {
    return bytesOf((this.#coinbase() ?? this.#unserved('the seed')).vrf_seed);
  }

  get miner(): PrincipalValue {
    return parsePrincipal((this.#coinbase() ?? this.#unserved('the miner')).miner);
  }

  get spentByWinner(): bigint {
    return this.#unserved('what the miner spent');
  }

  get spentByAll(): bigint {
    return this.#unserved('what miners spent');
  }

  get reward(): bigint {
    return this.#unserved('the reward');
  }

  #unserved(what: string): never {
    throw this.#answers.failure('NO_STATE', `does not serve ${what} of block ${this.#block.height}`);
  }
}

function bytesOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(without0x(hex), 'hex'));
}
