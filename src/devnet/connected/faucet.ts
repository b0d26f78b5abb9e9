import { checkAddressText } from '../../chains/address-hint.js';
import { readAmount } from '../../check-amount.js';
import { DevnetError } from '../../error.js';
import { COIN_NAMES, type FaucetCoin } from '../../faucet/types.js';
import { afterTimeout } from '../../wait.js';
import { accountNamed } from '../account-named.js';
import { checkOptions } from '../options.js';
import type { Accounts, FaucetPayment, StxFaucetOptions } from '../types.js';
import { readPayment } from './answers.js';
import { bound } from './bound.js';
import type { GatewayClient } from './gateway-client.js';

/** Asks the gateway for a payment, as the faucets of the network's own process make it. */
export async function payThrough(
  ask: GatewayClient['ask'],
  coin: FaucetCoin,
  { to, accounts }: { to: string; accounts: Accounts },
  options: StxFaucetOptions = {},
  closed: AbortSignal,
): Promise<FaucetPayment> {
  checkOptions('faucet', options);
  const { amount, stacking, wait, timeoutMs, signal } = options;
  const unit = coin === 'stx' ? 'micro-STX' : 'sats';
  const units = amount === undefined ? undefined : readAmount(amount, 'amount', `a whole number of ${unit} of at least 1`, { least: 1n });
  const chain = coin === 'btc' ? 'btc' : 'stx';
  const address = accountNamed(accounts, to)?.[chain].address ?? to;
  checkAddressText(address, chain, coin === 'btc' ? 'a Bitcoin address' : 'a Stacks address');
  const order = { address, amount: units?.toString(), stacking, wait, timeoutMs };
  const what = `the ${COIN_NAMES[coin]} faucet`;
  const { status, body } = await bound({ what, signal, closed }, (ended) =>
    ask('POST', `/faucets/${coin}`, { body: order, signal: ended }),
  );
  const payment = readPayment(body);
  if (status !== 202) return payment;
  const lastSeen = typeof body['lastSeen'] === 'string' ? body['lastSeen'] : undefined;
  const seen = lastSeen === undefined ? '' : `; last seen: ${lastSeen}`;
  const hint = typeof body['hint'] === 'string' ? body['hint'] : undefined;
  const after = timeoutMs === undefined ? '' : ` ${afterTimeout(timeoutMs)}`;
  throw new DevnetError(
    'TIMEOUT',
    `gave up waiting for ${what}'s payment ${payment.txId}${after}${seen}${hint === undefined ? '' : `. ${hint}`}`,
    {
      lastSeen,
      hint,
      payment,
    },
  );
}
