import { formatPrincipal } from '../../../../chains/stacks/codec/principal.js';
import { contractOfContext, readContract } from '../memory/evaluation.js';
import type { View } from '../memory/view.js';

/** Returns the contract of an evaluation, `ST….name`. */
export type ContractOf = (view: View, context: number) => string;

/** Creates a reader of contracts that formats each one once: the checksum of an address costs more than an evaluation. */
export function createContractNames(): ContractOf {
  const names = new Map<string, string>();
  return (view, context) => {
    const id = readContract(view, contractOfContext(view, context));
    const key = `${id.hash.toString('latin1')}${id.version}.${id.contract}`;
    let name = names.get(key);
    if (name === undefined) {
      name = formatPrincipal(id);
      names.set(key, name);
    }
    return name;
  };
}
