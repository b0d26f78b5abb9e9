import { with0x, without0x } from '../../../base/hex.js';
import { C32_DIGITS } from '../../../clarity/values.js';
import type { TransactionRecord } from '../../history/chain/records.js';
import type { Lookup } from '../../history/lookup/lookup.js';
import { notFound } from '../errors.js';
import { type CursorPage, countWhile, cursorPage, newestFirstCursorPage } from '../pages.js';
import { signersOf } from '../pox/signers.js';
import { type Bond, latestKeys, type Staking, stakingOf } from '../pox/staking.js';
import type { Routes } from '../route.js';
import { LIMITS, limitV3, principalV3 } from '../schemas.js';
import {
  positionsOf,
  showAllowed,
  showBond,
  showBondSummary,
  showCycleSigner,
  showMembership,
  showRegistration,
  showRegistrationSummary,
  showSigner,
  showSignerDetail,
} from '../show/staking.js';
import { cursorOf, transactionCursor, upToCursor } from '../transaction-cursor.js';

const PRINCIPAL_CURSOR = {
  type: 'string',
  pattern: `^[${C32_DIGITS}]{28,41}(\\.[a-zA-Z]([a-zA-Z0-9]|[-_]){0,39})?$`,
} as const;
const BOND_CURSOR = { type: 'string', pattern: '^\\d+$' } as const;
const bondIndex = { bond_index: { type: 'integer' } } as const;

/** Staking in v3: bonds, signers and stakers as pox-5 printed them, and the signers of the cycle. */
export const addStakingRoutes: Routes = (get) => {
  const byBond = { limit: limitV3(...LIMITS.transaction), cursor: BOND_CURSOR };
  const byTransaction = { limit: limitV3(...LIMITS.transaction), cursor: transactionCursor };

  get('/extended/v3/staking/bonds', { summary: 'Bonds', query: byBond, etag: true }, ({ query, lookup }) => {
    const bonds = [...staking(lookup).bonds.values()].sort((a, b) => b.index - a.index);
    const start = query.cursor === undefined ? 0 : countWhile(bonds, ({ index }) => index > Number(query.cursor));
    const shown = cursorPage(bonds, start, query.limit ?? LIMITS.transaction[0], ({ index }) => `${index}`);
    return answer(shown, bonds.length, (bond) => showBondSummary(bond, burnHeight(lookup)));
  });

  get(
    '/extended/v3/principals/:principal/staking/bonds',
    { summary: 'Bonds of a principal', params: { principal: principalV3 }, query: byBond, etag: true },
    ({ params, query, lookup }) => {
      const positions = positionsOf(staking(lookup), params.principal);
      const start = query.cursor === undefined ? 0 : countWhile(positions, ({ bond }) => bond < Number(query.cursor));
      const shown = cursorPage(positions, start, query.limit ?? LIMITS.transaction[0], ({ bond }) => `${bond}`);
      return answer(shown, positions.length, showMembership);
    },
  );

  get('/extended/v3/staking/bonds/:bond_index', { summary: 'A bond', params: bondIndex, etag: true }, ({ params, lookup }) => {
    const bond = staking(lookup).bonds.get(params.bond_index);
    if (bond === undefined) throw notFound('Bond not found');
    return showBond(bond, burnHeight(lookup));
  });

  /** Adds a list of a bond, newest first, and the route of one of its stakers. */
  function addList<T extends { record: TransactionRecord; staker: string }>(
    name: string,
    missing: string,
    listOf: (bond: Bond) => readonly T[],
    show: { inList(item: T): object; alone(item: T): object },
  ): void {
    const url = `/extended/v3/staking/bonds/:bond_index/${name}`;
    const find = (lookup: Lookup, index: number): readonly T[] => {
      const bond = staking(lookup).bonds.get(index);
      return bond === undefined ? [] : listOf(bond);
    };
    get(url, { summary: `The ${name} of a bond`, params: bondIndex, query: byTransaction, etag: true }, ({ params, query, lookup }) => {
      const list = find(lookup, params.bond_index);
      const end = upToCursor(
        list.map(({ record }) => record),
        query.cursor,
      );
      const shown = newestFirstCursorPage(list, end, query.limit ?? LIMITS.transaction[0], ({ record }) => cursorOf(record));
      return answer(shown, list.length, show.inList);
    });
    get(
      `${url}/:principal`,
      { summary: `One of the ${name} of a bond`, params: { ...bondIndex, principal: principalV3 }, etag: true },
      ({ params, lookup }) => {
        const found = find(lookup, params.bond_index).find(({ staker }) => staker === params.principal);
        if (found === undefined) throw notFound(missing);
        return show.alone(found);
      },
    );
  }

  addList('allowlist', 'Bond allowlist entry not found', ({ allowlist }) => allowlist, { inList: showAllowed, alone: showAllowed });
  addList('registrations', 'Bond registration not found', ({ registrations }) => registrations, {
    inList: showRegistrationSummary,
    alone: showRegistration,
  });

  get(
    '/extended/v3/staking/signers',
    { summary: 'Registered signers', query: { limit: limitV3(...LIMITS.signer), cursor: PRINCIPAL_CURSOR }, etag: true },
    ({ query: { cursor, limit = LIMITS.signer[0] }, lookup }) => {
      const signers = [...latestKeys(staking(lookup).keys).values()].sort((a, b) => (a.manager < b.manager ? -1 : 1));
      const start = cursor === undefined ? 0 : countWhile(signers, ({ manager }) => manager < cursor);
      const { items, envelope } = cursorPage(signers, start, limit, ({ manager }) => manager);
      return { ...envelope, results: items.map(showSigner) };
    },
  );

  get(
    '/extended/v3/staking/signers/:principal',
    { summary: 'A registered signer', params: { principal: principalV3 }, etag: true },
    ({ params, lookup }) => {
      const signer = latestKeys(staking(lookup).keys).get(params.principal);
      if (signer === undefined) throw notFound('Staking signer not found');
      return showSignerDetail(signer);
    },
  );

  get(
    '/extended/v3/staking/signers/:principal/stakers',
    {
      summary: 'Stakers of a signer',
      params: { principal: principalV3 },
      query: { limit: limitV3(...LIMITS.stacker), cursor: PRINCIPAL_CURSOR },
      etag: true,
    },
    ({ params, query: { cursor, limit = LIMITS.stacker[0] }, lookup }) => {
      const stakers = stakersOf(staking(lookup), params.principal, burnHeight(lookup));
      const start = cursor === undefined ? 0 : countWhile(stakers, ({ staker }) => staker < cursor);
      const { items, envelope } = cursorPage(stakers, start, limit, ({ staker }) => staker);
      return { ...envelope, results: items };
    },
  );

  get(
    '/extended/v3/staking/cycles/:cycle_number/signers',
    {
      summary: 'Signers of the newest cycle',
      params: { cycle_number: { type: 'string', const: 'current' } },
      query: { limit: limitV3(...LIMITS.signer), cursor: { type: 'string', pattern: '^(0x)?[0-9a-fA-F]{66}$' } },
      etag: true,
    },
    ({ query, lookup }) => {
      const cycle = Math.max(...lookup.cycles.keys());
      const newest = lookup.cycles.get(cycle);
      if (newest === undefined) throw notFound('No PoX cycles found');
      const signers = signersOf(newest).sort((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1));
      const { cursor } = query;
      const start = cursor === undefined ? 0 : signers.findIndex(({ key }) => key === without0x(cursor.toLowerCase()));
      if (start < 0) throw notFound('Cursor not found');
      const { items, envelope } = cursorPage(signers, start, query.limit ?? LIMITS.signer[0], ({ key }) => with0x(key));
      const { keys, grants } = staking(lookup);
      const before = latestKeys(keys.filter(({ record }) => record.block.height < newest.height));
      const bound = [...before.values()].sort((a, b) => (a.manager < b.manager ? -1 : 1));
      const pending = latestKeys(keys.filter(({ record }) => record.block.height >= newest.height));
      return { ...envelope, results: items.map((signer) => showCycleSigner(signer, cycle, { bound, pending, grants })) };
    },
  );
};

function staking({ pox5 }: Lookup): Staking {
  return stakingOf(pox5.list);
}

function burnHeight({ chain }: Lookup): number {
  return chain.tip?.facts.burnHeight ?? 0;
}

/** The whole list counts, also on a page without items. */
function answer<T>({ items, envelope }: CursorPage<T>, total: number, show: (item: T) => object): object {
  return { ...envelope, total, results: items.map(show) };
}

/** Those with STX that are locked with the signer, and its members of bonds. */
function stakersOf({ stakes, bonds }: Staking, signer: string, height: number): { staker: string; types: ('stx' | 'btc')[] }[] {
  const types = new Map<string, ('stx' | 'btc')[]>();
  for (const [staker, stake] of stakes) {
    if (stake.signer === signer && stake.amount > 0n && stake.unlockHeight >= height) types.set(staker, ['stx']);
  }
  const members = [...bonds.values()].flatMap(({ registrations }) => registrations).filter((member) => member.signer === signer);
  for (const staker of new Set(members.map((member) => member.staker))) types.set(staker, [...(types.get(staker) ?? []), 'btc']);
  return [...types].map(([staker, kinds]) => ({ staker, types: kinds })).sort((a, b) => (a.staker < b.staker ? -1 : 1));
}
