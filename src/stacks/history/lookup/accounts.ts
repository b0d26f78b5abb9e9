import type { BlockRecord, TransactionRecord } from '../chain/records.js';
import type { EventRef } from './event-ref.js';
import { eventNumber, type ListMaker, type NumberList } from './number-list.js';
import { type Outcome, participants, parties, stateEvents } from './outcome.js';
import type { StateEvent } from './token-event.js';

/** What one principal sent and received of an asset, and by how many events. */
export type Flow = { sent: bigint; received: bigint; events: number };

/** What the chain knows of one principal. Lists are in the order of the chain, oldest first. */
export class Account {
  /** Without genesis. */
  readonly transactions: NumberList<TransactionRecord>;
  /** Those with it as sender or sponsor, without genesis. */
  readonly own: NumberList<TransactionRecord>;
  /** Movements of coins and tokens with it as sender or recipient. */
  readonly movements: NumberList<EventRef>;
  readonly locks: (EventRef & { amount: bigint; unlockHeight: number; contract: string })[] = [];
  readonly stx: Flow = { sent: 0n, received: 0n, events: 0 };
  readonly fungible = new Map<string, Flow>();
  readonly nonFungible = new Map<string, Flow>();
  /** Of its own transactions and those that it sponsored, in micro-STX. */
  fees = 0n;
  /** Coinbases and fees that it got as a miner, in micro-STX. */
  rewards = 0n;
  /** How often it paid a fee, got a reward, sent or received STX, with genesis: also a fee of 0 counts. */
  payments = 0;

  constructor(make: ListMaker) {
    this.transactions = make.records();
    this.own = make.records();
    this.movements = make.events();
  }
}

/** The accounts of a chain by principal. */
export class Accounts {
  readonly #accounts = new Map<string, Account>();
  readonly #make: ListMaker;

  constructor(make: ListMaker) {
    this.#make = make;
  }

  find(principal: string): Account | undefined {
    return this.#accounts.get(principal);
  }

  all(): Iterable<[principal: string, account: Account]> {
    return this.#accounts;
  }

  /** @param start the number of the first transaction of the block */
  entered(block: BlockRecord, outcomes: readonly Outcome[], start: number): void {
    for (const outcome of outcomes) {
      const number = start + outcome.record.place;
      // The API has those of genesis in no list of a principal. Nobody signed them, so they use no nonce.
      if (!outcome.record.isGenesis) {
        for (const principal of participants(outcome)) this.#at(principal).transactions.push(number);
        for (const principal of new Set([outcome.sender, outcome.payer])) this.#at(principal).own.push(number);
      }
      for (const [index, event] of outcome.events.others()) this.#enterEvent(event, { record: outcome.record, index }, number);
    }
    this.#add(block, outcomes, 1);
  }

  /** @param start as for `entered` */
  left(block: BlockRecord, outcomes: readonly Outcome[], start: number): void {
    for (const outcome of outcomes) {
      for (const principal of participants(outcome)) this.#at(principal).transactions.cut(start);
      for (const principal of [outcome.sender, outcome.payer]) this.#at(principal).own.cut(start);
      for (const event of stateEvents(outcome.events)) {
        for (const principal of parties(event)) if (principal !== undefined) this.#at(principal).movements.cut(eventNumber(start));
        if (event.kind === 'lock') cut(this.#at(event.address).locks, block);
      }
    }
    this.#add(block, outcomes, -1);
  }

  /**
   * The last own transaction and the last lock of an account stay: its nonce and its locked coins follow from them.
   * @param end the number after that of the last transaction of the block
   */
  forgotten(block: BlockRecord, outcomes: readonly Outcome[], end: number): void {
    for (const outcome of outcomes) {
      for (const principal of participants(outcome)) this.#at(principal).transactions.cutFirst(end);
      for (const principal of [outcome.sender, outcome.payer]) this.#at(principal).own.cutFirst(end, true);
      for (const event of stateEvents(outcome.events)) {
        for (const principal of parties(event)) if (principal !== undefined) this.#at(principal).movements.cutFirst(eventNumber(end));
        if (event.kind === 'lock') cutFirst(this.#at(event.address).locks, block, 1);
      }
    }
  }

  #at(principal: string): Account {
    let account = this.#accounts.get(principal);
    if (account === undefined) {
      account = new Account(this.#make);
      this.#accounts.set(principal, account);
    }
    return account;
  }

  #enterEvent(event: StateEvent, ref: EventRef, transaction: number): void {
    const number = eventNumber(transaction, ref.index);
    for (const principal of new Set(parties(event))) if (principal !== undefined) this.#at(principal).movements.push(number);
    if (event.kind === 'lock') {
      const { address, amount, unlockHeight, contract } = event;
      this.#at(address).locks.push({ ...ref, amount, unlockHeight, contract });
    }
  }

  /** Adds or takes away what a block moved. */
  #add(block: BlockRecord, outcomes: readonly Outcome[], sign: 1 | -1): void {
    const by = BigInt(sign);
    for (const { recipient, amount } of block.facts.rewards ?? []) {
      const account = this.#at(recipient);
      account.rewards += by * BigInt(amount);
      account.payments += sign;
    }
    for (const { payer, fee, events } of outcomes) {
      const account = this.#at(payer);
      account.fees += by * fee;
      account.payments += sign;
      for (const event of stateEvents(events)) {
        if (!('action' in event)) continue;
        const amount = event.kind === 'nft' ? 1n : event.amount;
        if (event.sender !== undefined) this.#flow(event.sender, event, (flow) => (flow.sent += by * amount), sign);
        if (event.recipient !== undefined) this.#flow(event.recipient, event, (flow) => (flow.received += by * amount), sign);
      }
    }
  }

  #flow(principal: string, event: Extract<StateEvent, { action: string }>, change: (flow: Flow) => void, sign: number): void {
    const account = this.#at(principal);
    if (event.kind === 'stx') {
      change(account.stx);
      account.payments += sign;
      return;
    }
    const flows = event.kind === 'ft' ? account.fungible : account.nonFungible;
    const flow = flows.get(event.asset) ?? { sent: 0n, received: 0n, events: 0 };
    change(flow);
    flow.events += sign;
    // An asset that was never moved is not listed, unlike one that was moved away.
    if (flow.events === 0) flows.delete(event.asset);
    else flows.set(event.asset, flow);
  }
}

type Entry = { block?: BlockRecord; record?: TransactionRecord };

/** Removes the entries of a block from the end of a list. */
export function cut(list: Entry[], block: BlockRecord): void {
  for (let last = list.at(-1); last !== undefined && blockOf(last) === block; last = list.at(-1)) list.pop();
}

/**
 * Removes the entries of the oldest block, and older ones that an earlier call left, from the beginning of a list, so that `rest`
 * entries stay.
 */
export function cutFirst(list: Entry[], block: BlockRecord, rest = 0): void {
  const first = list.findIndex((entry) => (blockOf(entry)?.height ?? 0) > block.height);
  list.splice(0, Math.min(first === -1 ? list.length : first, Math.max(list.length - rest, 0)));
}

function blockOf({ block, record }: Entry): BlockRecord | undefined {
  return block ?? record?.block;
}
