import type { Pace } from '../costs/tracker.js';
import type { Execution } from '../execution/execution.js';
import { displayType } from '../types/display.js';
import { someOf } from '../values/construct.js';
import { displayValue } from '../values/display.js';
import { typeOf } from '../values/type-of.js';
import { NONE, UIntValue, type Value } from '../values/value.js';
import type { DebugLook, DebugVariable, LookQuestion, ScopeName } from './debugging.js';
import { asideOf, evaluateIn, isUnevaluable } from './evaluate.js';
import type { WalkFrame } from './walker.js';

type Named = readonly [name: string, value: Value];

/** The longest text of a value. */
const MAX_TEXT = 2_000;
/** The most children of a value. */
const MAX_CHILDREN = 1_000;

/** Reads a scope of a frame, an expression, or what is within. */
export function lookAt(frame: WalkFrame, { root, path }: LookQuestion, pace: Pace | undefined): DebugLook {
  if ('scope' in root) {
    const aside = asideOf(frame, pace);
    const found = aside === undefined ? [] : within(readScope(root.scope, frame, aside), path);
    return { type: 'look', variables: found.map(show) };
  }
  const value = evaluateIn(frame, root.expression, pace);
  if (isUnevaluable(value)) return { type: 'failed', message: value.failed };
  return { type: 'look', value: show([root.expression, value]), variables: within(childrenOf(value), path).map(show) };
}

function within(values: readonly Named[], path: readonly number[]): readonly Named[] {
  return path.reduce((found, place) => childrenOf(found[place]?.[1] ?? NONE), values);
}

function readScope(scope: ScopeName, frame: WalkFrame, x: Execution): readonly Named[] {
  const { contract, fn } = frame;
  switch (scope) {
    case 'Arguments':
    case 'Bindings':
      return namesOf(frame).filter(([name]) => isParameter(name, fn) === (scope === 'Arguments'));
    case 'Context':
      return [
        ['tx-sender', x.sender],
        ['contract-caller', x.caller],
        ['tx-sponsor?', x.sponsor === undefined ? NONE : someOf(x.sponsor)],
        ['current-contract', contract.id],
        ['stacks-block-height', new UIntValue(BigInt(x.chain.height))],
        ['tenure-height', new UIntValue(BigInt(x.chain.tenureHeight))],
        ['burn-block-height', new UIntValue(BigInt(x.chain.burnHeight))],
      ];
    case 'Data variables':
      return [...contract.variables.values()].flatMap((variable): Named[] => {
        const stored = x.state.variable(contract, variable);
        return stored === undefined ? [] : [[variable.name, stored.value]];
      });
    case 'Constants':
      return [...contract.constants];
    case 'Balances':
      return balances(frame, x);
  }
}

/** The names that have a value: `let` evaluates one after another. */
function namesOf({ active, last, slots }: WalkFrame): readonly Named[] {
  const names = (active.at(-1) ?? last)?.names.slots ?? new Map<string, number>();
  return [...names].flatMap(([name, slot]): Named[] => {
    const value = slots[slot];
    return value === undefined ? [] : [[name, value]];
  });
}

function isParameter(name: string, fn: WalkFrame['fn']): boolean {
  return fn?.parameters.some((parameter) => parameter.name === name) ?? false;
}

/** Of the sender, the caller and the contract itself: micro-STX that are not locked, and the contract's tokens. */
function balances({ contract }: WalkFrame, x: Execution): readonly Named[] {
  const owners = new Map([x.sender, x.caller, contract.id].map((owner) => [owner.id, owner]));
  return [...owners.values()].flatMap((owner): Named[] => [
    [`${owner.text} STX`, new UIntValue(x.state.account(owner).balance.canonicalAt(x.clock).unlocked)],
    ...[...contract.fungibleTokens.values()].map(
      (token): Named => [`${owner.text} ${token.name}`, new UIntValue(x.state.fungibleBalance(contract, token, owner))],
    ),
  ]);
}

function childrenOf(value: Value): readonly Named[] {
  switch (value.kind) {
    case 'list':
      return value.items.slice(0, MAX_CHILDREN).map((item, at) => [`${at}`, item]);
    case 'tuple':
      return value.fields.names.map((name, at) => [name, value.values[at] as Value]);
    case 'optional':
      return value.value === undefined ? [] : [['some', value.value]];
    case 'response':
      return [[value.isOk ? 'ok' : 'err', value.value]];
    default:
      return [];
  }
}

function show([name, value]: Named): DebugVariable {
  const text = displayValue(value);
  return {
    name,
    value: text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`,
    type: displayType(typeOf(value)),
    isCompound: childrenOf(value).length > 0,
  };
}
