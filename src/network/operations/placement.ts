import { type Fields, travelling } from './codec.js';
import type { Http } from './operation.js';

/** Where a request has the fields of an operation. */
export type Placement = {
  inPath: readonly string[];
  /** By field: the header that has it. */
  inHeaders: Readonly<Record<string, string>>;
  /** Those of the query or the body. */
  rest: readonly string[];
  restIn: 'query' | 'body';
};

/** Places the fields that travel. */
export function placementOf(fields: Fields, { method, path, headers = {} }: Http): Placement {
  const parts = path.split('/');
  const isInPath = (name: string): boolean => parts.includes(`:${name}`);
  const names = travelling(fields).map(([name]) => name);
  return {
    inPath: names.filter(isInPath),
    inHeaders: headers,
    rest: names.filter((name) => !isInPath(name) && headers[name] === undefined),
    restIn: method === 'GET' || method === 'DELETE' ? 'query' : 'body',
  };
}

/** Returns the path with values for its parameters. */
export function filledPath({ path }: Pick<Http, 'path'>, value: (name: string) => string): string {
  return path.replace(/:(\w+)/g, (_, name: string) => value(name));
}
