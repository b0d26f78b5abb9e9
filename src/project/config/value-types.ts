import { resolve } from '#platform/paths.js';
import { invalid } from '../../base/error.js';
import { isWhole, listWords } from '../../base/words.js';
import { decodeAddress } from '../../clarity/values.js';
import { MINING_MODES, type MiningMode, readMiningMode } from '../../stacks/mining-mode.js';
import { checkTestnetPrincipal } from '../../stacks/principal.js';
import { type Kind, kind } from './value-type.js';

/** Accepts one of these words. @param why why no others are possible, for error messages */
export function oneOf<const T extends string>(words: readonly T[], why?: string): Kind<T> {
  const expected = why === undefined ? listWords(words) : `${listWords(words)} (${why})`;
  const asText = (value: unknown) => words.find((word) => typeof value === 'number' && Number(word) === value);
  const hint = (value: unknown) => asText(value) && `Write it as text: '${asText(value)}'.`;
  return kind({ expected, placeholder: words.join('|'), parse: (value) => words.find((word) => word === value), hint });
}

/** Accepts a whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number): Kind<number> {
  return kind({
    expected: `a whole number from ${min} to ${max}`,
    placeholder: 'n',
    parse: (value) => (isWhole(value) && value >= min && value <= max ? value : undefined),
    fromText: numberFromText,
  });
}

export const truth: Kind<boolean> = kind({
  expected: 'true or false',
  placeholder: 'true|false',
  parse: (value) => (typeof value === 'boolean' ? value : undefined),
  fromText: (text) => (text === 'true' ? true : text === 'false' ? false : text),
});

export type TextOptions = {
  expected: string;
  placeholder: string;
  /** The pattern of the text. @default at least one character */
  pattern?: RegExp | undefined;
  secret?: boolean | undefined;
};

export function text({ pattern = /./s, ...options }: TextOptions): Kind<string> {
  return kind({ ...options, parse: (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined) });
}

/** An account of any network. */
export const anyAddress: Kind<string> = kind({
  expected: 'a Stacks address (ST…, SN…, SP… or SM…)',
  placeholder: 'address',
  parse: (value) => (typeof value === 'string' && decodeAddress(value) !== undefined ? value : undefined),
});

/** An account of a test network. */
export const address: Kind<string> = {
  expected: 'a testnet Stacks address (ST… or SN…)',
  placeholder: 'principal',
  read(value, { field }) {
    if (typeof value !== 'string' || value.includes('.')) throw invalid(field, address.expected, value);
    checkTestnetPrincipal(value, field);
    return value;
  },
  readText: (text, place) => address.read(text, place),
};

/** Printable ASCII without spaces, as HTTP headers need it. Error messages hide it. */
export function token(placeholder: string): Kind<string> {
  return text({ expected: 'printable ASCII without spaces', placeholder, pattern: /^[\x21-\x7e]+$/, secret: true });
}

/** A file or folder; a relative path becomes absolute. */
export const path: Kind<string> = kind({
  expected: 'a path',
  placeholder: 'path',
  parse: (value, { directory = '' }) => (isPath(value) ? resolve(directory, value) : undefined),
});

/** A Clarinet project: a path, which becomes absolute, or `false` for none. */
export const projectPath: Kind<string | false> = kind({
  expected: 'the path of a Clarinet project, or false for none',
  placeholder: 'project',
  parse: (value, { directory = '' }) => (value === false ? false : isPath(value) ? resolve(directory, value) : undefined),
  fromText: (text) => (text === 'false' ? false : text),
});

/** An executable: a path, which becomes absolute, or a name to look up on PATH. */
export const program: Kind<string> = kind({
  expected: 'a path, or a name to look up on PATH',
  placeholder: 'path',
  parse(value, { directory = '' }) {
    if (!isPath(value)) return undefined;
    return value.includes('/') ? resolve(directory, value) : value;
  },
});

/** A container image as container engines name it: `[host[:port]/]name[:tag][@digest]`. */
export const image: Kind<string> = text({
  expected: 'the name of a container image, for example lncm/bitcoind:v27.2',
  placeholder: 'image',
  pattern: /^[a-zA-Z0-9][\w.:/@-]*$/,
});

/** A private key of 64 hex digits; the suffix `01` of a compressed key is dropped. */
export const privateKey: Kind<string> = kind({
  expected: 'a private key of 64 hex digits, with or without the suffix 01',
  placeholder: 'key',
  parse(value) {
    const [, key] = typeof value === 'string' ? (/^([0-9a-f]{64})(?:01)?$/i.exec(value) ?? []) : [];
    return key?.toLowerCase();
  },
  secret: true,
});

/** `auto`, `manual`, or the interval between blocks in ms: an object in code and files, a number as text. */
export const miningMode: Kind<MiningMode> = kind({
  expected: MINING_MODES,
  placeholder: 'auto|manual|ms',
  parse: readMiningMode,
  fromText: (text) => (/^\d+$/.test(text) ? { intervalMs: Number(text) } : text),
});

/** Converts digits to a number; other text stays text, which `parse` then refuses. */
export function numberFromText(value: string): unknown {
  return /^\d{1,15}$/.test(value) ? Number(value) : value;
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && /^[^\0]+$/s.test(value);
}
