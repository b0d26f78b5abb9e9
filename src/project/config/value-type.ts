import { invalid } from '../../base/error.js';
import { hidden } from '../../base/show-value.js';

/** The source of a value. */
export type Place = {
  /** The name that the user wrote, for error messages: `ports.gateway`, `DEVNET_PORTS_GATEWAY`, `--ports-gateway`. */
  field: string;
  /** The folder that relative paths start from. @default the process's working directory */
  directory?: string | undefined;
};

/**
 * The values that a setting accepts. `read` takes them from code and files, `readText` from flags and the environment.
 * `Input` is the type that users may write in code, where it is wider than `Value`.
 */
export type Kind<Value, Input = Value> = {
  /** Completes the sentence "expected …". */
  expected: string;
  /** Stands for the value in help: `<n>`. */
  placeholder: string;
  /** @throws DevnetError INVALID_INPUT */
  read(value: unknown, place: Place): Value;
  /** @throws DevnetError INVALID_INPUT */
  readText(text: string, place: Place): Value;
  /** Carries the type `Input`; never set. */
  readonly input?: Input | undefined;
};

export type KindOptions<Value> = {
  expected: string;
  placeholder: string;
  /** Returns the value, or undefined if it is not of this kind. */
  parse(value: unknown, place: Place): Value | undefined;
  /** Converts text to the value that `parse` takes. @default the text itself */
  fromText?: ((text: string) => unknown) | undefined;
  /** Whether error messages must hide the value. @default false */
  secret?: boolean | undefined;
  /** Says what to do about a value of another kind. @default nothing */
  hint?: ((value: unknown) => string | undefined) | undefined;
};

/** Creates a kind from a function that parses one value. */
export function kind<Value, Input = Value>(options: KindOptions<Value>): Kind<Value, Input> {
  const { expected, placeholder, parse, fromText = (text) => text, secret = false, hint } = options;
  const read = (value: unknown, received: unknown, place: Place): Value => {
    const parsed = parse(value, place);
    if (parsed === undefined) throw invalid(place.field, expected, secret ? hidden(received) : received, hint?.(value));
    return parsed;
  };
  return {
    expected,
    placeholder,
    read: (value, place) => read(value, value, place),
    readText: (text, place) => read(fromText(text), text, place),
  };
}

/** Creates the kind of a list; as text, its items are separated by commas. */
export function list<Value, Input>(item: Kind<Value, Input>, expected: string): Kind<Value[], readonly Input[]> {
  return {
    expected,
    placeholder: item.placeholder,
    read(value, place) {
      if (!Array.isArray(value)) throw invalid(place.field, expected, value);
      return value.map((entry: unknown, index) => item.read(entry, { ...place, field: `${place.field}[${index}]` }));
    },
    readText: (text, place) => splitText(text).map((entry) => item.readText(entry, place)),
  };
}

/** Splits text at commas, trims the parts and drops empty ones. */
function splitText(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Splits a list of `name=value`. @param separator @default '=' @throws DevnetError INVALID_INPUT */
export function splitPairs(text: string, { field }: Place, expected: string, separator = '='): [name: string, value: string][] {
  return splitText(text).map((pair) => {
    const [name, value, ...rest] = pair.split(separator);
    if (name === undefined || value === undefined || rest.length > 0) throw invalid(field, expected, pair);
    return [name, value];
  });
}
