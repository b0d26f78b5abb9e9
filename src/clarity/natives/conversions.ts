import type { Signature } from '../analysis/signature.js';
import { StaticFailure } from '../analysis/static-failure.js';
import type { NativeCheck, TypeChecker } from '../analysis/type-checker.js';
import type { Scope } from '../analysis/typing-scope.js';
import { hexOf } from '../bytes.js';
import type { Operand } from '../compile/compile-scope.js';
import { CheckFailure } from '../failure.js';
import type { Expression } from '../syntax/expression.js';
import { asciiType, bufferType, optionalType, responseType } from '../types/construct.js';
import { parseType } from '../types/parse.js';
import { maxSerializedSize } from '../types/serialized-size.js';
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
} from '../types/type.js';
import { admitsValue } from '../values/admits.js';
import { errorCode, okOf, someOf } from '../values/construct.js';
import { errorText } from '../values/debug.js';
import { deserializeAs, isAsciiCharacter, SerializationFailure } from '../values/deserialize.js';
import { serialize, serializedSize } from '../values/serialize.js';
import { sizeOf } from '../values/size.js';
import { AsciiValue, BufferValue, IntValue, NONE, UIntValue, Utf8Value, type Value } from '../values/value.js';
import { exactly } from './arguments.js';
import { failing, native, serializedSizes, special, unary } from './native.js';

/** Conversions between integers, buffers, strings and serialized values (clarity/src/vm/functions/conversions.rs). */

const MAX_UINT = 2n ** 128n - 1n;
const MAX_INT = 2n ** 127n - 1n;
const MIN_INT = -(2n ** 127n);
const BUFFER_16 = new BufferType(16);
/** The longest buffer that `to-ascii?` takes (`MAX_TO_ASCII_BUFFER_LEN`). */
const TO_ASCII_BUFFER_MAX = new BufferType(Math.floor((MAX_VALUE_SIZE - 5 - 2) / 2));

/** Reads up to 16 bytes as an unsigned number. */
function numberOf(value: Value, isLittleEndian: boolean): bigint {
  if (value.kind !== 'buffer' || value.bytes.length > 16) throw new CheckFailure('TypeValueError', BUFFER_16, errorText(value));
  const bytes = isLittleEndian ? value.bytes.toReversed() : value.bytes;
  return BigInt(`0x0${hexOf(bytes)}`);
}

const toInt = (isLittleEndian: boolean) => (value: Value) => {
  return new IntValue(BigInt.asIntN(128, numberOf(value, isLittleEndian)));
};
const toUint = (isLittleEndian: boolean) => (value: Value) => new UIntValue(numberOf(value, isLittleEndian));

/** The text of a string; longer ones than an integer has digits, zeros apart, are none. */
function textOf(value: Value): string {
  if (value.kind === 'ascii') return value.text;
  if (value.kind === 'utf8') return value.characters.join('');
  throw new CheckFailure('UnionTypeValueError', [ASCII_MAX, UTF8_MAX], errorText(value));
}

/** Reads a number as Rust's `parse` does: digits with an optional sign, of which minus is only for signed ones. */
function parseInteger(text: string, isSigned: boolean): bigint | undefined {
  const [, sign, digits] = /^([+-]?)0*([0-9]+)$/.exec(text) ?? [];
  if (digits === undefined || digits.length > 40) return undefined;
  if (sign === '-' && !isSigned) return undefined;
  const value = sign === '-' ? -BigInt(digits) : BigInt(digits);
  const fits = isSigned ? value >= MIN_INT && value <= MAX_INT : value <= MAX_UINT;
  return fits ? value : undefined;
}

function stringToInteger(isSigned: boolean) {
  return unary(isSigned ? 'StringToInt' : 'StringToUInt', (value) => {
    const parsed = parseInteger(textOf(value), isSigned);
    if (parsed === undefined) return NONE;
    return someOf(isSigned ? new IntValue(parsed) : new UIntValue(parsed));
  });
}

function integerText(value: Value): string {
  if (value.kind === 'int' || value.kind === 'uint') return `${value.value}`;
  throw new CheckFailure('UnionTypeValueError', [INT, UINT], errorText(value));
}

/** Returns the text that `to-ascii?` gives, or undefined for characters that ASCII lacks. */
function asciiOf(value: Value): string | undefined {
  switch (value.kind) {
    case 'int':
    case 'bool':
      return `${value.value}`;
    case 'uint':
      return `u${value.value}`;
    case 'principal':
      return value.text;
    case 'buffer':
      return `0x${hexOf(value.bytes)}`;
    case 'utf8': {
      const text = value.characters.join('');
      return [...text].every((character) => isAsciiCharacter(character.codePointAt(0) as number)) ? text : undefined;
    }
    default:
      throw new CheckFailure('UnionTypeValueError', [INT, UINT, BOOL, PRINCIPAL, TO_ASCII_BUFFER_MAX, UTF8_MAX], errorText(value));
  }
}

const toAscii = special({ count: 1 }, ({ expression, args: [operand] }, scope) => {
  const code = scope.ref(operand as Operand);
  const cost = scope.costs.ToAscii;
  return (x, frame) => {
    const value = code(x, frame);
    x.at = expression;
    x.chargeRuntime(cost!.runtime(sizeOf(value)));
    const text = asciiOf(value);
    return text === undefined ? errorCode(1) : okOf(new AsciiValue(text));
  };
});

/** The type is read each time, which costs a step for each of its nodes. */
const fromConsensusBuffer = special({ count: 2 }, ({ expression, args: [typeOperand, operand] }, scope) => {
  if (typeOperand === undefined || typeOperand.type === 'slot') return failing(() => new CheckFailure('Unreachable', 'Expected type'));
  const code = scope.ref(operand as Operand);
  const cost = scope.costs.FromConsensusBuff;
  const step = scope.costs.TypeParseStep.runtime(0);
  const { epoch } = scope.rules;
  const lengthCounts = scope.version >= 5 ? (length: number) => Math.max(length, 1) : (length: number) => length;
  let steps = 0;
  let type: Type;
  try {
    type = parseType(typeOperand, () => steps++);
  } catch (error) {
    return failing(() => error as Error);
  }
  return (x, frame) => {
    x.chargeRuntime(step * steps);
    const buffer = code(x, frame);
    x.at = expression;
    if (buffer.kind !== 'buffer') throw new CheckFailure('TypeValueError', BUFFER_MAX, errorText(buffer));
    x.chargeRuntime(x.compute('FromConsensusBuff', cost, lengthCounts(buffer.bytes.length)));
    const value = read(buffer.bytes);
    return value === undefined || !admitsValue(type, value) ? NONE : someOf(value);
  };

  function read(bytes: Uint8Array): Value | undefined {
    try {
      return deserializeAs(type, bytes, epoch);
    } catch (error) {
      if (!(error instanceof SerializationFailure)) throw error;
      if (error.isUnexpected && !epoch.unexpectedSerializationIsNone) throw new CheckFailure('Unreachable', 'UnexpectedSerialization');
      return undefined;
    }
  }
});

export const conversions = {
  'buff-to-int-le': unary('BuffToIntLe', toInt(true)),
  'buff-to-int-be': unary('BuffToIntBe', toInt(false)),
  'buff-to-uint-le': unary('BuffToUIntLe', toUint(true)),
  'buff-to-uint-be': unary('BuffToUIntBe', toUint(false)),
  'string-to-int?': stringToInteger(true),
  'string-to-uint?': stringToInteger(false),
  'int-to-ascii': unary('IntToAscii', (value) => new AsciiValue(integerText(value))),
  'int-to-utf8': unary('IntToUtf8', (value) => new Utf8Value([...integerText(value)])),
  'to-ascii?': toAscii,
  'to-consensus-buff?': native({ cost: 'ToConsensusBuff', arity: 1, input: serializedSizes }, ([value]) => {
    // A buffer of a megabyte does not fit into the optional.
    if (serializedSize(value as Value) + 4 + 1 > MAX_VALUE_SIZE) return NONE;
    return someOf(new BufferValue(serialize(value as Value)));
  }),
  'from-consensus-buff?': fromConsensusBuffer,
};

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
  const result = asciiTypeOf(type);
  if (result === undefined) throw new StaticFailure('UnionTypeError', ASCII_SOURCES, type);
  return responseType(result, UINT);
}

function asciiTypeOf(type: Type): Type | undefined {
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
