import type { HttpRequest } from './client.js';
import type { Depth } from './compare.js';

type Params = unknown[] | Record<string, unknown>;

/** One request that both nodes get. */
export type Case = {
  title: string;
  /** The method, for the list of differences; `http` for what is not about a method. */
  about: string;
  body: unknown;
  options?: HttpRequest | undefined;
  /** @default values */
  depth?: Depth | undefined;
};

/** A call with positional or named arguments. @param title @default the method and its arguments, long hex shortened */
export function call(method: string, params: Params = [], depth: Depth = 'values', title = titleOf(method, params)): Case {
  return { title, about: method, body: { id: 1, method, params }, depth };
}

/** Calls of one method with different arguments. */
export function calls(method: string, list: Params[], depth?: Depth): Case[] {
  return list.map((params) => call(method, params, depth));
}

/** Calls of one method by what is special about their arguments. */
export function named(method: string, list: Record<string, Params>, depth?: Depth): Case[] {
  return Object.entries(list).map(([what, params]) => call(method, params, depth, `${method} ${what}`));
}

/** The title of a call that has no other. */
export function titleOf(method: string, params: Params = [], { path = '/' }: HttpRequest = {}): string {
  const [, wallet] = /^\/wallet\/(\w+)$/.exec(path) ?? [];
  return `${wallet === undefined ? '' : `${wallet}: `}${method} ${shortened(params)}`;
}

function shortened(params: Params): string {
  return JSON.stringify(params)
    .slice(1, -1)
    .replace(/[0-9a-f]{24,}/gi, (text) => `${text.slice(0, 4)}…${text.slice(-8)}`);
}
