import type { ApiContext } from '../context.js';
import type { Routes } from '../route.js';
import { flag, height } from '../schemas.js';

/** Micro-STX that mainnet is expected to have in 2050, which the API names for all networks. */
const SUPPLY_2050 = 2_318_000_000_000_000n;

/** How many STX there are. All of them are unlocked. */
export const addSupplyRoutes: Routes = (get) => {
  const query = { height, unanchored: flag };
  const options = { etag: true, deprecated: true };

  get('/extended/v1/stx_supply', { summary: 'How many STX there are', query, ...options }, ({ query, ...context }) => {
    const { total, at } = supplyAt(context, query);
    return {
      unlocked_percent: '100.00',
      total_stx: inStx(total),
      total_stx_year_2050: inStx(SUPPLY_2050),
      unlocked_stx: inStx(total),
      block_height: at,
    };
  });

  for (const kind of ['total', 'circulating']) {
    get(
      `/extended/v1/stx_supply/${kind}/plain`,
      { summary: 'How many STX there are, as text', type: 'text/plain', ...options },
      (context) => {
        return inStx(supplyAt(context, {}).total);
      },
    );
  }

  get(
    '/extended/v1/stx_supply/legacy_format',
    { summary: 'How many STX there are, for clients of API 1.0', query, ...options },
    ({ query, ...context }) => {
      const { total, at } = supplyAt(context, query);
      return {
        unlockedPercent: '100.00',
        totalStacks: inStx(total),
        totalStacksFormatted: withCommas(inStx(total)),
        totalStacksYear2050: inStx(SUPPLY_2050),
        totalStacksYear2050Formatted: withCommas(inStx(SUPPLY_2050)),
        unlockedSupply: inStx(total),
        unlockedSupplyFormatted: withCommas(inStx(total)),
        blockHeight: `${at}`,
      };
    },
  );

  get('/extended/v3/tokens/stx/supply', { summary: 'How many micro-STX there are', etag: true }, ({ lookup }) => ({
    total: `${lookup.supply}`,
    projected_total_2050: `${SUPPLY_2050}`,
  }));
};

/** The supply after a block, in micro-STX; after the last one by default and for heights above it. */
function supplyAt(
  { lookup, history: { chain } }: ApiContext,
  query: { height?: number; unanchored?: boolean },
): { total: bigint; at: number } {
  const tip = chain.tip?.height ?? 0;
  const at = query.height ?? tip + (query.unanchored ? 1 : 0);
  return { total: lookup.supplyAt(at), at };
}

function inStx(micro: bigint): string {
  return `${micro / 1_000_000n}.${`${micro % 1_000_000n}`.padStart(6, '0')}`;
}

function withCommas(amount: string): string {
  const [whole = '', fraction] = amount.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}
