import { type Expression, parseSource } from '../../chains/stacks/codec/contract/source.js';

/**
 * Properties of Bitcoin blocks that the VM makes up: `burnchain-header-hash` of `get-block-info?` and `get-tenure-info?`, and `pox-addrs` of
 * `get-burn-block-info?`. Its `header-hash` is that of the Bitcoin chain.
 */
const SYNTHETIC = ['burnchain-header-hash', 'pox-addrs'];

/** Warns about a contract that reads a property of Bitcoin blocks that the VM makes up. */
export function warnOfBitcoinProperties(contract: string, source: string, warn: (message: string) => void): void {
  const named = SYNTHETIC.filter((name) => source.includes(name));
  if (named.length === 0) return;
  const forms = parseSource(source);
  for (const property of named.filter((name) => forms.some((form) => mentions(form, name)))) {
    warn(
      `${contract} reads ${property}, which on the embedded engine is not that of its Bitcoin chain: use real nodes (engine native or docker)`,
    );
  }
}

function mentions(form: Expression, name: string): boolean {
  return Array.isArray(form) ? form.some((inner) => mentions(inner, name)) : form === name;
}
