import { Cl } from '@stacks/transactions';
import { startDevnet } from '#dist/index.js';
import type { Devnet } from '#dist/network/types.js';
import { testCache } from '../../cache.js';
import type { Reach } from '../reach.js';
import type { Difference, Judge, Pair } from '../types.js';
import { type Account, type Act, beginChain, type Chain, CLASSES, endChain, perform } from './acts.js';
import { type Answer, differences, isObject, maskReal, readAnswer, rowsOf, sortRows } from './compare.js';
import { type RealApi, startRealApi } from './real-api.js';
import { type Ask, routeOf, type Value } from './requests.js';

export type Step = Act | (Ask & { copy?: number });

/** The API that judges: how it is asked, and how long until it has all that we have. */
type Referee = AsyncDisposable & {
  /** Makes it as new as our network. @param kind of a copy */
  settle(chain: Chain, kind: number): Promise<void>;
  /** Its address. */
  url(): string;
  mask(value: unknown): unknown;
};

const SETTLE_MS = 20_000;
/** After the last event, the next one comes at once, if there is one. */
const IDLE_MS = 12;
/** A walk ends after so many pages. */
const PAGES = 8;

export async function openPair({ judge, seed, reach }: { judge: Judge; seed: number; reach: Reach }): Promise<Pair<Step>> {
  const real = judge === 'real' ? await startRealApi() : undefined;
  let devnet: Devnet | undefined;
  try {
    devnet = await startNetwork(real);
    const referee = real === undefined ? await refereeOfItself(devnet) : refereeOf(real, devnet);
    const key = devnet.accounts['wallet_8']?.privateKey as string;
    const bank: Account = { key, address: devnet.accounts['wallet_8']?.stx.address as string, nonce: 0 };
    return makePair(devnet, referee, bank, seed, reach);
  } catch (error) {
    await devnet?.close();
    await real?.[Symbol.asyncDispose]();
    throw error;
  }
}

function startNetwork(real: RealApi | undefined): Promise<Devnet> {
  return startDevnet({
    cache: testCache,
    epoch: '3.4',
    sbtc: false,
    mining: { bitcoin: 'manual', stacks: 'manual' },
    ...(real && { eventObservers: [real.relay.endpoint], ports: { stacks: real.nodePort } }),
  });
}

function refereeOf(real: RealApi, devnet: Devnet): Referee {
  let isNew = true;
  return {
    url: () => real.url,
    mask: maskReal,
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

/** A copy, a second network with our state file, or our own network after a restore of this moment. */
async function refereeOfItself(devnet: Devnet): Promise<Referee> {
  const second = await startNetwork(undefined);
  let copy: Devnet | undefined;
  let url = '';
  const forget = async (): Promise<void> => {
    await copy?.close();
    copy = undefined;
  };
  return {
    url: () => url,
    mask: (value) => value,
    async settle(_chain, kind) {
      await forget();
      if (kind === 0) {
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

function makePair(devnet: Devnet, referee: Referee, bank: Account, seed: number, reach: Reach): Pair<Step> {
  const gateway = devnet.urls.gateway as string;
  let rounds = 0;

  async function* play(steps: readonly Step[]): AsyncGenerator<Difference> {
    const chain = await beginChain(devnet, bank, `${seed} ${rounds++}`);
    const hashes: Record<'blockHash' | 'indexHash' | 'burnHash', string[]> = { blockHash: [], indexHash: [], burnHash: [] };
    const cursors = new Map<string, [ours: string, judge: string][]>();
    const past = new Map<string, Past[]>();
    let facts: Facts | undefined;
    let settledAs: number | undefined;
    try {
      for (const [place, step] of steps.entries()) {
        if (step.do !== 'ask') {
          if (await perform(devnet, chain, step)) {
            facts = undefined;
            settledAs = undefined;
          }
          reach.count(`act ${step.do}`, false);
          continue;
        }
        const route = routeOf.get(step.route);
        if (route === undefined) continue;
        const kind = (step.copy ?? 0) % 3;
        if (settledAs !== kind && (settledAs === undefined || referee.url() !== '')) {
          await referee.settle(chain, kind);
          settledAs = kind;
        }
        facts ??= await learn();
        for await (const { path, ours, judge } of askBoth(step, facts)) {
          yield { step: place, about: step.route, path, ours, judge };
        }
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

    async function* askBoth(step: Ask, known: Facts): AsyncGenerator<{ path: string; ours: unknown; judge: unknown }> {
      const made = requestOf(step, known);
      if (made === undefined) return;
      const names = Object.keys(step.with ?? {}).filter((name) => routeOf.get(step.route)?.query[name] !== undefined);
      let [ourPath, theirPath] = made;
      for (let page = 0; page < PAGES; page++) {
        const key = `${step.route} ${ourPath}`;
        const earlier = past.get(key) ?? [];
        const before = step.etag ? earlier.at(-Math.ceil(step.etag / 2)) : undefined;
        const [ours, judge] = await Promise.all([request(gateway, ourPath), request(referee.url(), theirPath)]);
        reach.count(step.route, ours.status >= 400);
        for (const name of names) reach.count(`${step.route} ?${name}`, ours.status >= 400);
        yield* differences(arranged(step.route, ours, judge), arranged(step.route, judge, ours), referee.mask);
        if (before !== undefined) yield* conditional(step, ourPath, before, { ours, judge });
        past.set(key, [...earlier.slice(-3), { ours, judge }]);
        remember(step.route, ours.body, judge.body);
        if (!step.walk) return;
        const next = nextPage(step.route, page, ours.body, judge.body, ourPath, theirPath);
        if (next === undefined) return;
        [ourPath, theirPath] = next;
      }
    }

    /** An ETag must say exactly whether the answer is still the same. */
    async function* conditional(
      step: Ask,
      path: string,
      before: Past,
      now: Past,
    ): AsyncGenerator<{ path: string; ours: unknown; judge: unknown }> {
      const tag = before.ours.headers['etag'];
      if (tag === null || tag === undefined || now.ours.status !== 200) return;
      const form = [tag, `W/${tag}`, `"x", ${tag}`, `"x",${tag}`][(step.etag ?? 0) % 4] as string;
      const answer = await request(gateway, path, { 'if-none-match': form });
      reach.count(`${step.route} if-none-match`, false);
      const isSame = JSON.stringify(maskTime(before.judge.body)) === JSON.stringify(maskTime(now.judge.body));
      const expected = isSame ? 304 : 200;
      if (answer.status !== expected) yield { path: `if-none-match: ${answer.status}`, ours: answer.status, judge: expected };
      if (answer.status === 304) {
        const theirTag = now.judge.headers['etag'];
        if (typeof theirTag !== 'string') return;
        const theirs = await request(referee.url(), path, { 'if-none-match': theirTag });
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
    function requestOf({ route, with: given = {} }: Ask, known: Facts): [string, string] | undefined {
      const { params, query } = routeOf.get(route) as NonNullable<ReturnType<typeof routeOf.get>>;
      let path = route;
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
      const one = single(value.is, place, value.form ?? 0, known);
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

async function request(base: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(base + path, { headers, redirect: 'manual', signal: AbortSignal.timeout(30_000) });
  return readAnswer(base, response);
}

const at = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

function pushPair(list: [string, string][], ours: unknown, judge: unknown): void {
  if (typeof ours === 'string' && typeof judge === 'string' && !list.some(([known]) => known === ours)) list.push([ours, judge]);
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
  const set = (path: string, name: string, value: string): string => {
    const [before, after = ''] = path.split('?') as [string, string?];
    const search = new URLSearchParams(after);
    search.set(name, value);
    return `${before}?${search.toString()}`;
  };
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
  const isOpen = ANY_ORDER.test(route) || (MEMPOOL.test(route) && clocksDiffer(answer.body, other.body));
  return isOpen ? { ...answer, body: sortRows(maskTime(answer.body)) } : answer;
}

function commonRows(body: unknown, other: unknown): unknown {
  const rows = rowsOf(body);
  const ids = new Set(rowsOf(other)?.map((row) => at(row, 'contract_id')));
  if (rows === undefined || rows.length !== rowsOf(other)?.length) return body;
  return sortRows({ ...(body as object), results: rows.filter((row) => ids.has(at(row, 'contract_id'))) });
}

/** Whether the two sides have seen pending transactions in different seconds. */
function clocksDiffer(one: unknown, two: unknown): boolean {
  const timesOf = (body: unknown): string =>
    JSON.stringify((rowsOf(body) ?? []).map((row) => [at(row, 'tx_id'), at(row, 'receipt_time')]).toSorted());
  return timesOf(one) !== timesOf(two);
}

const maskTime = maskReal;
