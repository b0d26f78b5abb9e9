import { without0x } from '../../../base/hex.js';
import { entriesOfTuple, parseValueHex, type Value } from '../../../clarity/values.js';
import type { BlockRecord } from '../chain/records.js';
import { cut } from './accounts.js';
import type { EventRef } from './event-ref.js';
import type { Outcome } from './outcome.js';

/** The contract on test networks and on mainnet. */
const POX_5 = new Set(['ST000000000000000000002AMW42H.pox-5', 'SP000000000000000000002Q6VF78.pox-5']);

/** What pox-5 printed: `topic` is the function or the step that did it, `fields` all its fields by their name in the contract. */
export type Pox5Event = EventRef & { topic: string; fields: ReadonlyMap<string, Value> };

/** What happened in pox-5, oldest first. Nothing of it is forgotten: who signs and stakes now follows from all of it. */
export class Pox5Events {
  readonly list: Pox5Event[] = [];

  entered(outcomes: readonly Outcome[]): void {
    for (const { record, events } of outcomes) {
      for (const [index, event] of events.prints((contract) => POX_5.has(contract))) {
        const value = parseValueHex(without0x(event.value));
        if (value?.kind !== 'tuple') continue;
        const fields = new Map(entriesOfTuple(value));
        const topic = fields.get('topic');
        if (topic?.kind === 'ascii') this.list.push({ record, index, topic: topic.text, fields });
      }
    }
  }

  left(block: BlockRecord): void {
    cut(this.list, block);
  }
}
