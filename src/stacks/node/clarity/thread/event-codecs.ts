import { EncodedEvents, EventsPart } from '../../../protocol/receipt/encoded-events.js';
import { ownBytes, type Shape, shape } from './codec.js';

const PART = shape<EventsPart>(
  (part, to) => {
    to.raw(ownBytes(part.read()));
    to.raw(part.contracts);
    to.raw(part.count);
    to.raw(part.sources);
  },
  (from) => {
    const json = from.raw<Uint8Array>();
    return new EventsPart(() => json, { contracts: from.raw(), count: from.raw(), sources: from.raw() });
  },
);

/** The thread hashes them, too. */
const EVENTS = shape<EncodedEvents>(
  ({ parts, commitment }, to) => {
    to.ref(parts);
    to.raw(commitment);
  },
  (from) => new EncodedEvents(from.ref(), from.raw()),
);

/** Of what a transaction did. */
export const EVENT_SHAPES: readonly (readonly [constructor: unknown, shape: Shape])[] = [
  [EventsPart, PART],
  [EncodedEvents, EVENTS],
];
