import { closest } from '../closest.js';
import { listWords } from '../config/value-types.js';
import { DevnetError, invalid } from '../error.js';
import { isRecord } from '../json.js';
import type { Client } from './client.js';

/** No address of Bitcoin or Stacks is as short as a name. */
const SHORTEST_ADDRESS = 26;

/**
 * Returns the address of an account that is given by name, and any other text unchanged.
 * @param coin a Bitcoin address for `btc`, else a Stacks address
 * @throws DevnetError INVALID_INPUT for an unknown name
 */
export async function resolveRecipient(client: Client, who: string, coin: 'btc' | 'stx' | 'sbtc'): Promise<string> {
  if (who.length >= SHORTEST_ADDRESS || who.includes('.')) return who;
  const accounts = await accountsOf(client);
  if (accounts.length === 0) return who;
  const found = accounts.find(({ name }) => name === who);
  const keys = found?.[coin === 'btc' ? 'btc' : 'stx'];
  const address = isRecord(keys) ? keys['address'] : undefined;
  if (typeof address === 'string') return address;
  const names = accounts.map(({ name }) => String(name));
  const [meant] = closest(who, names);
  const hint = `The accounts are ${listWords(names)}.`;
  throw invalid('address', 'an address or the name of an account', who, meant === undefined ? hint : `Did you mean ${meant}? ${hint}`);
}

/** None where the control API is off: the faucet then says what is wrong with the address. */
async function accountsOf(client: Client): Promise<Record<string, unknown>[]> {
  try {
    const { body } = await client('GET', '/devnet/v1/accounts');
    return Array.isArray(body['accounts']) ? body['accounts'].filter(isRecord) : [];
  } catch (error) {
    if (error instanceof DevnetError) return [];
    throw error;
  }
}
