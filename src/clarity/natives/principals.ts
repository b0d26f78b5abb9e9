import type { NativeCheck, TypeChecker } from '../analysis/type-checker.js';
import type { Scope } from '../analysis/typing-scope.js';
import type { Operand } from '../compile/compile-scope.js';
import { CheckFailure } from '../failure.js';
import { isContractName, MAX_CONTRACT_NAME_LENGTH } from '../name-syntax.js';
import type { Expression } from '../syntax/expression.js';
import { optionalType, responseType, tupleType } from '../types/construct.js';
import { ASCII_40, AsciiType, BOOL, BUFFER_1, BUFFER_20, BUFFER_33, FieldNames, PRINCIPAL, type Type, UINT } from '../types/type.js';
import { boolOf, errOf, errorCode, okOf, responseOf, someOf, tupleOf } from '../values/construct.js';
import { errorText } from '../values/debug.js';
import { contractPrincipal, hashOf, standardPrincipal, versionOf } from '../values/principal.js';
import { AsciiValue, BufferValue, NONE, type PrincipalValue, UIntValue, type Value } from '../values/value.js';
import { atLeast, atMost } from './arguments.js';
import { checkExpecting } from './check-expecting.js';
import { special } from './native.js';

/** Principals and their parts (clarity/src/vm/functions/principals.rs, `principal-of?` of crypto.rs). */

const MAINNET_VERSIONS = [22, 20];
const TESTNET_VERSIONS = [26, 21];
/** Versions that principals cannot have begin here. */
const FIRST_INVALID_VERSION = 32;

function isOfNetwork(version: number, isMainnet: boolean): boolean {
  return (isMainnet ? MAINNET_VERSIONS : TESTNET_VERSIONS).includes(version);
}

const PARTS = new FieldNames(['hash-bytes', 'name', 'version']);
const ERROR = new FieldNames(['error_code', 'value']);
const CONTRACT_NAME = new AsciiType(MAX_CONTRACT_NAME_LENGTH);

/** The codes of `principal-construct?`. */
const WRONG_VERSION = 0n;
const WRONG_LENGTH = 1n;
const WRONG_NAME = 2n;

function constructError(code: bigint, principal?: Value): Value {
  return errOf(tupleOf(ERROR, [new UIntValue(code), principal === undefined ? NONE : someOf(principal)]));
}

function mismatch(type: ConstructorParameters<typeof CheckFailure<'TypeValueError'>>[1], value: Value): CheckFailure {
  return new CheckFailure('TypeValueError', type, errorText(value));
}

/** Returns the account, or what `principal-construct?` answers instead. @throws CheckFailure TypeValueError */
function accountOf(version: Value, hash: Value): PrincipalValue | { error: Value } {
  if (version.kind !== 'buffer' || version.bytes.length > 1) throw mismatch(BUFFER_1, version);
  const byte = version.bytes[0];
  if (byte === undefined || byte >= FIRST_INVALID_VERSION) return { error: constructError(WRONG_LENGTH) };
  if (hash.kind !== 'buffer' || hash.bytes.length > 20) throw mismatch(BUFFER_20, hash);
  if (hash.bytes.length < 20) return { error: constructError(WRONG_LENGTH) };
  return standardPrincipal(byte, hash.bytes);
}

export const principals = {
  'is-standard': special({ count: 1 }, ({ expression, args: [operand] }, scope) => {
    const code = scope.ref(operand as Operand);
    const runtime = scope.costs.IsStandard.runtime(0);
    const { isMainnet } = scope.rules;
    return (x, frame) => {
      x.chargeRuntime(runtime);
      const value = code(x, frame);
      x.at = expression;
      if (value.kind !== 'principal') throw mismatch(PRINCIPAL, value);
      return boolOf(isOfNetwork(versionOf(value), isMainnet));
    };
  }),
  'principal-destruct?': special({ count: 1 }, ({ expression, args: [operand] }, scope) => {
    const code = scope.owned(operand as Operand);
    const runtime = scope.costs.PrincipalDestruct.runtime(0);
    const { isMainnet } = scope.rules;
    return (x, frame) => {
      x.chargeRuntime(runtime);
      const value = code(x, frame);
      x.at = expression;
      if (value.kind !== 'principal') throw mismatch(PRINCIPAL, value);
      const version = versionOf(value);
      const name = value.name === undefined ? NONE : someOf(new AsciiValue(value.name));
      const parts = [new BufferValue(hashOf(value)), name, new BufferValue(Uint8Array.of(version))];
      return responseOf(isOfNetwork(version, isMainnet), tupleOf(PARTS, parts));
    };
  }),
  'principal-construct?': special({ count: [2, 3] }, ({ expression, args: [versionOperand, hashOperand, nameOperand] }, scope) => {
    const [versionCode, hashCode] = [scope.ref(versionOperand as Operand), scope.ref(hashOperand as Operand)];
    const nameCode = nameOperand && scope.compile(nameOperand);
    const copies = nameCode !== undefined && nameCode.owned !== nameCode.ref;
    const { PrincipalConstruct, LookupVariableSize } = scope.costs;
    const { isMainnet } = scope.rules;
    return (x, frame) => {
      x.chargeRuntime(PrincipalConstruct.runtime(0));
      const version = versionCode(x, frame);
      const hash = hashCode(x, frame);
      const name = nameCode?.ref(x, frame);
      x.at = expression;
      const account = accountOf(version, hash);
      if ('error' in account) return account.error;
      let principal = account;
      if (name !== undefined) {
        if (name.kind !== 'ascii') throw mismatch(CONTRACT_NAME, name);
        if (copies) x.chargeRuntime(LookupVariableSize.runtime(4 + name.text.length));
        if (name.text.length > MAX_CONTRACT_NAME_LENGTH) throw mismatch(CONTRACT_NAME, name);
        if (!isContractName(name.text)) return constructError(WRONG_NAME);
        principal = contractPrincipal(account, name.text);
      }
      return isOfNetwork(versionOf(account), isMainnet) ? okOf(principal) : constructError(WRONG_VERSION, principal);
    };
  }),
  'principal-of?': special({ count: 1 }, ({ expression, args: [operand] }, scope) => {
    const code = scope.ref(operand as Operand);
    const runtime = scope.costs.PrincipalOf.runtime(0);
    const { crypto, isMainnet } = scope.rules;
    // Clarity 1 gives addresses of testnets everywhere.
    const version = isMainnet && scope.version > 1 ? 22 : 26;
    return (x, frame) => {
      x.chargeRuntime(runtime);
      const key = code(x, frame);
      x.at = expression;
      if (key.kind !== 'buffer' || key.bytes.length !== 33) throw mismatch(BUFFER_33, key);
      if (!crypto.isSecp256k1Key(key.bytes)) return errorCode(1);
      return okOf(standardPrincipal(version, crypto.ripemd160(crypto.sha256(key.bytes))));
    };
  }),
};

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
