import type { NetworkKey } from '../../common/boot-plan/network-keys.js';
import { until } from '../../common/follow/until.js';
import type { Network } from '../network/network.js';

/** Timeout in ms for a confirmed extension. */
const CONFIRMED = 30_000;

/** Waits until the lock of a signer ends later than at the Bitcoin height `before`. @throws DevnetError TIMEOUT */
export async function waitForExtension({ stacks, explain, limits }: Network, { stx }: NetworkKey, before: number): Promise<void> {
  await until({
    what: 'the stacking to be extended',
    timeoutMs: CONFIRMED,
    ...limits(),
    explain: () => explain('node'),
    look: async (see) => {
      const { unlockHeight } = await stacks.account(stx);
      see(`the lock of ${stx} ends at Bitcoin block ${unlockHeight}`);
      return unlockHeight > before ? true : undefined;
    },
  });
}
