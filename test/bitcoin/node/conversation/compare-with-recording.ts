import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBitcoinNode } from '#dist/bitcoin/node/node.js';
import type { BitcoinNode, BitcoinNodeOptions } from '#dist/bitcoin/node/types.js';
import { createClient, type RpcClient } from '../rpc/real/client.js';
import type { Deliberate } from '../rpc/real/differences.js';
import { play } from './play.js';
import { CREDENTIALS, recorded } from './recordings.js';

type Comparison = {
  /** In their order. */
  chapters: readonly string[];
  deliberate: readonly Deliberate[];
  /** Of our node. */
  options?: BitcoinNodeOptions;
};

/** Declares a test for each chapter of a recorded conversation with a real bitcoind: our node gives the same answers. */
export function compareWithRecording(conversation: string, { chapters, deliberate, options }: Comparison): void {
  describe('as a real bitcoind has answered', () => {
    let node: BitcoinNode;
    let http: RpcClient;
    const met = new Set<Deliberate>();
    beforeAll(async () => {
      node = createBitcoinNode(options);
      http = createClient({ url: (await node.listen({ host: '127.0.0.1', port: 0, ...CREDENTIALS })).url, ...CREDENTIALS });
    });
    afterAll(() => node.close());

    test.each(chapters)('behavior: %s', (chapter) => play(recorded(conversation, chapter), { node, http, deliberate, met }));

    test('behavior: no deliberate difference is stale', () => {
      const stale = deliberate.filter((difference) => difference.sometimes !== true && !met.has(difference));
      expect(stale.map(({ name }) => name)).toEqual([]);
    });
  });
}
