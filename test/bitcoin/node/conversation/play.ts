import { expect } from 'vitest';
import type { BitcoinNode } from '#dist/bitcoin/node/types.js';
import type { Case } from '../rpc/real/case.js';
import type { HttpReply, RpcClient } from '../rpc/real/client.js';
import { compareReplies } from '../rpc/real/compare.js';
import type { Deliberate } from '../rpc/real/differences.js';
import type { Exchange } from './exchange.js';

type Player = {
  node: BitcoinNode;
  /** The node over HTTP, for what is about that. */
  http: RpcClient;
  deliberate: readonly Deliberate[];
  /** Those of `deliberate` that some exchange has shown. */
  met: Set<Deliberate>;
};

/** Puts the requests of a conversation to our node. Fails on answers that differ from the recorded ones, unless it is deliberate. */
export async function play(exchanges: readonly Exchange[], player: Player): Promise<void> {
  const unexplained: unknown[] = [];
  for (const { given, reply } of exchanges) {
    const ours = await answer(given, player);
    if (isSameText(ours, reply)) continue;
    for (const difference of compareReplies(ours, reply, given.depth ?? 'values')) {
      const explanations = player.deliberate.filter(({ covers }) => covers(given, difference));
      for (const explanation of explanations) player.met.add(explanation);
      if (explanations.length === 0) unexplained.push({ title: given.title, ...difference });
    }
  }
  expect(unexplained).toEqual([]);
}

/** Without a connection where that makes no difference: it takes half the time. */
async function answer({ about, body, options = {} }: Case, { node, http }: Player): Promise<HttpReply> {
  const { path = '/', ...others } = options;
  if (about === 'http' || typeof body !== 'string' || Object.keys(others).length > 0) return http.send(body, options);
  const { status, text } = await node.ask({ path, body });
  return { status, headers: status === 204 ? {} : { 'content-type': 'application/json' }, text };
}

function isSameText(a: HttpReply, b: HttpReply): boolean {
  return a.text === b.text && a.status === b.status && a.headers['content-type'] === b.headers['content-type'];
}
