import { type IsWanted, PlacedEvents } from '../../chains/stacks/receipt/encoded-events.js';
import type { StacksEvent, StacksEvents } from '../../chains/stacks/receipt/node-receipt.js';
import { with0x } from '../../hex.js';
import { field } from '../../json.js';

/** A movement of coins: a mint has no sender, a burn no recipient. */
type Movement = { action: 'transfer' | 'mint' | 'burn'; sender: string | undefined; recipient: string | undefined };

/** A committed event of a transaction. Amounts in the smallest unit; values are serialized Clarity values as hex with 0x. */
export type TypedEvent =
  | (Movement & { kind: 'stx'; amount: bigint; memo: string | undefined })
  | (Movement & { kind: 'ft'; asset: string; amount: bigint })
  | (Movement & { kind: 'nft'; asset: string; value: string })
  | { kind: 'lock'; address: string; amount: bigint; unlockHeight: number; contract: string }
  | { kind: 'print'; contract: string; topic: string; value: string };

/** An event that is no print. */
export type StateEvent = Exclude<TypedEvent, { kind: 'print' }>;
type PrintEvent = Extract<TypedEvent, { kind: 'print' }>;

/** Up to how many events are decoded once for all readers. */
const FEW = 100;

/**
 * The events of a receipt in their order, counted from 0 within the transaction: nodes count within the block. Of many events only those
 * are decoded that somebody reads.
 */
export class TypedEvents implements Iterable<TypedEvent> {
  readonly #events: PlacedEvents;
  #few: readonly TypedEvent[] | undefined;

  constructor(events: StacksEvents, txid: string) {
    this.#events = PlacedEvents.of(events, txid);
  }

  get length(): number {
    return this.#events.length;
  }

  *[Symbol.iterator](): Generator<TypedEvent> {
    if (this.length <= FEW) yield* this.#decodeFew();
    else for (const event of this.#events) yield typedEvent(event);
  }

  /** @param index at least 0 */
  at(index: number): TypedEvent | undefined {
    return this.slice(index, index + 1)[0];
  }

  /** @param from at least 0 */
  slice(from: number, to: number): TypedEvent[] {
    if (this.length <= FEW) return this.#decodeFew().slice(from, to);
    return this.#events.slice(from, to).map(typedEvent);
  }

  /** Yields the events that are no prints, with their index. */
  *others(): Generator<[index: number, event: StateEvent]> {
    for (const [index, event] of this.#select((contract) => contract === undefined)) if (event.kind !== 'print') yield [index, event];
  }

  /** Yields what contracts printed, with the index of the event. */
  *prints(isWanted: (contract: string) => boolean): Generator<[index: number, event: PrintEvent]> {
    const isWantedPrint: IsWanted = (contract) => contract !== undefined && isWanted(contract);
    for (const [index, event] of this.#select(isWantedPrint)) if (event.kind === 'print') yield [index, event];
  }

  /** Returns the indices of what each contract printed. Nothing is decoded. */
  printed(): Map<string, number[]> {
    const found = new Map<string, number[]>();
    let index = 0;
    for (const part of this.#events.encoded.parts) {
      for (let offset = 0; offset < part.count; offset++, index++) {
        const contract = part.sourceOf(offset);
        if (contract === undefined) continue;
        const list = found.get(contract);
        if (list === undefined) found.set(contract, [index]);
        else list.push(index);
      }
    }
    return found;
  }

  *#select(isWanted: IsWanted): Generator<[index: number, event: TypedEvent]> {
    if (this.length <= FEW) {
      for (const [index, event] of this.#decodeFew().entries()) {
        if (isWanted(event.kind === 'print' ? event.contract : undefined)) yield [index, event];
      }
      return;
    }
    for (const found of this.#events.select(isWanted)) for (const [index, event] of found) yield [index, typedEvent(event)];
  }

  #decodeFew(): readonly TypedEvent[] {
    this.#few ??= this.#events.map(typedEvent);
    return this.#few;
  }
}

function typedEvent(event: StacksEvent): TypedEvent {
  const { [event.type]: given } = event;
  const detail = typeof given === 'object' && given !== null ? given : {};
  const text = (name: string): string => String(field(detail, name) ?? '');
  const optional = (name: string): string | undefined => {
    const value = field(detail, name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [, kind, action] = /^(stx|ft|nft)_(transfer|mint|burn)_event$/.exec(event.type) ?? [];
  if (kind === undefined && event.type !== 'stx_lock_event') {
    // An event of a later node that this version does not know has no contract.
    return { kind: 'print', contract: text('contract_identifier'), topic: text('topic'), value: with0x(text('raw_value')) };
  }
  if (event.type === 'stx_lock_event') {
    return {
      kind: 'lock',
      address: text('locked_address'),
      amount: BigInt(text('locked_amount')),
      unlockHeight: Number(text('unlock_height')),
      contract: text('contract_identifier'),
    };
  }
  const movement = { action: action as Movement['action'], sender: optional('sender'), recipient: optional('recipient') };
  if (kind === 'stx') {
    const memo = optional('memo');
    return { kind, ...movement, amount: BigInt(text('amount')), memo: memo === undefined ? undefined : with0x(memo) };
  }
  const asset = text('asset_identifier');
  if (kind === 'ft') return { kind, ...movement, asset, amount: BigInt(text('amount')) };
  return { kind: 'nft', ...movement, asset, value: with0x(text('raw_value')) };
}
