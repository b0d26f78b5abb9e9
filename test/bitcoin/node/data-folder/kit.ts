import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { createBitcoinNode } from '#dist/start/bitcoin-node.js';

export const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
// biome-ignore lint/suspicious/noExplicitAny: each method has its own answer, which the test compares.
type Answer = any;
type Node = ReturnType<typeof createBitcoinNode>;

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'node-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Calls a method; with a wallet, on its path. Rejects with code and message. */
export type Call = (method: string, ...params: unknown[]) => Promise<Answer>;

/** Serves a node, and returns what calls it. */
export async function caller(node: Node, wallet?: string): Promise<Call> {
  const [user, password] = ['alice', 'secret'];
  const { url } = await node.listen({ user, password });
  const headers = { authorization: `Basic ${btoa(`${user}:${password}`)}` };
  return async (method, ...params) => {
    const response = await fetch(wallet === undefined ? url : `${url}/wallet/${encodeURIComponent(wallet)}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as { result?: unknown; error?: { code: number; message: string } };
    if (error !== undefined) throw new Error(`${error.code} ${error.message}`);
    return result as Answer;
  };
}
