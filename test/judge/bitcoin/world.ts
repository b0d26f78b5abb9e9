import * as btc from '@scure/btc-signer';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';
import { createBitcoinNode } from '#dist/bitcoin/node/node.js';
import { TRUE_ADDRESS } from '../../bitcoin/node/harness.js';
import { createClient, type RpcClient } from '../../bitcoin/node/rpc/real/client.js';
import { DESCRIPTORS } from '../../bitcoin/node/wallet/real/world.js';

export const CREDENTIALS = { user: 'user', password: 'pass' };

const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
const KEYS = [1, 2, 3].map((n) => new Uint8Array(32).fill(n)) as [Uint8Array, Uint8Array, Uint8Array];
const [ALICE, BOB] = KEYS;
export const PRIVATE_KEYS: readonly string[] = KEYS.map((key) => btc.WIF(REGTEST).encode(key));
export const PUBLIC_KEYS: readonly string[] = KEYS.map((key) => Buffer.from(pubECDSA(key)).toString('hex'));

/** What Alice's key opens. */
const PAYMENTS = [
  btc.p2pkh(pubECDSA(ALICE), REGTEST),
  btc.p2sh(btc.p2wpkh(pubECDSA(ALICE), REGTEST), REGTEST),
  btc.p2wpkh(pubECDSA(ALICE), REGTEST),
  btc.p2wsh(btc.p2ms(1, [pubECDSA(ALICE), pubECDSA(BOB)]), REGTEST),
  btc.p2tr(pubSchnorr(ALICE), undefined, REGTEST),
];
/** Addresses outside all wallets: anyone can spend from the first one. */
export const ADDRESSES: readonly string[] = [TRUE_ADDRESS, ...PAYMENTS.map(({ address }) => address as string)];

/** Coins of these addresses need no signature. */
export const TRUE_COINS: ReadonlySet<string> = new Set([TRUE_ADDRESS]);

/** The wallets of a play: with keys, watch-only, and without anything. */
export const WALLETS = ['w', 'watch', 'blank'] as const;
const TYPES = ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'];

/** Blocks at the start, and the seconds between them. */
const HEIGHT = 112;
const INTERVAL = 600;
/** Long after the last block, so that no wallet sets a lock time against fee sniping. */
const FIRST_TIME = 1_767_225_600 + HEIGHT * INTERVAL + 40 * 3_600;

/** What both sides have before the first step. */
export type World = {
  /** Seconds since 1970. */
  time: number;
  /** Addresses of the wallet `w`, one of each type. */
  own: readonly string[];
  /** The blocks above genesis: hashes and bytes as hex. */
  hashes: readonly string[];
  blocks: readonly string[];
  /** The coinbases of these blocks. Each has one coin, of the address of the same index. */
  coinbases: readonly string[];
  recipients: readonly string[];
};

/** Makes the chain of the start, with a node of its own. */
export async function makeWorld(): Promise<World> {
  const node = createBitcoinNode();
  try {
    const { url } = await node.listen({ host: '127.0.0.1', port: 0, ...CREDENTIALS });
    const rpc = createClient({ url, ...CREDENTIALS });
    const own = await makeWallets(rpc);
    const several = [...own, ...ADDRESSES, ...own, ...ADDRESSES];
    const recipients = Array.from({ length: HEIGHT }, (_, at) => several[at] ?? TRUE_ADDRESS);
    const hashes: string[] = [];
    for (const address of recipients) hashes.push(...(await rpc.call('generatetoaddress', 1, address)));
    const blocks = await Promise.all(hashes.map((hash) => rpc.call('getblock', hash, 0)));
    const coinbases = (await Promise.all(hashes.map((hash) => rpc.call('getblock', hash)))).map(({ tx }) => tx[0]);
    return { time: FIRST_TIME, own, hashes, blocks, coinbases, recipients };
  } finally {
    await node.close();
  }
}

/** Gives a new node the wallets and the chain of the start. */
export async function prepare(rpc: RpcClient, { own, blocks }: World): Promise<void> {
  await rpc.call('setmocktime', FIRST_TIME);
  const made = await makeWallets(rpc);
  if (made.join() !== own.join()) throw new Error(`other addresses: ${made.join()} in the place of ${own.join()}`);
  const { text } = await rpc.send(blocks.map((block, id) => ({ id, method: 'submitblock', params: [block] })));
  const refused = (JSON.parse(text) as { result: unknown; error: unknown }[]).find(
    ({ result, error }) => result !== null || error !== null,
  );
  if (refused !== undefined) throw new Error(`a block of the start was refused: ${JSON.stringify(refused)}`);
}

async function makeWallets(rpc: RpcClient): Promise<string[]> {
  // They are loaded when a node starts again.
  const create = (name: string, isWatching: boolean) => rpc.call('createwallet', name, isWatching, true, '', false, true, true);
  await create('w', false);
  await rpc.send({ method: 'importdescriptors', params: [DESCRIPTORS] }, { path: '/wallet/w' });
  await create('watch', true);
  await create('blank', false);
  const own: string[] = [];
  for (const type of TYPES) {
    const { text } = await rpc.send({ method: 'getnewaddress', params: [type, type] }, { path: '/wallet/w' });
    own.push(JSON.parse(text).result);
  }
  return own;
}
