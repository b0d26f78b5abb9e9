import { once } from '../../../base/async.js';
import { uptimeMs } from '../../../base/uptime.js';
import type { AskBitcoin } from '../../protocol/client/ask.js';
import type { NodeCore } from '../core.js';
import { loadHandling } from './load-handling.js';
import type { RunningCall } from './method.js';
import { walletOf } from './wallet-path.js';

/** Answers the calls of this process without a connection, as a user that may call everything. */
export function createAsk(core: NodeCore, stop: () => void): AskBitcoin {
  const shared = { core, startedAt: uptimeMs(), running: new Set<RunningCall>(), user: '', mayCall: () => true, stop };
  const load = once(loadHandling);
  return async ({ path, body }) => {
    const { handleText } = await load();
    const listeners: (() => void)[] = [];
    const onGone = (listener: () => void) => void listeners.push(listener);
    try {
      const { status, body: text } = await handleText(body, { ...shared, onGone, walletName: walletOf(path) });
      return { status, text };
    } finally {
      for (const tell of listeners) tell();
    }
  };
}
