import { isIP } from '#platform/sockets.js';
import { ownValue } from '../../../base/own-value.js';
import { categoriesOf, LOG_CATEGORIES } from '../../../bitcoin/log-categories.js';
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

const UNITS: Readonly<Record<string, number>> = { k: 1e3, K: 1024, m: 1e6, M: 1024 ** 2, g: 1e9, G: 1024 ** 3, t: 1e12, T: 1024 ** 4 };

/** A number of bytes; a number without a unit counts MiB. */
export const byteSize: Kind<bigint, number | string> = kind({
  expected: 'a number of MiB, or one with a unit: k, m, g or t by 1000, K, M, G or T by 1024, for example 500M',
  placeholder: 'n[unit]',
  parse(value) {
    const [, digits, unit = 'M'] = /^(\d{1,15})([kKmMgGtT]?)$/.exec(String(value))?.map((part) => part || undefined) ?? [];
    const bytes = Number(digits) * (UNITS[unit] ?? Number.NaN);
    return Number.isSafeInteger(bytes) ? BigInt(bytes) : undefined;
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

/** The rules that may hold from a later height, under bitcoind's names. */
const deployments = ['bip34', 'dersig', 'cltv', 'csv', 'segwit'] as const;
export type ActivationHeight = { deployment: (typeof deployments)[number]; height: number };

export const activationHeight: Kind<ActivationHeight, string> = kind({
  expected: `name@height, where name is ${deployments.join(', ')}`,
  placeholder: 'name@height',
  parse(value) {
    const [, name, height] = typeof value === 'string' ? (/^(\w+)@(\d{1,9})$/.exec(value) ?? []) : [];
    const deployment = deployments.find((known) => known === name);
    return deployment === undefined ? undefined : { deployment, height: Number(height) };
  },
});

/** How blocks signal for a deployment (BIP9). Times in seconds since 1970. */
export type VersionBits = { deployment: 'testdummy'; startTime: number; timeout: number; minActivationHeight: number };

export const versionBits: Kind<VersionBits, string> = kind({
  expected: 'testdummy:start:end or testdummy:start:end:height, with times in seconds since 1970; a start of -1 is always, -2 never',
  placeholder: 'testdummy:start:end:height',
  parse(value) {
    const [, start, end, height = '0'] =
      typeof value === 'string' ? (/^testdummy:(-?\d{1,19}):(-?\d{1,19})(?::(\d{1,9}))?$/.exec(value) ?? []) : [];
    const [startTime, timeout] = [Number(start), Number(end)];
    return Number.isNaN(startTime) ? undefined : { deployment: 'testdummy', startTime, timeout, minActivationHeight: Number(height) };
  },
});

/** Permissions of bitcoind's peers. `in` and `out` choose the direction of connections; without them, `in`. */
const permissions = ['bloomfilter', 'noban', 'forcerelay', 'relay', 'mempool', 'download', 'addr'] as const;
const GROUPS: Record<string, readonly (typeof permissions)[number][]> = {
  all: permissions,
  implicit: ['noban', 'relay', 'mempool'],
  in: [],
  out: [],
};
export type PeerPermissions = {
  permissions: (typeof permissions)[number][];
  address: string;
  prefix: number;
  inbound: boolean;
  outbound: boolean;
};

export const peerPermissions: Kind<PeerPermissions, string> = kind({
  expected:
    'an address or a network such as 127.0.0.1 or 10.0.0.0/8, with permissions ' +
    `(${permissions.join(', ')}, all, in, out) before it: noban@127.0.0.1`,
  placeholder: 'permissions@address',
  parse(value) {
    const [, names = 'implicit', address = '', digits] =
      typeof value === 'string' ? (/^(?:([a-z,]*)@)?([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(value) ?? []) : [];
    const family = isIP(address);
    const prefix = digits === undefined ? (family === 6 ? 128 : 32) : Number(digits);
    const words = names.split(',').filter((word) => word !== '');
    const given = words.map((name) => permissions.find((known) => known === name) ?? ownValue(GROUPS, name));
    if (family === 0 || prefix > (family === 6 ? 128 : 32) || given.includes(undefined)) return undefined;
    const [inbound, outbound] = [words.includes('in'), words.includes('out')];
    return { permissions: given.flatMap((permission) => permission ?? []), address, prefix, inbound: inbound || !outbound, outbound };
  },
});

export const clocks = ['blocks', 'running'] as const;

/** What BIP14 allows in comments. */
export const comment: Kind<string, string> = kind({
  expected: 'letters, digits, spaces and .,;-_?@',
  placeholder: 'text',
  parse: (value) => (typeof value === 'string' && /^[\w .,;?@-]*$/.test(value) ? value : undefined),
});

export const logCategory: Kind<string, string> = kind({
  expected: `a category of the log: all, ${LOG_CATEGORIES.join(', ')}`,
  placeholder: 'category',
  parse: (value) => (typeof value === 'string' && categoriesOf(value) !== undefined ? value : undefined),
});

export const addressTypes = ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'] as const;
