import { invalid } from '../../../base/error.js';
import { isRecord } from '../../../base/json.js';
import { serializeArgument } from '../trace.js';

const VALUES = ['value', 'key', 'id'];

/** Returns the steps of a simulation with serialized values and without big integers, as the control route takes them. */
export async function serializeSteps(request: object): Promise<object> {
  const { overrides, steps, ...others } = request as { overrides?: unknown; steps?: unknown };
  return {
    ...others,
    steps: await serializeAll(steps, 'steps'),
    ...(overrides !== undefined && { overrides: await serializeAll(overrides, 'overrides') }),
  };
}

async function serializeAll(items: unknown, field: string): Promise<unknown[]> {
  if (!Array.isArray(items)) throw invalid(field, 'a list', items);
  return Promise.all(items.map((item) => (isRecord(item) ? serializeItem(item) : item)));
}

async function serializeItem(item: Record<string, unknown>): Promise<object> {
  const fields = Object.entries(item).map(async ([name, field]): Promise<[string, unknown]> => {
    if (typeof field === 'bigint') return [name, `${field}`];
    if (name === 'args' && Array.isArray(field)) return [name, await Promise.all(field.map(serializeArgument))];
    return [name, VALUES.includes(name) ? await serializeArgument(field) : field];
  });
  return Object.fromEntries(await Promise.all(fields));
}
