import fc, { type Arbitrary } from 'fast-check';
import { ROUTES } from '#dist/stacks/api-routes.js';

/** A value of a parameter: what it is follows from the state of the round, so that it is senseful without other steps, too. */
export type Value =
  | { is: Kind; at?: number; form?: number }
  /** As it stands. */
  | { is: 'text'; text?: string }
  /** Several, which repeat the parameter, or are joined by commas. */
  | { is: 'list'; of?: Value[]; commas?: boolean };

/** What a value can name. `at` selects one of them, `form` a way to write it. */
type Kind =
  | 'transaction'
  | 'principal'
  | 'contract'
  | 'class'
  | 'height'
  | 'burnHeight'
  | 'blockHash'
  | 'indexHash'
  | 'burnHash'
  | 'cursor'
  | 'token'
  | 'time'
  | 'cycle'
  | 'signer'
  | 'bitcoin';

/** Asks a route on both sides. */
export type Ask = {
  do: 'ask';
  route: string;
  with?: Record<string, Value>;
  /** Sends the ETag that this request had so many requests ago. */
  etag?: number;
  /** Follows the answer's pages, as far as there are any. */
  walk?: boolean;
};

/** Repeats an earlier request, the newest first, with the ETag of its answer at that time. */
export type Again = { do: 'again'; of?: number; form?: number };

/** Repeats a request after something else happened, with the ETag of its first answer. */
export type Watch<Act> = { do: 'watch'; ask?: Ask; act?: Act; form?: number };

type Schema = {
  type?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  pattern?: string;
  const?: string;
  anyOf?: Schema[];
  items?: Schema;
};
type Route = { url: string; params: Record<string, Schema>; query: Record<string, Schema>; hasTag: boolean; body?: unknown };

type Added = { params?: Route['params']; query?: Route['query']; body?: unknown; etag?: unknown };

/** Routes that only we have: the real API has no token metadata. */
const OURS_ALONE = /^\/metadata/;

const routes: readonly Route[] = ROUTES.flatMap((add) => {
  const found: Route[] = [];
  add(((url: string, { params = {}, query = {}, body, etag = false }: Added) => {
    if (OURS_ALONE.test(url)) return;
    const name = (body === undefined ? '' : 'POST ') + url.replace('(pox\\d)', '');
    found.push({ url: name, params, query, hasTag: etag !== false, ...(body !== undefined && { body: { transaction: '0x00' } }) });
  }) as never);
  return found;
});
export const routeOf = new Map(routes.map((route) => [route.url, route]));

/** The names that a run can reach: routes, and routes with a parameter. */
export function allNames(): string[] {
  return routes.flatMap(({ url, query }) => [url, ...Object.keys(query).map((name) => `${url} ?${name}`)]);
}

const small = fc.nat({ max: 11 });
const named = (...kinds: Kind[]): Arbitrary<Value> => fc.record({ is: fc.constantFrom(...kinds), at: small, form: fc.nat({ max: 7 }) });
const text = (...texts: string[]): Arbitrary<Value> => fc.record({ is: fc.constant('text' as const), text: fc.constantFrom(...texts) });

const ZEROS = '0'.repeat(64);
/** Nobody's. */
const UNKNOWN_HASH = `0x${'ab'.repeat(32)}`;
const WRONG_HASHES = text(UNKNOWN_HASH, ZEROS, '0x', '0xzz', `0x${'AB'.repeat(32)}`, 'latest', '1', '');
const heights = named('height', 'burnHeight');
const wrongHeights = text('0', '1', '-1', '1.5', '999999', '99999999999', 'abc', '', '0x10', '2147483648');
const booleans = text('true', 'false', '1', '0', '', 'yes', 'null');
const lists = (value: Arbitrary<Value>): Arbitrary<Value> =>
  fc.oneof(
    value,
    fc.record({ is: fc.constant('list' as const), of: fc.array(value, { minLength: 1, maxLength: 4 }), commas: fc.boolean() }),
  );

const hashes = fc.oneof({ weight: 5, arbitrary: named('blockHash', 'indexHash', 'burnHash') }, { weight: 1, arbitrary: WRONG_HASHES });
const byName: Record<string, Arbitrary<Value>> = {
  principal: principals(),
  address: principals(),
  burnchain_address: named('bitcoin', 'principal'),
  pool_principal: principals(),
  from_address: principals(),
  to_address: principals(),
  sender_address: principals(),
  recipient_address: principals(),
  tx_id: fc.oneof({ weight: 6, arbitrary: named('transaction') }, { weight: 1, arbitrary: WRONG_HASHES }),
  contract_id: fc.oneof(
    { weight: 6, arbitrary: named('contract') },
    { weight: 1, arbitrary: text('ST1.x', 'ST000000000000000000002AMW42H.pox-4', 'ST000000000000000000002AMW42H.nothing', 'x', '') },
  ),
  token: fc.oneof(
    { weight: 6, arbitrary: named('class') },
    { weight: 1, arbitrary: text('stx', 'STX', 'x', 'ST000000000000000000002AMW42H.pox-4::none') },
  ),
  asset_identifier: fc.oneof({ weight: 6, arbitrary: named('class') }, { weight: 1, arbitrary: text('x', 'stx', 'a.b::c') }),
  asset_identifiers: lists(named('class')),
  value: fc.oneof(named('token'), text('0x', '1', '0x0100000000000000000000000000000001', 'zz', '0100000000000000000000000000000001')),
  height: fc.oneof({ weight: 4, arbitrary: heights }, { weight: 1, arbitrary: wrongHeights }),
  block_height: fc.oneof({ weight: 4, arbitrary: heights }, { weight: 1, arbitrary: wrongHeights }),
  burn_block_height: fc.oneof({ weight: 4, arbitrary: named('burnHeight') }, { weight: 1, arbitrary: wrongHeights }),
  tenure_height: fc.oneof({ weight: 4, arbitrary: named('burnHeight', 'height') }, { weight: 1, arbitrary: wrongHeights }),
  height_or_hash: fc.oneof(
    { weight: 6, arbitrary: named('height', 'burnHeight', 'blockHash', 'indexHash', 'burnHash') },
    { weight: 2, arbitrary: text('latest', 'LATEST', ...['0', '-1', '999999', UNKNOWN_HASH, 'x']) },
  ),
  until_block: fc.oneof(
    { weight: 4, arbitrary: named('height', 'blockHash', 'indexHash') },
    { weight: 1, arbitrary: text(UNKNOWN_HASH, '999999', 'x', '0', '', '-5') },
  ),
  block_hash: hashes,
  burn_block_hash: hashes,
  hash: hashes,
  timestamp: fc.oneof(named('time'), text('0', '1', '99999999999', '-1', 'x', '1.5')),
  start_time: fc.oneof(named('time'), text('0', '99999999999', 'x')),
  end_time: fc.oneof(named('time'), text('0', '99999999999', 'x')),
  id: fc.oneof(
    { weight: 6, arbitrary: named('transaction', 'principal', 'contract', 'blockHash', 'indexHash', 'burnHash', 'height') },
    { weight: 1, arbitrary: text('x', UNKNOWN_HASH, ZEROS, 'abc.def', '0xabc', 'ST1') },
  ),
  cycle_number: fc.oneof(named('cycle'), text('0', '1', '-1', '99999', 'x', 'current', '1.5')),
  signer_key: fc.oneof(named('signer'), text('0x02', UNKNOWN_HASH, 'x')),
  bond_index: text('0', '1', '-1', '999', 'x'),
  name: text('a.btc', 'x', 'judge.btc', 'a.b.btc'),
  tld: text('btc', 'x', 'id', 'B'),
  page: text('0', '1', '2', '-1', 'x'),
  zoneFileHash: text('00', 'x', ZEROS.slice(0, 40)),
  blockchain: text('stacks', 'bitcoin', 'x'),
  function_name: text('mint', 'transfer', 'note', 'fail', 'x', ''),
  nonce: text('0', '1', '2', '-1', 'x', '9007199254740992'),
  trait_abi: text('{}', '[]', 'x', TRAIT(), TRAIT(), ''),
  network: text('testnet', 'mainnet', 'x'),
  pox: text('pox2', 'pox3', 'pox4', 'pox5', 'pox1'),
  after_block: fc.oneof(heights, wrongHeights),
  cursor: fc.oneof(
    { weight: 6, arbitrary: named('cursor') },
    { weight: 1, arbitrary: text('0', '1:2', '9:9:9', '1:2147483647:0', 'x', '') },
  ),
  locale: text('en'),
  include: lists(text('function_args', 'source_code', 'post_conditions', 'result', 'x')),
  event_limit: text('0', '1', '2', '20', '100', '101', '-1', 'x'),
  event_offset: text('0', '1', '2', '5', '-1', 'x'),
};

/** An interface that the contracts of a round have. */
function TRAIT(): string {
  const note = {
    name: 'note',
    access: 'public',
    args: [{ name: 'n', type: 'uint128' }],
    outputs: { type: { response: { ok: 'uint128', error: 'none' } } },
  };
  return JSON.stringify({ functions: [note], variables: [], maps: [], fungible_tokens: [], non_fungible_tokens: [] });
}

function principals(): Arbitrary<Value> {
  return fc.oneof(
    { weight: 8, arbitrary: named('principal') },
    { weight: 1, arbitrary: named('contract') },
    {
      weight: 1,
      arbitrary: text(
        'ST000000000000000000002AMW42H',
        'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
        'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ8',
        'x',
        'ST1',
        '',
        'st2j6zy48gv1ez5v2v5rb9mp66sw86pykknrv9ej7',
      ),
    },
  );
}

/** A value by its schema, where the name says nothing. */
function bySchema(name: string, schema: Schema): Arbitrary<Value> {
  if (name === 'limit') {
    const max = schema.maximum ?? 50;
    return text('1', '2', '3', '5', String(max), String(max + 1), '0', '-1', 'x', '', '1.5', '1e1');
  }
  if (name === 'offset') return text('0', '1', '2', '3', '5', '1000', '-1', '-2', 'x', '', '1.5', '301', '-300');
  if (schema.type === 'boolean') return booleans;
  const choices = (schema.items ?? schema).anyOf?.flatMap(({ const: word }) => (word === undefined ? [] : [word]));
  if (choices !== undefined && choices.length > 0) {
    const one = text(...choices, ...choices, 'x');
    return schema.type === 'array' ? lists(one) : one;
  }
  return text('x', '0', '1', '');
}

const arbitraryOf = (name: string, schema: Schema): Arbitrary<Value> => {
  const value = byName[name] ?? bySchema(name, schema);
  return schema.type === 'array' && name !== 'include' ? lists(value) : value;
};

/** A request of each route, with random parameters. A route with many parameters comes more often. */
const anyAsk: Arbitrary<Ask> = fc.oneof(
  ...routes.map((route) => ({ weight: 2 + Object.keys(route.query).length, arbitrary: askOf(route) })),
);

/** A request of a route with an ETag, one as often as another; of those whose answers change in the middle more often. */
export const tagged: Arbitrary<Ask> = fc.oneof(
  ...routes
    .filter(({ hasTag }) => hasTag)
    .map((route) => ({ weight: /tx_id$|multiple$|balances/.test(route.url) ? 8 : 1, arbitrary: askOf(route) })),
);

/** All pages of a list, of few rows each: a short list has several pages, too. */
const walk: Arbitrary<Ask> = fc.oneof(
  ...routes
    .filter(({ query }) => query['limit'] !== undefined)
    // A cursor says more than an offset.
    .map((route) => ({ weight: route.query['cursor'] === undefined ? 1 : 4, arbitrary: walkOf(route) })),
);

export const ask: Arbitrary<Ask> = fc.oneof({ weight: 6, arbitrary: anyAsk }, { weight: 1, arbitrary: walk });

export const again: Arbitrary<Again> = fc.record({ do: fc.constant('again' as const), of: fc.nat({ max: 7 }), form: fc.nat({ max: 3 }) });

function walkOf({ url, params }: Route): Arbitrary<Ask> {
  const all = Object.entries(params).map(([name, schema]) => [name, arbitraryOf(name, schema)] as const);
  return fc.record({
    do: fc.constant('ask' as const),
    route: fc.constant(url),
    with: fc.record({ ...Object.fromEntries(all), limit: text('1', '1', '2', '3') }) as Arbitrary<Record<string, Value>>,
    walk: fc.constant(true),
  });
}

function askOf({ url, params, query, hasTag }: Route): Arbitrary<Ask> {
  const all = Object.entries({ ...params, ...query }).map(([name, schema]) => [name, arbitraryOf(name, schema)] as const);
  const required = Object.keys(params);
  return fc.record(
    {
      do: fc.constant('ask' as const),
      route: fc.constant(url),
      with: fc.record(Object.fromEntries(all), { requiredKeys: required }) as Arbitrary<Record<string, Value>>,
      etag: hasTag ? fc.nat({ max: 3 }) : fc.constant(0),
      walk: fc.boolean(),
    },
    { requiredKeys: ['do', 'route', 'with'] },
  );
}
