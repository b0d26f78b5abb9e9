import { DevnetError } from '../../../base/error.js';
import { field, type Json, listOf, parseExactJson, readNumber, readObject, readText } from '../../../base/json.js';
import type { Gateway } from '../gateway.js';

/** An unspent output. */
type Coin = { txid: string; vout: number; value: bigint; confirmed: boolean };

/** The Esplora API of a gateway. */
export type Esplora = {
  coins(address: string): Promise<Coin[]>;
  /** @param transaction hex @returns its txid @throws DevnetError REJECTED */
  broadcast(transaction: string): Promise<string>;
};

export function createEsplora({ url, fetch }: Gateway, closed: AbortSignal): Esplora {
  const ask = async (path: string, body?: string): Promise<{ ok: boolean; text: string }> => {
    const signal = AbortSignal.any([closed, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await fetch(`${url}/api${path}`, { signal, ...(body === undefined ? {} : { method: 'POST', body }) });
    return { ok: response.ok, text: await response.text() };
  };
  return {
    async coins(address) {
      const path = `/address/${address}/utxo`;
      const { ok, text } = await ask(path);
      if (!ok) throw new DevnetError('RPC', `Esplora ${path}: ${text}`);
      return listOf(parseExactJson(text), path).map(readCoin);
    },
    async broadcast(transaction) {
      const { ok, text } = await ask('/tx', transaction);
      if (!ok) throw new DevnetError('REJECTED', `the Bitcoin node rejected the transaction: ${text}`, { reason: text });
      return text;
    },
  };
}

const TIMEOUT_MS = 15_000;

function readCoin(value: Json): Coin {
  const coin = readObject(value, 'utxo');
  const status = readObject(field(coin, 'status'), 'status');
  return {
    txid: readText(coin, 'txid'),
    vout: readNumber(coin, 'vout'),
    value: BigInt(readNumber(coin, 'value')),
    confirmed: field(status, 'confirmed') === true,
  };
}
