import { expect, test } from 'vitest';
import { freePort } from '../free-ports.js';
import { startTestNode } from '../node/stacks/test-node.js';
import { compareWith } from './conformance-tool.js';
import { expectRecordedConversation, recorded } from './recorded-conversation.js';

/**
 * The answers and receipts of a real stacks-node 4.0.2, recorded by the same tool. It compares what is the same on every
 * chain: statuses, content types, error bodies, values, receipts; not heights, hashes and costs.
 */
test('behavior: answers the recorded conversation as stacks-node 4.0.2 does', async () => {
  const port = await freePort();
  await using node = await startTestNode({ eventObservers: [`127.0.0.1:${port}`] });
  const { status, output } = await compareWith(recorded, node.url, port);
  expect(output).toContain('135 passed, 0 failed');
  expect(status).toBe(0);
});

test('behavior: a gateway passes the conversation on', () => expectRecordedConversation({ engine: 'embedded' }));
