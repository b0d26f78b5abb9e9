import { outlineSource } from './source.js';

const NAME = 'embedded-vm-placeholder';

const MAKES_CONTRACT = new Set(['define-public', 'define-private', 'define-read-only', 'define-trait']);

/**
 * Whether the VM stores a contract only with a placeholder, a private function: it runs a source of one expression as a snippet, and does not store a
 * contract without functions or traits.
 */
export function needsPlaceholder(source: string): boolean {
  const { unclosed, definitions } = outlineSource(source);
  return unclosed === undefined && !definitions.some(({ keyword }) => MAKES_CONTRACT.has(keyword));
}

export function withPlaceholder(source: string): string {
  return `${source}\n(define-private (${NAME}) true)`;
}

/** Whether this is the placeholder's name. */
export function isPlaceholder(name: string): boolean {
  return name === NAME;
}
