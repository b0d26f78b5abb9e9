import type { Transaction, TxIn, TxOut } from '#dist/bitcoin/protocol/codec/transaction.js';
import { hash160, sha256 } from '#dist/bitcoin/protocol/crypto/hash.js';
import { publicKeyOf, tweakKey } from '#dist/bitcoin/protocol/crypto/key.js';
import { buildScript, pushData } from '#dist/bitcoin/protocol/script/build.js';
import { FLAG, MANDATORY_FLAGS } from '#dist/bitcoin/protocol/script/interpreter/flags.js';
import { OP } from '#dist/bitcoin/protocol/script/opcodes.js';
import { tapleafHash, tapTweakHash } from '#dist/bitcoin/protocol/script/taproot/taproot.js';
import { type Context, LOCK_TIMES, PRIVATE_KEYS, payToScriptHash, pushAll, SEQUENCES } from './generate-context.js';
import { generateLocked, signEcdsaFor } from './generate-ecdsa.js';
import { mutate } from './generate-mutation.js';
import { generateNoise } from './generate-script.js';
import { taprootKeySpend, taprootScriptSpend } from './generate-taproot.js';
import type { Random } from './random.js';

/** A transaction, the outputs that it spends, the input to look at and the rules. `kind` says what was generated. */
export type GeneratedSpend = { tx: Transaction; spent: TxOut[]; index: number; flags: number; kind: string };

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
