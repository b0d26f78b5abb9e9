import { privateNegate } from 'tiny-secp256k1';
import { encodeDer, parseLaxDer } from '#dist/bitcoin/protocol/crypto/der.js';
import { hash160 } from '#dist/bitcoin/protocol/crypto/hash.js';
import { publicKeyOf, signEcdsa } from '#dist/bitcoin/protocol/crypto/key.js';
import { buildScript, pushNumber } from '#dist/bitcoin/protocol/script/build.js';
import { OP } from '#dist/bitcoin/protocol/script/opcodes.js';
import { legacySighash, segwitSighash } from '#dist/bitcoin/protocol/script/sighash/sighash.js';
import { createTransactionHashes } from '#dist/bitcoin/protocol/script/sighash/transaction-hashes.js';
import { type Context, PRIVATE_KEYS, type Unlock } from './generate-context.js';
import { generatePadding } from './generate-script.js';
import type { Random } from './random.js';

const ECDSA_TYPES = [1, 1, 1, 2, 3, 0x81, 0x82, 0x83, 0, 4, 0x41, 0x84, 0xff];

/** A script with signature checks in padding, and the stack that satisfies it. */
export function generateLocked(context: Context, version: 'base' | 'witness_v0'): { script: Uint8Array; stack: Uint8Array[] } {
  const { random } = context;
  const before = generatePadding(random);
  const { core, stack } = generateCore(random);
  const after = random.oneIn(6) ? generatePadding(random).code : new Uint8Array(0);
  const script = Uint8Array.of(...before.code, ...core, ...after);
  const code = script.subarray(before.separator?.offset ?? 0);
  return { script, stack: stack(signEcdsaFor(context, version, code)) };
}

function generateCore(random: Random): { core: Uint8Array; stack: Unlock } {
  const key = (at: number) => publicKeyOf(PRIVATE_KEYS[at] as Uint8Array, !random.oneIn(6));
  const first = random.oneIn(10) ? hybridKey() : key(0);
  switch (random.below(5)) {
    case 0:
      return { core: buildScript([first, OP.CHECKSIG]), stack: (sign) => [sign(0)] };
    case 1:
      return {
        core: buildScript([OP.DUP, OP.HASH160, hash160(first), OP.EQUALVERIFY, OP.CHECKSIGVERIFY, OP[1]]),
        stack: (sign) => [sign(0), first],
      };
    case 2:
      return { core: buildScript([first, OP.CHECKSIG, OP.NOT]), stack: (sign) => [random.oneIn(2) ? new Uint8Array(0) : sign(1)] };
    default: {
      const needed = 1 + random.below(3);
      const keys = [first, key(1), key(2)];
      const core = Uint8Array.of(...pushNumber(needed), ...buildScript(keys), ...pushNumber(3), OP.CHECKMULTISIG);
      const dummy = random.oneIn(8) ? Uint8Array.of(1) : new Uint8Array(0);
      const chosen =
        [
          [random.below(3)],
          random.pick([
            [0, 1],
            [0, 2],
            [1, 2],
            [1, 0],
          ]),
          [0, 1, 2],
        ][needed - 1] ?? [];
      return { core, stack: (sign) => [dummy, ...chosen.map(sign)] };
    }
  }
}

function hybridKey(): Uint8Array {
  const key = publicKeyOf(PRIVATE_KEYS[0] as Uint8Array, false);
  key[0] = 6 + ((key[64] ?? 0) & 1);
  return key;
}

/** Signs a script of the input with one of the keys, with a random hash type and now and then a high S. */
export function signEcdsaFor(
  { random, tx, spent, index }: Context,
  version: 'base' | 'witness_v0',
  code: Uint8Array,
): (key: number) => Uint8Array {
  const hashes = createTransactionHashes(tx, spent);
  return (key) => {
    const hashType = random.pick(ECDSA_TYPES);
    const hash =
      version === 'base'
        ? legacySighash(tx, index, code, hashType)
        : segwitSighash(tx, index, code, hashType, spent[index]?.value ?? 0n, hashes);
    const der = signEcdsa(hash, PRIVATE_KEYS[key] as Uint8Array);
    return Uint8Array.of(...(random.oneIn(8) ? highS(der) : der), hashType);
  };
}

function highS(der: Uint8Array): Uint8Array {
  const numbers = parseLaxDer(der) as Uint8Array;
  return encodeDer(Uint8Array.of(...numbers.subarray(0, 32), ...privateNegate(numbers.subarray(32))));
}
