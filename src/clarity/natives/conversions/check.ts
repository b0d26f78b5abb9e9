import type { Signature } from '../../analysis/signature.js';
import { StaticFailure } from '../../analysis/static-failure.js';
import type { NativeCheck, TypeChecker } from '../../analysis/type-checker.js';
import type { Scope } from '../../analysis/typing-scope.js';
import type { Expression } from '../../syntax/expression.js';
import { asciiType, bufferType, optionalType, responseType } from '../../types/construct.js';
import { parseType } from '../../types/parse.js';
import { maxSerializedSize } from '../../types/serialized-size.js';
import {
  ASCII_40,
  ASCII_MAX,
  AsciiType,
  BOOL,
  BUFFER_MAX,
  BufferType,
  INT,
  MAX_VALUE_SIZE,
  PRINCIPAL,
  type Type,
  UINT,
  UTF8_40,
  UTF8_MAX,
} from '../../types/type.js';
import { exactly } from '../arguments.js';

const BYTES_OF_INT: readonly Type[] = [new BufferType(16)];
const STRINGS: readonly Type[] = [ASCII_MAX, UTF8_MAX];
const INTEGERS: readonly Type[] = [INT, UINT];

const TO_INT: Signature = { kind: 'fixed', parameters: BYTES_OF_INT, returns: INT };
const TO_UINT: Signature = { kind: 'fixed', parameters: BYTES_OF_INT, returns: UINT };

/** The longest buffer whose hex, with `0x`, leaves room for a response. */
const MAX_ASCII_BUFFER = MAX_VALUE_SIZE / 2 - 4;
const ASCII_SOURCES: readonly Type[] = [INT, UINT, BOOL, PRINCIPAL, new BufferType(MAX_ASCII_BUFFER), UTF8_MAX];
const ASCII_5 = new AsciiType(5);
const ASCII_PRINCIPAL = new AsciiType(170);

function checkToBytes(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [value] = exactly(args, 1);
  return optionalType(bufferType(maxSerializedSize(checker.check(value, scope))));
}

/** The type is charged by the steps of reading it, as at run time. */
function checkFromBytes(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [type, bytes] = exactly(args, 2);
  const result = parseType(type, () => checker.costs.charge('TypeParseStep', 0));
  checker.expect(bytes, scope, BUFFER_MAX);
  return optionalType(result);
}

function checkToAscii(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [value] = exactly(args, 1);
  const type = checker.check(value, scope);
  const result = asciiOf(type);
  if (result === undefined) throw new StaticFailure('UnionTypeError', ASCII_SOURCES, type);
  return responseType(result, UINT);
}

function asciiOf(type: Type): Type | undefined {
  switch (type.kind) {
    case 'int':
    case 'uint':
      return ASCII_40;
    case 'bool':
      return ASCII_5;
    case 'principal':
    case 'callable':
      return ASCII_PRINCIPAL;
    case 'buffer':
      return type.length <= MAX_ASCII_BUFFER ? asciiType(2 * type.length + 2) : undefined;
    case 'utf8':
      return asciiType(type.length);
    default:
      return undefined;
  }
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/conversions.rs). */
export const CONVERSION_CHECKS = {
  'buff-to-int-le': TO_INT,
  'buff-to-int-be': TO_INT,
  'buff-to-uint-le': TO_UINT,
  'buff-to-uint-be': TO_UINT,
  'string-to-int?': { kind: 'union', alternatives: STRINGS, returns: optionalType(INT) },
  'string-to-uint?': { kind: 'union', alternatives: STRINGS, returns: optionalType(UINT) },
  'int-to-ascii': { kind: 'union', alternatives: INTEGERS, returns: ASCII_40 },
  'int-to-utf8': { kind: 'union', alternatives: INTEGERS, returns: UTF8_40 },
  'to-consensus-buff?': checkToBytes,
  'from-consensus-buff?': checkFromBytes,
  'to-ascii?': checkToAscii,
} as const satisfies Record<string, NativeCheck>;
