import type { StacksBlock } from '../block/block.js';
import type { Ledger } from './ledger.js';

/** The last block of the tenure that was open after a Bitcoin block; undefined below the first Stacks block. */
export function tenureAt(ledger: Ledger, burnHeight: number): StacksBlock | undefined {
  let low = ledger.first.height;
  let high = ledger.tip.height;
  let found: StacksBlock | undefined;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const block = ledger.at(middle);
    if (block !== undefined && block.sortition.height <= burnHeight) {
      found = block;
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return found;
}

/** The first block of a tenure; undefined if the chain does not have it. */
export function firstOfTenure(ledger: Ledger, tenureHeight: number): StacksBlock | undefined {
  let low = ledger.first.height;
  let high = ledger.tip.height;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ledger.at(middle)?.tenureHeight ?? 0) < tenureHeight) low = middle + 1;
    else high = middle;
  }
  const found = ledger.at(low);
  return found?.tenureHeight === tenureHeight ? found : undefined;
}
