export {
  type ContractEvent,
  contractEvent,
  type DecodedEvent,
  type DecodedReceipt,
  type PrintedValue,
} from './protocol/receipt/contract-event.js';
export { deployFailure } from './protocol/receipt/deploy-failure.js';
export { type IsWanted, PlacedEvents } from './protocol/receipt/encoded-events.js';
export { errorHint } from './protocol/receipt/explain-error.js';
export {
  countEvents,
  countPrints,
  eachEvent,
  encodedEvents,
  encodedSize,
  extendReceipt,
  withDecoded,
  withEvents,
} from './protocol/receipt/lazy-events.js';
export { limitEvents, MOST_EVENTS } from './protocol/receipt/limit-events.js';
export { STATUSES, type StacksEvent, type StacksReceipt, UNKNOWN_PARTS } from './protocol/receipt/node-receipt.js';
export { type AnchoredReceipt, readReceipt, type StacksTxReceipt } from './protocol/receipt/receipt.js';
export { type TypedEvent, typedEvent } from './protocol/receipt/typed-event.js';
