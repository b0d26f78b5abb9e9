import { expect, test } from 'vitest';
import { THIRD_DIFFERENCES, THIRD_ERROR_TEXTS } from './known-differences.js';
import { converse } from './own-conversation.js';

/**
 * More than 2,600 answers and 650 receipts of a real stacks-node 4.0.2. What differs must be a known difference, and what is
 * known to differ must still do so; so it is with the texts of what went wrong in contracts, which the tool shows but does not count.
 */
test('behavior: answers the third conversation as stacks-node 4.0.2 does, known differences aside', { timeout: 250_000 }, async () => {
  const { output, differing } = await converse('third');
  expect(output).toMatch(/^\d{4} passed, \d+ failed$/m);
  expect(differing.sort()).toEqual(Object.keys(THIRD_DIFFERENCES).sort());
  const texts = [...output.matchAll(/^ {2}note: vm_error of (\S+):/gm)].map(([, name]) => name);
  expect(texts.sort()).toEqual(Object.keys(THIRD_ERROR_TEXTS).sort());
});
