/** A value that error messages must not show. */
class Hidden {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** Marks a value as secret: {@link showValue} then shows only its type and length. */
export function hidden(value: unknown): unknown {
  return new Hidden(value);
}

/** A text that error messages may show as it is. */
class Public {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Marks a value of a field that never has a secret, as the id of a transaction: {@link showValue} would take 64 hex digits for a
 * private key.
 */
export function notSecret(value: unknown): unknown {
  return typeof value === 'string' ? new Public(value) : value;
}

/**
 * Shows a value from outside in an error message. It never shows what an object or list contains: an account, passed by mistake
 * instead of its address, contains a private key. In text it replaces keys and mnemonics.
 */
export function showValue(value: unknown): string {
  if (value instanceof Hidden) return typeof value.value === 'string' ? `text of ${value.value.length} characters` : showType(value.value);
  if (value instanceof Public) return cut(JSON.stringify(value.text.slice(0, READ)));
  if (typeof value === 'string') return cut(JSON.stringify(hideSecrets(value.slice(0, READ))));
  return showType(value);
}

/** Shows text from outside without quotes, such as a key of a body: without secrets, and cut. */
export function showName(text: string): string {
  return cut(hideSecrets(text.slice(0, READ)));
}

function showType(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  const keys = Object.keys(value);
  return keys.length === 0 ? 'an empty object' : showName(`an object with ${keys.join(', ')}`);
}

/** Characters to read of a text of any length: so many that a secret at their end is not among those that are shown. */
const READ = 10_000;

function cut(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}

/** What secrets look like. A txid looks like a private key, so this is for input that is refused, not for every message. */
const SECRETS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b(?:0x)?[0-9a-f]{64}(?:01)?\b/gi, '[private key]'],
  [/\b[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}\b/g, '[private key]'],
  [/\b[a-z]prv[1-9A-HJ-NP-Za-km-z]{100,}\b/g, '[private key]'],
  [/\b(?:[a-z]{3,8}\s+){5,}[a-z]{3,8}\b/gi, '[mnemonic]'],
  [/(?<=:\/\/)[^\s/@:]*:[^\s/@]*(?=@)/g, '[credentials]'],
];

/** Replaces private keys, mnemonics and the credentials of URLs in text. */
export function hideSecrets(text: string): string {
  return SECRETS.reduce((shown, [pattern, name]) => shown.replace(pattern, name), text);
}
