import { type Expression, parseSource } from '../../../../chains/stacks/codec/contract/source.js';
import { formatPrincipal } from '../../../../chains/stacks/codec/principal.js';
import type { ClarityValue } from '../../../../chains/stacks/codec/value/value.js';
import { parseValueHex } from '../../../../chains/stacks/codec/value/value-reader.js';
import type { Contracts } from './contracts.js';

/** The error of a sponsored transaction that may read its sponsor: the VM would return `none`. */
export const SPONSOR_LIMIT =
  'the embedded Clarity VM knows no sponsors, and this code may look at tx-sponsor?: run this one on a real stacks-node (engine native or docker)';

type Call = { contract: string; fn: string; args: readonly string[] };
type Deploy = { contract: string; source: string };

/** A contract by the words in it. */
type Outline = { functions: ReadonlyMap<string, readonly string[]>; evaluated: readonly string[]; references: readonly string[] };

const FUNCTIONS = new Set<Expression | undefined>(['define-public', 'define-private', 'define-read-only']);
/** `.name`, or `'ST….name`; the name of a trait may follow. */
const REFERENCE = /^(?:'(S[0-9A-Z]+))?\.([a-zA-Z][\w-]*)/;

/**
 * Whether a call, or what a deploy evaluates, may come to a function with `tx-sponsor?` in it, judging by names: through the functions
 * that are named where it comes by, in the contracts that these sources name or that are among the arguments.
 */
export function mayAskForSponsor(contracts: Contracts, run: Call | Deploy): boolean {
  const sourceOf = (id: string) => ('source' in run && id === run.contract ? run.source : contracts.get(id)?.source);
  const outlines = new Map<string, Outline>();
  const reach = (id: string): void => {
    const source = outlines.has(id) ? undefined : sourceOf(id);
    if (source === undefined) return;
    const found = outline(source, id);
    outlines.set(id, found);
    found.references.forEach(reach);
  };
  reach(run.contract);
  if ('args' in run) run.args.flatMap((arg) => contractsIn(parseValueHex(arg))).forEach(reach);

  // a set takes in what is added while it is gone through
  const words = new Set('fn' in run ? [run.fn] : outlines.get(run.contract)?.evaluated);
  for (const word of words) {
    for (const { functions } of outlines.values()) for (const inside of functions.get(word) ?? []) words.add(inside);
  }
  return words.has('tx-sponsor?');
}

function outline(source: string, id: string): Outline {
  const functions = new Map<string, string[]>();
  const evaluated: string[] = [];
  const references: string[] = [];
  for (const form of parseSource(source)) {
    const words = wordsIn(form);
    const [keyword, head] = Array.isArray(form) ? form : [];
    if (FUNCTIONS.has(keyword)) functions.set(wordsIn(head ?? '')[0] ?? '', words);
    else evaluated.push(...words);
    references.push(...words.flatMap((word) => referred(word, id)));
  }
  return { functions, evaluated, references };
}

function wordsIn(form: Expression): string[] {
  return Array.isArray(form) ? form.flatMap(wordsIn) : [form];
}

function referred(word: string, from: string): string[] {
  const [, address = from.split('.', 1)[0], name] = REFERENCE.exec(word) ?? [];
  return name === undefined ? [] : [`${address}.${name}`];
}

function contractsIn(value: ClarityValue | undefined): string[] {
  switch (value?.type) {
    case 'principal':
      return [formatPrincipal(value.value)];
    case 'some':
    case 'ok':
    case 'err':
      return contractsIn(value.value);
    case 'list':
      return value.items.flatMap(contractsIn);
    case 'tuple':
      return value.fields.flatMap(([, field]) => contractsIn(field));
    default:
      return [];
  }
}
