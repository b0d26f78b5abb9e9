import { setTimeout as delay } from 'node:timers/promises';
import type { DevnetError } from '#dist/base/error.js';
import { named, ofGateways, read, requestOf } from '#dist/network/operations.js';
import type { LocalDevnet, OperableDevnet } from '#dist/network/types.js';
import type { DevnetOptions } from '#dist/project/config/start-options.js';
import { connectDevnet } from '#dist/start/connect.js';
import { startDevnet } from '#dist/start/start-devnet.js';
import { testCache } from '../../cache.js';
import type { Reach } from '../reach.js';
import { DOORS } from './steps.js';
import { text } from './text.js';

/** An operation that has no answer after so long hangs. Two snapshots of real nodes wait for up to four minutes, one after the other. */
const DEADLINE_MS = { embedded: 60_000, native: 400_000 };
/** The codes that every operation may have. */
const GENERAL = ['INVALID_INPUT', 'NOT_READY', 'NOT_REACHABLE', 'FORBIDDEN'];

/** A network with all its doors. */
export type Net = {
  devnet: LocalDevnet;
  connected: OperableDevnet;
  engine: 'embedded' | 'native';
  close(): Promise<void>;
};

export type Fields = Readonly<Record<string, unknown>>;
/** How an operation ended. `listed` says whether its row has the code. */
export type Outcome = { ok: true; value: unknown } | { ok: false; code: string; message: string; listed: boolean };

export async function startNet(options: DevnetOptions = {}): Promise<Net> {
  const given = { gateway: { port: 0 }, cache: testCache, ...options } as DevnetOptions;
  return netOf((await startDevnet(given)) as LocalDevnet);
}

/** The doors of a network that runs. */
export async function netOf(devnet: LocalDevnet): Promise<Net> {
  const connected = (await connectDevnet(devnet.urls.gateway)) as OperableDevnet;
  return {
    devnet,
    connected,
    engine: devnet.engine as 'embedded' | 'native',
    async close() {
      await connected.close();
      await devnet.close();
    },
  };
}

/** Does an operation of the table through a door, and counts it. */
export async function ask(net: Net, door: number, name: string, fields: Fields, reach: Reach): Promise<Outcome> {
  const outcome = await settle(name, net, () => through(net, DOORS[door % DOORS.length] as string, name, fields));
  const { errors } = named(name);
  const judged = outcome.ok ? outcome : { ...outcome, listed: outcome.listed || (errors as readonly string[]).includes(outcome.code) };
  reach.count(name, !judged.ok);
  if (!judged.ok) reach.count(refused(name), true);
  return judged;
}

/** The name under which a refused operation is counted. */
export function refused(name: string): string {
  return `${name}, refused`;
}

/** Does something that is no row of the table, such as `devnet.stacks.transfer`. */
export async function askInCode(net: Net, codes: readonly string[], call: () => Promise<unknown>): Promise<Outcome> {
  const outcome = await settle('code', net, call);
  return outcome.ok ? outcome : { ...outcome, listed: outcome.listed || codes.includes(outcome.code) };
}

async function settle(what: string, net: Net, call: () => Promise<unknown>): Promise<Outcome> {
  const timer = new AbortController();
  const hang = delay(DEADLINE_MS[net.engine], undefined, { signal: timer.signal }).then(
    (): Outcome => ({ ok: false, code: 'HANG', message: `${what} does not end`, listed: false }),
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([call().then((value): Outcome => ({ ok: true, value }), failed), hang]);
  } finally {
    timer.abort();
  }
}

function failed(error: unknown): Outcome {
  const { name, code, message, hint } = error as DevnetError;
  if (name !== 'DevnetError')
    return { ok: false, code: `no DevnetError: ${name}`, message: (error as Error).stack ?? message, listed: false };
  // The last output of real nodes says more.
  const shown = code === 'TIMEOUT' && hint !== undefined ? `${message}\n${hint}` : message;
  return { ok: false, code, message: shown, listed: GENERAL.includes(code) };
}

async function through({ devnet, connected }: Net, door: string, name: string, fields: Fields): Promise<unknown> {
  const row = named(name);
  if (door === 'http' && row.prepare === undefined && row.output?.media === undefined && name !== 'loadState') {
    return overHttp(devnet.urls.gateway as string, name, fields);
  }
  if (door !== 'code') return connected.perform(row, fields);
  const own = name.split('.').reduce<unknown>((group, part) => (group as Record<string, unknown> | undefined)?.[part], devnet);
  // What is no function in code is called by the other doors alone.
  if (typeof own !== 'function') return connected.perform(row, fields);
  const positional: readonly string[] = row.positional;
  const args = positional.map((field) => fields[field]);
  const options = Object.entries(fields).filter(([field]) => !positional.includes(field));
  if (options.length > 0) args.push(Object.fromEntries(options));
  const value = await own(...args);
  // In code, these two return less than the answer of the row.
  if (name === 'snapshot') return { id: value };
  return name === 'chaos.active' ? { active: value } : value;
}

async function overHttp(gateway: string, name: string, fields: Fields): Promise<unknown> {
  const row = named(name);
  const { method, path, body, bytes } = requestOf(row, fields);
  const response = await fetch(`${gateway}/devnet/v1${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(text(body)), headers: { 'content-type': 'application/json' } }),
    ...(bytes !== undefined && { body: Buffer.from(bytes), headers: { 'content-type': 'application/octet-stream' } }),
  });
  const words = await response.text();
  const answer = words === '' ? undefined : JSON.parse(words);
  if (!response.ok) {
    const error = new Error(String(answer?.error ?? answer?.message ?? words));
    throw Object.assign(error, { name: answer?.code === undefined ? `status ${response.status}` : 'DevnetError', code: answer?.code });
  }
  if (response.status === 202) throw Object.assign(new Error('202'), { name: 'DevnetError', code: 'TIMEOUT', payment: answer });
  if (row.output === undefined || row.http?.answers !== undefined) return undefined;
  return read(row.output as never, answer, ofGateways);
}
