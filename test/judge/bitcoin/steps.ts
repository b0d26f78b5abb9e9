import fc, { type Arbitrary } from 'fast-check';
import { allMethods } from '#dist/bitcoin/node/rpc/methods/all-methods.js';
import { PEER_STEP, type PeerStep } from './peer-steps.js';
import { parametersOf, reference, SPENDING, type Value, WALLET } from './values.js';
import type { WALLETS } from './world.js';

export type Step =
  /** Blocks that pay to an address. */
  | { do: 'mine'; count: number; to: Value }
  /** The clock of both sides, in seconds. */
  | { do: 'time'; by: number }
  /** A transaction that spends coins without a signature. `parts` share what is left above the fee in sats. */
  | { do: 'pay'; coins: number[]; parts: { to: Value; part: number }[]; fee: number; sequence: number; version: number; locktime: number }
  /** A raw transaction of an earlier step with one byte changed. */
  | { do: 'spoil'; raw: Value; at: number; byte: number }
  | { do: 'call'; method: string; params: Value[] | Record<string, Value>; wallet?: (typeof WALLETS)[number] | 'n1' }
  | { do: 'rest'; path: Value[]; query?: string }
  /** A question to Esplora or Electrum, whose answer follows from RPC of the judge. */
  | { do: 'index'; about: IndexQuestion; n: number }
  | PeerStep
  /** Everything that a node and its wallets say of their state. */
  | { do: 'state' };
export type IndexQuestion = (typeof INDEX_QUESTIONS)[number];
export const INDEX_QUESTIONS = [
  ...([
    'esplora tip',
    'esplora header',
    'esplora txids',
    'esplora raw',
    'esplora utxo',
    'esplora outspend',
    'esplora proof',
    'esplora status',
  ] as const),
  ...([
    'electrum balance',
    'electrum listunspent',
    'electrum transaction',
    'electrum header',
    'electrum merkle',
    'electrum history',
  ] as const),
] as const;

/** Methods that no step calls, each with the reason. */
export const NOT_CALLED: Record<string, string> = {
  stop: 'it ends a side',
  uptime: 'it depends on the clock of the machine',
  getmemoryinfo: 'it depends on the machine',
  getnettotals: 'it depends on the clock of the machine',
  getnetworkinfo: 'the node says what it is',
  getrpcinfo: 'it shows running calls and a path',
  getzmqnotifications: 'both sides listen at ports of their own',
  setmocktime: 'the step `time` calls it',
  generate: 'it exists in help only',
  generatetoaddress: 'the step `mine` calls it: bitcoind makes other coinbases',
  generatetodescriptor: 'bitcoind makes other coinbases',
  generateblock: 'bitcoind makes other coinbases',
  addconnection: 'it looks for hosts on the network, whenever it comes to that',
  addnode: 'it looks for hosts on the network, whenever it comes to that',
  setnetworkactive: 'no peer of a later step could connect',
  mockscheduler: 'what it starts early is not ordered with the steps',
  encryptwallet: 'it makes keys by chance',
  createwalletdescriptor: 'it may make keys by chance',
  backupwallet: 'paths of the machine',
  restorewallet: 'paths of the machine',
  importmempool: 'paths of the machine',
  savemempool: 'paths of the machine',
  listwalletdir: 'paths of the machine',
  impersonateaddress: 'bitcoind does not have it',
  psbtbumpfee: 'the place of the change is random',
  help: 'the text is of its own',
  logging: 'bitcoind has other categories',
  getdifficulty: 'Knots does not have it',
};

/** The first parts of REST's paths, by what follows them. */
const REST = {
  hash: ['tx', 'block', 'block/notxdetails', 'headers', 'spenttxouts', 'blockpart'],
  height: ['blockhashbyheight'],
  outputs: ['getutxos', 'getutxos/checkmempool'],
  nothing: ['chaininfo', 'mempool/info', 'mempool/contents', 'deploymentinfo', 'nope', 'blockfilter/basic'],
};
export const REST_KINDS: readonly string[] = Object.values(REST).flat();

const paths: Arbitrary<Value[]> = fc.oneof(
  fc.tuple(fc.constantFrom(...REST.hash), fc.oneof(reference('txid'), reference('block'))),
  fc.tuple(fc.constantFrom(...REST.height), reference('height')),
  fc.tuple(
    fc.constantFrom(...REST.outputs),
    fc.record({ $: fc.constant('text'), parts: fc.tuple(reference('txid'), fc.constantFrom('-0', '-1', '-x', '')) }),
  ),
  fc.tuple(fc.constantFrom(...REST.nothing)),
);

/** The arbitrary of a step. Loads all methods of our node. */
export async function stepArbitrary(): Promise<Arbitrary<Step>> {
  const methods = (await allMethods()).filter(({ name }) => NOT_CALLED[name] === undefined);
  const call: Arbitrary<Step> = fc.oneof(
    ...methods.map((method) => {
      const params = parametersOf(method);
      return method.category === 'Wallet' || method.name === 'fundrawtransaction'
        ? fc.record({ do: fc.constant('call' as const), method: fc.constant(method.name), params, wallet: WALLET })
        : fc.record({ do: fc.constant('call' as const), method: fc.constant(method.name), params });
    }),
  );
  const pay: Arbitrary<Step> = fc.record({
    do: fc.constant('pay' as const),
    coins: fc.array(fc.oneof(fc.nat(4), fc.nat(100)), { minLength: 1, maxLength: 3 }),
    parts: fc.array(fc.record({ to: reference('address'), part: fc.integer({ min: 1, max: 9 }) }), { minLength: 1, maxLength: 4 }),
    fee: fc.constantFrom(0, 1, 50, 200, 1_000, 5_000, 50_000, 20_000_000),
    sequence: fc.constantFrom(0xfffffffd, 0xfffffffd, 0xffffffff, 0xfffffffe, 0, 1, 4194305),
    version: fc.constantFrom(2, 2, 2, 1, 3, 0, 4),
    locktime: fc.constantFrom(0, 0, 0, 112, 200, 600_000_000),
  });
  return fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('mine' as const), count: fc.integer({ min: 1, max: 3 }), to: reference('address') }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('time' as const), by: fc.constantFrom(1, 600, 7_200, 100_000, 1_300_000) }) },
    { weight: 5, arbitrary: pay },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('spoil' as const),
        raw: reference('raw'),
        at: fc.nat(400),
        byte: fc.integer({ min: 1, max: 255 }),
      }),
    },
    { weight: 24, arbitrary: call },
    { weight: 3, arbitrary: SPENDING.map(({ method, params }): Step => ({ do: 'call', method, params, wallet: 'w' })) },
    {
      weight: 2,
      arbitrary: paths.chain((path) =>
        fc.record(
          {
            do: fc.constant('rest' as const),
            path: fc.constantFrom('.json', '.hex', '.bin', '', '.nope').map((end) => [...path, end]),
            query: fc.constantFrom(
              'count=2',
              'count=0',
              'count=x',
              'verbose=false',
              'offset=0&size=80',
              'verbose=true&mempool_sequence=true',
            ),
          },
          { requiredKeys: ['do', 'path'] },
        ),
      ),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('index' as const), about: fc.constantFrom(...INDEX_QUESTIONS), n: fc.nat(20) }) },
    { weight: 3, arbitrary: PEER_STEP },
    { weight: 1, arbitrary: fc.constant({ do: 'state' as const }) },
  );
}
