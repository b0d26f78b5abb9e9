import type { Devnet } from '../../devnet/types.js';
import { invalid } from '../../error.js';
import { readFee } from '../fee.js';
import type { Output } from '../output.js';
import { printSent } from '../receipt-lines.js';
import { formatUnits } from '../units.js';

export type SendFlags = { as: string; fee?: string | undefined; wait: boolean; memo?: string | undefined };

const DECIMALS = 6;

/** `send <to> <amount>`: sends STX. @returns the exit status */
export async function send(connect: () => Promise<Devnet>, output: Output, to: string, text: string, flags: SendFlags): Promise<number> {
  const { as, fee, wait, memo } = flags;
  const amount = readAmount(text);
  const options = { as, fee: readFee(fee), wait, memo };
  await using devnet = await connect();
  const sent = await devnet.stacks.transfer({ ...options, to, amount });
  return printSent(output, `${formatUnits(`${amount}`, DECIMALS)} STX to ${to}`, sent);
}

/** Reads micro-STX, or STX with their unit. @throws DevnetError INVALID_INPUT */
function readAmount(text: string): bigint {
  const [, whole = '', fraction = '', unit] = /^(\d{1,18})(?:\.(\d{1,6}))?(STX)?$/i.exec(text) ?? [];
  if (whole === '' || (unit === undefined && fraction !== '')) {
    throw invalid('amount', 'micro-STX such as 1500000, or STX with the unit such as 1.5STX', text);
  }
  return unit === undefined ? BigInt(whole) : BigInt(`${whole}${fraction.padEnd(DECIMALS, '0')}`);
}
