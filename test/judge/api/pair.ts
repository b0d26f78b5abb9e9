import { setTimeout as sleep } from 'node:timers/promises';
import { Cl } from '@stacks/transactions';
import { startDevnet } from '#dist/index.js';
import type { Devnet } from '#dist/network/types.js';
import { testCache } from '../../cache.js';
import type { Reach } from '../reach.js';
import type { Difference, Judge, Pair } from '../types.js';
import { type Account, type Act, beginChain, type Chain, CLASSES, endChain, perform } from './acts.js';
import { type Answer, differences, isObject, maskReal, readAnswer, rowsOf, sortRows } from './compare.js';
import { type RealApi, startRealApi } from './real-api.js';
import { type Again, type Ask, routeOf, type Value, type Watch } from './requests.js';

export type Step = Act | ((Ask | Again | Watch<Act>) & { copy?: number });

/** The API that judges: how it is asked, and how long until it has all that we have. */
type Referee = AsyncDisposable & {
  /** How many kinds of copies there are. */
  kinds: number;
  /** Waits for a moment at which both see what comes in the same second. */
  calm(): Promise<void>;
  /** Makes it as new as our network. @param kind of a copy */
  settle(chain: Chain, kind: number): Promise<void>;
  /** Its address. */
  url(): string;
  mask(value: unknown): unknown;
};

const SETTLE_MS = 20_000;
/** After the last event, the next one comes at once, if there is one. */
const IDLE_MS = 12;
/** Both note a pending transaction's time in seconds: what is sent at the end of one may reach them in different ones. */
const SECOND_END_MS = 150;
/** A walk ends after so many pages. */
const PAGES = 8;
/** The kind of copy that knows states, but no history. */
const FORK = 3;
/** What a fork knows as its origin does, by route. */
const FORKED: Record<string, readonly string[]> = {
  '/extended/v1/address/:principal/stx': ['balance'],
  '/extended/v1/address/:principal/nonces': ['last_executed_tx_nonce'],
  '/extended/v2/addresses/:principal/balances/stx': ['balance'],
  '/extended/v3/principals/:principal/balances/stx': ['balance', 'available'],
  '/extended/v3/principals/:principal/nonces': ['last_confirmed_nonce'],
};
/** What the real API makes anew after it has answered its node. */
const LATE = /\/tx\/mempool\/stats$/;
const LATE_MS = 500;
const HOLDERS = '/extended/v1/tokens/ft/:token/holders';

/** Every second pair is in the newest epoch, and the others in 3.4. */
export const isInNewestEpoch = (seed: number): boolean => seed % 2 === 0;

export async function openPair({ judge, seed, reach }: { judge: Judge; seed: number; reach: Reach }): Promise<Pair<Step>> {
  const real = judge === 'real' ? await startRealApi() : undefined;
  let devnet: Devnet | undefined;
  try {
    const epoch = isInNewestEpoch(seed) ? '4.0' : '3.4';
    devnet = await startNetwork(real, epoch);
    const referee = real === undefined ? await refereeOfItself(devnet, epoch) : refereeOf(real, devnet);
    const key = devnet.accounts['wallet_8']?.privateKey as string;
    const bank: Account = { key, address: devnet.accounts['wallet_8']?.stx.address as string, nonce: 0 };
    const hasStaking = epoch === '4.0' && (await knowsSigners(real?.url ?? (devnet.urls.gateway as string)));
    // An API whose decoder is older than pox-5 knows no staker.
    const leavesOut = epoch === '4.0' && !hasStaking ? /\/staking(?!\/cycles)/ : undefined;
    return makePair(devnet, referee, bank, { seed, reach, hasStaking, leavesOut });
  } catch (error) {
    await devnet?.close();
    await real?.[Symbol.asyncDispose]();
    throw error;
  }
}

/** The network begins with a signer of pox-5. */
async function knowsSigners(url: string): Promise<boolean> {
  for (const deadline = Date.now() + SETTLE_MS; ; await sleep(100)) {
    const { body } = await request(url, '/extended/v2/blocks?limit=1');
    if (rowsOf(body)?.length === 1) break;
    if (Date.now() > deadline) throw new Error('the API has no block');
  }
  return (rowsOf((await request(url, '/extended/v3/staking/signers')).body)?.length ?? 0) > 0;
}

function startNetwork(real: RealApi | undefined, epoch: '3.4' | '4.0'): Promise<Devnet> {
  return startDevnet({
    cache: testCache,
    epoch,
    sbtc: epoch === '4.0',
    mining: { bitcoin: 'manual', stacks: 'manual' },
    ...(real && { eventObservers: [real.relay.endpoint], ports: { stacks: real.nodePort } }),
  });
}

function refereeOf(real: RealApi, devnet: Devnet): Referee {
  let isNew = true;
  return {
    kinds: 1,
    url: () => real.url,
    mask: maskReal,
    async calm() {
      await real.relay.idle(IDLE_MS);
      const rest = 1_000 - (Date.now() % 1_000);
      if (rest < SECOND_END_MS) await sleep(rest + 1);
    },
    async settle({ transactions }) {
      const deadline = Date.now() + (isNew ? 3 : 1) * SETTLE_MS;
      isNew = false;
      const tipOf = async (url: string): Promise<string> =>
        JSON.stringify(((await (await fetch(`${url}/extended`)).json()) as { chain_tip?: unknown }).chain_tip);
      const ours = await tipOf(devnet.urls.gateway as string);
      for (;;) {
        await real.relay.idle(IDLE_MS);
        const theirs = await tipOf(real.url);
        const last = transactions.at(-1);
        const hasLast = last === undefined || (await fetch(`${real.url}/extended/v1/tx/${last}`)).status === 200;
        if (theirs === ours && hasLast) break;
        if (real.relay.refused.length > 0) break;
        if (Date.now() > deadline) throw new Error(`the real API does not follow: it has ${theirs}, the network ${ours}`);
      }
      const [refused] = real.relay.refused.splice(0);
      if (refused !== undefined) throw new Error(`the real API does not take an event: ${refused}`);
      await real.relay.idle(IDLE_MS);
    },
    [Symbol.asyncDispose]: async () => {
      await devnet.close();
      await real[Symbol.asyncDispose]();
    },
  };
}

/** A copy, a second network with our state file, our own network after a restore of this moment, or a fork. */
async function refereeOfItself(devnet: Devnet, epoch: '3.4' | '4.0'): Promise<Referee> {
  const second = await startNetwork(undefined, epoch);
  let copy: Devnet | undefined;
  let url = '';
  const forget = async (): Promise<void> => {
    await copy?.close();
    copy = undefined;
  };
  return {
    kinds: 4,
    url: () => url,
    mask: (value) => value,
    calm: async () => undefined,
    async settle(_chain, kind) {
      await forget();
      if (kind === FORK) {
        copy = await startDevnet({ cache: testCache, fork: { url: devnet.urls.stacks }, mining: { bitcoin: 'manual' } });
        url = copy.urls.gateway as string;
      } else if (kind === 0) {
        copy = await devnet.clone({ ports: false });
        url = copy.urls.gateway as string;
      } else if (kind === 1) {
        await second.loadState(await devnet.dumpState());
        url = second.urls.gateway as string;
      } else {
        copy = await devnet.clone({ ports: false });
        const id = await copy.snapshot();
        await copy.mine({ bitcoin: 1 });
        await copy.restore(id);
        url = copy.urls.gateway as string;
      }
    },
    [Symbol.asyncDispose]: async () => {
      await forget();
      await second.close();
      await devnet.close();
    },
  };
}

/** What requests name: it is read when the first one after a change needs it. */
type Facts = {
  height: number;
  burn: number;
  times: number[];
  cycle: number;
  signers: string[];
};

/** The answers to one request, for conditional requests. */
type Past = { ours: Answer; judge: Answer };
/** A request that was made: to us, and to the judge. */
type Asked = { route: string; names: string[]; paths: [ours: string, judge: string] };
type Gap = { path: string; ours: unknown; judge: unknown; input?: string };
type Gaps = AsyncGenerator<Gap>;

type Settings = { seed: number; reach: Reach; hasStaking: boolean; leavesOut: RegExp | undefined };

function makePair(devnet: Devnet, referee: Referee, bank: Account, { seed, reach, hasStaking, leavesOut }: Settings): Pair<Step> {
  const gateway = devnet.urls.gateway as string;
  let rounds = 0;
  /** Whether blocks have left the chain: the judge lasts longer than a round. */
  let hasLeft = false;

  async function* play(steps: readonly Step[]): AsyncGenerator<Difference> {
    const chain = await beginChain(devnet, bank, `${seed} ${rounds++}`, hasStaking);
    const hashes: Record<'blockHash' | 'indexHash' | 'burnHash', string[]> = { blockHash: [], indexHash: [], burnHash: [] };
    const cursors = new Map<string, [ours: string, judge: string][]>();
    const past = new Map<string, Past[]>();
    const asked: Asked[] = [];
    let facts: Facts | undefined;
    let settledAs: number | undefined;
    try {
      for (const [place, step] of steps.flatMap(partsOf)) {
        if (step.do !== 'ask' && step.do !== 'again') {
          await referee.calm();
          const isDone = await perform(devnet, chain, step);
          hasLeft ||= isDone && (step.do === 'reorg' || step.do === 'restore');
          // Also one that is refused may have mined.
          facts = undefined;
          settledAs = undefined;
          reach.count(`act ${step.do}`, false);
          continue;
        }
        const earlier = step.do === 'again' ? asked.at(-1 - ((step.of ?? 0) % Math.max(1, asked.length))) : undefined;
        const route = step.do === 'ask' ? step.route : earlier?.route;
        if (route === undefined || !routeOf.has(route) || leavesOut?.test(route)) continue;
        const hasQuery = step.do === 'again' || Object.keys(step.with ?? {}).some((name) => name in (routeOf.get(route)?.query ?? {}));
        const wanted = (step.copy ?? 0) % referee.kinds;
        const kind = wanted === FORK && (hasQuery || FORKED[route] === undefined) ? 0 : wanted;
        if (settledAs !== kind) {
          await referee.settle(chain, kind);
          settledAs = kind;
        }
        facts ??= await learn();
        const gaps = step.do === 'ask' ? askBoth(step, facts, kind) : askAgain(earlier as Asked, step);
        for await (const gap of gaps) yield { step: place, about: route, ...gap };
      }
    } finally {
      await endChain(devnet, chain);
    }

    async function learn(): Promise<Facts> {
      const get = async (path: string): Promise<Record<string, unknown>> => (await (await fetch(gateway + path)).json()) as never;
      const { results } = (await get('/extended/v2/blocks?limit=8')) as { results: Record<string, string | number>[] };
      const add = (list: string[], hash: unknown): void => {
        if (!list.includes(String(hash))) list.unshift(String(hash));
      };
      for (const block of results.toReversed()) {
        add(hashes.blockHash, block['hash']);
        add(hashes.indexHash, block['index_block_hash']);
        add(hashes.burnHash, block['burn_block_hash']);
      }
      const cycles = (await get('/extended/v2/pox/cycles?limit=1')) as { results?: { cycle_number: number }[] };
      const cycle = cycles.results?.[0]?.cycle_number ?? 0;
      const signers = (await get(`/extended/v2/pox/cycles/${cycle}/signers`)) as { results?: { signing_key: string }[] };
      return {
        height: Number(results[0]?.['height']),
        burn: Number(results[0]?.['burn_block_height']),
        times: results.flatMap(({ block_time: time, burn_block_time: burn }) => [Number(time), Number(burn)]),
        cycle,
        signers: signers.results?.map(({ signing_key: key }) => key) ?? [],
      };
    }

    async function* askBoth(step: Ask, known: Facts, kind: number): Gaps {
      const names = Object.keys(step.with ?? {}).filter((name) => routeOf.get(step.route)?.query[name] !== undefined);
      let paths = requestOf(step, known);
      const first: Asked = { route: step.route, names, paths };
      const place = asked.findIndex((other) => other.paths[0] === paths[0]);
      if (place !== -1) asked.splice(place, 1);
      asked.push(first);
      for (let page = 0; page < PAGES; page++) {
        const before = step.etag ? past.get(`${step.route} ${paths[0]}`)?.at(-Math.ceil(step.etag / 2)) : undefined;
        const { ours, judge } = yield* exchange({ ...first, paths }, before, step.etag ?? 0, kind);
        if (!step.walk || kind === FORK) return;
        const next = nextPage(step.route, page, ours.body, judge.body, ...paths);
        if (next === undefined) return;
        paths = next;
      }
    }

    async function* askAgain(earlier: Asked, { form = 0 }: Again): Gaps {
      const before = past.get(`${earlier.route} ${earlier.paths[0]}`)?.at(-1);
      yield* exchange(earlier, before, form, 0);
    }

    /** @param before the answers whose ETag is sent */
    async function* exchange(made: Asked, before: Past | undefined, form: number, kind: number): AsyncGenerator<Gap, Past> {
      const { route, names, paths } = made;
      const send = { body: routeOf.get(route)?.body };
      const [ours, judge] = await Promise.all([request(gateway, paths[0], send), request(referee.url(), paths[1], send)]);
      // It is a little late.
      const isLate = LATE.test(route) && !differences(ours, judge, referee.mask).next().done;
      if (isLate) await sleep(LATE_MS);
      const now = { ours, judge: isLate ? await request(referee.url(), paths[1]) : judge };
      reach.count(route, ours.status >= 400);
      for (const name of names) reach.count(`${route} ?${name}`, ours.status >= 400);
      for await (const gap of gapsOf(made, now, kind)) yield { ...gap, input: paths[0] };
      if (kind === FORK) return now;
      if (before !== undefined) for await (const gap of conditional(route, form, paths, before, now)) yield { ...gap, input: paths[0] };
      const key = `${route} ${paths[0]}`;
      past.set(key, [...(past.get(key) ?? []).slice(-3), now]);
      remember(route, ours.body, now.judge.body);
      return now;
    }

    async function* gapsOf({ route, paths }: Asked, { ours, judge }: Past, kind: number): Gaps {
      if (kind === FORK) {
        const only = (answer: Answer): Answer => ({ ...answer, headers: { etag: null }, body: pick(answer.body, FORKED[route] ?? []) });
        yield* differences(only(ours), only(judge), referee.mask);
      } else if (route === HOLDERS && ours.status === 200 && judge.status === 200) yield* holderGaps(paths, { ours, judge });
      else yield* tolerant(route, paths, [...differences(arranged(route, ours, judge), arranged(route, judge, ours), referee.mask)]);
    }

    /** Pending transactions that both saw in different seconds are in different orders, and on different pages. */
    async function* tolerant(route: string, paths: [string, string], gaps: readonly Gap[]): Gaps {
      const isRow = ({ path }: Gap): boolean => /^body\/(results\/\*|cursor)/.test(path);
      if (!MEMPOOL.test(route) || !gaps.some(isRow)) {
        yield* gaps;
        return;
      }
      const isV1 = route.startsWith('/extended/v1/');
      const isOpen = isV1 || (await ordersDiffer());
      yield* gaps.filter((gap) => !isOpen || !isRow(gap));
      if (!isV1) return;
      // There, the database orders those of one second, one fee or one size: then any of them can be on a page.
      const [all, theirs] = await Promise.all([
        request(gateway, withQuery(paths[0], { limit: '50', offset: '0' })),
        request(referee.url(), withQuery(paths[1], { limit: '50', offset: '0' })),
      ]);
      const sorted = (answer: Answer): Answer => ({ ...answer, body: sortRows(maskReal(answer.body)) });
      yield* differences(sorted(all), sorted(theirs), referee.mask);
    }

    async function ordersDiffer(): Promise<boolean> {
      const path = '/extended/v3/mempool/transactions?limit=50';
      const [one, two] = await Promise.all([gateway, referee.url()].map(async (base) => (await request(base, path)).body));
      return clocksDiffer(one, two);
    }

    /**
     * Equal balances are in any order. The real API keeps a holder of blocks that left the chain, with a balance of 0, for ever; a copy of
     * our network would not know it.
     */
    async function* holderGaps(paths: [string, string], { ours, judge }: Past): Gaps {
      const [all, theirs] = await Promise.all([allHolders(gateway, paths[0]), allHolders(referee.url(), paths[1])]);
      for (const address of new Set([...all.balances.keys(), ...theirs.balances.keys()])) {
        const [one, two] = [all.balances.get(address), theirs.balances.get(address)];
        // Equal balances of one page may be in the next one, too: then others are in none.
        const isUnseen = two === undefined && theirs.balances.size < theirs.total;
        if (one !== two && !isUnseen && !(hasLeft && one === undefined && two === '0')) {
          yield { path: 'balance of a holder', ours: `${address} ${one}`, judge: `${address} ${two}` };
          return;
        }
      }
      const surplus = [...theirs.balances].filter(([address, balance]) => balance === '0' && !all.balances.has(address)).length;
      const page = (body: unknown, more: number): unknown => {
        const balances = (rowsOf(body) ?? []).map((row) => at(row, 'balance')).filter((balance) => surplus === 0 || balance !== '0');
        // A page of nothing else has no totals.
        const isOpen = surplus > 0 && balances.length === 0;
        const totals = isOpen ? {} : { total: Number(at(body, 'total')) - more, supply: at(body, 'total_supply') };
        return { ...(body as object), total: 0, total_supply: '', results: balances, ...totals };
      };
      yield* differences({ ...ours, body: page(ours.body, 0) }, { ...judge, body: page(judge.body, surplus) }, referee.mask);
    }

    /** An ETag must say exactly whether the answer is still the same. */
    async function* conditional(route: string, form: number, [path, theirPath]: [string, string], before: Past, now: Past): Gaps {
      const tag = before.ours.headers['etag'];
      // What is no more known to exist has no ETag any more.
      if (typeof tag !== 'string' || typeof now.ours.headers['etag'] !== 'string') return;
      if ([now.ours, before.judge, now.judge].some(({ status }) => status !== 200)) return;
      const sent = [tag, `W/${tag}`, `"x", ${tag}`, `"x",${tag}`][form % 4] as string;
      const answer = await request(gateway, path, { headers: { 'if-none-match': sent } });
      reach.count(`${route} if-none-match`, false);
      const isSame = JSON.stringify(maskTime(before.judge.body)) === JSON.stringify(maskTime(now.judge.body));
      // The order of equal balances changes from answer to answer.
      const balances = ({ body }: Answer): string => JSON.stringify((rowsOf(body) ?? []).map((row) => at(row, 'balance')));
      if (route === HOLDERS && !isSame && balances(before.judge) === balances(now.judge)) return;
      const expected = isSame ? 304 : 200;
      if (answer.status !== expected) yield { path: `if-none-match: ${answer.status}`, ours: answer.status, judge: expected };
      if (answer.status === 304) {
        const theirTag = now.judge.headers['etag'];
        if (typeof theirTag !== 'string') return;
        const theirs = await request(referee.url(), theirPath, { headers: { 'if-none-match': theirTag } });
        if (theirs.status === 304) yield* differences(answer, theirs, (body) => body);
      }
    }

    function remember(route: string, ours: unknown, judge: unknown): void {
      const list = cursors.get(route) ?? [];
      for (const name of ['next_cursor', 'prev_cursor', 'cursor']) pushPair(list, at(ours, name), at(judge, name));
      for (const name of ['next', 'previous', 'current']) pushPair(list, at(at(ours, 'cursor'), name), at(at(judge, 'cursor'), name));
      cursors.set(route, list);
    }

    /** @returns both paths and queries, since a cursor of the mempool is a time of its side */
    function requestOf({ route, with: given = {} }: Ask, known: Facts): [string, string] {
      const { params, query } = routeOf.get(route) as NonNullable<ReturnType<typeof routeOf.get>>;
      let path = route.replace(/^POST /, '');
      for (const name of Object.keys(params)) {
        const value = valuesOf(given[name] ?? { is: 'text' }, route, known)[0]?.[0] ?? '';
        path = path.replace(`:${name}`, encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2C', ','));
      }
      const both: [string[], string[]] = [[], []];
      for (const name of Object.keys(given)) {
        if (query[name] === undefined) continue;
        const value = given[name] as Value;
        const values = valuesOf(value, route, known);
        const isJoined = value.is === 'list' && value.commas === true;
        for (const side of [0, 1] as const) {
          const texts = values.map((each) => encodeURIComponent(each[side]));
          both[side].push(...(isJoined ? [texts.join(',')] : texts).map((text) => `${name}=${text}`));
        }
      }
      const whole = (side: 0 | 1): string => path + (both[side].length === 0 ? '' : `?${both[side].join('&')}`);
      return [whole(0), whole(1)];
    }

    function valuesOf(value: Value, route: string, known: Facts): [string, string][] {
      if (value.is === 'list') return (value.of ?? []).flatMap((each) => valuesOf(each, route, known));
      if (value.is === 'text') return [[value.text ?? '', value.text ?? '']];
      const place = value.at ?? 0;
      if (value.is === 'cursor') {
        const pair = cursors.get(route)?.at(-1 - (place % Math.max(1, cursors.get(route)?.length ?? 0)));
        return pair === undefined ? [] : [pair];
      }
      const one = single(value.is, place, value.form ?? 0, known) ?? '';
      return [[one, one]];
    }

    function single(kind: Exclude<Value['is'], 'list' | 'text' | 'cursor'>, place: number, form: number, known: Facts): string {
      const pick = (list: readonly string[]): string => list[place % Math.max(1, list.length)] ?? '';
      const asHash = (hash: string): string => (form === 1 ? hash.slice(2) : form === 2 ? `0x${hash.slice(2).toUpperCase()}` : hash);
      const contract = (): string => (chain.contracts.length === 0 ? `${chain.accounts[0]?.address}.c0` : pick(chain.contracts));
      switch (kind) {
        case 'transaction':
          return asHash(pick(chain.transactions.toReversed()));
        case 'principal':
          return pick([...chain.accounts.map(({ address }) => address), ...chain.contracts.slice(0, 3), bank.address]);
        case 'contract':
          return contract();
        case 'class':
          return `${contract()}::${CLASSES[form % CLASSES.length]}`;
        case 'height':
          return String(form === 1 ? known.height + 1 : Math.max(0, known.height - place));
        case 'burnHeight':
          return String(form === 1 ? known.burn + 1 : Math.max(0, known.burn - (place >> 1)));
        case 'blockHash':
        case 'indexHash':
        case 'burnHash':
          return asHash(pick(hashes[kind]));
        case 'token':
          return `${form % 2 === 0 ? '0x' : ''}${Cl.serialize(form < 6 ? Cl.uint(place) : Cl.tuple({ row: Cl.uint(place), seat: Cl.stringAscii('A1') }))}`;
        case 'time':
          return String((known.times[place % Math.max(1, known.times.length)] ?? 0) - (form % 3) + 1);
        case 'cycle':
          return String(known.cycle + 1 - (place % 4));
        case 'signer':
          return form === 1 ? pick(known.signers).slice(2) : pick(known.signers);
        case 'bitcoin':
          return pick([
            'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH',
            'bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x',
            '1BitcoinEaterAddressDontSendf59kuE',
            'x',
          ]);
      }
    }
  }

  return {
    play,
    [Symbol.asyncDispose]: () => referee[Symbol.asyncDispose](),
  };
}

/** A step with its place; several of them for a request that is repeated. */
function partsOf(step: Step, place: number): [place: number, part: Exclude<Step, Watch<Act>>][] {
  if (step.do !== 'watch') return [[place, step]];
  const { ask, act, form, copy = 0 } = step;
  const parts = [
    ...(ask ? [{ ...ask, copy }] : []),
    ...(act ? [act] : []),
    ...(ask ? [{ do: 'again' as const, of: 0, form: form ?? 0, copy }] : []),
  ];
  return parts.map((part) => [place, part]);
}

type Send = { headers?: Record<string, string>; body?: unknown };

/** A request with a body is a POST. */
async function request(base: string, path: string, { headers = {}, body }: Send = {}): Promise<Answer> {
  const post = body !== undefined && { method: 'POST', body: JSON.stringify(body) };
  const all = post ? { ...headers, 'content-type': 'application/json' } : headers;
  const response = await fetch(base + path, { headers: all, redirect: 'manual', signal: AbortSignal.timeout(30_000), ...post });
  return readAnswer(base, response);
}

/** @param path of any page of the holders of a token */
/** Returns all that the pages of one of them name, and how many there are by what it says: a page beyond the end says 0. */
async function allHolders(base: string, path: string): Promise<{ balances: Map<string, string>; total: number }> {
  const balances = new Map<string, string>();
  for (let offset = 0, total = 0; ; ) {
    const { body } = await request(base, `${path.split('?')[0]}?limit=200&offset=${offset}`);
    const rows = rowsOf(body) ?? [];
    for (const row of rows) balances.set(String(at(row, 'address')), String(at(row, 'balance')));
    if (rows.length === 0) return { balances, total };
    offset += rows.length;
    total = Number(at(body, 'total'));
  }
}

function pick(value: unknown, names: readonly string[]): unknown {
  return isObject(value) ? Object.fromEntries(names.map((name) => [name, value[name]])) : value;
}

const at = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

function pushPair(list: [string, string][], ours: unknown, judge: unknown): void {
  if (typeof ours === 'string' && typeof judge === 'string' && !list.some(([known]) => known === ours)) list.push([ours, judge]);
}

function withQuery(path: string, values: Record<string, string>): string {
  const [before, after = ''] = path.split('?') as [string, string?];
  const search = new URLSearchParams(after);
  for (const [name, value] of Object.entries(values)) search.set(name, value);
  return `${before}?${search.toString()}`;
}

/** The next page of each side, by its cursor or else by offset. */
function nextPage(
  route: string,
  page: number,
  ours: unknown,
  judge: unknown,
  ourPath: string,
  theirPath: string,
): [string, string] | undefined {
  const { query } = routeOf.get(route) as NonNullable<ReturnType<typeof routeOf.get>>;
  const set = (path: string, name: string, value: string): string => withQuery(path, { [name]: value });
  if (query['cursor'] !== undefined) {
    const cursorOf = (body: unknown): unknown => at(at(body, 'cursor'), 'next') ?? at(body, 'prev_cursor');
    const [one, two] = [cursorOf(ours), cursorOf(judge)];
    return typeof one === 'string' && typeof two === 'string' ? [set(ourPath, 'cursor', one), set(theirPath, 'cursor', two)] : undefined;
  }
  const rows = rowsOf(ours)?.length ?? 0;
  if (query['offset'] === undefined || rows === 0) return undefined;
  const start = Number(new URLSearchParams(ourPath.split('?')[1]).get('offset') ?? 0);
  if (!Number.isInteger(start) || page > PAGES) return undefined;
  const offset = String(start + rows);
  return [set(ourPath, 'offset', offset), set(theirPath, 'offset', offset)];
}

/** Pages whose order the real API leaves to its database. */
const ANY_ORDER = /^\/extended\/v1\/address\/:principal\/(transactions|stx_inbound)$/;
/** Contracts of one block are in any order, so a page can have others of them. */
const TIES = /by_trait$/;
const MEMPOOL = /mempool$|mempool\/transactions$/;

function arranged(route: string, answer: Answer, other: Answer): Answer {
  if (TIES.test(route)) return { ...answer, body: commonRows(answer.body, other.body) };
  if (route.endsWith('/stx_inbound')) return { ...answer, body: sortRows(withoutTwins(answer.body)) };
  const isOpen = ANY_ORDER.test(route) || (MEMPOOL.test(route) && clocksDiffer(answer.body, other.body));
  return isOpen ? { ...answer, body: sortRows(maskTime(answer.body)) } : answer;
}

function commonRows(body: unknown, other: unknown): unknown {
  const rows = rowsOf(body);
  const ids = new Set(rowsOf(other)?.map((row) => at(row, 'contract_id')));
  if (rows === undefined || rows.length !== rowsOf(other)?.length) return body;
  return sortRows({ ...(body as object), results: rows.filter((row) => ids.has(at(row, 'contract_id'))) });
}

/** A transfer is listed twice, in any order: a page may end with one of the two. */
function withoutTwins(body: unknown): unknown {
  const rows = rowsOf(body);
  const isCut = rows !== undefined && (rows.length === at(body, 'limit') || Number(at(body, 'offset')) > 0);
  return isCut ? { ...(body as object), results: rows.map((row) => ({ ...(row as object), transfer_type: '' })) } : body;
}

/** Whether the two sides have seen pending transactions in different seconds. */
function clocksDiffer(one: unknown, two: unknown): boolean {
  const times = new Map(rowsOf(two)?.map((row) => [at(row, 'tx_id'), at(row, 'receipt_time')]));
  return rowsOf(one)?.some((row) => times.has(at(row, 'tx_id')) && times.get(at(row, 'tx_id')) !== at(row, 'receipt_time')) ?? false;
}

const maskTime = maskReal;
