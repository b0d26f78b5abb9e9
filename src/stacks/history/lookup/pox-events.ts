import { without0x } from '../../../base/hex.js';

import { entriesOfTuple, parseValueHex, type Value } from '../../../clarity/values.js';
import type { BlockRecord } from '../chain/records.js';
import { cut, cutFirst } from './accounts.js';
import type { EventRef } from './event-ref.js';
import type { Outcome } from './outcome.js';

/** The deployers of boot contracts on test networks and on mainnet. A chain has those of one. */
const BOOT = ['ST000000000000000000002AMW42H', 'SP000000000000000000002Q6VF78'];

/**
 * A function of a PoX contract that succeeded, as the node reports it by a print in the contract's name. Amounts are micro-STX, after
 * the call.
 */
export type PoxEvent = EventRef & {
  name: string;
  stacker: string;
  locked: bigint;
  balance: bigint;
  /** The Bitcoin height at which the lock ends, 0 without a lock. */
  unlockHeight: bigint;
  /** Where rewards go: version and hash as pox-4 has them. */
  address: { version: number; hash: Buffer } | undefined;
  /** The event's own fields, by their name in the contract. */
  fields: ReadonlyMap<string, Value>;
};

/** What happened in pox-2, pox-3 and pox-4, oldest first. */
export class PoxEvents {
  readonly #events = new Map<string, PoxEvent[]>();

  /** @param contract for example `pox-4` */
  of(contract: string): readonly PoxEvent[] {
    return BOOT.flatMap((address) => this.#events.get(`${address}.${contract}`) ?? []);
  }

  entered(outcomes: readonly Outcome[]): void {
    for (const { record, events } of outcomes) {
      for (const [index, event] of events.prints(isPox)) {
        const found = readPoxEvent(event.value, { record, index });
        if (found === undefined) continue;
        const list = this.#events.get(event.contract) ?? [];
        list.push(found);
        this.#events.set(event.contract, list);
      }
    }
  }

  left(block: BlockRecord): void {
    for (const list of this.#events.values()) cut(list, block);
  }

  forgotten(block: BlockRecord): void {
    for (const list of this.#events.values()) cutFirst(list, block);
  }
}

function isPox(contract: string): boolean {
  return BOOT.some((address) => contract.startsWith(`${address}.pox-`)) && /-[234]$/.test(contract);
}

/** Reads `(ok {name, stacker, balance, locked, burnchain-unlock-height, data})`; undefined for other prints. */
function readPoxEvent(hex: string, ref: EventRef): PoxEvent | undefined {
  const value = parseValueHex(without0x(hex));
  const tuple = value?.kind === 'response' && value.isOk ? fieldsOf(value.value) : undefined;
  const fields = fieldsOf(tuple?.get('data'));
  const name = tuple?.get('name');
  const stacker = tuple?.get('stacker');
  if (tuple === undefined || fields === undefined || name?.kind !== 'ascii' || stacker?.kind !== 'principal') return undefined;
  const { text } = name;
  const before = {
    locked: uintOf(tuple.get('locked')) ?? 0n,
    balance: uintOf(tuple.get('balance')) ?? 0n,
    unlockHeight: uintOf(tuple.get('burnchain-unlock-height')) ?? 0n,
  };
  const address = addressOf(fields.get('pox-addr'));
  return { ...ref, name: text, stacker: stacker.text, ...after(text, before, fields), address, fields };
}

type State = Pick<PoxEvent, 'locked' | 'balance' | 'unlockHeight'>;

/** The node reports the state before the call; the API shows the state after it. */
function after(name: string, { locked, balance, unlockHeight }: State, fields: ReadonlyMap<string, Value>): State {
  const lockAmount = uintOf(fields.get('lock-amount')) ?? 0n;
  const increase = uintOf(fields.get('increase-by')) ?? 0n;
  const unlock = uintOf(fields.get('unlock-burn-height')) ?? unlockHeight;
  switch (name) {
    case 'stack-stx':
    case 'delegate-stack-stx':
      return { locked: lockAmount, balance: balance - lockAmount, unlockHeight: unlock };
    case 'stack-increase':
    case 'delegate-stack-increase':
      return { locked: locked + increase, balance: balance - increase, unlockHeight };
    case 'stack-extend':
    case 'delegate-stack-extend':
    case 'delegate-stx':
      return { locked, balance, unlockHeight: unlock };
    case 'handle-unlock':
      return { locked, balance: balance + locked, unlockHeight };
    default:
      return { locked, balance, unlockHeight };
  }
}

/** The fields of a tuple by name; undefined for other values. */
export function fieldsOf(value: Value | undefined): ReadonlyMap<string, Value> | undefined {
  return value?.kind === 'tuple' ? new Map(entriesOfTuple(value)) : undefined;
}

/** The number in a uint or in an optional one. */
export function uintOf(value: Value | undefined): bigint | undefined {
  if (value?.kind === 'optional') return uintOf(value.value);
  return value?.kind === 'uint' ? value.value : undefined;
}

function addressOf(value: Value | undefined): PoxEvent['address'] {
  if (value?.kind === 'optional') return addressOf(value.value);
  const fields = fieldsOf(value);
  const version = fields?.get('version');
  const hash = fields?.get('hashbytes');
  if (version?.kind !== 'buffer' || hash?.kind !== 'buffer') return undefined;
  return { version: version.bytes[0] ?? 0, hash: Buffer.from(hash.bytes) };
}
