// Uses a Bitcoin node with bitcoinjs: a coin of a key is spent by a PSBT.
import assert from 'node:assert/strict';
import * as bitcoin from 'bitcoinjs-lib';
import { ECPairFactory } from 'ecpair';
import { createBitcoinNode } from 'stacks-devnet-bitcoin';
import * as curve from 'tiny-secp256k1';

const network = bitcoin.networks.regtest;
const pair = ECPairFactory(curve).fromPrivateKey(Buffer.alloc(32, 7), { network });
const { address, output } = bitcoin.payments.p2wpkh({ pubkey: pair.publicKey, network });
const node = createBitcoinNode();
const { url } = await node.listen({ user: 'alice', password: 'secret' });
const call = async (method, ...params) => {
  const headers = { authorization: `Basic ${btoa('alice:secret')}` };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ id: 1, method, params }) });
  const { result, error } = await response.json();
  assert.equal(error, null, JSON.stringify(error));
  return result;
};

const [first] = node.mine(101, address);
const { tx } = await call('getblock', first);
const psbt = new bitcoin.Psbt({ network });
psbt.addInput({ hash: tx[0], index: 0, witnessUtxo: { script: output, value: 5_000_000_000n } });
psbt.addOutput({ address, value: 4_999_990_000n });
psbt.signAllInputs(pair).finalizeAllInputs();
const txid = await call('sendrawtransaction', psbt.extractTransaction().toHex());
node.mine(1, address);
assert.equal((await call('gettxout', txid, 0)).confirmations, 1);
await node.close();
