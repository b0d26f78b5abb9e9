import { type Expression, parseSource } from '../../chains/stacks/codec/contract/source.js';

/** The ways to read Bitcoin blocks: a function since Clarity 2, and a property of `get-block-info?` and `get-tenure-info?`. */
const READERS = new Set<Expression>(['get-burn-block-info?', 'burnchain-header-hash']);

/** Warns about a contract that reads Bitcoin block headers: the VM has no headers and returns functions of the height. */
export function warnOfHeaders(contract: string, source: string, warn: (message: string) => void): void {
  if (!parseSource(source).some(readsHeaders)) return;
  const instead = 'contracts that verify Bitcoin transactions need real nodes (engine native or docker)';
  warn(`${contract} reads Bitcoin block headers, which on the embedded engine are not those of its Bitcoin chain: ${instead}`);
}

function readsHeaders(form: Expression): boolean {
  return Array.isArray(form) ? form.some(readsHeaders) : READERS.has(form);
}
