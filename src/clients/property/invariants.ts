import { messageOf } from '../../base/error.js';
import type { Session } from './types.js';

/**
 * What holds after each step: an expression of Clarity that is `true`, in which `.name` is a contract of the account `deployer`; or a
 * function that returns neither false nor an error.
 */
export type Invariant<App = unknown> = string | ((session: Session<App>) => unknown);

/** By what the failure calls them. */
export type Invariants<App = unknown> = Readonly<Record<string, Invariant<App>>>;

/** A broken invariant, and what was seen. */
export type Broken = { name: string; seen: string; cause?: unknown };

/** Returns the first invariant that does not hold. */
export async function findBroken<App>(invariants: Invariants<App>, session: Session<App>): Promise<Broken | undefined> {
  const entries = Object.entries(invariants);
  const expressions = entries.flatMap(([name, invariant]) => (typeof invariant === 'string' ? [{ name, expression: invariant }] : []));
  const values = await evaluate(
    session,
    expressions.map(({ expression }) => expression),
  );
  for (const [at, { name, expression }] of expressions.entries()) {
    const seen = values[at];
    if (seen !== 'true') return { name, seen: `${expression} is ${seen}` };
  }
  for (const [name, invariant] of entries) {
    if (typeof invariant === 'string') continue;
    try {
      if ((await invariant(session)) === false) return { name, seen: 'it returned false' };
    } catch (error) {
      return { name, seen: messageOf(error), cause: error };
    }
  }
  return undefined;
}

/** Returns the values of expressions at the tip as Clarity writes them, or why they have none. */
async function evaluate({ devnet }: Session, expressions: readonly string[]): Promise<(string | undefined)[]> {
  if (expressions.length === 0) return [];
  const sender = (devnet.accounts.deployer ?? Object.values(devnet.accounts)[0])?.stx.address;
  const { steps } = await devnet.simulate({ steps: expressions.map((expression) => ({ type: 'evaluate', expression, sender })) });
  return steps.map((step) => {
    if (step.type !== 'evaluate') return undefined;
    return step.status === 'success' ? step.result.repr : `not a value: ${step.reason}`;
  });
}
