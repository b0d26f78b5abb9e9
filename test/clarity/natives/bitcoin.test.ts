import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BufferValue, UIntValue } from '#dist/clarity/values/value.js';
import { call, sessionWith } from '../run.js';

// By clarity/src/vm/functions/bitcoin.rs of stacks-core 4.0.2, and its stacks-common/src/deps_common/bitcoin.

const doubleHash = (hex: string) => {
  const once = createHash('sha256').update(Buffer.from(hex, 'hex')).digest();
  return createHash('sha256').update(once).digest('hex');
};

describe('get-bitcoin-tx-output?', () => {
  const session = sessionWith({
    contracts: { c: '(define-read-only (output (bytes (buff 1048576)) (index uint)) (get-bitcoin-tx-output? bytes index))' },
  });
  const output = (hex: string, index = 0n) =>
    call(session, 'c', 'output', [new BufferValue(Buffer.from(hex, 'hex')), new UIntValue(index)]);
  const answerOf = (plain: string, script = '51', amount = 1000) =>
    `(ok (tuple (amount u${amount}) (script 0x${script}) (txid 0x${doubleHash(plain)})))`;

  const INVALID = '(err u1)';
  const OUT_OF_RANGE = '(err u2)';
  const SCRIPT_TOO_LARGE = '(err u3)';
  const [VERSION, LOCK_TIME] = ['02000000', '0a000000'];
  const INPUT = `${'11'.repeat(36)}00ffffffff`;
  const OUTPUT = 'e8030000000000000151';
  const plain = (inputs: string, outputs: string) => `${VERSION}${inputs}${outputs}${LOCK_TIME}`;
  const withWitnesses = (inputs: string, outputs: string, witnesses: string) => `${VERSION}0001${inputs}${outputs}${witnesses}${LOCK_TIME}`;
  const SIMPLE = plain(`01${INPUT}`, `01${OUTPUT}`);

  test('returns amount, script and txid of an output', () => {
    const two = plain(`02${INPUT}${INPUT}`, `02${OUTPUT}ffffffffffffffff020304`);
    expect(output(SIMPLE)).toBe(answerOf(SIMPLE));
    expect(output(two)).toBe(answerOf(two));
    expect(output(two, 1n)).toBe(`(ok (tuple (amount u18446744073709551615) (script 0x0304) (txid 0x${doubleHash(two)})))`);
  });

  test('rejects a transaction that is cut off anywhere, or that anything follows', () => {
    const segwit = withWitnesses(`01${INPUT}`, `01${OUTPUT}`, '010102');
    for (const whole of [SIMPLE, segwit]) {
      const cuts = Array.from({ length: whole.length / 2 }, (_, bytes) => output(whole.slice(0, 2 * bytes)));
      expect(new Set(cuts)).toEqual(new Set([INVALID]));
      expect(output(`${whole}00`)).toBe(INVALID);
    }
  });

  test.each([
    [0n, answerOf(SIMPLE)],
    [1n, OUT_OF_RANGE],
    [2n ** 64n - 1n, OUT_OF_RANGE],
    [2n ** 64n, OUT_OF_RANGE],
  ])('output %i of a transaction with one', (index, answer) => {
    expect(output(SIMPLE, index)).toBe(answer);
  });

  test('checks the index before the transaction only if it is above 64 bits', () => {
    expect([output('', 2n ** 64n - 1n), output('', 2n ** 64n)]).toEqual([INVALID, OUT_OF_RANGE]);
  });

  test.each([
    [1024, 'fd0004', undefined],
    [1025, 'fd0104', SCRIPT_TOO_LARGE],
  ])('a script of %i bytes', (length, size, failure) => {
    const script = '52'.repeat(length);
    const bytes = plain(`01${INPUT}`, `01e803000000000000${size}${script}`);
    expect(output(bytes)).toBe(failure ?? answerOf(bytes, script));
  });

  test.each([
    ['00', 0, true],
    ['fc', 0xfc, true],
    ['fdfc00', 0xfc, false],
    ['fdfd00', 0xfd, true],
    ['fd0201', 0x102, true],
    ['fdffff', 0xffff, true],
    ['feffff0000', 0xffff, false],
    ['fe00000100', 0x1_0000, true],
    ['fe01000100', 0x1_0001, true],
    ['ffffff000000000000', 0xffff, false],
    ['ff0000010000000000', 0x1_0000, false],
    ['ffffffffff00000000', 0, false],
    ['ffffffffffffffffff', 0, false],
  ])('a size must be in its shortest form: %s', (size, length, isValid) => {
    const bytes = plain(`01${'11'.repeat(36)}${size}${'00'.repeat(length)}ffffffff`, `01${OUTPUT}`);
    expect(output(bytes)).toBe(isValid ? answerOf(bytes) : INVALID);
  });

  describe('witnesses', () => {
    const one = plain(`01${INPUT}`, `01${OUTPUT}`);
    const two = plain(`02${INPUT}${INPUT}`, `01${OUTPUT}`);
    const none = plain('00', `01${OUTPUT}`);
    test.each([
      ['are not part of the txid', withWitnesses(`01${INPUT}`, `01${OUTPUT}`, '02020102010a'), answerOf(one)],
      ['may be empty', withWitnesses(`01${INPUT}`, `01${OUTPUT}`, '0100'), answerOf(one)],
      ['may be those of the first input alone', withWitnesses(`02${INPUT}${INPUT}`, `01${OUTPUT}`, '01010100'), answerOf(two)],
      ['may be those of the last input alone', withWitnesses(`02${INPUT}${INPUT}`, `01${OUTPUT}`, '00010101'), answerOf(two)],
      ['must be there if the flag says so', withWitnesses(`02${INPUT}${INPUT}`, `01${OUTPUT}`, '0000'), INVALID],
      ['may be missing without inputs', withWitnesses('00', `01${OUTPUT}`, ''), answerOf(none)],
      ['need the flag 1', `${VERSION}000201${INPUT}01${OUTPUT}010102${LOCK_TIME}`, INVALID],
    ])('%s', (_rule, bytes, answer) => {
      expect(output(bytes)).toBe(answer);
    });

    test('the flag 0 is that of a transaction without inputs and outputs', () => {
      expect(output(`${VERSION}0000${LOCK_TIME}`)).toBe(OUT_OF_RANGE);
      expect(output(`${VERSION}0000${LOCK_TIME}00`)).toBe(INVALID);
      expect(output(`${VERSION}0000000000`)).toBe(INVALID);
    });
  });
});

describe('verify-merkle-proof', () => {
  type Proof = { leaf: string; root: string; index: bigint; count: bigint; siblings: readonly string[] };
  const leaves = (count: number) => Array.from({ length: count }, (_, at) => doubleHash(`${at}`.padStart(8, '0')));

  /** By the rule of Bitcoin: the last node of an odd row is its own sibling. */
  function proofOf(all: readonly string[], index: number): Proof {
    const siblings: string[] = [];
    let row = all;
    for (let at = index; row.length > 1; at >>= 1) {
      const padded = row.length % 2 === 0 ? row : [...row, row.at(-1) as string];
      siblings.push(padded[at ^ 1] as string);
      row = Array.from({ length: padded.length / 2 }, (_, pair) => doubleHash(`${padded[2 * pair]}${padded[2 * pair + 1]}`));
    }
    return { leaf: all[index] as string, root: row[0] as string, index: BigInt(index), count: BigInt(all.length), siblings };
  }

  function verify(...proofs: readonly Proof[]): string[] {
    const functions = proofs.map(
      ({ leaf, root, index, count, siblings }, at) =>
        `(define-read-only (run-${at}) (verify-merkle-proof 0x${leaf} 0x${root} u${index} u${count} ` +
        `(list ${siblings.map((sibling) => `0x${sibling}`).join(' ')})))`,
    );
    const session = sessionWith({ contracts: { c: functions.join('\n') } });
    return proofs.map((_, at) => call(session, 'c', `run-${at}`));
  }

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 17])('every leaf of %i is proven, and no other', (count) => {
    const all = leaves(count);
    const proofs = all.map((_, index) => proofOf(all, index));
    expect(verify(...proofs)).toEqual(all.map(() => 'true'));
    expect(verify(...proofs.map((proof) => ({ ...proof, leaf: doubleHash('ff') })))).toEqual(all.map(() => 'false'));
    expect(verify(...proofs.map((proof) => ({ ...proof, root: doubleHash('ff') })))).toEqual(all.map(() => 'false'));
    if (count === 1) return;
    const moved = proofs.map((proof) => ({ ...proof, index: proof.index ^ 1n }));
    expect(verify(...moved)).toEqual(all.map(() => 'false'));
    const cut = proofs.map((proof) => ({ ...proof, siblings: proof.siblings.slice(0, -1) }));
    expect(verify(...cut)).toEqual(all.map(() => 'false'));
    const longer = proofs.map((proof) => ({ ...proof, siblings: [...proof.siblings, proof.root] }));
    expect(verify(...longer)).toEqual(all.map(() => 'false'));
  });

  test('the number of leaves decides where a node is its own sibling (CVE-2012-2459)', () => {
    const last = proofOf(leaves(3), 2);
    const first = proofOf(leaves(3), 0);
    const doubled = proofOf([...leaves(3), leaves(3)[2] as string], 3);
    expect(doubled.root).toBe(last.root);
    const cases = [last, { ...last, count: 4n }, { ...last, index: 3n }, doubled, { ...first, count: 4n }, { ...first, count: 5n }];
    expect(verify(...cases)).toEqual(['true', 'false', 'false', 'false', 'true', 'false']);
  });

  test('no leaf is in an empty tree, and none at or after its end', () => {
    const only = proofOf(leaves(1), 0);
    expect(verify({ ...only, count: 0n }, { ...only, index: 1n }, only)).toEqual(['false', 'false', 'true']);
  });

  test('a proof may have 24 siblings, of 32 bytes each', () => {
    const siblings = leaves(24);
    const root = siblings.reduce((node, sibling) => doubleHash(`${node}${sibling}`), doubleHash(''));
    const proof = { leaf: doubleHash(''), root, index: 0n, count: 2n ** 24n, siblings };
    const short = { ...proof, siblings: siblings.with(5, '00'.repeat(31)) };
    expect(verify(proof, short, { ...proof, count: 2n ** 23n + 1n }, { ...proof, count: 2n ** 23n })).toEqual([
      'true',
      'false',
      'true',
      'false',
    ]);
  });
});
