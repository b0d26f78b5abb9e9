import { LimitedMap } from '../../../../base/limited-map.js';
import { untilComplete } from '../../../../base/missing.js';
import type { BootedState } from '../../../../clarity/boot.js';
import type { InheritedState, State } from '../../../../clarity/state.js';
import { getEntry, StoredContract } from '../../../../clarity/state.js';
import { parsePrincipal } from '../../../../clarity/values.js';
import { u32 } from '../../../protocol/codec/writer.js';
import type { StacksBlock } from '../../chain/block/block.js';
import type { ChainState } from '../../chain/state/state.js';
import { hashOfKey, TENURE_HEIGHT } from '../fork-source/key.js';
import { contractMetadata } from './contract-metadata.js';
import { addStateValues, type StateValues } from './state-values.js';

/** How many states are kept in this form: clients read one after another. */
const KEPT = 4;

/** The values of states that were asked for last, and of the boot contracts, by what holds them. */
const recent = new LimitedMap<State, StateValues>(KEPT);
const ofBoot = new WeakMap<BootedState, StateValues>();

/**
 * Returns a value of the state after a block as a node stores it; undefined if there is none.
 * @param hash of its key, hex without 0x @returns hex without 0x, or decimal digits
 * @throws DevnetError ORIGIN if the network that a fork continues does not answer
 */
export async function storedValue({ boot, forkSource }: ChainState, block: StacksBlock, hash: string): Promise<string | undefined> {
  if (hash === hashOfKey(TENURE_HEIGHT)) return u32(block.tenureHeight).toString('hex');
  const own = valuesOf(block.state).get(hash) ?? (boot && valuesOfBoot(boot).get(hash));
  return own ?? (forkSource && untilComplete(() => forkSource.value(hash)));
}

/** Returns metadata of a contract as a node stores it; undefined if there is none. @throws DevnetError ORIGIN */
export async function storedMetadata(
  { boot, forkSource }: ChainState,
  { state }: StacksBlock,
  contract: string,
  key: string,
): Promise<string | undefined> {
  const id = parsePrincipal(contract);
  const found = getEntry(state.contracts, id);
  const own = found instanceof StoredContract ? found.contract : (found ?? boot?.contract(id));
  if (own !== undefined) return contractMetadata(own, key);
  return forkSource && untilComplete(() => forkSource.metadata(contract, key));
}

function valuesOf(state: State): StateValues {
  const values = recent.get(state) ?? new Map<string, string>();
  if (!recent.has(state)) addStateValues(values, state, inheritedBy(state.base));
  recent.set(state, values);
  return values;
}

function valuesOfBoot(boot: BootedState): StateValues {
  const values = ofBoot.get(boot) ?? new Map<string, string>();
  if (!ofBoot.has(boot)) addStateValues(values, boot.whole(), []);
  ofBoot.set(boot, values);
  return values;
}

/** The contracts of a base that have something in a state: each was read before. */
function inheritedBy(base: InheritedState | undefined) {
  return (base?.slots?.contracts ?? []).flatMap((id) => base?.contract(id) ?? []);
}
