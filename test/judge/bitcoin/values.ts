import fc, { type Arbitrary } from 'fast-check';
import type { Signature as RpcMethod, Parameter as RpcParameter } from '#dist/bitcoin/node/rpc/arguments/parameter.js';
import { ADDRESSES, PRIVATE_KEYS, PUBLIC_KEYS, WALLETS } from './world.js';

/** Something that earlier steps made: the newest of its kind, or the `n`-th before it. */
export type Reference = { $: Kind; n: number };
export type Kind =
  | 'txid'
  | 'wtxid'
  | 'block'
  | 'height'
  | 'raw'
  | 'psbt'
  | 'address'
  | 'proof'
  | 'header'
  | 'block bytes'
  | 'outpoint'
  | 'own coin'
  | 'signature'
  | 'script'
  | 'descriptor';

/** A value that stays as it is, or has references in it. */
export type Value = unknown;

export function reference(kind: Kind): Arbitrary<Reference> {
  // Small numbers more often: what is new is what the steps were about.
  return fc.record({ $: fc.constant(kind), n: fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, fc.nat(120)) });
}

const any = <T>(...values: T[]): Arbitrary<T> => fc.constantFrom(...values);

/** What no parameter expects. */
const ODD: Arbitrary<Value> = any<Value>(
  ...[null, true, false, 0, -1, 1, 2, 1.5, 1e10, 4294967296, -2147483649, '', 'x', 'zz', '00', '0'.repeat(64), 'f'.repeat(64), '1', 'é'],
  ...[[], {}, [null], ['x'], [[]], { a: 1 }, 1e-9],
);
const AMOUNT: Arbitrary<Value> = any<Value>(0, 0.00000001, 0.0001, 0.01, 0.5, 1, 3.25, 49.9999, 50, '0.5', '1e-3', 21_000_000, -1, 1e-9);
const RATE: Arbitrary<Value> = any<Value>(0, 0.1, 1, 1.5, 7, 25, 100.001, 1000, 100_000, '3', -1);
const TEXT = any('', 'shop', 'legacy', 'bech32', '*', 'ü', 'a b', 'x'.repeat(300));
const TYPE = any('legacy', 'p2sh-segwit', 'bech32', 'bech32m', 'nope');
const ADDRESS: Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: reference('address') },
  any<Value>(...ADDRESSES, 'nope', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'),
);
const HASH_TYPE = any('ALL', 'NONE', 'SINGLE', 'ALL|ANYONECANPAY', 'NONE|ANYONECANPAY', 'SINGLE|ANYONECANPAY', 'DEFAULT', 'all', '');
const TREE = `{pk(${PUBLIC_KEYS[1]}),pk(${PUBLIC_KEYS[2]})}`.replace(/\b0[23]/g, '');
const XPUB = 'tpubD6NzVbkrYhZ4WPrqJuyuqNcM37XQFZoDHmNDMR4b2PpgRT58RdUT7V5CbZbC28NkLsPKjqRC2D1bhqVX3uqmYSu2eQ4M8jzDzTuoRnvYJQj';
const DESCRIPTOR: Arbitrary<Value> = fc.oneof(
  reference('descriptor'),
  any<Value>(
    ...[
      `pk(${PUBLIC_KEYS[0]})`,
      `pkh(${PUBLIC_KEYS[0]})`,
      `wpkh(${PUBLIC_KEYS[1]})`,
      `sh(wpkh(${PUBLIC_KEYS[0]}))`,
      `combo(${PUBLIC_KEYS[0]})`,
    ],
    ...[`multi(1,${PUBLIC_KEYS[0]},${PUBLIC_KEYS[1]})`, `wsh(sortedmulti(2,${PUBLIC_KEYS.join()}))`, `sh(wsh(multi(1,${PUBLIC_KEYS[2]})))`],
    ...[
      `tr(${PUBLIC_KEYS[0]?.slice(2)})`,
      `tr(${PUBLIC_KEYS[0]?.slice(2)},${TREE})`,
      `rawtr(${PUBLIC_KEYS[0]?.slice(2)})`,
      'raw(51)',
      'raw(6a0161)',
    ],
    ...[`wsh(and_v(v:pk(${PUBLIC_KEYS[0]}),older(10)))`, `wsh(or_d(pk(${PUBLIC_KEYS[0]}),and_v(v:pkh(${PUBLIC_KEYS[1]}),after(500))))`],
    ...[
      `wpkh(${XPUB}/0/*)`,
      `wpkh([d34db33f/84h/1h/0h]${XPUB}/<0;1>/*)`,
      `wpkh(${PRIVATE_KEYS[0]})`,
      `addr(${ADDRESSES[2]})`,
      `wpkh(nope)`,
      'sh()',
    ],
  ),
);
const OUTPOINT: Arbitrary<Value> = fc.oneof(
  { weight: 3, arbitrary: reference('outpoint') },
  fc.record({ txid: reference('txid'), vout: fc.nat(2) }),
);
const INPUT: Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: reference('own coin') },
  { weight: 2, arbitrary: reference('outpoint') },
  fc.record({ txid: reference('txid'), vout: fc.nat(2), sequence: any<Value>(0, 1, 10, 0xfffffffd, 0xffffffff, -1) }),
);
const OUTPUTS: Arbitrary<Value> = fc.oneof(
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ to: ADDRESS, amount: AMOUNT }).map(({ to, amount }) => ({ $: 'pair' as const, to, amount })) },
      any<Value>({ data: '00ff' }, { data: '' }, { data: 'x' }),
    ),
    { maxLength: 3 },
  ),
  any<Value>({}, []),
);

/** Values by the name of the parameter; then by `type`. */
const BY_NAME: Record<string, Arbitrary<Value>> = {
  txid: reference('txid'),
  blockhash: reference('block'),
  current_tip: reference('block'),
  height: reference('height'),
  start_height: reference('height'),
  stop_height: reference('height'),
  hash_or_height: fc.oneof(reference('height'), reference('block')),
  nblocks: any<Value>(0, 1, 5, 10, 111, 112, 113, 1000, -1),
  address: ADDRESS,
  address_filter: ADDRESS,
  address_type: TYPE,
  type: TYPE,
  psbt: reference('psbt'),
  hexstring: reference('raw'),
  rawtransaction: reference('raw'),
  rawtxs: fc.array(reference('raw'), { maxLength: 3 }),
  package: fc.array(reference('raw'), { minLength: 1, maxLength: 4 }),
  transactions: fc.array(OUTPOINT, { maxLength: 3 }),
  hexdata: fc.oneof(reference('header'), reference('block bytes')),
  txids: fc.array(reference('txid'), { minLength: 1, maxLength: 3 }),
  proof: reference('proof'),
  txoutproof: reference('proof'),
  descriptor: DESCRIPTOR,
  descriptors: fc.array(fc.oneof(DESCRIPTOR, fc.record({ desc: DESCRIPTOR, range: any<Value>(0, 5, [0, 3], [3, 0]) })), { maxLength: 3 }),
  range: any<Value>(0, 2, [0, 2], [1, 3], [2, 1], [-1, 2], 'x'),
  scanobjects: fc.array(
    fc.oneof(
      DESCRIPTOR,
      ADDRESS.map((address) => ({ $: 'text' as const, parts: ['addr(', address, ')'] })),
      fc.record({ desc: DESCRIPTOR, range: any<Value>(2, [0, 3]) }),
    ),
    { maxLength: 3 },
  ),
  action: any('start', 'status', 'abort', 'nope'),
  blockhashes: fc.array(reference('block'), { maxLength: 4 }),
  inputs: fc.array(INPUT, { maxLength: 3 }),
  'outputs gettxspendingprevout': fc.array(OUTPOINT, { maxLength: 3 }),
  outputs: OUTPUTS,
  txs: fc.array(reference('psbt'), { maxLength: 3 }),
  'txs combinerawtransaction': fc.array(reference('raw'), { maxLength: 3 }),
  keys: fc.array(any<Value>(...PUBLIC_KEYS, 'nope'), { maxLength: 3 }),
  nrequired: any<Value>(1, 2, 0, 4),
  privkeys: fc.array(any(...PRIVATE_KEYS), { maxLength: 3 }),
  privkey: any(...PRIVATE_KEYS, 'nope'),
  prevtxs: any<Value>(null, []),
  sighashtype: HASH_TYPE,
  locktime: any<Value>(0, 1, 100, 120, 500_000_000, 4294967295, 4294967296, -1),
  version: any<Value>(1, 2, 3, 0, 4),
  label: TEXT,
  'label|dummy': any('*', 'shop', 'legacy', ''),
  dummy: any<Value>('*', '', null, 0),
  message: TEXT,
  signature: reference('signature'),
  minconf: any<Value>(0, 1, 2, 6, 100, 112, -1),
  maxconf: any<Value>(0, 1, 5, 100, 9_999_999),
  count: any<Value>(0, 1, 3, 10, -1),
  skip: any<Value>(0, 1, 5, -1),
  verbosity: any<Value>(0, 1, 2, 3, true, false),
  'verbosity|verbose': any<Value>(0, 1, 2, 3, true, false),
  n: any<Value>(0, 1, 2, -1),
  stats: any<Value>(null, ['height', 'txs'], ['avgfee', 'feerate_percentiles', 'utxo_size_inc'], ['nope'], []),
  hash_type: any('hash_serialized_3', 'muhash', 'none', 'nope'),
  mode: any('stats', 'nope'),
  stat: any('x'),
  addresses: fc.array(ADDRESS, { maxLength: 3 }),
  fee_delta: any<Value>(0, 1000, -1000, 100_000, 1.5),
  fee_rate: RATE,
  maxfeerate: any<Value>(null, 0, 0.1, 0.001, 0.00001, 1, 1.1, -1),
  maxburnamount: any<Value>(null, 0, 0.1, 1),
  amount: AMOUNT,
  timeout: any<Value>(1, 20, -1),
  subnet: any('192.0.2.1', '192.0.2.0/24', '2001:db8::1', 'nope', '127.0.0.1'),
  'command setban': any('add', 'remove', 'nope'),
  'command help': fc.constant('nope'),
  bantime: any<Value>(0, 100, 1_900_000_000),
  node: any('127.0.0.1:1', 'nope'),
  wallet_name: any('n1', 'n2', 'w', 'blank', 'watch'),
  filename: any('n1', 'blank', 'watch', 'nope', ''),
  template_request: any<Value>(
    { rules: ['segwit'] },
    { rules: [] },
    { mode: 'proposal', rules: ['segwit'], data: '00' },
    {},
    { mode: 'nope' },
  ),
  // The flag avoid_reuse would change all balances: it is one of the known differences.
  flag: any('disable_private_keys', 'nope', 'descriptors'),
  purpose: any('send', 'receive', 'refund', ''),
  checklevel: any<Value>(0, 1, 3, 4, 5),
  index_name: any('txindex', 'coinstatsindex', 'nope'),
  newsize: any<Value>(-1, 'x'),
  conf_target: any<Value>(null, 0, 1, 6, 1008, 1009),
  estimate_mode: any<Value>(null, 'unset', 'economical', 'CONSERVATIVE', 'nope'),
  target_confirmations: any<Value>(0, 1, 3, 6, 112, -1),
  include: any<Value>([], ['mempool'], ['nope']),
  exclude: any<Value>([], ['mempool'], ['nope']),
};

const BY_TYPE: Record<string, Arbitrary<Value>> = {
  boolean: fc.boolean(),
  numeric: any<Value>(0, 1, 2, 6, 100),
  amount: AMOUNT,
  string: TEXT,
  hex: fc.oneof(reference('txid'), reference('raw')),
  array: any<Value>([], ['x']),
  object: any<Value>({}),
};

/** The members of objects of options, by name; what is not here is left out. */
const MEMBERS: Record<string, Arbitrary<Value>> = {
  ...BY_NAME,
  add_inputs: fc.constant(false),
  change_position: any<Value>(0, 1, 2, -1),
  changePosition: any<Value>(0, 1, 5),
  change_type: TYPE,
  change_address: ADDRESS,
  changeAddress: ADDRESS,
  include_unsafe: fc.boolean(),
  add_to_wallet: fc.boolean(),
  lock_unspents: fc.boolean(),
  lockUnspents: fc.boolean(),
  replaceable: fc.boolean(),
  psbt: fc.boolean(),
  feeRate: any<Value>(0.0001, 0.00001, 1, '0.001'),
  fee_rate: RATE,
  subtract_fee_from_outputs: any<Value>([0], [1], [0, 1], [5], []),
  subtractFeeFromOutputs: any<Value>([0], [0, 0]),
  max_tx_weight: any<Value>(400_000, 400, 1_000, 500_000),
  include_watching: fc.boolean(),
  active_only: fc.boolean(),
  private: fc.boolean(),
  internal: fc.boolean(),
  original_change_index: any<Value>(0, 1, 9),
  outputs: OUTPUTS,
  send_max: fc.boolean(),
};

/** Methods whose options must say everything that a wallet would choose by chance. */
const FIXED: Record<string, Arbitrary<Value[]>> = {
  send: fc
    .tuple(OUTPUTS, any<Value>(null, 'unset'), RATE, fixedOptions())
    .map(([outputs, mode, rate, options]) => [outputs, null, mode, rate, options]),
  sendall: fc
    .tuple(fc.array(ADDRESS, { minLength: 1, maxLength: 2 }), RATE, fc.array(INPUT, { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([to, rate, inputs, isAdded]) => [to, null, 'unset', rate, { inputs, locktime: 0, add_to_wallet: isAdded }]),
  walletcreatefundedpsbt: fc
    .tuple(fc.array(INPUT, { minLength: 1, maxLength: 3 }), OUTPUTS, fixedOptions(), fc.boolean())
    .map(([inputs, outputs, { inputs: _, locktime: __, add_to_wallet: ___, psbt: ____, ...options }, derivations]) => [
      inputs,
      outputs,
      0,
      { fee_rate: 3, ...options },
      derivations,
    ]),
  fundrawtransaction: fc
    .tuple(reference('raw'), fixedOptions())
    .map(([raw, { inputs: _, locktime: __, add_to_wallet: ___, psbt: ____, ...options }]) => [raw, { fee_rate: 3, ...options }]),
  sendtoaddress: fc.tuple(ADDRESS, any<Value>(0, -1, 1e6, 'x', 1e-9, 100_000)).map((params) => params),
  sendmany: fc.tuple(any('', 'x'), any<Value>({}, { nope: 1 })).map((params) => params),
  createwallet: fc
    .tuple(any('n1', 'n2', 'n3', 'w'), fc.boolean(), any<Value>(null, '', 'pass'), fc.boolean())
    .map(([name, isWatching, passphrase, avoidsReuse]) => [name, isWatching, true, passphrase, avoidsReuse]),
  importdescriptors: fc
    .array(
      fc.record(
        {
          desc: DESCRIPTOR,
          timestamp: any<Value>('now', 0, 'x'),
          label: TEXT,
          active: fc.boolean(),
          internal: fc.boolean(),
          range: any<Value>(5, [0, 5]),
        },
        { requiredKeys: ['desc', 'timestamp'] },
      ),
      { minLength: 1, maxLength: 2 },
    )
    .map((requests) => [requests]),
  // Without a limit they would wait for ever.
  waitfornewblock: fc.tuple(any<Value>(1, 20, -1, 'x')).map((params) => params),
  waitforblock: fc.tuple(reference('block'), any<Value>(1, 20, -1)).map((params) => params),
  waitforblockheight: fc.tuple(reference('height'), any<Value>(1, 20, -1)).map((params) => params),
  bumpfee: fc.tuple(reference('txid'), fc.record({ fee_rate: RATE, outputs: OUTPUTS, replaceable: fc.boolean() })).map((params) => params),
  lockunspent: fc
    .tuple(fc.boolean(), fc.oneof(fc.array(fc.oneof(reference('own coin'), OUTPOINT), { maxLength: 2 }), any<Value>(null)), fc.boolean())
    .map(([unlock, coins]) => [unlock, coins]),
};

/** Payments of a wallet that mostly succeed, with nothing left to chance. */
export const SPENDING: Arbitrary<{ method: string; params: Value[] }> = fc
  .record({
    method: any('send', 'sendall', 'walletcreatefundedpsbt'),
    inputs: fc.array(reference('own coin'), { minLength: 1, maxLength: 2 }),
    outputs: fc.array(fc.record({ $: fc.constant('pair'), to: reference('address'), amount: any(0.001, 0.5, 1, 3) }), {
      ...{ minLength: 1, maxLength: 3 },
    }),
    change: fc.record({ change_position: any(0, 1), change_address: reference('address'), add_inputs: fc.constant(false) }),
    fee_rate: any(1, 1.5, 2.3, 7, 25),
    payers: any([], [0]),
    psbt: fc.boolean(),
  })
  .map(({ method, inputs, outputs, change, fee_rate: rate, payers, psbt }) => {
    const options = { ...change, inputs, locktime: 0 };
    if (method === 'sendall') return { method, params: [[change.change_address], null, 'unset', rate, { inputs, locktime: 0, psbt }] };
    if (method === 'send')
      return { method, params: [outputs, null, 'unset', rate, { ...options, psbt, subtract_fee_from_outputs: payers }] };
    return { method, params: [inputs, outputs, 0, { ...change, fee_rate: rate, subtractFeeFromOutputs: payers }] };
  });

function fixedOptions(): Arbitrary<Record<string, Value>> {
  return fc.record(
    {
      inputs: fc.array(INPUT, { minLength: 1, maxLength: 3 }),
      locktime: fc.constant(0),
      change_position: any<Value>(0, 1, 0, 1, 3),
      add_inputs: fc.constant(false),
      change_address: ADDRESS,
      add_to_wallet: fc.boolean(),
      replaceable: fc.boolean(),
      psbt: fc.boolean(),
      subtract_fee_from_outputs: any<Value>([0], [1], []),
      max_tx_weight: any<Value>(400_000, 400),
    },
    { requiredKeys: ['inputs', 'locktime', 'change_position', 'add_inputs', 'change_address', 'psbt'] },
  );
}

/** Parameters of a call: mostly what the method expects, sometimes too many, too few, odd ones, or by name. */
export function parametersOf(method: RpcMethod): Arbitrary<Value[] | Record<string, Value>> {
  const { name, parameters } = method;
  const fixed = FIXED[name];
  if (fixed !== undefined)
    return name.startsWith('wait') || name === 'createwallet'
      ? fixed
      : fc.oneof({ weight: 12, arbitrary: fixed }, fc.array(ODD, { maxLength: 2 }));
  const values = parameters.map((parameter) => valueFor(name, parameter));
  const required = parameters.filter((parameter) => parameter.default === undefined).length;
  const positional = fc
    .tuple(
      fc.oneof({ weight: 8, arbitrary: fc.integer({ min: required, max: parameters.length }) }, fc.nat(parameters.length + 1)),
      fc.tuple(...values),
    )
    .map(([count, all]) => [...all, 'more'].slice(0, count) as Value[]);
  if (parameters.length === 0) return fc.oneof({ weight: 9, arbitrary: fc.constant([] as Value[]) }, fc.array(ODD, { maxLength: 1 }));
  const named = fc.record(
    Object.fromEntries(parameters.map(({ name: key }, at) => [key.split('|')[0] as string, values[at] as Arbitrary<Value>])),
    {
      requiredKeys: parameters.slice(0, required).map(({ name: key }) => key.split('|')[0] as string),
    },
  );
  return fc.oneof({ weight: 7, arbitrary: positional }, named);
}

function valueFor(method: string, { name, type, members }: RpcParameter): Arbitrary<Value> {
  const known = BY_NAME[`${name} ${method}`] ?? BY_NAME[name];
  const options =
    members && fc.record(Object.fromEntries(members.flatMap((key) => (MEMBERS[key] ? [[key, MEMBERS[key]]] : []))), { requiredKeys: [] });
  const usual = known ?? options ?? BY_TYPE[type] ?? ODD;
  return fc.oneof({ weight: 14, arbitrary: usual }, ODD);
}

/** On which wallet a call is made. */
export const WALLET: Arbitrary<(typeof WALLETS)[number]> = fc.oneof({ weight: 4, arbitrary: fc.constant('w' as const) }, any(...WALLETS));
