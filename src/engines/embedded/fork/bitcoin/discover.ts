import { invalid } from '../../../../base/error.js';
import { listOf, readHash, readNumber, readObject } from '../../../../base/json.js';
import type { BitcoinForkPoint, BitcoinNetworkName } from '../../../../bitcoin/fork-source.js';
import type { EsploraNode } from './esplora-node.js';

/** Blocks whose times count for the median time of the next one, besides the block of the fork (BIP113). */
const EARLIER_TIMES = 10;

/** The genesis blocks of Bitcoin's networks. */
const GENESIS: Readonly<Record<string, BitcoinNetworkName>> = {
  '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f': 'mainnet',
  '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943': 'testnet',
  '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043': 'testnet4',
  '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6': 'signet',
  '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206': 'regtest',
};

/**
 * Reads what a fork must know of its origin.
 * @param height undefined for the tip
 * @throws DevnetError ORIGIN, INVALID_INPUT for a height that the origin does not have
 */
export async function discoverBitcoin(node: EsploraNode, height: number | undefined): Promise<BitcoinForkPoint> {
  const tip = Number(await required(node, '/blocks/tip/height'));
  if (!Number.isSafeInteger(tip)) throw node.error('BAD_ANSWER', 'does not answer as an Esplora server does: /blocks/tip/height');
  if (height !== undefined && height > tip) throw invalid('fork.bitcoin.height', `at most ${tip}, the height of the origin`, height);
  const at = height ?? tip;
  const [genesis, hash, times] = await Promise.all([
    required(node, '/block-height/0'),
    required(node, `/block-height/${at}`),
    timesBefore(node, at),
  ]);
  const block = await node.json(`/block/${hash}`, (answer) => {
    const found = readObject(answer, 'block');
    return { height: readNumber(found, 'height'), id: readHash(found, 'id'), time: readNumber(found, 'timestamp') };
  });
  if (block?.id !== hash || block.height !== at) throw node.error('BAD_ANSWER', `has no block ${hash} at height ${at}`);
  // Every signet of its own has a genesis block like the public one's: only the first block after it differs.
  return { network: GENESIS[genesis] ?? 'regtest', genesis, block, times };
}

/** Returns the times of the blocks before a height, the latest first. */
async function timesBefore(node: EsploraNode, height: number): Promise<number[]> {
  const times: number[] = [];
  for (let next = height - 1; next >= 0 && times.length < EARLIER_TIMES; next = height - 1 - times.length) {
    const page = await node.json(`/blocks/${next}`, (answer) =>
      listOf(answer, 'blocks').map((item) => {
        const block = readObject(item, 'block');
        return { height: readNumber(block, 'height'), time: readNumber(block, 'timestamp') };
      }),
    );
    if (page?.[0]?.height !== next) throw node.error('BAD_ANSWER', `has no block at height ${next}`);
    times.push(...page.map(({ time }) => time).slice(0, EARLIER_TIMES - times.length));
  }
  return times;
}

async function required(node: EsploraNode, path: string): Promise<string> {
  const text = await node.text(path);
  if (text !== undefined) return text;
  throw node.error('BAD_ANSWER', `does not answer as an Esplora server does: ${path} is not found`);
}
