import { hex } from '@scure/base';
import { NETWORK, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';

// Regtest differs from testnet only in its bech32 prefix.
const regtest = { ...NETWORK, ...TEST_NETWORK, bech32: 'bcrt' };
const FEE = 1_000n;

/** Returns the P2WPKH address and script of a private key (64 hex digits, then 01). */
export function wallet(privateKey) {
  const key = hex.decode(privateKey.slice(0, 64));
  const payment = p2wpkh(pubECDSA(key), regtest);
  return { key, address: payment.address, script: payment.script };
}

/**
 * Pays `amount` sats from the first UTXO of a wallet that is large enough. The data goes into an OP_RETURN output, the change to the
 * wallet.
 */
export async function pay(bitcoin, from, to, amount, data) {
  const { unspents } = await bitcoin.command('scantxoutset', 'start', [`addr(${from.address})`]);
  const coins = unspents.map((coin) => ({ ...coin, sats: BigInt(Math.round(coin.amount * 1e8)) }));
  const coin = coins.find(({ sats }) => sats >= amount + FEE);
  if (coin === undefined) throw new Error(`${from.address} has no coin of ${amount} sats`);
  const transaction = new Transaction({ allowUnknownOutputs: true });
  transaction.addInput({ txid: coin.txid, index: coin.vout, witnessUtxo: { script: from.script, amount: coin.sats } });
  transaction.addOutput({ script: to, amount });
  if (data !== undefined) transaction.addOutput({ script: Uint8Array.from([0x6a, data.length, ...data]), amount: 0n });
  const change = coin.sats - amount - FEE;
  if (change > 546n) transaction.addOutput({ script: from.script, amount: change });
  transaction.sign(from.key);
  transaction.finalize();
  return bitcoin.command('sendrawtransaction', transaction.hex);
}
