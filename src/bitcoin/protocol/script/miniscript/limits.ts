import type { Expression } from './expression.js';
import type { MiniscriptContext } from './fragment.js';

/** A number of executed opcodes; undefined if there is no (dis)satisfaction. */
type Count = number | undefined;
/** How much higher the stack is at the start than at the end, and at most in between; undefined if there is no (dis)satisfaction. */
type Stack = { start: number; most: number } | undefined;

/** The resources of an expression: `ops` are in its script, `yes` and `no` those of the keys that CHECKMULTISIG checks. */
export type Resources = { ops: number; yes: Count; no: Count; stack: { yes: Stack; no: Stack } };

const NO_RESOURCES: Resources = { ops: 0, yes: undefined, no: undefined, stack: { yes: undefined, no: undefined } };
const MAX_OPS = 201;
/** The maximum of stack items of a standard P2WSH witness, and of the stack of a tapscript. */
const MAX_ITEMS: Record<MiniscriptContext, number> = { p2wsh: 100, tapscript: 1000 };

/** Whether every satisfaction stays within the limits of consensus and policy. @param pushes whether it leaves an item: not a V */
export function withinLimits({ ops, yes, stack }: Resources, context: MiniscriptContext, pushes: boolean): boolean {
  const items = stack.yes && (context === 'p2wsh' ? stack.yes.start : stack.yes.most) + (pushes ? 1 : 0);
  return (context === 'tapscript' || yes === undefined || ops + yes <= MAX_OPS) && (items ?? 0) <= MAX_ITEMS[context];
}

/** Returns the resources of an expression with those of its parts. */
export function resourcesOf(node: Expression<unknown>, subs: Resources[]): Resources {
  const { ops, yes, no } = opsOf(node, subs);
  const stacks = subs.map(({ stack }) => stack);
  return { ops, yes, no, stack: stackOf(node, stacks) };
}

const addCounts = (a: Count, b: Count): Count => (a === undefined || b === undefined ? undefined : a + b);
const mostCounts = (a: Count, b: Count): Count => (a === undefined || b === undefined ? (a ?? b) : Math.max(a, b));

/** The opcodes of an expression besides those of its parts. */
const OWN_OPS: Partial<Record<Expression<unknown>['fragment'], number>> = {
  pk_h: 3,
  older: 1,
  after: 1,
  sha256: 4,
  hash256: 4,
  ripemd160: 4,
  hash160: 4,
  and_b: 1,
  or_b: 1,
  or_c: 2,
  or_d: 3,
  or_i: 3,
  andor: 3,
  multi: 1,
  'a:': 2,
  's:': 1,
  'c:': 1,
  'd:': 3,
  'j:': 4,
  'n:': 1,
};

function opsOf({ fragment, subs: parts, keys, k }: Expression<unknown>, subs: Resources[]): Omit<Resources, 'stack'> {
  const [x = NO_RESOURCES, y = NO_RESOURCES, z = NO_RESOURCES] = subs;
  const own = fragment === 'thresh' ? subs.length : fragment === 'multi_a' ? keys.length + 1 : (OWN_OPS[fragment] ?? 0);
  const ops = subs.reduce((sum, sub) => sum + sub.ops, own + (fragment === 'v:' && !endsInVerifiable(parts[0]) ? 1 : 0));
  switch (fragment) {
    case '0':
      return { ops, yes: undefined, no: 0 };
    case 'pk_k':
    case 'pk_h':
    case 'multi_a':
      return { ops, yes: 0, no: 0 };
    case 'multi':
      return { ops, yes: keys.length, no: keys.length };
    case 'and_v':
      return { ops, yes: addCounts(x.yes, y.yes), no: undefined };
    case 'and_b':
      return { ops, yes: addCounts(x.yes, y.yes), no: addCounts(x.no, y.no) };
    case 'or_b':
      return { ops, yes: mostCounts(addCounts(x.yes, y.no), addCounts(y.yes, x.no)), no: addCounts(x.no, y.no) };
    case 'or_c':
    case 'or_d':
      return { ops, yes: mostCounts(x.yes, addCounts(y.yes, x.no)), no: fragment === 'or_c' ? undefined : addCounts(x.no, y.no) };
    case 'or_i':
      return { ops, yes: mostCounts(x.yes, y.yes), no: mostCounts(x.no, y.no) };
    case 'andor':
      return { ops, yes: mostCounts(addCounts(y.yes, x.yes), addCounts(x.no, z.yes)), no: addCounts(x.no, z.no) };
    case 'thresh': {
      const best = grow(subs, 0, addCounts, mostCounts);
      return { ops, yes: best[k], no: best[0] };
    }
    case 'd:':
    case 'j:':
      return { ops, yes: x.yes, no: 0 };
    case 'v:':
      return { ops, yes: x.yes, no: undefined };
    case 'a:':
    case 's:':
    case 'c:':
    case 'n:':
      return { ops, yes: x.yes, no: x.no };
    default:
      return { ops, yes: 0, no: undefined };
  }
}

/** Whether the last opcode of an expression has a form with VERIFY. */
function endsInVerifiable(node: Expression<unknown> | undefined): boolean {
  for (let last = node; last !== undefined; last = last.subs.at(-1)) {
    if (['c:', 'multi', 'multi_a', 'thresh', 'sha256', 'hash256', 'ripemd160', 'hash160'].includes(last.fragment)) return true;
    if (last.fragment !== 's:' && last.fragment !== 'and_v') return false;
  }
  return false;
}

/** The effects of opcodes on the height of the stack. */
const PUSH: Stack = { start: -1, most: 0 };
const KEEP: Stack = { start: 0, most: 0 };
const POP: Stack = { start: 1, most: 1 };
const POP_TWO: Stack = { start: 2, most: 2 };

/** The effect of scripts one after another. */
function inTurn(...parts: Stack[]): Stack {
  return parts.reduce((a, b) => {
    if (a === undefined || b === undefined) return undefined;
    return { start: a.start + b.start, most: Math.max(b.most, b.start + a.most) };
  }, KEEP);
}

/** The highest effect of alternatives. */
function either(a: Stack, b: Stack): Stack {
  if (a === undefined || b === undefined) return a ?? b;
  return { start: Math.max(a.start, b.start), most: Math.max(a.most, b.most) };
}

function stackOf({ fragment, keys, k }: Expression<unknown>, subs: Resources['stack'][]): Resources['stack'] {
  const { stack: none } = NO_RESOURCES;
  const [x = none, y = none, z = none] = subs;
  const both = (stack: Stack) => ({ yes: stack, no: stack });
  switch (fragment) {
    case '0':
      return { yes: undefined, no: PUSH };
    case '1':
    case 'older':
    case 'after':
      return { yes: PUSH, no: undefined };
    case 'pk_k':
      return both(PUSH);
    case 'pk_h':
      return both(inTurn(PUSH, KEEP, PUSH, POP_TWO));
    case 'sha256':
    case 'hash256':
    case 'ripemd160':
    case 'hash160':
      return { yes: inTurn(PUSH, PUSH, POP_TWO, KEEP, PUSH, POP), no: undefined };
    case 'multi':
      return both({ start: k, most: k + keys.length + 2 });
    case 'multi_a':
      return both({ start: keys.length - 1, most: keys.length });
    case 'andor':
      return { yes: either(inTurn(x.yes, POP, y.yes), inTurn(x.no, POP, z.yes)), no: inTurn(x.no, POP, z.no) };
    case 'and_v':
      return { yes: inTurn(x.yes, y.yes), no: undefined };
    case 'and_b':
      return { yes: inTurn(x.yes, y.yes, POP), no: inTurn(x.no, y.no, POP) };
    case 'or_b':
      return { yes: inTurn(either(inTurn(x.yes, y.no), inTurn(x.no, y.yes)), POP), no: inTurn(x.no, y.no, POP) };
    case 'or_c':
      return { yes: either(inTurn(x.yes, POP), inTurn(x.no, POP, y.yes)), no: undefined };
    case 'or_d':
      // IFDUP duplicates a result that is not zero.
      return { yes: either(inTurn(x.yes, PUSH, POP), inTurn(x.no, POP, y.yes)), no: inTurn(x.no, POP, y.no) };
    case 'or_i':
      return { yes: inTurn(POP, either(x.yes, y.yes)), no: inTurn(POP, either(x.no, y.no)) };
    case 'c:':
      return { yes: inTurn(x.yes, POP), no: inTurn(x.no, POP) };
    case 'd:':
    case 'j:':
      return { yes: inTurn(PUSH, POP, x.yes), no: inTurn(PUSH, POP) };
    case 'v:':
      return { yes: inTurn(x.yes, POP), no: undefined };
    case 'thresh': {
      const best = grow(subs, KEEP, inTurn, either, (stack, index) => (index === 0 ? stack : inTurn(stack, POP)));
      return { yes: inTurn(best[k], PUSH, POP), no: inTurn(best[0], PUSH, POP) };
    }
    default:
      return x;
  }
}

/** Returns the results of a threshold with 0 … n satisfied parts. @param after applied after each part */
function grow<T>(
  subs: { yes: T; no: T }[],
  start: T,
  join: (a: T, b: T) => T,
  choose: (a: T, b: T) => T,
  after: (result: T, index: number) => T = (result) => result,
): T[] {
  return subs.reduce<T[]>(
    (best, { yes, no }, index) =>
      Array.from({ length: best.length + 1 }, (_, count) => {
        const without = count < best.length ? join(best[count] as T, no) : undefined;
        const including = count > 0 ? join(best[count - 1] as T, yes) : undefined;
        if (count === 0) return after(without as T, index);
        return after(count === best.length ? (including as T) : choose(without as T, including as T), index);
      }),
    [start],
  );
}
