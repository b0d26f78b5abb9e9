import type { TxIn } from '#dist/bitcoin/protocol/codec/transaction.js';
import { sha256 } from '#dist/bitcoin/protocol/crypto/hash.js';
import { publicKeyOf, signSchnorr, tweakKey } from '#dist/bitcoin/protocol/crypto/key.js';
import { buildScript, pushNumber } from '#dist/bitcoin/protocol/script/build.js';
import { OP } from '#dist/bitcoin/protocol/script/opcodes.js';
import { taprootSighash } from '#dist/bitcoin/protocol/script/sighash/taproot-sighash.js';
import { createTransactionHashes } from '#dist/bitcoin/protocol/script/sighash/transaction-hashes.js';
import { tapbranchHash, tapleafHash, tapTweakHash } from '#dist/bitcoin/protocol/script/taproot/taproot.js';
import { type Context, PRIVATE_KEYS, type Unlock } from './generate-context.js';
import { generatePadding, type Snippet } from './generate-script.js';
import type { Random } from './random.js';
import { tweakPrivateKey } from './tweak-private-key.js';

const SCHNORR_TYPES = [0, 0, 0, 1, 2, 3, 0x81, 0x82, 0x83];

/** Spends a taproot output with its key. @param set sets the output's script */
export function taprootKeySpend({ random, tx, spent, index }: Context, set: (script: Uint8Array) => void): void {
  const input = tx.inputs[index] as TxIn;
  const root = random.oneIn(2) ? random.bytes(32) : undefined;
  const internalKey = publicKeyOf(PRIVATE_KEYS[0] as Uint8Array).slice(1);
  const output = tweakKey(internalKey, tapTweakHash(internalKey, root));
  if (output === undefined) throw new Error('no output key');
  set(buildScript([OP[1], output.key]));
  const annex = generateAnnex(random);
  const sign = signTaproot({ random, tx, spent, index }, tweakPrivateKey(PRIVATE_KEYS[0] as Uint8Array, root), annex);
  input.witness = [sign(), ...(annex === undefined ? [] : [annex])];
}

/** Spends a taproot output with a script of its tree. @param set sets the output's script */
export function taprootScriptSpend(context: Context, set: (script: Uint8Array) => void): void {
  const { random, tx, index } = context;
  const input = tx.inputs[index] as TxIn;
  const before = generatePadding(random);
  const { core, stack } = generateTapscriptCore(random);
  const script = Uint8Array.of(...before.code, ...core, ...(random.oneIn(6) ? generatePadding(random).code : []));
  const version = random.oneIn(8) ? random.pick([0xc2, 0xfe, 0x66]) : 0xc0;
  const leafHash = tapleafHash(version, script);
  const path = Array.from({ length: random.below(4) }, () => random.bytes(32));
  const internalKey = publicKeyOf(PRIVATE_KEYS[0] as Uint8Array).slice(1);
  const output = tweakKey(internalKey, tapTweakHash(internalKey, path.reduce(tapbranchHash, leafHash)));
  if (output === undefined) throw new Error('no output key');
  set(buildScript([OP[1], output.key]));
  const annex = generateAnnex(random);
  const control = new Uint8Array(Buffer.concat([Uint8Array.of(version | output.parity), internalKey, ...path]));
  const leaf = { hash: leafHash, codeSeparator: separatorOf(before) };
  const items = stack((key) => signTaproot(context, PRIVATE_KEYS[key] as Uint8Array, annex, leaf)());
  input.witness = [...items, script, control, ...(annex === undefined ? [] : [annex])];
}

function separatorOf({ separator }: Snippet): number {
  return separator?.position ?? 0xffffffff;
}

function generateTapscriptCore(random: Random): { core: Uint8Array; stack: Unlock } {
  const key = (at: number) => publicKeyOf(PRIVATE_KEYS[at] as Uint8Array).slice(1);
  const empty = new Uint8Array(0);
  switch (random.below(5)) {
    case 0:
      return { core: buildScript([key(0), OP.CHECKSIG]), stack: (sign) => [sign(0)] };
    case 1:
      return { core: buildScript([key(0), OP.CHECKSIGVERIFY, OP[1]]), stack: (sign) => [sign(0)] };
    case 2: {
      // Often more checks than the witness has room for.
      const checks = Array.from({ length: 1 + random.below(5) }, () => [OP['2DUP'], OP.CHECKSIGVERIFY]).flat();
      return { core: buildScript([key(0), ...checks, OP.CHECKSIG]), stack: (sign) => [sign(0)] };
    }
    case 3: {
      const odd = random.pick([random.bytes(33), random.bytes(1), empty, random.bytes(31)]);
      return { core: buildScript([odd, OP.CHECKSIG]), stack: (sign) => [random.oneIn(2) ? sign(0) : empty] };
    }
    default: {
      const needed = random.below(4);
      const core = [key(0), OP.CHECKSIG, key(1), OP.CHECKSIGADD, key(2), OP.CHECKSIGADD];
      const signed = [0, 1, 2].filter(() => !random.oneIn(3));
      return {
        core: Uint8Array.of(...buildScript(core), ...pushNumber(random.oneIn(4) ? needed : signed.length), OP.NUMEQUAL),
        stack: (sign) => [2, 1, 0].map((at) => (signed.includes(at) ? sign(at) : empty)),
      };
    }
  }
}

function signTaproot(
  { random, tx, spent, index }: Context,
  key: Uint8Array,
  annex: Uint8Array | undefined,
  leaf?: { hash: Uint8Array; codeSeparator: number },
) {
  return (): Uint8Array => {
    const annexHash = annex === undefined ? undefined : sha256(Uint8Array.of(annex.length, ...annex));
    const hashType = random.pick(SCHNORR_TYPES);
    const hash = taprootSighash(tx, index, hashType, spent, createTransactionHashes(tx, spent), { annexHash, leaf });
    const suffix = hashType === 0 ? [] : [hashType];
    return Uint8Array.of(...signSchnorr(hash ?? random.bytes(32), key), ...suffix);
  };
}

function generateAnnex(random: Random): Uint8Array | undefined {
  return random.oneIn(4) ? Uint8Array.of(0x50, ...random.bytes(random.below(60))) : undefined;
}
