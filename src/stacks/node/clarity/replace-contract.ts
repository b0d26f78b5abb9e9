import type { Contract } from '../../../clarity/contract.js';
import { deployContract, readProgram } from '../../../clarity/execution.js';
import type { StateEditor } from '../../../clarity/state.js';
import { displayType } from '../../../clarity/types.js';
import { issuerOf, parsePrincipal } from '../../../clarity/values.js';
import type { ClarityVersion } from '../../../clarity/version.js';
import type { ContractOverride } from '../../protocol/trace/simulation-steps.js';
import type { BlockExecution } from './block-execution.js';

/** A contract cannot have the code. */
export class Irreplaceable extends Error {}

/**
 * Gives a contract other code. Variables, maps and tokens that both have, with equal types, keep what they have; what is new begins as in a
 * deploy. The code at the top of the contract runs, too.
 * @throws Irreplaceable; Failure, or an error of the parser, for code that cannot be deployed
 */
export function replaceContract(execution: BlockExecution, { contract: id, source, clarityVersion }: ContractOverride): void {
  const { state, rules } = execution;
  const principal = parsePrincipal(id);
  const before = state.contract(principal);
  if (before === undefined) throw new Irreplaceable(`there is no contract ${id}`);
  const x = execution.free(rules, issuerOf(principal));
  const version = (clarityVersion ?? before.version) as ClarityVersion;
  const after = deployContract(x, readProgram(x, { id: principal, source, version }), { replaces: true });
  keepVariables(state, before, after);
  keepEntries(state, before, after);
}

function keepVariables(state: StateEditor, before: Contract, after: Contract): void {
  for (const [name, variable] of after.variables) {
    const old = before.variables.get(name);
    const stored = old && displayType(old.type) === displayType(variable.type) ? state.variable(before, old) : undefined;
    if (stored !== undefined) state.setVariable(variable, stored);
  }
}

/** The entries of an origin cannot be listed, so that they cannot be kept. */
function keepEntries(state: StateEditor, before: Contract, after: Contract): void {
  const keep = (from: { slot: number; name: string }, to: { slot: number }, count = 1): void => {
    if (state.isOfBase(from))
      throw new Irreplaceable(`${before.id.text} is not of this chain, and has entries in "${from.name}" that would be lost`);
    for (let n = 0; n < count; n++) state.copySlot(from.slot + n, to.slot + n);
  };
  for (const [name, map] of after.maps) {
    const old = before.maps.get(name);
    const isSame =
      old && displayType(old.keyType) === displayType(map.keyType) && displayType(old.valueType) === displayType(map.valueType);
    if (isSame) keep(old, map);
  }
  for (const [name, token] of after.fungibleTokens) {
    const old = before.fungibleTokens.get(name);
    if (old !== undefined) keep(old, token, 2);
  }
  for (const [name, token] of after.nonFungibleTokens) {
    const old = before.nonFungibleTokens.get(name);
    if (old && displayType(old.type) === displayType(token.type)) keep(old, token);
  }
}
