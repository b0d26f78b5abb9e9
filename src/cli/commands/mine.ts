import { invalid } from '../../error.js';
import { isRecord } from '../../json.js';
import type { Client } from '../client.js';
import type { Output } from '../output.js';

/** `mine [n] [--stacks]`: mines blocks now. */
export async function mine(client: Client, output: Output, count: string, chain: 'bitcoin' | 'stacks'): Promise<void> {
  const blocks = /^\d{1,5}$/.test(count) ? Number(count) : 0;
  if (blocks < 1 || blocks > 10_000) throw invalid('n', 'a number of blocks from 1 to 10000', count);
  const { body } = await client('POST', '/devnet/v1/mine', { [chain]: blocks });
  if (output.json) {
    output.object(body);
    return;
  }
  const heightOf = (part: unknown) => (isRecord(part) ? part['height'] : undefined);
  const what = `${blocks} ${chain === 'bitcoin' ? 'Bitcoin' : 'Stacks'} ${blocks === 1 ? 'block' : 'blocks'}`;
  output.line(`mined ${what}: Bitcoin is at ${heightOf(body['bitcoin'])}, Stacks at ${heightOf(body['stacks'])}`);
}
