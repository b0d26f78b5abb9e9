import type { Contract } from '../../../../clarity/contract.js';
import type { AnyEpochName, Epoch } from '../../../../clarity/epoch.js';
import type { Expression } from '../../../../clarity/syntax.js';
import type { EncodedEvents } from '../../../protocol/receipt/encoded-events.js';
import type { Codec, Reader, Writer } from './codec.js';
import { codecAt, codecOf, numberOfCodec, RAW } from './codecs.js';
import type { SharedContracts } from './shared-contracts.js';

/** A part of a message. What is in it comes after what it refers to. `root` is in the last one: the message itself. */
export type MessagePart = { readonly tape: readonly unknown[]; readonly root?: readonly [unknown] | undefined };

/** How many fields a part has: they take about a millisecond. */
const PART = 8_000;
/** The same for bytes. */
const PART_BYTES = 1_000_000;

/**
 * Takes values, contracts and plain objects of them apart, so that they can be posted: classes and what several objects share stay what
 * they are.
 * Unlike a consensus serialization, it keeps the types of lists and tuples, on which costs depend.
 */
export class MessageEncoder {
  readonly #contracts: SharedContracts;
  /** The numbers of objects. */
  readonly #known = new Map<object, number>();
  #tape: unknown[] = [];

  constructor(contracts: SharedContracts) {
    this.#contracts = contracts;
  }

  /** Returns whether enough was added for a part. */
  get isFull(): boolean {
    return this.#tape.length >= PART;
  }

  /** Takes what was added since the last part. */
  part(): MessagePart {
    const tape = this.#tape;
    this.#tape = [];
    return { tape };
  }

  /** Takes the last part. */
  end(message: unknown): MessagePart {
    const root = [this.add(message)] as const;
    return { ...this.part(), root };
  }

  /** Adds an object of which all is plain. */
  addPlain(value: object): void {
    this.#record(value, RAW);
  }

  /** Adds events, which may be many. @returns the parts that became full */
  *addEvents(events: EncodedEvents): Generator<MessagePart> {
    let size = 0;
    for (const part of events.parts) {
      this.add(part);
      size += part.read().length;
      if (size < PART_BYTES) continue;
      yield this.part();
      size = 0;
    }
    this.add(events);
  }

  /** Adds contracts, which may be large. @returns the parts that became full */
  *addContracts(contracts: readonly Contract[]): Generator<MessagePart> {
    for (const contract of contracts) {
      if (this.#contracts.numberOf(contract) !== undefined || this.#known.has(contract)) continue;
      for (const _ of this.#addExpressions(contract.expressions)) yield this.part();
      this.add(contract);
    }
  }

  /** Adds expressions after what is in them. @returns when a part is full */
  *#addExpressions(expressions: readonly Expression[]): Generator<void> {
    const open = [expressions.values()];
    const parents: Expression[] = [];
    for (let items = open.at(-1); items !== undefined; items = open.at(-1)) {
      const { value: next, done } = items.next();
      if (done === true) {
        open.pop();
        const parent = parents.pop();
        if (parent !== undefined) this.add(parent);
        if (this.isFull) yield;
      } else if (next.type === 'list') {
        open.push(next.items.values());
        parents.push(next);
      } else {
        this.add(next);
      }
    }
  }

  /** Adds a value. @returns what stands for it on the tape: a number is that of an object */
  add(value: unknown): unknown {
    if (typeof value === 'number') return this.#record(value, RAW);
    if (typeof value !== 'object' || value === null) return value;
    return this.#known.get(value) ?? this.#record(value, codecOf(value));
  }

  #record(value: unknown, codec: Codec): number {
    const fields: unknown[] = [numberOfCodec(codec)];
    const writer: Writer = { contracts: this.#contracts, raw: (field) => fields.push(field), ref: (field) => fields.push(this.add(field)) };
    codec.write(value, writer);
    for (const field of fields) this.#tape.push(field);
    const number = this.#known.size;
    this.#known.set(typeof value === 'object' && value !== null ? value : {}, number);
    return number;
  }
}

/** Puts together again what a {@link MessageEncoder} took apart, part by part. */
export class MessageDecoder {
  readonly #objects: unknown[] = [];
  readonly #reader: Reader;
  #tape: readonly unknown[] = [];
  #at = 0;

  constructor(contracts: SharedContracts, epoch: (name: AnyEpochName) => Epoch) {
    this.#reader = { contracts, epoch, raw: <T>() => this.#next() as T, ref: <T>() => this.#resolve(this.#next()) as T };
  }

  /** Takes the next part. @returns the message after the last one */
  take({ tape, root }: MessagePart): { readonly message: unknown } | undefined {
    this.#tape = tape;
    for (this.#at = 0; this.#at < tape.length; ) this.#objects.push(codecAt(this.#next() as number).read(this.#reader));
    return root && { message: this.#resolve(root[0]) };
  }

  #next(): unknown {
    return this.#tape[this.#at++];
  }

  #resolve(entry: unknown): unknown {
    return typeof entry === 'number' ? this.#objects[entry] : entry;
  }
}
