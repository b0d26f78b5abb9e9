import { StaticFailure } from '../../analysis/static-failure.js';
import type { NativeCheck, TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import type { Expression } from '../../syntax/expression.js';
import { optionalType } from '../../types/construct.js';
import { type Type, UINT } from '../../types/type.js';
import { atLeast, exactly, nameOf } from '../arguments.js';
import {
  BLOCK_PROPERTIES_1,
  BLOCK_PROPERTIES_2,
  BURN_BLOCK_PROPERTIES,
  type Properties,
  STACKS_BLOCK_PROPERTIES,
  TENURE_PROPERTIES,
} from './properties.js';

type Unknown = 'NoSuchBlockInfoProperty' | 'NoSuchStacksBlockInfoProperty' | 'NoSuchTenureInfoProperty';

/** Surplus arguments are not noticed. */
function checkBlockInfo(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [name, height] = atLeast(args, 2);
  const property = nameOf(name, 'GetBlockInfoExpectPropertyName');
  const properties = checker.version === 1 ? BLOCK_PROPERTIES_1 : BLOCK_PROPERTIES_2;
  return checkProperty(checker, property, properties, 'NoSuchBlockInfoProperty', height, scope);
}

function checkBurnBlockInfo(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [name, height] = exactly(args, 2);
  const property = nameOf(name, 'GetBurnBlockInfoExpectPropertyName');
  return checkProperty(checker, property, BURN_BLOCK_PROPERTIES, 'NoSuchBlockInfoProperty', height, scope);
}

function checkStacksBlockInfo(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [name, height] = exactly(args, 2);
  const property = nameOf(name, 'GetStacksBlockInfoExpectPropertyName');
  return checkProperty(checker, property, STACKS_BLOCK_PROPERTIES, 'NoSuchStacksBlockInfoProperty', height, scope);
}

function checkTenureInfo(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [name, height] = exactly(args, 2);
  const property = nameOf(name, 'GetTenureInfoExpectPropertyName');
  return checkProperty(checker, property, TENURE_PROPERTIES, 'NoSuchTenureInfoProperty', height, scope);
}

function checkProperty(
  checker: TypeChecker,
  name: string,
  properties: Properties,
  unknown: Unknown,
  height: Expression,
  scope: Scope,
): Type {
  const type = properties.get(name);
  if (type === undefined) throw new StaticFailure(unknown, name);
  checker.expect(height, scope, UINT);
  return optionalType(type);
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const BLOCK_CHECKS = {
  'get-block-info?': checkBlockInfo,
  'get-burn-block-info?': checkBurnBlockInfo,
  'get-stacks-block-info?': checkStacksBlockInfo,
  'get-tenure-info?': checkTenureInfo,
} as const satisfies Record<string, NativeCheck>;
