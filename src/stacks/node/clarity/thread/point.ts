import type { ChainView } from '../../../../clarity/execution.js';
import type { State } from '../../../../clarity/state.js';

/** A point of the chain. What else is in it, the thread asks for. */
export type Point = Pick<ChainView, 'height' | 'tenureHeight' | 'burnHeight' | 'time'> &
  Pick<State, 'liquidSupply'> & {
    /** The number by which the thread asks for it. */
    readonly number: number;
    readonly firstSlot: number;
  };
