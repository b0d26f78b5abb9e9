import { type BlockFaults, NO_BLOCK_FAULTS } from '../../../stacks/block-faults.js';
import { isSigned } from '../../../stacks/engine.js';

/** What goes wrong on purpose now. Miner and supervision read it. */
export type Conditions = BlockFaults & {
  setBlockFaults(blockFaults: BlockFaults): void;
  /** Whether the signers that are not silent are enough. */
  isSigned(): boolean;
  addSilent(signers: 1 | -1): void;
  setStopped(service: string | undefined): void;
  /** The service that is stopped on purpose. */
  stopped(): string | undefined;
  /** Whether Stacks blocks lack what is pending, or do not come at all. */
  withholdsTransactions(): boolean;
  /** Whether that is so, or the next Bitcoin block begins no tenure. */
  isFaulty(): boolean;
};

/** @param signers how many there are @param height of Bitcoin */
export function createConditions(signers: number, height: () => number): Conditions {
  let blockFaults = NO_BLOCK_FAULTS;
  let silent = 0;
  let stopped: string | undefined;
  const hasSignatures = (): boolean => isSigned(signers, silent);
  const withholdsTransactions = (): boolean => stopped !== undefined || !hasSignatures() || !blockFaults.hasTransactions(height());
  return {
    hasCommit: (height) => blockFaults.hasCommit(height),
    hasTransactions: (height) => blockFaults.hasTransactions(height),
    setBlockFaults(next) {
      blockFaults = next;
    },
    isSigned: hasSignatures,
    addSilent(more) {
      silent += more;
    },
    setStopped(service) {
      stopped = service;
    },
    stopped: () => stopped,
    withholdsTransactions,
    isFaulty: () => withholdsTransactions() || !blockFaults.hasCommit(height() + 1),
  };
}
