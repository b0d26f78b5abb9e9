import { fromHex, hashFromHex, toHex } from '../../../chains/bitcoin/codec/hex.js';
import { outPointKey } from '../../../chains/bitcoin/codec/transaction.js';
import { sha256 } from '../../../chains/bitcoin/crypto/hash.js';
import type { Chain } from './chain.js';
import type { Coin } from './coin.js';

/**
 * Returns the unspent outputs of a fork's origin that pay to scripts (hex), without those that the fork has spent; none on a chain with its
 * own genesis. @throws Missing, DevnetError ORIGIN
 */
export function originCoins(chain: Pick<Chain, 'origin' | 'coin' | 'hasCoin'>, scripts: Iterable<string>): [key: string, coin: Coin][] {
  const { origin } = chain;
  if (origin === undefined) return [];
  const unspent = origin.all([...scripts].map((script) => () => origin.script(toHex(sha256(fromHex(script)))).unspent)).flat();
  const keys = unspent.map(({ txid, vout }) => outPointKey({ hash: hashFromHex(txid), index: vout }));
  // A reorganisation of the fork gives an output back: then it is among those of its tree.
  const coins = origin.all(keys.map((key) => (): [string, Coin | undefined] => [key, chain.hasCoin(key) ? undefined : chain.coin(key)]));
  return coins.flatMap(([key, coin]) => (coin === undefined ? [] : [[key, coin] as [string, Coin]]));
}
