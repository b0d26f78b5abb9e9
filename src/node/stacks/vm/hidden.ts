import { outlineSource } from './source.js';

/** Functions of ours in the VM's copy of a contract start with this. */
const PREFIX = 'embedded-vm-';
const PLACEHOLDER = `${PREFIX}placeholder`;

const MAKES_CONTRACT = new Set(['define-public', 'define-private', 'define-read-only', 'define-trait']);

/** The source that the VM is given, and by which hidden function each constant is read. */
export type HiddenSource = { source: string; constants: Map<string, string> };

/**
 * Appends to a contract what the VM needs. It has no way to read a constant, so each gets a read-only function. It also takes a
 * source of one expression for a snippet to run, and does not store a contract without functions or traits: those get a private
 * function. All other contracts are deployed as they are.
 */
export function hideFunctions(source: string): HiddenSource {
  const { unclosed, definitions } = outlineSource(source);
  const constants = new Map<string, string>();
  if (unclosed !== undefined || source.includes(PREFIX)) return { source, constants };
  const lines: string[] = [];
  for (const { keyword, name } of definitions) {
    if (keyword !== 'define-constant') continue;
    const accessor = `${PREFIX}constant-${constants.size}`;
    constants.set(name, accessor);
    lines.push(`(define-read-only (${accessor}) ${name})`);
  }
  if (lines.length === 0 && !definitions.some(({ keyword }) => MAKES_CONTRACT.has(keyword))) {
    lines.push(`(define-private (${PLACEHOLDER}) true)`);
  }
  return { source: lines.length === 0 ? source : `${source}\n${lines.join('\n')}`, constants };
}

/** Whether a function is one that {@link hideFunctions} added. */
export function isHiddenFunction(name: string): boolean {
  return name.startsWith(PREFIX);
}
