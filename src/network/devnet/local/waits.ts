import { defaultTimeout, USUAL_WAIT_MS } from '#platform/default-timeout.js';
import { type Deadline, startDeadline } from '../../../base/wait.js';
import type { Engine } from '../../../stacks/engine.js';
import type { WaitOptions } from '../../data.js';
import { explainTimeout, type TimeoutSources } from '../explain-timeout.js';
import { checkOptions } from '../options.js';

export type Waits = {
  /** Returns the default timeout of a wait for one transaction, in ms. */
  waitMs(): number;
  /**
   * Checks the options of a call and runs its wait within their deadline. The error of a timeout says why no block came.
   * @param txid of the transaction that is waited for; undefined if the wait finds it out
   */
  waiting<T>(
    call: Parameters<typeof checkOptions>[0],
    chain: TimeoutSources['chain'],
    txid: string | undefined,
    options: WaitOptions | undefined,
    run: (deadline: Deadline) => Promise<T>,
  ): Promise<T>;
};

export function createWaits(engine: Pick<Engine, 'waitMs' | 'miningModes'>, rpc: TimeoutSources['rpc']): Waits {
  const waitMs = (): number => defaultTimeout(engine.waitMs ?? USUAL_WAIT_MS);
  return {
    waitMs,
    async waiting(call, chain, txid, options, run) {
      checkOptions(call, options);
      const deadline = startDeadline(options ?? {}, waitMs());
      return explainTimeout(run(deadline), { txid, timeoutMs: deadline.timeoutMs }, { chain, modes: () => engine.miningModes(), rpc });
    },
  };
}
