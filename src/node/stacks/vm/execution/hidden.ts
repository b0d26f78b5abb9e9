import { parseValueHex } from '../../../../chains/stacks/codec/value-reader.js';
import { writeValue } from '../../../../chains/stacks/codec/value-writer.js';
import { outlineSource } from './source.js';

/** Functions of ours in the VM's copy of a contract start with this. */
const PREFIX = 'embedded-vm-';
const PLACEHOLDER = `${PREFIX}placeholder`;

/** The hidden function that returns all constants of a contract in one tuple; the VM has no other way to read them. */
export const CONSTANTS = `${PREFIX}constants`;

const MAKES_CONTRACT = new Set(['define-public', 'define-private', 'define-read-only', 'define-trait']);

/**
 * The source that the VM is given for a contract: followed by a function that tells its constants, if it has any. The VM also takes
 * a source of one expression for a snippet to run, and does not store a contract without functions or traits: those get a private
 * function. All other contracts are deployed as they are.
 */
export function hideFunctions(source: string): string {
  const { unclosed, definitions } = outlineSource(source);
  if (unclosed !== undefined || source.includes(PREFIX)) return source;
  const constants = definitions.filter(({ keyword }) => keyword === 'define-constant').map(({ name }) => `${name}: ${name}`);
  if (constants.length > 0) return `${source}\n(define-read-only (${CONSTANTS}) {${constants.join(', ')}})`;
  if (definitions.some(({ keyword }) => MAKES_CONTRACT.has(keyword))) return source;
  return `${source}\n(define-private (${PLACEHOLDER}) true)`;
}

/** Whether a function is one that {@link hideFunctions} added. */
export function isHiddenFunction(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** The constants, as serialized values by name, in what the function {@link CONSTANTS} returned. */
export function constantsIn(hex: string): Map<string, string> {
  const value = parseValueHex(hex);
  if (value?.type !== 'tuple') return new Map();
  return new Map(value.fields.map(([name, field]) => [name, writeValue(field).toString('hex')]));
}
