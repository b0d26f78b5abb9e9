import { invalid } from '../error.js';

/** Where a value comes from, for the message when it is wrong. */
export type Place = {
  /** The name under which the user wrote it: `ports.gateway`, `DEVNET_PORTS_GATEWAY`, `--ports-gateway`. */
  field: string;
  /** Which file it stands in. */
  hint?: string | undefined;
};

/** What values a setting takes, and how they are read from code or a file (`read`) and from a flag or the environment (`readText`). */
export type Kind<T> = {
  /** Completes the sentence "expected …". */
  expected: string;
  /** Stands for the value in help: `<n>`. */
  placeholder: string;
  /** @throws DevnetError INVALID_INPUT */
  read(value: unknown, place: Place): T;
  /** @throws DevnetError INVALID_INPUT */
  readText(text: string, place: Place): T;
};

export type KindOptions<T> = {
  expected: string;
  placeholder: string;
  /** The value, or nothing when it is not of this kind. */
  parse(value: unknown): T | undefined;
  /** What a text stands for. @default the text itself */
  fromText?: ((text: string) => unknown) | undefined;
  /** Whether messages have to leave the value out. @default false */
  secret?: boolean | undefined;
};

/** A kind of which `parse` knows whether a value belongs to it. */
export function kind<T>({ expected, placeholder, parse, fromText = (text) => text, secret = false }: KindOptions<T>): Kind<T> {
  const read = (value: unknown, shown: unknown, place: Place): T => {
    const parsed = parse(value);
    if (parsed === undefined) throw invalid(place.field, expected, secret ? hidden(shown) : shown, place.hint);
    return parsed;
  };
  return {
    expected,
    placeholder,
    read: (value, place) => read(value, value, place),
    readText: (text, place) => read(fromText(text), text, place),
  };
}

/** A list of such values; as text, separated by commas. */
export function list<T>(item: Kind<T>, expected: string): Kind<T[]> {
  return {
    expected,
    placeholder: item.placeholder,
    read(value, place) {
      if (!Array.isArray(value)) throw invalid(place.field, expected, value, place.hint);
      return value.map((entry: unknown, index) => item.read(entry, { ...place, field: `${place.field}[${index}]` }));
    },
    readText: (text, place) => splitText(text).map((entry) => item.readText(entry, place)),
  };
}

/** The parts of a text separated by commas, without surrounding blanks and without empty ones. */
export function splitText(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function hidden(value: unknown): string {
  return typeof value === 'string' ? `text of ${value.length} characters` : typeof value;
}
