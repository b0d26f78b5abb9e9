import { privateNegate } from 'tiny-secp256k1';
import { fromHex } from '#dist/node/bitcoin/codec/hex.js';
import type { Transaction, TxIn, TxOut } from '#dist/node/bitcoin/codec/transaction.js';
import { encodeDer, parseLaxDer } from '#dist/node/bitcoin/crypto/der.js';
import { hash160, sha256 } from '#dist/node/bitcoin/crypto/hash.js';
import { publicKeyOf, signEcdsa, signSchnorr, tweakKey } from '#dist/node/bitcoin/crypto/key.js';
import { buildScript, pushData, pushNumber } from '#dist/node/bitcoin/script/build.js';
import { FLAG, MANDATORY_FLAGS } from '#dist/node/bitcoin/script/flags.js';
import { OP } from '#dist/node/bitcoin/script/opcodes.js';
import { legacySighash, segwitSighash } from '#dist/node/bitcoin/script/sighash.js';
import { tapbranchHash, tapleafHash, tapTweakHash } from '#dist/node/bitcoin/script/taproot.js';
import { taprootSighash } from '#dist/node/bitcoin/script/taproot-sighash.js';
import { createTransactionHashes } from '#dist/node/bitcoin/script/transaction-hashes.js';
import { generateNoise, generatePadding, type Snippet } from './generate-script.js';
import type { Random } from './random.js';
import { tweakPrivateKey } from './tweak-private-key.js';

/** A transaction, the outputs that it spends, the input to look at and the rules. `kind` says what was generated. */
export type GeneratedSpend = { tx: Transaction; spent: TxOut[]; index: number; flags: number; kind: string };

const PRIVATE_KEYS = ['11', '22', '33'].map((byte) => fromHex(byte.repeat(32)));
const ECDSA_TYPES = [1, 1, 1, 2, 3, 0x81, 0x82, 0x83, 0, 4, 0x41, 0x84, 0xff];
const SCHNORR_TYPES = [0, 0, 0, 1, 2, 3, 0x81, 0x82, 0x83];
const LOCK_TIMES = [0, 1, 10, 499_999_999, 500_000_000, 0xffffffff];
const SEQUENCES = [0xffffffff, 0xfffffffe, 0, 1, 10, 0x00400001, 0x0040ffff, 0x80000001];

type Context = { random: Random; tx: Transaction; spent: TxOut[]; index: number };
type Version = 'base' | 'witness_v0' | 'tapscript';
/** Makes the stack of a script, bottom first, by signing `code` of it. */
type Unlock = (sign: (key: number) => Uint8Array) => Uint8Array[];

/** One spend, mostly of a well-made script; one in three has something changed after signing. */
export function generateSpend(random: Random): GeneratedSpend {
  const tx = generateTransaction(random);
  const spent: TxOut[] = tx.inputs.map(() => ({ value: BigInt(random.below(1_000_000)), scriptPubKey: generateNoise(random) }));
  const index = random.below(tx.inputs.length);
  const context = { random, tx, spent, index };
  const kind = random.pick([
    'bare',
    'p2sh',
    'p2wpkh',
    'p2sh-p2wpkh',
    'p2wsh',
    'p2sh-p2wsh',
    'p2tr-key',
    'p2tr-script',
    'p2tr-script',
    'noise',
  ] as const);
  unlock(context, kind);
  const changed = random.oneIn(3) ? mutate(context) : '';
  return { tx, spent, index, flags: generateFlags(random), kind: `${kind}${changed}` };
}

function generateTransaction(random: Random): Transaction {
  const input = (): TxIn => ({
    previous: { hash: random.bytes(32), index: random.below(3) },
    scriptSig: new Uint8Array(0),
    sequence: random.pick(SEQUENCES),
    witness: [],
  });
  return {
    version: random.pick([1, 2, 2, 2, 3, 0xffffffff]),
    inputs: Array.from({ length: 1 + random.below(3) }, input),
    outputs: Array.from({ length: 1 + random.below(3) }, () => ({
      value: BigInt(random.below(1000)),
      scriptPubKey: generateNoise(random),
    })),
    lockTime: random.pick(LOCK_TIMES),
  };
}

/** Consensus flags, mostly all; a flag that needs another never stands alone. */
function generateFlags(random: Random): number {
  if (!random.oneIn(4)) return MANDATORY_FLAGS;
  const some = Object.values(FLAG).reduce((flags, flag) => (random.oneIn(3) ? flags & ~flag : flags), MANDATORY_FLAGS);
  const withP2sh = (some & FLAG.P2SH) === 0 ? some & ~FLAG.WITNESS : some;
  return (withP2sh & FLAG.WITNESS) === 0 ? withP2sh & ~FLAG.TAPROOT : withP2sh;
}

function unlock(context: Context, kind: string): void {
  const { random, tx, spent, index } = context;
  const input = tx.inputs[index] as TxIn;
  const coin = spent[index] as TxOut;
  const set = (scriptPubKey: Uint8Array) => {
    coin.scriptPubKey = scriptPubKey;
  };
  if (kind === 'p2wpkh' || kind === 'p2sh-p2wpkh') {
    const key = publicKeyOf(PRIVATE_KEYS[0] as Uint8Array, !random.oneIn(8));
    const program = buildScript([OP[0], hash160(key)]);
    const code = buildScript([OP.DUP, OP.HASH160, hash160(key), OP.EQUALVERIFY, OP.CHECKSIG]);
    set(kind === 'p2wpkh' ? program : payToScriptHash(program));
    if (kind !== 'p2wpkh') input.scriptSig = pushData(program);
    input.witness = [signEcdsaFor(context, 'witness_v0', code)(0), key];
  } else if (kind === 'p2tr-key') {
    taprootKeySpend(context, set);
  } else if (kind === 'p2tr-script') {
    taprootScriptSpend(context, set);
  } else if (kind === 'noise') {
    noiseSpend(context, set);
  } else {
    const witness = kind.endsWith('p2wsh');
    const { script, stack } = generateLocked(context, witness ? 'witness_v0' : 'base');
    if (kind === 'bare') {
      set(script);
      input.scriptSig = pushAll(stack);
    } else if (kind === 'p2sh') {
      set(payToScriptHash(script));
      input.scriptSig = pushAll([...stack, script]);
    } else {
      const program = buildScript([OP[0], sha256(script)]);
      set(kind === 'p2wsh' ? program : payToScriptHash(program));
      if (kind !== 'p2wsh') input.scriptSig = pushData(program);
      input.witness = [...stack, script];
    }
  }
}

/** A script with signature checks in padding, and the stack that satisfies it. */
function generateLocked(context: Context, version: Exclude<Version, 'tapscript'>): { script: Uint8Array; stack: Uint8Array[] } {
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

function signEcdsaFor(
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

function taprootKeySpend({ random, tx, spent, index }: Context, set: (script: Uint8Array) => void): void {
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

function taprootScriptSpend(context: Context, set: (script: Uint8Array) => void): void {
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

/** Random opcodes as an output, a redeem script, a witness script or a tapscript, on random items. */
function noiseSpend(context: Context, set: (script: Uint8Array) => void): void {
  const { random, tx, index } = context;
  const input = tx.inputs[index] as TxIn;
  const script = generateNoise(random);
  const items = Array.from({ length: random.below(5) }, () => (random.oneIn(2) ? Uint8Array.of(1) : random.bytes(random.below(4))));
  switch (random.below(4)) {
    case 0:
      set(script);
      input.scriptSig = random.oneIn(3) ? generateNoise(random) : pushAll(items);
      break;
    case 1:
      set(payToScriptHash(script));
      input.scriptSig = pushAll([...items, script]);
      break;
    case 2:
      set(buildScript([OP[0], sha256(script)]));
      input.witness = [...items, script];
      break;
    default: {
      const internalKey = publicKeyOf(PRIVATE_KEYS[0] as Uint8Array).slice(1);
      const output = tweakKey(internalKey, tapTweakHash(internalKey, tapleafHash(0xc0, script)));
      if (output === undefined) throw new Error('no output key');
      set(buildScript([OP[1], output.key]));
      input.witness = [...items, script, Uint8Array.of(0xc0 | output.parity, ...internalKey)];
    }
  }
}

/** Changes one thing after signing. @returns its name */
function mutate({ random, tx, spent, index }: Context): string {
  const input = tx.inputs[index] as TxIn;
  const coin = spent[index] as TxOut;
  const flip = (bytes: Uint8Array) => bytes.map((byte, at) => (at === target ? byte ^ (1 << random.below(8)) : byte));
  let target = 0;
  switch (random.below(10)) {
    case 0:
      target = random.below(Math.max(1, input.scriptSig.length));
      input.scriptSig = flip(input.scriptSig);
      return ', scriptSig changed';
    case 1:
    case 2: {
      const at = random.below(Math.max(1, input.witness.length));
      input.witness = input.witness.map((item, place) => {
        target = random.below(Math.max(1, item.length));
        return place === at ? flip(item) : item;
      });
      return ', witness changed';
    }
    case 3:
      input.witness = random.oneIn(2) ? [...input.witness, random.bytes(random.below(3))] : input.witness.slice(1);
      return ', witness longer or shorter';
    case 4:
      coin.value += 1n;
      return ', amount changed';
    case 5:
      tx.lockTime = random.pick(LOCK_TIMES);
      return ', lock time changed';
    case 6:
      input.sequence = random.pick(SEQUENCES);
      return ', sequence changed';
    case 7:
      tx.version = random.pick([0, 1, 2]);
      return ', version changed';
    case 8:
      tx.outputs.push({ value: 0n, scriptPubKey: new Uint8Array(0) });
      return ', output added';
    default:
      input.scriptSig = Uint8Array.of(...(random.oneIn(2) ? [OP.NOP] : [OP[1]]), ...input.scriptSig);
      return ', scriptSig longer';
  }
}

function payToScriptHash(script: Uint8Array): Uint8Array {
  return buildScript([OP.HASH160, hash160(script), OP.EQUAL]);
}

function pushAll(items: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(items.map(pushData)));
}
