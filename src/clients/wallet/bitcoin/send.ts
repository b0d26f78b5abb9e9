import { createMutex } from '../../../base/async.js';
import { addressScript } from '../../../bitcoin/address.js';
import { hashFromHex, serializeTransaction, type Transaction, type TxOut, toHex } from '../../../bitcoin/codec.js';
import type { Account } from '../../../network/data.js';
import { noFunds } from '../error.js';
import type { Gateway } from '../gateway.js';
import { createEsplora, type Esplora } from './esplora.js';
import { signInputs, signingKeysOf } from './keys.js';

/** A payment of an account, of coins of all its addresses. `change` gets the rest. */
type Payment = { account: Account; outputKey: string; outputs: TxOut[]; change: string; feeRate: number };

/** Signs and sends Bitcoin transactions. */
export type BitcoinSender = Pick<Esplora, 'broadcast'> & {
  /** @returns the txid, and the fee in sats @throws WalletError */
  pay(payment: Payment): Promise<{ txid: string; fee: bigint }>;
  /** Sats at an address. */
  balance(address: string): Promise<{ confirmed: bigint; unconfirmed: bigint }>;
};

/** Virtual bytes of a transaction without inputs and outputs, of an input of each kind, and of an output besides its script. */
const OVERHEAD = 11;
const INPUT = { p2pkh: 148, p2wpkh: 69, 'p2sh-p2wpkh': 92, p2tr: 58 } as const;
const OUTPUT = 9;
/** Bitcoin Core relays no smaller output of P2WPKH. */
const DUST = 294n;
const FINAL = 0xffffffff;

export function createBitcoinSender(gateway: Gateway, closed: AbortSignal): BitcoinSender {
  const esplora = createEsplora(gateway, closed);
  const queue = createMutex();
  return {
    broadcast: esplora.broadcast,
    // One after another: the next payment must not choose the coins of one that is on its way.
    pay: (payment) =>
      queue.run(async () => {
        const { tx, coins, fee } = await build(payment, esplora);
        signInputs(tx, coins, signingKeysOf(payment.account, payment.outputKey));
        return { txid: await esplora.broadcast(toHex(serializeTransaction(tx))), fee };
      }),
    async balance(address) {
      const coins = await esplora.coins(address);
      const sum = (isConfirmed: boolean) =>
        coins.filter(({ confirmed }) => confirmed === isConfirmed).reduce((total, { value }) => total + value, 0n);
      return { confirmed: sum(true), unconfirmed: sum(false) };
    },
  };
}

/** Takes the largest coins first, those of blocks before others. */
async function build(
  { account, outputs, change, feeRate }: Payment,
  esplora: Esplora,
): Promise<{ tx: Transaction; coins: TxOut[]; fee: bigint }> {
  const kinds = Object.keys(INPUT) as (keyof typeof INPUT)[];
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const address = account.btc.addresses[kind];
      return (await esplora.coins(address)).map((coin) => ({ ...coin, kind, scriptPubKey: addressScript(address) }));
    }),
  );
  const sorted = found.flat().sort((one, other) => Number(other.confirmed) - Number(one.confirmed) || (other.value > one.value ? 1 : -1));
  const changeScript = addressScript(change);
  const amount = outputs.reduce((sum, { value }) => sum + value, 0n);
  const base = OVERHEAD + outputs.reduce((size, { scriptPubKey }) => size + OUTPUT + scriptPubKey.length, 0);
  const used: typeof sorted = [];
  let [available, size] = [0n, base];
  const feeOf = (bytes: number): bigint => BigInt(Math.ceil(bytes * feeRate));
  for (const coin of sorted) {
    if (available >= amount + feeOf(size) && used.length > 0) break;
    used.push(coin);
    available += coin.value;
    size += INPUT[coin.kind];
  }
  if (used.length === 0 || available < amount + feeOf(size)) throw noFunds(account.btc.address);
  const rest = available - amount - feeOf(size + OUTPUT + changeScript.length);
  const all = rest < DUST ? outputs : [...outputs, { value: rest, scriptPubKey: changeScript }];
  const fee = available - all.reduce((sum, { value }) => sum + value, 0n);
  const inputs = used.map(({ txid, vout }) => ({
    previous: { hash: hashFromHex(txid), index: vout },
    ...{ scriptSig: new Uint8Array(0), sequence: FINAL, witness: [] },
  }));
  const coins = used.map(({ value, scriptPubKey }) => ({ value, scriptPubKey }));
  return { tx: { version: 2, inputs, outputs: all, lockTime: 0 }, coins, fee };
}
