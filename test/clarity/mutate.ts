/** Makes sources that are almost Clarity: for tests that compare, and for those that only want no crash. */

export type Random = () => number;

/** Returns numbers from 0 to 1, always the same ones for a seed. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)] as T;
}

const PIECES = [
  '(',
  ')',
  '{',
  '}',
  ':',
  ',',
  '.',
  ' ',
  '\n',
  ';;',
  "'",
  '"',
  'u"',
  '\\',
  '0x',
  '1',
  'u1',
  '-',
  '<',
  '>',
  '~',
  '\r',
  '\0',
  '\u00e9',
  '{a: 1}',
  '{}',
  '()',
  '<t>',
  '.c',
  '.c.t',
  '(some ',
  '(list ',
  '(ok ',
  '(define-private (f) ',
  '(let ((x 1)) ',
  '(try! ',
  '(match ',
] as const;

/** Changes a source in some places, without regard to its structure. */
export function mutateText(source: string, random: Random): string {
  let text = source;
  for (let count = 1 + Math.floor(random() * 4); count > 0; count--) {
    const at = Math.floor(random() * (text.length + 1));
    const kind = random();
    if (kind < 0.45) text = text.slice(0, at) + pick(PIECES, random) + text.slice(at);
    else if (kind < 0.75) text = text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 5));
    else if (kind < 0.85) text = text.slice(0, at);
    else text = text.slice(0, at) + text.slice(Math.floor(random() * (text.length + 1))).slice(0, 300);
  }
  return text;
}

/** An atom or literal as text, or what is between brackets. */
type Tree = string | { readonly open: '(' | '{'; readonly items: Tree[] };

const TOKEN = /;;[^\n]*|u?"(?:[^"\\]|\\.)*"|[(){}:,]|[^\s(){}:,"]+/g;

function read(source: string): Tree[] {
  const root: Tree = { open: '(', items: [] };
  const stack = [root];
  for (const [token] of source.matchAll(TOKEN)) {
    if (token === '(' || token === '{') {
      const tree: Tree = { open: token, items: [] };
      stack.at(-1)?.items.push(tree);
      stack.push(tree);
    } else if (token === ')' || token === '}') {
      if (stack.length > 1) stack.pop();
    } else {
      stack.at(-1)?.items.push(token);
    }
  }
  return root.items;
}

function write(tree: Tree): string {
  if (typeof tree === 'string') return tree.startsWith(';;') ? `${tree}\n` : tree;
  return `${tree.open}${tree.items.map(write).join(' ')}${tree.open === '(' ? ')' : '}'}`;
}

function placesIn(items: Tree[], places: { items: Tree[]; at: number }[] = []): { items: Tree[]; at: number }[] {
  for (const [at, item] of items.entries()) {
    places.push({ items, at });
    if (typeof item !== 'string') placesIn(item.items, places);
  }
  return places;
}

const EXPRESSIONS = [
  '1',
  'u1',
  '-1',
  'true',
  'none',
  '"abc"',
  'u"abc"',
  '0x01',
  'tx-sender',
  '.other',
  'x',
  'block-height',
  'u1048576',
  'uint',
  'int',
  '(list)',
  '(list 1 2)',
  '(list none (some 1))',
  '(ok 1)',
  '(err u1)',
  '(some u1)',
  '{a: 1}',
  '{a: u1, b: none}',
  '(optional uint)',
  '(response bool uint)',
  '(list 10 int)',
  '(buff 32)',
  '(begin (ok 1) 2)',
  '(if true 1 2)',
  '(unwrap-panic (some 1))',
  '(try! (ok 1))',
  '(asserts! true (err u1))',
  '(let ((x 1)) x)',
  '(match (some 1) v v 2)',
  '(merge {a: 1} {b: 2})',
  '(get a {a: 1})',
  '(concat "a" "b")',
  '(append (list 1) 2)',
  '(as-max-len? (list 1) u5)',
  '(map + (list 1) (list 2))',
  '(fold + (list 1 2) 0)',
  '(filter not (list true))',
  '(element-at (list 1) u0)',
  '(index-of (list 1) 1)',
  '(slice? "abc" u0 u1)',
  '(print 1)',
  '(is-eq 1 1)',
  '(default-to 1 none)',
  '(+ 1 2)',
  '(< u1 u2)',
  '(sha256 0x01)',
  '(contract-call? .other f)',
  '(to-consensus-buff? 1)',
  '(from-consensus-buff? uint 0x00)',
  '(define-private (g) 1)',
  '(stx-transfer? u1 tx-sender tx-sender)',
  '(as-contract 1)',
  '(var-get v)',
  '(map-get? m 1)',
] as const;

/** Changes expressions of a source: replaces, removes, doubles, moves and wraps them. */
export function mutateTree(source: string, random: Random): string {
  const trees = read(source);
  for (let count = 1 + Math.floor(random() * 3); count > 0; count--) {
    const places = placesIn(trees);
    if (places.length === 0) break;
    const { items, at } = pick(places, random);
    const kind = random();
    if (kind < 0.5) items[at] = pick(EXPRESSIONS, random);
    else if (kind < 0.6) items.splice(at, 1);
    else if (kind < 0.7) items.splice(at, 0, pick(EXPRESSIONS, random));
    else if (kind < 0.85) {
      const other = pick(places, random);
      items[at] = structuredClone(other.items[other.at] as Tree);
    } else
      items[at] = {
        open: '(',
        items: [pick(['some', 'ok', 'err', 'list', 'not', 'unwrap-panic', 'try!', 'len', 'print'], random), items[at] as Tree],
      };
  }
  return trees.map(write).join('\n');
}
