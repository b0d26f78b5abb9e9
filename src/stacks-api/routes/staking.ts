import { with0x, without0x } from '../../hex.js';
import { notFound } from '../errors.js';
import * as etag from '../etag.js';
import { cursorPage } from '../pages.js';
import { type ChosenSigner, signersOf } from '../pox/signers.js';
import type { Routes } from '../route.js';
import { LIMITS, limitV3, principalV3 } from '../schemas.js';
import { transactionCursor } from '../transaction-cursor.js';

const PRINCIPAL_CURSOR = {
  type: 'string',
  pattern: '^[0123456789ABCDEFGHJKMNPQRSTVWXYZ]{28,41}(\\.[a-zA-Z]([a-zA-Z0-9]|[-_]){0,39})?$',
} as const;
const BOND_CURSOR = { type: 'string', pattern: '^\\d+$' } as const;
const bond = { bond_index: { type: 'integer' } } as const;

/** Staking in v3: signers of the cycle; bonds and registered signers of PoX-5 are answered as by an API that saw none. */
export const addStakingRoutes: Routes = (get) => {
  const bondQuery = { limit: limitV3(...LIMITS.transaction), cursor: transactionCursor };

  get(
    '/extended/v3/staking/bonds',
    {
      summary: 'Bonds',
      query: { limit: limitV3(...LIMITS.transaction), cursor: BOND_CURSOR },
      etag: etag.chainTip,
    },
    ({ query }) => nothing(query.limit ?? LIMITS.transaction[0]),
  );

  get(
    '/extended/v3/principals/:principal/staking/bonds',
    {
      summary: 'Bonds of a principal',
      params: { principal: principalV3 },
      query: { limit: limitV3(...LIMITS.transaction), cursor: BOND_CURSOR },
      etag: etag.chainTip,
    },
    ({ query }) => nothing(query.limit ?? LIMITS.transaction[0]),
  );

  get('/extended/v3/staking/bonds/:bond_index', { summary: 'A bond', params: bond, etag: etag.chainTip }, () => {
    throw notFound('Bond not found');
  });

  for (const [list, missing] of [
    ['allowlist', 'Bond allowlist entry not found'],
    ['registrations', 'Bond registration not found'],
  ] as const) {
    const url = `/extended/v3/staking/bonds/:bond_index/${list}`;
    get(url, { summary: `The ${list} of a bond`, params: bond, query: bondQuery, etag: etag.chainTip }, ({ query }) =>
      nothing(query.limit ?? LIMITS.transaction[0]),
    );
    get(
      `${url}/:principal`,
      { summary: `One of the ${list} of a bond`, params: { ...bond, principal: principalV3 }, etag: etag.chainTip },
      () => {
        throw notFound(missing);
      },
    );
  }

  get(
    '/extended/v3/staking/signers',
    { summary: 'Registered signers', query: { limit: limitV3(...LIMITS.signer), cursor: PRINCIPAL_CURSOR }, etag: etag.chainTip },
    ({ query }) => nothing(query.limit ?? LIMITS.signer[0]),
  );

  get(
    '/extended/v3/staking/signers/:principal',
    { summary: 'A registered signer', params: { principal: principalV3 }, etag: etag.chainTip },
    () => {
      throw notFound('Staking signer not found');
    },
  );

  get(
    '/extended/v3/staking/signers/:principal/stakers',
    {
      summary: 'Stakers of a signer',
      params: { principal: principalV3 },
      query: { limit: limitV3(...LIMITS.stacker), cursor: PRINCIPAL_CURSOR },
      etag: etag.chainTip,
    },
    ({ query }) => nothing(query.limit ?? LIMITS.stacker[0]),
  );

  get(
    '/extended/v3/staking/cycles/:cycle_number/signers',
    {
      summary: 'Signers of the newest cycle',
      params: { cycle_number: { type: 'string', const: 'current' } },
      query: { limit: limitV3(...LIMITS.signer), cursor: { type: 'string', pattern: '^(0x)?[0-9a-fA-F]{66}$' } },
      etag: etag.chainTip,
    },
    ({ query, lookup }) => {
      const newest = lookup.cycles.get(Math.max(...lookup.cycles.keys()));
      if (newest === undefined) throw notFound('No PoX cycles found');
      const signers = signersOf(newest).sort((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1));
      const { cursor } = query;
      const start = cursor === undefined ? 0 : signers.findIndex(({ key }) => key === without0x(cursor.toLowerCase()));
      if (start < 0) throw notFound('Cursor not found');
      const { items, envelope } = cursorPage(signers, start, query.limit ?? LIMITS.signer[0], ({ key }) => with0x(key));
      return { ...envelope, results: items.map(showSigner) };
    },
  );
};

function nothing(limit: number): object {
  return { total: 0, limit, cursor: { next: null, previous: null, current: null }, results: [] };
}

function showSigner({ key, weight, stacked, weightPercent, stackedPercent }: ChosenSigner): object {
  return {
    signing_key: with0x(key),
    weight: { amount: weight, percent: weightPercent },
    staked_stx: { amount: stacked, percent: stackedPercent },
    signer_managers: [],
  };
}
