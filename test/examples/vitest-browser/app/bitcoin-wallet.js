import { hex } from '@scure/base';
import { NETWORK, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';

const ESPLORA = 'https://mempool.space/testnet/api';
const regtest = { ...NETWORK, ...TEST_NETWORK, bech32: 'bcrt' };
const FEE = 1_000n;

/** A Bitcoin wallet of one key: its address and balance, and a form that pays. */
export function bitcoinWallet(privateKey) {
  const key = hex.decode(privateKey);
  const { address, script } = p2wpkh(pubECDSA(key), regtest);
  const root = document.createElement('section');
  root.innerHTML = `<p id="address">${address}</p><p id="balance"></p>
    <form><input name="to" aria-label="to"><input name="sats" aria-label="sats" type="number"><button>Send</button></form>
    <p role="status"></p>`;
  const show = (selector, text) => {
    root.querySelector(selector).textContent = text;
  };
  const ask = async (path, init) => {
    const answer = await fetch(`${ESPLORA}${path}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text;
  };
  const coins = async () => JSON.parse(await ask(`/address/${address}/utxo`));
  const refresh = async () => {
    const total = (await coins()).reduce((sum, { value }) => sum + value, 0);
    show('#balance', `${total} sats`);
  };
  root.querySelector('form').onsubmit = async (event) => {
    event.preventDefault();
    const { to, sats } = Object.fromEntries(new FormData(event.target));
    try {
      const amount = BigInt(sats);
      const coin = (await coins()).find(({ value }) => BigInt(value) >= amount + FEE);
      if (coin === undefined) throw new Error('not enough sats');
      const transaction = new Transaction();
      transaction.addInput({ txid: coin.txid, index: coin.vout, witnessUtxo: { script, amount: BigInt(coin.value) } });
      transaction.addOutputAddress(to, amount, regtest);
      transaction.addOutputAddress(address, BigInt(coin.value) - amount - FEE, regtest);
      transaction.sign(key);
      transaction.finalize();
      show('[role=status]', `sent ${await ask('/tx', { method: 'POST', body: transaction.hex })}`);
      await refresh();
    } catch (error) {
      show('[role=status]', error.message);
    }
  };
  return { root, address, refresh };
}
