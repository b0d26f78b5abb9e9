import { hexOf } from '../bytes.js';
import { debugContract, debugStandard, debugString, debugTrait } from '../rust-debug.js';
import { debugListType, debugTupleType } from '../types/debug.js';
import { displayValue } from './display.js';
import { typeOfTuple } from './type-of.js';
import type { PrincipalValue, Value } from './value.js';

/** The most bytes of a value's text in an error (`MAX_ERROR_VALUE_DISPLAY_LEN`, clarity-types/src/types/mod.rs). */
const MAX_TEXT = 512;

/** The `Debug` form of a value, cut to 512 bytes, as errors contain it (`to_error_string`). */
export function errorText(value: Value): string {
  const writer = new Writer(MAX_TEXT);
  writeValue(writer, value);
  return writer.end();
}

/** The whole `Debug` form of a value. */
export function debugValue(value: Value): string {
  const writer = new Writer(Number.POSITIVE_INFINITY);
  writeValue(writer, value);
  return writer.end();
}

/** Stops at the limit: a value may be a megabyte large. The form is ASCII. */
class Writer {
  readonly #limit: number;
  #text = '';

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.#text.length > this.#limit;
  }

  write(text: string): void {
    if (!this.isFull) this.#text += text;
  }

  end(): string {
    return this.isFull ? `${this.#text.slice(0, this.#limit)}...` : this.#text;
  }
}

function writeValue(to: Writer, value: Value): void {
  if (to.isFull) return;
  switch (value.kind) {
    case 'int':
      to.write(`Int(${value.value})`);
      return;
    case 'uint':
      to.write(`UInt(${value.value})`);
      return;
    case 'bool':
      to.write(`Bool(${value.value})`);
      return;
    case 'buffer':
      to.write(`Sequence(Buffer(${hexOf(value.bytes.subarray(0, MAX_TEXT))}${value.bytes.length > MAX_TEXT ? '' : '))'}`);
      return;
    case 'ascii':
    case 'utf8':
      to.write(`Sequence(String(${displayValue(value)}))`);
      return;
    case 'list':
      to.write('Sequence(List(ListData { data: [');
      value.items.forEach((item, at) => {
        if (at > 0) to.write(', ');
        writeValue(to, item);
      });
      to.write(`], type_signature: ${debugListType(value.type)} }))`);
      return;
    case 'principal':
      to.write(`Principal(${debugPrincipal(value)})`);
      return;
    case 'tuple':
      to.write(`Tuple(TupleData { type_signature: ${debugTupleType(typeOfTuple(value))}, data_map: {`);
      value.fields.names.forEach((name, at) => {
        to.write(`${at > 0 ? ', ' : ''}ClarityName(${debugString(name)}): `);
        writeValue(to, value.values[at] as Value);
      });
      to.write('} })');
      return;
    case 'optional':
      to.write(`Optional(OptionalData { data: ${value.value === undefined ? 'None' : 'Some('}`);
      if (value.value !== undefined) writeValue(to, value.value);
      to.write(value.value === undefined ? ' })' : ') })');
      return;
    case 'response':
      to.write(`Response(ResponseData { committed: ${value.isOk}, data: `);
      writeValue(to, value.value);
      to.write(' })');
      return;
    case 'callable': {
      const trait = value.trait === undefined ? 'None' : `Some(${debugTrait(value.trait)})`;
      to.write(`CallableContract(CallableData { contract_identifier: ${debugContract(value.contract.text)}, trait_identifier: ${trait} })`);
      return;
    }
  }
}

/** The `Debug` form of a principal, with the name of its variant. */
function debugPrincipal({ text, name }: PrincipalValue): string {
  return name === undefined ? `Standard(${debugStandard(text)})` : `Contract(${debugContract(text)})`;
}
