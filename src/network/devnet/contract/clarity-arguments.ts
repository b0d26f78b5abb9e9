import type { Devnet } from '../../types.js';
import { accountNamed } from '../account-named.js';
import { type ClarityLiteral, clarity } from './literal.js';

/** Words that are values: no name of an account is read there. */
const VALUE = /^(?:true|false|none|u?\d+|0x[0-9a-f]*)$/i;

/**
 * Reads arguments as text in Clarity's syntax. `.name` is a contract of the account `deployer`, and the name of an account its address.
 * @throws DevnetError INVALID_INPUT with the argument and the column
 */
export function readClarityArguments(texts: readonly string[], { accounts }: Pick<Devnet, 'accounts'>): ClarityLiteral[] {
  const account = accountNamed(accounts, 'deployer')?.stx.address;
  const literal = (text: string): string => {
    const address = VALUE.test(text) ? undefined : accountNamed(accounts, text)?.stx.address;
    return address === undefined ? text : `'${address}`;
  };
  return texts.map((text, index) => clarity(literal(text), { account, field: `argument ${index + 1}` }));
}
