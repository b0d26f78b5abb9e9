import { ownValue } from '../../../base/own-value.js';
import type { Change, Site } from './site.js';

/** Functions whose effect is not their value; each returns a boolean. */
const WRITES = new Set(['map-set', 'map-insert', 'map-delete', 'var-set']);
/** Functions that move assets; each returns a response with a boolean. */
const PAYMENTS = new Set([
  ...['stx-transfer?', 'stx-transfer-memo?', 'stx-burn?', 'ft-transfer?', 'ft-mint?', 'ft-burn?'],
  ...['nft-transfer?', 'nft-mint?', 'nft-burn?'],
]);
/** The place of the sender; the recipient is behind it. */
const SENDER_AT: Readonly<Record<string, number>> = { 'stx-transfer?': 1, 'stx-transfer-memo?': 1, 'ft-transfer?': 2, 'nft-transfer?': 2 };
const PANICS: Readonly<Record<string, string>> = { 'unwrap!': 'unwrap-panic', 'unwrap-err!': 'unwrap-err-panic' };

/** Replaces an application by another one. */
export function changeForm(site: Site): Change[] {
  const { node, name, args, textOf, use } = site;
  const [first, second, third] = args;
  switch (name) {
    case 'if':
      if (first === undefined || second === undefined || third === undefined) return [];
      return [
        { operator: 'branches', at: node, text: `(if ${textOf(first)} ${textOf(third)} ${textOf(second)})` },
        ...['true', 'false'].map((text) => ({ operator: 'condition' as const, at: first, text })),
      ];
    case 'asserts!':
      return first === undefined ? [] : [{ operator: 'check', at: first, text: 'true' }];
    case 'is-eq':
      return use.isCondition ? [] : [{ operator: 'equality', at: node, text: `(not ${textOf(node)})` }];
    case 'not':
      return use.isCondition || first === undefined ? [] : [{ operator: 'negation', at: node, text: textOf(first) }];
    case 'some':
      return [{ operator: 'optional', at: node, text: 'none' }];
    default:
      return [...removeEffect(site), ...swapPrincipals(site), ...panic(site)];
  }
}

/** Removes what an expression does. A check has an operator of its own. */
export function removeStatement({ node, name, use }: Site): Change[] {
  return use.isStatement && name !== 'asserts!' ? [{ operator: 'effect', at: node, text: 'true' }] : [];
}

function removeEffect({ node, name, use }: Site): Change[] {
  if (use.isStatement || use.isRemoved) return [];
  if (WRITES.has(name)) return [{ operator: 'effect', at: node, text: 'true' }];
  return PAYMENTS.has(name) ? [{ operator: 'effect', at: node, text: '(ok true)' }] : [];
}

/** Pays the sender instead of the recipient. */
function swapPrincipals({ node, name, args, textOf }: Site): Change[] {
  const at = ownValue(SENDER_AT, name);
  if (at === undefined || args[at + 1] === undefined) return [];
  const swapped = args.map((_, place) => (place === at ? args[at + 1] : place === at + 1 ? args[at] : args[place]));
  const words = swapped.map((arg) => (arg === undefined ? '' : textOf(arg)));
  return [{ operator: 'transfer', at: node, text: `(${name} ${words.join(' ')})` }];
}

function panic({ node, name, args: [value], textOf }: Site): Change[] {
  const text = ownValue(PANICS, name);
  return text === undefined || value === undefined ? [] : [{ operator: 'unwrap', at: node, text: `(${text} ${textOf(value)})` }];
}
