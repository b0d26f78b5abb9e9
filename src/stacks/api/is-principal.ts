import { isDeployableName, MAX_NAME_LENGTH } from '../../clarity/name-syntax.js';
import { decodeAddress } from '../../clarity/values.js';

/**
 * Whether a text is an account or a contract, as the Stacks API judges it on all its routes: names may be as long as Clarity's, and what
 * follows a second dot is ignored.
 */
export function isPrincipal(text: string): boolean {
  const [address = '', name] = text.split('.');
  return decodeAddress(address) !== undefined && (name === undefined || isDeployableName(name, MAX_NAME_LENGTH));
}
