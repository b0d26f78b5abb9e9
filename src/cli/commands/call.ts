import { invalid } from '../../base/error.js';
import type { CallReceipt } from '../../network/contract.js';
import { readClarityArguments } from '../../network/contract.js';
import type { StacksTxReceipt } from '../../network/data.js';
import type { Devnet } from '../../network/types.js';
import { readFee } from '../fee.js';
import type { Output } from '../output.js';
import { printSent } from '../receipt-lines.js';

export type CallFlags = { as: string; fee?: string | undefined; wait: boolean; postConditions: string };

/** `call <contract> <function> [args...]`: calls a public function. @returns the exit status */
export async function call(
  connect: () => Promise<Devnet>,
  output: Output,
  name: string,
  fn: string,
  texts: readonly string[],
  { as, fee, wait, postConditions: mode }: CallFlags,
): Promise<number> {
  if (mode !== 'allow' && mode !== 'deny') throw invalid('--post-conditions', 'allow or deny', mode);
  const options = { as, fee: readFee(fee), wait, postConditionMode: mode } as const;
  await using devnet = await connect();
  const contract = devnet.contract(name);
  const sent: string | CallReceipt = await contract.call(fn, readClarityArguments(texts, devnet), options);
  return printSent(output, `${fn} of ${contract.id}`, sent as string | StacksTxReceipt);
}
