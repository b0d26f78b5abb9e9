import type { NativeCheck, TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import type { Expression } from '../../syntax/expression.js';
import { optionalType, responseType, tupleType } from '../../types/construct.js';
import { ASCII_40, BOOL, BUFFER_1, BUFFER_20, BUFFER_33, PRINCIPAL, type Type, UINT } from '../../types/type.js';
import { atLeast, atMost } from '../arguments.js';
import { checkExpecting } from '../check-expecting.js';

/** Both sides have the same type. */
const DESTRUCTED = tupleType([
  ['version', BUFFER_1],
  ['hash-bytes', BUFFER_20],
  ['name', optionalType(ASCII_40)],
]);

const CONSTRUCTED = responseType(
  PRINCIPAL,
  tupleType([
    ['error_code', UINT],
    ['value', optionalType(PRINCIPAL)],
  ]),
);

function checkConstruct(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [version, hash, name] = atLeast(args, 2);
  atMost(args, 3);
  checker.expect(version, scope, BUFFER_1);
  checker.expect(hash, scope, BUFFER_20);
  if (name !== undefined) checker.expect(name, scope, ASCII_40);
  return CONSTRUCTED;
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const PRINCIPAL_CHECKS = {
  'is-standard': { kind: 'fixed', parameters: [PRINCIPAL], returns: BOOL },
  'principal-destruct?': { kind: 'fixed', parameters: [PRINCIPAL], returns: responseType(DESTRUCTED, DESTRUCTED) },
  'principal-construct?': checkConstruct,
  'principal-of?': checkExpecting([BUFFER_33], responseType(PRINCIPAL, UINT)),
} as const satisfies Record<string, NativeCheck>;
