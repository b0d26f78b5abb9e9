import { recordTx, txHex } from '#dist/bitcoin/node/chain/tx-record.js';
import { encodeAddress } from '#dist/bitcoin/protocol/address/address.js';
import { hashFromHex } from '#dist/bitcoin/protocol/codec/hex.js';
import type { Transaction, TxOut } from '#dist/bitcoin/protocol/codec/transaction.js';
import { hash160 } from '#dist/bitcoin/protocol/crypto/hash.js';
import { publicKeyOf } from '#dist/bitcoin/protocol/crypto/key.js';
import { signInput } from '#dist/bitcoin/protocol/script/signing/sign.js';
import type { Call } from './rpc-client.js';

type Coin = { txid: string; index: number; value: bigint };

const KEY = new Uint8Array(32).fill(1);
/** The script of all outputs: P2WPKH of the key. */
export const SCRIPT = Uint8Array.of(0, 20, ...hash160(publicKeyOf(KEY)));
/** Its address. */
export const ADDRESS = encodeAddress(SCRIPT) ?? '';

/** Returns a signed spend of an output of the key. */
export function pay(coin: Coin, outputs: TxOut[]): Transaction {
  const spent: TxOut[] = [{ value: coin.value, scriptPubKey: SCRIPT }];
  const previous = { hash: hashFromHex(coin.txid), index: coin.index };
  const tx: Transaction = {
    version: 2,
    inputs: [{ previous, scriptSig: new Uint8Array(), sequence: 0xfffffffd, witness: [] }],
    outputs,
    lockTime: 0,
  };
  return { ...tx, inputs: tx.inputs.map((input, index) => ({ ...input, ...signInput(tx, index, spent, KEY) })) };
}

/** Returns an output of the key. @param value sats */
export function toKey(value: bigint): TxOut {
  return { value, scriptPubKey: SCRIPT };
}

/** Mines 101 blocks, then a block with a payment from the first. */
export async function firstPayment(call: Call): Promise<void> {
  const coin = await firstCoin(call);
  await call('sendrawtransaction', txHex(pay(coin, [toKey(coin.value - 1_000n)])));
  await call('generatetoaddress', 1, ADDRESS);
}

/** Sends signed payments in sequence, then mines them. @returns payments per second */
export async function paymentRate(call: Call, count: number): Promise<number> {
  const coin = await firstCoin(call);
  const share = (coin.value - 1_000_000n) / BigInt(count);
  const shares = Array.from({ length: count }, () => share);
  const fan = pay(coin, shares.map(toKey));
  await call('sendrawtransaction', txHex(fan), 0);
  await call('generatetoaddress', 1, ADDRESS);
  const { txid } = recordTx(fan);
  const list = shares.map((value, index) => txHex(pay({ txid, index, value }, [toKey(value - 1_000n)])));
  const begun = performance.now();
  for (const raw of list) await call('sendrawtransaction', raw);
  const rate = (count * 1000) / (performance.now() - begun);
  await call('generatetoaddress', 1, ADDRESS);
  return rate;
}

/** Mines until a coinbase of the key can be spent. */
export async function firstCoin(call: Call): Promise<Coin> {
  const [hash] = (await call('generatetoaddress', 101, ADDRESS)) as string[];
  const { tx } = (await call('getblock', hash, 2)) as { tx: { txid: string; vout: { value: number }[] }[] };
  return { txid: tx[0]?.txid ?? '', index: 0, value: BigInt(Math.round((tx[0]?.vout[0]?.value ?? 0) * 1e8)) };
}

/** Pays from a wallet with the coins of `count` coinbases. @returns payments per second */
export async function walletPaymentRate(call: Call, count: number): Promise<number> {
  await call('createwallet', 'bench');
  await call('generatetoaddress', count, await call('getnewaddress'));
  await call('generatetoaddress', 100, ADDRESS);
  const begun = performance.now();
  for (let made = 0; made < count; made++) await call('sendtoaddress', ADDRESS, '0.01');
  const rate = (count * 1000) / (performance.now() - begun);
  await call('generatetoaddress', 1, ADDRESS);
  await call('unloadwallet', 'bench');
  return rate;
}
