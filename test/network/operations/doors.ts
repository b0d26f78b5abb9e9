import { expect } from 'vitest';
import type { Fields } from '#dist/network/operations/codec.js';
import type { AnyOperation } from '#dist/network/operations/operation.js';
import { requestOf } from '#dist/network/operations/request.js';
import { checkSchema, ofCallers } from '#dist/network/operations/schema-check.js';
import { answeredBy } from '#dist/network/operations/table.js';
import type { Devnet } from '#dist/network/types.js';

/** A way to an operation. */
export type Door = (row: AnyOperation, name: string, input: Record<string, unknown>) => Promise<unknown>;

/** Returns the function that code has for an operation; undefined if it has another one. */
export function functionIn(network: Devnet, name: string): unknown {
  const fn = name.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], network);
  return typeof fn === 'function' ? fn : undefined;
}

/** Calls the function that code has, and returns what it gives as JSON. */
export const inCode =
  (of: () => Devnet): Door =>
  async ({ input, positional }, name, values) => {
    const fn = functionIn(of(), name) as (...args: unknown[]) => Promise<unknown>;
    const options = Object.fromEntries(Object.entries(values).filter(([field]) => !positional.includes(field)));
    const args = (positional as readonly string[]).map((field) => values[field]);
    const hasOptions = Object.keys(input as Fields).length > positional.length;
    const value: unknown = await fn(...args, ...(hasOptions && Object.keys(options).length > 0 ? [options] : []));
    if (value instanceof Uint8Array) return null;
    return value === undefined ? null : asJson(value);
  };

export function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? `${item}` : item)));
}

/** Asks the gateway of a network, also without a port, and returns what it answers. */
export const overHttp =
  (of: () => Devnet): Door =>
  async (row, _name, values) => {
    const { method, path, body, bytes } = requestOf(row, values);
    const response = await of().fetch(`/devnet/v1${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      ...(bytes !== undefined && { body: Buffer.from(bytes), headers: { 'content-type': 'application/octet-stream' } }),
    });
    expect(response.status, await response.clone().text()).toBeLessThan(300);
    const text = await response.text();
    if (text === '' || row.output?.media !== undefined) return null;
    const answer = JSON.parse(text);
    const { output } = answeredBy(row);
    // The answer is what the OpenAPI document says.
    if (output !== undefined) checkSchema(output.schema, answer, ofCallers, '', 'the answer');
    return answer;
  };

/** What differs from run to run, because it has the time of a block in it. */
const CHANGING = /^s\d+$|^(?:0x)?[0-9a-f]{64}$|^\d{4}-\d\d-\d\dT|^\d+-[0-9a-f]+$|^(?:0x)?[0-9a-f]{130,}$/;
export function steady(value: unknown): unknown {
  if (typeof value === 'string') return CHANGING.test(value) ? '…' : value.replace(/\/clones\/c\d+$/, '/clones/…');
  if (Array.isArray(value)) return value.map(steady);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, ['id', 'time', 'burnTime'].includes(name) ? typeof item : steady(item)]),
  );
}
