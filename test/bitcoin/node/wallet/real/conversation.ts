import type { Recorder } from '../../conversation/recorder.js';
import { call } from '../../rpc/real/case.js';
import type { RpcClient } from '../../rpc/real/client.js';
import { addressCases } from './address-cases.js';
import { bumpCases } from './bump-cases.js';
import { coinCases } from './coin-cases.js';
import { encryptionCases } from './encryption-cases.js';
import { historyCases } from './history-cases.js';
import { importCases } from './import-cases.js';
import { managingCases } from './managing-cases.js';
import { optionCases } from './option-cases.js';
import { sendingCases } from './sending-cases.js';
import { createWorld, on, type World } from './world.js';

/** Says all of a chapter to bitcoind. @param maker has the same wallets and chain, and makes what the chapter sends */
type Chapter = (talk: Recorder & { maker: RpcClient; world: World }) => Promise<void>;

const KEYPOOL = 100;
/** How our node is started to have the conversation. */
export const NODE_OPTIONS = { files: ['/nowhere'], wallets: { keypool: KEYPOOL } };
export const BITCOIND_OPTIONS = [
  ...['-listen=0', '-disablewallet=0', '-fallbackfee=0.0002', '-addresstype=bech32'],
  ...[`-keypool=${KEYPOOL}`, '-walletrbf=1'],
];

/** The conversation about wallets, chapter by chapter. Each begins where the one before has ended. */
export const CHAPTERS: Record<string, Chapter> = {
  addresses: ({ say, world }) => say(addressCases(world)),
  coins: ({ say, world }) => say(coinCases(world)),
  payments: async ({ say, world, maker }) => say(await sendingCases(world, maker)),
  history: async ({ say, world, maker, real }) => say(await historyCases(world, { maker, real })),
  replacements: async ({ say, world, maker, real }) => say(await bumpCases(world, { maker, real })),
  passphrases: ({ say }) => say(encryptionCases()),
  managing: ({ say }) => say(managingCases()),
  options: ({ say }) => say(optionCases()),
  imports: async ({ say, world, maker, real }) => say(await importCases(world, { maker, real })),
};

/** Records all chapters, and the wallet at their beginning, which is the chapter `world`. */
export async function converse(recorder: Recorder, maker: RpcClient, write: (chapter: string) => void): Promise<void> {
  await recorder.say([
    call('getbalance'),
    call('listwallets'),
    call('listwalletdir'),
    on('c', call('getblockcount')),
    on('c', call('getbalance')),
  ]);
  const world = await createWorld(maker, recorder.real);
  write('world');
  for (const [name, chapter] of Object.entries(CHAPTERS)) {
    await chapter({ ...recorder, maker, world });
    write(name);
  }
}
