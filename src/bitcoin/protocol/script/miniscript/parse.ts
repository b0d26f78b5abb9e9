import { fromHex, isHex } from '../../codec/hex.js';
import { MAX_PUBKEYS_PER_MULTISIG } from '../pattern.js';
import { type Expression, expression } from './expression.js';
import type { Fragment, MiniscriptContext } from './fragment.js';
import { MAX_PUBKEYS_PER_MULTI_A } from './leaf.js';

type ParseOptions<Key> = {
  context: MiniscriptContext;
  /** Parses a key. Undefined makes the text invalid. */
  key(text: string): Key | undefined;
};

/** An expression whose arguments are being read. */
type Call<Key> = { name: string; wrappers: string; k: number; subs: Expression<Key>[] };

const MAX_LOCK = 0x7fffffff;
const HASH_SIZES = new Map<string, number>([
  ['sha256', 32],
  ['hash256', 32],
  ['ripemd160', 20],
  ['hash160', 20],
]);
/** The number of arguments of the functions of other expressions. */
const ARITY = new Map<string, number>([
  ['andor', 3],
  ...['and_n', 'and_v', 'and_b', 'or_b', 'or_c', 'or_d', 'or_i'].map((name): [string, number] => [name, 2]),
]);
const WRAPPERS = /[a-z]+:/y;
const CALL = /([a-z_0-9]+)\(/y;
const THRESHOLD = /(\d{1,10}),/y;

/** Parses the text of an expression (BIP379). Returns undefined if it is none; its types may be wrong. */
export function parseMiniscript<Key>(text: string, options: ParseOptions<Key>): Expression<Key> | undefined {
  const open: Call<Key>[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at += found?.[0].length ?? 0;
    return found === null ? undefined : (found[1] ?? found[0]);
  };
  for (;;) {
    const wrappers = (take(WRAPPERS) ?? ':').slice(0, -1);
    if (wrappers.includes('vv')) return undefined;
    const constant = ['0', '1'].find((digit) => text[at] === digit);
    const name = constant === undefined ? take(CALL) : undefined;
    let done: Expression<Key> | undefined;
    if (constant !== undefined) {
      at++;
      done = wrap(wrappers, expression<Key>(constant === '0' ? '0' : '1'));
    } else if (name === undefined) {
      return undefined;
    } else if (name === 'thresh' || ARITY.has(name)) {
      const k = name === 'thresh' ? Number(take(THRESHOLD) ?? 0) : 0;
      if (name === 'thresh' && k < 1) return undefined;
      open.push({ name, wrappers, k, subs: [] });
      continue;
    } else {
      const end = text.indexOf(')', at);
      const leaf = end < 0 ? undefined : parseLeaf(name, text.slice(at, end), options);
      at = end + 1;
      done = leaf && wrap(wrappers, leaf);
    }
    // An expression ends, and with it the calls of which it is the last argument.
    for (;;) {
      const call = open.at(-1);
      if (done === undefined) return undefined;
      if (call === undefined) return at === text.length ? done : undefined;
      call.subs.push(done);
      const mark = text[at++];
      const isFull = call.subs.length === ARITY.get(call.name);
      if (mark === ',' && !isFull) break;
      if (mark !== ')' || (ARITY.has(call.name) && !isFull)) return undefined;
      open.pop();
      const whole = combine(call);
      done = whole && wrap(call.wrappers, whole);
    }
  }
}

function combine<Key>({ name, k, subs }: Call<Key>): Expression<Key> | undefined {
  if (name === 'thresh') return k <= subs.length ? expression('thresh', { subs, k }) : undefined;
  if (name === 'and_n') return expression('andor', { subs: [...subs, expression<Key>('0')] });
  return expression(name as Fragment, { subs });
}

function parseLeaf<Key>(name: string, argument: string, { context, key }: ParseOptions<Key>): Expression<Key> | undefined {
  const size = HASH_SIZES.get(name);
  if (size !== undefined) {
    return isHex(argument) && argument.length === 2 * size ? expression(name as Fragment, { hash: fromHex(argument) }) : undefined;
  }
  if (name === 'older' || name === 'after') {
    const k = /^\d{1,10}$/.test(argument) ? Number(argument) : 0;
    return k >= 1 && k <= MAX_LOCK ? expression(name, { k }) : undefined;
  }
  if (name === 'multi' || name === 'multi_a') return parseMulti(name, argument, { context, key });
  if (!['pk', 'pkh', 'pk_k', 'pk_h'].includes(name) || argument === '') return undefined;
  const found = key(argument);
  if (found === undefined) return undefined;
  const leaf = expression<Key>(name === 'pk' || name === 'pk_k' ? 'pk_k' : 'pk_h', { keys: [found] });
  return name === 'pk' || name === 'pkh' ? expression('c:', { subs: [leaf] }) : leaf;
}

function parseMulti<Key>(name: 'multi' | 'multi_a', argument: string, { context, key }: ParseOptions<Key>): Expression<Key> | undefined {
  if ((name === 'multi') !== (context === 'p2wsh')) return undefined;
  const [threshold = '', ...texts] = argument.split(',');
  const most = name === 'multi' ? MAX_PUBKEYS_PER_MULTISIG : MAX_PUBKEYS_PER_MULTI_A;
  const k = /^\d{1,10}$/.test(threshold) ? Number(threshold) : 0;
  if (texts.length > most || k < 1 || k > texts.length) return undefined;
  const keys: Key[] = [];
  for (const text of texts) {
    const found = text === '' ? undefined : key(text);
    if (found === undefined) return undefined;
    keys.push(found);
  }
  return expression(name, { keys, k });
}

/** Applies wrappers, the last one first. */
function wrap<Key>(wrappers: string, inner: Expression<Key>): Expression<Key> | undefined {
  let whole: Expression<Key> | undefined = inner;
  for (const letter of [...wrappers].reverse()) whole = whole && wrapOnce(letter, whole);
  return whole;
}

function wrapOnce<Key>(letter: string, inner: Expression<Key>): Expression<Key> | undefined {
  if (letter === 't') return expression('and_v', { subs: [inner, expression<Key>('1')] });
  if (letter === 'l') return expression('or_i', { subs: [expression<Key>('0'), inner] });
  if (letter === 'u') return expression('or_i', { subs: [inner, expression<Key>('0')] });
  return 'ascdvjn'.includes(letter) ? expression(`${letter}:` as Fragment, { subs: [inner] }) : undefined;
}
