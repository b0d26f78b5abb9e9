import type { Devnet } from '../../types.js';
import { accountNamed } from '../account-named.js';
import { type ClarityLiteral, clarity } from './literal.js';

/**
 * Reads arguments as text in Clarity's syntax. `.name` is a contract of the account `deployer`.
 * @throws DevnetError INVALID_INPUT with the argument and the column
 */
export function readClarityArguments(texts: readonly string[], { accounts }: Pick<Devnet, 'accounts'>): ClarityLiteral[] {
  const account = accountNamed(accounts, 'deployer')?.stx.address;
  return texts.map((text, index) => clarity(text, { account, field: `argument ${index + 1}` }));
}
