import * as bitcoin from 'bitcoinjs-lib';
import { ECPairFactory, type ECPairInterface } from 'ecpair';
import * as ecc from 'tiny-secp256k1';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TRUE_ADDRESS } from '../harness.js';
import { type ClientKit, type Coin, createKit, FEE, heightPush, REGTEST } from './kit.js';

bitcoin.initEccLib(ecc);
const ECPair = ECPairFactory(ecc);
const network = REGTEST;
const [alice, bob, carol] = [1, 2, 3].map((n) => ECPair.fromPrivateKey(new Uint8Array(32).fill(n), { network })) as [
  ECPairInterface,
  ECPairInterface,
  ECPairInterface,
];
const pubkey = alice.publicKey;
const internalPubkey = pubkey.subarray(1);
const { opcodes, script } = bitcoin;

const NULLFAIL = 'mempool-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)';
const LOCKED = 'mempool-script-verify-flag-failed (Locktime requirement not satisfied)';

const wrapped = bitcoin.payments.p2wpkh({ pubkey, network });
const multisig = bitcoin.payments.p2ms({ m: 2, pubkeys: [alice, bob, carol].map((key) => key.publicKey), network });
const PAYMENTS = {
  P2PKH: { payment: bitcoin.payments.p2pkh({ pubkey, network }), signers: [alice], reason: NULLFAIL },
  'P2SH-P2WPKH': { payment: bitcoin.payments.p2sh({ redeem: wrapped, network }), signers: [alice], reason: NULLFAIL },
  P2WPKH: { payment: bitcoin.payments.p2wpkh({ pubkey, network }), signers: [alice], reason: NULLFAIL },
  'P2WSH multisig': { payment: bitcoin.payments.p2wsh({ redeem: multisig, network }), signers: [alice, carol], reason: NULLFAIL },
  'P2TR key path': {
    payment: bitcoin.payments.p2tr({ internalPubkey, network }),
    signers: [alice.tweak(bitcoin.crypto.taggedHash('TapTweak', internalPubkey))],
    reason: 'mempool-script-verify-flag-failed (Invalid Schnorr signature)',
  },
};
type Kind = keyof typeof PAYMENTS;

let kit: ClientKit;
beforeAll(async () => {
  kit = await createKit();
});
afterAll(() => kit[Symbol.asyncDispose]());

/** What a PSBT must know of an input of a kind. */
function inputOf(kind: Kind, { txid, index, value, raw }: Coin, sequence = 0xfffffffd) {
  const { payment } = PAYMENTS[kind];
  const input = { hash: txid, index, sequence };
  if (kind === 'P2PKH') return { ...input, nonWitnessUtxo: Buffer.from(raw, 'hex') };
  const witnessUtxo = { script: payment.output as Uint8Array, value };
  if (kind === 'P2SH-P2WPKH') return { ...input, witnessUtxo, redeemScript: wrapped.output as Uint8Array };
  if (kind === 'P2WSH multisig') return { ...input, witnessUtxo, witnessScript: multisig.output as Uint8Array };
  return kind === 'P2TR key path' ? { ...input, witnessUtxo, tapInternalKey: internalPubkey } : { ...input, witnessUtxo };
}

function spend(kind: Kind, coin: Coin, { fee = FEE, to = PAYMENTS[kind].payment.address as string, sequence = 0xfffffffd } = {}) {
  const psbt = new bitcoin.Psbt({ network });
  psbt.addInput(inputOf(kind, coin, sequence));
  psbt.addOutput({ address: to, value: coin.value - fee });
  for (const signer of PAYMENTS[kind].signers) psbt.signInput(0, signer);
  return psbt.finalizeAllInputs().extractTransaction(true);
}

for (const kind of Object.keys(PAYMENTS) as Kind[]) {
  test(`behavior: ${kind}, spent; with an output changed after signing, refused`, async () => {
    const coin = await kit.fund(PAYMENTS[kind].payment.address as string);
    const tx = spend(kind, coin);
    const forged = tx.clone();
    for (const output of forged.outs) output.value -= 1n;
    expect(await kit.refuse(forged.toHex())).toBe(
      `-26 ${PAYMENTS[kind].reason}, input 0 of ${forged.getId()} (wtxid ${wtxidOf(forged)}), spending ${coin.txid}:0`,
    );
    expect(await kit.confirm(tx.toHex())).toBe(tx.getId());
  });
}

function wtxidOf(tx: bitcoin.Transaction): string {
  return Buffer.from(tx.getHash(true)).reverse().toString('hex');
}

test('behavior: an inscription, committed to and revealed; with another text, refused', async () => {
  const envelope = (text: string) =>
    script.compile([
      internalPubkey,
      opcodes['OP_CHECKSIG'] as number,
      ...[opcodes['OP_FALSE'] as number, opcodes['OP_IF'] as number],
      ...[Buffer.from('ord'), Buffer.from([1]), Buffer.from('text/plain;charset=utf-8'), opcodes['OP_0'] as number],
      Buffer.from(text),
      opcodes['OP_ENDIF'] as number,
    ]);
  const committed = (text: string) =>
    bitcoin.payments.p2tr({
      internalPubkey,
      scriptTree: { output: envelope(text) },
      redeem: { output: envelope(text), redeemVersion: 0xc0 },
      network,
    });
  const payment = committed('hello');
  const { address, output } = payment;
  const coin = await kit.fund(address as string);
  const reveal = (text: string) => {
    const { witness } = committed(text);
    const psbt = new bitcoin.Psbt({ network });
    psbt.addInput({
      hash: coin.txid,
      index: 0,
      witnessUtxo: { script: output as Uint8Array, value: coin.value },
      tapLeafScript: [{ leafVersion: 0xc0, script: envelope(text), controlBlock: witness?.at(-1) as Uint8Array }],
    });
    psbt.addOutput({ address: TRUE_ADDRESS, value: coin.value - FEE });
    psbt.signInput(0, alice);
    return psbt.finalizeAllInputs().extractTransaction(true);
  };
  const good = reveal('hello');
  // A witness of another leaf: its control block does not lead to the output key.
  const other = good.clone();
  const [input] = other.ins;
  if (input !== undefined) input.witness = [input.witness[0] as Uint8Array, envelope('hallo'), input.witness[2] as Uint8Array];
  expect(await kit.refuse(other.toHex())).toContain('-26 mempool-script-verify-flag-failed (Witness program hash mismatch)');
  const txid = await kit.confirm(good.toHex());
  const { vin } = await kit.rpc.call('getrawtransaction', txid, 1);
  expect(Buffer.from(vin[0].txinwitness[1], 'hex').toString('latin1')).toContain('text/plain;charset=utf-8');
});

/** A witness script that Alice can spend when a lock opens, and how to spend it. */
function lockedBy(lock: number[]) {
  const witnessScript = Uint8Array.from([...lock, opcodes['OP_DROP'] as number, 0x21, ...pubkey, opcodes['OP_CHECKSIG'] as number]);
  const payment = bitcoin.payments.p2wsh({ redeem: { output: witnessScript }, network });
  const open = (coin: Coin, { lockTime = 0, sequence = 0xfffffffe }) => {
    const tx = new bitcoin.Transaction();
    tx.version = 2;
    tx.locktime = lockTime;
    tx.addInput(Buffer.from(coin.txid, 'hex').reverse(), coin.index, sequence);
    tx.addOutput(bitcoin.address.toOutputScript(TRUE_ADDRESS, network), coin.value - FEE);
    const hash = tx.hashForWitnessV0(0, witnessScript, coin.value, bitcoin.Transaction.SIGHASH_ALL);
    tx.setWitness(0, [script.signature.encode(alice.sign(hash), bitcoin.Transaction.SIGHASH_ALL), witnessScript]);
    return tx.toHex();
  };
  return { address: payment.address as string, open };
}

test('behavior: a vault of OP_CHECKLOCKTIMEVERIFY, closed before its height, open at it', async () => {
  const height = (await kit.rpc.call('getblockcount')) + 103;
  const vault = lockedBy([...heightPush(height), opcodes['OP_CHECKLOCKTIMEVERIFY'] as number]);
  const coin = await kit.fund(vault.address);
  expect(await kit.refuse(vault.open(coin, { lockTime: height - 3 }))).toContain(`-26 ${LOCKED}`);
  expect(await kit.refuse(vault.open(coin, { lockTime: height }))).toBe('-26 non-final');
  await kit.mine(2);
  await kit.confirm(vault.open(coin, { lockTime: height }));
});

test('behavior: a delay of OP_CHECKSEQUENCEVERIFY, closed before its blocks, open after them', async () => {
  const delay = lockedBy([opcodes['OP_5'] as number, opcodes['OP_CHECKSEQUENCEVERIFY'] as number]);
  const source = await kit.fund(PAYMENTS.P2WPKH.payment.address as string);
  const funding = spend('P2WPKH', source, { to: delay.address });
  const txid = await kit.confirm(funding.toHex());
  const coin = { txid, index: 0, value: source.value - FEE, raw: '' };
  expect(await kit.refuse(delay.open(coin, { sequence: 1 }))).toContain(`-26 ${LOCKED}`);
  expect(await kit.refuse(delay.open(coin, { sequence: 5 }))).toBe('-26 non-BIP68-final');
  await kit.mine(4);
  await kit.confirm(delay.open(coin, { sequence: 5 }));
});

test('behavior: a fee is bumped by replacement; too little more is refused', async () => {
  const coin = await kit.fund(PAYMENTS.P2WPKH.payment.address as string);
  const first = spend('P2WPKH', coin);
  await kit.rpc.call('sendrawtransaction', first.toHex());
  const small = spend('P2WPKH', coin, { fee: FEE + 1n });
  expect(await kit.refuse(small.toHex())).toBe(
    `-26 insufficient fee, rejecting replacement ${small.getId()}, not enough additional fees to relay; 0.00000001 < 0.00000011`,
  );
  await kit.confirm(spend('P2WPKH', coin, { fee: 5n * FEE, sequence: 0xffffffff }).toHex());
  expect(await kit.refuse(first.toHex())).toBe('-25 bad-txns-inputs-missingorspent');
});

test('behavior: a child pays for its parent; a parent that pays nothing is refused alone', async () => {
  const coin = await kit.fund(PAYMENTS['P2TR key path'].payment.address as string);
  expect(await kit.refuse(spend('P2TR key path', coin, { fee: 0n }).toHex())).toBe('-26 min relay fee not met, 0 < 12');
  const parent = spend('P2TR key path', coin, { fee: 12n });
  const txid: string = await kit.rpc.call('sendrawtransaction', parent.toHex());
  const child = spend('P2TR key path', { txid, index: 0, value: coin.value - 12n, raw: '' }, { fee: 50_000n });
  await kit.rpc.call('sendrawtransaction', child.toHex());
  expect(await kit.rpc.call('getmempoolentry', child.getId())).toMatchObject({ ancestorcount: 2, fees: { ancestor: 0.00050012 } });
  const [hash] = await kit.mine();
  expect((await kit.rpc.call('getblock', hash)).tx.slice(1)).toEqual([txid, child.getId()]);
});

test('behavior: a key that the client exports signs a text on the node', async () => {
  const address = PAYMENTS.P2PKH.payment.address as string;
  const signature = await kit.rpc.call('signmessagewithprivkey', alice.toWIF(), 'hello');
  expect(await kit.rpc.call('verifymessage', address, signature, 'hello')).toBe(true);
  expect(await kit.rpc.call('verifymessage', address, signature, 'hallo')).toBe(false);
});
