import { join } from 'node:path';
import { startDevnet } from 'stacks-devnet';
import { expect } from 'vitest';
import type { DevnetOptions } from '#dist/config/types.js';
import { testCache } from '../cache.js';
import { freePort } from '../free-ports.js';
import { compareWith, type Recording } from './conformance-tool.js';

const RECORDED = join(import.meta.dirname, '../fixtures/stacks-node');

/** The answers and receipts of a real stacks-node 4.0.2, recorded by the same tool that compares with them. */
export const recorded: Recording = { answers: join(RECORDED, 'answers-4.0.2.json'), receipts: join(RECORDED, 'receipts-4.0.2.json') };

/**
 * Has the recorded conversation with a devnet's gateway, which must answer as the node behind it did.
 * @param observer where the tool listens for events, on loopback, and the port that the node is told. @default one free port
 */
export async function expectRecordedConversation(options: DevnetOptions, observer?: { port: number; told: number }): Promise<void> {
  const port = observer?.port ?? (await freePort());
  const eventObservers = [`127.0.0.1:${observer?.told ?? port}`];
  await using devnet = await startDevnet({ ...options, cache: testCache, eventObservers });
  const { status, output } = await compareWith(recorded, devnet.urls.gateway ?? '', port);
  expect(output).toContain('135 passed, 0 failed');
  expect(status).toBe(0);
}
