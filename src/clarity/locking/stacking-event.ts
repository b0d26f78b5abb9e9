import { okOf, someOf, tupleOfEntries } from '../values/construct.js';
import { AsciiValue, NONE, type PrincipalValue, UIntValue, type Value } from '../values/value.js';
import type { LockingHost, StackingCall } from './host.js';
import { type RewardCycles, rewardCyclesOf } from './reward-cycles.js';

type Entry = readonly [name: string, value: Value];

/** What an event is made of. */
type Subject = {
  readonly host: LockingHost;
  readonly call: StackingCall;
  readonly cycles: RewardCycles;
  /** The account that stacks, and the values of its account before the lock. */
  readonly stacker: PrincipalValue;
  readonly locked: bigint;
  readonly unlockHeight: bigint;
};

/** The fields of an event that are about a function, undefined where the contract lacks what they need. */
type Fields = readonly Entry[] | undefined;

/**
 * Makes the event of a successful call of `pox-2`, `pox-3` or `pox-4` that has one: what the contract printed if it could print so much
 * (`synthesize_pox_event_info`, pox-locking/src/events.rs and events_24.rs). The node evaluates code for it, before epoch 2.5 at the cost
 * of the transaction; that cost is missing here.
 */
export function stackingEventOf(host: LockingHost, call: StackingCall): Value | undefined {
  const { result, contract, fn } = call;
  const fieldsOf = FIELDS.get(fn);
  if (fieldsOf === undefined || result.kind !== 'response' || !result.isOk) return undefined;
  if (fn === 'revoke-delegate-stx' && call.version !== 4) return undefined;
  const cycles = rewardCyclesOf(host, contract);
  const stacker = stackerOf(call);
  if (cycles === undefined || stacker === undefined) return undefined;
  const balance = host.balanceOf(stacker).canonicalAt(host.clock);
  const locked = balance.lock?.amount ?? 0n;
  const unlockHeight = BigInt(balance.effectiveUnlockHeight(host.clock));
  const fields = fieldsOf({ host, call, cycles, stacker, locked, unlockHeight });
  if (fields === undefined) return undefined;
  return okOf(
    tupleOfEntries([
      ['name', new AsciiValue(fn)],
      ['stacker', stacker],
      ['balance', new UIntValue(balance.unlocked)],
      ['locked', new UIntValue(locked)],
      ['burnchain-unlock-height', new UIntValue(unlockHeight)],
      ['data', tupleOfEntries(fields)],
    ]),
  );
}

/** The sender, except where a delegate names the stacker. Who aggregates counts as one, too. */
function stackerOf({ fn, args, sender }: StackingCall): PrincipalValue | undefined {
  if (!fn.startsWith('delegate-stack-')) return sender;
  return args[0]?.kind === 'principal' ? args[0] : undefined;
}

const FIELDS: ReadonlyMap<string, (subject: Subject) => Fields> = new Map([
  ['stack-stx', stackFields],
  ['delegate-stack-stx', delegateStackFields],
  ['stack-extend', extendFields],
  ['delegate-stack-extend', delegateExtendFields],
  ['stack-increase', increaseFields],
  ['delegate-stack-increase', delegateIncreaseFields],
  ['stack-aggregation-commit', commitFields],
  ['stack-aggregation-commit-indexed', commitFields],
  ['stack-aggregation-increase', commitFields],
  ['delegate-stx', delegateFields],
  ['revoke-delegate-stx', revokeFields],
]);

function stackFields(subject: Subject): Fields {
  const [amount, address, start, period] = subject.call.args;
  return [...lockFields(subject, amount, address, start, period), ...signerFields(subject, 4)];
}

function delegateStackFields(subject: Subject): Fields {
  const [, amount, address, start, period] = subject.call.args;
  return [...lockFields(subject, amount, address, start, period), ...delegateOf(subject)];
}

function lockFields(subject: Subject, ...[amount, address, start, period]: (Value | undefined)[]): Entry[] {
  const { current, heightOf } = subject.cycles;
  const unlockHeight = heightOf(current + 1n + numberOf(period));
  return [
    ...entries({ 'lock-amount': amount, 'pox-addr': address, 'start-burn-height': start, 'lock-period': period }),
    ['unlock-burn-height', new UIntValue(unlockHeight)],
    ...cycleFields(subject, unlockHeight),
  ];
}

function increaseFields(subject: Subject): Fields {
  const { host, call, cycles, stacker, locked, unlockHeight } = subject;
  const state = host.readMapEntry(call.contract, 'stacking-state', tupleOfEntries([['stacker', stacker]]));
  const address = state?.kind === 'tuple' ? state.field('pox-addr') : undefined;
  if (address === undefined || cycles.cycleOf(unlockHeight) === undefined) return undefined;
  const [by] = call.args;
  return [
    ...entries({ 'increase-by': by, 'pox-addr': address }),
    ['total-locked', new UIntValue(numberOf(by) + locked)],
    ...signerFields(subject, 1),
    ...cycleFields(subject, unlockHeight),
  ];
}

function delegateIncreaseFields(subject: Subject): Fields {
  const { call, cycles, locked, unlockHeight } = subject;
  if (cycles.cycleOf(unlockHeight) === undefined) return undefined;
  const [, address, by] = call.args;
  return [
    ...entries({ 'increase-by': by, 'pox-addr': address }),
    ['total-locked', new UIntValue(numberOf(by) + locked)],
    ...delegateOf(subject),
    ...cycleFields(subject, unlockHeight),
  ];
}

function extendFields(subject: Subject): Fields {
  const [count, address] = subject.call.args;
  const fields = extensionFields(subject, count, address);
  return fields && [...fields, ...signerFields(subject, 2)];
}

function delegateExtendFields(subject: Subject): Fields {
  const [, address, count] = subject.call.args;
  const fields = extensionFields(subject, count, address);
  return fields && [...fields, ...delegateOf(subject)];
}

function extensionFields(subject: Subject, count: Value | undefined, address: Value | undefined): Fields {
  const { current, cycleOf, heightOf } = subject.cycles;
  const unlockCycle = cycleOf(subject.unlockHeight);
  if (unlockCycle === undefined) return undefined;
  const first = current + 1n > unlockCycle ? current + 1n : unlockCycle;
  const unlockHeight = heightOf(first + numberOf(count));
  return [
    ...entries({ 'pox-addr': address, 'extend-count': count }),
    ['unlock-burn-height', new UIntValue(unlockHeight)],
    ...cycleFields(subject, unlockHeight),
  ];
}

function commitFields(subject: Subject): Fields {
  const { host, call, cycles } = subject;
  const [address, cycle] = call.args;
  if (address === undefined || cycle === undefined) return undefined;
  const key = tupleOfEntries([
    ['pox-addr', address],
    ['sender', call.sender],
    ['reward-cycle', cycle],
  ]);
  const partial = host.readMapEntry(call.contract, 'logged-partial-stacked-by-cycle', key);
  const amount = partial?.kind === 'tuple' ? partial.field('stacked-amount') : undefined;
  if (amount === undefined) return undefined;
  const fields = entries({ 'pox-addr': address, 'reward-cycle': cycle, 'amount-ustx': amount, delegator: call.sender });
  if (call.version !== 4) return fields;
  const number = numberOf(cycle);
  const isIncrease = call.fn === 'stack-aggregation-increase';
  return [
    ...fields,
    ...(isIncrease ? entries({ 'reward-cycle-index': call.args[2] ?? NONE }) : []),
    ...signerFields(subject, isIncrease ? 3 : 2),
    ['end-cycle-id', someOf(new UIntValue(number + 1n))],
    ['start-cycle-id', new UIntValue(number === cycles.current + 1n ? number + cycles.offset : number)],
  ];
}

function delegateFields(subject: Subject): Fields {
  const { call, cycles } = subject;
  const [amount, delegate, until, address] = call.args;
  const fields = entries({ 'amount-ustx': amount, 'delegate-to': delegate, 'unlock-burn-height': until, 'pox-addr': address });
  if (call.version !== 4) return fields;
  const height = until?.kind === 'optional' ? until.value : undefined;
  const end = height === undefined ? undefined : cycles.cycleOf(numberOf(height));
  if (height !== undefined && end === undefined) return undefined;
  return [
    ...fields,
    ['end-cycle-id', end === undefined ? NONE : someOf(new UIntValue(end))],
    ['start-cycle-id', new UIntValue(cycles.start)],
  ];
}

/** Its start does not respect the prepare phase. */
function revokeFields({ call, cycles }: Subject): Fields {
  const { result } = call;
  const revoked = result.kind === 'response' && result.value.kind === 'optional' ? result.value.value : undefined;
  const delegate = revoked?.kind === 'tuple' ? revoked.field('delegated-to') : undefined;
  if (delegate === undefined) return undefined;
  return [
    ['delegate-to', delegate],
    ['end-cycle-id', NONE],
    ['start-cycle-id', new UIntValue(cycles.current + 1n)],
  ];
}

/** The signature of a signer with its key, its limit and its id, which follow the other arguments from `pox-4` on. */
function signerFields({ call: { version, args } }: Subject, at: number): Entry[] {
  if (version !== 4) return [];
  const [signature = NONE, key = NONE, limit = NONE, id = NONE] = args.slice(at);
  return entries({ 'signer-sig': signature, 'signer-key': key, 'max-amount': limit, 'auth-id': id });
}

function delegateOf({ call, stacker }: Subject): Entry[] {
  return entries({ delegator: call.sender, stacker });
}

/** The first cycle of the position, and that of its end. Only `pox-4` reports them. */
function cycleFields({ call, cycles }: Subject, unlockHeight: bigint): Entry[] {
  const end = cycles.cycleOf(unlockHeight);
  if (call.version !== 4 || end === undefined) return [];
  return [
    ['end-cycle-id', someOf(new UIntValue(end))],
    ['start-cycle-id', new UIntValue(cycles.start)],
  ];
}

/** Leaves out what a call lacks, which the types of the contract rule out. */
function entries(fields: { readonly [name: string]: Value | undefined }): Entry[] {
  return Object.entries(fields).filter((entry): entry is [string, Value] => entry[1] !== undefined);
}

function numberOf(value: Value | undefined): bigint {
  return value?.kind === 'uint' ? value.value : 0n;
}
