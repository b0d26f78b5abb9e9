import { without0x } from '../../../base/hex.js';
import { hexOf } from '../../../clarity/bytes.js';

import { issuerOf, parseValueHex, type Value } from '../../../clarity/values.js';
import type { TypedEvent } from '../../protocol/receipt/typed-event.js';
import type { BlockRecord } from '../chain/records.js';
import { contractOf, type Outcome } from './outcome.js';
import { fieldsOf, uintOf } from './pox-events.js';

/** The contract on test networks and on mainnet. */
const BNS = ['ST000000000000000000002AMW42H.bns', 'SP000000000000000000002Q6VF78.bns'];

/** What a transaction did to a name, as the Stacks API reads it from the prints of `bns`. */
export type NameEntry = {
  name: string;
  namespace: string;
  /** Who owns it. After a renewal it is who renewed it, as in the API. */
  owner: string;
  /** The operation, for example `name-register`. */
  status: string;
  /** Stacks heights. A name expires its namespace's lifetime after its last entry; a transfer keeps what was before. */
  height: number;
  expires: number;
  zoneFileHash: string;
  txid: string;
};

type Namespace = { name: string; lifetime: number; height: number };

/** The names and namespaces of BNS. Nothing of them is forgotten: who owns a name follows from its last entry. */
export class Names {
  readonly #entries = new Map<string, NameEntry[]>();
  readonly #namespaces = new Map<string, Namespace[]>();
  /** Until a name comes or goes. */
  #sorted: string[] | undefined;

  /** Returns the last entry of a name that was not revoked. */
  find(name: string): NameEntry | undefined {
    const last = this.#entries.get(name)?.at(-1);
    return last?.status === 'name-revoke' ? undefined : last;
  }

  /** Returns the entries of a name, oldest first. */
  entries(name: string): readonly NameEntry[] {
    return this.#entries.get(name) ?? [];
  }

  /** Returns all names that ever were, by name, with their last entries. */
  all(): NameEntry[] {
    this.#sorted ??= [...this.#entries.keys()].sort();
    return this.#sorted.flatMap((name) => this.#entries.get(name)?.at(-1) ?? []);
  }

  hasNamespace(namespace: string): boolean {
    return this.#namespaces.has(namespace);
  }

  /** By name. */
  namespaces(): string[] {
    return [...this.#namespaces.keys()].sort();
  }

  entered(outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) {
      for (const [, { value }] of outcome.events.prints((contract) => BNS.includes(contract))) this.#enterPrint(value, outcome);
      this.#enterSilentRenewal(outcome);
    }
  }

  left({ height }: BlockRecord): void {
    for (const index of [this.#entries, this.#namespaces]) {
      for (const [name, list] of index as Map<string, { height: number }[]>) {
        while (list.at(-1)?.height === height) list.pop();
        if (list.length === 0) index.delete(name);
      }
    }
    this.#sorted = undefined;
  }

  #enterPrint(hex: string, outcome: Outcome): void {
    const print = fieldsOf(parseValueHex(without0x(hex)));
    if (print === undefined) return;
    const { height } = outcome.record.block;
    const properties = fieldsOf(print.get('properties'));
    if (textOf(print.get('status')) === 'ready' && properties !== undefined) {
      const name = textOf(print.get('namespace'));
      const lifetime = Number(uintOf(properties.get('lifetime')) ?? 0n);
      if (name !== undefined) at(this.#namespaces, name).push({ name, lifetime, height });
      return;
    }
    const attachment = fieldsOf(print.get('attachment'));
    const metadata = fieldsOf(attachment?.get('metadata'));
    const [label, namespace, status] = ['name', 'namespace', 'op'].map((field) => textOf(metadata?.get(field)));
    const sender = metadata?.get('tx-sender');
    const hash = attachment?.get('hash');
    if (label === undefined || namespace === undefined || status === undefined) return;
    if (sender?.kind !== 'principal' || hash?.kind !== 'buffer') return;
    const name = `${label}.${namespace}`;
    // A name that a contract registers is its deployer's, as in the API.
    const registrant = issuerOf(sender).text;
    const owner = (status === 'name-transfer' ? newOwner(outcome.events, name) : undefined) ?? registrant;
    this.#enter({ name, namespace, owner, status, zoneFileHash: hexOf(hash.bytes) }, outcome);
  }

  /** A renewal without a hash of a zone file prints nothing. */
  #enterSilentRenewal(outcome: Outcome): void {
    const { transaction, receipt, sender } = outcome;
    const { payload } = transaction;
    if (payload.type !== 'call' || payload.fn !== 'name-renewal' || receipt.status !== 'success') return;
    const [namespace, label, , , hash] = payload.args;
    const [under, first] = [textOf(namespace), textOf(label)];
    if (!BNS.includes(contractOf(transaction) ?? '') || payload.args.length !== 5 || hash?.kind !== 'optional' || hash.value !== undefined)
      return;
    if (under === undefined || first === undefined) return;
    const name = `${first}.${under}`;
    const zoneFileHash = this.entries(name).at(-1)?.zoneFileHash ?? '';
    this.#enter({ name, namespace: under, owner: sender, status: 'name-renewal', zoneFileHash }, outcome);
  }

  #enter(entry: Omit<NameEntry, 'height' | 'expires' | 'txid'>, { record }: Outcome): void {
    const { height } = record.block;
    const entries = at(this.#entries, entry.name);
    const before = entry.status === 'name-transfer' ? entries.at(-1)?.expires : undefined;
    const lifetime = this.#namespaces.get(entry.namespace)?.at(-1)?.lifetime;
    const expires = before ?? (lifetime === undefined ? 0 : height + lifetime);
    this.#sorted = undefined;
    entries.push({ ...entry, height, expires, txid: record.txid });
  }
}

/** Returns the name that a token of `bns` is; undefined for other values. */
export function nameOfToken(asset: string, value: string): string | undefined {
  if (!BNS.some((contract) => asset === `${contract}::names`)) return undefined;
  const fields = fieldsOf(parseValueHex(without0x(value)));
  const [label, namespace] = [textOf(fields?.get('name')), textOf(fields?.get('namespace'))];
  return label === undefined || namespace === undefined ? undefined : `${label}.${namespace}`;
}

/** Returns who gets the token of a name in a transaction. */
function newOwner(events: Iterable<TypedEvent>, name: string): string | undefined {
  for (const event of events) {
    if (event.kind === 'nft' && event.action === 'transfer' && nameOfToken(event.asset, event.value) === name) return event.recipient;
  }
  return undefined;
}

function textOf(value: Value | undefined): string | undefined {
  if (value?.kind === 'buffer') return Buffer.from(value.bytes).toString('utf8');
  return value?.kind === 'ascii' ? value.text : undefined;
}

function at<T>(lists: Map<string, T[]>, name: string): T[] {
  const list = lists.get(name) ?? [];
  lists.set(name, list);
  return list;
}
