import { fromHex, hashFromHex, toHex } from '../../protocol/codec/hex.js';
import { outPointKey } from '../../protocol/codec/transaction.js';
import { sha256 } from '../../protocol/crypto/hash.js';
import type { Origin } from '../../protocol/fork-source/origin.js';
import type { OriginUnspent } from '../../protocol/fork-source/reader.js';
import type { Chain } from './chain.js';
import type { Coin } from './coin.js';

/** An unspent output of the origin of a fork, and the hash of its block. */
export type OriginCoin = { key: string; coin: Coin; blockhash: string };

/** From so many outputs on, the transactions of a script are read by pages of 25. */
const MANY = 10;
/** The transactions of a script that are too many for that. */
const TOO_MANY = 1_000;

/**
 * Returns the unspent outputs of a fork's origin that pay to scripts (hex), without those that the fork has spent; none on a chain with its
 * own genesis. @throws Missing, DevnetError ORIGIN
 */
export function originCoins(chain: Pick<Chain, 'origin' | 'coin' | 'hasCoin'>, scripts: Iterable<string>): OriginCoin[] {
  const { origin } = chain;
  if (origin === undefined) return [];
  const unspent = origin.all([...scripts].map((script) => () => unspentOf(origin, toHex(sha256(fromHex(script)))))).flat();
  return origin
    .all(
      unspent.map(({ txid, vout, hash: blockhash }) => () => {
        const key = outPointKey({ hash: hashFromHex(txid), index: vout });
        // A reorganisation of the fork gives an output back: then it is among those of its tree.
        return { key, coin: chain.hasCoin(key) ? undefined : chain.coin(key), blockhash };
      }),
    )
    .flatMap(({ coin, ...place }) => (coin === undefined ? [] : [{ ...place, coin }]));
}

function unspentOf(origin: Origin, hash: string): readonly OriginUnspent[] {
  const { unspent, transactions } = origin.script(hash);
  if (unspent.length >= MANY && transactions <= TOO_MANY) origin.history(hash);
  return unspent;
}
