import { type Advice, advise } from '../../../base/advice.js';
import { invalid, undoneByRestore } from '../../../base/error.js';
import { notSecret } from '../../../base/show-value.js';
import { type Deadline, startDeadline, type WaitOptions } from '../../../base/wait.js';
import type { Bridge } from '../../../sbtc/bridge.js';
import type { StacksClient } from '../../../stacks/client.js';
import type { MiningModes } from '../../../stacks/mining-mode.js';
import { checkTestnetPrincipal } from '../../../stacks/principal.js';
import type { Account, DevnetEvent, DevnetUrls, StacksTxReceipt } from '../../data.js';
import type { Coin } from '../../faucet/stacks/coin.js';
import type { FaucetCalls } from '../../operations/network.js';
import { checkOptions } from '../options.js';
import { noSbtc, type SbtcNames, sbtcNames } from './names.js';
import type { DepositId, LocalSbtc, SbtcDeposit, SbtcFacts, SbtcWaitOptions, SbtcWithdrawal } from './types.js';
import type { Known } from './wait-for-status.js';

const PAUSED = advise`The bridge is paused: use ${{ do: 'sbtc.step' }} or ${{ do: 'sbtc.configure', with: { change: { mode: 'auto' } } }}`;

export type LocalSbtcParts = {
  /** Undefined if the network has no sBTC. */
  names: SbtcNames | undefined;
  token: Coin | undefined;
  /** Loads the bridge. @throws DevnetError UNSUPPORTED */
  bridge(): Promise<Bridge>;
  urls(): DevnetUrls;
  rpc: StacksClient;
  faucet: Pick<FaucetCalls, 'btc'>;
  accounts: readonly Account[];
  waitForTx(txid: string, options: WaitOptions): Promise<StacksTxReceipt>;
  modes(): MiningModes;
  /** Counts the restores of snapshots so far. */
  restores(): number;
  subscribe(listener: (event: DevnetEvent) => void): () => void;
  /** Returns the default timeout of a wait for one transaction, in ms. */
  waitMs(): number;
  closed: AbortSignal;
};

/** An exchange takes three transactions, one after the other. */
const TRANSACTIONS = 3;

/** `devnet.sbtc` of a network in this process. What it needs loads at its first use. */
export function createLocalSbtc(parts: LocalSbtcParts): LocalSbtc {
  const { bridge, closed } = parts;
  const views = () => import('./views.js');
  const deposits: LocalSbtc['deposits'] = async () => {
    const [{ depositView }, loaded] = await Promise.all([views(), bridge()]);
    return (await loaded.state()).deposits.map(depositView);
  };
  const withdrawals: LocalSbtc['withdrawals'] = async () => {
    const [{ withdrawalView }, loaded] = await Promise.all([views(), bridge()]);
    return (await loaded.state()).withdrawals.map(withdrawalView);
  };
  const watch =
    (type: 'sbtc.deposit' | 'sbtc.withdrawal') =>
    (listener: () => void): (() => void) =>
      parts.subscribe((event) => {
        if (event.type === type || event.type === 'restored') listener();
      });
  const hint = (mode: () => string) => (): Advice | undefined => {
    if (mode() === 'manual') return PAUSED;
    const { bitcoin, stacks } = parts.modes();
    const manual = [bitcoin === 'auto' ? '' : 'Bitcoin', stacks === 'auto' ? '' : 'Stacks'].filter((name) => name !== '');
    const [first] = manual;
    if (first === undefined) return undefined;
    const mine = { do: 'mine', with: { request: { [first.toLowerCase()]: 1 } } };
    return advise`Blocks of ${manual.join(' and ')} are not mined at once: use ${mine}`;
  };
  const limitsOf = (options: WaitOptions): Deadline => startDeadline(options, TRANSACTIONS * parts.waitMs());
  /** A request that the network has now. A look would take too long: a restore may come before its answer. */
  const knownAs = (txid: string | undefined): Known | undefined => (txid === undefined ? undefined : { txid, restores: parts.restores() });
  const waitForDeposit = async (id: DepositId, options: SbtcWaitOptions = {}, known?: Known): Promise<SbtcDeposit> => {
    checkOptions('waitForDeposit', options);
    const { txid, vout } = checkDepositId(id);
    const [{ waitForStatus }, loaded] = await Promise.all([import('./wait-for-status.js'), bridge()]);
    return waitForStatus({
      ...limitsOf(options),
      name: `deposit ${txid}:${vout}`,
      wanted: options.status ?? 'confirmed',
      look: async () => (await deposits()).find((deposit) => deposit.txid === txid && deposit.vout === vout),
      ...{ known: known ?? knownAs(loaded.txidOf(`${txid}:${vout}`)), restores: parts.restores },
      watch: watch('sbtc.deposit'),
      hint: hint(() => loaded.configuration().mode),
      closed,
    });
  };
  const waitForWithdrawal = async (requestId: bigint, options: SbtcWaitOptions = {}, known?: Known): Promise<SbtcWithdrawal> => {
    checkOptions('waitForWithdrawal', options);
    checkRequestId(requestId);
    const [{ waitForStatus }, loaded] = await Promise.all([import('./wait-for-status.js'), bridge()]);
    return waitForStatus({
      ...limitsOf(options),
      name: `withdrawal ${requestId}`,
      wanted: options.status ?? 'confirmed',
      look: async () => (await withdrawals()).find((withdrawal) => withdrawal.requestId === requestId),
      ...{ known: known ?? knownAs(loaded.txidOf(`${requestId}`)), restores: parts.restores },
      watch: watch('sbtc.withdrawal'),
      hint: hint(() => loaded.configuration().mode),
      closed,
    });
  };
  const configure: LocalSbtc['configure'] = async (change) => (await bridge()).configure(change);

  return Object.defineProperties(
    {
      async balance(principal: string) {
        checkTestnetPrincipal(principal, 'principal');
        if (parts.token === undefined) throw noSbtc();
        return (await parts.token.account(principal)).balance;
      },
      async deposit(options) {
        checkOptions('deposit', options);
        const [{ makeDeposit }, { depositView }, loaded] = await Promise.all([import('./make-deposit.js'), views(), bridge()]);
        const limits = limitsOf(options);
        const restores = parts.restores();
        const announcement = await makeDeposit(options, limits, parts);
        // The restored state does not have the payment.
        if (restores !== parts.restores()) throw undoneByRestore(`deposit ${announcement.bitcoinTxid}`);
        const { deposit } = await loaded.announce(announcement);
        return options.wait === false ? depositView(deposit) : waitForDeposit(deposit, limits, knownAs(deposit.txid));
      },
      async withdraw(options) {
        checkOptions('withdraw', options);
        const [{ requestWithdrawal }, , { deployer }] = await Promise.all([
          import('./request-withdrawal.js'),
          bridge(),
          parts.names ?? noNames(),
        ]);
        const limits = limitsOf(options);
        const waitForTx = (txid: string) => parts.waitForTx(txid, limits);
        const { requestId, txid } = await requestWithdrawal(options, { rpc: parts.rpc, deployer, waitForTx });
        const status = options.wait === false ? 'pending' : 'confirmed';
        return waitForWithdrawal(requestId, { ...limits, status }, knownAs(txid));
      },
      waitForDeposit: (id, options) => waitForDeposit(id, options),
      waitForWithdrawal: (requestId, options) => waitForWithdrawal(requestId, options),
      deposits,
      withdrawals,
      step: async () => (await bridge()).step(),
      async reject(target) {
        const loaded = await bridge();
        if ('requestId' in target) checkRequestId(target.requestId);
        await loaded.reject('requestId' in target ? { requestId: target.requestId } : checkDepositId(target));
      },
      async pause() {
        await configure({ mode: 'manual' });
      },
      async resume() {
        await configure({ mode: 'auto' });
      },
      configuration: async () => (await bridge()).configuration(),
      configure,
    } satisfies Omit<LocalSbtc, keyof SbtcFacts>,
    Object.getOwnPropertyDescriptors(sbtcNames(parts.names, parts.urls)),
  ) as LocalSbtc;
}

async function noNames(): Promise<never> {
  throw noSbtc();
}

/** @throws DevnetError INVALID_INPUT */
export function checkDepositId({ txid, vout = 0 }: DepositId): { txid: string; vout: number } {
  const id = typeof txid === 'string' ? txid.toLowerCase() : '';
  if (!/^[0-9a-f]{64}$/.test(id)) throw invalid('txid', '64 hex digits', notSecret(txid));
  if (!Number.isSafeInteger(vout) || vout < 0) throw invalid('vout', 'the index of an output', vout);
  return { txid: id, vout };
}

/** @throws DevnetError INVALID_INPUT */
export function checkRequestId(requestId: bigint): void {
  if (typeof requestId !== 'bigint' || requestId < 1n) throw invalid('requestId', 'the id of a withdrawal, as bigint', requestId);
}
