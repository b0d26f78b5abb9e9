import { invalid } from '../../base/error.js';
import { installProviders, type PageWindow } from './page/provider.js';
import type { PageAnswer, PageRequest, Wallet } from './types.js';

/** What the window of jsdom and happy-dom has. */
type Located = { location?: { origin?: unknown } };

/**
 * Gives the wallet to the window of a component test, such as jsdom's.
 * @param window where components find it @default globalThis, which the environments of test runners make a window
 * @returns removes it again @throws DevnetError INVALID_INPUT
 * @example const remove = installWallet(wallet);
 */
export function installWallet(wallet: Wallet, window: object = globalThis): () => void {
  if (typeof window !== 'object' || window === null) throw invalid('window', 'the window of a page', window);
  const before = new Map(NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(window, name)]));
  const origin = (): string => {
    const found = (window as Located).location?.origin;
    return typeof found === 'string' ? found : 'null';
  };
  const send = async (request: PageRequest): Promise<PageAnswer> => copy(await wallet.handle(copy(request), origin()));
  const stop = wallet.onEvent(installProviders(window as PageWindow, wallet.wallets, send));
  return () => {
    stop();
    for (const [name, property] of before) {
      Reflect.deleteProperty(window, name);
      if (property !== undefined) Object.defineProperty(window, name, property);
    }
  };
}

const NAMES = ['LeatherProvider', 'XverseProviders', 'StacksProvider', 'BitcoinProvider', 'btc', 'btc_providers', 'wbip_providers'];

/** Extensions receive JSON only: a bigint fails. */
function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
