import * as btc from '@scure/btc-signer';
import { pubECDSA, pubSchnorr, signECDSA, signSchnorr } from '@scure/btc-signer/utils.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordTx } from '#dist/bitcoin/node/chain/tx-record.js';
import { toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { parseTransaction, serializeTransaction } from '#dist/bitcoin/protocol/codec/transaction.js';
import { hex, type RpcNode, startRpcNode, TRUE_ADDRESS } from '../harness.js';
import { COIN } from '../transactions.js';

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
    for (const hash of await rpc.call('generatetoaddress', 4, payment.address)) {
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
  test(`error: a ${kind} spend with outputs changed after signing is rejected`, async () => {
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

/** A witness script that Alice can spend when a lock opens, and how to spend it. */
function lockedBy(lock: (number | 'CHECKLOCKTIMEVERIFY' | 'CHECKSEQUENCEVERIFY')[]) {
  const script = btc.Script.encode([...lock, 'DROP', pubECDSA(ALICE), 'CHECKSIG']);
  const payment = btc.p2wsh({ type: 'unknown', script }, REGTEST);
  const open = ({ txid, value }: { txid: string; value: bigint }, { lockTime = 0, sequence = 0xfffffffe }) => {
    const tx = new btc.Transaction({ lockTime, allowUnknownInputs: true });
    tx.addInput({ txid, index: 0, sequence, witnessScript: script, witnessUtxo: { script: payment.script, amount: value } });
    tx.addOutputAddress(TRUE_ADDRESS, value - FEE, REGTEST);
    const signature = signECDSA(tx.preimageWitnessV0(0, script, btc.SigHash.ALL, value), ALICE);
    tx.updateInput(0, { finalScriptWitness: [Uint8Array.of(...signature, btc.SigHash.ALL), script] }, true);
    return tx.hex;
  };
  return { payment, open };
}

test('behavior: a vault of OP_CHECKLOCKTIMEVERIFY, closed before its height, open at it', async () => {
  const height = (await rpc.call('getblockcount')) + 104;
  const vault = lockedBy([height, 'CHECKLOCKTIMEVERIFY']);
  const coin = await fund(vault.payment.address as string);
  expect(await refuse(vault.open(coin, { lockTime: height - 4 }))).toContain(`-26 ${LOCKED}`);
  expect(await refuse(vault.open(coin, { lockTime: height, sequence: 0xffffffff }))).toContain(`-26 ${LOCKED}`);
  expect(await refuse(vault.open(coin, { lockTime: height }))).toBe('-26 non-final');
  await rpc.call('generatetoaddress', 3, TRUE_ADDRESS);
  await confirm(vault.open(coin, { lockTime: height }));
});

test('behavior: a delay of OP_CHECKSEQUENCEVERIFY, closed before its blocks, open after them', async () => {
  const delay = lockedBy([5, 'CHECKSEQUENCEVERIFY']);
  const coin = takeCoin('P2WPKH');
  const tx = new btc.Transaction();
  tx.addInput({
    ...KINDS.P2WPKH.payment,
    txid: coin.txid,
    index: 0,
    witnessUtxo: { script: KINDS.P2WPKH.payment.script, amount: 50n * COIN },
  });
  tx.addOutputAddress(delay.payment.address as string, 50n * COIN - FEE, REGTEST);
  tx.sign(ALICE);
  tx.finalize();
  const locked = { txid: await confirm(tx.hex), value: 50n * COIN - FEE };
  expect(await refuse(delay.open(locked, { sequence: 1 }))).toContain(`-26 ${LOCKED}`);
  expect(await refuse(delay.open(locked, { sequence: 5 }))).toBe('-26 non-BIP68-final');
  await rpc.call('generatetoaddress', 4, TRUE_ADDRESS);
  await confirm(delay.open(locked, { sequence: 5 }));
});

test('behavior: an inscription, committed to and revealed; with another text, refused', async () => {
  const envelope = (text: string) =>
    btc.Script.encode([
      ...[pubSchnorr(ALICE), 'CHECKSIG' as const, 0, 'IF' as const],
      ...[Buffer.from('ord'), Uint8Array.of(1), Buffer.from('text/plain;charset=utf-8'), 0, Buffer.from(text)],
      'ENDIF' as const,
    ]);
  const leaf = { script: envelope('hello') };
  const committed = btc.p2tr(pubSchnorr(ALICE), leaf, REGTEST, true);
  const coin = await fund(committed.address as string);
  const [path] = committed.tapLeafScript ?? [];
  if (path === undefined) throw new RangeError('no leaf');
  const controlBlock = btc.TaprootControlBlock.encode(path[0]);
  const reveal = (text: string) => {
    const tx = new btc.Transaction({ allowUnknownInputs: true });
    tx.addInput({ txid: coin.txid, index: 0, witnessUtxo: { script: committed.script, amount: coin.value } });
    tx.addOutputAddress(TRUE_ADDRESS, coin.value - FEE, REGTEST);
    const hash = tx.preimageWitnessV1(0, [committed.script], btc.SigHash.DEFAULT, [coin.value], -1, envelope(text), 0xc0);
    tx.updateInput(0, { finalScriptWitness: [signSchnorr(hash, ALICE), envelope(text), controlBlock] }, true);
    return tx.hex;
  };
  expect(await refuse(reveal('hallo'))).toContain('-26 mempool-script-verify-flag-failed (Witness program hash mismatch)');
  const txid = await confirm(reveal('hello'));
  const { vin } = await rpc.call('getrawtransaction', txid, 1);
  expect(Buffer.from(vin[0].txinwitness[1], 'hex').toString('latin1')).toContain('text/plain;charset=utf-8');
});

const LOCKED = 'mempool-script-verify-flag-failed (Locktime requirement not satisfied)';

/** A confirmed coinbase of an address, old enough to be spent. */
async function fund(address: string): Promise<{ txid: string; value: bigint }> {
  const [hash] = await rpc.call('generatetoaddress', 1, address);
  await rpc.call('generatetoaddress', 100, TRUE_ADDRESS);
  const [{ txid, vout }] = (await rpc.call('getblock', hash, 2)).tx;
  return { txid, value: BigInt(Math.round(vout[0].value * 1e8)) };
}

async function confirm(raw: string): Promise<string> {
  const txid = await rpc.call('sendrawtransaction', raw);
  const [hash] = await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
  expect((await rpc.call('getblock', hash)).tx).toContain(txid);
  return txid;
}

async function refuse(raw: string): Promise<string> {
  const { code, message } = await rpc.failure('sendrawtransaction', raw);
  return `${code} ${message}`;
}
