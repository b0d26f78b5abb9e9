import type { Known } from '../types.js';
import type { Step } from './pair.js';

type Covers = Known<Step>['covers'];

const at =
  (route: string | RegExp, path: RegExp): Covers =>
  ({ about, path: place }) =>
    (typeof route === 'string' ? about === route : route.test(about)) && path.test(place);

const text = (word: string) => ({ is: 'text' as const, text: word });
const ask = (route: string, given: NonNullable<Extract<Step, { do: 'ask' }>['with']> = {}): Step => ({ do: 'ask', route, with: given });

/** Names of a block that no block can have, but that the real API's schema lets through. */
const NEGATIVE = /^-/;
const hasNegativeBlock = (step: Step): boolean => {
  const name = step.do === 'ask' ? step.with?.['height_or_hash'] : undefined;
  return name?.is === 'text' && NEGATIVE.test(name.text ?? '');
};
/** Of Bitcoin's regtest. */
const GENESIS_TIME = 1_296_688_602;
const isUpperCase = (step: Step): boolean => /"form":2|ABAB/.test(JSON.stringify(step));

export const known: readonly Known<Step>[] = [
  {
    name: 'the real API fails',
    reason: 'It answers 500, for example because PostgreSQL cannot take a number or an offset. There is no answer to be faithful to.',
    covers: ({ path }) => /^status [2-4]\d\d, not 500$/.test(path),
    shownBy: [ask('/extended/v1/block/by_height/:height', { height: text('2147483648') })],
  },
  {
    name: 'a negative height is refused at once',
    reason: 'The real API reads the parameters of the query first, and answers 500 if they are right.',
    covers: (difference, step) => hasNegativeBlock(step) && at(/:height_or_hash/, /^body\/message$/)(difference, step),
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
    covers: (difference, step) => isUpperCase(step) && at('/extended/v1/tx/multiple', /^body\//)(difference, step),
    shownBy: [ask('/extended/v1/tx/multiple', { tx_id: text(`0x${'AB'.repeat(32)}`) })],
  },
  {
    name: 'a Bitcoin block that left the chain',
    reason: 'The real API finds its last Stacks block. We find it by its own hash only: a search would read each block that ever left.',
    covers: at(/^\/extended\/v1\/block\/by_burn_block_h/, /^status 404, not 200$/),
    shownBy: [
      { do: 'mine', bitcoin: 1 },
      ask('/extended'),
      { do: 'reorg', blocks: 1 },
      ask('/extended/v1/block/by_burn_block_hash/:burn_block_hash', { burn_block_hash: { is: 'burnHash', at: 2 } }),
      ask('/extended/v1/block/by_burn_block_hash/:burn_block_hash', { burn_block_hash: { is: 'burnHash', at: 3 } }),
      ask('/extended/v1/block/by_burn_block_hash/:burn_block_hash', { burn_block_hash: { is: 'burnHash', at: 1 } }),
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
      step.do === 'ask' &&
      JSON.stringify(step.with?.['height']) === JSON.stringify(text('0')) &&
      at(/^\/extended\/v1\/stx_supply/, /^body\//)(difference, step),
    shownBy: [ask('/extended/v1/stx_supply', { height: text('0') })],
  },
  {
    name: 'the nonces of the boot address',
    reason: 'Nobody signed the deployments of genesis, so they use no nonce.',
    covers: (difference, step) => /AMW42H"/.test(JSON.stringify(step)) && at(/\/nonces$/, /nonce/)(difference, step),
    shownBy: [ask('/extended/v1/address/:principal/nonces', { principal: text('ST000000000000000000002AMW42H') })],
  },
];
