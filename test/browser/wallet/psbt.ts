import { Transaction } from '@scure/btc-signer';
import type { Devnet } from 'stacks-devnet';

/** Returns a PSBT, as base64, that pays a new coin of an address back to it, with 400 sats of fee. */
export async function psbtOf(devnet: Devnet, address: string): Promise<string> {
  const { txId } = await devnet.faucet.btc(address, { amount: 10_000n });
  const raw = (await (await fetch(`${devnet.urls.gateway}/api/tx/${txId}/hex`)).text()).trim();
  const paid = Transaction.fromRaw(Buffer.from(raw, 'hex'), { allowUnknownOutputs: true });
  const vout =
    Array.from({ length: paid.outputsLength }, (_, index) => index).find((index) => paid.getOutput(index).amount === 10_000n) ?? 0;
  const { script = new Uint8Array(), amount = 0n } = paid.getOutput(vout);
  const psbt = new Transaction();
  psbt.addInput({ txid: txId, index: vout, witnessUtxo: { script, amount } });
  psbt.addOutput({ script, amount: amount - 400n });
  return Buffer.from(psbt.toPSBT()).toString('base64');
}
