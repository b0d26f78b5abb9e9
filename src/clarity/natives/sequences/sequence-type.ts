import { StaticFailure } from '../../analysis/static-failure.js';
import { ASCII_1, type AsciiType, BUFFER_1, type BufferType, type ListType, type Type, UTF8_1, type Utf8Type } from '../../types/type.js';

export type SequenceType = ListType | BufferType | AsciiType | Utf8Type;

export function isSequence(type: Type): type is SequenceType {
  return type.kind === 'list' || type.kind === 'buffer' || type.kind === 'ascii' || type.kind === 'utf8';
}

/** @throws StaticFailure ExpectedSequence */
export function sequenceOf(type: Type): SequenceType {
  if (!isSequence(type)) throw new StaticFailure('ExpectedSequence', type);
  return type;
}

/** Returns the type of a sequence's items (`unit_type`, clarity-types/src/types/signatures.rs). */
export function unitOf(sequence: ListType | Pick<Exclude<SequenceType, ListType>, 'kind'>): Type {
  switch (sequence.kind) {
    case 'list':
      return sequence.entry;
    case 'buffer':
      return BUFFER_1;
    case 'ascii':
      return ASCII_1;
    case 'utf8':
      return UTF8_1;
  }
}

/** Returns the most items of a sequence. */
export function lengthOf(sequence: SequenceType): number {
  return sequence.kind === 'list' ? sequence.maxLength : sequence.length;
}
