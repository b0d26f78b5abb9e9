import type { CostName } from '#dist/clarity/costs/costs.js';
import { epochOf } from '#dist/clarity/epoch.js';
import type { LockingHost, StxLockEvent } from '#dist/clarity/locking/host.js';
import { NO_STX, StxBalance } from '#dist/clarity/state/stx-balance.js';
import { type PoxVersion, unlockHeightsIn } from '#dist/clarity/state/unlock-heights.js';
import { deserialize } from '#dist/clarity/values/deserialize.js';
import { serialize } from '#dist/clarity/values/serialize.js';
import { type PrincipalValue, UIntValue, type Value } from '#dist/clarity/values/value.js';

/** What a host knows, in the forms of the recording. */
export type World = {
  epoch: Parameters<typeof epochOf>[0];
  /** Unlock heights of the versions 1 to 4. */
  unlock: readonly [number, number, number, number];
  height: number;
  rewardLength: number;
  prepareLength: number;
  first: number;
  /** The accounts, as the node stores them. */
  balances: Record<string, string>;
  /** Entries of maps: name, key and value in hex. */
  maps?: readonly (readonly [map: string, key: string, value: string])[];
};

/** What a hook did to its host. */
export type Host = LockingHost & {
  balances: Map<string, StxBalance>;
  charges: [CostName, number][];
  events: string[][];
  stacking: Record<string, string>;
  pox: string[];
};

/** A host that knows what a recording says. */
export function recordedHost({ epoch: name, unlock, height, rewardLength, prepareLength, first, balances, maps = [] }: World): Host {
  const epoch = epochOf(name);
  const accounts = new Map(Object.entries(balances).map(([account, raw]) => [account, balanceOfHex(raw)]));
  const variables = new Map([
    ['first-burnchain-block-height', first],
    ['pox-reward-cycle-length', rewardLength],
    ['pox-prepare-cycle-length', prepareLength],
  ]);
  const host: Host = {
    epoch,
    clock: { burnHeight: height, unlockHeights: unlockHeightsIn(epoch, { 1: unlock[0], 2: unlock[1], 3: unlock[2], 4: unlock[3] }) },
    balances: accounts,
    charges: [],
    events: [],
    stacking: {},
    pox: [],
    charge: (cost, n) => void host.charges.push([cost, n]),
    balanceOf: ({ text }) => accounts.get(text) ?? NO_STX,
    setBalance: ({ text }, balance) => void accounts.set(text, balance),
    readVariable: (_, variable) => new UIntValue(BigInt(variables.get(variable) ?? Number.NaN)),
    readMapEntry: (_, map, key) => {
      const found = maps.find(([other, entry]) => other === map && entry === hex(key));
      return found === undefined ? undefined : valueOfHex(found[2]);
    },
    hasStacked: ({ text }) => text in host.stacking,
    logStacking: ({ text }, amount) => {
      host.stacking[text] = `${amount}`;
    },
    logPoxAction: ({ text }) => void host.pox.push(text),
    emitLock: ({ account, amount, unlockHeight }: StxLockEvent) =>
      void host.events.push(['lock', account.text, `${amount}`, `${unlockHeight}`]),
    emitPrint: (_: PrincipalValue, value) => void host.events.push(['print', hex(value)]),
  };
  return host;
}

/** Returns the value of a hex text. */
export function valueOfHex(text: string): Value {
  return deserialize(Buffer.from(text, 'hex')).value;
}

function hex(value: Value): string {
  return Buffer.from(serialize(value)).toString('hex');
}

/**
 * Reads a balance as the node stores it (`STXBalance`): a byte of the version but for version 1, what is free, what is locked, until when.
 */
export function balanceOfHex(raw: string): StxBalance {
  const bytes = Buffer.from(raw, 'hex');
  const version = bytes.length === 40 ? 1 : (((bytes[0] as number) + 2) as PoxVersion);
  const [free, locked, until] = [0, 16, 32].map((at) => bytes.subarray(bytes.length - 40 + at)) as [Buffer, Buffer, Buffer];
  const amount = (part: Buffer) => (part.readBigUInt64BE(0) << 64n) | part.readBigUInt64BE(8);
  return new StxBalance(amount(free), { amount: amount(locked), unlockHeight: Number(until.readBigUInt64BE()), version });
}
