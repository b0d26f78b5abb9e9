/** A P2WPKH output to spend. @property privateKey 64 hex digits */
export type PaymentInput = { txid: string; vout: number; amount: bigint; privateKey: string };
export type PaymentOutput = { script: Uint8Array; amount: bigint };

/** Virtual bytes of a transaction without inputs and outputs, and of one P2WPKH input (BIP141, a 72-byte signature at most). */
const OVERHEAD = 11;
const INPUT = 69;

/** An upper bound of a payment's size in virtual bytes. */
export function paymentSize(inputs: number, scripts: readonly Uint8Array[]): number {
  return OVERHEAD + inputs * INPUT + scripts.reduce((size, script) => size + 9 + script.length, 0);
}

/** Builds and signs a payment from P2WPKH outputs. Signatures are deterministic (RFC 6979). @returns raw transaction and txid */
export async function signPayment(
  inputs: readonly PaymentInput[],
  outputs: readonly PaymentOutput[],
): Promise<{ hex: string; txid: string }> {
  const [{ Transaction, p2wpkh }, { pubECDSA }] = await Promise.all([import('@scure/btc-signer'), import('@scure/btc-signer/utils.js')]);
  const transaction = new Transaction({ allowUnknownOutputs: true });
  for (const { txid, vout, amount, privateKey } of inputs) {
    const { script } = p2wpkh(pubECDSA(Buffer.from(privateKey, 'hex')));
    transaction.addInput({ txid, index: vout, witnessUtxo: { script, amount } });
  }
  for (const output of outputs) transaction.addOutput(output);
  for (const [index, { privateKey }] of inputs.entries()) transaction.signIdx(Buffer.from(privateKey, 'hex'), index);
  transaction.finalize();
  return { hex: transaction.hex, txid: transaction.id };
}
