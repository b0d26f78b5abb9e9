import type { Account } from '../../data.js';
import { accountsAnswer } from '../answers/accounts.js';
import { readAnswer } from '../answers/read.js';

/** Reads the body of `GET /devnet/v1/accounts`. @throws DevnetError RPC naming the field */
export function readAccounts(body: object): Account[] {
  return readAnswer(accountsAnswer, body).accounts.map(({ stx, btc, ...account }) => ({
    ...account,
    stx: { address: stx.address },
    btc: { address: btc.address, addresses: btc.addresses },
  }));
}
