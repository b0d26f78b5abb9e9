import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DecodeError, RejectError } from '#dist/bitcoin/protocol/codec/error.js';
import { fromHex, hashFromHex, hashToHex, toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import {
  COIN,
  checkTransaction,
  MAX_MONEY,
  outPointKey,
  parseTransaction,
  serializeTransaction,
  strippedSize,
  type Transaction,
  totalSize,
  transactionWeight,
  txid,
  virtualSize,
  wtxid,
} from '#dist/bitcoin/protocol/codec/transaction.js';

/** BIP143's P2WPKH example: one input from before segwit, one with a witness. */
const BIP143 =
  '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000';

const INPUT = `${'11'.repeat(32)}0000000000ffffffff`;
const OUTPUT = '01000000000000000151';

describe('parse and serialize', () => {
  test('default: with a witness', () => {
    const tx = parseTransaction(fromHex(BIP143));
    expect(tx.inputs.map(({ witness }) => witness.length)).toEqual([0, 2]);
    expect(tx.lockTime).toBe(17);
    expect(toHex(serializeTransaction(tx))).toBe(BIP143);
    expect(txid(tx)).not.toEqual(wtxid(tx));
    expect(txid(parseTransaction(serializeTransaction(tx, { witness: false })))).toEqual(txid(tx));
  });

  test('behavior: sizes', () => {
    const tx = parseTransaction(fromHex(BIP143));
    expect(totalSize(tx)).toBe(BIP143.length / 2);
    expect(strippedSize(tx)).toBe(serializeTransaction(tx, { witness: false }).length);
    expect(transactionWeight(tx)).toBe(strippedSize(tx) * 3 + totalSize(tx));
    expect(virtualSize(tx)).toBe(Math.ceil(transactionWeight(tx) / 4));
  });

  test('behavior: versions are unsigned', () => {
    expect(parseTransaction(fromHex(`ffffffff01${INPUT}01${OUTPUT}00000000`)).version).toBe(0xffffffff);
  });

  test('behavior: no inputs and no outputs, and outputs alone where the marker is not read', () => {
    expect(parseTransaction(fromHex('02000000000000000000'))).toEqual({ version: 2, inputs: [], outputs: [], lockTime: 0 });
    const funded = fromHex(`020000000001${OUTPUT}00000000`);
    expect(parseTransaction(funded, { witness: false }).outputs).toHaveLength(1);
    expect(() => parseTransaction(funded)).toThrow(DecodeError);
  });

  test('behavior: what is read is a copy', () => {
    const bytes = Buffer.from(BIP143, 'hex');
    const tx = parseTransaction(bytes);
    bytes.fill(0);
    expect(toHex(serializeTransaction(tx))).toBe(BIP143);
  });

  test.each([
    ['a witness with nothing in it', `0200000000010 1${INPUT}01${OUTPUT}0000000000`, 'Superfluous witness record'],
    ['an unknown flag', `020000000002 01${INPUT}01${OUTPUT}00000000`, 'Unknown transaction optional data'],
    ['a flag beside the witness', `020000000003 01${INPUT}01${OUTPUT}010100 00000000`, 'Unknown transaction optional data'],
    ['a length in a longer form than needed', `02000000fd0100${INPUT}01${OUTPUT}00000000`, 'non-canonical ReadCompactSize()'],
    ['a length in five bytes', `02000000fe01000000${INPUT}01${OUTPUT}00000000`, 'non-canonical ReadCompactSize()'],
    ['a length in nine bytes', `02000000ff0100000000000000${INPUT}01${OUTPUT}00000000`, 'non-canonical ReadCompactSize()'],
    ['a length over 32 MiB', `02000000fe01000002${INPUT}`, 'ReadCompactSize(): size too large'],
    ['the end too early', `0200000001${INPUT}01${OUTPUT}000000`, 'DataStream::read(): end of data'],
    ['more inputs than there are', '02000000fdffff', 'DataStream::read(): end of data'],
    ['a byte too many', `0200000001${INPUT}01${OUTPUT}0000000000`, 'TX decode failed: extra data after the transaction'],
    ['nothing', '', 'DataStream::read(): end of data'],
  ])('error: %s', (_, hex, message) => {
    expect(() => parseTransaction(fromHex(hex.replaceAll(' ', '')))).toThrow(new DecodeError(message));
  });

  test('behavior: anything that can be written is read again', () => {
    const bytes = (max: number) => fc.uint8Array({ maxLength: max });
    const uint32 = fc.nat({ max: 0xffffffff });
    const input = fc.record({
      previous: fc.record({ hash: fc.uint8Array({ minLength: 32, maxLength: 32 }), index: uint32 }),
      scriptSig: bytes(300),
      sequence: uint32,
      witness: fc.array(bytes(300), { maxLength: 3 }),
    });
    const output = fc.record({ value: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), scriptPubKey: bytes(300) });
    const transaction = fc.record({
      version: uint32,
      inputs: fc.array(input, { minLength: 1, maxLength: 4 }),
      outputs: fc.array(output, { maxLength: 4 }),
      lockTime: uint32,
    });
    fc.assert(
      fc.property(transaction, (tx) => {
        const written = serializeTransaction(tx);
        expect(parseTransaction(written)).toEqual(tx);
        expect(totalSize(tx)).toBe(written.length);
      }),
      { numRuns: 200 },
    );
  });

  test('behavior: any other bytes are refused or read, and never break anything else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          expect(serializeTransaction(parseTransaction(bytes))).toEqual(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('check', () => {
  const valid: Transaction = {
    version: 2,
    inputs: [{ previous: { hash: new Uint8Array(32).fill(1), index: 0 }, scriptSig: new Uint8Array(0), sequence: 0, witness: [] }],
    outputs: [{ value: COIN, scriptPubKey: Uint8Array.of(0x51) }],
    lockTime: 0,
  };
  const [input] = valid.inputs;
  const [output] = valid.outputs;
  if (input === undefined || output === undefined) throw new Error('no parts');
  const nothing = { hash: new Uint8Array(32), index: 0xffffffff };
  const coinbase = (length: number) => ({ ...valid, inputs: [{ ...input, previous: nothing, scriptSig: new Uint8Array(length) }] });

  test('default', () => {
    expect(() => checkTransaction(valid)).not.toThrow();
    expect(() => checkTransaction(coinbase(2))).not.toThrow();
    expect(() => checkTransaction(coinbase(100))).not.toThrow();
  });

  test.each<[string, Transaction]>([
    ['bad-txns-vin-empty', { ...valid, inputs: [] }],
    ['bad-txns-vout-empty', { ...valid, outputs: [] }],
    ['bad-txns-oversize', { ...valid, outputs: [{ ...output, scriptPubKey: new Uint8Array(1_000_000) }] }],
    ['bad-txns-vout-negative', { ...valid, outputs: [{ ...output, value: -1n }] }],
    ['bad-txns-vout-toolarge', { ...valid, outputs: [{ ...output, value: MAX_MONEY + 1n }] }],
    ['bad-txns-txouttotal-toolarge', { ...valid, outputs: [{ ...output, value: MAX_MONEY }, output] }],
    ['bad-txns-inputs-duplicate', { ...valid, inputs: [input, input] }],
    ['bad-cb-length', coinbase(1)],
    ['bad-cb-length', coinbase(101)],
    ['bad-txns-prevout-null', { ...valid, inputs: [input, { ...input, previous: nothing }] }],
  ])('error: %s', (reason, tx) => {
    expect(() => checkTransaction(tx)).toThrow(new RejectError(reason));
  });

  test('behavior: the largest transaction is a fourth of a block', () => {
    const filled = (length: number) => ({ ...valid, outputs: [{ ...output, scriptPubKey: new Uint8Array(length) }] });
    const room = 1_000_000 - strippedSize(filled(70_000)) + 70_000;
    expect(() => checkTransaction(filled(room))).not.toThrow();
    expect(() => checkTransaction(filled(room + 1))).toThrow('bad-txns-oversize');
  });
});

describe('hex', () => {
  test('default: hashes are read and written in reverse', () => {
    const text = `${'00'.repeat(31)}ab`;
    expect(hashFromHex(text)[0]).toBe(0xab);
    expect(hashToHex(hashFromHex(text))).toBe(text);
  });

  test.each(['abc', 'zz', '0x00', ' 00'])('error: %j is no hex', (text) => {
    expect(() => fromHex(text)).toThrow(DecodeError);
    expect(() => hashFromHex(text)).toThrow(DecodeError);
  });

  test('behavior: keys of outputs differ in hash and index', () => {
    const hash = new Uint8Array(32).fill(0xe9);
    const keys = [0, 1, 10, 0xffffffff].flatMap((index) => [
      outPointKey({ hash, index }),
      outPointKey({ hash: new Uint8Array(32), index }),
    ]);
    expect(new Set(keys).size).toBe(8);
  });
});
