import { type Kind, kind } from '../value-type.js';

/** A switch: true or false in code, 1 or 0 as text. */
export const toggle: Kind<boolean> = kind({
  expected: '1 or 0 (true or false in code)',
  placeholder: '1|0',
  parse: (value) => (typeof value === 'boolean' ? value : undefined),
  fromText: (text) => (text === '1' ? true : text === '0' ? false : text),
});

/** 21 million BTC, in sats. */
const MAX_MONEY = 2_100_000_000_000_000n;

/** An amount in BTC, or a fee rate in BTC per 1,000 virtual bytes. Resolves to sats. */
export const btc: Kind<bigint, number | string> = kind({
  expected: 'an amount in BTC with at most 8 decimals, for example 0.00001',
  placeholder: 'BTC',
  parse(value) {
    // JavaScript prints small numbers as 1e-8.
    const text = typeof value === 'number' ? value.toFixed(Number.isInteger(value) ? 0 : 8) : value;
    if (typeof value === 'number' && Number(text) !== value) return undefined;
    const [, whole, fraction = ''] = typeof text === 'string' ? (/^(\d{1,8})(?:\.(\d{0,8}))?$/.exec(text) ?? []) : [];
    if (whole === undefined) return undefined;
    const sats = BigInt(whole) * 100_000_000n + BigInt(fraction.padEnd(8, '0'));
    return sats <= MAX_MONEY ? sats : undefined;
  },
});

/** A credential of `rpcauth`: the HMAC-SHA256 of the password under the salt, in hex. */
export type RpcCredential = { user: string; salt: string; hash: string };

export const rpcCredential: Kind<RpcCredential, string> = kind({
  expected: 'user:salt$hash, where hash is the HMAC-SHA256 of the password in hex',
  placeholder: 'user:salt$hash',
  secret: true,
  parse(value) {
    const [, user, salt, hash] = typeof value === 'string' ? (/^([^:]+):([^$]+)\$([0-9a-f]{64})$/.exec(value) ?? []) : [];
    return user === undefined || salt === undefined || hash === undefined ? undefined : { user, salt, hash };
  },
});

/** The methods that a user may call. */
export type MethodList = { user: string; methods: string[] };

export const methodList: Kind<MethodList, string> = kind({
  expected: 'user:method,method,…',
  placeholder: 'user:methods',
  parse(value) {
    const [, user, methods] = typeof value === 'string' ? (/^([^:]+)(?::([\w, ]*))?$/.exec(value) ?? []) : [];
    return user === undefined ? undefined : { user, methods: (methods ?? '').split(/[, ]+/).filter((name) => name !== '') };
  },
});

export const clocks = ['blocks', 'running'] as const;
