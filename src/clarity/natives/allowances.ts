import { StaticFailure } from '../analysis/static-failure.js';
import type { NativeCheck, TypeChecker } from '../analysis/type-checker.js';
import type { Scope as TypingScope } from '../analysis/typing-scope.js';
import type { Operand, Scope } from '../compile/compile-scope.js';
import { type AssetsOfOwner, sumAssets } from '../execution/asset-log.js';
import { type Code, EarlyReturn, type Execution } from '../execution/execution.js';
import { atRunTime, CheckFailure, CostFailure, InternalFailure, RuntimeFailure, TypeFailure } from '../failure.js';
import { isClarityName } from '../name-syntax.js';
import type { Expression, ListExpression } from '../syntax/expression.js';
import { responseType } from '../types/construct.js';
import { ASCII_128, PRINCIPAL, type Type, UINT } from '../types/type.js';
import { errorCode, okOf } from '../values/construct.js';
import { errorText } from '../values/debug.js';
import { displayValue } from '../values/display.js';
import { equalValues } from '../values/equal.js';
import { sizeOf } from '../values/size.js';
import type { PrincipalValue, Value } from '../values/value.js';
import { atLeast, exactly } from './arguments.js';
import { AS_CONTRACT_MEMORY } from './contracts.js';
import { type CompileNative, failing, special } from './native.js';
import { isNative } from './native-names.js';

/** `restrict-assets?` and `as-contract?`: what a body may move (clarity/src/vm/functions/post_conditions.rs). */

/** The most allowances of an expression; also what is answered if something moved for which there is none. */
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

/** The most ids of an allowance. */
const MAX_IDS = 128;

/**
 * Checks an item of a list of allowances, and returns whether it allows everything
 * (`check_allowance`, clarity/src/vm/analysis/type_checker/v2_1/natives/post_conditions.rs).
 * @throws StaticFailure, TypeFailure, CostFailure
 */
function checkAllowance(checker: TypeChecker, allowance: Expression, scope: TypingScope): boolean {
  if (allowance.type !== 'list' || allowance.items.length === 0) throw new StaticFailure('ExpectedListApplication');
  const [head, ...args] = allowance.items;
  if (head?.type !== 'atom') throw new StaticFailure('NonFunctionApplication');
  if (!isNative(head.name, checker.version)) throw new StaticFailure('ExpectedAllowanceExpr', head.name);
  switch (head.name) {
    case 'with-stx':
    case 'with-stacking':
    case 'with-staking':
      checker.expect(exactly(args, 1)[0], scope, UINT);
      return false;
    case 'with-ft': {
      const [contract, token, amount] = exactly(args, 3);
      checker.expect(contract, scope, PRINCIPAL);
      checker.expect(token, scope, ASCII_128);
      checker.expect(amount, scope, UINT);
      return false;
    }
    case 'with-nft': {
      const [contract, token, ids] = exactly(args, 3);
      checker.expect(contract, scope, PRINCIPAL);
      checker.expect(token, scope, ASCII_128);
      checkIds(checker, ids, scope);
      return false;
    }
    case 'with-pox':
      exactly(args, 0);
      return false;
    case 'with-all-assets-unsafe':
      exactly(args, 0);
      return true;
    default:
      throw new StaticFailure('ExpectedAllowanceExpr', head.name);
  }
}

function checkIds(checker: TypeChecker, ids: Expression, scope: TypingScope): void {
  const type = checker.check(ids, scope);
  if (type.kind !== 'list') throw new StaticFailure('WithNftExpectedListOfIdentifiers');
  if (type.maxLength > MAX_IDS) throw new StaticFailure('MaxIdentifierLengthExceeded', MAX_IDS, type.maxLength);
}

function checkRestrictAssets(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
  const [owner, list, ...body] = atLeast(args, 3);
  const allowances = allowancesOf(checker, list, 'restrict-assets?', 2, body.length);
  checker.expect(owner, scope, PRINCIPAL);
  for (const allowance of allowances) if (checkAllowance(checker, allowance, scope)) throw new StaticFailure('WithAllAllowanceNotAllowed');
  return checkBody(checker, body, scope);
}

function checkAsContract(checker: TypeChecker, args: readonly Expression[], scope: TypingScope): Type {
  const [list, ...body] = atLeast(args, 2);
  const allowances = allowancesOf(checker, list, 'as-contract?', 1, body.length);
  for (const allowance of allowances)
    if (checkAllowance(checker, allowance, scope) && allowances.length > 1) throw new StaticFailure('WithAllAllowanceNotAlone');
  return checkBody(checker, body, scope);
}

function allowancesOf(checker: TypeChecker, list: Expression, fn: string, position: number, statements: number): readonly Expression[] {
  if (list.type !== 'list') throw new StaticFailure('ExpectedListOfAllowances', fn, position);
  const count = list.items.length;
  if (count > MAX_ALLOWANCES) throw new StaticFailure('TooManyAllowances', MAX_ALLOWANCES, count);
  checker.costs.charge('AnalysisListItemsCheck', count + statements);
  return list.items;
}

/** Unlike in `begin`, the last statement must be no response either. */
function checkBody(checker: TypeChecker, body: readonly Expression[], scope: TypingScope): Type {
  let type: Type | undefined;
  for (const statement of body) {
    type = checker.check(statement, scope);
    if (type.kind === 'response') throw new StaticFailure('UncheckedIntermediaryResponses');
  }
  return responseType(type as Type, UINT);
}

/** Allowances stand only in the lists for them. */
function rejectAllowance(): never {
  throw new StaticFailure('AllowanceExprNotAllowed');
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/post_conditions.rs). */
export const ALLOWANCE_CHECKS = {
  'restrict-assets?': checkRestrictAssets,
  'as-contract?': checkAsContract,
  'with-stx': rejectAllowance,
  'with-ft': rejectAllowance,
  'with-nft': rejectAllowance,
  'with-stacking': rejectAllowance,
  'with-staking': rejectAllowance,
  'with-pox': rejectAllowance,
  'with-all-assets-unsafe': rejectAllowance,
} as const satisfies Record<string, NativeCheck>;
