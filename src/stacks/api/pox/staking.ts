import { displayValue, type Value } from '../../../clarity/values.js';
import type { TransactionRecord } from '../../history/chain/records.js';
import type { Pox5Event } from '../../history/lookup/pox-5-events.js';
import { fieldsOf, uintOf } from '../../history/lookup/pox-events.js';

/** Amounts of STX are micro-STX, amounts of BTC and sBTC are sats. Heights are Bitcoin heights. */
export type Bond = {
  record: TransactionRecord;
  index: number;
  targetRate: number;
  stxValueRatio: number;
  minimumStxRatio: number;
  startHeight: number;
  firstCycle: number;
  unlockHeight: number;
  unlockCycle: number;
  allowlist: { record: TransactionRecord; staker: string; maximum: bigint }[];
  registrations: Registration[];
};

/** The membership of a staker in a bond. */
export type Registration = {
  record: TransactionRecord;
  bond: number;
  staker: string;
  signer: string;
  stx: bigint;
  sats: bigint;
  /** Outputs on Bitcoin that lock the coins; undefined for sBTC. */
  outputs: { txid: string; index: number }[] | undefined;
  /** The sats that still count: an exit takes them away. */
  position: { record: TransactionRecord; sats: bigint; stx: bigint; isActive: boolean; hasLeft: boolean; accrued: bigint; claimed: bigint };
};

/** A key that a signer manager is bound to, oldest first. */
export type KeyRegistration = { record: TransactionRecord; manager: string; key: string };
type KeyGrant = { record: TransactionRecord; manager: string; key: string; authId: bigint };
/** The STX that a staker has locked with a signer. */
type Stake = { signer: string; amount: bigint; unlockHeight: number };

/** The state of pox-5 as the API works it out from its events. */
export type Staking = {
  bonds: Map<number, Bond>;
  keys: KeyRegistration[];
  /** Live grants by manager and key. */
  grants: Map<string, KeyGrant>;
  stakes: Map<string, Stake>;
  /** sBTC that stakers of STX got, in sats. */
  stxRewards: Map<string, { accrued: bigint; claimed: bigint }>;
};

/** Shares in pox-5 have 18 decimals. */
const PRECISION = 10n ** 18n;

/** The state after the last events of each list. */
const known = new WeakMap<readonly Pox5Event[], { count: number; last: Pox5Event | undefined; staking: Staking }>();

/** Returns the state after the events of a list; it is worked out once for each state of the list. */
export function stakingOf(events: readonly Pox5Event[]): Staking {
  const last = events.at(-1);
  const found = known.get(events);
  if (found !== undefined && found.count === events.length && found.last === last) return found.staking;
  const staking: Staking = { bonds: new Map(), keys: [], grants: new Map(), stakes: new Map(), stxRewards: new Map() };
  for (const event of events) apply(staking, event);
  known.set(events, { count: events.length, last, staking });
  return staking;
}

function apply(staking: Staking, { record, topic, fields }: Pox5Event): void {
  const uint = (name: string): bigint => uintOf(fields.get(name)) ?? 0n;
  const number = (name: string): number => Number(uint(name));
  const principal = (name: string): string => principalOf(fields.get(name));
  const { bonds, keys, grants, stakes, stxRewards } = staking;
  const bond = bonds.get(number('bond-index'));
  const registration = bond?.registrations.find(({ staker }) => staker === principal('staker'));
  switch (topic) {
    case 'setup-bond':
      bonds.set(number('bond-index'), {
        ...{ record, index: number('bond-index'), targetRate: number('target-rate'), stxValueRatio: number('stx-value-ratio') },
        ...{
          minimumStxRatio: number('min-ustx-ratio'),
          startHeight: number('bond-start-height'),
          firstCycle: number('first-reward-cycle'),
        },
        ...{ unlockHeight: number('unlock-burn-height'), unlockCycle: number('unlock-cycle'), allowlist: [], registrations: [] },
      });
      return;
    case 'add-to-allowlist':
      bond?.allowlist.push({ record, staker: principal('staker'), maximum: uint('max-sats') });
      return;
    case 'register-for-bond': {
      const [stx, sats] = [uint('amount-ustx'), uint('sats-total')];
      const position = { record, sats, stx, isActive: true, hasLeft: false, accrued: 0n, claimed: 0n };
      const member = { bond: number('bond-index'), staker: principal('staker'), signer: principal('signer') };
      bond?.registrations.push({ record, ...member, stx, sats, outputs: outputsOf(fields.get('btc-lockup')), position });
      return;
    }
    case 'update-bond-registration':
      if (registration === undefined) return;
      registration.signer = principal('signer');
      registration.stx = uint('amount-ustx');
      registration.sats = uint('amount-sats');
      registration.position = {
        ...registration.position,
        ...{ record, sats: registration.sats, stx: registration.stx, isActive: true, hasLeft: false },
      };
      return;
    case 'announce-l1-early-exit':
      if (registration !== undefined) Object.assign(registration.position, { isActive: false, hasLeft: true });
      return;
    case 'unstake-sbtc':
      if (registration === undefined) return;
      registration.position.sats = uint('new-amount-sats');
      if (registration.position.sats === 0n) registration.position.hasLeft = true;
      return;
    case 'bond-distribution':
      for (const { position } of bond?.registrations ?? [])
        position.accrued += (position.sats * uint('accrued-rewards-per-sat')) / PRECISION;
      return;
    case 'calculate-rewards':
      for (const [staker, { amount }] of stakes)
        reward(stxRewards, staker).accrued += (amount * uint('accrued-rewards-per-ustx')) / PRECISION;
      return;
    case 'claim-staker-rewards-for-signer': {
      const isBond = isSome(fields.get('bond-index'));
      if (!isBond) reward(stxRewards, principal('staker')).claimed += uint('rewards-claimed');
      else if (registration !== undefined) registration.position.claimed += uint('rewards-claimed');
      return;
    }
    case 'stake':
    case 'stake-update':
    case 'unstake':
      stakes.set(principal('staker'), {
        signer: principal('signer'),
        amount: uint('amount-ustx'),
        unlockHeight: number('unlock-burn-height'),
      });
      return;
    case 'register-signer':
      keys.push({ record, manager: principal('signer'), key: hexOf(fields.get('signer-key')) });
      return;
    case 'grant-signer-key':
    case 'revoke-signer-grant': {
      const [manager, key] = [principal('signer-manager'), hexOf(fields.get('signer-key'))];
      if (topic === 'revoke-signer-grant') grants.delete(`${manager} ${key}`);
      else grants.set(`${manager} ${key}`, { record, manager, key, authId: uint('auth-id') });
      return;
    }
  }
}

/** The latest registration of each manager among the given ones. */
export function latestKeys(keys: readonly KeyRegistration[]): Map<string, KeyRegistration> {
  return new Map(keys.map((entry) => [entry.manager, entry]));
}

function reward(rewards: Staking['stxRewards'], staker: string): { accrued: bigint; claimed: bigint } {
  const found = rewards.get(staker) ?? { accrued: 0n, claimed: 0n };
  rewards.set(staker, found);
  return found;
}

/** The outputs of a lock on Bitcoin: `{type: "l1", txs: (some (list {txid, output-index}))}`. */
function outputsOf(value: Value | undefined): Registration['outputs'] {
  const fields = fieldsOf(value);
  const type = fields?.get('type');
  if (type?.kind !== 'ascii' || type.text !== 'l1') return undefined;
  const txs = fields?.get('txs');
  const list = txs?.kind === 'optional' && txs.value?.kind === 'list' ? txs.value.items : [];
  return list.map((item) => {
    const output = fieldsOf(item);
    return { txid: hexOf(output?.get('txid')), index: Number(uintOf(output?.get('output-index')) ?? 0n) };
  });
}

function principalOf(value: Value | undefined): string {
  return value?.kind === 'principal' ? value.text : '';
}

function hexOf(value: Value | undefined): string {
  return value?.kind === 'buffer' ? displayValue(value) : '0x';
}

function isSome(value: Value | undefined): boolean {
  return value?.kind === 'optional' && value.value !== undefined;
}
