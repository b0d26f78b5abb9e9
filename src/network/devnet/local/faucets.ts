import { DevnetError } from '../../../base/error.js';
import type { Engine } from '../../../stacks/engine.js';
import type { Tracking } from '../../../stacks/history.js';
import type { Accounts, FaucetCoin, FaucetPayment } from '../../data.js';
import { createBtcFaucet } from '../../faucet/btc/faucet.js';
import { type PaymentTurnsOf, payAlone } from '../../faucet/payment-turns.js';
import { type Coin, sbtcCoin, stxCoin } from '../../faucet/stacks/coin.js';
import { createStacksFaucet, type StacksFaucet } from '../../faucet/stacks/faucet.js';
import type { FaucetCalls } from '../../operations/network.js';
import { accountNamed } from '../account-named.js';
import { readFaucetBalances } from '../balances.js';
import type { Clients } from './clients.js';
import type { Events } from './events.js';
import type { DevnetParts } from './parts.js';
import type { Waits } from './waits.js';

export type FaucetParts = Pick<DevnetParts, 'faucet'> & {
  engine: Pick<Engine, 'chains'>;
  clients: Clients;
  tracking: Tracking;
  accounts: Accounts;
  waits: Waits;
  emit: Events['emit'];
  /** The deployer of sBTC; undefined if the network has none. */
  deployer: string | undefined;
  turnsOf: PaymentTurnsOf | undefined;
  closed: AbortSignal;
};

/** The faucets of a network. */
export type Faucets = {
  faucet: FaucetCalls;
  /** sBTC; undefined if the network has none. */
  token: Coin | undefined;
  balances(): Promise<Record<FaucetCoin, bigint>>;
};

export function createFaucets(parts: FaucetParts): Faucets {
  const { engine, faucet, clients, tracking, accounts, deployer, turnsOf = payAlone, closed } = parts;
  const { waiting } = parts.waits;
  const { history, subscribe } = tracking;
  const onPayment =
    (coin: FaucetCoin) =>
    (address: string, { txId, amount }: FaucetPayment) =>
      parts.emit({ type: 'faucet.payment', chain: coin === 'btc' ? 'bitcoin' : 'stacks', coin, txId, address, amount: `${amount}` });
  const services = { chains: engine.chains, subscribe, turnsOf, closed };
  const onStacks = (coin: Coin, name: 'stx' | 'sbtc'): StacksFaucet =>
    createStacksFaucet({
      ...{ ...services, ...faucet[name], coin, rpc: clients.stacks, tracker: tracking.stacks },
      mempool: () => history.mempool.pending().map(({ transaction }) => transaction),
      onPayment: onPayment(name),
    });

  const stxToken = stxCoin(clients.stacks);
  const token = deployer === undefined ? undefined : sbtcCoin(clients.stacks, deployer);
  const btc = createBtcFaucet({
    ...{ ...services, ...faucet.btc, rpc: clients.bitcoin, tracker: tracking.bitcoin },
    onPayment: onPayment('btc'),
  });
  const stx = onStacks(stxToken, 'stx');
  const sbtc = token === undefined ? withoutSbtc : onStacks(token, 'sbtc');
  return {
    faucet: {
      btc: (to, options) =>
        waiting('faucet', 'Bitcoin', undefined, options, (deadline) => btc(payee(to, 'btc', accounts), options ?? {}, deadline)),
      stx: (to, options) =>
        waiting('faucet', 'Stacks', undefined, options, (deadline) => stx(payee(to, 'stx', accounts), options ?? {}, deadline)),
      sbtc: (to, options) =>
        waiting('faucet', 'Stacks', undefined, options, (deadline) => sbtc(payee(to, 'stx', accounts), options ?? {}, deadline)),
    },
    token,
    balances: () => readFaucetBalances(faucet, stxToken, token, clients.bitcoin),
  };
}

/** Returns the address to pay to. An address is checked by its faucet, which knows the chain. */
function payee(to: string, chain: 'btc' | 'stx', accounts: Accounts): string {
  return (typeof to === 'string' ? accountNamed(accounts, to)?.[chain].address : undefined) ?? to;
}

async function withoutSbtc(): Promise<never> {
  throw new DevnetError('FAUCET_DISABLED', 'the network has no sBTC: see the setting sbtc');
}
