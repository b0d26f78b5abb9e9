import { ownValue } from '../../../base/own-value.js';
import type { Change, OperatorName, Site } from './site.js';

/** Words in the place of a function. Each has the same arguments. */
const WORDS: Readonly<Record<string, readonly [OperatorName, string]>> = {
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
  mod: ['arithmetic', '/'],
  pow: ['arithmetic', '*'],
  'bit-and': ['arithmetic', 'bit-or'],
  'bit-or': ['arithmetic', 'bit-and'],
  'bit-xor': ['arithmetic', 'bit-or'],
  'bit-shift-left': ['arithmetic', 'bit-shift-right'],
  'bit-shift-right': ['arithmetic', 'bit-shift-left'],
  and: ['logic', 'or'],
  or: ['logic', 'and'],
  'map-set': ['map-write', 'map-insert'],
  'map-insert': ['map-write', 'map-set'],
  'try!': ['unwrap', 'unwrap-panic'],
  'unwrap-panic': ['unwrap', 'try!'],
};

/** The bound of a comparison, and its opposite. */
const COMPARISONS: Readonly<Record<string, readonly [bound: string, opposite: string]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
};

const PRESENCE: Readonly<Record<string, string>> = { 'is-some': 'is-none', 'is-none': 'is-some', 'is-ok': 'is-err', 'is-err': 'is-ok' };

/** Replaces the function of an application. */
export function changeWord({ head, name, use }: Site): Change[] {
  const changes: Change[] = [];
  const add = (operator: OperatorName, text: string) => changes.push({ operator, at: head, text });
  const [operator, word] = ownValue(WORDS, name) ?? [];
  if (operator !== undefined && word !== undefined) add(operator, word);
  const [bound, opposite] = ownValue(COMPARISONS, name) ?? [];
  if (bound !== undefined) add('comparison', bound);
  // The opposite of a condition swaps branches, or fails a check that all tests need.
  if (use.isCondition) return changes;
  if (opposite !== undefined) add('comparison', opposite);
  const presence = ownValue(PRESENCE, name);
  if (presence !== undefined) add('presence', presence);
  return changes;
}
