import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DecodeError } from '#dist/bitcoin/protocol/codec/error.js';
import { createReader } from '#dist/bitcoin/protocol/codec/reader.js';
import { MAGIC, parsePsbt } from '#dist/bitcoin/protocol/psbt/decode.js';
import { serializePsbt } from '#dist/bitcoin/protocol/psbt/encode.js';
import { copyPsbt, fieldKey, fields, INPUT, OUTPUT, type Psbt, type PsbtMap } from '#dist/bitcoin/protocol/psbt/psbt.js';
import { hashTypeField, signInput } from '#dist/bitcoin/protocol/psbt/sign.js';
import { readTapTree } from '#dist/bitcoin/protocol/psbt/tap-tree.js';
import { SIGHASH } from '#dist/bitcoin/protocol/script/sighash/sighash.js';
import { NO_KEYS } from '#dist/bitcoin/protocol/script/signing/signing-keys.js';
import { createRandom, type Random } from '../../../protocol/script/random.js';
import { TRUE_ADDRESS } from '../../harness.js';
import { type Case, call, calls, named } from './case.js';
import { ANY, UNKNOWN } from './chain-cases.js';
import { KINDS, WIFS } from './psbt-kinds.js';
import type { World } from './world.js';

const vectors = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../../fixtures/bitcoin-core/rpc_psbt.json'), 'utf8'));
/** PSBTs of Bitcoin Core's tests: those that are none, and good ones of all roles. */
const VECTORS: { invalid: string[]; valid: string[] } = {
  invalid: [...vectors.invalid, ...vectors.invalid_with_msg.map(([psbt]: [string]) => psbt)],
  valid: [
    ...vectors.valid,
    ...vectors.signer.map(({ psbt }: { psbt: string }) => psbt),
    ...vectors.combiner.flatMap(({ combine }: { combine: string[] }) => combine),
    ...vectors.finalizer.map(({ finalize }: { finalize: string }) => finalize),
    ...vectors.extractor.map(({ extract }: { extract: string }) => extract),
  ],
};

/** In the titles of cases about PSBTs that say something of MuSig2, well or badly. */
export const WITH_MUSIG2 = 'with MuSig2 fields';
/** In the titles of cases about PSBTs of which something is signed, or to be signed, with a hash type that is not usual. */
export const WITH_HASH_TYPE = 'with an unusual hash type';
/** In the titles of cases about PSBTs with a signature that is no DER. */
export const WITH_BAD_SIGNATURE = 'with a signature that is no DER';
/** In the titles of cases about PSBTs with a tree of scripts that BIP110 does not allow. */
export const WITH_DEEP_TREE = 'with a deep tree';
const BIP110_MAX_DEPTH = 7;
const MUSIG2_TYPES: number[] = [INPUT.MUSIG2_PARTICIPANTS, INPUT.MUSIG2_PUB_NONCE, INPUT.MUSIG2_PARTIAL_SIG];

/** What can be said of any PSBT. */
export function about(psbt: string, what: string): Case[] {
  const bytes = Buffer.from(psbt, 'base64');
  const marks = [hasMusig2(bytes) ? ` ${WITH_MUSIG2}` : '', specialMark(bytes)];
  const title = `${what}${marks.join('')}`;
  return [
    call('decodepsbt', [psbt], 'values', `decodepsbt ${title}`),
    call('analyzepsbt', [psbt], 'values', `analyzepsbt ${title}`),
    call('finalizepsbt', [psbt], 'values', `finalizepsbt ${title}`),
    call('finalizepsbt', [psbt, false], 'values', `finalizepsbt, not extracted, ${title}`),
    call('combinepsbt', [[psbt, psbt]], 'values', `combinepsbt ${title}`),
    call('utxoupdatepsbt', [psbt], 'values', `utxoupdatepsbt ${title}`),
    call('descriptorprocesspsbt', [psbt, []], 'values', `descriptorprocesspsbt ${title}`),
  ];
}

/** Where a PSBT is on its way. */
export function stateOf(psbt: string, what: string): Case[] {
  return about(psbt, what).filter((each) => ['decodepsbt', 'analyzepsbt', 'finalizepsbt'].includes(each.about));
}

/** What is special about a PSBT. */
function specialMark(bytes: Uint8Array): string {
  try {
    const psbt = parsePsbt(bytes);
    return `${hasHashType(psbt) ? ` ${WITH_HASH_TYPE}` : ''}${psbt.outputs.some(isDeep) ? ` ${WITH_DEEP_TREE}` : ''}`;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return error.message === 'Signature is not a valid encoding' ? ` ${WITH_BAD_SIGNATURE}` : '';
  }
}

function hasHashType(psbt: Psbt): boolean {
  return psbt.inputs.some((input, index) => {
    const signatures = [INPUT.PARTIAL_SIG, INPUT.TAP_KEY_SIG, INPUT.TAP_SCRIPT_SIG].flatMap((type) => fields(input, type));
    const types = signatures.flatMap(({ value }) => (value.length === 64 ? [] : [value.at(-1)]));
    const declared = hashTypeField(input) ?? SIGHASH.ALL;
    const refused = signInput(copyPsbt(psbt), index, { keys: NO_KEYS }).status === 'mismatch';
    return refused || [...types, declared].some((type) => type !== SIGHASH.ALL);
  });
}

function isDeep(output: PsbtMap): boolean {
  return fields(output, OUTPUT.TAP_TREE).some(({ value }) => readTapTree(value).some(({ depth }) => depth > BIP110_MAX_DEPTH));
}

/** A PSBT with a signature that is no DER. */
function badSignature(): string {
  const psbt = VECTORS.valid
    .map((text) => parsePsbt(Buffer.from(text, 'base64')))
    .find(({ inputs }) => inputs.some((input) => fields(input, INPUT.PARTIAL_SIG).length > 0));
  if (psbt === undefined) throw new RangeError('no PSBT with a signature');
  for (const input of psbt.inputs) {
    for (const { data, value } of fields(input, INPUT.PARTIAL_SIG)) input.set(fieldKey(INPUT.PARTIAL_SIG, data), value.fill(0x31, 0, 1));
  }
  return Buffer.from(serializePsbt(psbt)).toString('base64');
}

/** Looks at keys only, so that what is wrong elsewhere does not matter. */
function hasMusig2(bytes: Uint8Array): boolean {
  const reader = createReader(bytes);
  try {
    for (reader.bytes(MAGIC.length); ; ) {
      const key = reader.varBytes();
      if (key.length === 0) continue;
      if (MUSIG2_TYPES.includes(key[0] ?? 0) || (key[0] === OUTPUT.MUSIG2_PARTICIPANTS && key.length > 1)) return true;
      reader.varBytes();
    }
  } catch (error) {
    if (error instanceof DecodeError) return false;
    throw error;
  }
}

export function vectorCases(): Case[] {
  return [...VECTORS.invalid, ...VECTORS.valid, badSignature()].flatMap((psbt, index) => about(psbt, `vector ${index}`));
}

function isPsbt(text: string): boolean {
  try {
    return parsePsbt(Buffer.from(text, 'base64')) !== undefined;
  } catch (error) {
    if (error instanceof DecodeError) return false;
    throw error;
  }
}

/** PSBTs of Core's tests with changes here and there. */
export function mutatedCases(seed: number, count: number): Case[] {
  const random = createRandom(seed);
  const sources = VECTORS.valid.map((text) => new Uint8Array(Buffer.from(text, 'base64')));
  return Array.from({ length: count }, (_, index) => {
    const mutated = Buffer.from(mutate(random, sources)).toString('base64');
    const cases = about(mutated, `mutation ${index} of seed ${seed}`);
    // All methods refuse it with the same words.
    return isPsbt(mutated) ? cases : cases.slice(0, 1);
  }).flat();
}

function mutate(random: Random, sources: Uint8Array[]): Uint8Array {
  let bytes = [...random.pick(sources)];
  for (let times = random.pick([1, 1, 1, 2, 3]); times > 0; times--) {
    const at = random.below(bytes.length);
    switch (random.below(6)) {
      case 0:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
        break;
      case 1:
        bytes[at] = random.pick([0, 1, 2, 3, 4, 5, 6, 7, 8, 0x14, 0x15, 0x16, 0x20, 0x21, 0xfc, 0xfd, 0xfe, 0xff, random.below(256)]);
        break;
      case 2:
        bytes.splice(at, random.pick([1, 1, 2, 4, 32]));
        break;
      case 3:
        bytes.splice(at, 0, ...random.bytes(random.pick([1, 1, 2, 4])));
        break;
      case 4:
        bytes = bytes.slice(0, at);
        break;
      default: {
        const other = random.pick(sources);
        const start = random.below(other.length);
        bytes.splice(at, 0, ...other.subarray(start, start + 1 + random.below(80)));
      }
    }
    if (bytes.length === 0) break;
  }
  return Uint8Array.from(bytes);
}

/** Arguments that are not as they should be. */
export function psbtArgumentCases({ gallery, spends, waitingRaw }: World): Case[] {
  const psbt = vectors.creator[0].result;
  const input = { txid: UNKNOWN, vout: 0 };
  const signed = spends['p2wpkh']?.raw;
  return [
    ...['decodepsbt', 'analyzepsbt', 'finalizepsbt', 'utxoupdatepsbt'].flatMap((method) => [
      ...calls(method, [[], ...ANY.map((value) => [value]), { psbt }, { x: psbt }, [psbt, null, null, null, null, null]]),
      ...named(method, {
        'of bad base64': ['!!!!'],
        'of base64 without padding': [psbt.slice(0, -1)],
        'of base64 with white space': [` ${psbt}`],
        'of bad magic': [Buffer.from('psbu\xff', 'latin1').toString('base64')],
        'of something more': [Buffer.concat([Buffer.from(psbt, 'base64'), Buffer.from([0])]).toString('base64')],
        'of hex': [Buffer.from(psbt, 'base64').toString('hex')],
      }),
    ]),
    ...calls('finalizepsbt', [...ANY.map((value) => [psbt, value]), { psbt, extract: false }]),
    ...['combinepsbt', 'joinpsbts'].flatMap((method) =>
      calls(method, [
        [],
        [[]],
        [[psbt]],
        [[psbt, psbt]],
        ...ANY.map((value) => [value]),
        ...ANY.map((value) => [[value]]),
        ...ANY.map((value) => [[psbt, value]]),
        [[psbt], 1],
        { txs: [psbt] },
        { psbts: [psbt] },
      ]),
    ),
    ...calls('createpsbt', [
      [],
      [[]],
      [[input], [{ data: '00' }]],
      [[input], { data: '00', [TRUE_ADDRESS]: 1 }],
      [[], []],
      [[input], [], 5, false],
      [[{ ...input, sequence: 1 }], [{ [TRUE_ADDRESS]: '0.1' }], 0, true],
      [[{ ...input, sequence: 0xffffffff }], [], 0, true],
      [[{ ...input, vout: -1 }], []],
      [[input], [{ [TRUE_ADDRESS]: 1 }, { [TRUE_ADDRESS]: 1 }]],
      [[input], [{ nope: 1 }]],
      ...ANY.map((value) => [value, []]),
      ...ANY.map((value) => [[value], []]),
      ...ANY.map((value) => [[input], value]),
      ...ANY.map((value) => [[input], [], value]),
      ...ANY.map((value) => [[input], [], 0, value]),
      { inputs: [input], outputs: [{ data: 'aa' }], locktime: 7 },
    ]),
    ...calls('converttopsbt', [
      [],
      [gallery.raw],
      [gallery.raw, true],
      [signed],
      [signed, true],
      [signed, false],
      [signed, true, true],
      [signed, true, false],
      [waitingRaw[0], true],
      ['0200000000000000000000'],
      ['0200000000000000000000', false, true],
      ['02000000000000000000', false, false],
      ['00'],
      ['zz'],
      [''],
      ...ANY.map((value) => [value]),
      ...ANY.map((value) => [signed, value]),
      ...ANY.map((value) => [signed, true, value]),
      [signed, true, true, 1],
      { hexstring: signed, permitsigdata: true },
    ]),
    ...['utxoupdatepsbt', 'descriptorprocesspsbt'].flatMap((method) =>
      calls(method, [
        [psbt, []],
        ...ANY.map((value) => [psbt, value]),
        ...ANY.map((value) => [psbt, [value]]),
        ...ANY.map((value) => [psbt, [{ desc: value }]]),
        ...ANY.map((value) => [psbt, [{ desc: KINDS['p2wpkh']?.open, range: value }]]),
        [psbt, ['nope']],
        [psbt, [`wpkh(${WIFS[0]})`]],
        [psbt, [`wpkh(${KINDS['p2wpkh']?.open.slice(5, 116)}/1h)`]],
        ['nope', ['nope']],
        { psbt, descriptors: [] },
      ]),
    ),
    ...calls('descriptorprocesspsbt', [[], [psbt], ...ANY.map((value) => [value, []])]),
    ...named('descriptorprocesspsbt', {
      'with names': { psbt, descriptors: [], bip32derivs: false, finalize: false, sighashtype: 'ALL' },
      'with an unknown hash type': { psbt, descriptors: [], sighashtype: 'NOPE' },
    }),
  ];
}
