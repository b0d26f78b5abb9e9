import { formatJson } from '../../base/json.js';
import {
  double,
  hex,
  list,
  nullable,
  object,
  oneOf,
  optional,
  pair,
  pattern,
  readJson,
  type Schema,
  text,
  whole,
} from '../../base/storage.js';
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

/** The counterpart of {@link dumpStore}. @throws FormatError */
export function parseStore(json: string): BridgeStore {
  const { deposits, rejected, changes, origins, ...others } = readJson(STORED, json);
  return { ...others, deposits: new Map(deposits), rejected: new Set(rejected), changes: new Map(changes), origins: new Map(origins) };
}

const INTEGER: Schema<bigint> = {
  read: (value) => BigInt(object<{ integer: string }>({ integer: pattern('an integer', /^-?\d{1,40}$/) }).read(value).integer),
};
const COUNT = whole(0, 2 ** 32 - 1);
const CHANGE = object<StatusChange & { text: string }>({ height: whole(), hash: text(), text: text() });

const STORED = object<
  Pick<BridgeStore, 'settings' | 'limits'> & {
    deposits: [key: string, deposit: Deposit][];
    rejected: string[];
    changes: [key: string, change: StatusChange & { text: string }][];
    origins: [key: string, origin: Origin][];
  }
>({
  settings: object<BridgeSettings>({
    mode: oneOf('auto', 'manual'),
    feeRate: double(0, 1_000_000),
    depositConfirmations: COUNT,
    sweepConfirmations: COUNT,
    withdrawalConfirmations: COUNT,
    withdrawalExpiry: COUNT,
  }),
  limits: object<BridgeLimits>({
    pegCap: nullable(INTEGER),
    perDepositMinimum: nullable(INTEGER),
    perDepositCap: nullable(INTEGER),
    perWithdrawalCap: nullable(INTEGER),
    rollingWithdrawalBlocks: nullable(COUNT),
    rollingWithdrawalCap: nullable(INTEGER),
  }),
  deposits: list(
    pair(
      text(),
      object<Deposit>({
        txid: hex(32),
        vout: COUNT,
        amount: INTEGER,
        recipient: hex(),
        maxFee: INTEGER,
        lockTime: COUNT,
        reclaimKeys: optional(list(hex(32))),
        depositScript: hex(),
        reclaimScript: hex(),
        inputs: list(text()),
      }),
    ),
  ),
  rejected: list(text()),
  changes: list(pair(text(), CHANGE)),
  origins: list(pair(text(), object<Origin>({ txid: text(), height: whole(), hash: text() }))),
});

export function depositKey({ txid, vout }: { txid: string; vout: number }): string {
  return `${txid}:${vout}`;
}
