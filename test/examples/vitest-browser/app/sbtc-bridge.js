import { hex } from '@scure/base';
import { p2wpkh } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { REGTEST, SbtcApiClientDevenv, sbtcDepositHelper } from 'sbtc';

const client = new SbtcApiClientDevenv();

/** A page that moves the Bitcoin of a key to sBTC at a Stacks address. */
export function sbtcBridge(privateKey, stacksAddress) {
  const key = hex.decode(privateKey);
  const publicKey = pubECDSA(key);
  const { address } = p2wpkh(publicKey, REGTEST);
  const root = document.createElement('section');
  root.innerHTML = `<input aria-label="sats" type="number"><button>Deposit</button><p role="status"></p>`;
  const show = (text) => {
    root.querySelector('[role=status]').textContent = text;
  };
  root.querySelector('button').onclick = async () => {
    try {
      const deposit = await sbtcDepositHelper({
        network: REGTEST,
        stacksAddress,
        amountSats: Number(root.querySelector('input').value),
        signersPublicKey: await client.fetchSignersPublicKey(),
        feeRate: await client.fetchFeeRate('medium'),
        utxos: await client.fetchUtxos(address),
        bitcoinChangeAddress: address,
        reclaimPublicKey: hex.encode(publicKey.slice(1)),
      });
      deposit.transaction.sign(key);
      deposit.transaction.finalize();
      const txid = await client.broadcastTx(deposit.transaction);
      await client.notifySbtc(deposit);
      show('on its way');
      for (;;) {
        const { status } = await client.fetchDeposit(txid);
        if (status === 'confirmed') break;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      show(`${await client.fetchSbtcBalance(stacksAddress)} sats of sBTC`);
    } catch (error) {
      show(error.message);
    }
  };
  return { root, address };
}
