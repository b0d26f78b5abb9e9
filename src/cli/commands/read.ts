import { jsonValue } from '../../base/json.js';
import { clarityText, displayValue, serializedHex } from '../../clarity/values.js';
import type { ContractInternals, LooseContract } from '../../network/contract.js';
import { fromClarity, readClarityArguments } from '../../network/contract.js';
import type { Devnet } from '../../network/types.js';
import type { Output } from '../output.js';

/** `read <contract> <function> [args...]`: prints what a read-only function returns. */
export async function read(
  connect: () => Promise<Devnet>,
  output: Output,
  name: string,
  fn: string,
  texts: readonly string[],
  { as }: { as?: string | undefined },
): Promise<void> {
  await using devnet = await connect();
  const contract = devnet.contract(name) as LooseContract & ContractInternals;
  const value = await contract.readValue(fn, readClarityArguments(texts, devnet), { as });
  if (!output.json) {
    output.line(clarityText(value));
    return;
  }
  const result = { hex: `0x${serializedHex(value)}`, repr: displayValue(value) };
  output.object({ result, value: jsonValue(fromClarity(value)) });
}
