import fc from 'fast-check';
import { DevnetError } from '../../base/error.js';
import type { Command, Outcome, Session } from './types.js';

/**
 * Creates a command of your own.
 * @param run may return what it did; what it throws makes the property fail
 * @example const relay = createCommand('relay', ({ app }: Session<Relayer>) => app.poll());
 */
export function createCommand<App = unknown>(text: string, run: (session: Session<App>) => Promise<Outcome> | Promise<void>): Command<App> {
  const command: Command<App> = { text, run: async (session) => ((await run(session)) as Outcome | undefined) ?? {} };
  return Object.assign(command, { [fc.toStringMethod]: () => text, toString: () => text });
}

/** What nodes and faucets answer to a request that is valid but cannot be met, for example of an account without coins. */
const REFUSALS: readonly string[] = ['REJECTED', 'FAUCET_FAILED'];

/** Runs a task whose refusal is an outcome, too. */
export async function unlessRefused(task: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof DevnetError && REFUSALS.includes(error.code)) return { refused: error };
    throw error;
  }
}
