import { startStacksNode } from '#dist/stacks/node/node.js';
import type { BurnBlock, StacksNode, StacksNodeOptions } from '#dist/stacks/node/types.js';

/** The standard accounts that tests use, with their published keys. */
export const DEPLOYER = {
  address: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM',
  key: '753b7cc01a1a2e86221266a154af739463fce51219d97e4f856cd7200c3bd2a601',
};
export const WALLET_1 = {
  address: 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5',
  key: '7287ba251d44a4d3fd9276c88ce34c5c52a038955511cccaf77e61068649c17801',
};
export const WALLET_2 = {
  address: 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG',
  key: '530d9f61984c888536871c6573073bdfc0058896dc1adfe9a6a10dfacadc209101',
};

export const BOOT_HEIGHT = 141;

/** A Bitcoin block of a made-up chain; `branch` distinguishes chains. */
export function burnBlock(height: number, branch = 0, previousBranch = branch): BurnBlock {
  return { height, hash: burnHash(height, branch), previousHash: burnHash(height - 1, previousBranch), time: 1_700_000_000 + 600 * height };
}

function burnHash(height: number, branch: number): string {
  return `${branch.toString(16).padStart(32, '0')}${(height + 1).toString(16).padStart(32, '0')}`;
}

export type TestNode = StacksNode & { url: string; [Symbol.asyncDispose](): Promise<void> };

/** A fresh node at burn height 141 that serves its RPC, and closes with the test. */
export async function startTestNode(options: Partial<StacksNodeOptions> = {}): Promise<TestNode> {
  const node = await startStacksNode({
    balances: [DEPLOYER, WALLET_1, WALLET_2].map(({ address }) => ({ principal: address, amount: 100_000_000_000_000n })),
    burnchain: Array.from({ length: BOOT_HEIGHT + 1 }, (_, height) => burnBlock(height)),
    epoch: '3.4',
    pox: { rewardLength: 20, prepareLength: 5 },
    mining: 'auto',
    eventObservers: [],
    authToken: '12345',
    ...options,
  });
  const { url } = await node.listen({ host: '127.0.0.1', port: 0 });
  return { ...node, url, [Symbol.asyncDispose]: () => node.close() };
}
