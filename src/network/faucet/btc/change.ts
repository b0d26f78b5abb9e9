import { paymentSize } from '../../../bitcoin/payment.js';

/** Change below this amount of sats goes to the fee: the dust limit of P2PKH at Core's default rate, the highest of all output types. */
export const DUST = 546n;
/** Sats per virtual byte: twice Core's default minimum, so that rounding never falls below it. */
const FEE_RATE = 2n;
/** With fewer usable coins than this, change is split so that concurrent requests need not wait for each other. */
const FEW_COINS = 50;
const SPLIT = 4;

/** The fee in sats of a transaction with these numbers of inputs and output scripts. */
export function feeOf(inputs: number, scripts: readonly Uint8Array[]): bigint {
  return FEE_RATE * BigInt(paymentSize(inputs, scripts));
}

export type ChangeRequest = {
  /** Sats of all inputs, and how many inputs there are. */
  total: bigint;
  inputs: number;
  /** Sats of the payment. */
  amount: bigint;
  /** The output script of the payment, and the one that change goes to. */
  script: Uint8Array;
  changeScript: Uint8Array;
  /** The number of coins that the faucet can use. */
  usable: number;
};

/** Returns the amounts in sats of a payment's change outputs: several if the faucet needs more coins, none if they would be dust. */
export function changeAmounts({ total, inputs, amount, script, changeScript, usable }: ChangeRequest): bigint[] {
  const rest = (parts: number): bigint =>
    total - amount - feeOf(inputs, [script, ...Array.from<Uint8Array>({ length: parts }).fill(changeScript)]);
  for (let parts = usable < FEW_COINS ? SPLIT : 1; parts > 1; parts--) {
    const part = rest(parts) / BigInt(parts);
    // A smaller part could not make the same payment again.
    if (part >= 2n * amount) return [rest(parts) - part * BigInt(parts - 1), ...Array.from<bigint>({ length: parts - 1 }).fill(part)];
  }
  return rest(1) >= DUST ? [rest(1)] : [];
}
