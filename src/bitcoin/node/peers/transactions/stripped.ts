import { hasWitness, outPointKey, type Transaction } from '../../../protocol/codec/transaction.js';
import { isAnchor, isPayToScriptHash, witnessProgram } from '../../../protocol/script/pattern.js';
import type { CoinLookup } from '../../chain/coin.js';
import { lastPush } from '../../mempool/policy/standard-inputs.js';

/**
 * Whether a transaction may be invalid only because it lost its witnesses on the way: it spends a witness program, and has none.
 * With them, it has the same txid.
 */
export function isStripped(tx: Transaction, lookup: CoinLookup): boolean {
  if (hasWitness(tx)) return false;
  return tx.inputs.some(({ previous, scriptSig }) => {
    const script = lookup(outPointKey(previous))?.scriptPubKey;
    if (script === undefined) return false;
    const spent = witnessProgram(isPayToScriptHash(script) ? (lastPush(scriptSig) ?? script) : script);
    return spent !== undefined && !isAnchor(spent.version, spent.program);
  });
}
