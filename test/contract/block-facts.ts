import { Cl } from '@stacks/transactions';
import { expect } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { stacksGet } from '../devnet.js';

const BLOCK = ['time', 'vrf-seed', 'header-hash', 'id-header-hash', 'burnchain-header-hash', 'miner-address'];
const TENURE = ['time', 'vrf-seed', 'burnchain-header-hash', 'miner-address', 'miner-spend-winner', 'miner-spend-total', 'block-reward'];
/** The functions of Clarity that look at blocks, with all of their properties, by the version of Clarity that has them. */
const FUNCTIONS: readonly { clarityVersion: number; fn: string; properties: readonly string[] }[] = [
  { clarityVersion: 1, fn: 'get-block-info?', properties: BLOCK },
  { clarityVersion: 2, fn: 'get-block-info?', properties: [...new Set([...BLOCK, ...TENURE])] },
  { clarityVersion: 3, fn: 'get-tenure-info?', properties: TENURE },
  { clarityVersion: 3, fn: 'get-stacks-block-info?', properties: ['time', 'header-hash', 'id-header-hash'] },
  { clarityVersion: 3, fn: 'get-burn-block-info?', properties: ['header-hash', 'pox-addrs'] },
];
const NOW = '(define-read-only (now) { stacks: stacks-block-height, burn: burn-block-height })';

/** Returns a check that each property of each block is what a node has of it. @param options.failing errors for the genesis block, by property */
export async function blockFacts(devnet: Devnet): Promise<(options: { failing: Record<string, string> }) => Promise<void>> {
  const contracts = await Promise.all(
    FUNCTIONS.map(async ({ clarityVersion, fn, properties }, at) => {
      const readers = properties.map((property) => `(define-read-only (of-${property} (height uint)) (${fn} ${property} height))`);
      const source = `${readers.join('\n')}\n${clarityVersion === 3 ? NOW : ''}`;
      const { contract } = await devnet.stacks.deploy({ name: `facts-${at}`, source, as: `wallet_${at + 1}`, clarityVersion });
      return { contract, fn, properties };
    }),
  );
  const { first_burnchain_block_height: firstBurn } = await stacksGet(devnet, '/v2/pox');

  return async ({ failing }) => {
    const now = (await read(contracts[2]?.contract ?? '', 'now')) as { stacks: bigint; burn: bigint };
    const [stacks, burn] = [Number(now.stacks), Number(now.burn)];
    for (const { contract, fn, properties } of contracts) {
      for (const property of properties) {
        const heights = Array.from({ length: (fn === 'get-burn-block-info?' ? burn : stacks) + 3 }, (_, height) => height);
        const answers = await Promise.all(heights.map((height) => kindOf(contract, property, height)));
        const expected = heights.map((height): string => (isKnown(fn, property, height) ? 'some' : 'none'));
        expect(answers, `${fn} ${property}`).toEqual([failing[property] ?? expected[0], ...expected.slice(1)]);
      }
    }

    /** A reward is known 101 blocks later. */
    function isKnown(fn: string, property: string, height: number): boolean {
      if (fn === 'get-burn-block-info?') return height >= Number(firstBurn) && height <= burn;
      if (property === 'block-reward') return height > 0 && height + 101 < stacks;
      return height < stacks;
    }
  };

  async function kindOf(contract: string, property: string, height: number): Promise<string> {
    const answer = await ask(contract, `of-${property}`, [Cl.serialize(Cl.uint(height))]);
    return answer.okay ? Cl.deserialize(answer.result).type : answer.cause;
  }

  async function read(contract: string, fn: string): Promise<unknown> {
    const answer = await ask(contract, fn, []);
    if (!answer.okay) throw new Error(answer.cause);
    const value = Cl.deserialize(answer.result) as unknown as { value: Record<string, { value: bigint }> };
    return Object.fromEntries(Object.entries(value.value).map(([name, item]) => [name, item.value]));
  }

  async function ask(contract: string, fn: string, args: string[]) {
    const [address = ''] = contract.split('.');
    const response = await fetch(`${devnet.urls.stacks}/v2/contracts/call-read/${contract.replace('.', '/')}/${fn}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sender: address, arguments: args }),
    });
    return (await response.json()) as { okay: true; result: string } | { okay: false; cause: string };
  }
}
