import type { Json } from '#dist/base/json.js';
import type { Kind, Value } from './values.js';
import { ADDRESSES, TRUE_COINS, type World } from './world.js';

export type Coin = { txid: string; vout: number; value: bigint };

/** What the steps of a play have made so far, and what they may name. */
export class History {
  readonly #made: Record<Kind, Json[]>;
  /** Coins that anyone can spend, also those that are spent. */
  readonly coins: Coin[];

  constructor({ own, hashes, blocks, coinbases, recipients }: World) {
    const values = coinbases.map((txid, at) => ({ txid, vout: 0, recipient: recipients[at] as string }));
    this.coins = values
      .filter(({ recipient }) => TRUE_COINS.has(recipient))
      .map(({ txid }) => ({ txid, vout: 0, value: 50n * 100_000_000n }));
    this.#made = {
      txid: [...coinbases],
      wtxid: [],
      block: [...hashes],
      height: hashes.map((_, at) => at + 1),
      raw: [],
      psbt: [],
      address: [...ADDRESSES, ...own],
      proof: [],
      header: blocks.map((block) => block.slice(0, 160)),
      'block bytes': [...blocks],
      outpoint: values.map(({ txid, vout }) => ({ txid, vout })),
      'own coin': values.filter(({ recipient }) => own.includes(recipient)).map(({ txid, vout }) => ({ txid, vout })),
      signature: [],
      script: [],
      descriptor: [],
    };
  }

  add(kind: Kind, value: Json): void {
    this.#made[kind].push(value);
  }

  /** The newest of a kind, or the `n`-th before it. */
  pick(kind: Kind, n = 0): Json {
    const made = this.#made[kind];
    return made.length === 0 ? '' : (made[made.length - 1 - (n % made.length)] as Json);
  }

  coin(n = 0): Coin {
    return this.coins[this.coins.length - 1 - (n % this.coins.length)] as Coin;
  }

  /** A value with what its references stand for. */
  resolve(value: Value): Json {
    if (Array.isArray(value)) return value.map((item) => this.resolve(item));
    if (typeof value !== 'object' || value === null) return value as Json;
    const given = value as Record<string, Value>;
    if (given['$'] === 'pair') return { [String(this.resolve(given['to']))]: this.resolve(given['amount']) };
    if (given['$'] === 'text') return (this.resolve(given['parts']) as Json[]).join('');
    if (typeof given['$'] === 'string') return this.pick(given['$'] as Kind, Number(given['n'] ?? 0));
    return Object.fromEntries(Object.entries(given).map(([key, inner]) => [key, this.resolve(inner)]));
  }

  /** Keeps what a call has made. */
  learn(method: string, result: Json): void {
    const keep = (kind: Kind, value: unknown) => typeof value === 'string' && value !== '' && this.add(kind, value);
    const { hex, psbt, txid, descriptor, scriptPubKey } = (typeof result === 'object' && result !== null ? result : {}) as Record<
      string,
      unknown
    >;
    keep('psbt', psbt);
    keep('descriptor', descriptor);
    keep('script', scriptPubKey);
    if (typeof hex === 'string' && hex.length > 100) this.add('raw', hex);
    if (typeof txid === 'string' && /^[0-9a-f]{64}$/.test(txid)) this.add('txid', txid);
    if (['createrawtransaction', 'combinerawtransaction', 'getrawtransaction'].includes(method)) keep('raw', result);
    if (['createpsbt', 'combinepsbt', 'joinpsbts', 'converttopsbt', 'utxoupdatepsbt'].includes(method)) keep('psbt', result);
    if (['getnewaddress', 'getrawchangeaddress'].includes(method)) keep('address', result);
    if (method === 'deriveaddresses' && Array.isArray(result)) for (const address of result) keep('address', address);
    if (method === 'gettxoutproof') keep('proof', result);
    if (method === 'signmessage' || method === 'signmessagewithprivkey') keep('signature', result);
    if (method === 'sendrawtransaction') keep('txid', result);
  }
}
