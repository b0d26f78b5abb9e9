import { describe, expect, test } from 'vitest';
import { fromHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { signSchnorr } from '#dist/bitcoin/protocol/crypto/key.js';
import { buildScript } from '#dist/bitcoin/protocol/script/build.js';
import { MANDATORY_FLAGS, STANDARD_FLAGS } from '#dist/bitcoin/protocol/script/interpreter/flags.js';
import { isOpSuccess, OP } from '#dist/bitcoin/protocol/script/opcodes.js';
import { taprootSighash } from '#dist/bitcoin/protocol/script/sighash/taproot-sighash.js';
import { createTransactionHashes } from '#dist/bitcoin/protocol/script/sighash/transaction-hashes.js';
import { assemble } from './assemble.js';
import { PRIVATE_KEY, spend, tapscriptSpend, verdict, X_ONLY_KEY } from './spend.js';
import { tweakPrivateKey } from './tweak-private-key.js';

/** Under the rules of blocks, then under the mempool's. */
function verdicts(of: Parameters<typeof verdict>[0]): [consensus: string, policy: string] {
  return [verdict(of, MANDATORY_FLAGS), verdict(of, STANDARD_FLAGS)];
}

const CHECKSIG = buildScript([X_ONLY_KEY, OP.CHECKSIG]);
const item = (length: number) => new Uint8Array(length).fill(1);

describe('OP_SUCCESS', () => {
  const opcodes = Array.from({ length: 256 }, (_, opcode) => opcode).filter(isOpSuccess);

  test('default: each of them makes the script valid, which the mempool discourages', () => {
    expect(opcodes).toHaveLength(87);
    for (const opcode of opcodes) {
      expect(verdicts(tapscriptSpend(Uint8Array.of(OP.RETURN, opcode)))).toEqual(['OK', 'DISCOURAGE_OP_SUCCESS']);
    }
  });

  test('behavior: in a branch that does not run, and before limits on pushes and the stack', () => {
    const unexecuted = tapscriptSpend(assemble('0 IF 0x50 ENDIF'));
    expect(verdicts(unexecuted)).toEqual(['OK', 'DISCOURAGE_OP_SUCCESS']);
    const oversized = tapscriptSpend(assemble('RESERVED'), { stack: [item(521), ...Array.from({ length: 1001 }, () => item(1))] });
    expect(verdicts(oversized)).toEqual(['OK', 'DISCOURAGE_OP_SUCCESS']);
  });

  test('behavior: inside of a push it is data', () => {
    expect(verdicts(tapscriptSpend(assemble('0x0150')))).toEqual(['OK', 'OK']);
  });

  test('error: a push that is cut off before it; behind it nothing counts', () => {
    expect(verdicts(tapscriptSpend(assemble('0x4c 0x50')))).toEqual(['BAD_OPCODE', 'BAD_OPCODE']);
    expect(verdicts(tapscriptSpend(assemble('0x50 0x4c')))).toEqual(['OK', 'DISCOURAGE_OP_SUCCESS']);
  });
});

describe('versions and key types', () => {
  test('behavior: an unknown leaf version is valid, which the mempool discourages', () => {
    expect(verdicts(tapscriptSpend(assemble('RETURN'), { version: 0xc2 }))).toEqual(['OK', 'DISCOURAGE_UPGRADABLE_TAPROOT_VERSION']);
  });

  test('behavior: a key of unknown type accepts any signature, which the mempool discourages', () => {
    const unknown = tapscriptSpend(buildScript([item(33), OP.CHECKSIG]), { stack: [item(1)] });
    expect(verdicts(unknown)).toEqual(['OK', 'DISCOURAGE_UPGRADABLE_PUBKEYTYPE']);
    const unsigned = tapscriptSpend(buildScript([item(33), OP.CHECKSIG, OP.NOT]), { stack: [item(0)] });
    expect(verdicts(unsigned)).toEqual(['OK', 'DISCOURAGE_UPGRADABLE_PUBKEYTYPE']);
  });

  test('behavior: unknown witness programs are valid, which the mempool discourages; the anchor is not', () => {
    const program = (version: number, length: number) => Uint8Array.of(OP[1] - 1 + version, length, ...item(length));
    for (const script of [program(2, 32), program(1, 31), program(1, 33), program(16, 2), program(1, 2)]) {
      expect(verdicts(spend(script, [item(1)]))).toEqual(['OK', 'DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM']);
    }
    expect(verdicts(spend(fromHex('51024e73'), []))).toEqual(['OK', 'OK']);
    expect(verdicts(spend(fromHex('51034e7300'), []))).toEqual(['OK', 'DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM']);
  });

  test('error: no key at all', () => {
    expect(verdicts(tapscriptSpend(assemble('0 CHECKSIG'), { stack: [item(0)] }))).toEqual([
      'TAPSCRIPT_EMPTY_PUBKEY',
      'TAPSCRIPT_EMPTY_PUBKEY',
    ]);
  });

  test('error: OP_CHECKMULTISIG', () => {
    expect(verdict(tapscriptSpend(assemble('0 0 0 CHECKMULTISIG')), MANDATORY_FLAGS)).toBe('TAPSCRIPT_CHECKMULTISIG');
    expect(verdict(tapscriptSpend(assemble('0 0 0 CHECKMULTISIGVERIFY')), MANDATORY_FLAGS)).toBe('TAPSCRIPT_CHECKMULTISIG');
  });
});

describe('conditions', () => {
  test.each([
    ['01', 'OK'],
    ['', 'OK'],
    ['00', 'TAPSCRIPT_MINIMALIF'],
    ['02', 'TAPSCRIPT_MINIMALIF'],
    ['0100', 'TAPSCRIPT_MINIMALIF'],
  ])('error: a condition must be nothing or the byte 1, also in blocks: %j is %s', (condition, expected) => {
    for (const branch of ['IF 1 ELSE 1 ENDIF', 'NOTIF 1 ELSE 1 ENDIF']) {
      const of = tapscriptSpend(assemble(branch), { stack: [fromHex(condition)] });
      expect(verdicts(of)).toEqual([expected, expected]);
    }
  });
});

describe('signatures', () => {
  test.each([0, 1, 2, 3, 0x81, 0x82, 0x83])('default: hash type %i', (hashType) => {
    const signed = tapscriptSpend(CHECKSIG, { stack: (sign) => [sign(hashType)] });
    expect(verdicts(signed)).toEqual(['OK', 'OK']);
    const annexed = tapscriptSpend(CHECKSIG, { stack: (sign) => [sign(hashType)], annex: fromHex('50ff') });
    expect(verdict(annexed, MANDATORY_FLAGS)).toBe('OK');
  });

  test('error: an annex that was not signed', () => {
    const { tx, spent } = tapscriptSpend(CHECKSIG, { stack: (sign) => [sign()] });
    const [input] = tx.inputs;
    input?.witness.push(fromHex('50'));
    expect(verdict({ tx, spent }, MANDATORY_FLAGS)).toBe('SCHNORR_SIG');
  });

  test.each([
    ['a byte short', 63, undefined, 'SCHNORR_SIG_SIZE'],
    ['two bytes long', 64, [1, 1], 'SCHNORR_SIG_SIZE'],
    ['default type spelled out', 64, [0], 'SCHNORR_SIG_HASHTYPE'],
    ['an undefined type', 64, [4], 'SCHNORR_SIG_HASHTYPE'],
    ['an undefined type', 64, [0x80], 'SCHNORR_SIG_HASHTYPE'],
    ['another type than signed', 64, [1], 'SCHNORR_SIG'],
  ] as const)('error: %s', (_, length, suffix, expected) => {
    const stack = (sign: () => Uint8Array) => [Uint8Array.of(...sign().subarray(0, length), ...(suffix ?? []))];
    expect(verdicts(tapscriptSpend(CHECKSIG, { stack }))).toEqual([expected, expected]);
  });

  test('error: SINGLE without an output', () => {
    const stack = (sign: () => Uint8Array) => [Uint8Array.of(...sign(), 3)];
    expect(verdict(tapscriptSpend(CHECKSIG, { stack, outputs: 0 }), MANDATORY_FLAGS)).toBe('SCHNORR_SIG_HASHTYPE');
  });

  test('behavior: an empty signature fails the check, a wrong one the script', () => {
    const inverted = buildScript([X_ONLY_KEY, OP.CHECKSIG, OP.NOT]);
    expect(verdicts(tapscriptSpend(inverted, { stack: [item(0)] }))).toEqual(['OK', 'OK']);
    expect(verdict(tapscriptSpend(inverted, { stack: [item(64)] }), MANDATORY_FLAGS)).toBe('SCHNORR_SIG');
    expect(verdict(tapscriptSpend(assemble(`0x20 0x${'00'.repeat(32)} CHECKSIG NOT`), { stack: [item(64)] }), MANDATORY_FLAGS)).toBe(
      'SCHNORR_SIG',
    );
  });

  test('behavior: a signature says where the last OP_CODESEPARATOR stood, counted in opcodes', () => {
    const script = Uint8Array.of(...assemble('1 DROP CODESEPARATOR'), ...CHECKSIG);
    expect(verdict(tapscriptSpend(script, { stack: (sign) => [sign(0, 2)] }), STANDARD_FLAGS)).toBe('OK');
    expect(verdict(tapscriptSpend(script, { stack: (sign) => [sign(0)] }), STANDARD_FLAGS)).toBe('SCHNORR_SIG');
    const skipped = Uint8Array.of(...assemble('0 IF CODESEPARATOR ENDIF'), ...CHECKSIG);
    expect(verdict(tapscriptSpend(skipped, { stack: (sign) => [sign(0)] }), STANDARD_FLAGS)).toBe('OK');
  });

  test('behavior: OP_CHECKSIGADD counts valid signatures', () => {
    const script = buildScript([X_ONLY_KEY, OP.CHECKSIG, X_ONLY_KEY, OP.CHECKSIGADD, X_ONLY_KEY, OP.CHECKSIGADD, OP[1] + 1, OP.NUMEQUAL]);
    expect(verdict(tapscriptSpend(script, { stack: (sign) => [item(0), sign(1), sign()] }), STANDARD_FLAGS)).toBe('OK');
    expect(verdict(tapscriptSpend(script, { stack: (sign) => [sign(2), sign(1), sign()] }), STANDARD_FLAGS)).toBe('EVAL_FALSE');
    expect(verdict(tapscriptSpend(script, { stack: (sign) => [sign(), sign()] }), STANDARD_FLAGS)).toBe('INVALID_STACK_OPERATION');
    const tooLong = buildScript([item(5), X_ONLY_KEY, OP.CHECKSIGADD]);
    expect(verdict(tapscriptSpend(tooLong, { stack: (sign) => [sign()] }), STANDARD_FLAGS)).toBe('SCRIPTNUM');
  });

  test('error: OP_CHECKSIGADD before tapscript', () => {
    expect(verdict(spend(assemble('0 0 0 CHECKSIGADD'), []), MANDATORY_FLAGS)).toBe('BAD_OPCODE');
  });
});

describe('budget', () => {
  /** Checks the same signature `count` times; `padding` bytes make the witness larger. */
  const repeated = (count: number, padding: number) => {
    const drop = padding > 0 ? [item(padding), OP.DROP] : [];
    const checks = Array.from({ length: count }, () => [OP['2DUP'], OP.CHECKSIGVERIFY]).flat();
    return tapscriptSpend(buildScript([...drop, X_ONLY_KEY, ...checks, OP['2DROP'], OP[1]]), { stack: (sign) => [sign()] });
  };
  const weight = ({ tx }: ReturnType<typeof repeated>) =>
    (tx.inputs[0]?.witness ?? []).reduce((size, { length }) => size + length + (length < 253 ? 1 : 3), 1) + 50;

  test.each([3, 4, 5, 10])('error: each of %i checks costs 50 of the witness size and 50: exactly enough, one too few', (count) => {
    const padding =
      Array.from({ length: 400 }, (_, length) => length + 1).find((length) => weight(repeated(count, length)) >= count * 50) ?? 0;
    const enough = repeated(count, padding);
    expect(weight(enough) - count * 50).toBeLessThan(padding === 1 ? Number.POSITIVE_INFINITY : 3);
    expect(verdict(enough, MANDATORY_FLAGS)).toBe('OK');
    const fewer = padding - 1;
    if (weight(repeated(count, fewer)) < count * 50) {
      expect(verdict(repeated(count, fewer), MANDATORY_FLAGS)).toBe('TAPSCRIPT_VALIDATION_WEIGHT');
    }
  });

  test('error: checks with a key of unknown type cost as much, empty signatures nothing', () => {
    const unknown = buildScript([item(1), ...Array.from({ length: 5 }, () => [OP['2DUP'], OP.CHECKSIGVERIFY]).flat(), OP['2DROP'], OP[1]]);
    expect(verdict(tapscriptSpend(unknown, { stack: [item(1)] }), MANDATORY_FLAGS)).toBe('TAPSCRIPT_VALIDATION_WEIGHT');
    const empty = buildScript([...Array.from({ length: 50 }, () => [OP[0], X_ONLY_KEY, OP.CHECKSIG, OP.DROP]).flat(), OP[1]]);
    expect(verdict(tapscriptSpend(empty), MANDATORY_FLAGS)).toBe('OK');
  });
});

describe('limits', () => {
  test('behavior: neither script size nor the number of opcodes is limited', () => {
    const long = Uint8Array.of(...new Uint8Array(20_000).fill(OP.NOP), OP[1]);
    expect(verdicts(tapscriptSpend(long))).toEqual(['OK', 'OK']);
  });

  test('error: items over 520 bytes and more than 1,000 of them', () => {
    expect(verdict(tapscriptSpend(assemble('DROP 1'), { stack: [item(520)] }), MANDATORY_FLAGS)).toBe('OK');
    expect(verdict(tapscriptSpend(assemble('DROP 1'), { stack: [item(521)] }), MANDATORY_FLAGS)).toBe('PUSH_SIZE');
    expect(verdict(tapscriptSpend(buildScript([item(521), OP.DROP, OP[1]])), MANDATORY_FLAGS)).toBe('PUSH_SIZE');
    const drops = Uint8Array.of(...new Uint8Array(999).fill(OP.DROP));
    expect(verdict(tapscriptSpend(drops, { stack: Array.from({ length: 1000 }, () => item(1)) }), MANDATORY_FLAGS)).toBe('OK');
    expect(verdict(tapscriptSpend(drops, { stack: Array.from({ length: 1001 }, () => item(1)) }), MANDATORY_FLAGS)).toBe('STACK_SIZE');
    const grows = tapscriptSpend(assemble('DUP TOALTSTACK DUP'), { stack: Array.from({ length: 999 }, () => item(1)) });
    expect(verdict(grows, MANDATORY_FLAGS)).toBe('STACK_SIZE');
  });

  test('error: what is left on the stack', () => {
    expect(verdict(tapscriptSpend(assemble('1 1')), MANDATORY_FLAGS)).toBe('CLEANSTACK');
    expect(verdict(tapscriptSpend(assemble('NOP')), MANDATORY_FLAGS)).toBe('CLEANSTACK');
    expect(verdict(tapscriptSpend(assemble('0')), MANDATORY_FLAGS)).toBe('EVAL_FALSE');
  });

  test('error: a control block may prove a depth of 128 and no more', () => {
    const path = Array.from({ length: 128 }, () => item(32));
    expect(verdict(tapscriptSpend(assemble('1'), { path }), MANDATORY_FLAGS)).toBe('OK');
    expect(verdict(tapscriptSpend(assemble('1'), { path: [...path, item(32)] }), MANDATORY_FLAGS)).toBe('TAPROOT_WRONG_CONTROL_SIZE');
    expect(verdict(tapscriptSpend(assemble('1'), { path: [item(31)] }), MANDATORY_FLAGS)).toBe('TAPROOT_WRONG_CONTROL_SIZE');
  });

  test('error: a script that the output does not commit to', () => {
    const { tx, spent } = tapscriptSpend(assemble('1'));
    const control = tx.inputs[0]?.witness[1] ?? item(33);
    const other = spend(spent[0]?.scriptPubKey ?? item(1), [assemble('1 NOP'), control]);
    expect(verdict(other, MANDATORY_FLAGS)).toBe('WITNESS_PROGRAM_MISMATCH');
    expect(verdict(spend(spent[0]?.scriptPubKey ?? item(1), [assemble('1'), item(32)]), MANDATORY_FLAGS)).toBe(
      'TAPROOT_WRONG_CONTROL_SIZE',
    );
  });
});

describe('key path', () => {
  const output = tapscriptSpend(assemble('1')).spent[0]?.scriptPubKey ?? item(1);
  const keyOnly = buildScript([OP[1], X_ONLY_KEY]);

  test('default: a signature by the output key', () => {
    const { tx, spent } = spend(keyOnly, []);
    const hash = taprootSighash(tx, 0, 0, spent, createTransactionHashes(tx, spent), { annexHash: undefined }) ?? item(32);
    expect(verdict(spend(keyOnly, [signSchnorr(hash, PRIVATE_KEY)]), STANDARD_FLAGS)).toBe('OK');
    expect(verdict(spend(keyOnly, [signSchnorr(hash, tweakPrivateKey(PRIVATE_KEY))]), STANDARD_FLAGS)).toBe('SCHNORR_SIG');
  });

  test('error: nothing, an empty signature, a scriptSig', () => {
    expect(verdict(spend(output, []), MANDATORY_FLAGS)).toBe('WITNESS_PROGRAM_WITNESS_EMPTY');
    expect(verdict(spend(output, [item(0)]), MANDATORY_FLAGS)).toBe('SCHNORR_SIG_SIZE');
    expect(verdict(spend(output, [item(64)], { scriptSig: assemble('1') }), MANDATORY_FLAGS)).toBe('WITNESS_MALLEATED');
  });

  test('behavior: an annex alone is a signature; without the TAPROOT flag everything is valid', () => {
    expect(verdict(spend(output, [fromHex('50')]), MANDATORY_FLAGS)).toBe('SCHNORR_SIG_SIZE');
    expect(verdict(spend(output, [fromHex('50'), fromHex('50')]), MANDATORY_FLAGS)).toBe('SCHNORR_SIG_SIZE');
  });
});
