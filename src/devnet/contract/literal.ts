import type { ClarityValue } from '../../chains/stacks/codec/value/value.js';
import { ClaritySyntaxError, parseClarity } from '../../chains/stacks/codec/value/value-parser.js';
import { DevnetError } from '../../error.js';
import { showValue } from '../../show-value.js';

/** A Clarity value in Clarity's own syntax, which every argument accepts. See {@link clarity}. */
export class ClarityLiteral {
  readonly #value: ClarityValue;

  constructor(value: ClarityValue) {
    this.#value = value;
  }

  /** @internal */
  static valueOf(literal: ClarityLiteral): ClarityValue {
    return literal.#value;
  }
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
    return new ClarityLiteral(parseClarity(String(text), account));
  } catch (error) {
    if (!(error instanceof ClaritySyntaxError)) throw error;
    const expected = 'a Clarity value';
    const received = showValue(text);
    const message = `${field}: expected ${expected}, received ${received}: column ${error.column}: ${error.message}`;
    throw new DevnetError('INVALID_INPUT', message, { field, expected, received, cause: error });
  }
}
