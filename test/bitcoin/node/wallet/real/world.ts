import { addChecksum } from '#dist/bitcoin/protocol/descriptor/checksum.js';
import { TRUE_ADDRESS } from '../../harness.js';
import type { Case } from '../../rpc/real/case.js';
import type { RpcClient } from '../../rpc/real/client.js';
import { hand } from '../../rpc/real/world.js';

/** An extended private key of BIP32's first test vector, for regtest. */
const ROOT = 'tprv8ZgxMBicQKsPeDgjzdC36fs6bMjGApWDNLR9erAXMs5skhMv36j9MV5ecvfavji5khqjWaWSFhN3YcCUUdiKH6isR4Pwy3U5y5egddBr16m';
const FORMS: [purpose: number, wrap: (key: string) => string][] = [
  [44, (key) => `pkh(${key})`],
  [49, (key) => `sh(wpkh(${key}))`],
  [84, (key) => `wpkh(${key})`],
  [86, (key) => `tr(${key})`],
];
/** The first block is ten minutes after the start of 2026, and each other one ten minutes after the one before. */
const timeOf = (height: number) => 1_767_225_600 + height * 600;
/** After the last block. */
const MOCK_TIME = timeOf(130);

/** What `importdescriptors` needs for a wallet with all types of address. */
export const DESCRIPTORS = FORMS.flatMap(([purpose, wrap]) =>
  [false, true].map((internal) => ({
    desc: addChecksum(wrap(`${ROOT}/${purpose}h/1h/0h/${internal ? 1 : 0}/*`)),
    active: true,
    internal,
    range: [0, 30],
    timestamp: 0,
  })),
);

export type World = { addresses: Record<string, string>; coinbases: string[]; hashes: string[] };

/** A case on the path of a wallet. */
export function on(wallet: string, given: Case): Case {
  return { ...given, title: `${wallet}: ${given.title}`, options: { ...given.options, path: `/wallet/${wallet}` } };
}

/** Makes the same wallet `w` on two nodes, and one chain, of which the blocks are those of the maker. */
export async function createWorld(maker: RpcClient, real: RpcClient): Promise<World> {
  const both = async (method: string, ...params: unknown[]) => {
    const [made] = await Promise.all([maker, real].map((node) => node.call(method, ...params)));
    return made;
  };
  await both('setmocktime', timeOf(0));
  await both('createwallet', 'w', false, true);
  await both('importdescriptors', DESCRIPTORS);
  const addresses: Record<string, string> = {};
  for (const type of ['legacy', 'p2sh-segwit', 'bech32', 'bech32m']) addresses[type] = await both('getnewaddress', `a ${type}`, type);
  const hashes: string[] = [];
  const mine = async (address: string, count: number) => {
    for (let made = 0; made < count; made++) {
      await both('setmocktime', timeOf(hashes.length + 1));
      const [hash] = (await maker.call('generatetoaddress', 1, address)) as [string];
      await hand(maker, real, hash);
      hashes.push(hash);
    }
  };
  for (const address of Object.values(addresses)) await mine(address, 3);
  await mine(TRUE_ADDRESS, 100);
  await mine(addresses['bech32'] as string, 2);
  await both('setmocktime', MOCK_TIME);
  const coinbases: string[] = [];
  for (const hash of hashes) coinbases.push((await maker.call('getblock', hash)).tx[0]);
  return { addresses, coinbases, hashes };
}
