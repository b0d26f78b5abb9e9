import type { Type } from '../../../clarity/types.js';
import { parseValueHex } from '../../../clarity/values.js';
import type { StacksTxReceipt } from '../../../stacks/receipt.js';
import { type ContractValue, fromClarity } from './from-clarity.js';

/**
 * Returns what the called function returned, as `{ ok }` or `{ err }`; undefined if it failed at runtime.
 * @param returns the type of the function's result
 */
export function callValue({ status, result }: StacksTxReceipt, returns: Type): ContractValue | undefined {
  const value = parseValueHex(result.hex);
  if (value?.kind !== 'response') return undefined;
  // The node writes (err none) for a failure at runtime.
  const isNone = !value.isOk && value.value.kind === 'optional' && value.value.value === undefined;
  const mayBeNone = returns.kind === 'response' && returns.err.kind === 'optional';
  return isNone && status !== 'success' && !mayBeNone ? undefined : fromClarity(value);
}
