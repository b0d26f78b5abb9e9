import type { Fragment, MiniscriptContext } from './fragment.js';

/**
 * The effect of an expression on the stack. Base: `B` pushes a result, `V` fails or pushes no item, `K` pushes a key to check, `W` is a `B`
 * below the top. z consumes no element, o one, n at least one that is not zero; d can be dissatisfied; u pushes exactly 1 if satisfied.
 */
export type MiniscriptType = { base: 'B' | 'V' | 'K' | 'W'; z: boolean; o: boolean; n: boolean; d: boolean; u: boolean };

/** Parses a type from BIP379's letters. */
function letters(text: string): MiniscriptType {
  const has = (letter: string) => text.includes(letter);
  return { base: text[0] as MiniscriptType['base'], z: has('z'), o: has('o'), n: has('n'), d: has('d'), u: has('u') };
}

const NO_LETTERS = letters('');
const LEAVES: Partial<Record<Fragment, MiniscriptType>> = {
  '0': letters('Bzud'),
  '1': letters('Bzu'),
  pk_k: letters('Kondu'),
  pk_h: letters('Kndu'),
  older: letters('Bz'),
  after: letters('Bz'),
  sha256: letters('Bondu'),
  hash256: letters('Bondu'),
  ripemd160: letters('Bondu'),
  hash160: letters('Bondu'),
  multi: letters('Bndu'),
  multi_a: letters('Bdu'),
};

/** Returns the type of an expression by BIP379's correctness rules, or undefined if the types of its parts do not match. */
export function computeType(
  fragment: Fragment,
  { subs }: { subs: readonly { type: MiniscriptType }[] },
  context: MiniscriptContext,
): MiniscriptType | undefined {
  const leaf = LEAVES[fragment];
  if (leaf !== undefined) return leaf;
  if (fragment === 'thresh') return thresholdType(subs.map(({ type }) => type));
  const [x, y, z] = subs;
  if (x === undefined) return undefined;
  if (y === undefined) return wrapperType(fragment, x.type, context);
  return z === undefined ? pairType(fragment, x.type, y.type) : andorType(x.type, y.type, z.type);
}

function wrapperType(fragment: Fragment, x: MiniscriptType, context: MiniscriptContext): MiniscriptType | undefined {
  switch (fragment) {
    case 'a:':
      return x.base === 'B' ? { ...NO_LETTERS, base: 'W', u: x.u, d: x.d } : undefined;
    case 's:':
      return x.base === 'B' && x.o ? { ...NO_LETTERS, base: 'W', u: x.u, d: x.d } : undefined;
    case 'c:':
      return x.base === 'K' ? { ...x, base: 'B', z: false, u: true } : undefined;
    case 'd:':
      // MINIMALIF is consensus only in tapscript. Elsewhere, true may be other than 1.
      return x.base === 'V' && x.z ? { base: 'B', z: false, o: true, n: true, d: true, u: context === 'tapscript' } : undefined;
    case 'v:':
      return x.base === 'B' ? { ...x, base: 'V', d: false, u: false } : undefined;
    case 'j:':
      return x.base === 'B' && x.n ? { ...x, z: false, n: true, d: true } : undefined;
    case 'n:':
      if (x.base !== 'B') return undefined;
      return x.u ? x : { ...x, u: true };
    default:
      return undefined;
  }
}

function pairType(fragment: Fragment, x: MiniscriptType, y: MiniscriptType): MiniscriptType | undefined {
  const both = { z: x.z && y.z, o: (x.o || y.o) && (x.z || y.z), n: x.n || (x.z && y.n) };
  const left = x.base === 'B' && x.d && x.u;
  switch (fragment) {
    case 'and_v':
      return x.base === 'V' && y.base !== 'W' ? { ...both, base: y.base, d: false, u: y.u } : undefined;
    case 'and_b':
      return x.base === 'B' && y.base === 'W' ? { ...both, base: 'B', d: x.d && y.d, u: true } : undefined;
    case 'or_b':
      return x.base === 'B' && x.d && y.base === 'W' && y.d ? { ...both, base: 'B', n: false, d: true, u: true } : undefined;
    case 'or_c':
      return left && y.base === 'V' ? { base: 'V', z: both.z, o: x.o && y.z, n: false, d: false, u: false } : undefined;
    case 'or_d':
      return left && y.base === 'B' ? { base: 'B', z: both.z, o: x.o && y.z, n: false, d: y.d, u: y.u } : undefined;
    case 'or_i':
      return x.base === y.base && x.base !== 'W'
        ? { base: x.base, z: false, o: both.z, n: false, d: x.d || y.d, u: x.u && y.u }
        : undefined;
    default:
      return undefined;
  }
}

function andorType(x: MiniscriptType, y: MiniscriptType, z: MiniscriptType): MiniscriptType | undefined {
  if (x.base !== 'B' || !x.d || !x.u || y.base !== z.base || y.base === 'W') return undefined;
  const o = (x.o || (y.o && z.o)) && (x.z || (y.z && z.z));
  return { base: y.base, z: x.z && y.z && z.z, o, n: false, d: z.d, u: y.u && z.u };
}

function thresholdType(types: MiniscriptType[]): MiniscriptType | undefined {
  if (!types.every((type, index) => type.base === (index === 0 ? 'B' : 'W') && type.d && type.u)) return undefined;
  const elements = types.reduce((sum, type) => sum + (type.z ? 0 : type.o ? 1 : 2), 0);
  return { base: 'B', z: elements === 0, o: elements === 1, n: false, d: true, u: true };
}
