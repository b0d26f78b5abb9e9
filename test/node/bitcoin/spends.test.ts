import * as btc from '@scure/btc-signer';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordTx } from '#dist/node/bitcoin/chain/tx-record.js';
import { toHex } from '#dist/node/bitcoin/codec/hex.js';
import { parseTransaction, serializeTransaction } from '#dist/node/bitcoin/codec/transaction.js';
import { hex, type RpcNode, startRpcNode, TRUE_ADDRESS } from './harness.js';
import { p2wshScript } from './locked-script.js';
import { COIN, rawTx } from './transactions.js';

const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
const [ALICE, BOB, CAROL] = [1, 2, 3].map((n) => new Uint8Array(32).fill(n)) as [Uint8Array, Uint8Array, Uint8Array];
const FEE = 1_000n;

const multisig = btc.p2wsh(
  btc.p2ms(
    2,
    [ALICE, BOB, CAROL].map((key) => pubECDSA(key)),
  ),
  REGTEST,
);
const KINDS = {
  P2PKH: { payment: btc.p2pkh(pubECDSA(ALICE), REGTEST), signers: [ALICE], thief: BOB },
  P2WPKH: { payment: btc.p2wpkh(pubECDSA(ALICE), REGTEST), signers: [ALICE], thief: BOB },
  'P2SH-P2WPKH': { payment: btc.p2sh(btc.p2wpkh(pubECDSA(ALICE), REGTEST), REGTEST), signers: [ALICE], thief: BOB },
  'P2WSH multisig': { payment: multisig, signers: [ALICE, CAROL], thief: BOB },
  'P2TR key path': { payment: btc.p2tr(pubSchnorr(ALICE), undefined, REGTEST), signers: [ALICE], thief: BOB },
};
type Kind = keyof typeof KINDS;

let rpc: RpcNode;
const coins = new Map<Kind, { txid: string; raw: string }[]>();

beforeAll(async () => {
  rpc = await startRpcNode();
  for (const [kind, { payment }] of Object.entries(KINDS)) {
    const list: { txid: string; raw: string }[] = [];
    for (const hash of await rpc.call('generatetoaddress', 3, payment.address)) {
      const [{ txid, hex: raw }] = (await rpc.call('getblock', hash, 2)).tx;
      list.push({ txid, raw });
    }
    coins.set(kind as Kind, list);
  }
  await rpc.call('generatetoaddress', 100, TRUE_ADDRESS);
});
afterAll(() => rpc[Symbol.asyncDispose]());

function takeCoin(kind: Kind) {
  const coin = coins.get(kind)?.pop();
  if (coin === undefined) throw new RangeError(`no ${kind} coin left`);
  return coin;
}

/** A signed spend of a 50 BTC coin that pays back to its own kind. */
function spend(
  kind: Kind,
  coin: { txid: string; raw: string; index?: number; amount?: bigint },
  { fee = FEE, sequence = 0xfffffffd } = {},
): string {
  const { payment, signers } = KINDS[kind];
  const amount = coin.amount ?? 50n * COIN;
  const tx = new btc.Transaction();
  tx.addInput({
    ...payment,
    txid: coin.txid,
    index: coin.index ?? 0,
    sequence,
    ...(kind === 'P2PKH' ? { nonWitnessUtxo: coin.raw } : { witnessUtxo: { script: payment.script, amount } }),
  });
  tx.addOutputAddress(payment.address as string, amount - fee, REGTEST);
  for (const key of signers) tx.sign(key);
  tx.finalize();
  return tx.hex;
}

for (const kind of Object.keys(KINDS) as Kind[]) {
  test(`behavior: a signed ${kind} spend is accepted and mined`, async () => {
    const raw = spend(kind, takeCoin(kind));
    const txid = await rpc.call('sendrawtransaction', raw);
    const [hash] = await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
    const mined = await rpc.call('getrawtransaction', txid, 2);
    expect(mined).toMatchObject({ txid, hex: raw, blockhash: hash, confirmations: 1, fee: 0.00001 });
    expect(mined.vin[0].prevout.value).toBe(50);
    expect((await rpc.call('gettxout', txid, 0)).value).toBe(49.99999);
  });
}

/** By the kind of output: a signature over other outputs fails at the check that the kind has. */
const REFUSALS: Record<Kind, string> = {
  P2PKH: 'Signature must be zero for failed CHECK(MULTI)SIG operation',
  P2WPKH: 'Signature must be zero for failed CHECK(MULTI)SIG operation',
  'P2SH-P2WPKH': 'Signature must be zero for failed CHECK(MULTI)SIG operation',
  'P2WSH multisig': 'Signature must be zero for failed CHECK(MULTI)SIG operation',
  'P2TR key path': 'Invalid Schnorr signature',
};

for (const [kind, reason] of Object.entries(REFUSALS) as [Kind, string][]) {
  test(`error: a ${kind} spend whose outputs were changed after signing is refused`, async () => {
    const coin = takeCoin(kind);
    const tx = parseTransaction(hex(spend(kind, coin)));
    const changed = { ...tx, outputs: tx.outputs.map((output) => ({ ...output, value: output.value - 1n })) };
    const { txid, wtxid } = recordTx(changed);
    expect(await rpc.failure('sendrawtransaction', toHex(serializeTransaction(changed)))).toEqual({
      code: -26,
      message: `mempool-script-verify-flag-failed (${reason}), input 0 of ${txid} (wtxid ${wtxid}), spending ${coin.txid}:0`,
    });
  });
}

test('behavior: a replacement that pays more takes the place of a transaction', async () => {
  const coin = takeCoin('P2WPKH');
  const first = await rpc.call('sendrawtransaction', spend('P2WPKH', coin));
  const cheap = await rpc.failure('sendrawtransaction', spend('P2WPKH', coin, { fee: FEE + 1n }));
  expect(cheap).toMatchObject({ code: -26 });
  expect(cheap.message).toMatch(
    /^insufficient fee, rejecting replacement [0-9a-f]{64}, not enough additional fees to relay; 0\.00000001 < 0\.00000011$/,
  );
  const second = await rpc.call('sendrawtransaction', spend('P2WPKH', coin, { fee: 3n * FEE, sequence: 0xffffffff }));
  expect(await rpc.call('getrawmempool')).toEqual([second]);
  expect((await rpc.failure('getmempoolentry', first)).message).toBe('Transaction not in mempool');
  await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
});

test('behavior: a child pays for its parent', async () => {
  const coin = takeCoin('P2TR key path');
  const parentRaw = spend('P2TR key path', coin, { fee: 12n });
  const parent = await rpc.call('sendrawtransaction', parentRaw);
  const child = await rpc.call(
    'sendrawtransaction',
    spend('P2TR key path', { txid: parent, raw: parentRaw, amount: 50n * COIN - 12n }, { fee: 50_000n }),
  );
  const entry = await rpc.call('getmempoolentry', child);
  expect(entry).toMatchObject({ ancestorcount: 2, depends: [parent], fees: { base: 0.0005, ancestor: 0.00050012 } });
  const [hash] = await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
  expect((await rpc.call('getblock', hash)).tx.slice(1)).toEqual([parent, child]);
});

test('behavior: OP_CHECKSEQUENCEVERIFY opens after its blocks', async () => {
  // <3> CHECKSEQUENCEVERIFY DROP TRUE
  const lock = p2wshScript(hex('53b27551'));
  const [hash] = await rpc.call('generatetodescriptor', 1, `raw(${lock.scriptPubKey})`);
  await rpc.call('generatetoaddress', 100, TRUE_ADDRESS);
  const [coinbase] = (await rpc.call('getblock', hash)).tx;
  const value = (await rpc.call('gettxout', coinbase, 0)).value;
  const funding = await rpc.call(
    'sendrawtransaction',
    rawTx({
      inputs: [{ txid: coinbase, sequence: 3, witness: [lock.script] }],
      outputs: [{ value: sats(value) - FEE, scriptPubKey: hex(lock.scriptPubKey) }],
    }),
  );
  await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
  const open = (sequence: number) =>
    rawTx({ inputs: [{ txid: funding, sequence, witness: [lock.script] }], outputs: [{ value: sats(value) - 2n * FEE }] });
  expect((await rpc.failure('sendrawtransaction', open(1))).message).toContain(
    'mempool-script-verify-flag-failed (Locktime requirement not satisfied)',
  );
  expect(await rpc.failure('sendrawtransaction', open(3))).toEqual({ code: -26, message: 'non-BIP68-final' });
  await rpc.call('generatetoaddress', 2, TRUE_ADDRESS);
  expect(await rpc.call('sendrawtransaction', open(3))).toMatch(/^[0-9a-f]{64}$/);
  await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
});

test('behavior: OP_CHECKLOCKTIMEVERIFY opens at its height', async () => {
  const height = (await rpc.call('getblockcount')) + 105;
  const number = Buffer.alloc(2);
  number.writeUInt16LE(height);
  // <height> CHECKLOCKTIMEVERIFY DROP TRUE
  const lock = p2wshScript(Uint8Array.of(2, ...number, 0xb1, 0x75, 0x51));
  const [hash] = await rpc.call('generatetodescriptor', 1, `raw(${lock.scriptPubKey})`);
  await rpc.call('generatetoaddress', 100, TRUE_ADDRESS);
  const [coinbase] = (await rpc.call('getblock', hash)).tx;
  const value = sats((await rpc.call('gettxout', coinbase, 0)).value);
  const open = (lockTime: number, sequence = 0xfffffffe) =>
    rawTx({ inputs: [{ txid: coinbase, sequence, witness: [lock.script] }], outputs: [{ value: value - FEE }], lockTime });
  expect(await rpc.failure('sendrawtransaction', open(height))).toEqual({ code: -26, message: 'non-final' });
  expect((await rpc.failure('sendrawtransaction', open(height - 6))).message).toContain('(Locktime requirement not satisfied)');
  expect((await rpc.failure('sendrawtransaction', open(height, 0xffffffff))).message).toContain('(Locktime requirement not satisfied)');
  await rpc.call('generatetoaddress', 4, TRUE_ADDRESS);
  expect(await rpc.call('getblockcount')).toBe(height);
  expect(await rpc.call('sendrawtransaction', open(height))).toMatch(/^[0-9a-f]{64}$/);
});

function sats(bitcoin: number): bigint {
  return BigInt(Math.round(bitcoin * 1e8));
}
