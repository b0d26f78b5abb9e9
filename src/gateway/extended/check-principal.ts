import { decodeAddress } from '../../chains/stacks/codec/c32.js';
import { isContractName } from '../../chains/stacks/codec/principal.js';
import { invalid } from '../../error.js';

/**
 * Checks that a path names an account or contract, of whatever network: one of another network has nothing here.
 * @throws DevnetError INVALID_INPUT
 */
export function checkPrincipal(text: string): void {
  const dot = text.indexOf('.');
  const address = dot === -1 ? text : text.slice(0, dot);
  const isPrincipal = /^S[0-9A-Z]+$/.test(address) && decodeAddress(address) !== undefined;
  if (!isPrincipal || (dot !== -1 && !isContractName(text.slice(dot + 1))))
    throw invalid('principal', 'a Stacks address or contract', text);
}
