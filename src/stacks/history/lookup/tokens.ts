import type { BlockRecord } from '../chain/records.js';
import { cut, cutFirst } from './accounts.js';
import type { EventRef } from './event-ref.js';
import { type Outcome, stateEvents } from './outcome.js';

type NftEvent = EventRef & { recipient: string | undefined };
/** A balance and by how many movements it came about. */
type Holding = { balance: bigint; movements: number };

/** One class of non-fungible tokens: events of each token by its value (hex), and the class's mints; oldest first. */
export class NftClass {
  readonly tokens = new Map<string, NftEvent[]>();
  readonly mints: EventRef[] = [];
}

/** The owners of tokens, by asset identifier. */
export class Tokens {
  readonly #classes = new Map<string, NftClass>();
  /** By asset and holder, also those that moved everything away. */
  readonly #holders = new Map<string, Map<string, Holding>>();
  /** Tokens held, by principal, in the order in which they came: class, newline, value. */
  readonly #held = new Map<string, Set<string>>();

  class(asset: string): NftClass | undefined {
    return this.#classes.get(asset);
  }

  /** Returns the balances of all that ever had some of a fungible token, zeros included. */
  holders(asset: string): [principal: string, balance: bigint][] {
    return [...(this.#holders.get(asset) ?? [])].map(([principal, { balance }]) => [principal, balance]);
  }

  /** Returns the tokens of a principal with the event that gave it each; oldest first. */
  held(principal: string): { asset: string; value: string; since: EventRef }[] {
    return [...(this.#held.get(principal) ?? [])].flatMap((id) => {
      const [asset = '', value = ''] = id.split('\n');
      const since = this.#classes.get(asset)?.tokens.get(value)?.at(-1);
      return since === undefined ? [] : [{ asset, value, since }];
    });
  }

  entered(outcomes: readonly Outcome[]): void {
    for (const { record, events } of outcomes) {
      for (const [index, event] of events.others()) {
        if (event.kind === 'ft') this.#move(event.asset, [event.sender, event.recipient], event.amount, 1);
        if (event.kind !== 'nft') continue;
        const { asset, value, recipient, action } = event;
        const known = this.#classes.get(asset) ?? new NftClass();
        this.#classes.set(asset, known);
        const list = known.tokens.get(value) ?? [];
        known.tokens.set(value, list);
        this.#hold(list.at(-1)?.recipient, recipient, `${asset}\n${value}`);
        list.push({ record, index, recipient });
        if (action === 'mint') known.mints.push({ record, index });
      }
    }
  }

  left(block: BlockRecord, outcomes: readonly Outcome[]): void {
    for (const { events } of [...outcomes].reverse()) {
      for (const event of stateEvents(events).reverse()) {
        if (event.kind === 'ft') this.#move(event.asset, [event.recipient, event.sender], event.amount, -1);
        if (event.kind !== 'nft') continue;
        const { asset, value } = event;
        const known = this.#classes.get(asset);
        const list = known?.tokens.get(value);
        if (known === undefined || list === undefined) continue;
        const gone = list.pop();
        this.#hold(gone?.recipient, list.at(-1)?.recipient, `${asset}\n${value}`);
        if (list.length === 0) known.tokens.delete(value);
        cut(known.mints, block);
      }
    }
  }

  /** The last event of a token stays: it names the owner. */
  forgotten(block: BlockRecord, outcomes: readonly Outcome[]): void {
    for (const { events } of outcomes) {
      for (const event of stateEvents(events)) {
        if (event.kind !== 'nft') continue;
        const known = this.#classes.get(event.asset);
        cutFirst(known?.tokens.get(event.value) ?? [], block, 1);
        cutFirst(known?.mints ?? [], block);
      }
    }
  }

  /** @param sign 1 for a movement, -1 to take it back */
  #move(asset: string, [from, to]: (string | undefined)[], amount: bigint, sign: 1 | -1): void {
    const holders = this.#holders.get(asset) ?? new Map<string, Holding>();
    this.#holders.set(asset, holders);
    for (const [principal, change] of [[from, -amount] as const, [to, amount] as const]) {
      if (principal === undefined) continue;
      const holding = holders.get(principal) ?? { balance: 0n, movements: 0 };
      holding.balance += change;
      holding.movements += sign;
      if (holding.movements === 0) holders.delete(principal);
      else holders.set(principal, holding);
    }
  }

  #hold(before: string | undefined, after: string | undefined, id: string): void {
    if (before !== undefined) this.#held.get(before)?.delete(id);
    if (after === undefined) return;
    const held = this.#held.get(after) ?? new Set();
    held.add(id);
    this.#held.set(after, held);
  }
}
