import { privateNegate } from 'tiny-secp256k1';
import { describe, expect, test } from 'vitest';
import { fromHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { encodeDer, parseLaxDer } from '#dist/bitcoin/protocol/crypto/der.js';
import { hash160, sha256 } from '#dist/bitcoin/protocol/crypto/hash.js';
import { publicKeyOf, signEcdsa } from '#dist/bitcoin/protocol/crypto/key.js';
import { buildScript } from '#dist/bitcoin/protocol/script/build.js';
import { scriptErrorText } from '#dist/bitcoin/protocol/script/interpreter/error.js';
import { FLAG, MANDATORY_FLAGS, STANDARD_FLAGS } from '#dist/bitcoin/protocol/script/interpreter/flags.js';
import { OP } from '#dist/bitcoin/protocol/script/opcodes.js';
import { legacySighash } from '#dist/bitcoin/protocol/script/sighash/sighash.js';
import { signInput } from '#dist/bitcoin/protocol/script/signing/sign.js';
import { assemble } from './assemble.js';
import { PRIVATE_KEY, type Spend, spend, verdict } from './spend.js';

const KEY = publicKeyOf(PRIVATE_KEY);
const P2PKH = buildScript([OP.DUP, OP.HASH160, hash160(KEY), OP.EQUALVERIFY, OP.CHECKSIG]);
const P2WPKH = buildScript([OP[0], hash160(KEY)]);

function p2wsh(script: Uint8Array, stack: Uint8Array[]): Spend {
  return spend(buildScript([OP[0], sha256(script)]), [...stack, script]);
}

function p2sh(script: Uint8Array, scriptSig: Uint8Array, witness: Uint8Array[] = []): Spend {
  return spend(buildScript([OP.HASH160, hash160(script), OP.EQUAL]), witness, { scriptSig });
}

function signed(scriptPubKey: Uint8Array, key: Uint8Array = PRIVATE_KEY): Spend {
  const { tx, spent } = spend(scriptPubKey, []);
  const { scriptSig, witness } = signInput(tx, 0, spent, key);
  return { tx: { ...tx, inputs: tx.inputs.map((input) => ({ ...input, scriptSig, witness })) }, spent };
}

/** Every row is allowed in a block and refused by the mempool for the reason given. */
describe('policy alone', () => {
  test.each<[name: string, of: Spend, reason: string]>([
    ['two items left', spend(assemble('1'), [], { scriptSig: assemble('1') }), 'CLEANSTACK'],
    ['two items left by a redeem script', p2sh(assemble('1'), buildScript([OP[1], assemble('1')])), 'CLEANSTACK'],
    ['a long true as condition', p2wsh(assemble('IF 1 ELSE 0 ENDIF'), [fromHex('02')]), 'MINIMALIF'],
    ['a padded false as condition', p2wsh(assemble('NOTIF 1 ELSE 0 ENDIF'), [fromHex('00')]), 'MINIMALIF'],
    ['an upgradable NOP', spend(assemble('1 NOP4'), []), 'DISCOURAGE_UPGRADABLE_NOPS'],
    ['a push that could be shorter', spend(assemble('0x4c0101'), []), 'MINIMALDATA'],
    ['a number with padding', spend(assemble('0x020100 1ADD'), []), 'SCRIPTNUM'],
    ['a code separator', spend(assemble('CODESEPARATOR 1'), []), 'OP_CODESEPARATOR'],
    ['a code separator that does not run', spend(assemble('0 IF CODESEPARATOR ENDIF 1'), []), 'OP_CODESEPARATOR'],
    ['an unknown witness version', spend(assemble('16 0x020101'), []), 'DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM'],
    [
      'a taproot program inside of P2SH',
      p2sh(Uint8Array.of(OP[1], 32, ...new Uint8Array(32).fill(1)), buildScript([Uint8Array.of(OP[1], 32, ...new Uint8Array(32).fill(1))])),
      'DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM',
    ],
    [
      'a signature that fails on purpose but is not empty',
      spend(Uint8Array.of(...buildScript([KEY]), ...assemble('CHECKSIG NOT')), [], { scriptSig: wrongSignature() }),
      'SIG_NULLFAIL',
    ],
    [
      'a hybrid key',
      spend(Uint8Array.of(...buildScript([hybrid()]), ...assemble('CHECKSIG NOT')), [], { scriptSig: assemble('0') }),
      'PUBKEYTYPE',
    ],
    [
      'an uncompressed key in a witness script',
      p2wsh(Uint8Array.of(...buildScript([publicKeyOf(PRIVATE_KEY, false)]), ...assemble('CHECKSIG NOT')), [new Uint8Array(0)]),
      'WITNESS_PUBKEYTYPE',
    ],
  ])('error: %s', (_, of, reason) => {
    expect(verdict(of, MANDATORY_FLAGS)).toBe('OK');
    expect(verdict(of, STANDARD_FLAGS)).toBe(reason);
  });

  test('error: a signature of an undefined hash type, and one with a high S', () => {
    const { tx, spent } = spend(P2PKH, []);
    const signature = signatureOf(signed(P2PKH));
    const undefinedType = Uint8Array.of(...derOf(legacySighash(tx, 0, P2PKH, 5)), 5);
    const highS = withHighS(signature);
    for (const [changed, reason] of [
      [undefinedType, 'SIG_HASHTYPE'],
      [highS, 'SIG_HIGH_S'],
    ] as const) {
      const of = { tx: { ...tx, inputs: tx.inputs.map((input) => ({ ...input, scriptSig: buildScript([changed, KEY]) })) }, spent };
      expect(verdict(of, MANDATORY_FLAGS)).toBe('OK');
      expect(verdict(of, STANDARD_FLAGS)).toBe(reason);
    }
  });
});

describe('multisig', () => {
  test('error: what is missing on the stack is found before signatures are looked at', () => {
    const script = Uint8Array.of(OP[1], ...buildScript([KEY]), OP[1], OP.CHECKMULTISIG);
    const bad = Uint8Array.of(1, 1);
    expect(verdict(spend(script, [], { scriptSig: buildScript([bad]) }), MANDATORY_FLAGS)).toBe('INVALID_STACK_OPERATION');
    expect(verdict(spend(script, [], { scriptSig: buildScript([OP[0], bad]) }), MANDATORY_FLAGS)).toBe('SIG_DER');
  });
});

describe('flags', () => {
  test('default: the mandatory ones are consensus, the standard ones are all but SIGPUSHONLY', () => {
    const { P2SH, DERSIG, NULLDUMMY, CHECKLOCKTIMEVERIFY, CHECKSEQUENCEVERIFY, WITNESS, TAPROOT } = FLAG;
    expect(MANDATORY_FLAGS).toBe(P2SH | DERSIG | NULLDUMMY | CHECKLOCKTIMEVERIFY | CHECKSEQUENCEVERIFY | WITNESS | TAPROOT);
    expect(STANDARD_FLAGS).toBe(Object.values(FLAG).reduce((all, flag) => all | flag, 0) & ~FLAG.SIGPUSHONLY);
  });

  test("behavior: codes have Core's words", () => {
    expect(scriptErrorText('SIG_NULLFAIL')).toBe('Signature must be zero for failed CHECK(MULTI)SIG operation');
    expect(scriptErrorText('CLEANSTACK')).toBe('Stack size must be exactly one after execution');
  });
});

describe('sign', () => {
  test.each([
    ['P2PKH', P2PKH],
    ['P2WPKH', P2WPKH],
  ])('default: %s, the same each time', (_, script) => {
    expect(verdict(signed(script), STANDARD_FLAGS)).toBe('OK');
    expect(signed(script)).toEqual(signed(script));
  });

  test('error: an output of another key or kind', () => {
    expect(() => signed(P2PKH, fromHex('22'.repeat(32)))).toThrow(RangeError);
    expect(() => signed(assemble('1'))).toThrow(RangeError);
  });
});

/** A push of a well-formed signature of something else. */
function wrongSignature(): Uint8Array {
  return buildScript([Uint8Array.of(...derOf(sha256(fromHex('00'))), 1)]);
}

function derOf(hash: Uint8Array): Uint8Array {
  return signEcdsa(hash, PRIVATE_KEY);
}

function hybrid(): Uint8Array {
  const key = publicKeyOf(PRIVATE_KEY, false);
  key[0] = 6 + ((key[64] ?? 0) & 1);
  return key;
}

/** The first push of the scriptSig: the signature with its hash type. */
function signatureOf({ tx }: Spend): Uint8Array {
  const scriptSig = tx.inputs[0]?.scriptSig ?? new Uint8Array(1);
  return scriptSig.slice(1, 1 + (scriptSig[0] ?? 0));
}

/** The same signature with the order of the curve less its S, which is as valid. */
function withHighS(signature: Uint8Array): Uint8Array {
  const numbers = parseLaxDer(signature.subarray(0, -1)) ?? new Uint8Array(64);
  return Uint8Array.of(...encodeDer(Uint8Array.of(...numbers.subarray(0, 32), ...privateNegate(numbers.subarray(32)))), 1);
}
