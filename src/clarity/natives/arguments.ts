import { StaticFailure } from '../analysis/static-failure.js';
import type { StaticReason } from '../analysis/static-messages.js';
import type { Expression } from '../syntax/expression.js';

type E = Expression;
type Counts = {
  0: readonly [];
  1: readonly [E];
  2: readonly [E, E];
  3: readonly [E, E, E];
  4: readonly [E, E, E, E];
  5: readonly [E, E, E, E, E];
};

/** @throws StaticFailure IncorrectArgumentCount unless there are that many */
export function exactly<N extends keyof Counts>(args: readonly E[], count: N): Counts[N] {
  if (args.length !== count) throw new StaticFailure('IncorrectArgumentCount', count, args.length);
  return args as unknown as Counts[N];
}

/** @throws StaticFailure RequiresAtLeastArguments if there are fewer */
export function atLeast<N extends keyof Counts>(args: readonly E[], count: N): readonly [...Counts[N], ...E[]] {
  if (args.length < count) throw new StaticFailure('RequiresAtLeastArguments', count, args.length);
  return args as unknown as readonly [...Counts[N], ...E[]];
}

/** @throws StaticFailure RequiresAtMostArguments if there are more */
export function atMost(args: readonly E[], count: number): void {
  if (args.length > count) throw new StaticFailure('RequiresAtMostArguments', count, args.length);
}

/** A reason that needs no explanation. */
type Reason = { [R in StaticReason]: ConstructorParameters<typeof StaticFailure<R>> extends [R] ? R : never }[StaticReason];

/** Returns an argument that must be a name. @throws StaticFailure for this reason if it is something else */
export function nameOf(expression: E, reason: Reason): string {
  if (expression.type !== 'atom') throw new StaticFailure(reason);
  return expression.name;
}
