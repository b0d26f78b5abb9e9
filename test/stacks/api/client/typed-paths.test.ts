import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createClient, type paths } from '@stacks/blockchain-api-client';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { type GetPath, NOT_SERVED, type PostPath, requests, type Sample, SERVED_POST } from './paths.js';
import { makeSample } from './sample.js';
import { wrongAnswers } from './type-check.js';

const schema = readFileSync(
  path.join(path.dirname(createRequire(import.meta.url).resolve('@stacks/blockchain-api-client')), 'generated/schema.d.ts'),
  'utf8',
);

type AnyRequest = { status?: number; path?: Record<string, unknown>; query?: object };

let devnet: Devnet;
let sample: Sample;
beforeAll(async () => {
  devnet = await startDevnet();
  sample = await makeSample(devnet);
});
afterAll(() => devnet.close());

test('default: every typed path is served, or is in the list of those that are not', () => {
  type Listed = keyof ReturnType<typeof requests> | (typeof NOT_SERVED)[number] | keyof typeof SERVED_POST;
  expectTypeOf<Exclude<keyof paths, Listed>>().toEqualTypeOf<never>();
  expectTypeOf<keyof paths>().toEqualTypeOf<GetPath | PostPath>();
  const listed = [...Object.keys(requests(sample)), ...Object.keys(SERVED_POST), ...NOT_SERVED];
  const typed = [...schema.matchAll(/^ {4}"(\/[^"]*)": \{/gm)].map(([, name]) => name);
  expect(typed).toHaveLength(115);
  expect(listed.toSorted()).toEqual(typed.toSorted());
});

test('default: each served path answers the client, with the body that it declares', { timeout: 120_000 }, async () => {
  const api = createClient({ baseUrl: devnet.urls.gateway ?? '' });
  const get = api.GET as (name: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
  const answers: { path: string; body: unknown }[] = [];
  for (const [name, { status = 200, ...params }] of Object.entries<AnyRequest>(requests(sample))) {
    const isText = name.endsWith('/plain');
    const { data, error, response } = await get(name, { params, ...(isText && { parseAs: 'text' }) });
    // The router has these words for a path without a route.
    expect(JSON.stringify(error ?? ''), name).not.toMatch(/Route GET:|there is nothing at/);
    expect(`${name} ${response.status}`).toBe(`${name} ${ODD[name] ?? status}`);
    if (response.status === 200 && !isText && !UNTYPED.has(name)) answers.push({ path: name, body: data });
  }
  expect(wrongAnswers(answers)).toEqual([]);
});

/** The client declares no body for these. */
const UNTYPED = new Set(['/extended/v1/{pox}/events', '/extended/v1/{pox}/tx/{tx_id}', '/extended/v1/{pox}/stacker/{principal}']);

/** What an API without names answers. */
const ODD: Record<string, number> = { '/v1/namespaces/{tld}/names': 400, '/v2/prices/names/{name}': 400 };

test('default: a path that is not served answers 404 in words of the gateway', async () => {
  for (const name of NOT_SERVED) {
    const response = await fetch(`${devnet.urls.gateway}${name.replaceAll(/\{\w+\}/g, sample.btcAddress)}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('there is nothing at GET') });
  }
});

test('default: what the API keeps for old clients has a warning, and nothing else', async () => {
  const isDeprecated = (name: string): boolean => {
    const at = schema.indexOf(`\n    "${name}": {`);
    const [, before = ''] = /^([\s\S]*?)\n {8}get/.exec(schema.slice(at)) ?? [];
    return before.includes('@deprecated');
  };
  for (const [name, { path: parameters = {} }] of Object.entries<AnyRequest>(requests(sample))) {
    const url = name.replaceAll(/\{(\w+)\}/g, (_all, key: string) => String(parameters[key]));
    const { headers } = await fetch(`${devnet.urls.gateway}${url}`, { redirect: 'manual' });
    const isMarked = isDeprecated(name) || LATER.some((route) => name.startsWith(route));
    expect(`${name} ${headers.get('warning')?.split(':')[0]}`).toBe(`${name} ${isMarked ? '299 - "Deprecated' : undefined}`);
  }
});

test('behavior: a hash without 0x leads to the one with it, whatever its letters are', async () => {
  for (const [path, location] of Object.entries({
    [`/extended/v1/block/${sample.block.hash.slice(2)}`]: `/extended/v1/block/${sample.block.hash}`,
    '/extended/v1/block/%F2%9A%8A%88(': '/extended/v1/block/0x%F2%9A%8A%88(',
    '/extended/v1/microblock/%C3%9F': '/extended/v1/microblock/0x%C3%9F',
  })) {
    const { status, headers } = await fetch(`${devnet.urls.gateway}${path}`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([302, location]);
  }
});

/** Deprecated by the API 9.0.2, not yet by the types of the client 9.0.2. */
const LATER = ['/extended/v1/stx_supply/'];
