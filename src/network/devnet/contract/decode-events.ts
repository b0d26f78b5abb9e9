import { parseValueHex } from '../../../clarity/values.js';
import type { StacksEvent } from '../../../stacks/receipt.js';
import { type TypedEvent, typedEvent } from '../../../stacks/receipt.js';
import { type ContractValue, fromClarity } from './from-clarity.js';

type WithValue<E> = E extends { value: string } ? Omit<E, 'value'> & { value: ContractValue | undefined } : E;

/**
 * An event of a transaction. Amounts are bigint in the smallest unit (micro-STX, base units of a token). `value`, what a contract printed
 * or the identifier of a non-fungible token, is as `contract().read` returns values; it is undefined if it is nested more than 16 levels
 * deep. A mint has no `sender`, a burn no `recipient`.
 */
export type ReceiptEvent = WithValue<TypedEvent>;

/**
 * Returns the events of a receipt with their values decoded: integers and amounts are bigint. Takes receipts of every call and
 * of `subscribe`.
 * @example
 * const [printed] = decodeEvents(receipt).filter((event) => event.kind === 'print');
 * console.log(printed?.contract, printed?.value); // ST….counter { event: 'added', step: 5n }
 */
export function decodeEvents(receipt: { readonly events: readonly StacksEvent[] }): ReceiptEvent[] {
  return receipt.events.map((event) => withValue(typedEvent(event)));
}

function withValue(event: TypedEvent): ReceiptEvent {
  if (event.kind !== 'print' && event.kind !== 'nft') return event;
  const value = parseValueHex(event.value);
  return { ...event, value: value && fromClarity(value) };
}
