import * as btc from '@scure/btc-signer';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';
import { hex, TRUE_ADDRESS, TRUE_SCRIPT } from '../../harness.js';
import { COIN, rawTx } from '../../transactions.js';
import type { RpcClient } from './client.js';

const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
const [ALICE, BOB] = [1, 2].map((n) => new Uint8Array(32).fill(n)) as [Uint8Array, Uint8Array];
const KEY = Buffer.from(pubECDSA(ALICE)).toString('hex');
const OTHER_KEY = Buffer.from(pubECDSA(BOB)).toString('hex');

/** Addresses of all kinds, which coinbases pay. */
export const PAYMENTS = {
  p2pkh: btc.p2pkh(pubECDSA(ALICE), REGTEST),
  p2sh: btc.p2sh(btc.p2wpkh(pubECDSA(ALICE), REGTEST), REGTEST),
  p2wpkh: btc.p2wpkh(pubECDSA(ALICE), REGTEST),
  p2wsh: btc.p2wsh(btc.p2ms(1, [pubECDSA(ALICE), pubECDSA(BOB)]), REGTEST),
  p2tr: btc.p2tr(pubSchnorr(ALICE), undefined, REGTEST),
};

/** Output scripts of every type, and some of none. */
export const SCRIPTS: Record<string, string> = {
  pubkey: `21${KEY}ac`,
  'uncompressed pubkey': `41${Buffer.from(pubECDSA(ALICE, false)).toString('hex')}ac`,
  pubkeyhash: Buffer.from(PAYMENTS.p2pkh.script).toString('hex'),
  scripthash: Buffer.from(PAYMENTS.p2sh.script).toString('hex'),
  witness_v0_keyhash: Buffer.from(PAYMENTS.p2wpkh.script).toString('hex'),
  witness_v0_scripthash: Buffer.from(PAYMENTS.p2wsh.script).toString('hex'),
  witness_v1_taproot: Buffer.from(PAYMENTS.p2tr.script).toString('hex'),
  multisig: `5121${KEY}21${OTHER_KEY}52ae`,
  nulldata: '6a0568656c6c6f',
  'empty nulldata': '6a',
  'nulldata of two pushes': '6a0568656c6c6f03010203',
  anchor: '51024e73',
  'unknown witness program': '5220'.padEnd(68, 'ab'),
  'short witness program of version 1': '5104deadbeef',
  'wrong length for version 0': '000401020304',
  nonstandard: '9301029451',
  empty: '',
  'truncated push': '4c',
  'data that does not end': '6a4c05aabb',
  numbers: '4f0051600102020301030000008004ffffffff04ffffff7f05010203040587',
  'unknown opcodes': 'babbfeff',
  conditions: '63ac676aad68',
};

/** The first block is ten minutes after the start of 2026, and each other one ten minutes after the one before. */
const BLOCK_SECONDS = 600;
const timeOf = (height: number) => 1_767_225_600 + height * BLOCK_SECONDS;
/** A minute after the last block. */
const MOCK_TIME = timeOf(121) + 60;

/** The state of both nodes at the start of the comparison. */
export type World = {
  /** By height. */
  hashes: string[];
  coinbases: string[];
  /** A mined transaction with every output script, and its block. */
  gallery: { txid: string; raw: string; hash: string };
  /** Mined spends of each kind of address. */
  spends: Record<string, { txid: string; raw: string }>;
  /** Three transactions in the mempool, each spending the one before. */
  waiting: [string, string, string];
  waitingRaw: [string, string, string];
  /** The coinbase that the first of them spends. */
  replaced: string;
  /** Coinbases that nothing spends yet. */
  free: string[];
  tip: { height: number; time: number };
};

/** Makes one chain and one mempool on one node, and gives them to another one. */
export async function createWorld(maker: RpcClient, real: RpcClient): Promise<World> {
  // Before it has blocks: a node that begins with an old tip believes that it still synchronises.
  await real.call('setmocktime', MOCK_TIME);
  let height = 0;
  const mineBy = async (address: string, count = 1): Promise<void> => {
    for (let made = 0; made < count; made++) {
      await maker.call('setmocktime', timeOf(++height));
      const [hash] = await maker.call('generatetoaddress', 1, address);
      await hand(maker, real, hash);
    }
  };
  for (const { address } of Object.values(PAYMENTS)) await mineBy(address as string);
  await mineBy(TRUE_ADDRESS, 115);
  const coinbases: string[] = [];
  for (let at = 0; at <= height; at++) coinbases.push((await maker.call('getblock', await maker.call('getblockhash', at))).tx[0]);
  const free = coinbases.slice(6, 22);
  const take = () => free.shift() as string;

  const outputs = Object.values(SCRIPTS).map((script) => ({ value: 100_000n, scriptPubKey: hex(script) }));
  const galleryRaw = rawTx({ inputs: [{ txid: take() }], outputs: [...outputs, { value: 40n * COIN }] });
  const signed = Object.fromEntries(
    await Promise.all(
      Object.entries(PAYMENTS).map(async ([kind, payment], index) => {
        const { hex: previous } = await maker.call('getrawtransaction', coinbases[index + 1], 1);
        return [kind, signedSpend(payment, { txid: coinbases[index + 1] as string, raw: previous })] as const;
      }),
    ),
  );
  await maker.call('setmocktime', timeOf(++height));
  const mined = await maker.call('generateblock', TRUE_ADDRESS, [galleryRaw, ...Object.values(signed)]);
  await hand(maker, real, mined.hash);
  const block = await maker.call('getblock', mined.hash);
  const [, galleryTxid, ...spendTxids] = block.tx as string[];
  const hashes: string[] = [];
  for (let at = 0; at <= height; at++) hashes.push(await maker.call('getblockhash', at));
  await maker.call('setmocktime', MOCK_TIME);

  const waiting: string[] = [];
  const replaced = take();
  const waitingRaw = [
    rawTx({
      inputs: [{ txid: replaced }],
      outputs: [{ value: 20n * COIN }, { value: 30n * COIN - 1_000n, scriptPubKey: PAYMENTS.p2tr.script }],
    }),
  ];
  waiting.push(await maker.call('sendrawtransaction', waitingRaw[0]));
  waitingRaw.push(rawTx({ inputs: [{ txid: waiting[0] as string }], outputs: [{ value: 20n * COIN - 2_000n }] }));
  waiting.push(await maker.call('sendrawtransaction', waitingRaw[1]));
  waitingRaw.push(rawTx({ inputs: [{ txid: waiting[1] as string, sequence: 0xffffffff }], outputs: [{ value: 20n * COIN - 5_000n }] }));
  waiting.push(await maker.call('sendrawtransaction', waitingRaw[2]));
  // What getmininginfo says of the last block that the node made itself.
  for (const miner of [maker, real]) await miner.call('generateblock', TRUE_ADDRESS, [], false);
  for (const raw of waitingRaw) await real.call('sendrawtransaction', raw);

  return {
    hashes,
    coinbases,
    gallery: { txid: galleryTxid as string, raw: galleryRaw, hash: mined.hash },
    spends: Object.fromEntries(Object.entries(signed).map(([kind, raw], index) => [kind, { txid: spendTxids[index] as string, raw }])),
    waiting: waiting as World['waiting'],
    waitingRaw: waitingRaw as World['waitingRaw'],
    replaced,
    free,
    tip: { height, time: block.time },
  };
}

/** Gives a block of one node to another. */
export async function hand(from: RpcClient, to: RpcClient, hash: string): Promise<void> {
  const refused = await to.call('submitblock', await from.call('getblock', hash, 0));
  if (refused !== null) throw new Error(`block ${hash} was refused: ${refused}`);
}

/** A transaction that spends a whole coinbase to {@link TRUE_ADDRESS}, signed with Alice's key. */
function signedSpend(payment: (typeof PAYMENTS)[keyof typeof PAYMENTS], coin: { txid: string; raw: string }): string {
  const tx = new btc.Transaction();
  const previous = payment.type === 'pkh' ? { nonWitnessUtxo: coin.raw } : { witnessUtxo: { script: payment.script, amount: 50n * COIN } };
  tx.addInput({ ...payment, txid: coin.txid, index: 0, sequence: 0xfffffffd, ...previous });
  tx.addOutput({ script: TRUE_SCRIPT, amount: 50n * COIN });
  // Without randomness, so that the chain is always the same.
  tx.sign(ALICE, undefined, new Uint8Array(32));
  tx.finalize();
  return tx.hex;
}
