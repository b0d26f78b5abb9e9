import { join } from 'node:path';
import { freePort } from '../free-ports.js';
import { compareWith } from './conformance-tool.js';
import { startConversationNode } from './conversation-node.js';

const FIXTURES = join(import.meta.dirname, '../fixtures/conformance');

/** Has a fresh node answer a conversation of ours. @returns what the tool printed, and which cases differed */
export async function converse(name: 'second' | 'third'): Promise<{ output: string; differing: (string | undefined)[] }> {
  const port = await freePort();
  await using node = await startConversationNode(port);
  const { output } = await compareWith(
    {
      answers: join(FIXTURES, `${name}-answers.json`),
      receipts: join(FIXTURES, `${name}-receipts.json`),
      conversation: join(import.meta.dirname, `${name}-conversation.mjs`),
    },
    node.url,
    port,
  );
  return { output, differing: [...output.matchAll(/^DIFFERS (.*)$/gm)].map(([, differs]) => differs) };
}
