import type { Deliberate } from '../../bitcoin/node/rpc/real/differences.js';
import type { Difference, Known } from '../types.js';
import type { Step } from './steps.js';

/** The type of a whole block with its witnesses in `getdata`. */
const WITNESS_BLOCK = 0x40000002;

/** Differences that are meant and show in random work only. Those of fixed calls are in `rpc/real/differences.ts` and `wallet/real/differences.ts`. */
export const known: readonly Known<Step>[] = [
  {
    name: 'verificationprogress',
    reason: 'the node makes its chain: it has always verified it',
    covers: ({ path }) => path.endsWith('.verificationprogress'),
    shownBy: [call('getblockchaininfo')],
  },
  {
    name: 'keypoolsize',
    reason: 'bitcoind refills its keys at other times',
    covers: ({ about, path }) => about === 'getwalletinfo' && path.startsWith('body.result.keypoolsize'),
    shownBy: [{ do: 'state' }],
  },
  {
    name: 'used coins',
    reason: 'the flag avoid_reuse changes nothing else',
    covers: ({ about, path }) => ['getbalances', 'listunspent'].includes(about) && /\.(?:used|reused)$|\{order\}$/.test(path),
    shownBy: [call('createwallet', 'n1', false, true, null, true), { do: 'call', method: 'getbalances', params: [], wallet: 'n1' }],
  },
  {
    name: 'ranges of descriptors',
    reason: 'bitcoind refills its keys at other times',
    covers: ({ about, path }) => about === 'listdescriptors' && /\.range\[\]$/.test(path),
    shownBy: [{ do: 'call', method: 'getnewaddress', params: [], wallet: 'w' }, { do: 'state' }],
  },
  {
    name: 'getindexinfo after a reorganisation',
    reason: "bitcoind's indexes go back with the next block only; ours are parts of the chain",
    covers: ({ about, path }) => about === 'getindexinfo' && path.endsWith('.best_block_height'),
    shownBy: [call('invalidateblock', { $: 'block', n: 0 }), call('getindexinfo')],
  },
  {
    name: 'a bad output, and a bad position of one that pays the fee',
    reason: 'which of two errors bitcoind finds first is left to its compiler',
    covers: ({ about, path }, step) =>
      ['send', 'walletcreatefundedpsbt', 'sendmany'].includes(about) &&
      path.startsWith('body.error') &&
      /subtract/i.test(JSON.stringify(step)),
    shownBy: [
      {
        do: 'call',
        method: 'send',
        params: [[{ nope: 1 }], null, null, 1, { subtract_fee_from_outputs: [1] }],
        wallet: 'w',
      },
    ],
  },
  {
    name: 'compact blocks',
    reason: 'the node does not offer BIP152: its peers are on the same machine',
    covers: ({ about, path, ours, judge }) =>
      about.startsWith('peer ') &&
      (['sendcmpct', 'cmpctblock', 'blocktxn'].includes(path) || (path === 'getdata' && isCompact(judge, ours))),
    shownBy: [{ do: 'peers', wtxid: true, peers: [{ trusted: true, version: 70016, services: 9, relay: true, early: [] }], acts: [] }],
  },
  {
    name: 'the place of change',
    reason: 'a wallet chooses it by chance if the call does not',
    parts: hasOtherTransaction,
    covers: ({ about, path }, step) =>
      ['walletcreatefundedpsbt', 'fundrawtransaction', 'send'].includes(about) &&
      /result\.(?:psbt|hex|changepos|txid)/.test(path) &&
      !/change_?position/i.test(JSON.stringify(step)),
    // By chance, both choose the same in one of two.
    shownBy: Array.from({ length: 16 }, (): Step => {
      const params = [[{ $: 'own coin', n: 1 }], [{ $: 'pair', to: { $: 'address' }, amount: 1 }]];
      return { do: 'call', method: 'walletcreatefundedpsbt', params: params as never, wallet: 'w' };
    }),
  },
  {
    name: 'the height in version',
    reason: "ours is that of the tip; after invalidateblock, Core's is still that of the block that was the tip",
    covers: ({ about, path, ours, judge }) => about === 'peer version' && path === 'version' && sameBut(ours, judge),
    shownBy: [call('invalidateblock', { $: 'block' }), { do: 'peers', peers: [{ version: 70016 }] } as Step],
  },
  {
    name: 'announcements to new peers',
    reason: 'bitcoind announces a transaction that nobody has requested again some minutes later, ours to each peer that connects',
    covers: ({ about, path, ours, judge }) =>
      about === 'peer version' && path === 'inv' && judge === 'nothing' && Array.isArray(ours) && ours.every((item) => /^[15] /.test(item)),
    shownBy: [
      { do: 'call', method: 'sendall', params: [[{ $: 'address' }]], wallet: 'w' },
      { do: 'peers', peers: [{ trusted: true, version: 70016, relay: true }] } as Step,
    ],
  },
  {
    name: 'transactions of blocks that bitcoind has written to its database',
    reason: 'bitcoind looks for their outputs in its cache alone, which gettxoutsetinfo, scantxoutset or an hour empties',
    // A missing input has no details.
    covers: ({ ours, judge }) =>
      ours === 'txn-already-known' && ['missing-inputs', 'bad-txns-inputs-missingorspent', 'nothing'].includes(String(judge)),
    shownBy: [
      { do: 'call', method: 'sendall', params: [[{ $: 'address' }], null, 'unset', 1, { psbt: true }], wallet: 'w' },
      call('sendrawtransaction', { $: 'raw' }),
      { do: 'mine', count: 1, to: { $: 'address' } },
      call('gettxoutsetinfo'),
      call('testmempoolaccept', [{ $: 'raw' }]),
    ],
  },
  {
    name: 'the lock time of a payment',
    reason: 'a wallet sometimes chooses an earlier height, by chance',
    parts: hasOtherTransaction,
    covers: ({ about, path }, step) =>
      ['send', 'sendall'].includes(about) && /result\.(?:psbt|hex|txid)/.test(path) && !/locktime/.test(JSON.stringify(step)),
    shownBy: [],
  },
  {
    name: 'the order of joined PSBTs',
    reason: 'inputs and outputs are shuffled',
    covers: ({ about, path, ours, judge }) =>
      about === 'joinpsbts' && path === 'body.result' && String(ours).length === String(judge).length,
    shownBy: [],
  },
  {
    name: 'the size of final inputs of taproot',
    reason: 'releases up to 30 estimate it, the branch after it does not',
    covers: ({ about, path, judge }) => about === 'analyzepsbt' && /\.estimated_(?:vsize|feerate)$/.test(path) && judge === 'nothing',
    shownBy: [
      {
        do: 'call',
        method: 'send',
        params: [
          { $: 'pair', to: { $: 'address' }, amount: 0.5 },
          ...[null, 'unset', 1],
          { inputs: [{ $: 'own coin' }], psbt: true },
        ] as never,
        wallet: 'w',
      },
      call('analyzepsbt', { $: 'psbt' }),
    ],
  },
  {
    name: 'the coins of a payment',
    reason: 'a wallet chooses them by chance if the call names none',
    parts: hasOtherTransaction,
    covers: ({ about, path }, step) =>
      about === 'send' && /result\.(?:psbt|hex|txid|complete)/.test(path) && !/"inputs":\[[^\]]/.test(JSON.stringify(step)),
    shownBy: [],
  },
  {
    name: 'the coins that a replacement adds',
    reason: 'a wallet chooses them by chance, and their kinds have other sizes',
    parts: hasOtherTransaction,
    covers: ({ about, path, ours, judge }, step) =>
      about === 'bumpfee' && path === 'body.result.fee' && isOfOtherInputs(ours, judge, feeRateOf(step)),
    shownBy: [],
  },
  {
    name: 'why a replacement pays too little',
    reason: 'releases up to 30 compare feerates first, release 31 fees, and then its diagrams of clusters',
    covers: ({ path, ours, judge }) =>
      path.startsWith('body.') &&
      /new feerate \S+ BTC\/kvB <= old feerate/.test(String(ours)) &&
      /less fees than conflicting txs|not enough additional fees to relay|does not improve feerate diagram/.test(String(judge)),
    // By chance: a raw transaction that conflicts with a pending one.
    shownBy: [],
  },
  {
    name: 'the age of a template',
    reason: 'bitcoind answers with the template of up to five seconds ago, ours has what the mempool has',
    covers: ({ about, path }) =>
      (about === 'getblocktemplate' &&
        ['transactions.length', 'coinbasevalue', 'default_witness_commitment'].some((each) => path === `body.result.${each}`)) ||
      // What the last template had.
      (about === 'getmininginfo' && ['currentblockweight', 'currentblocktx'].some((each) => path === `body.result.${each}`)),
    shownBy: [
      call('getblocktemplate', { rules: ['segwit'] }),
      { do: 'call', method: 'sendall', params: [[{ $: 'address' }]], wallet: 'w' },
      call('getblocktemplate', { rules: ['segwit'] }),
    ],
  },
  {
    name: 'the blocks of an estimate',
    reason: 'bitcoind counts blocks with transactions that came into its mempool while its tip was young, ours those with any',
    covers: ({ about, path }) => about === 'estimatesmartfee' && path === 'body.result.blocks',
    shownBy: [
      { do: 'call', method: 'sendall', params: [[{ $: 'address' }], null, 'unset', 1, { locktime: 0 }] as never, wallet: 'w' },
      { do: 'mine', count: 3, to: { $: 'address' } },
      call('estimatesmartfee', 1),
    ],
  },
  {
    name: 'size_on_disk',
    reason: 'nothing is on disk',
    covers: ({ path }) => path.endsWith('.size_on_disk'),
    shownBy: [{ do: 'rest', path: ['chaininfo', '.json'] }],
  },
];

const MEMPOOL = [
  'getmempoolinfo',
  'rest mempool/info',
  'rest mempool/contents',
  'getrawmempool',
  'getmempoolentry',
  'getmempoolancestors',
  'getmempooldescendants',
];

/** What a bitcoind after release 30 says. A build of no release has the next version, and warns of itself. */
export const AFTER_30: readonly Deliberate[] = [
  ofPath(
    'a build of no release warns of itself',
    ['getblockchaininfo', 'getmininginfo', 'getblocktemplate', 'rest chaininfo'],
    /\.warnings/,
  ),
  ofPath(
    'release 31 orders the mempool in clusters',
    MEMPOOL,
    /\.(limitcluster\w+|optimal|usage|chunkweight|chunk)$|fees\.chunk|\{order\}$/,
  ),
  ofPath('release 31 does not have it any more', ['getunconfirmedbalance'], /./),
  ofPath('release 31 does not have them any more', ['getwalletinfo'], /\.(\w*balance|paytxfee|txcount)$|\{order\}$/),
  ofPath('release 31 adds it', ['getdeploymentinfo', 'rest deploymentinfo'], /\.script_flags$|\{order\}$/),
  { name: 'names in errors', reason: 'release 31 has other ones', covers: (_, unequal) => renamed(unequal) },
  {
    name: 'unnamed wallets',
    reason: 'release 31 refuses them',
    covers: ({ title }) => /^(?:create|load)wallet (?:""|.*name":"")/.test(title),
  },
];

/** What a node keeps in memory alone: one that was started again, copied or loaded has made no block. */
export const FORGOTTEN: readonly Deliberate[] = [ofPath('no block was made since', ['getmininginfo'], /\.currentblock(weight|tx)$/)];

/** The name that release 31 has for a parameter in errors. */
function renamed({ embedded, real }: { embedded: unknown; real: unknown }): boolean {
  if (typeof embedded === 'string' && embedded.replace(/\((\w+)\|\w+\)/, '($1)') === real) return true;
  return typeof embedded === 'string' && embedded.startsWith('parameter 1 ') && String(real).endsWith(embedded.slice('parameter 1'.length));
}

/** Whether two messages `version` differ in the height at most: 4 bytes, before the last one. */
function sameBut(ours: unknown, judge: unknown): boolean {
  const others = (told: unknown) => JSON.stringify(told).replace(/[0-9a-f]{8}(?=[0-9a-f]{2}")/g, '');
  return others(ours) === others(judge);
}

/** Whether the sides have sent different transactions. */
function hasOtherTransaction({ path }: Difference): boolean {
  return path === 'body.result.txid' || path === 'body.result.fee';
}

/** The virtual bytes by which an input of P2PKH is longer than one of P2TR. */
const MOST_BYTES = 91;

/** Whether the fees of two transactions at one rate, in sats per virtual byte, differ by whole bytes, and by no more than one input can. */
function isOfOtherInputs(one: unknown, other: unknown, rate: number): boolean {
  const [sats, otherSats] = [one, other].map((fee) => Math.round(Number((fee as { numeral?: string }).numeral) * 1e8)) as [number, number];
  const bytes = Math.abs(sats - otherSats) / rate;
  return Number.isNaN(rate) || (Number.isInteger(bytes) && bytes <= MOST_BYTES);
}

function feeRateOf(step: Step): number {
  const options = step.do === 'call' && Array.isArray(step.params) ? step.params[1] : undefined;
  return Number((options as { fee_rate?: unknown } | undefined)?.fee_rate);
}

/** Whether one asks for the same blocks as the other, but for compact ones. */
function isCompact(one: unknown, other: unknown): boolean {
  const [asked, whole] = [one, other].map((list) => (Array.isArray(list) ? list : [])) as [string[], string[]];
  return asked.length > 0 && asked.map((item) => item.replace(/^4 /, `${WITNESS_BLOCK} `)).join() === whole.join();
}

function call(method: string, ...params: unknown[]): Step {
  return { do: 'call', method, params };
}

function ofPath(reason: string, methods: string[], path: RegExp): Deliberate {
  return { name: methods.join(), reason, covers: ({ about }, difference) => methods.includes(about) && path.test(difference.path) };
}
