import { displayValue, type Value } from '../../../clarity/values.js';
import { type PoxEvent, uintOf } from '../../history/lookup/pox-events.js';
import { showPoxAddress } from './address.js';

/** The fields of each event in the contract, which the API shows with underscores. */
const FIELDS: Record<string, readonly string[]> = {
  'handle-unlock': ['first-cycle-locked', 'first-unlocked-cycle'],
  'stack-stx': ['lock-amount', 'lock-period', 'start-burn-height', 'unlock-burn-height', 'signer-key'],
  'stack-increase': ['increase-by', 'total-locked', 'signer-key'],
  'stack-extend': ['extend-count', 'unlock-burn-height', 'signer-key'],
  'delegate-stx': ['amount-ustx', 'delegate-to', 'unlock-burn-height'],
  'delegate-stack-stx': ['lock-amount', 'unlock-burn-height', 'start-burn-height', 'lock-period', 'delegator'],
  'delegate-stack-increase': ['increase-by', 'total-locked', 'delegator'],
  'delegate-stack-extend': ['unlock-burn-height', 'extend-count', 'delegator'],
  'stack-aggregation-commit': ['reward-cycle', 'amount-ustx', 'signer-key'],
  'stack-aggregation-commit-indexed': ['reward-cycle', 'amount-ustx', 'signer-key'],
  'stack-aggregation-increase': ['reward-cycle', 'amount-ustx'],
  'revoke-delegate-stx': ['delegate-to'],
};

/** An event of a PoX contract in v1. */
export function showPoxEvent(event: PoxEvent): object {
  const { record, index, name, stacker, locked, balance, unlockHeight, address } = event;
  return {
    block_height: record.block.height,
    tx_id: record.txid,
    tx_index: record.index,
    event_index: index,
    stacker,
    locked: `${locked}`,
    balance: `${balance}`,
    burnchain_unlock_height: `${unlockHeight}`,
    pox_addr: address === undefined ? null : showPoxAddress(address),
    pox_addr_raw: address === undefined ? null : `0x${Buffer.of(address.version).toString('hex')}${address.hash.toString('hex')}`,
    name,
    data: showData(event),
  };
}

function showData({ name, fields }: PoxEvent): object {
  const own = (FIELDS[name] ?? []).flatMap((field) => {
    const shown = showField(fields.get(field));
    // An event of an older contract has no signer; what was left out by the caller is left out here.
    if (shown === undefined) return field === 'signer-key' ? [[underscored(field), null]] : [];
    return [[underscored(field), shown]];
  });
  const cycles = ['end-cycle-id', 'start-cycle-id'].map((field) => [underscored(field), showField(fields.get(field)) ?? null]);
  return Object.fromEntries(name === 'handle-unlock' ? own : [...own, ...cycles]);
}

function underscored(name: string): string {
  return name.replaceAll('-', '_');
}

function showField(value: Value | undefined): string | undefined {
  if (value?.kind === 'principal') return value.text;
  if (value?.kind === 'buffer') return displayValue(value);
  const number = uintOf(value);
  return number === undefined ? undefined : `${number}`;
}

/** The text of a principal, buffer or number of an event. */
export function poxField({ fields }: PoxEvent, name: string): string | undefined {
  return showField(fields.get(name));
}
