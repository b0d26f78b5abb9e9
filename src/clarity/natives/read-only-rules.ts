import { itemsAt } from '../analysis/pairs.js';
import type { ReadOnlyChecker, ReadOnlyRule } from '../analysis/read-only-checker.js';
import { StaticFailure } from '../analysis/static-failure.js';
import type { Expression } from '../syntax/expression.js';
import { atLeast, exactly } from './arguments.js';
import type { NativeName } from './native-names.js';

/**
 * The rules of natives that are not read-only if all their arguments are
 * (`check_native_function_is_read_only`, clarity/src/vm/analysis/read_only_checker/mod.rs).
 */
const RULES: { readonly [name in NativeName]?: ReadOnlyRule } = {
  'stx-transfer?': writes,
  'stx-transfer-memo?': writes,
  'stx-burn?': writes,
  'var-set': writes,
  'map-set': writes,
  'map-insert': writes,
  'map-delete': writes,
  'ft-mint?': writes,
  'ft-burn?': writes,
  'ft-transfer?': writes,
  'nft-mint?': writes,
  'nft-burn?': writes,
  'nft-transfer?': writes,
  'from-consensus-buff?': (checker, args) => checker.isReadOnly(exactly(args, 2)[1]),
  'map-get?': (checker, args) => checker.areReadOnly(exactly(args, 2)),
  map: (checker, args) => checker.isApplicationReadOnly(atLeast(args, 2)),
  filter: (checker, args) => checker.isApplicationReadOnly(exactly(args, 2)),
  fold: (checker, args) => checker.isApplicationReadOnly(exactly(args, 3)),
  let: checkLet,
  tuple: (checker, args) => arePairsReadOnly(checker, args, 'tuple'),
  'at-block': checkAtBlock,
  'contract-call?': checkCall,
  'restrict-assets?': checkRestrictAssets,
  'as-contract?': checkAsContract,
};

/** Returns the rule of a native, or undefined if its arguments decide. */
export function readOnlyRuleOf(name: NativeName): ReadOnlyRule | undefined {
  return RULES[name];
}

function writes(checker: ReadOnlyChecker, args: readonly Expression[]): boolean {
  checker.areReadOnly(args);
  return false;
}

/** After the first value that writes, the rest is not visited. */
function arePairsReadOnly(checker: ReadOnlyChecker, pairs: readonly Expression[], binding: 'let' | 'tuple'): boolean {
  for (let at = 0; at < pairs.length; at++) if (!checker.isReadOnly(itemsAt(pairs, at, binding)[1])) return false;
  return true;
}

function checkLet(checker: ReadOnlyChecker, args: readonly Expression[]): boolean {
  const [bindings, ...statements] = atLeast(args, 2);
  if (bindings.type !== 'list') throw new StaticFailure('BadLetSyntax');
  return arePairsReadOnly(checker, bindings.items, 'let') && checker.areReadOnly(statements);
}

function checkAtBlock(checker: ReadOnlyChecker, args: readonly Expression[]): boolean {
  const [block, body] = exactly(args, 2);
  const isReadOnly = checker.isReadOnly(block);
  if (!checker.isReadOnly(body)) throw new StaticFailure('AtBlockClosureMustBeReadOnly');
  return isReadOnly;
}

/** What a trait's method does is not known. */
function checkCall(checker: ReadOnlyChecker, args: readonly Expression[]): boolean {
  const [target, name, ...given] = atLeast(args, 2);
  if (name.type !== 'atom') throw new StaticFailure('ContractCallExpectName');
  const isReadOnly = isTargetReadOnly(checker, target, name.name);
  return checker.areReadOnly(given) && isReadOnly;
}

function isTargetReadOnly(checker: ReadOnlyChecker, target: Expression, name: string): boolean {
  if (target.type === 'atom') return false;
  if (target.type !== 'literal' || target.value.kind !== 'principal' || target.value.name === undefined)
    throw new StaticFailure('ContractCallExpectName');
  const contract = checker.contracts(target.value.text);
  if (contract === undefined) throw new StaticFailure('NoSuchContract', target.value.text);
  return contract.readOnlyFunctions.has(name);
}

function checkRestrictAssets(checker: ReadOnlyChecker, args: readonly Expression[]): boolean {
  const [owner, allowances, ...body] = atLeast(args, 3);
  const isOwner = checker.isReadOnly(owner);
  if (allowances.type !== 'list') throw new StaticFailure('ExpectedListOfAllowances', 'restrict-assets?', 2);
  const areAllowances = checker.areReadOnly(allowances.items);
  return checker.areReadOnly(body) && isOwner && areAllowances;
}

function checkAsContract(checker: ReadOnlyChecker, args: readonly Expression[]): boolean {
  const [allowances, ...body] = atLeast(args, 2);
  if (allowances.type !== 'list') throw new StaticFailure('ExpectedListOfAllowances', 'as-contract?', 1);
  const areAllowances = checker.areReadOnly(allowances.items);
  return checker.areReadOnly(body) && areAllowances;
}
