import { CostTracker, NO_LIMIT, type Pace } from '../costs/tracker.js';
import { EarlyReturn, Execution } from '../execution/execution.js';
import { Failure } from '../failure.js';
import { StateEditor } from '../state/state.js';
import { parse } from '../syntax/parse.js';
import { ParseFailure } from '../syntax/parse-failure.js';
import { displayValue } from '../values/display.js';
import type { Value } from '../values/value.js';
import type { WalkFrame } from './walker.js';

/** Why an expression has no value. */
export type Unevaluable = { readonly failed: string };

/** Returns an execution of its own in what a frame sees: its changes are lost. Undefined in a frame that has evaluated nothing. */
export function asideOf({ world, execution }: WalkFrame, pace: Pace | undefined): Execution | undefined {
  if (world === undefined || execution === undefined) return undefined;
  const { chain, clock, sender, caller } = world;
  const { rules, sponsor } = execution;
  const state = new StateEditor(world.state.snapshot());
  const aside = new Execution({ rules, state, chain, unlockHeights: clock.unlockHeights, sender, sponsor, limit: NO_LIMIT, pace });
  aside.clock = clock;
  aside.caller = caller;
  return aside;
}

/** Evaluates expressions with the names of a frame and the state there, without an effect, and returns the value of the last one. */
export function evaluateIn(frame: WalkFrame, source: string, pace: Pace | undefined): Value | Unevaluable {
  const aside = asideOf(frame, pace);
  const spot = frame.active.at(-1) ?? frame.last;
  if (aside === undefined || spot === undefined) return { failed: 'There is no code here.' };
  const { contract, names } = spot;
  const { rules } = aside;
  try {
    const costs = new CostTracker(rules.costs, { pace });
    const expressions = parse(source, contract.id.text, { version: contract.version, epoch: rules.epoch, costs });
    let value: Value | undefined;
    for (const expression of expressions) {
      const code = names.compileWithin(expression);
      const slots = [...frame.slots];
      slots.length = Math.max(slots.length, code.frameSize);
      value = code.run(aside, slots);
    }
    return value ?? { failed: 'Expected an expression.' };
  } catch (error) {
    if (error instanceof EarlyReturn) return { failed: `the expression returned early with ${displayValue(error.value)}` };
    if (!(error instanceof Failure || error instanceof ParseFailure)) throw error;
    return { failed: error.message };
  }
}

export function isUnevaluable(value: Value | Unevaluable): value is Unevaluable {
  return 'failed' in value;
}
