import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareWith, freePort } from './conformance-tool.js';
import { startConversationNode } from './conversation-node.js';
import { KNOWN_DIFFERENCES } from './known-differences.js';

const FIXTURES = join(import.meta.dirname, '../fixtures/conformance');
/**
 * More than 1,300 answers and 350 receipts of a real stacks-node 4.0.2. What differs must be a known difference, and what is
 * known to differ must still do so.
 */
test('behavior: answers the second conversation as stacks-node 4.0.2 does, known differences aside', { timeout: 120_000 }, async () => {
  const port = await freePort();
  await using node = await startConversationNode(port);
  const { output } = await compareWith(
    {
      answers: join(FIXTURES, 'second-answers.json'),
      receipts: join(FIXTURES, 'second-receipts.json'),
      conversation: join(import.meta.dirname, 'second-conversation.mjs'),
    },
    node.url,
    port,
  );
  const differing = [...output.matchAll(/^DIFFERS (.*)$/gm)].map(([, name]) => name);
  expect(output).toMatch(/^\d{4} passed, \d+ failed$/m);
  expect(differing.sort()).toEqual(Object.keys(KNOWN_DIFFERENCES).sort());
});
