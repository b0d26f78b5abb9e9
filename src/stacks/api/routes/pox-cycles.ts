import { with0x, without0x } from '../../../base/hex.js';
import { ADDRESS_VERSION, encodeAddress } from '../../../clarity/values.js';
import type { BlockRecord } from '../../history/chain/records.js';
import { hash160 } from '../../protocol/codec/hash.js';
import type { ApiContext } from '../context.js';
import { notFound } from '../errors.js';
import { page } from '../pages.js';
import { showPoxAddress } from '../pox/address.js';
import { type ChosenSigner, signersOf } from '../pox/signers.js';
import { type Stacker, stackersOf } from '../pox/stackers.js';
import type { Routes } from '../route.js';
import { LIMITS, limit, offset, text } from '../schemas.js';

const cycle = { cycle_number: { type: 'integer' } } as const;
const signer = { ...cycle, signer_key: text };
const PATH = '/extended/v2/pox/cycles';

/** Reward cycles with their signers and stackers. */
export const addPoxCycleRoutes: Routes = (get) => {
  get(PATH, { summary: 'Reward cycles', query: { limit: limit(...LIMITS.cycle), offset }, etag: true }, ({ query, lookup }) => {
    const { limit: count = LIMITS.cycle[0], offset: skipped = 0 } = query;
    const cycles = [...lookup.cycles].sort(([a], [b]) => b - a);
    const results = page(cycles, count, skipped).map(([, block]) => showCycle(block));
    return { limit: count, offset: skipped, total: results.length === 0 ? 0 : cycles.length, results };
  });

  get(`${PATH}/:cycle_number`, { summary: 'A reward cycle', params: cycle, etag: true }, ({ params, lookup }) => {
    const block = lookup.cycles.get(params.cycle_number);
    if (block === undefined) throw notFound('Not found');
    return showCycle(block);
  });

  get(
    `${PATH}/:cycle_number/signers`,
    { summary: 'Signers of a reward cycle', params: cycle, query: { limit: limit(...LIMITS.signer), offset }, etag: true },
    ({ params, query, ...context }) => {
      const count = query.limit || LIMITS.signer[0];
      const skipped = query.offset ?? 0;
      const signers = requireSigners(context, params.cycle_number);
      const stackers = stackersOf(context.lookup.pox.of('pox-4'), params.cycle_number);
      const results = page(signers, count, skipped).map((entry) => showSigner(entry, stackers));
      return { limit: count, offset: skipped, total: results.length === 0 ? 0 : signers.length, results };
    },
  );

  get(
    `${PATH}/:cycle_number/signers/:signer_key`,
    { summary: 'A signer of a reward cycle', params: signer, etag: true },
    ({ params, ...context }) => {
      const found = requireSigners(context, params.cycle_number).find(({ key }) => key === keyOf(params.signer_key));
      if (found === undefined) throw notFound('Not found');
      return showSigner(found, stackersOf(context.lookup.pox.of('pox-4'), params.cycle_number));
    },
  );

  get(
    `${PATH}/:cycle_number/signers/:signer_key/stackers`,
    { summary: 'Stackers of a signer', params: signer, query: { limit: limit(...LIMITS.stacker), offset }, etag: true },
    ({ params, query, ...context }) => {
      const count = query.limit || LIMITS.stacker[0];
      const skipped = query.offset ?? 0;
      const found = requireSigners(context, params.cycle_number).find(({ key }) => key === keyOf(params.signer_key));
      if (found === undefined) throw notFound('PoX cycle signer not found');
      const stackers = stackersOf(context.lookup.pox.of('pox-4'), params.cycle_number)
        .filter(({ signerKey }) => signerKey === with0x(found.key))
        .sort(byAmount);
      const results = page(stackers, count, skipped).map(showStacker);
      return { limit: count, offset: skipped, total: results.length === 0 ? 0 : stackers.length, results };
    },
  );
};

/** @throws ApiError 404 for an unknown cycle */
function requireSigners({ lookup }: ApiContext, number: number): ChosenSigner[] {
  const block = lookup.cycles.get(number);
  if (block === undefined) throw notFound('PoX cycle not found');
  return signersOf(block);
}

function showCycle(block: BlockRecord): object {
  const { chosen, hash, height } = block.facts;
  const signers = chosen?.signers ?? [];
  return {
    block_height: height,
    index_block_hash: hash,
    cycle_number: chosen?.cycle,
    total_weight: signers.reduce((sum, { weight }) => sum + weight, 0),
    total_stacked_amount: `${signers.reduce((sum, { stacked }) => sum + BigInt(stacked), 0n)}`,
    total_signers: signers.length,
  };
}

function showSigner({ key, weight, stacked, weightPercent, stackedPercent }: ChosenSigner, stackers: readonly Stacker[]): object {
  const own = stackers.filter(({ signerKey }) => signerKey === with0x(key));
  return {
    signing_key: with0x(key),
    signer_address: encodeAddress({ version: ADDRESS_VERSION.testnetSingle, hash: hash160(Buffer.from(key, 'hex')) }),
    weight,
    stacked_amount: stacked,
    weight_percent: weightPercent,
    stacked_amount_percent: stackedPercent,
    pooled_stacker_count: own.filter(({ type }) => type === 'pooled').length,
    solo_stacker_count: own.filter(({ type }) => type === 'solo').length,
  };
}

function showStacker({ event, type }: Stacker): object {
  return {
    stacker_address: event.stacker,
    stacked_amount: `${event.locked}`,
    pox_address: event.address === undefined ? null : showPoxAddress(event.address),
    stacker_type: type,
  };
}

/** The highest amount first, then by address. */
function byAmount({ event: a }: Stacker, { event: b }: Stacker): number {
  if (a.locked !== b.locked) return a.locked < b.locked ? 1 : -1;
  return a.stacker < b.stacker ? -1 : 1;
}

function keyOf(text: string): string {
  return without0x(text.toLowerCase());
}
