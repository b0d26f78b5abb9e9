import type { NodeCore } from '#dist/bitcoin/node/core.js';
import type { MethodContext } from '#dist/bitcoin/node/rpc/method.js';

/** What a method gets beside its parameters when a test calls it without a server. */
export function contextOf(core: NodeCore): MethodContext {
  return {
    core,
    mayCall: () => true,
    startedAt: 0,
    running: new Set(),
    user: 'test',
    walletName: undefined,
    onGone: () => {},
    stop: () => {},
  };
}
