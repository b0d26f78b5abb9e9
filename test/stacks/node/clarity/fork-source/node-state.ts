import { BootedState } from '#dist/clarity/boot/booted-state.js';
import type { Contract } from '#dist/clarity/contract.js';
import type { State } from '#dist/clarity/state/state.js';
import { StoredContract } from '#dist/clarity/state/stored-contract.js';
import { entriesOf } from '#dist/clarity/state/trie.js';
import { contractMetadata } from '#dist/stacks/node/clarity/stored-form/contract-metadata.js';
import { addStateValues } from '#dist/stacks/node/clarity/stored-form/state-values.js';

/** What a node answers of its state: values by the hash of their key, as hex or decimal text, and metadata of contracts. */
export type NodeState = {
  value(hash: string): string | undefined;
  metadata(contract: string, key: string): string | undefined;
};

/** Writes a state as a node of stacks-core stores it. @param contracts those of its origin */
export function nodeState(state: State, contracts: readonly Contract[] = []): NodeState {
  const values = new Map<string, string>();
  if (state.base instanceof BootedState) addStateValues(values, state.base.whole(), []);
  addStateValues(values, state, contracts);
  const own = [...entriesOf(state.contracts)].map(([, contract]) => (contract instanceof StoredContract ? contract.contract : contract));
  const all = new Map([...contracts, ...own].map((contract) => [contract.id.text, contract]));
  return {
    value: (hash) => values.get(hash),
    metadata(id, key) {
      const contract = all.get(id);
      return contract && contractMetadata(contract, key);
    },
  };
}
