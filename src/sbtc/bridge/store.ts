import { formatJson, isRecord } from '../../json.js';
import type { BridgeLimits, BridgeSettings, Deposit, StatusChange } from './types.js';

/** What only the bridge knows. Everything else is on the chains. */
export type BridgeStore = {
  settings: BridgeSettings;
  limits: BridgeLimits;
  /** Announced deposits by `txid:vout`, oldest first. */
  deposits: Map<string, Deposit>;
  /** Deposits (`txid:vout`) and withdrawals (their id) that a user rejected. */
  rejected: Set<string>;
  /** The last status of each deposit and withdrawal with its text, and when it became true; keys as in `rejected`. */
  changes: Map<string, StatusChange & { text: string }>;
  /** Transactions that made a request or completed one, by topic and key. */
  origins: Map<string, Origin>;
};

/** A Stacks transaction with its block. Hex has 0x. */
type Origin = { txid: string; height: number; hash: string };

const NO_LIMITS: BridgeLimits = {
  pegCap: null,
  perDepositMinimum: null,
  perDepositCap: null,
  perWithdrawalCap: null,
  rollingWithdrawalBlocks: null,
  rollingWithdrawalCap: null,
};

export function createStore(settings: BridgeSettings): BridgeStore {
  return { settings, limits: NO_LIMITS, deposits: new Map(), rejected: new Set(), changes: new Map(), origins: new Map() };
}

/** Copies a store, for a snapshot. The entries themselves never change. */
export function copyStore({ settings, limits, deposits, rejected, changes, origins }: BridgeStore): BridgeStore {
  return {
    settings,
    limits,
    deposits: new Map(deposits),
    rejected: new Set(rejected),
    changes: new Map(changes),
    origins: new Map(origins),
  };
}

/** Returns a store as JSON. An integer of any size is an object with its digits. */
export function dumpStore({ deposits, rejected, changes, origins, ...others }: BridgeStore): string {
  const plain = { ...others, deposits: [...deposits], rejected: [...rejected], changes: [...changes], origins: [...origins] };
  return formatJson(plain, (integer) => ({ integer: `${integer}` }));
}

/** The counterpart of {@link dumpStore}. */
export function parseStore(text: string): BridgeStore {
  const { deposits, rejected, changes, origins, ...others } = JSON.parse(text, (_, value: unknown) =>
    isRecord(value) && typeof value['integer'] === 'string' ? BigInt(value['integer']) : value,
  );
  return { ...others, deposits: new Map(deposits), rejected: new Set(rejected), changes: new Map(changes), origins: new Map(origins) };
}

export function depositKey({ txid, vout }: { txid: string; vout: number }): string {
  return `${txid}:${vout}`;
}
