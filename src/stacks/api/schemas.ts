import { C32_DIGITS } from '../../clarity/values.js';

/** Parameters of the API, as JSON Schema constants. Their errors are Ajv's own sentences, as the API answers them. */

const PRINCIPAL = `^[${C32_DIGITS}]{28,41}`;
const CONTRACT = `^[${C32_DIGITS}]{28,41}.[a-zA-Z]([a-zA-Z0-9]|[-_]){0,39}$`;
const HASH = '^(0x)?[a-fA-F0-9]{64}$';

/** An account; what follows an address in the text is ignored, as the API does in v1 and v2. */
export const address = { type: 'string', pattern: PRINCIPAL } as const;
/** An account in v3. */
export const addressV3 = { type: 'string', pattern: `${PRINCIPAL}$` } as const;
/** An account or a contract. */
export const principal = { anyOf: [address, { type: 'string', pattern: CONTRACT }] } as const;
export const principalV3 = { anyOf: [addressV3, { type: 'string', pattern: CONTRACT }] } as const;
export const contractId = { type: 'string', pattern: CONTRACT } as const;
export const transactionId = { type: 'string', pattern: HASH } as const;
export const text = { type: 'string' } as const;
export const flag = { type: 'boolean', default: false } as const;
export const height = { type: 'integer', minimum: 0 } as const;

/** A number of results. `limit=0` is the default where a handler says so. */
export function limit<const Default extends number, const Max extends number>(defaultLimit: Default, max: Max) {
  return { type: 'integer', minimum: 0, default: defaultLimit, maximum: max } as const;
}

/** A number of results in v3, where it is at least 1. */
export function limitV3<const Default extends number, const Max extends number>(defaultLimit: Default, max: Max) {
  return { type: 'integer', minimum: 1, default: defaultLimit, maximum: max } as const;
}

export const offset = { type: 'integer', minimum: 0, default: 0 } as const;

/** One of these words. */
export function word<const Words extends readonly string[]>(...words: Words) {
  return { anyOf: words.map((value) => ({ type: 'string', const: value })) } as unknown as {
    readonly anyOf: { readonly [I in keyof Words]: { readonly type: 'string'; readonly const: Words[I] } };
  };
}

/** `latest`, a hash or a height. */
export const blockId = { anyOf: [{ type: 'string', const: 'latest' }, transactionId, height] } as const;

/** The default and the highest number of results, by what is listed. */
export const LIMITS = {
  block: [20, 30],
  burnBlock: [20, 30],
  transaction: [20, 50],
  event: [20, 100],
  burnchain: [96, 250],
  contract: [20, 50],
  microblock: [20, 200],
  token: [50, 200],
  poxEvent: [96, 200],
  stacker: [100, 200],
  signer: [100, 250],
  cycle: [20, 60],
  holder: [100, 200],
  signature: [500, 1000],
  balance: [100, 200],
} as const;

/** A fungible token by its contract and name. */
export const assetIdentifier = {
  type: 'string',
  pattern: `^[${C32_DIGITS}]{28,41}\\.[a-zA-Z]([a-zA-Z0-9]|[-_]){0,39}::[a-zA-Z]([a-zA-Z0-9]|[-_!?+<>=/*]){0,127}$`,
} as const;
