import type { ForkSourceBlock } from '../../../chains/stacks/fork-source/chain.js';
import type { ForkSourceReader, ForkSourceRequest, ReadAnswer } from '../../../chains/stacks/fork-source/reader.js';
import { DevnetError, messageOf } from '../../../error.js';
import { hashOfKey, TENURE_HEIGHT as TENURE_HEIGHT_KEY } from '../../../node/stacks/clarity/fork-source/key.js';
import type { ForkSourceNode } from './fork-source-node.js';
import type { Store } from './store.js';

export type ReaderOptions = {
  /** Undefined offline. */
  node: ForkSourceNode | undefined;
  /** @default answers stay in memory */
  store: Store | undefined;
  /** Returns the error of a read that needs the network while there is none. */
  offline(): DevnetError;
  /** Called once if answers cannot be stored. */
  onWarning?: ((message: string) => void) | undefined;
};

/** Reads the origin of a fork: from the store, else over the network. Only what was answered is stored. */
export function createForkSourceReader({ node, store, offline, onWarning }: ReaderOptions): ForkSourceReader {
  /** Reads that have not ended; without a store, also those that have. */
  const reads = new Map<string, Promise<ReadAnswer>>();
  let warned = false;

  function write(key: string, found: string | undefined): void {
    try {
      store?.write(key, found);
    } catch (error) {
      if (!warned) onWarning?.(`Cannot keep what the fork reads, so it reads it again at the next start: ${messageOf(error)}`);
      warned = true;
    }
  }

  async function readOrigin(request: ForkSourceRequest, key: string): Promise<ReadAnswer> {
    try {
      if (node === undefined) throw offline();
      const found = await fetchFrom(node, request);
      write(key, found);
      return { found };
    } catch (error) {
      return { failure: failureOf(error) };
    }
  }

  return {
    read(request) {
      const key = keyOf(request);
      const stored = store?.read(key);
      if (stored !== undefined) return Promise.resolve(stored);
      const known = reads.get(key);
      if (known !== undefined) return known;
      const reading = readOrigin(request, key).then((answer) => {
        if (store !== undefined || 'failure' in answer) reads.delete(key);
        return answer;
      });
      reads.set(key, reading);
      return reading;
    },
  };
}

function keyOf(request: ForkSourceRequest): string {
  return Object.values(request).join(' ');
}

async function fetchFrom(node: ForkSourceNode, request: ForkSourceRequest): Promise<string | undefined> {
  switch (request.type) {
    case 'value':
      return node.value(request.hash, request.tip);
    case 'metadata':
      return node.metadata(request.contract, request.key, request.tip);
    case 'block': {
      const block = await findBlock(node, request.id);
      return block && JSON.stringify(block);
    }
    case 'transaction':
      return JSON.stringify(await node.transaction(request.txid));
    case 'burn-hash':
      return node.burnHash(request.height);
  }
}

/** @param id of 64 digits, or a height */
async function findBlock(node: ForkSourceNode, id: string): Promise<ForkSourceBlock | undefined> {
  const block = await node.findBlock(id.length === 64 ? id : Number(id));
  if (block === undefined) return undefined;
  const [burn, tenureHeight] = await Promise.all([node.tenure(block.consensusHash), node.value(TENURE_HEIGHT, block.id)]);
  return {
    height: block.height,
    hash: `0x${block.blockHash}`,
    index_block_hash: `0x${block.id}`,
    consensus_hash: `0x${block.consensusHash}`,
    block_time: block.time,
    tenure_height: Number.parseInt(tenureHeight ?? '0', 16),
    burn_block_height: burn.height,
    burn_block_hash: `0x${burn.hash}`,
    burn_block_time: burn.time,
    coinbase: block.coinbase,
  };
}

/** The hash of the key of a value that the state of every Nakamoto block has. */
export const TENURE_HEIGHT = hashOfKey(TENURE_HEIGHT_KEY);

function failureOf(error: unknown): Extract<ReadAnswer, { failure: unknown }>['failure'] {
  if (!(error instanceof DevnetError)) return { code: 'INTERNAL', message: `the origin of the fork cannot be read: ${messageOf(error)}` };
  const { code, message, reason, hint } = error;
  return { code, message, reason, hint };
}
