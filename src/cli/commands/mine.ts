import { invalid } from '../../base/error.js';
import type { GatewayClient } from '../../network/connected.js';
import { mining } from '../../network/operations.js';
import { ask } from '../ask.js';
import type { Output } from '../output.js';

/** `mine [n] [--stacks]`: mines blocks now. */
export async function mine(gateway: GatewayClient, output: Output, count: string, chain: 'bitcoin' | 'stacks'): Promise<void> {
  const blocks = /^\d{1,5}$/.test(count) ? Number(count) : 0;
  if (blocks < 1 || blocks > 10_000) throw invalid('n', 'a number of blocks from 1 to 10000', count);
  const { body, answer } = await ask(gateway, mining.mine, { request: { [chain]: blocks } });
  if (output.json) {
    output.object(body);
    return;
  }
  const { bitcoin, stacks } = answer();
  const what = `${blocks} ${chain === 'bitcoin' ? 'Bitcoin' : 'Stacks'} ${blocks === 1 ? 'block' : 'blocks'}`;
  output.line(`mined ${what}: Bitcoin is at ${bitcoin.height}, Stacks at ${stacks.height}`);
}
