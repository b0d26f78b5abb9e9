import type { Expression } from './expression.js';

/**
 * The properties of an expression that protect its spender (BIP379): it has a unique dissatisfaction without a signature (e), none
 * without one (f), every satisfaction has a signature (s), and there is always one that others cannot change (m).
 */
export type Safety = { e: boolean; f: boolean; s: boolean; m: boolean; locks: Locks };

/** The kinds of lock times, and whether one satisfaction may need two that no transaction can have together. */
type Locks = { relativeTime: boolean; relativeHeight: boolean; time: boolean; height: boolean; mixed: boolean };

const SEQUENCE_TIME_FLAG = 1 << 22;
const LOCK_TIME_THRESHOLD = 500_000_000;
const NO_LOCKS: Locks = { relativeTime: false, relativeHeight: false, time: false, height: false, mixed: false };

/** Returns the properties of an expression with those of its parts. */
export function safetyOf(node: Expression<unknown>, subs: Safety[]): Safety {
  const [x] = subs;
  if (x !== undefined && WITHOUT_EFFECT.includes(node.fragment)) return x;
  return { ...signatureSafety(node, subs), locks: locksOf(node, subs) };
}

/** The wrappers of expressions with the same properties. */
const WITHOUT_EFFECT: Expression<unknown>['fragment'][] = ['a:', 's:', 'n:'];

function signatureSafety({ fragment, k }: Expression<unknown>, subs: Safety[]): Omit<Safety, 'locks'> {
  const none = { e: false, f: false, s: false, m: false };
  const [x = none, y = none, z = none] = subs;
  const allM = subs.every(({ m }) => m);
  const one = subs.some(({ s }) => s);
  switch (fragment) {
    case '1':
    case 'older':
    case 'after':
      return { e: false, f: true, s: false, m: true };
    case 'sha256':
    case 'hash256':
    case 'ripemd160':
    case 'hash160':
      return { e: false, f: false, s: false, m: true };
    case 'c:':
      return { ...x, s: true };
    case 'd:':
    case 'j:':
      return { e: x.f, f: false, s: x.s, m: x.m };
    case 'v:':
      return { e: false, f: true, s: x.s, m: x.m };
    case 'and_v':
      return { e: false, f: y.f || x.s, s: one, m: allM };
    case 'and_b':
      return { e: x.e && y.e && x.s && y.s, f: (x.f && y.f) || (x.s && x.f) || (y.s && y.f), s: one, m: allM };
    case 'or_b':
      return { e: x.e && y.e, f: false, s: x.s && y.s, m: allM && x.e && y.e && one };
    case 'or_d':
      return { e: y.e, f: y.f, s: x.s && y.s, m: allM && x.e && one };
    case 'or_c':
      return { e: false, f: true, s: x.s && y.s, m: allM && x.e && one };
    case 'or_i':
      return { e: (x.e && y.f) || (x.f && y.e), f: x.f && y.f, s: x.s && y.s, m: allM && one };
    case 'andor':
      return { e: z.e && (x.s || y.f), f: z.f && (x.s || y.f), s: z.s && (x.s || y.s), m: allM && x.e && one };
    case 'thresh': {
      const signed = subs.filter(({ s }) => s).length;
      const allE = subs.every(({ e }) => e);
      const without = subs.length - k;
      return { e: allE && signed === subs.length, f: false, s: signed > without, m: allE && allM && signed >= without };
    }
    default:
      return { e: true, f: false, s: true, m: true };
  }
}

function locksOf({ fragment, k }: Expression<unknown>, subs: Safety[]): Locks {
  if (fragment === 'older') return { ...NO_LOCKS, [(k & SEQUENCE_TIME_FLAG) === 0 ? 'relativeHeight' : 'relativeTime']: true };
  if (fragment === 'after') return { ...NO_LOCKS, [k < LOCK_TIME_THRESHOLD ? 'height' : 'time']: true };
  // A satisfaction may need both. Of andor, these are the first two parts.
  const together = ['and_v', 'and_b', 'andor'].includes(fragment) ? 2 : fragment === 'thresh' && k > 1 ? subs.length : 1;
  return subs.reduce<Locks>((all, { locks }, index) => {
    const clash = index > 0 && index < together && clashes(all, locks);
    return {
      relativeTime: all.relativeTime || locks.relativeTime,
      relativeHeight: all.relativeHeight || locks.relativeHeight,
      time: all.time || locks.time,
      height: all.height || locks.height,
      mixed: all.mixed || locks.mixed || clash,
    };
  }, NO_LOCKS);
}

function clashes(a: Locks, b: Locks): boolean {
  return (a.relativeTime && b.relativeHeight) || (a.relativeHeight && b.relativeTime) || (a.time && b.height) || (a.height && b.time);
}
