import { closest } from '../base/closest.js';
import { DevnetError, invalid } from '../base/error.js';
import { listWords } from '../base/words.js';
import type { GatewayClient } from '../network/connected.js';
import type { ListedAccount } from '../network/devnet.js';
import { network } from '../network/operations.js';
import { ask } from './ask.js';

/** No address of Bitcoin or Stacks is as short as a name. */
const SHORTEST_ADDRESS = 26;

/**
 * Returns the address of an account that is given by name, and any other text unchanged.
 * @param coin a Bitcoin address for `btc`, else a Stacks address
 * @throws DevnetError INVALID_INPUT for an unknown name
 */
export async function resolveRecipient(gateway: GatewayClient, who: string, coin: 'btc' | 'stx' | 'sbtc'): Promise<string> {
  if (who.length >= SHORTEST_ADDRESS || who.includes('.')) return who;
  const accounts = await accountsOf(gateway);
  if (accounts.length === 0) return who;
  const found = accounts.find(({ name }) => name === who);
  if (found !== undefined) return found[coin === 'btc' ? 'btc' : 'stx'].address;
  const names = accounts.map(({ name }) => name);
  const [meant] = closest(who, names);
  const hint = `The accounts are ${listWords(names)}.`;
  throw invalid('address', 'an address or the name of an account', who, meant === undefined ? hint : `Did you mean ${meant}? ${hint}`);
}

/** None where the control API is off: the faucet then says what is wrong with the address. */
async function accountsOf(gateway: GatewayClient): Promise<ListedAccount[]> {
  try {
    return (await ask(gateway, network.balances)).answer().accounts;
  } catch (error) {
    if (error instanceof DevnetError) return [];
    throw error;
  }
}
