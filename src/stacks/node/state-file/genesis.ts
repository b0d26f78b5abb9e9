import { toJson } from '../../../base/json.js';
import { ByteReader, ByteWriter } from '../../../base/storage.js';
import type { BootedState } from '../../../clarity/boot.js';
import { emptyState, type State } from '../../../clarity/state.js';
import { sha256 } from '../../protocol/codec/hash.js';
import type { RulesOf } from '../clarity/rules.js';
import type { GenesisStore } from '../types.js';
import { StateReader } from './read-state.js';
import { StateWriter } from './write-state.js';

/** Raised whenever the same genesis makes another state, or the bytes have another form. */
const FORMAT = 1;

type Options = {
  store: GenesisStore;
  /** All that the state depends on besides the boot contracts. */
  inputs: unknown;
  /** The boot contracts. */
  boot: BootedState;
  epoch: string;
  rulesOf: RulesOf;
};

/**
 * Returns the state that a chain begins with, from the store if it has it: deploying contracts takes a third of a start. Contracts of the
 * store are analysed when something asks for them.
 */
export async function keptGenesis({ store, inputs, boot, epoch, rulesOf }: Options, make: () => State): Promise<State> {
  const contracts = boot.contracts.map(({ id, version, epoch: since, burnHeight, minted, source }) => {
    return [id.text, version, since, burnHeight, minted, sha256(Buffer.from(source)).toString('hex')];
  });
  const name = sha256(Buffer.from(toJson([FORMAT, epoch, inputs, contracts]))).toString('hex');
  const empty = emptyState(boot);
  const kept = store.read(name);
  if (kept !== undefined) {
    const reader = new StateReader(new ByteReader(kept), { inherited: boot.slots, rulesOf, checks: false });
    return reader.read(empty, rulesOf({ name: epoch }).epoch);
  }
  const state = make();
  const writer = new ByteWriter();
  await new StateWriter(boot.slots).write(writer, empty, state);
  store.write(name, writer.finish());
  return state;
}
