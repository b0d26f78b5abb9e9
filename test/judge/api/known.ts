import type { Known } from '../types.js';
import type { Step } from './pair.js';

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
  fails(/does not have 0x prefix/, /transactions\/[0-9a-fA-F]{64}([/?]|$)/, '/extended/v3/transactions/:tx_id', { tx_id: BARE_ID }),
  fails(
    /does not have 0x prefix/,
    /transactions\/[0-9a-fA-F]{64}\/balance-changes/,
    '/extended/v3/principals/:principal/transactions/:tx_id/balance-changes',
    { principal, tx_id: BARE_ID },
  ),
  fails(/does not have 0x prefix/, /[?&,](tx_id=)?[0-9a-fA-F]{64}/, '/extended/v3/principals/:principal/balance-changes', {
    principal,
    tx_id: BARE_ID,
  }),
  fails(/does not have 0x prefix/, /transactions\/[0-9a-fA-F]{64}\/events/, '/extended/v2/addresses/:address/transactions/:tx_id/events', {
    address: principal,
    tx_id: BARE_ID,
  }),
  ...['', '/stackers'].map((end) =>
    fails(
      /does not have 0x prefix/,
      new RegExp(`/signers/(?!0x[0-9a-fA-F]*${end}([?]|$))[^/?]+${end}([?]|$)`),
      `/extended/v2/pox/cycles/:cycle_number/signers/:signer_key${end}`,
      { cycle_number: text('1'), signer_key: text('x') },
    ),
  ),
  fails(/does not have 0x prefix/, /[?&]block_hash=0x[^&]*[^0-9a-fA-F&]/, '/extended/v1/address/:principal/nonces', {
    principal,
    block_hash: text('0xzz'),
  }),
  fails(/OFFSET must not be negative/, /[?&]offset=-\d+(&|$)/, '/extended/v2/smart-contracts/:contract_id/logs', {
    contract_id: { is: 'contract' },
    offset: text('-1'),
  }),
  fails(/does not have 0x prefix/, /transactions\/[0-9a-fA-F]{64}\/events/, '/extended/v3/transactions/:tx_id/events', { tx_id: BARE_ID }),
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
      /0x[0-9A-F]*[A-F]/.test(difference.input ?? '') && at('/extended/v1/tx/multiple', /^body\//)(difference, step),
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
