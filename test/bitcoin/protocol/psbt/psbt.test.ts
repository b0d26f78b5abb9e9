import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as btc from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeWif } from '#dist/bitcoin/protocol/address/encoding/wif.js';
import { toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { hash160, sha256 } from '#dist/bitcoin/protocol/crypto/hash.js';
import { parsePsbt } from '#dist/bitcoin/protocol/psbt/decode.js';
import { serializePsbt } from '#dist/bitcoin/protocol/psbt/encode.js';
import { fieldKey, INPUT, setField } from '#dist/bitcoin/protocol/psbt/psbt.js';
import { buildScript } from '#dist/bitcoin/protocol/script/build.js';
import { OP } from '#dist/bitcoin/protocol/script/opcodes.js';
import { type RpcNode, startRpcNode, TRUE_ADDRESS } from '../../node/harness.js';
import { COIN, rawTx } from '../../node/transactions.js';
import { assemble } from '../script/assemble.js';

type Vectors = {
  invalid: string[];
  invalid_with_msg: [psbt: string, message: string][];
  valid: string[];
  creator: { inputs: unknown[]; outputs: unknown[]; result: string }[];
  signer: { privkeys: string[]; psbt: string; result: string }[];
  combiner: { combine: string[]; result: string }[];
  finalizer: { finalize: string; result: string }[];
  extractor: { extract: string; result: string }[];
};
const vectors: Vectors = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../fixtures/bitcoin-core/rpc_psbt.json'), 'utf8'),
);
const bytes = (psbt: string) => new Uint8Array(Buffer.from(psbt, 'base64'));

let rpc: RpcNode;
/** The height of a block with an unspent coinbase. */
let nextCoinbase = 4;
beforeAll(async () => {
  rpc = await startRpcNode();
  await rpc.call('generatetoaddress', 115, TRUE_ADDRESS);
});
afterAll(() => rpc[Symbol.asyncDispose]());

describe("behavior: Bitcoin Core's vectors", () => {
  test('invalid PSBTs', async () => {
    for (const psbt of vectors.invalid) {
      expect(await rpc.failure('decodepsbt', psbt)).toMatchObject({ code: -22, message: expect.stringMatching(/^TX decode failed ./) });
    }
    for (const [psbt, message] of vectors.invalid_with_msg) {
      expect(await rpc.failure('decodepsbt', psbt)).toMatchObject({ code: -22, message: expect.stringContaining(message) });
    }
  });

  test('a valid PSBT is unchanged by a round trip, except for the order of fields', () => {
    for (const psbt of vectors.valid) {
      const written = serializePsbt(parsePsbt(bytes(psbt)));
      expect(serializePsbt(parsePsbt(written))).toEqual(written);
    }
  });

  test('the creator', async () => {
    for (const { inputs, outputs, result } of vectors.creator) {
      expect(await rpc.call('createpsbt', inputs, outputs, 0, false)).toBe(result);
    }
  });

  test('the signer', async () => {
    for (const { privkeys, psbt, result } of vectors.signer) {
      const keys = privkeys.map((key) => `pk(${key})`);
      const signed = await rpc.call('descriptorprocesspsbt', psbt, keys, null, false, false);
      expect(signed.psbt).toBe(result);
    }
  });

  test('the combiner, in any order', async () => {
    for (const { combine, result } of vectors.combiner) {
      expect(await rpc.call('combinepsbt', combine)).toBe(result);
    }
  });

  test('the finalizer', async () => {
    for (const { finalize, result } of vectors.finalizer) {
      expect(await rpc.call('finalizepsbt', finalize, false)).toEqual({ psbt: result, complete: true });
    }
  });

  test('the extractor', async () => {
    for (const { extract, result } of vectors.extractor) {
      expect(await rpc.call('finalizepsbt', extract)).toEqual({ hex: result, complete: true });
    }
  });
});

const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
const [ALICE, BOB] = [1, 2].map((n) => new Uint8Array(32).fill(n)) as [Uint8Array, Uint8Array];
const wif = (privateKey: Uint8Array) => encodeWif({ privateKey, compressed: true });

/** A PSBT that spends a coin of a script, in the chain. @param spentCoinbase the height of the block that pays for it */
async function spendOf(script: Uint8Array, spentCoinbase: number): Promise<string> {
  const [txid] = (await rpc.call('getblock', await rpc.call('getblockhash', spentCoinbase))).tx;
  const raw = rawTx({ inputs: [{ txid }], outputs: [{ value: COIN, scriptPubKey: script }, { value: 49n * COIN - 1_000n }] });
  const { hash } = await rpc.call('generateblock', TRUE_ADDRESS, [raw]);
  const [, made] = (await rpc.call('getblock', hash)).tx;
  return rpc.call('createpsbt', [{ txid: made, vout: 0 }], [{ [TRUE_ADDRESS]: 0.9999 }]);
}

/** Bitcoin Core has it so since release 30; the bitcoind that others are compared with is older. */
describe('behavior: the hash type', () => {
  const script = btc.p2wpkh(pubECDSA(ALICE), REGTEST).script;
  const keys = [`wpkh(${wif(ALICE)})`];

  test('default: an unusual type is recorded, and must be requested again', async () => {
    const psbt = await spendOf(script, 1);
    const { psbt: signed, complete } = await rpc.call('descriptorprocesspsbt', psbt, keys, 'NONE|ANYONECANPAY', true, false);
    expect(complete).toBe(false);
    const { inputs } = await rpc.call('decodepsbt', signed);
    expect(inputs[0]).toMatchObject({
      sighash: 'NONE|ANYONECANPAY',
      partial_signatures: { [toHex(pubECDSA(ALICE))]: expect.stringMatching(/82$/) },
    });
    expect(await rpc.failure('descriptorprocesspsbt', signed, keys)).toEqual({
      code: -22,
      message: 'Specified sighash value does not match value stored in PSBT',
    });
    expect(await rpc.call('analyzepsbt', signed)).toMatchObject({ next: 'updater' });
    const { hex } = await rpc.call('finalizepsbt', signed);
    expect(await rpc.call('sendrawtransaction', hex)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('behavior: signatures of another one are not put together', async () => {
    const psbt = await spendOf(script, 2);
    const { psbt: signed } = await rpc.call('descriptorprocesspsbt', psbt, keys, 'SINGLE', true, false);
    const parsed = parsePsbt(bytes(signed));
    for (const input of parsed.inputs) setField(input, INPUT.SIGHASH, undefined);
    const undeclared = Buffer.from(serializePsbt(parsed)).toString('base64');
    expect(await rpc.call('finalizepsbt', undeclared)).toMatchObject({ complete: false });
    expect(await rpc.call('finalizepsbt', signed)).toMatchObject({ complete: true });
  });
});

test('behavior: fields of MuSig2 are shown', async () => {
  const shown = await Promise.all(vectors.valid.map((psbt) => rpc.call('decodepsbt', psbt)));
  const musig2 = shown.flatMap(({ inputs }) => inputs).filter((input) => 'musig2_partial_sigs' in input);
  expect(musig2[0]).toMatchObject({
    musig2_participant_pubkeys: [{ aggregate_pubkey: expect.stringMatching(/^0[23]/), participant_pubkeys: expect.any(Array) }],
    musig2_pubnonces: expect.arrayContaining([
      {
        participant_pubkey: expect.stringMatching(/^0[23]/),
        aggregate_pubkey: expect.stringMatching(/^0[23]/),
        leaf_hash: expect.stringMatching(/./),
        pubnonce: expect.stringMatching(/./),
      },
    ]),
  });
});

test('behavior: a PSBT goes to a library and back', async () => {
  const multisig = btc.p2wsh(btc.p2ms(2, [pubECDSA(ALICE), pubECDSA(BOB)]), REGTEST);
  const known = [`wsh(multi(2,${toHex(pubECDSA(ALICE))},${toHex(pubECDSA(BOB))}))`];
  const psbt = await rpc.call('utxoupdatepsbt', await spendOf(multisig.script, 3), known);
  const signedBy = [ALICE, BOB].map((key) => {
    const tx = btc.Transaction.fromPSBT(bytes(psbt));
    tx.sign(key);
    return Buffer.from(tx.toPSBT()).toString('base64');
  });
  expect(await rpc.call('analyzepsbt', signedBy[0])).toMatchObject({
    next: 'signer',
    inputs: [{ missing: { signatures: [toHex(hash160(pubECDSA(BOB)))] } }],
  });
  const combined = await rpc.call('combinepsbt', signedBy);
  expect(await rpc.call('analyzepsbt', combined)).toMatchObject({ next: 'finalizer', fee: 0.0001 });
  const { hex, complete } = await rpc.call('finalizepsbt', combined);
  expect(complete).toBe(true);
  const [, txid] = (await rpc.call('getblock', (await rpc.call('generateblock', TRUE_ADDRESS, [hex])).hash)).tx;
  expect(await rpc.call('gettxout', txid, 0)).toMatchObject({ value: 0.9999 });
});

describe('behavior: a script of miniscript that the PSBT holds', () => {
  const [a, b] = [ALICE, BOB].map((key) => `0x21 0x${toHex(pubECDSA(key))}`);
  const preimage = new Uint8Array(32).fill(9);
  const digest = `0x20 0x${toHex(sha256(preimage))}`;
  const cases: { name: string; script: string; keys: Uint8Array[]; complete: boolean; preimage?: Uint8Array }[] = [
    { name: 'a key and a delay that is over', script: `${a} CHECKSIGVERIFY 1 CHECKSEQUENCEVERIFY`, keys: [ALICE], complete: true },
    { name: 'a delay that is not over', script: `${a} CHECKSIGVERIFY 9 CHECKSEQUENCEVERIFY`, keys: [ALICE], complete: false },
    { name: 'one of two keys', script: `${a} CHECKSIG IFDUP NOTIF ${b} CHECKSIG ENDIF`, keys: [BOB], complete: true },
    { name: 'one key of two', script: `${a} CHECKSIGVERIFY ${b} CHECKSIG`, keys: [BOB], complete: false },
    {
      name: 'a preimage',
      script: `SIZE 32 EQUALVERIFY SHA256 ${digest} EQUALVERIFY ${a} CHECKSIG`,
      keys: [ALICE],
      complete: true,
      preimage,
    },
    { name: 'no preimage', script: `SIZE 32 EQUALVERIFY SHA256 ${digest} EQUALVERIFY ${a} CHECKSIG`, keys: [ALICE], complete: false },
    { name: 'no miniscript', script: `1 DROP ${a} CHECKSIG`, keys: [ALICE], complete: false },
  ];
  test.each(cases)('$name: complete $complete', async ({ script: text, keys, complete, preimage: known }) => {
    const script = assemble(text);
    const psbt = parsePsbt(bytes(await spendOf(buildScript([OP[0], sha256(script)]), nextCoinbase++)));
    psbt.tx.inputs = psbt.tx.inputs.map((input) => ({ ...input, sequence: 1 }));
    for (const input of psbt.inputs) {
      setField(input, INPUT.WITNESS_SCRIPT, script);
      if (known !== undefined) input.set(fieldKey(INPUT.SHA256, sha256(known)), known);
    }
    const given = Buffer.from(serializePsbt(psbt)).toString('base64');
    const signed = await rpc.call(
      'descriptorprocesspsbt',
      given,
      keys.map((key) => `pk(${wif(key)})`),
    );
    expect(signed.complete).toBe(complete);
    expect(await rpc.call('finalizepsbt', signed.psbt)).toMatchObject({ complete });
    if (complete) expect((await rpc.call('testmempoolaccept', [signed.hex]))[0]).toMatchObject({ allowed: true });
  });
});

test('error: an extended key at the root that names a parent', async () => {
  const unsigned = bytes(String(await rpc.call('createpsbt', [{ txid: '11'.repeat(32), vout: 0 }], [{ [TRUE_ADDRESS]: 1 }])));
  // behind the magic, the key and the length of the transaction, and the transaction
  const global = 5 + 2 + 1 + (unsigned[7] ?? 0);
  const withXpub = (parent: number): string => {
    const publicKey = pubECDSA(new Uint8Array(32).fill(1));
    const key = [0x01, 0x04, 0x35, 0x87, 0xcf, 0, parent, 0, 0, 0, 0, 0, 0, 0, ...new Uint8Array(32).fill(7), ...publicKey];
    const field = [key.length, ...key, 4, 1, 2, 3, 4];
    return Buffer.from([...unsigned.subarray(0, global), ...field, ...unsigned.subarray(global)]).toString('base64');
  };
  expect(await rpc.call('decodepsbt', withXpub(0))).toMatchObject({ global_xpubs: [{ master_fingerprint: '01020304', path: 'm' }] });
  await expect(rpc.call('decodepsbt', withXpub(9))).rejects.toThrow('Invalid pubkey');
});
