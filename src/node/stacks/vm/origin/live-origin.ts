import type { ForkPoint } from '../../../../chains/stacks/origin/fork-point.js';
import type { OriginRequest } from '../../../../chains/stacks/origin/origin-reader.js';
import { accountValues, type GenesisBalance } from '../genesis/balances.js';
import { costContractKeys, isCostMetadata } from '../genesis/cost-contract.js';
import { ANALYSIS, CONTRACT, CONTRACT_SIZE, DATA_SIZE, SOURCE } from '../memory/contract-metadata.js';
import type { Origin } from './origin.js';
import { type OriginBlock, type OriginChain, type OriginSortition, syntheticSortition } from './origin-chain.js';
import { OriginFailure } from './origin-failure.js';
import type { LinkedOrigin } from './origin-link.js';
import { packedOrigin } from './packed-origin.js';
import { keyHash, type SessionTable } from './table.js';

type LiveOriginOptions = {
  link: LinkedOrigin;
  point: ForkPoint;
  /** Balances of accounts that have none at the origin. They are on top of the supply, so that the thresholds of PoX stay the origin's. */
  balances: readonly GenesisBalance[];
  /** The state of a session of this build of the VM. */
  table: SessionTable;
};

/** What the VM reads of every contract that it loads. */
const CONTRACT_KEYS = [CONTRACT, SOURCE, CONTRACT_SIZE, DATA_SIZE, ANALYSIS];

/** An origin that is a running network. Reads block the thread, and throw OriginFailure if there is no answer. */
export function liveOrigin({ link, point, balances, table }: LiveOriginOptions): Origin {
  const { block: tip, burn } = point;
  const known = new Map<string, string | undefined>();
  const files = new Map<string, Uint8Array>();
  const loaded = new Set<string>();
  const given = new Map([...accountValues(balances, point.epoch)].map(([key, value]) => [keyHash(key), value]));
  // The VM wants the cost contracts of its own build, of which it uses nothing but the existence.
  const own = packedOrigin([table], { networkId: point.networkId });
  for (const hash of costContractKeys().map(keyHash)) {
    const value = own.value(hash);
    if (value !== undefined) given.set(hash, value);
  }

  function read(request: OriginRequest): string | undefined {
    const key = JSON.stringify(request);
    if (known.has(key)) return known.get(key);
    const answer = link.read(request);
    if ('failure' in answer) throw new OriginFailure(answer.failure);
    known.set(key, answer.found);
    return answer.found;
  }

  /** The VM reads one after another what it needs of a contract. */
  function prefetchContract(contract: string): void {
    if (loaded.has(contract)) return;
    loaded.add(contract);
    link.prefetch([
      { type: 'value', hash: keyHash(`clarity-contract::${contract}`), tip: tip.id },
      ...CONTRACT_KEYS.map((key): OriginRequest => ({ type: 'metadata', contract, key, tip: tip.id })),
    ]);
  }

  const chain: OriginChain = {
    height: tip.height,
    id: tip.id,
    block(id) {
      if (id === tip.id || id === String(tip.height)) return blockOf(point);
      const found = read({ type: 'block', id });
      return found === undefined ? undefined : (JSON.parse(found) as OriginBlock);
    },
    sortition(height, burnHash) {
      if (height === burn.height) {
        return {
          ...syntheticSortition(height, burn.hash, burn.time),
          consensus_hash: `0x${tip.consensusHash}`,
        };
      }
      if (height > burn.height) return syntheticSortition(height, burnHash, burn.time);
      const found = read({ type: 'sortition', height });
      return found === undefined ? undefined : (JSON.parse(found) as OriginSortition);
    },
  };
  return {
    networkId: point.networkId,
    chain,
    value(hash, at = tip.id) {
      return read({ type: 'value', hash, tip: at }) ?? given.get(hash);
    },
    commitment: (contract) => read({ type: 'value', hash: keyHash(`clarity-contract::${contract}`), tip: tip.id }),
    metadata(name) {
      if (isCostMetadata(name)) return own.metadata(name);
      const file = files.get(name);
      if (file !== undefined) return file;
      const kept = read({ type: 'kept', name: `${table.digest}/${name}` });
      if (kept === undefined) return undefined;
      const bytes = Buffer.from(kept, 'utf8');
      files.set(name, bytes);
      return bytes;
    },
    nodeMetadata(contract, key, at = tip.id) {
      if (at === tip.id) prefetchContract(contract);
      return read({ type: 'metadata', contract, key, tip: at });
    },
    keepMetadata(name, file) {
      files.set(name, file);
      link.keep(`${table.digest}/${name}`, Buffer.from(file).toString('utf8'));
    },
  };
}

function blockOf({ block, burn }: ForkPoint): OriginBlock {
  return {
    height: block.height,
    hash: `0x${block.blockHash}`,
    index_block_hash: `0x${block.id}`,
    block_time: block.time,
    tenure_height: block.tenureHeight,
    burn_block_height: burn.height,
    burn_block_hash: `0x${burn.hash}`,
    burn_block_time: burn.time,
  };
}
