import { StaticFailure } from '../../analysis/static-failure.js';
import type { CheckApplication, NativeCheck, TypeChecker } from '../../analysis/type-checker.js';
import type { Expression } from '../../syntax/expression.js';
import { optionalType, typeSizeOf } from '../../types/construct.js';
import { PRINCIPAL, type Type, UINT } from '../../types/type.js';
import { exactly, nameOf } from '../arguments.js';
import { BOOL_OR_CODE } from '../result-types.js';

/** Reads: the token must exist before the other arguments are visited. */
function checkToken(parameters: readonly Type[], returns: Type): CheckApplication {
  return (checker, args, scope) => {
    const token = tokenOf(args, parameters.length);
    checkExists(checker, token);
    checker.costs.charge('AnalysisTypeLookup', 1);
    checker.expectAll(args, 1, parameters, scope);
    return returns;
  };
}

/** Writes: whether the token exists is asked when the other arguments were visited. */
function checkTokenLast(parameters: readonly Type[]): CheckApplication {
  return (checker, args, scope) => {
    const token = tokenOf(args, parameters.length);
    checker.costs.charge('AnalysisTypeLookup', 1);
    checker.expectAll(args, 1, parameters, scope);
    checkExists(checker, token);
    return BOOL_OR_CODE;
  };
}

/** @param parameters after the id of the token */
function checkAsset(parameters: readonly Type[], returns: Type): CheckApplication {
  return (checker, args, scope) => {
    const asset = tokenOf(args, parameters.length + 1);
    const type = checker.context.nonFungibleTokens.get(asset);
    if (type === undefined) throw new StaticFailure('NoSuchNFT', asset);
    checker.costs.charge('AnalysisTypeLookup', typeSizeOf(type));
    checker.expect(args[1] as Expression, scope, type);
    checker.expectAll(args, 2, parameters, scope);
    return returns;
  };
}

function tokenOf(args: readonly Expression[], others: number): string {
  const [name] = exactly(args, (others + 1) as 1 | 2 | 3 | 4);
  return nameOf(name, 'BadTokenName');
}

function checkExists(checker: TypeChecker, token: string): void {
  if (!checker.context.fungibleTokens.has(token)) throw new StaticFailure('NoSuchFT', token);
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/assets.rs). */
export const TOKEN_CHECKS = {
  'ft-get-balance': checkToken([PRINCIPAL], UINT),
  'ft-get-supply': checkToken([], UINT),
  'ft-mint?': checkTokenLast([UINT, PRINCIPAL]),
  'ft-burn?': checkTokenLast([UINT, PRINCIPAL]),
  'ft-transfer?': checkTokenLast([UINT, PRINCIPAL, PRINCIPAL]),
  'nft-get-owner?': checkAsset([], optionalType(PRINCIPAL)),
  'nft-mint?': checkAsset([PRINCIPAL], BOOL_OR_CODE),
  'nft-burn?': checkAsset([PRINCIPAL], BOOL_OR_CODE),
  'nft-transfer?': checkAsset([PRINCIPAL, PRINCIPAL], BOOL_OR_CODE),
} as const satisfies Record<string, NativeCheck>;
