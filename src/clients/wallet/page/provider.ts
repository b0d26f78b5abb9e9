// Runs in pages, so that it imports types only.
import type { PageAnswer, PageRequest, WalletEvent, WalletName } from '../types.js';

/** Sends a request to the wallet. */
export type SendRequest = (request: PageRequest) => Promise<PageAnswer>;

/** The window of a page, or the global object of a component test. */
export type PageWindow = object;

/** Passes an event of the wallet to the listeners of the page. */
export type EmitEvent = (event: WalletEvent) => void;

type Listener = (...values: unknown[]) => void;
type Request = (method: string, params?: unknown) => Promise<unknown>;
type Provider = Readonly<Record<string, unknown>>;
type Registration = { id: string; name: string; icon: string; methods: string[] };

/** Methods of `@stacks/connect` up to 7. */
const STACKS_TOKENS = [
  'authenticationRequest',
  'transactionRequest',
  'signatureRequest',
  'structuredDataSignatureRequest',
  'psbtRequest',
  'profileUpdateRequest',
];
/** Methods of `sats-connect` that are older than `request`. Libraries recognise Xverse by the last three. */
const BITCOIN_TOKENS = [
  'connect',
  'signMessage',
  'sendBtcTransaction',
  'signTransaction',
  'createInscription',
  'createRepeatInscriptions',
  'signMultipleTransactions',
];
/** How a page hears that the user closed the prompt: Leather's and Xverse's code. */
const REJECTIONS = [4001, -32_000];

/**
 * Adds the providers of wallets to a window, as their extensions do: `LeatherProvider`, `XverseProviders`, `StacksProvider`,
 * `BitcoinProvider`, `btc`, and the registries of WBIP-004.
 * @param wallets the first is `StacksProvider`
 * @returns passes events to the page
 */
export function installProviders(window: PageWindow, wallets: readonly WalletName[], send: SendRequest): EmitEvent {
  const target = window as Record<string, unknown>;
  const listeners = new Map<string, Set<Listener>>();
  const listen = (event: string, listener: Listener): (() => void) => {
    const all = listeners.get(event) ?? new Set<Listener>();
    listeners.set(event, all.add(listener));
    return () => all.delete(listener);
  };
  const emit = (event: string, ...values: unknown[]): void => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(...values);
  };
  const parts = { send, listen };
  const [leather, xverse] = [leatherProvider(parts), xverseProviders(parts)];
  const register = (registration: Omit<Registration, 'methods' | 'icon'>): void => {
    for (const registry of ['btc_providers', 'wbip_providers']) {
      const list = Array.isArray(target[registry]) ? target[registry] : [];
      target[registry] = [...list, { ...registration, icon: ICON, methods: ['getAddresses', 'signMessage', 'sendTransfer', 'signPsbt'] }];
    }
  };
  // The last one is the default, as with extensions.
  for (const wallet of [...wallets].reverse()) {
    if (wallet === 'leather') {
      Object.assign(target, { LeatherProvider: leather, StacksProvider: leather, btc: leather });
      register({ id: 'LeatherProvider', name: 'Leather' });
    } else {
      Object.assign(target, { XverseProviders: xverse, BitcoinProvider: xverse.BitcoinProvider, StacksProvider: xverse.StacksProvider });
      register({ id: 'XverseProviders.BitcoinProvider', name: 'Xverse Wallet' });
    }
  }
  return (event) => {
    if (event.type === 'accountChange') {
      emit('xverse accountChange', { type: event.type, addresses: event.addresses });
      emit('leather accountChange', event.accounts);
      emit('leather stx_accountChange', event.accounts);
    } else if (event.type === 'networkChange') {
      emit('xverse networkChange', { type: event.type, ...event.names, addresses: event.addresses });
      emit('leather networkChange', event.networks);
      emit('leather stx_networkChange', event.networks);
    } else {
      emit('xverse disconnect', { type: event.type });
      emit('leather disconnect');
    }
  };
}

type Parts = { send: SendRequest; listen(event: string, listener: Listener): () => void };

/** Leather: a request that fails rejects with the whole JSON-RPC response. */
function leatherProvider({ send, listen }: Parts): Provider {
  const request = requestWith(send, 'leather');
  return {
    isLeather: true,
    async request(method: string, params?: unknown) {
      const response = await request(method, params);
      if ('error' in response) throw response;
      return response;
    },
    listen: (event: string, listener: Listener) => listen(`leather ${event}`, listener),
    getURL: async () => 'https://leather.io',
    getProductInfo: () => ({ version: '6.0.0', name: 'Leather' }),
    ...byToken(STACKS_TOKENS, send, 'leather'),
  };
}

/** Xverse: a request that fails resolves with the JSON-RPC response. */
function xverseProviders({ send, listen }: Parts): { BitcoinProvider: Provider; StacksProvider: Provider } {
  type Listening = [info: { eventName: string; cb: Listener }] | [event: string, listener: Listener];
  const request: Request = requestWith(send, 'xverse');
  return {
    BitcoinProvider: {
      request,
      addListener(...[event, listener]: Listening) {
        const { eventName, cb } = typeof event === 'string' ? { eventName: event, cb: listener as Listener } : event;
        return listen(`xverse ${eventName}`, cb);
      },
      ...byToken(BITCOIN_TOKENS, send, 'xverse'),
    },
    StacksProvider: {
      request,
      getURL: async () => 'https://www.xverse.app',
      getProductInfo: () => ({ version: '2.0.0', name: 'Xverse Wallet' }),
      ...byToken(STACKS_TOKENS, send, 'xverse'),
    },
  };
}

type RpcResponse = { jsonrpc: '2.0'; id: string } & PageAnswer;

function requestWith(send: SendRequest, wallet: WalletName): (method: string, params?: unknown) => Promise<RpcResponse> {
  let count = 0;
  return async (method, params) => {
    const id = `${wallet}-${++count}`;
    return { jsonrpc: '2.0', id, ...(await send({ wallet, method, params })) };
  };
}

/** Methods that take a token; they reject with `cancel` if the user closed the prompt. */
function byToken(methods: readonly string[], send: SendRequest, wallet: WalletName): Provider {
  const ask = async (method: string, token: string): Promise<unknown> => {
    const answer = await send({ wallet, method, token });
    if ('result' in answer) return answer.result;
    throw REJECTIONS.includes(answer.error.code) ? 'cancel' : new Error(answer.error.message);
  };
  return Object.fromEntries(methods.map((method) => [method, (token: string) => ask(method, token)]));
}

const SQUARE = "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M0 0h16v16H0z' fill='%23555'/%3E%3C/svg%3E";
const ICON = `data:image/svg+xml,${SQUARE}`;
