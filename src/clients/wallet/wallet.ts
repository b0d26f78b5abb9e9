import { delay } from '#platform/timers.js';
import { once } from '../../base/async.js';
import { DevnetError, invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import type { Account } from '../../network/data.js';
import { accountNamed } from '../../network/devnet.js';
import type { Devnet } from '../../network/types.js';
import { type AddressBook, createAddressBook } from './address-book.js';
import { createBitcoinSender } from './bitcoin/send.js';
import { invalidRequest, noFunds, RPC_CODE, rejection, toRpcError, WalletError } from './error.js';
import { createJournal } from './journal.js';
import { fromToken, type ModernRequest } from './legacy/from-token.js';
import type { Call, Method, Outcome } from './method.js';
import { METHODS } from './methods.js';
import { isNetwork, namedNetwork, networkOf, WALLET_NETWORKS, type WalletNetwork } from './network.js';
import { readParams } from './params.js';
import { createPolicies } from './policy.js';
import { createStacksSender } from './stacks/send.js';
import type { PageAnswer, PageRequest, PendingRequest, Wallet, WalletEvent, WalletName, WalletOptions, WalletPolicy } from './types.js';

/** What a wallet needs of a network. */
export type WalletDevnet = Pick<Devnet, 'accounts' | 'urls'> & Partial<Pick<Devnet, 'fetch'>>;

const WALLETS: readonly WalletName[] = ['leather', 'xverse'];

/**
 * Creates a wallet that pages find as they find Leather and Xverse, with the accounts of a network. `attachWallet` gives it to the pages of
 * a browser, `installWallet` to the window of a component test.
 *
 * Keys stay in this process, and it signs: a page has the wallet only where a test gives it one, and no server hands out keys.
 * @throws DevnetError INVALID_INPUT; UNSUPPORTED without a gateway
 * @example
 * await using wallet = createWallet(devnet, { account: 'wallet_2' });
 * wallet.once({ decision: 'reject' });
 */
export function createWallet(devnet: WalletDevnet, options: WalletOptions = {}): Wallet {
  const { account: first = 'wallet_1', wallets = WALLETS, policy = {} } = options;
  const url = devnet.urls.gateway;
  if (url === undefined) {
    throw new DevnetError('UNSUPPORTED', 'a wallet needs the gateway of its network, which has none. Start the network with a gateway.');
  }
  checkWallets(wallets);
  const gateway = { url, fetch: devnet.fetch ?? globalThis.fetch };
  const ending = new AbortController();
  const policies = createPolicies(policy);
  const journal = createJournal(ending.signal);
  const stacks = createStacksSender(gateway, ending.signal);
  const bitcoin = createBitcoinSender(gateway, ending.signal);
  const own = networkOf(devnet.accounts);
  const book: AddressBook = createAddressBook(own);
  const [connected, listeners] = [new Set<string>(), new Set<(event: WalletEvent) => void>()];
  let [account, network, count] = [findAccount(first, devnet), own as WalletNetwork, 0];

  const emit = (event: WalletEvent): void => {
    for (const listener of [...listeners]) listener(event);
  };
  const switchNetwork = async (wanted: WalletNetwork): Promise<void> => {
    if (!WALLET_NETWORKS.includes(wanted)) throw invalid('network', WALLET_NETWORKS.join(', '), wanted);
    network = wanted;
    emit({ type: 'networkChange', ...(await book.forNetworkChange(account, wanted)) });
  };
  const session: Call['session'] = {
    isConnected: (origin) => connected.has(origin),
    connect: (origin) => connected.add(origin),
    disconnect: (origin) => connected.delete(origin),
    methods: () => Object.keys(METHODS),
    switchNetwork,
  };

  /** The network whose addresses the page gets. Leather gives those of the network that a page names. */
  const networkFor = ({ kind }: Method, wallet: WalletName, requested: unknown): WalletNetwork => {
    const canNameNetwork = kind === 'read' || (kind === 'ask' && wallet === 'leather');
    if (!canNameNetwork && !isNetwork(requested, network))
      throw invalidRequest(`The request is for ${String(requested)}, the wallet is on ${network}`);
    if ((kind === 'sign' || kind === 'send') && network !== own)
      throw invalidRequest(`The wallet is on ${network}, and signs on ${own} only`);
    return canNameNetwork && !isNetwork(requested, network) ? (namedNetwork(requested) ?? network) : network;
  };

  /** Asks the user, and does what the request wants. Calls `decided` with the decision. */
  const perform = async (request: PendingRequest, decided: (decision: 'approve' | 'reject') => void): Promise<Outcome> => {
    const { wallet, method: name, params, origin } = request;
    const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
    if (method === undefined) throw new WalletError(RPC_CODE.methodNotFound, `the wallet has no method ${JSON.stringify(name)}`);
    networkFor(method, wallet, params['network']);
    const chosen: WalletPolicy = method.kind === 'read' ? policies.usual(request) : policies.take(request);
    if (method.kind !== 'read') {
      await delay(chosen.delayMs, undefined, { signal: ending.signal });
      const { decision = 'approve' } = chosen;
      decided(decision);
      if (decision === 'reject') throw rejection(wallet);
    }
    if (method.kind === 'send' && chosen.funds === 'none') throw noFunds(account.stx.address);
    const on = networkFor(method, wallet, params['network']);
    const addresses = await book.addresses(account, on);
    return method.run(params, { wallet, origin, account, addresses, network: on, policy: chosen, stacks, bitcoin, session });
  };

  const handle = async (asked: PageRequest, origin: string): Promise<PageAnswer> => {
    if (ending.signal.aborted) return { error: toRpcError(ending.signal.reason) };
    const startedAt = new Date();
    const began = performance.now();
    const id = ++count;
    let decision: 'approve' | 'reject' | undefined;
    let request: PendingRequest = { id, wallet: asked.wallet, method: asked.method, params: {}, origin, startedAt };
    const record = (answer: object): void => journal.add({ ...request, decision, durationMs: performance.now() - began, ...answer });
    try {
      const modern: ModernRequest = asked.token === undefined ? plainRequest(asked) : fromToken(asked.method, asked.token);
      request = { ...request, method: modern.method, params: readParams(modern.params) };
      const outcome = await perform(request, (made) => {
        decision = made;
      });
      record(outcome);
      return { result: await modern.toResult(outcome.result, { account, addresses: (on) => book.addresses(account, on), own }) };
    } catch (thrown) {
      const error = toRpcError(ending.signal.aborted ? ending.signal.reason : thrown);
      record({ error });
      return { error };
    }
  };

  const close = once(async () => {
    ending.abort(new DevnetError('NOT_READY', 'the wallet is closed'));
    listeners.clear();
    stacks.close();
  });

  return {
    wallets,
    get account() {
      return account;
    },
    get network() {
      return network;
    },
    get requests() {
      return journal.requests;
    },
    setPolicy: policies.set,
    once: policies.once,
    async switchAccount(wanted) {
      account = findAccount(wanted, devnet);
      emit({ type: 'accountChange', ...(await book.forAccountChange(account, network)) });
    },
    switchNetwork,
    disconnect() {
      connected.clear();
      emit({ type: 'disconnect' });
    },
    waitForRequest: async (match, wait = {}) => journal.waitFor(match, wait),
    clear: journal.clear,
    handle,
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function plainRequest({ method, params }: PageRequest): ModernRequest {
  return { method, params, toResult: (result) => result };
}

function findAccount(account: unknown, { accounts }: Pick<Devnet, 'accounts'>): Account {
  if (isRecord(account) && 'privateKey' in account && isRecord(account['stx']) && isRecord(account['btc'])) return account as Account;
  const found = typeof account === 'string' ? accountNamed(accounts, account) : undefined;
  if (found === undefined) throw invalid('account', `an account, or one of ${Object.keys(accounts).join(', ')}`, account);
  return found;
}

function checkWallets(wallets: readonly WalletName[]): void {
  const isKnown = Array.isArray(wallets) && wallets.length > 0 && wallets.every((name) => WALLETS.includes(name));
  if (!isKnown) throw invalid('wallets', `a list of ${WALLETS.join(', ')}`, wallets);
}
