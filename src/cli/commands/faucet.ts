import { DevnetError, invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import { BTC, readUnits, SBTC, STX } from '../../base/units.js';
import type { GatewayClient } from '../../network/connected.js';
import type { FaucetCoin } from '../../network/data.js';
import { faucet as faucets } from '../../network/operations.js';
import { ask } from '../ask.js';
import type { Output } from '../output.js';
import { resolveRecipient } from '../recipient.js';

export type FaucetCommandOptions = { amount?: string | undefined; stacking?: boolean | undefined; wait?: boolean | undefined };

const UNITS = { btc: BTC, stx: STX, sbtc: SBTC };

/**
 * `faucet btc|stx|sbtc <who>`: requests a payment and, without `--no-wait`, waits for its block. `who` is an address or the name of
 * an account.
 */
export async function faucet(
  gateway: GatewayClient,
  output: Output,
  coin: string,
  who: string,
  options: FaucetCommandOptions,
): Promise<void> {
  const { amount, stacking = false, wait = true } = options;
  if (coin !== 'btc' && coin !== 'stx' && coin !== 'sbtc') throw invalid('coin', 'btc, stx or sbtc', coin);
  if (stacking && coin !== 'stx') throw invalid('--stacking', 'the coin stx', coin);
  if (stacking && amount !== undefined) throw invalid('--amount', 'no amount beside --stacking', amount);
  const units = amount === undefined ? undefined : readUnits(amount, UNITS[coin], '--amount');
  const address = await resolveRecipient(gateway, who, coin);
  const body =
    units === undefined
      ? await pay(gateway, coin, { address, stacking, wait })
      : (await ask(gateway, faucets[coin], { address, amount: units, wait })).body;
  if (output.json) output.object(body);
  if (body['lastSeen'] !== undefined) {
    const message = `The payment ${body['txId']} was sent, but is not in a block yet.`;
    throw new DevnetError('TIMEOUT', message, { lastSeen: String(body['lastSeen']) });
  }
  if (!output.json) output.line(`paid ${address === who ? who : `${who}, ${address}`}: ${body['txId']}${blockText(body['block'], coin)}`);
}

/** Asks the public faucet, which pays the configured amount. A payment that is not in a block by the deadline has `lastSeen`. */
async function pay(
  gateway: GatewayClient,
  coin: FaucetCoin,
  { address, stacking, wait }: { address: string; stacking: boolean; wait: boolean },
): Promise<Record<string, unknown>> {
  const parameters = { address, wait: String(wait), ...(stacking ? { stacking: 'true' } : {}) };
  const { body } = await gateway.ask('POST', `/extended/v1/faucets/${coin}`, { body: parameters });
  return body;
}

function blockText(block: unknown, coin: FaucetCoin): string {
  return isRecord(block) ? `, in ${coin === 'btc' ? 'Bitcoin' : 'Stacks'} block ${block['height']}` : '';
}
