import type { DebuggedExecution, DebugStop, HeldExecution, Move, Watch } from '../../clarity/debug.js';

/** An execution that a client steps through: a thread in the words of the protocol. */
export type DebugThread = {
  readonly id: number;
  readonly execution: DebuggedExecution;
  /** Lets it go on; undefined for a transaction of the chain. */
  readonly held: HeldExecution | undefined;
  /** Where it is; undefined while it moves. */
  stop: DebugStop | undefined;
};

/** A step that a client wants. */
export type Step = { readonly move: Move; readonly isBackwards?: boolean; readonly byExpression?: boolean };

/** Moves a thread. @returns its new stop; undefined if it goes on for good */
export async function moveThread(thread: DebugThread, from: DebugStop, step: Step, watch: Watch): Promise<DebugStop | undefined> {
  const { move, isBackwards = false, byExpression } = step;
  if (from.reason === 'end' && !isBackwards) return undefined;
  const stop = await thread.execution.move({ type: 'move', from: from.at, depth: from.depth, move, isBackwards, byExpression, watch });
  // Nobody has to see the end of what others wait for, unless steps lead there.
  return stop.reason === 'end' && move === 'continue' && thread.held !== undefined ? undefined : stop;
}
