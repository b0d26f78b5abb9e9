import * as btc from '@scure/btc-signer';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';
import { encodeWif } from '#dist/bitcoin/protocol/address/encoding/wif.js';
import { toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { parseTransaction, serializeTransaction } from '#dist/bitcoin/protocol/codec/transaction.js';
import { hex, TRUE_ADDRESS } from '../../harness.js';
import { rawTx } from '../../transactions.js';
import { type Case, call, calls } from './case.js';
import { ANY, UNKNOWN } from './chain-cases.js';
import type { RpcClient } from './client.js';
import { PAYMENTS, SCRIPTS, type World } from './world.js';

const KEYS = [1, 2, 3].map((n) => new Uint8Array(32).fill(n)) as [Uint8Array, Uint8Array, Uint8Array];
const [ALICE, BOB, CAROL] = KEYS.map((privateKey) => encodeWif({ privateKey, compressed: true })) as [string, string, string];
const ALICE_LONG = encodeWif({ privateKey: KEYS[0], compressed: false });
const PUBLIC = KEYS.map((key) => toHex(pubECDSA(key)));
const TWO_OF_THREE = btc.p2ms(
  2,
  KEYS.map((key) => pubECDSA(key)),
);
const MULTISIG = {
  bare: { script: TWO_OF_THREE.script },
  p2sh: btc.p2sh(TWO_OF_THREE),
  p2wsh: btc.p2wsh(TWO_OF_THREE),
  'p2sh-p2wsh': btc.p2sh(btc.p2wsh(TWO_OF_THREE)),
};
const HASH_TYPES = ['DEFAULT', 'ALL', 'NONE', 'SINGLE', 'ALL|ANYONECANPAY', 'NONE|ANYONECANPAY', 'SINGLE|ANYONECANPAY'];
const TAPROOT_KEY = Buffer.from(pubSchnorr(KEYS[0])).toString('hex');

type Previous = Record<string, unknown>;

/** Signing with keys, putting signatures together, and signed texts. */
export async function signingCases({ coinbases, gallery, waiting }: World, node: RpcClient): Promise<Case[]> {
  const spend = (inputs: { txid: string; index?: number }[]) =>
    rawTx({ inputs: inputs.map((input) => ({ ...input, witness: [] })), outputs: [{ value: 1_000n }] });
  const sign = (raw: string, keys: unknown[], previous?: unknown, hashType?: unknown) =>
    call('signrawtransactionwithkey', [
      raw,
      keys,
      ...(previous === undefined && hashType === undefined ? [] : [previous ?? null]),
      ...(hashType === undefined ? [] : [hashType]),
    ]);
  const at = (kind: string) => Object.keys(SCRIPTS).indexOf(kind);
  const known = [
    'pubkey',
    'uncompressed pubkey',
    'pubkeyhash',
    'scripthash',
    'witness_v0_keyhash',
    'witness_v0_scripthash',
    'witness_v1_taproot',
    'multisig',
    'nulldata',
    'anchor',
    'unknown witness program',
    'nonstandard',
  ];
  const foreign = (script: string | Uint8Array, more: Previous = {}): Previous => ({
    txid: UNKNOWN,
    vout: 0,
    scriptPubKey: typeof script === 'string' ? script : toHex(script),
    ...more,
  });
  const unknown = spend([{ txid: UNKNOWN }]);
  const scripts = { redeemScript: toHex(TWO_OF_THREE.script), amount: 1 };
  const witnessed = { witnessScript: toHex(TWO_OF_THREE.script), amount: 1 };
  const givenWith: Record<keyof typeof MULTISIG, Previous> = { bare: {}, p2sh: scripts, p2wsh: witnessed, 'p2sh-p2wsh': witnessed };
  const cases: Case[] = [
    ...known.flatMap((kind) => {
      const raw = spend([{ txid: gallery.txid, index: at(kind) }]);
      return [sign(raw, [ALICE]), sign(raw, [BOB]), sign(raw, [ALICE_LONG]), sign(raw, [])];
    }),
    ...HASH_TYPES.flatMap((type) =>
      ['pubkeyhash', 'witness_v0_keyhash', 'multisig'].map((kind) =>
        sign(spend([{ txid: gallery.txid, index: at(kind) }]), [ALICE], null, type),
      ),
    ),
    sign(
      spend([
        { txid: gallery.txid, index: at('pubkeyhash') },
        { txid: gallery.txid, index: at('witness_v0_keyhash') },
      ]),
      [ALICE],
      null,
      'SINGLE',
    ),
    sign(spend([{ txid: gallery.txid, index: at('pubkeyhash') }, { txid: UNKNOWN }]), [ALICE]),
    sign(spend([{ txid: waiting[0], index: 1 }]), [ALICE]),
    sign(unknown, [ALICE], [foreign(`5120${TAPROOT_KEY}`, { amount: 1 })]),
    sign(unknown, [ALICE], [foreign(`5120${TAPROOT_KEY}`, { amount: 1 })], 'ALL'),
    sign(unknown, [ALICE], [foreign(PAYMENTS.p2pkh.script)]),
    sign(unknown, [ALICE], [foreign(PAYMENTS.p2wpkh.script)]),
    sign(unknown, [ALICE], [foreign(PAYMENTS.p2wpkh.script, { amount: 0.5 })]),
    sign(unknown, [ALICE], [foreign(PAYMENTS.p2sh.script, { amount: 0.5, redeemScript: toHex(PAYMENTS.p2wpkh.script) })]),
    sign(unknown, [ALICE], [foreign(PAYMENTS.p2sh.script, { amount: 0.5 })]),
    sign(spend([{ txid: gallery.txid, index: 0 }]), [ALICE], [{ ...foreign('51'), txid: gallery.txid }]),
    ...ANY.map((value) => sign(unknown, [ALICE], value)),
    ...ANY.map((value) => sign(unknown, [ALICE], [value])),
    ...ANY.map((value) => sign(unknown, [value])),
    ...ANY.map((value) => call('signrawtransactionwithkey', [unknown, value])),
    ...ANY.map((value) => call('signrawtransactionwithkey', [value, []])),
    ...ANY.map((value) => sign(unknown, [ALICE], null, value)),
    sign(unknown, [ALICE], null, 'NOPE'),
    sign(unknown, [ALICE], null, 'all'),
    sign(unknown, [PUBLIC[0]]),
    sign('00', [ALICE]),
    ...['txid', 'vout', 'scriptPubKey'].flatMap((field) => {
      const { [field]: _, ...rest } = foreign('51');
      return [sign(unknown, [ALICE], [rest]), ...ANY.map((value) => sign(unknown, [ALICE], [{ ...rest, [field]: value }]))];
    }),
    ...['redeemScript', 'witnessScript', 'amount'].flatMap((field) =>
      ANY.map((value) => sign(unknown, [ALICE], [foreign(MULTISIG.p2sh.script, { ...scripts, [field]: value })])),
    ),
    sign(unknown, [ALICE, BOB], [foreign(MULTISIG.p2sh.script, { redeemScript: '51' })]),
    sign(unknown, [ALICE, BOB], [foreign(MULTISIG.p2wsh.script, { witnessScript: '51' })]),
    sign(unknown, [ALICE, BOB], [foreign(MULTISIG['p2sh-p2wsh'].script, { ...witnessed, redeemScript: toHex(MULTISIG.p2wsh.script) })]),
    sign(unknown, [ALICE, BOB], [foreign(MULTISIG['p2sh-p2wsh'].script, { ...witnessed, redeemScript: '51' })]),
    ...calls('signrawtransactionwithkey', [[], [unknown], [unknown, [], [], 'ALL', 1], { hexstring: unknown, privkeys: [] }]),
  ];
  for (const [kind, { script }] of Object.entries(MULTISIG)) {
    const previous = [foreign(script, givenWith[kind as keyof typeof MULTISIG])];
    const first = await node.call('signrawtransactionwithkey', unknown, [ALICE], previous);
    const second = await node.call('signrawtransactionwithkey', unknown, [CAROL], previous);
    cases.push(
      ...[[ALICE], [CAROL, ALICE], [ALICE, BOB, CAROL], [ALICE_LONG], []].map((keys) => sign(unknown, keys, previous)),
      ...[[BOB], [ALICE], []].map((keys) => sign(first.hex, keys, previous)),
      call('combinerawtransaction', [[first.hex, second.hex]]),
    );
  }
  const half = spend([{ txid: gallery.txid, index: at('multisig') }]);
  const signed = await node.call('signrawtransactionwithkey', half, [BOB]);
  const taproot = await node.call('signrawtransactionwithkey', spend([{ txid: gallery.txid, index: at('witness_v1_taproot') }]), [ALICE]);
  const key = spend([{ txid: coinbases[9] as string }]);
  return [
    ...cases,
    ...calls('combinerawtransaction', [
      [[half, signed.hex]],
      [[signed.hex, half]],
      [[half]],
      [[taproot.hex]],
      [[half, key]],
      [[signed.hex, `${signed.hex}00`]],
      [[toHex(serializeTransaction({ ...parseTransaction(hex(half)), inputs: [] })), half]],
      [[]],
      [['00']],
      [[signed.hex, 'zz']],
      [],
      ...ANY.map((value) => [value]),
      ...ANY.map((value) => [[value]]),
      [[half], 1],
    ]),
    ...messageCases(),
    ...multisigCases(),
  ];
}

function messageCases(): Case[] {
  const address = PAYMENTS.p2pkh.address as string;
  const good = 'H5T2gl4XHVqHfQQ0mBV1tlqSbGbXPIbwOxy9b8sg8Dx5UqkfTNhWJsUCEkzuqC7t7XHlnpLQXrmeTH7L6/b6NLA=';
  return [
    ...calls('signmessagewithprivkey', [
      [ALICE, 'hello'],
      [ALICE_LONG, 'hello'],
      [BOB, ''],
      [BOB, 'ä😀'],
      [ALICE, 'x'.repeat(300)],
      ['nope', 'x'],
      [],
      [ALICE],
      [ALICE, 'x', 1],
      ...ANY.map((value) => [value, 'x']),
      ...ANY.map((value) => [ALICE, value]),
    ]),
    ...calls('verifymessage', [
      [address, good, 'hello'],
      [address, good, 'hallo'],
      [address, '', 'hello'],
      [address, 'AAAA', 'hello'],
      [address, 'A', 'hello'],
      [address, '!!!!', 'hello'],
      [address, Buffer.alloc(65).toString('base64'), 'hello'],
      [address, Buffer.alloc(65, 0xff).toString('base64'), 'hello'],
      ...Array.from({ length: 16 }, (_, index) => [
        address,
        Buffer.alloc(65, 1)
          .fill(24 + index, 0, 1)
          .toString('base64'),
        'hello',
      ]),
      [TRUE_ADDRESS, good, 'hello'],
      [PAYMENTS.p2wpkh.address, good, 'hello'],
      ['nope', good, 'hello'],
      [address, good],
      [],
      [address, good, 'hello', 1],
      ...ANY.map((value) => [value, good, 'hello']),
      ...ANY.map((value) => [address, value, 'hello']),
      ...ANY.map((value) => [address, good, value]),
    ]),
  ];
}

function multisigCases(): Case[] {
  const long = Buffer.from(pubECDSA(KEYS[0], false)).toString('hex');
  const many = (count: number) => Array.from({ length: count }, (_, index) => toHex(pubECDSA(new Uint8Array(32).fill(index + 1))));
  return calls('createmultisig', [
    ...['legacy', 'p2sh-segwit', 'bech32', 'bech32m', 'nope', ''].map((type) => [2, PUBLIC, type]),
    [1, PUBLIC],
    [3, PUBLIC],
    [4, PUBLIC],
    [0, PUBLIC],
    [-1, PUBLIC],
    [1, [long, PUBLIC[1]]],
    [1, [long, PUBLIC[1]], 'bech32'],
    [1, [long, PUBLIC[1]], 'p2sh-segwit'],
    [1, []],
    [16, many(16)],
    [15, many(15)],
    [16, many(16), 'bech32'],
    [20, many(20), 'bech32'],
    [20, many(20), 'p2sh-segwit'],
    [1, many(21), 'bech32'],
    [17, many(18), 'bech32'],
    ...['', '02', `05${'11'.repeat(32)}`, `02${'ff'.repeat(32)}`, 'zz', `06${long.slice(2)}`, 'x'.repeat(66)].map((text) => [1, [text]]),
    ...ANY.map((value) => [1, [value]]),
    ...ANY.map((value) => [1, value]),
    ...ANY.map((value) => [value, PUBLIC]),
    [],
    [1],
    [1, PUBLIC, 'legacy', 1],
  ]);
}
