import { ownValue } from '../../../../own-value.js';
import { type Expression, parseSource } from './source.js';

/** Where each form names a contract, or a trait of it, that must exist before the source is deployed. */
const PLACES: Readonly<Record<string, number>> = { 'contract-call?': 1, 'impl-trait': 1, 'use-trait': 2 };

/**
 * Returns the contracts that a source calls or takes traits from, without those that it only names as principals.
 * @param contract `ST….name` of the source
 */
export function calledContracts(source: string, contract: string): Set<string> {
  const [own = ''] = contract.split('.');
  const called = parseSource(source)
    .flatMap(listsIn)
    .flatMap(([head, ...rest]) => {
      const place = typeof head === 'string' ? ownValue(PLACES, head) : undefined;
      const reference = place === undefined ? undefined : rest[place - 1];
      const [, address = own, name] = /^(?:'(S[0-9A-Z]+))?\.([a-zA-Z][\w-]*)/.exec(typeof reference === 'string' ? reference : '') ?? [];
      return name === undefined ? [] : [`${address}.${name}`];
    });
  return new Set(called.filter((name) => name !== contract));
}

function listsIn(form: Expression): Expression[][] {
  return Array.isArray(form) ? [form, ...form.flatMap(listsIn)] : [];
}
