import { repr } from '../../chains/stacks/codec/value/repr.js';
import { clarityText } from '../../chains/stacks/codec/value/value-text.js';
import { writeValue } from '../../chains/stacks/codec/value/value-writer.js';
import { readClarityArguments } from '../../devnet/contract/clarity-arguments.js';
import type { ContractInternals } from '../../devnet/contract/client.js';
import { fromClarity } from '../../devnet/contract/from-clarity.js';
import type { LooseContract } from '../../devnet/contract/types.js';
import type { Devnet } from '../../devnet/types.js';
import { jsonValue } from '../../json.js';
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
  const result = { hex: `0x${writeValue(value).toString('hex')}`, repr: repr(value) };
  output.object({ result, value: jsonValue(fromClarity(value)) });
}
