import { DevnetError, invalid } from '../../error.js';
import { isRecord } from '../../json.js';
import type { Client } from '../client.js';
import type { Output } from '../output.js';

export type FaucetCommandOptions = { stacking?: boolean | undefined; wait?: boolean | undefined };

/** `faucet btc|stx|sbtc <address>`: requests a payment and, without `--no-wait`, waits for its block. */
export async function faucet(client: Client, output: Output, coin: string, address: string, options: FaucetCommandOptions): Promise<void> {
  const { stacking = false, wait = true } = options;
  if (coin !== 'btc' && coin !== 'stx' && coin !== 'sbtc') throw invalid('coin', 'btc, stx or sbtc', coin);
  if (stacking && coin !== 'stx') throw invalid('--stacking', 'the coin stx', coin);
  const parameters = { address, wait: String(wait), ...(stacking ? { stacking: 'true' } : {}) };
  const { status, body } = await client('POST', `/extended/v1/faucets/${coin}`, parameters);
  if (output.json) output.object(body);
  if (status === 202) {
    throw new DevnetError('TIMEOUT', `The payment ${body['txId']} was sent, but is not in a block yet.`, {
      lastSeen: typeof body['lastSeen'] === 'string' ? body['lastSeen'] : undefined,
    });
  }
  if (output.json) return;
  const { block } = body;
  output.line(
    `paid ${address}: ${body['txId']}${isRecord(block) ? `, in ${coin === 'btc' ? 'Bitcoin' : 'Stacks'} block ${block['height']}` : ''}`,
  );
}
