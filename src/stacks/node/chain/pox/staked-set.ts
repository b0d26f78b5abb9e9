import { UIntValue, type Value } from '../../../../clarity/values.js';
import { payoutKey } from '../../../protocol/sbtc/payout.js';
import { bytesOf, contentOf, uintOf } from '../../clarity/fields.js';
import { largestRemainders } from './largest-remainders.js';
import type { ReadContract } from './pox.js';
import { TAPROOT } from './pox-address.js';
import type { RewardSet } from './reward-set.js';

/**
 * The signers of a cycle since pox-5, and where its miners pay, as stacks-core makes them in the prepare phase before
 * (`pox_5_compute_and_update_signers`, stackslib/src/chainstate/nakamoto/signer_set.rs). Undefined without an aggregate key of sBTC, where
 * a node halts.
 * @param request.slots reward slots of a cycle, which the signers share by their stakes
 * @throws Error if pox-5 does not answer
 */
export function readStakedSet(
  { contract, cycle, slots, sbtcDeployer }: { contract: string; cycle: number; slots: bigint; sbtcDeployer: string },
  read: ReadContract,
): RewardSet | undefined {
  const stakes = readStakes(contract, cycle, read);
  const total = [...stakes.values()].reduce((sum, amount) => sum + amount, 0n);
  const shares = largestRemainders(stakes, slots);
  const threshold = total === 0n ? 1n : (total + slots - 1n) / slots;
  const signers = [...shares].map(([key, weight]) => ({ key, stacked: stakes.get(key) ?? 0n, weight }));
  const payout = signers.length === 0 ? undefined : readPayout(contract, sbtcDeployer, read);
  if (payout === undefined) return undefined;
  return { threshold, addresses: [], payout, signers: signers.sort((a, b) => (a.key < b.key ? -1 : 1)) };
}

/** Walks the list of the cycle's signer managers. Returns micro-STX by the signers' keys. */
function readStakes(contract: string, cycle: number, read: ReadContract): Map<string, bigint> {
  const of = new UIntValue(BigInt(cycle));
  const stakes = new Map<string, bigint>();
  let manager = contentOf(read(contract, 'get-signer-set-first-item-for-cycle', [of]));
  while (manager?.kind === 'principal') {
    const key = bytesOf(contentOf(read(contract, 'get-signer-info', [manager])))?.toString('hex');
    const amount = uintOf(read(contract, 'get-amount-delegated-for-signer', [manager, of])) ?? 0n;
    if (key !== undefined && amount > 0n) stakes.set(key, (stakes.get(key) ?? 0n) + amount);
    manager = contentOf(read(contract, 'get-signer-set-next-item-for-cycle', [manager, of]));
  }
  return stakes;
}

function readPayout(pox5: string, sbtcDeployer: string, read: ReadContract): RewardSet['payout'] {
  let key: Value;
  try {
    key = read(`${sbtcDeployer}.sbtc-registry`, 'get-current-aggregate-pubkey', []);
  } catch {
    return undefined; // a network without sBTC
  }
  const hash = payoutKey(pox5, bytesOf(key) ?? Buffer.alloc(0));
  return hash && { version: TAPROOT, hash };
}
