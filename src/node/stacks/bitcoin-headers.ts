import { type Expression, parseSource } from '../../chains/stacks/codec/contract/source.js';

/** What contracts learn of Bitcoin blocks by: a function since Clarity 2, and a property of `get-block-info?` and `get-tenure-info?`. */
const READERS = new Set<Expression>(['get-burn-block-info?', 'burnchain-header-hash']);

/** Warns of a contract that reads Bitcoin's block headers: the VM has none, and answers with functions of the height. */
export function warnOfHeaders(contract: string, source: string, warn: (message: string) => void): void {
  if (!parseSource(source).some(readsHeaders)) return;
  const instead = 'contracts that prove what is in Bitcoin blocks need real nodes (engine native or docker)';
  warn(
    `${contract} reads Bitcoin block headers, for which the embedded engine gives it others than those of its Bitcoin chain: ${instead}`,
  );
}

function readsHeaders(form: Expression): boolean {
  return Array.isArray(form) ? form.some(readsHeaders) : READERS.has(form);
}
