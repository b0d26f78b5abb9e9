import type { Operand } from '../../compile/compile-scope.js';
import { CheckFailure, TypeFailure } from '../../failure.js';
import { BOOL, ListType, type Type, UINT } from '../../types/type.js';
import { admitsValue } from '../../values/admits.js';
import { someOf } from '../../values/construct.js';
import { errorText } from '../../values/debug.js';
import { sizeOf } from '../../values/size.js';
import { typeOf } from '../../values/type-of.js';
import { AsciiValue, BufferValue, ListValue, NONE, UIntValue, Utf8Value, type Value } from '../../values/value.js';
import { binary, type CompileNative, failing, native, serializedSizes, special, unary } from '../native.js';
import { unitOf } from './sequence-type.js';
import {
  append,
  concat,
  consList,
  elementAt,
  elementSize,
  indexOf,
  isSequence,
  lengthOf,
  pick,
  type Sequence,
  sequenceOf,
  slice,
} from './sequence-value.js';
import { stepOf } from './step.js';

/** Sequences (clarity/src/vm/functions/sequences.rs). */

const MAX_U32 = 2n ** 32n - 1n;

function expectedName(): CheckFailure {
  return new CheckFailure('Unreachable', 'Expected name');
}

/** Returns a number of elements, or undefined for one above what a sequence can have. */
function positionOf(value: bigint): number | undefined {
  return value > MAX_U32 ? undefined : Number(value);
}

/** Returns `filter`, `fold` and `map`, which apply natives, too. */
function higherOrder(natives: (name: string) => CompileNative) {
  const filter = special({ count: 2 }, ({ expression, args: [atom, operand] }, scope) => {
    if (atom?.type !== 'atom') return failing(expectedName);
    const runtime = scope.costs.Filter.runtime(0);
    const code = scope.owned(operand as Operand);
    const lookUp = stepOf(atom.name, expression, scope, natives);
    return (x, frame) => {
      x.chargeRuntime(runtime);
      const value = code(x, frame);
      x.at = expression;
      const step = lookUp(x);
      const sequence = sequenceOf(value);
      const kept: number[] = [];
      for (let at = 0; at < lengthOf(sequence); at++) {
        const result = step(x, [elementAt(sequence, at)]);
        if (result.kind !== 'bool') throw new CheckFailure('TypeValueError', BOOL, errorText(result));
        if (result.value) kept.push(at);
      }
      return pick(sequence, kept);
    };
  });
  const fold = special({ count: 3 }, ({ expression, args: [atom, operand, initial] }, scope) => {
    if (atom?.type !== 'atom') return failing(expectedName);
    const runtime = scope.costs.Fold.runtime(0);
    const [code, initialCode] = [scope.owned(operand as Operand), scope.owned(initial as Operand)];
    const lookUp = stepOf(atom.name, expression, scope, natives);
    return (x, frame) => {
      x.chargeRuntime(runtime);
      const step = lookUp(x);
      const value = code(x, frame);
      let result = initialCode(x, frame);
      x.at = expression;
      const sequence = sequenceOf(value);
      const length = lengthOf(sequence);
      for (let at = 0; at < length; at++) result = step(x, [elementAt(sequence, at), result]);
      return result;
    };
  });
  const map = special({ count: [2] }, ({ expression, args: [atom, ...operands] }, scope) => {
    if (atom?.type !== 'atom') return failing(expectedName);
    const runtime = scope.costs.Map.runtime(operands.length + 1);
    const codes = operands.map((operand) => scope.owned(operand));
    const lookUp = stepOf(atom.name, expression, scope, natives);
    const { stopsMapAtShortest, sanitizesValues } = scope.rules.epoch;
    return (x, frame) => {
      x.chargeRuntime(runtime);
      const step = lookUp(x);
      const sequences = codes.map((code) => sequenceOf(code(x, frame)));
      x.at = expression;
      const results = argumentsOf(sequences, stopsMapAtShortest).map((args) => step(x, args));
      return consList(results, sanitizesValues);
    };
  });
  return { filter, fold, map };
}

/**
 * Returns the arguments of each step of a `map`. Before epoch 4.0 the elements of each sequence are taken up to one beyond the shortest
 * so far, and the steps end where the number of arguments changes: with an empty sequence before a longer one there is a step with too
 * few (`special_map_v200`).
 */
function argumentsOf(sequences: readonly Sequence[], stopsAtShortest: boolean): Value[][] {
  const lengths = sequences.map(lengthOf);
  if (stopsAtShortest) return Array.from({ length: Math.min(...lengths) }, (_, at) => sequences.map((sequence) => elementAt(sequence, at)));
  const steps: Value[][] = [];
  let shortest = Number.POSITIVE_INFINITY;
  sequences.forEach((sequence, index) => {
    const length = lengths[index] as number;
    shortest = Math.min(shortest, length);
    for (let at = 0; at < length && at <= shortest; at++) {
      const value = elementAt(sequence, at);
      const step = steps[at];
      if (step === undefined) steps.push([value]);
      else step.push(value);
    }
  });
  const end = steps.findIndex((step) => step.length !== steps[0]?.length);
  return end < 0 ? steps : steps.slice(0, end);
}

const list = special({}, ({ expression, args }, scope) => {
  const codes = args.map((arg) => scope.owned(arg));
  const cost = scope.costs.ListCons;
  const { sanitizesValues } = scope.rules.epoch;
  return (x, frame) => {
    const values = codes.map((code) => code(x, frame));
    x.at = expression;
    x.chargeRuntime(cost.runtime(values.reduce((sum, value) => sum + sizeOf(value), 0)));
    return consList(values, sanitizesValues);
  };
});

const appending = special({ count: 2 }, ({ expression, args: [listOperand, operand] }, scope) => {
  const code = scope.owned(listOperand as Operand);
  const element = scope.compile(operand as Operand);
  const copies = element.owned !== element.ref;
  const { Append, LookupVariableSize } = scope.costs;
  const { sanitizesValues } = scope.rules.epoch;
  return (x, frame) => {
    const sequence = code(x, frame);
    if (sequence.kind !== 'list') throw new CheckFailure('Unreachable', 'Expected list application');
    const value = element.ref(x, frame);
    const size = sizeOf(value);
    x.at = expression;
    x.chargeRuntime(Append.runtime(Math.max(sequence.type.entry.size, size)));
    if (copies) x.chargeRuntime(LookupVariableSize.runtime(size));
    return append(sequence, value, sanitizesValues);
  };
});

/** Two sequences, from Clarity 6 on any number (`special_concat_v205`, `special_concat_v400`). */
const concatenation = special({ count: [2] }, ({ expression, args }, scope) => {
  const { epoch } = scope.rules;
  if (!epoch.concatenatesMany && args.length !== 2) return failing(() => new CheckFailure('IncorrectArgumentCount', 2, args.length));
  const codes = args.map((arg) => scope.owned(arg));
  const cost = scope.costs.Concat;
  return (x, frame) => {
    const sequences = codes.map((code) => sequenceOf(code(x, frame)));
    x.at = expression;
    x.chargeRuntime(cost.runtime(sequences.reduce((sum, sequence) => sum + lengthOf(sequence), 0)));
    return sequences.reduce((result, next) => concat(result, next, epoch.sanitizesValues));
  };
});

/** The second argument is a literal: the type of the result depends on it. */
const asMaxLength = special({ count: 2 }, ({ expression, args: [operand, lengthOperand] }, scope) => {
  const code = scope.owned(operand as Operand);
  const runtime = scope.costs.AsMaxLen.runtime(0);
  const most = lengthOperand?.type === 'literal' && lengthOperand.value.kind === 'uint' ? lengthOperand.value.value : undefined;
  const other = most === undefined ? scope.ref(lengthOperand as Operand) : undefined;
  return (x, frame) => {
    const value = code(x, frame);
    x.at = expression;
    x.chargeRuntime(runtime);
    if (most === undefined) throw new CheckFailure('TypeError', UINT, typeOf((other as typeof code)(x, frame)));
    const sequence = sequenceOf(value);
    if (BigInt(lengthOf(sequence)) > most) return NONE;
    if (sequence.kind !== 'list' || most >= BigInt(sequence.type.maxLength)) return someOf(sequence);
    const type = new ListType(sequence.type.entry, Number(most));
    return someOf(new ListValue(sequence.items, type, sequence.derived && type.maxLength === sequence.items.length));
  };
});

const slicing = special({ count: 3 }, ({ expression, args: [operand, leftOperand, rightOperand] }, scope) => {
  const code = scope.owned(operand as Operand);
  const [leftCode, rightCode] = [scope.ref(leftOperand as Operand), scope.ref(rightOperand as Operand)];
  const cost = scope.costs.Slice;
  const { sanitizesValues } = scope.rules.epoch;
  return (x, frame) => {
    const values = code(x, frame);
    const left = leftCode(x, frame);
    const right = rightCode(x, frame);
    x.at = expression;
    if (!isSequence(values) || left.kind !== 'uint' || right.kind !== 'uint') {
      x.chargeRuntime(cost.runtime(0));
      throw new CheckFailure('Unreachable', 'Bad type construction');
    }
    const [from, to] = [positionOf(left.value), positionOf(right.value)];
    if (from === undefined || to === undefined || from >= lengthOf(values) || to > lengthOf(values) || to < from) return NONE;
    x.chargeRuntime(cost.runtime((to - from) * elementSize(values)));
    return someOf(slice(values, from, to, sanitizesValues));
  };
});

const replacing = special({ count: 3 }, ({ expression, args: [operand, indexOperand, elementOperand] }, scope) => {
  const code = scope.compile(operand as Operand);
  const indexCode = scope.ref(indexOperand as Operand);
  const elementCode = scope.compile(elementOperand as Operand);
  const { ReplaceAt, LookupVariableSize } = scope.costs;
  const copyCost = (given: typeof code, value: Value) => (given.owned === given.ref ? 0 : LookupVariableSize.runtime(sizeOf(value)));
  return (x, frame) => {
    const given = code.ref(x, frame);
    x.at = expression;
    x.chargeRuntime(ReplaceAt.runtime(sizeOf(given)));
    const sequence = sequenceOf(given);
    const index = indexCode(x, frame);
    const element = elementCode.ref(x, frame);
    x.at = expression;
    const unit = unitType(sequence);
    if (unit.kind !== 'no-type' && !admitsValue(unit, element)) throw new CheckFailure('TypeValueError', unit, errorText(element));
    if (index.kind !== 'uint') throw new CheckFailure('TypeValueError', UINT, errorText(index));
    if (index.value >= 2n ** 64n) return NONE;
    x.chargeRuntime(copyCost(code, given));
    if (index.value >= BigInt(lengthOf(sequence))) return NONE;
    x.chargeRuntime(copyCost(elementCode, element));
    return someOf(replaceAt(sequence, Number(index.value), element));
  };
});

function unitType(sequence: Sequence): Type {
  return unitOf(sequence.kind === 'list' ? sequence.type : sequence);
}

/** @throws TypeFailure SequenceElementArityMismatch for an empty element, which the type of the element admits */
function replaceAt(sequence: Sequence, at: number, element: Value): Sequence {
  if (sequence.kind === 'list') {
    if (!admitsValue(sequence.type.entry, element)) throw new TypeFailure('ListTypeMismatch');
    return new ListValue(sequence.items.with(at, element), sequence.type, false);
  }
  const length = lengthOf(sequenceOf(element));
  if (length !== 1) throw new TypeFailure('SequenceElementArityMismatch', 1, length);
  if (sequence.kind === 'buffer' && element.kind === 'buffer') {
    const bytes = sequence.bytes.slice();
    bytes[at] = element.bytes[0] as number;
    return new BufferValue(bytes);
  }
  if (sequence.kind === 'ascii' && element.kind === 'ascii')
    return new AsciiValue(sequence.text.slice(0, at) + element.text + sequence.text.slice(at + 1));
  if (sequence.kind === 'utf8' && element.kind === 'utf8')
    return new Utf8Value(sequence.characters.with(at, element.characters[0] as string));
  throw new TypeFailure('TypeMismatchValue', typeOf(sequence), errorText(element));
}

const element = binary('ElementAt', (value, index) => {
  const sequence = sequenceOf(value);
  if (index.kind !== 'uint') throw new CheckFailure('TypeValueError', UINT, errorText(index));
  return index.value >= BigInt(lengthOf(sequence)) ? NONE : someOf(elementAt(sequence, Number(index.value)));
});

const index = native({ cost: 'IndexOf', arity: 2, input: serializedSizes }, ([value, wanted]) => {
  const at = indexOf(sequenceOf(value as Value), wanted as Value);
  return at < 0 ? NONE : someOf(new UIntValue(BigInt(at)));
});

/** @param natives finds the natives that `map`, `filter` and `fold` apply */
export function sequences(natives: (name: string) => CompileNative) {
  return {
    ...higherOrder(natives),
    list,
    append: appending,
    concat: concatenation,
    'as-max-len?': asMaxLength,
    len: unary('Len', (value) => new UIntValue(BigInt(lengthOf(sequenceOf(value))))),
    'element-at': element,
    'element-at?': element,
    'index-of': index,
    'index-of?': index,
    'slice?': slicing,
    'replace-at?': replacing,
  };
}
