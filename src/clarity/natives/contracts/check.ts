import { StaticFailure } from '../../analysis/static-failure.js';
import type { NativeCheck, TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import type { Expression } from '../../syntax/expression.js';
import { responseType } from '../../types/construct.js';
import { BUFFER_32, PRINCIPAL, type Type, UINT } from '../../types/type.js';
import { exactly } from '../arguments.js';
import { checkCall } from './check-call.js';

/** What runs it is charged already here. */
function checkContractOf(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [name] = exactly(args, 1);
  if (name.type !== 'atom') throw new StaticFailure('ContractOfExpectsTrait');
  const trait = scope.trait(name.name);
  if (trait === undefined) throw new StaticFailure('TraitReferenceUnknown', name.name);
  checker.costs.charge('ContractOf', 1);
  if (checker.context.traits.get(trait) === undefined) throw new StaticFailure('TraitReferenceUnknown', trait.name);
  return PRINCIPAL;
}

function checkAsContract(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [body] = exactly(args, 1);
  return checker.check(body, scope);
}

function checkAtBlock(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [block, body] = exactly(args, 2);
  if (checker.epoch.removesAtBlock) throw new StaticFailure('AtBlockUnavailable');
  checker.expect(block, scope, BUFFER_32);
  return checker.check(body, scope);
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const CONTRACT_CHECKS = {
  'contract-call?': checkCall,
  'contract-of': checkContractOf,
  'contract-hash?': { kind: 'fixed', parameters: [PRINCIPAL], returns: responseType(BUFFER_32, UINT) },
  'as-contract': checkAsContract,
  'at-block': checkAtBlock,
} as const satisfies Record<string, NativeCheck>;
