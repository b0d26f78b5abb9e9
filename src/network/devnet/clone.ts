import { advise } from '../../base/advice.js';
import { DevnetError, invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import { hidden } from '../../base/show-value.js';
import type { CloneOptions } from '../data.js';
import type { Devnet } from '../types.js';

/** @throws DevnetError INVALID_INPUT */
export function checkCloneOptions(options: CloneOptions): CloneOptions {
  if (!isRecord(options)) throw invalid('options', 'an object such as { gateway: false }', options);
  const { gateway, ports, controlKey, rpcPassword, ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw invalid(
      'options',
      'gateway, ports, controlKey or rpcPassword',
      unknown,
      'Remove it: a copy has the configuration of its network.',
    );
  if (gateway !== undefined && typeof gateway !== 'boolean') throw invalid('gateway', 'true or false', gateway);
  if (ports !== undefined && typeof ports !== 'boolean') throw invalid('ports', 'true or false', ports);
  for (const [field, secret] of Object.entries({ controlKey, rpcPassword })) {
    if (secret !== undefined && typeof secret !== 'string') throw invalid(field, 'text', hidden(secret));
  }
  return options;
}

/** @param whose for example `the native engine` */
export function cannotClone(whose: string): DevnetError {
  const hint = advise`Use the embedded engine, or ${{ do: 'snapshot' }}, and ${{ do: 'restore', with: { id: null } }} after each test.`;
  return new DevnetError('UNSUPPORTED', `${whose} cannot copy a network. ${hint}`, { hint });
}

/** Starts copies of a network while it runs. */
export type Cloner<Parts> = {
  clone(options: CloneOptions, parts: Parts): Promise<Devnet>;
  /** Resolves when no copy is being started. One that is ready only after the end of the network is closed. */
  ended(): Promise<void>;
};

/** @param closed fires when the network ends */
export function createCloner<Parts>(start: Cloner<Parts>['clone'], closed: AbortSignal): Cloner<Parts> {
  const starting = new Set<Promise<Devnet>>();
  return {
    async clone(options, parts) {
      const copying = start(options, parts).then(async (copy) => {
        if (closed.aborted) await copy.close();
        return copy;
      });
      starting.add(copying);
      return copying.finally(() => starting.delete(copying));
    },
    async ended() {
      await Promise.allSettled(starting);
    },
  };
}
