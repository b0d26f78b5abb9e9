import { formatUnits, readUnits, STX } from '../../base/units.js';
import type { Devnet } from '../../network/types.js';
import { readFee } from '../fee.js';
import type { Output } from '../output.js';
import { printSent } from '../receipt-lines.js';

export type SendFlags = { as: string; fee?: string | undefined; wait: boolean; memo?: string | undefined };

/** `send <to> <amount>`: sends STX. @returns the exit status */
export async function send(connect: () => Promise<Devnet>, output: Output, to: string, text: string, flags: SendFlags): Promise<number> {
  const { as, fee, wait, memo } = flags;
  const amount = readUnits(text, STX);
  const options = { as, fee: readFee(fee), wait, memo };
  await using devnet = await connect();
  const sent = await devnet.stacks.transfer({ ...options, to, amount });
  return printSent(output, `${formatUnits(`${amount}`, STX.decimals)} STX to ${to}`, sent);
}
