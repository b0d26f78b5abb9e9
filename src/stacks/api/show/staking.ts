import { with0x } from '../../../base/hex.js';
import type { ChosenSigner } from '../pox/signers.js';
import type { Bond, KeyRegistration, Registration, Staking } from '../pox/staking.js';
import { showPosition } from './transaction-v3.js';

/** @param burnHeight the Bitcoin height now */
export function showBondSummary(bond: Bond, burnHeight: number): object {
  const { allowlist, registrations } = bond;
  const capacity = allowlist.reduce((sum, { maximum }) => sum + maximum, 0n);
  const sum = (part: 'sats' | 'stx'): bigint => registrations.reduce((total, { position }) => total + position[part], 0n);
  return {
    index: bond.index,
    pox_version: 'pox5',
    status: burnHeight < bond.startHeight ? 'upcoming' : burnHeight < bond.unlockHeight ? 'active' : 'unlocked',
    parameters: {
      target_rate_bps: bond.targetRate,
      stx_value_ratio: bond.stxValueRatio,
      minimum_stx_ratio: bond.minimumStxRatio,
      btc_capacity: `${capacity}`,
    },
    registrations: { allowed_count: allowlist.length, registered_count: registrations.length },
    schedule: {
      activation: { bitcoin_height: bond.startHeight, pox_cycle: bond.firstCycle },
      unlock: { bitcoin_height: bond.unlockHeight, pox_cycle: bond.unlockCycle },
    },
    balances: { locked: { btc: `${sum('sats')}`, stx: `${sum('stx')}` }, paid_out: { btc: '0' } },
  };
}

/** @param burnHeight the Bitcoin height now */
export function showBond(bond: Bond, burnHeight: number): object {
  return { ...showBondSummary(bond, burnHeight), transaction: { tx_id: bond.record.txid, ...showPosition(bond.record) } };
}

export function showAllowed({ staker, maximum }: Bond['allowlist'][number]): object {
  return { staker, max_sats: `${maximum}` };
}

export function showRegistrationSummary({ signer, staker, outputs, sats, stx }: Registration): object {
  return { signer, staker, type: outputs === undefined ? 'l2' : 'l1', balances: { btc: `${sats}`, stx: `${stx}` } };
}

export function showRegistration(registration: Registration): object {
  const { outputs, record } = registration;
  const summary = showRegistrationSummary(registration);
  if (outputs === undefined) return { ...summary, l2_lockup: { tx_id: record.txid } };
  return { ...summary, l1_lockup: { transactions: outputs.map(({ txid, index }) => ({ tx_id: txid, output_index: index })) } };
}

export function showMembership({ bond, position }: Registration): object {
  const { record, sats, stx, isActive, hasLeft, accrued, claimed } = position;
  return {
    bond_index: bond,
    status: hasLeft ? 'early_exit' : 'enrolled',
    active: isActive,
    enrollment: { tx_id: record.txid, btc_lockup: { amount: `${sats}` } },
    locked: { btc: `${sats}`, stx: `${stx}` },
    rewards: { btc: showRewards(accrued, claimed) },
  };
}

/** What a principal has staked: STX by itself, and in all its bonds. @param burnHeight the Bitcoin height now */
export function showStakingSummary(staking: Staking, principal: string, burnHeight: number): object {
  const stake = staking.stakes.get(principal);
  const locked = stake !== undefined && stake.unlockHeight >= burnHeight ? stake.amount : 0n;
  const { accrued, claimed } = staking.stxRewards.get(principal) ?? { accrued: 0n, claimed: 0n };
  const positions = positionsOf(staking, principal).map(({ position }) => position);
  const sum = (part: 'sats' | 'stx' | 'accrued' | 'claimed'): bigint => positions.reduce((total, position) => total + position[part], 0n);
  return {
    stx: { locked: `${locked}`, rewards: { btc: showRewards(accrued, claimed) } },
    bonds: {
      count: positions.length,
      locked: { btc: `${sum('sats')}`, stx: `${sum('stx')}` },
      rewards: { btc: showRewards(sum('accrued'), sum('claimed')) },
    },
  };
}

/** The memberships of a principal, by the index of the bond. */
export function positionsOf({ bonds }: Staking, principal: string): Registration[] {
  return [...bonds.values()]
    .flatMap(({ registrations }) => registrations.filter(({ staker }) => staker === principal))
    .sort((a, b) => a.bond - b.bond);
}

function showRewards(accrued: bigint, claimed: bigint): object {
  return { accrued: `${accrued}`, claimed: `${claimed}`, claimable: `${accrued - claimed}` };
}

export function showSigner({ manager, key }: KeyRegistration): object {
  return { signer: manager, signer_key: key };
}

export function showSignerDetail(registration: KeyRegistration): object {
  return { ...showSigner(registration), transaction: { tx_id: registration.record.txid, ...showPosition(registration.record) } };
}

/**
 * A signer of a cycle with the managers that had its key when the signers were chosen.
 * @param bound the latest registration of each manager then, by manager
 * @param pending that of each manager which registered later
 */
export function showCycleSigner(
  signer: ChosenSigner,
  cycle: number,
  {
    bound,
    pending,
    grants,
  }: { bound: readonly KeyRegistration[]; pending: ReadonlyMap<string, KeyRegistration>; grants: Staking['grants'] },
): object {
  const { key, weight, stacked, weightPercent, stackedPercent } = signer;
  const managers = bound.filter((entry) => entry.key === with0x(key));
  return {
    signing_key: with0x(key),
    weight: { amount: weight, percent: weightPercent },
    staked_stx: { amount: stacked, percent: stackedPercent },
    signer_managers: managers.map(({ manager, record }) => {
      const granted = [...grants.values()].filter((grant) => grant.manager === manager).sort((a, b) => (a.key < b.key ? -1 : 1));
      const next = pending.get(manager);
      return {
        signer_manager: manager,
        registered_at: { block_height: record.block.height, bitcoin_block_height: record.block.facts.burnHeight, tx_id: record.txid },
        granted_keys: granted.map((grant) => ({ signer_key: grant.key, auth_id: `${grant.authId}`, tx_id: grant.record.txid })),
        grant_active: granted.some((grant) => grant.key === with0x(key)),
        pending_key_update:
          next === undefined || next.key === with0x(key)
            ? null
            : { signer_key: next.key, effective_cycle: cycle + 1, tx_id: next.record.txid },
      };
    }),
  };
}
