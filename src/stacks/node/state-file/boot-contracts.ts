import { DevnetError } from '../../../base/error.js';
import type { ByteReader } from '../../../base/storage.js';
import { sha512_256 } from '../../protocol/codec/hash.js';
import type { ChainState } from '../chain/state/state.js';

/** Returns which boot contracts the chain has: their sources are not in the file, only what changed in their state. */
export function bootContractsOf(chain: Pick<ChainState, 'boot' | 'laterContracts'>): Buffer {
  return Buffer.from(digestOf(chain), 'hex');
}

/** @throws DevnetError INVALID_INPUT for others than this chain has */
export function requireBootContracts(reader: ByteReader, chain: Pick<ChainState, 'boot' | 'laterContracts'>): void {
  if (reader.hash() === digestOf(chain)) return;
  const hint =
    'Start the network with the same bootContracts and version of stacks-devnet as the one that wrote the state, or write it again.';
  throw new DevnetError('INVALID_INPUT', `The state is of a network with other boot contracts. ${hint}`, { field: 'state', hint });
}

function digestOf({ boot, laterContracts }: Pick<ChainState, 'boot' | 'laterContracts'>): string {
  const contracts = [...(boot?.contracts ?? []), ...laterContracts].map(({ id, version, epoch, burnHeight = 0, minted = 0n, source }) =>
    JSON.stringify([id.text, version, epoch, burnHeight, `${minted}`, source]),
  );
  return sha512_256(Buffer.from(contracts.sort().join('\n'))).toString('hex');
}
