import { toHex } from '../../codec/hex.js';
import { type Expression, fold } from './expression.js';

/** A text; of a wrapped expression with the letters of the wrappers first, and their colon. */
type Text = { text: string; wrapped: boolean };

/** Returns the text of an expression as Core writes it: the short forms where there are some. */
export function miniscriptText<Key>(root: Expression<Key>, keyText: (key: Key) => string): string {
  return fold<Expression<Key>, Text>(root, (node, subs) => {
    const letter = wrapperOf(node);
    if (letter !== undefined) {
      const inner = subs[node.fragment === 'or_i' && letter === 'l' ? 1 : 0];
      return { text: `${letter}${inner?.wrapped ? '' : ':'}${inner?.text}`, wrapped: true };
    }
    const texts = subs.map(({ text }) => text);
    return { text: plainText(node, texts, node.keys.map(keyText), keyText), wrapped: false };
  }).text;
}

/** Returns the letter of a wrapper, or undefined for an expression that is written as a function. */
function wrapperOf<Key>({ fragment, subs }: Expression<Key>): string | undefined {
  const [x, y] = subs;
  if (fragment === 'c:') return x?.fragment === 'pk_k' || x?.fragment === 'pk_h' ? undefined : 'c';
  if (fragment.endsWith(':')) return fragment[0];
  if (fragment === 'and_v' && y?.fragment === '1') return 't';
  if (fragment !== 'or_i') return undefined;
  return x?.fragment === '0' ? 'l' : y?.fragment === '0' ? 'u' : undefined;
}

function plainText<Key>({ fragment, subs, k, hash }: Expression<Key>, texts: string[], keys: string[], keyText: (key: Key) => string) {
  switch (fragment) {
    case '0':
    case '1':
      return fragment;
    case 'c:':
      return `${subs[0]?.fragment === 'pk_k' ? 'pk' : 'pkh'}(${subs[0]?.keys.map(keyText).join(',')})`;
    case 'older':
    case 'after':
      return `${fragment}(${k})`;
    case 'multi':
    case 'multi_a':
      return `${fragment}(${[k, ...keys].join(',')})`;
    case 'thresh':
      return `thresh(${[k, ...texts].join(',')})`;
    case 'andor':
      return subs[2]?.fragment === '0' ? `and_n(${texts.slice(0, 2).join(',')})` : `andor(${texts.join(',')})`;
    default:
      return `${fragment}(${[...keys, ...texts, ...(hash.length > 0 ? [toHex(hash)] : [])].join(',')})`;
  }
}
