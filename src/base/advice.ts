/** Who reads an error: code, a client of HTTP, a person at the command line, or an agent. */
export const doors = ['code', 'http', 'cli', 'mcp'] as const;
export type Door = (typeof doors)[number];

/**
 * An operation by its name, such as `chaos.stop`, its positional fields in their order, and `options`: the fields that code passes as one
 * object. Null stands for what only the reader knows.
 */
export type AdvisedOperation = { readonly do: string; readonly with?: Fields | undefined; readonly options?: Fields | undefined };
type Fields = Readonly<Record<string, unknown>>;

/** A value that code reads from `devnet`, such as `accounts.wallet_1.stx.address`, and the operation that lists it for the others. */
export type AdvisedValue = { readonly value: string; readonly listedBy: string };

/** What is not an operation, in the words of each door; those of `cli` are the arguments of the program. */
type WordsOfDoors = Readonly<Record<Door, string>>;

/** A part of what an error advises. The parts, one after another, are its sentences. */
export type AdvicePart = string | AdvisedOperation | AdvisedValue | WordsOfDoors;

/** What an error advises. In texts it stands in the words of code. */
export class Advice {
  readonly parts: readonly AdvicePart[];

  constructor(parts: readonly AdvicePart[]) {
    this.parts = parts;
  }

  toString(): string {
    return this.parts.map(partInCode).join('');
  }
}

/** Returns what an error advises, for an error that says it again. */
export function adviceOf({
  hint,
  advice,
}: {
  hint?: string | undefined;
  advice?: readonly AdvicePart[] | undefined;
}): string | Advice | undefined {
  return advice === undefined ? hint : new Advice(advice);
}

/**
 * Creates advice from sentences and what they name.
 * @example advise`Take one with ${{ do: 'snapshot' }}.`
 */
export function advise(words: readonly string[], ...named: readonly (AdvicePart | Advice)[]): Advice {
  const between = words.flatMap((word, index) => {
    const part = named[index];
    return [word, ...(part === undefined ? [] : part instanceof Advice ? part.parts : [part])];
  });
  return new Advice(between.filter((part) => part !== ''));
}

/** Returns a part in the words of code. */
export function partInCode(part: AdvicePart): string {
  if (typeof part === 'string') return part;
  if ('do' in part) return `devnet.${part.do}(${argumentsInCode({ ...part.with, ...(part.options && { options: part.options }) })})`;
  return 'value' in part ? `devnet.${part.value}` : part.code;
}

function argumentsInCode(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, value]) => (value === null ? name : inCode(value)))
    .join(', ');
}

function inCode(value: unknown): string {
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${inCode(field)}`);
  return `{ ${fields.join(', ')} }`;
}
