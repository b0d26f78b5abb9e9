import { DevnetError, invalid } from '../../error.js';
import { isRecord } from '../../json.js';
import type { Client } from '../client.js';
import type { Output } from '../output.js';

export type FaucetCommandOptions = { stacking?: boolean | undefined; wait?: boolean | undefined };

/** `faucet btc|stx <address>`: requests a payment and, without `--no-wait`, waits for its block. */
export async function faucet(client: Client, output: Output, chain: string, address: string, options: FaucetCommandOptions): Promise<void> {
  const { stacking = false, wait = true } = options;
  if (chain !== 'btc' && chain !== 'stx') throw invalid('chain', 'btc or stx', chain);
  if (stacking && chain === 'btc') throw invalid('--stacking', 'the chain stx', 'btc');
  const query = new URLSearchParams({ wait: String(wait), ...(chain === 'stx' ? { address, stacking: String(stacking) } : {}) });
  const { status, body } = await client('POST', `/extended/v1/faucets/${chain}?${query}`, chain === 'btc' ? { address } : undefined);
  if (output.json) output.object(body);
  if (status === 202) {
    throw new DevnetError('TIMEOUT', `The payment ${body['txId']} was sent, but is not in a block yet.`, {
      lastSeen: typeof body['lastSeen'] === 'string' ? body['lastSeen'] : undefined,
    });
  }
  if (output.json) return;
  const { block } = body;
  output.line(
    `paid ${address}: ${body['txId']}${isRecord(block) ? `, in ${chain === 'btc' ? 'Bitcoin' : 'Stacks'} block ${block['height']}` : ''}`,
  );
}
