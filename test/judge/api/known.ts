import type { Known } from '../types.js';
import { isInNewestEpoch, type Step } from './pair.js';

type Covers = Known<Step>['covers'];

const at =
  (route: string | RegExp, path: RegExp): Covers =>
  ({ about, path: place }) =>
    (typeof route === 'string' ? about === route : route.test(about)) && path.test(place);

const text = (word: string) => ({ is: 'text' as const, text: word });
const ask = (route: string, given: NonNullable<Extract<Step, { do: 'ask' }>['with']> = {}): Step => ({ do: 'ask', route, with: given });

/** Of Bitcoin's regtest. */
const GENESIS_TIME = 1_296_688_602;

/** The real API answers 500: there is no answer to be faithful to. Each is of one route, one reason and one kind of parameter. */
function fails(reason: RegExp, input: RegExp, route: string, given: NonNullable<Extract<Step, { do: 'ask' }>['with']>): Known<Step> {
  const isSo = at(route, /^status [2-4]\d\d, not 500$/);
  return {
    name: `the real API fails: ${route} with ${JSON.stringify(given)}`,
    reason: `It answers 500: ${reason.source}`,
    covers: (difference, step) => isSo(difference, step) && reason.test(String(difference.judge)) && input.test(difference.input ?? ''),
    shownBy: [ask(route, given)],
  };
}

/** Of what PostgreSQL calls an integer. */
const LARGE = '2147483648';
const largeNumbers = [
  ['/extended/v1/block/by_height/:height', 'height'],
  ['/extended/v1/block/by_burn_block_height/:burn_block_height', 'burn_block_height'],
  ['/extended/v1/tx/block_height/:height', 'height'],
  ['/extended/v2/blocks/by-block-time/:timestamp', 'timestamp'],
  ['/extended/v2/block-tenures/:tenure_height/blocks', 'tenure_height'],
  ['/extended/v1/address/:principal/transactions', 'height'],
  ['/extended/v1/address/:principal/transactions_with_transfers', 'height'],
  ['/extended/v1/address/:principal/stx_inbound', 'height'],
  ['/extended/v1/address/:principal/nonces', 'block_height'],
  ['/extended/v1/:pox/:pool_principal/delegations', 'height'],
  ['/extended/v1/tx', 'start_time'],
  ['/extended/v1/stx_supply', 'height'],
  ['/extended/v1/stx_supply/legacy_format', 'height'],
] as const;
const negativeNames = [
  '/extended/v2/blocks/:height_or_hash',
  '/extended/v2/blocks/:height_or_hash/transactions',
  '/extended/v2/blocks/:height_or_hash/signer-signatures',
  '/extended/v3/blocks/:height_or_hash/transactions',
  '/extended/v2/burn-blocks/:height_or_hash',
  '/extended/v2/burn-blocks/:height_or_hash/blocks',
  '/extended/v2/burn-blocks/:height_or_hash/pox-transactions',
] as const;
const principal = { is: 'principal' } as const;
const BARE_ID = text('0'.repeat(64));

/**
 * The real API hands these texts of a request to its database as bytes. A text is none if it is no hex, has an odd number of digits or, on
 * some routes, no 0x. Routes that add the 0x or check the text first answer by themselves.
 */
const bytes: readonly [route: string, name: string, given: NonNullable<Extract<Step, { do: 'ask' }>['with']>][] = [
  ['/extended/v1/address/:principal/:tx_id/with_transfers', 'tx_id', { principal, tx_id: text('l') }],
  ['/extended/v1/address/:principal/nonces', 'block_hash', { principal, block_hash: text('0xzz') }],
  ['/extended/v1/block/by_burn_block_hash/:burn_block_hash', 'burn_block_hash', { burn_block_hash: text('0xzz') }],
  ['/extended/v2/addresses/:address/transactions', 'cursor', { address: principal, cursor: text('9:9:9') }],
  ['/extended/v2/addresses/:address/transactions/:tx_id/events', 'tx_id', { address: principal, tx_id: BARE_ID }],
  [
    '/extended/v2/pox/cycles/:cycle_number/signers/:signer_key',
    'signer_key',
    { cycle_number: { is: 'cycle', at: 1 }, signer_key: text('x') },
  ],
  [
    '/extended/v2/pox/cycles/:cycle_number/signers/:signer_key/stackers',
    'signer_key',
    { cycle_number: { is: 'cycle', at: 1 }, signer_key: text('x') },
  ],
  ['/extended/v3/principals/:principal/balance-changes', 'tx_id', { principal, tx_id: BARE_ID }],
  ['/extended/v3/principals/:principal/transactions/:tx_id/balance-changes', 'tx_id', { principal, tx_id: BARE_ID }],
  ['/extended/v3/transactions/:tx_id', 'tx_id', { tx_id: BARE_ID }],
  ['/extended/v3/transactions/:tx_id/events', 'tx_id', { tx_id: BARE_ID }],
];
const noHex: readonly Known<Step>[] = bytes.map(([route, name, given]) => {
  const isSo = at(route, /^status [2-4]\d\d, not 500$/);
  return {
    name: `the real API takes no text for bytes: ${name} of ${route}`,
    reason: 'It answers 500. We find nothing by a text that is no hex, and something by hex without 0x.',
    covers: (difference, step) =>
      isSo(difference, step) &&
      /does not have 0x prefix|Hex string is an odd number of digits/.test(String(difference.judge)) &&
      textsOf(route, name, difference.input ?? '').some((each) => !/^0x([0-9a-f]{2})+$/i.test(each)),
    shownBy: [ask(route, given)],
    // Before epoch 4.0, the real API knows no cycle at the start.
    ...('cycle_number' in given && { pairs: isInNewestEpoch }),
  };
});

/** Returns what a request has as one parameter of its route: several texts, if they are joined by commas. Of a cursor, only its hash counts. */
function textsOf(route: string, name: string, input: string): string[] {
  const { pathname, searchParams } = new URL(input, 'http://localhost');
  const place = route.split('/').indexOf(`:${name}`);
  const given = place >= 0 ? [decodeURIComponent(pathname.split('/')[place] ?? '')] : searchParams.getAll(name);
  return given.flatMap((each) => (name === 'cursor' ? each.split(':').slice(0, 1) : each.split(',')));
}

const failures: readonly Known<Step>[] = [
  ...largeNumbers.map(([route, name]) =>
    fails(/out of range for type (integer|bigint)/, /[=/](214748364[89]|\d{11,})([/?&]|$)/, route, {
      ...(route.includes(':principal') && { principal }),
      ...(route.includes(':pox') && { pox: text('pox4'), pool_principal: principal }),
      [name]: text(LARGE),
    }),
  ),
  ...negativeNames.map((route) => fails(/Invalid block height or hash/, /\/-\d+([/?]|$)/, route, { height_or_hash: text('-1') })),
  fails(/JSON/, /trait_abi=/, '/extended/v1/contract/by_trait', { trait_abi: text('x') }),
  ...noHex,
  fails(/OFFSET must not be negative/, /[?&]offset=-\d+(&|$)/, '/extended/v2/smart-contracts/:contract_id/logs', {
    contract_id: { is: 'contract' },
    offset: text('-1'),
  }),
];

export const known: readonly Known<Step>[] = [
  ...failures,
  {
    name: 'a negative height is refused at once',
    reason: 'The real API reads the parameters of the query first, and answers 500 if they are right.',
    covers: (difference, step) =>
      /\/-\d+([/?]|$)/.test(difference.input ?? '') && at(/:height_or_hash/, /^body\/message$/)(difference, step),
    shownBy: [ask('/extended/v2/burn-blocks/:height_or_hash/blocks', { height_or_hash: text('-1'), limit: text('x') })],
  },
  {
    name: 'the supply in v3',
    reason: 'A route of the release after 9.0.2.',
    covers: at('/extended/v3/tokens/stx/supply', /^status 200, not 404$/),
    shownBy: [ask('/extended/v3/tokens/stx/supply')],
  },
  {
    name: 'the supply in v1 is deprecated',
    reason: 'So it is in the release after 9.0.2, which has one in v3.',
    covers: at(/^\/extended\/v1\/stx_supply/, /^header warning$/),
    shownBy: [ask('/extended/v1/stx_supply')],
  },
  {
    name: 'signers of the newest cycle',
    reason: 'A route of the release after 9.0.2.',
    covers: at('/extended/v3/staking/cycles/:cycle_number/signers', /./),
    shownBy: [ask('/extended/v3/staking/cycles/:cycle_number/signers', { cycle_number: text('current') })],
  },
  {
    name: 'the old place of PoX events',
    reason: 'Older releases lead to the new one; 9.0.2 does not any more.',
    covers: at(/^\/extended\/v1\/pox4_events/, /^status 302, not 404$/),
    shownBy: [ask('/extended/v1/pox4_events')],
  },
  {
    name: 'several transactions by ids in capitals',
    reason: 'The real API finds them pending and mined at once, under two keys. We find each once.',
    covers: (difference, step) =>
      /0x[0-9A-F]*[A-F]/.test(difference.input ?? '') && at('/extended/v1/tx/multiple', /^(body\/|if-none-match)/)(difference, step),
    shownBy: [ask('/extended/v1/tx/multiple', { tx_id: text(`0x${'AB'.repeat(32)}`) })],
  },
  {
    name: 'a contract that left the chain',
    reason: 'The real API finds it, as not canonical. We do not: a search would read each block that ever left.',
    covers: (difference, step) =>
      /"canonical":false/.test(String(difference.judge)) &&
      at('/extended/v1/contract/:contract_id', /^status 404, not 200$/)(difference, step),
    shownBy: [
      { do: 'snapshot' },
      { do: 'deploy' },
      { do: 'mine', stacks: 0 },
      ask('/extended/v1/contract/:contract_id', { contract_id: { is: 'contract' } }),
      { do: 'restore' },
      ask('/extended/v1/contract/:contract_id', { contract_id: { is: 'contract' } }),
    ],
  },
  {
    name: 'the events of a transaction that left the chain',
    reason: 'A network after a restore knows the blocks that left, a copy does not: it finds no such transaction.',
    judges: ['self'],
    covers: at('/extended/v2/addresses/:address/transactions/:tx_id/events', /^status 404, not 200$/),
    shownBy: [],
  },
  {
    name: 'the signature of a pending call whose contract left the chain',
    reason: 'The real API has the interfaces of all branches. We ask the node, which knows those of its chain.',
    covers: (difference, step) =>
      difference.ours === '' &&
      at(/^\/extended\/v[1-3]\//, /contract_call\/(?:function_signature|function_args\/\*\/name)$/)(difference, step),
    shownBy: [
      { do: 'deploy' },
      { do: 'mine', stacks: 0 },
      { do: 'call' },
      { do: 'mine', stacks: 0 },
      { do: 'reorg', blocks: 1 },
      ask('/extended/v1/tx/mempool'),
    ],
  },
  {
    name: 'the time of the genesis in v3',
    reason: 'Block 1 has the transactions of block 0, and its time. In v1 they have that of block 0, as in the real API.',
    covers: (difference, step) => difference.judge === GENESIS_TIME && at(/^\/extended\/v3\//, /\/block\/time$/)(difference, step),
    shownBy: [ask('/extended/v3/transactions', { cursor: text('9:9:9') })],
  },
  {
    name: 'the supply before the first block',
    reason: 'The real API divides by it, and shows NaN percent.',
    covers: (difference, step) =>
      /[?&]height=0(&|$)/.test(difference.input ?? '') && at(/^\/extended\/v1\/stx_supply/, /^body\//)(difference, step),
    shownBy: [ask('/extended/v1/stx_supply', { height: text('0') })],
  },
  {
    name: 'the nonces of the boot address',
    reason: 'Nobody signed the deployments of genesis, so they use no nonce.',
    covers: (difference, step) => /AMW42H\//.test(difference.input ?? '') && at(/\/nonces$/, /nonce/)(difference, step),
    shownBy: [ask('/extended/v1/address/:principal/nonces', { principal: text('ST000000000000000000002AMW42H') })],
  },
];
