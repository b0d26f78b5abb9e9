import { DevnetError } from '../../../base/error.js';
import { isRecord } from '../../../base/json.js';
import { showValue } from '../../../base/show-value.js';
import { ClaritySyntaxError, parseClarity, type Value } from '../../../clarity/values.js';

/** Registered, because a test runner may load this package twice. */
const VALUE: unique symbol = Symbol.for('stacks-devnet.clarity') as never;

/** A Clarity value in Clarity's own syntax, which every argument accepts. See {@link clarity}. */
export type ClarityLiteral = { readonly [VALUE]: Value };

/** Returns the value of a literal; undefined for anything else. */
export function literalValue(value: unknown): Value | undefined {
  return isRecord(value) && VALUE in value ? (value as ClarityLiteral)[VALUE] : undefined;
}

/** Returns a value as a literal. */
export function literalOf(value: Value): ClarityLiteral {
  return { [VALUE]: value };
}

/** How to read a literal. */
export type ClarityLiteralOptions = {
  /** The account whose contract `.name` is. @default `.name` is refused */
  account?: string | undefined;
  /** What the error message calls the literal. @default 'clarity' */
  field?: string | undefined;
};

/**
 * Reads a value in Clarity's syntax, for arguments that JavaScript cannot express, such as `(some none)`.
 * @throws DevnetError INVALID_INPUT with the column of what is wrong
 * @example await devnet.contract('registry').call('set', [clarity('(some none)')], { as: 'wallet_1' });
 */
export function clarity(text: string, { account, field = 'clarity' }: ClarityLiteralOptions = {}): ClarityLiteral {
  try {
    return literalOf(parseClarity(String(text), account));
  } catch (error) {
    if (!(error instanceof ClaritySyntaxError)) throw error;
    const expected = 'a Clarity value';
    const received = showValue(text);
    const message = `${field}: expected ${expected}, received ${received}: column ${error.column}: ${error.message}`;
    throw new DevnetError('INVALID_INPUT', message, { field, expected, received, cause: error });
  }
}
