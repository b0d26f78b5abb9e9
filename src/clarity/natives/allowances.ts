import type { Operand, Scope } from '../compile/compile-scope.js';
import type { AssetsOfOwner } from '../execution/asset-log.js';
import { sumAssets } from '../execution/asset-log.js';
import type { Code } from '../execution/execution.js';
import { EarlyReturn, type Execution } from '../execution/execution.js';
import { atRunTime, CheckFailure, CostFailure, InternalFailure, RuntimeFailure, TypeFailure } from '../failure.js';
import { isClarityName } from '../name-syntax.js';
import type { Expression, ListExpression } from '../syntax/expression.js';
import { errorCode, okOf } from '../values/construct.js';
import { errorText } from '../values/debug.js';
import { displayValue } from '../values/display.js';
import { equalValues } from '../values/equal.js';
import { sizeOf } from '../values/size.js';
import type { PrincipalValue, Value } from '../values/value.js';
import { AS_CONTRACT_MEMORY } from './contracts.js';
import { type CompileNative, failing, special } from './native.js';
import { isNative } from './native-names.js';

/** `restrict-assets?` and `as-contract?`: what a body may move (clarity/src/vm/functions/post_conditions.rs). */

/** The most allowances; also what is answered if something moved for which there is none. */
const MAX_ALLOWANCES = 128;
/** The bytes of the node's structs (`size_in_bytes`): of an amount, of a token's allowance, of the ids', of an issuer. */
const AMOUNT_SIZE = 16;
const TOKEN_SIZE = 96;
const IDS_SIZE = 96;
const ISSUER_SIZE = 21;

type Allowance =
  | { readonly type: 'stx' | 'stacking'; readonly amount: bigint }
  | { readonly type: 'ft'; readonly asset: string; readonly amount: bigint }
  | { readonly type: 'nft'; readonly asset: string; readonly ids: readonly Value[] }
  | { readonly type: 'pox' | 'all' };

/** Code that evaluates an allowance, and the bytes that it uses. */
type AllowanceCode = (x: Execution, frame: Value[]) => { readonly allowance: Allowance; readonly memory: number };

function unreachable(reason: string): CheckFailure {
  return new CheckFailure('Unreachable', reason);
}

function allowanceOf(expression: Expression, scope: Scope): AllowanceCode {
  if (expression.type !== 'list') return failing(() => unreachable('Non functional application')) as never;
  const [atom, ...args] = expression.items;
  if (atom?.type !== 'atom') return failing(() => unreachable('Bad function name')) as never;
  const make = isNative(atom.name, scope.version) ? ALLOWANCES[atom.name] : undefined;
  if (make === undefined) return failing(() => unreachable(`Expected allowance expr: ${atom.name}`)) as never;
  if (args.length !== make.count) return failing(() => new CheckFailure('IncorrectArgumentCount', make.count, args.length)) as never;
  return make.compile(args, scope);
}

type AllowanceForm = { readonly count: number; compile(args: readonly Expression[], scope: Scope): AllowanceCode };

function ofAmount(type: 'stx' | 'stacking', isOwned: boolean): AllowanceForm {
  return {
    count: 1,
    compile([operand], scope) {
      const code = isOwned ? scope.owned(operand as Operand) : scope.ref(operand as Operand);
      return (x, frame) => ({ allowance: { type, amount: amountOf(code(x, frame)) }, memory: AMOUNT_SIZE });
    },
  };
}

function amountOf(value: Value): bigint {
  if (value.kind !== 'uint') throw new InternalFailure('Expected u128');
  return value.value;
}

/** Makes the asset of a contract and a name, which may be `*`. */
function assetOf(contract: Value, name: Value, shown: Expression): { asset: string; memory: number } {
  if (contract.kind !== 'principal') throw new InternalFailure('Expected principal');
  if (contract.name === undefined) throw new CheckFailure('ExpectedContractPrincipalValue', errorText(contract));
  if (name.kind !== 'ascii') throw new InternalFailure('Expected ASCII String.');
  if (!isClarityName(name.text)) throw new RuntimeFailure('BadTokenName', displayExpression(shown));
  return { asset: `${contract.text}::${name.text}`, memory: ISSUER_SIZE + contract.name.length + name.text.length };
}

/** The text of an expression in an error (`Display` of `SymbolicExpression`): of a list with spaces inside of its parentheses. */
function displayExpression(expression: Expression): string {
  switch (expression.type) {
    case 'atom':
      return expression.name;
    case 'literal':
      return displayValue(expression.value);
    case 'list':
      return `(${expression.items.map((item) => ` ${displayExpression(item)}`).join('')} )`;
    case 'trait-reference':
      return `<${expression.name}>`;
    case 'field':
      return `<${expression.trait.contract}.${expression.trait.name}>`;
  }
}

const withFt: AllowanceForm = {
  count: 3,
  compile(args, scope) {
    const [contractCode, nameCode, amountCode] = args.map((arg) => scope.owned(arg)) as [Code, Code, Code];
    return (x, frame) => {
      const contract = contractCode(x, frame);
      checkContract(contract);
      const { asset, memory } = assetOf(contract, nameCode(x, frame), args[1] as Expression);
      return { allowance: { type: 'ft', asset, amount: amountOf(amountCode(x, frame)) }, memory: TOKEN_SIZE + memory };
    };
  },
};

/** The contract is checked before the name is evaluated. */
function checkContract(contract: Value): void {
  if (contract.kind === 'principal' && contract.name === undefined)
    throw new CheckFailure('ExpectedContractPrincipalValue', errorText(contract));
}

const withNft: AllowanceForm = {
  count: 3,
  compile(args, scope) {
    const [contractCode, nameCode, idsCode] = args.map((arg) => scope.owned(arg)) as [Code, Code, Code];
    return (x, frame) => {
      const contract = contractCode(x, frame);
      checkContract(contract);
      const { asset, memory } = assetOf(contract, nameCode(x, frame), args[1] as Expression);
      const ids = idsCode(x, frame);
      if (ids.kind !== 'list') throw new InternalFailure('Expected list');
      const size = ids.items.reduce((sum, id) => sum + sizeOf(id), IDS_SIZE + memory);
      return { allowance: { type: 'nft', asset, ids: ids.items }, memory: size };
    };
  },
};

function withoutArguments(type: 'pox' | 'all'): AllowanceForm {
  return { count: 0, compile: () => () => ({ allowance: { type }, memory: 0 }) };
}

const ALLOWANCES: Readonly<Record<string, AllowanceForm | undefined>> = {
  'with-stx': ofAmount('stx', false),
  'with-ft': withFt,
  'with-nft': withNft,
  'with-stacking': ofAmount('stacking', true),
  'with-staking': ofAmount('stacking', true),
  'with-pox': withoutArguments('pox'),
  'with-all-assets-unsafe': withoutArguments('all'),
};

/** Runs the bodies, and undoes what they did if it exceeds the allowances. */
function restricted(x: Execution, owner: PrincipalValue, allowances: readonly Allowance[], bodies: readonly Code[], frame: Value[]): Value {
  const { depth, sender, caller, isReadOnly } = x;
  const calls = x.calls.slice();
  const scoped = x.memory - x.kept;
  const savepoint = x.save();
  let result: Value | undefined;
  let failure: unknown;
  try {
    for (const body of bodies) result = body(x, frame);
  } catch (error) {
    if (isFatal(error)) {
      x.rollBack(savepoint);
      throw error;
    }
    failure = error;
    Object.assign(x, { depth, sender, caller, isReadOnly, calls, memory: scoped + x.kept });
  }
  const moves = x.moves.slice(savepoint.moves);
  const violation = violated(sumAssets(moves, x.rules.epoch.sumsStacking).get(owner.id), allowances, x);
  if (violation !== undefined) {
    x.rollBack(savepoint);
    return errorCode(violation);
  }
  x.commit(savepoint);
  if (failure !== undefined) throw failure;
  return okOf(result as Value);
}

/** Whether a failure makes the transaction invalid, or ends it for its cost (`VmExecutionError::rejectable`). */
function isFatal(error: unknown): boolean {
  if (error instanceof EarlyReturn || error instanceof RuntimeFailure) return false;
  if (error instanceof CostFailure) return error.name === 'CostOverflow' || error.name === 'CostBalanceExceeded';
  if (error instanceof TypeFailure) return isFatal(atRunTime(error));
  if (error instanceof CheckFailure)
    return error.name === 'Unreachable' || error.name === 'RestrictAssetsMemoryExceeded' || error.name === 'PoxStxAssetMapOverwrite';
  return true;
}

/** Returns the earliest allowance that was exceeded, or 128 for something without one (`check_allowances`). */
function violated(assets: AssetsOfOwner | undefined, allowances: readonly Allowance[], x: Execution): number | undefined {
  if (assets === undefined || allowances.some(({ type }) => type === 'all')) return undefined;
  const found: number[] = [];
  const exceeded = (type: 'stx' | 'stacking', amount: bigint | undefined) => {
    if (amount === undefined) return;
    const indexes = indexesOf(allowances, (allowance) => allowance.type === type);
    const first = indexes.find((at) => amount > (allowances[at] as { amount: bigint }).amount);
    if (indexes.length === 0) found.push(MAX_ALLOWANCES);
    else if (first !== undefined) found.push(first);
  };
  exceeded('stx', assets.stx);
  exceeded('stx', assets.burned);
  for (const [asset, amount] of assets.fungible) {
    const indexes = indexesOf(allowances, (allowance) => allowance.type === 'ft' && covers(allowance.asset, asset));
    if (indexes.length === 0) found.push(MAX_ALLOWANCES);
    found.push(...indexes.filter((at) => amount > (allowances[at] as { amount: bigint }).amount));
  }
  for (const [asset, ids] of assets.nonFungible) found.push(...violatedIds(asset, ids, allowances));
  exceeded('stacking', assets.stacked);
  if (assets.didPoxAction && !allowances.some(({ type }) => type === 'pox')) found.push(MAX_ALLOWANCES);
  const both = (assets.stx ?? 0n) + (assets.burned ?? 0n);
  const combined = allowances.findIndex((allowance) => allowance.type === 'stx' && both > allowance.amount);
  if (both > 0n && combined >= 0) {
    if (x.rules.epoch.combinesStxAllowances) found.push(combined);
    else if (found.length === 0) throw new InternalFailure('Total STX movement and burn exceeds allowance');
  }
  return found.length === 0 ? undefined : Math.min(...found);
}

function indexesOf(allowances: readonly Allowance[], matches: (allowance: Allowance) => boolean): number[] {
  return allowances.flatMap((allowance, at) => (matches(allowance) ? [at] : []));
}

function covers(allowed: string, asset: string): boolean {
  return allowed === asset || allowed === `${asset.slice(0, asset.indexOf('::'))}::*`;
}

/** Several allowances of one asset count as one, at the place of the first. */
function violatedIds(asset: string, ids: readonly Value[], allowances: readonly Allowance[]): number[] {
  const merged = new Map<string, { at: number; ids: Value[] }>();
  allowances.forEach((allowance, at) => {
    if (allowance.type !== 'nft' || !covers(allowance.asset, asset)) return;
    const known = merged.get(allowance.asset) ?? { at, ids: [] };
    known.ids.push(...allowance.ids);
    merged.set(allowance.asset, known);
  });
  if (merged.size === 0) return [MAX_ALLOWANCES];
  return [...merged.values()].flatMap(({ at, ids: allowed }) =>
    ids.every((id) => allowed.some((other) => equalValues(id, other))) ? [] : [at],
  );
}

const restrictAssets = special({ count: [3] }, ({ expression, args: [ownerOperand, list, ...body] }, scope) => {
  if (list?.type !== 'list') return failing(() => unreachable('Expected list of allowances: for restrict-assets? as argument 2'));
  const ownerCode = scope.owned(ownerOperand as Operand);
  const { evaluate, bodies, count } = partsOf(list, body, scope);
  const cost = scope.costs.RestrictAssets;
  return (x, frame) => {
    const owner = ownerCode(x, frame);
    x.at = expression;
    if (owner.kind !== 'principal') throw new InternalFailure('Expected principal');
    x.chargeRuntime(cost!.runtime(count));
    if (count > MAX_ALLOWANCES) throw unreachable(`Too many allowances: got ${count}, allowed ${MAX_ALLOWANCES}`);
    const { allowances, memory } = evaluate(x, frame, true);
    const result = restricted(x, owner, allowances, bodies, frame);
    x.dropMemory(memory);
    return result;
  };
});

const asContract = special({ count: [2] }, ({ expression, args: [list, ...body] }, scope) => {
  if (list?.type !== 'list') return failing(() => unreachable('Expected list of allowances: for as-contract? as argument 1'));
  const { evaluate, bodies, count } = partsOf(list, body, scope);
  const cost = scope.costs.AsContractSafe;
  const self = scope.contract.id;
  return (x, frame) => {
    x.at = expression;
    x.chargeRuntime(cost!.runtime(count));
    const { allowances, memory } = evaluate(x, frame, false);
    x.addMemory(AS_CONTRACT_MEMORY);
    const { sender, caller } = x;
    x.sender = self;
    x.caller = self;
    const result = restricted(x, self, allowances, bodies, frame);
    x.sender = sender;
    x.caller = caller;
    x.dropMemory(memory + AS_CONTRACT_MEMORY);
    return result;
  };
});

function partsOf(list: ListExpression, body: readonly Operand[], scope: Scope) {
  const codes = list.items.map((item) => allowanceOf(item, scope));
  const bodies = body.map((operand) => scope.owned(operand));
  return {
    bodies,
    count: codes.length,
    /** Evaluates the allowances; their memory is in use afterwards. */
    evaluate(x: Execution, frame: Value[], isRestriction: boolean): { allowances: Allowance[]; memory: number } {
      const allowances: Allowance[] = [];
      let memory = 0;
      for (const code of codes) {
        const evaluated = code(x, frame);
        hold(x, evaluated.memory, isRestriction);
        memory += evaluated.memory;
        allowances.push(evaluated.allowance);
      }
      return { allowances, memory };
    },
  };
}

/** `restrict-assets?` has a failure of its own for too much memory, which makes the transaction invalid. */
function hold(x: Execution, bytes: number, isRestriction: boolean): void {
  try {
    x.addMemory(bytes);
  } catch (error) {
    if (isRestriction && error instanceof CostFailure) throw new CheckFailure('RestrictAssetsMemoryExceeded', x.memory, x.memoryLimit);
    throw error;
  }
}

/** An allowance outside of a list of them. */
const misplaced: CompileNative = special({}, () => failing(() => unreachable('Allowance expr not allowed')));

export const allowances = {
  'restrict-assets?': restrictAssets,
  'as-contract?': asContract,
  'with-stx': misplaced,
  'with-ft': misplaced,
  'with-nft': misplaced,
  'with-stacking': misplaced,
  'with-staking': misplaced,
  'with-pox': misplaced,
  'with-all-assets-unsafe': misplaced,
};
