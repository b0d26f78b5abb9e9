import { DevnetError } from '../../../base/error.js';
import { field, parseJson, readObject, readText } from '../../../base/json.js';
import type { StacksClient } from '../../../stacks/client.js';

/**
 * Calls a read-only function without a sender of its own.
 * @param args serialized Clarity values, with 0x
 * @returns the serialized result, with 0x
 * @throws DevnetError RPC if the contract is missing or the function fails
 */
export async function readOnly(
  stacks: Pick<StacksClient, 'request'>,
  contract: string,
  functionName: string,
  args: string[] = [],
): Promise<string> {
  const path = `/v2/contracts/call-read/${contract.replace('.', '/')}/${functionName}`;
  const body = Buffer.from(JSON.stringify({ sender: contract.split('.')[0], arguments: args }));
  const { status, bytes } = await stacks.request({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body });
  const text = bytes.toString('utf8');
  if (status !== 200) throw new DevnetError('RPC', `${contract}.${functionName}: ${text}`, { rpcCode: status });
  const answer = readObject(parseJson(text), functionName);
  if (field(answer, 'okay') !== true) throw new DevnetError('RPC', `${contract}.${functionName}: ${field(answer, 'cause')}`);
  return readText(answer, 'result');
}
