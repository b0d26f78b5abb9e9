import { advise } from '../base/advice.js';
import { DevnetError } from '../base/error.js';

/** What blocks lack on purpose. Heights are those of Bitcoin. */
export type BlockFaults = {
  /** Whether a Bitcoin block has the commit of the Stacks miner, so that a tenure begins. */
  hasCommit(height: number): boolean;
  /** Whether Stacks blocks contain pending transactions while Bitcoin is at a height. */
  hasTransactions(height: number): boolean;
};

/** Blocks lack nothing. */
export const NO_BLOCK_FAULTS: BlockFaults = { hasCommit: () => true, hasTransactions: () => true };

/** Returns the error of a Stacks block that faults prevent. */
export function noBlockNow(): DevnetError {
  const hint = advise`see ${{ do: 'chaos.active' }}`;
  return new DevnetError('NOT_READY', `no Stacks block is made now: ${hint}`, { hint });
}
