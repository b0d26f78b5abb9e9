import { equalBytes, fromHex, hashFromHex, isHex } from '../../../protocol/codec/hex.js';
import { MAX_MONEY, outPointKey } from '../../../protocol/codec/transaction.js';
import { toAsm } from '../../../protocol/script/asm.js';
import { matchScript } from '../../../protocol/script/pattern.js';
import { payToScriptHash } from '../../../protocol/script/pay-to.js';
import type { Coin } from '../../chain/coin.js';
import { RPC_CODE, RpcError } from '../error.js';
import { toInt32 } from '../json/numeral.js';
import { type KeyStore, witnessScriptHash } from '../keys/signing-keys.js';
import { isJsonObject } from './arguments.js';
import { checkMembers } from './options.js';
import { parseAmount } from './parse-amount.js';
import { parseHash } from './parse-hash.js';

/**
 * Adds the outputs of a `prevtxs` argument to `coins`, and their scripts to the key store (Core's `ParsePrevouts`).
 * @param keys without it, scripts are ignored: a wallet has its own
 * @throws RpcError
 */
export function addPreviousOutputs(list: unknown[], coins: Map<string, Coin>, keys?: KeyStore): void {
  for (const item of list) {
    if (!isJsonObject(item)) throw undecodable(`expected object with {"txid'","vout","scriptPubKey"}`);
    checkMembers(item, { scriptPubKey: 'string', txid: 'string', vout: 'number' }, true);
    const hash = hashFromHex(parseHash(String(item['txid']), 'txid'));
    const index = toInt32(item['vout']);
    if (index < 0) throw undecodable('vout cannot be negative');
    const scriptPubKey = parseScript(item, 'scriptPubKey');
    const key = outPointKey({ hash, index });
    const known = coins.get(key);
    if (known !== undefined && !equalBytes(known.scriptPubKey, scriptPubKey)) {
      throw undecodable(`Previous output scriptPubKey mismatch:\n${toAsm(known.scriptPubKey)}\nvs:\n${toAsm(scriptPubKey)}`);
    }
    const value = item['amount'] === undefined ? MAX_MONEY : parseAmount(item['amount'] ?? undefined);
    coins.set(key, { value, scriptPubKey, height: 1, coinbase: false });
    if (keys !== undefined) addScripts(item, scriptPubKey, keys);
  }
}

/** Checks that the script of a P2SH or P2WSH output is present and matches the output. */
function addScripts(item: Record<string, unknown>, scriptPubKey: Uint8Array, keys: KeyStore): void {
  const { type } = matchScript(scriptPubKey);
  if (type !== 'scripthash' && type !== 'witness_v0_scripthash') return;
  checkMembers(item, { redeemScript: 'string', witnessScript: 'string' }, false);
  const [redeem, witness] = ['redeemScript', 'witnessScript'].map((name) => (item[name] == null ? undefined : parseScript(item, name)));
  const script = witness ?? redeem;
  if (script === undefined) throw invalid('Missing redeemScript/witnessScript');
  const wrapped = witnessScriptHash(script);
  keys.addScript(script);
  keys.addScript(wrapped);
  if (witness !== undefined && redeem !== undefined && !equalBytes(witness, redeem) && !equalBytes(redeem, wrapped)) {
    throw invalid('redeemScript does not correspond to witnessScript');
  }
  const outputs = type === 'scripthash' ? [payToScriptHash(script), payToScriptHash(wrapped)] : [wrapped];
  if (!outputs.some((output) => equalBytes(output, scriptPubKey))) throw invalid('redeemScript/witnessScript does not match scriptPubKey');
}

function parseScript(item: Record<string, unknown>, name: string): Uint8Array {
  const text = String(item[name]);
  if (!isHex(text)) throw invalid(`${name} must be hexadecimal string (not '${text}')`);
  return fromHex(text);
}

function undecodable(message: string): RpcError {
  return new RpcError(RPC_CODE.DESERIALIZATION_ERROR, message);
}

function invalid(message: string): RpcError {
  return new RpcError(RPC_CODE.INVALID_PARAMETER, message);
}
