import { decodeAddress } from '../protocol/codec/c32.js';

const CONTRACT_NAME = /^[a-zA-Z][a-zA-Z0-9_-]{0,127}$/;

/**
 * Whether a text is an account or a contract, as the Stacks API judges it on all its routes: names may be as long as Clarity's, and what
 * follows a second dot is ignored.
 */
export function isPrincipal(text: string): boolean {
  const [address = '', name] = text.split('.');
  return decodeAddress(address) !== undefined && (name === undefined || CONTRACT_NAME.test(name));
}
