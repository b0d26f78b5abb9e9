import { DevnetError, type ForkFailureReason, messageOf } from '../../../base/error.js';
import { without0x } from '../../../base/hex.js';
import { type Json, listOf, parseJson, readNumber, readObject, readText } from '../../../base/json.js';
import type { StacksClient } from '../../../stacks/client.js';
import { CodecError, decodeNakamotoBlock, type NakamotoBlock, sha512_256 } from '../../../stacks/codec.js';
import type { Coinbase, ForkPoint } from '../../../stacks/fork-source.js';
import type { ForkSourceTransaction } from '../../../stacks/replay.js';
import { originAddress } from '../../../stacks/transactions.js';
import { forkSourceError } from './fork-source-error.js';
import { readForkSourceTransaction } from './fork-source-transaction.js';
import type { ForkSourceAnswer, ForkSourceTransport } from './transport.js';

type BlockHeader = Omit<ForkPoint['block'], 'tenureHeight'>;
type FoundBlock = BlockHeader & { coinbase?: Coinbase | undefined };

/** What a fork reads of a stacks-node, or of an API in front of one. All methods throw DevnetError ORIGIN. Hashes are hex without 0x. */
export type ForkSourceNode = {
  /** Reads an answer in JSON. @param read may throw DevnetError RPC */
  read<T>(path: string, read: (answer: object) => T): Promise<T>;
  /**
   * Returns a value of the state at a block, hex without 0x (the supply of a token is a decimal); undefined if there is none. @param hash
   * of its key
   */
  value(hash: string, tip: string): Promise<string | undefined>;
  /** Returns metadata of a contract at a block; undefined if there is none. */
  metadata(contract: string, key: string, tip: string): Promise<string | undefined>;
  blockAt(heightOrId: number | string): Promise<BlockHeader>;
  /** The same; undefined for a block that the node does not have. */
  findBlock(heightOrId: number | string): Promise<FoundBlock | undefined>;
  /** Returns the Bitcoin block of a tenure. */
  tenure(consensusHash: string): Promise<ForkPoint['burn']>;
  /** Returns the hash of a Bitcoin block; undefined for one that the chain does not have. */
  burnHash(burnHeight: number): Promise<string | undefined>;
  /** Returns a transaction in a block, with what the network reported. @throws DevnetError NOT_FOUND, UNSUPPORTED, too */
  transaction(txid: string): Promise<ForkSourceTransaction>;
  error(reason: ForkFailureReason, what: string, cause?: unknown): DevnetError;
};

/** The sentences with which a node says that its state has no such thing. Other answers with 404 are those of another server. */
const NO_VALUE = /^(?:Marf key hash|Metadata) not found/i;
/** The sentence of a node for an unknown route. */
const NO_ROUTE = /^No such file or directory/;
const NO_TIP = /Chain tip .*not found/i;

export function forkSourceNode(url: string, { get }: Pick<ForkSourceTransport, 'get'>): ForkSourceNode {
  const error = (reason: ForkFailureReason, what: string, cause?: unknown) => forkSourceError(url, reason, what, cause);

  /** Converts errors of what reads an answer. */
  function understood<T>(path: string, read: () => T): T {
    try {
      return read();
    } catch (cause) {
      const isKnown = cause instanceof CodecError || cause instanceof SyntaxError || (cause instanceof DevnetError && cause.code === 'RPC');
      if (!isKnown) throw cause;
      throw error('BAD_ANSWER', `does not answer as a Stacks node does: ${pathOf(path)}: ${messageOf(cause)}`, cause);
    }
  }

  const unexpected = (path: string, { status, body }: ForkSourceAnswer) => {
    const text = body.toString('utf8', 0, 200).replace(/\s+/g, ' ').trim();
    return error('BAD_ANSWER', `does not answer as a Stacks node does: ${pathOf(path)}: HTTP ${status} ${text}`);
  };
  const parse = (path: string, { body }: ForkSourceAnswer): object =>
    understood(path, () => {
      const json = parseJson(body.toString('utf8'));
      return Array.isArray(json) ? json : readObject(json, 'the answer');
    });

  /** Reads the field `data` of the state at a block; undefined if the node says that there is none. */
  async function data(path: string, tip: string): Promise<string | undefined> {
    const answer = await get(`${path}?tip=${tip}&proof=0`);
    if (answer.status === 200) return understood(path, () => readText(parse(path, answer), 'data'));
    const text = answer.body.toString('utf8', 0, 200);
    if (answer.status === 404 && NO_VALUE.test(text)) return undefined;
    if (answer.status === 404 && NO_TIP.test(text)) throw await lost(tip);
    // A node refuses keys of metadata that it does not know.
    if (answer.status === 400 && /Invalid metadata var name/i.test(text)) return undefined;
    if (answer.status === 404 && NO_ROUTE.test(text)) throw error('NO_STATE', `does not serve the state of its chain (${pathOf(path)})`);
    throw unexpected(path, answer);
  }

  /** Says why the node does not have the state of a block. */
  async function lost(tip: string): Promise<DevnetError> {
    const still = await findBlock(tip);
    const canonical = still && (await findBlock(still.height));
    if (canonical?.id === tip) return error('PRUNED', `no longer has the state of block ${still?.height} (${tip})`);
    return error('REORGANISED', `left block ${tip}, from which the fork continues: its chain was reorganised`);
  }

  async function nodeBlock(at: number | string): Promise<NakamotoBlock | undefined> {
    const path = typeof at === 'number' ? `/v3/blocks/height/${at}` : `/v3/blocks/${at}`;
    const answer = await get(path);
    return answer.status === 200 ? understood(path, () => decodeNakamotoBlock(answer.body)) : undefined;
  }

  async function findBlock(at: number | string): Promise<FoundBlock | undefined> {
    const block = await nodeBlock(at);
    if (block === undefined) return blockOfApi(at);
    const { height, id, blockHash, consensusHash, time } = block;
    return { height, id, blockHash, consensusHash, time, coinbase: coinbaseOf(block) };
  }

  /** An API may not pass on the blocks of its node. */
  async function blockOfApi(at: number | string): Promise<BlockHeader | undefined> {
    const path = `/extended/v2/blocks/${typeof at === 'number' ? at : `0x${at}`}`;
    const answer = await get(path);
    if (answer.status !== 200) return undefined;
    const found = parse(path, answer);
    const burnHash = understood(path, () => without0x(readText(found, 'burn_block_hash')));
    const [sortition] = await sortitions(`/v3/sortitions/burn/${burnHash}`);
    return understood(path, () => ({
      height: readNumber(found, 'height'),
      id: without0x(readText(found, 'index_block_hash')),
      blockHash: without0x(readText(found, 'hash')),
      time: readNumber(found, 'block_time'),
      consensusHash: without0x(readText(readObject(sortition, 'sortition'), 'consensus_hash')),
    }));
  }

  /** Returns the sortitions at a path; none if the node knows none. */
  async function sortitions(path: string): Promise<unknown[]> {
    const answer = await get(path);
    if (answer.status === 404 && /Could not find snapshot/i.test(answer.body.toString('utf8', 0, 200))) return [];
    if (answer.status !== 200) throw unexpected(path, answer);
    return understood(path, () => listOf(parse(path, answer), 'sortitions'));
  }

  return {
    async read(path, read) {
      const answer = await get(path);
      if (answer.status !== 200) throw unexpected(path, answer);
      return understood(path, () => read(parse(path, answer)));
    },
    async value(hash, tip) {
      const path = `/v2/clarity/marf/${hash}`;
      const found = await data(path, tip);
      if (found === undefined || found.startsWith('0x')) return found?.slice(2);
      throw error('BAD_ANSWER', `does not answer as a Stacks node does: ${path}: data does not begin with 0x`);
    },
    metadata(contract, key, tip) {
      const [address, name] = contract.split('.');
      return data(`/v2/clarity/metadata/${address}/${name}/${key}`, tip);
    },
    async blockAt(at) {
      const found = await findBlock(at);
      if (found !== undefined) {
        const { coinbase: _, ...block } = found;
        return block;
      }
      throw error('BAD_ANSWER', `has no block ${at} that a fork can continue: it needs a block since Nakamoto (epoch 3.0)`);
    },
    findBlock,
    async tenure(consensusHash) {
      const path = `/v3/sortitions/consensus/${consensusHash}`;
      const [found] = await sortitions(path);
      return understood(path, () => {
        const sortition = readObject(found, 'sortition');
        return {
          height: readNumber(sortition, 'burn_block_height'),
          hash: without0x(readText(sortition, 'burn_block_hash')),
          time: readNumber(sortition, 'burn_header_timestamp'),
        };
      });
    },
    async burnHash(height) {
      const path = `/v3/sortitions/burn_height/${height}`;
      const [found] = await sortitions(path);
      if (found === undefined) return undefined;
      return understood(path, () => without0x(readText(readObject(found, 'sortition'), 'burn_block_hash')));
    },
    async transaction(txid) {
      const getJson: StacksClient['getJson'] = async (path, { absent = [] } = {}) => {
        const answer = await get(path);
        if (absent.includes(answer.status)) return undefined;
        if (answer.status !== 200) throw unexpected(path, answer);
        return parse(path, answer) as Json;
      };
      try {
        return await readForkSourceTransaction({ getJson, block: nodeBlock }, txid);
      } catch (cause) {
        if (!(cause instanceof DevnetError && cause.code === 'RPC')) throw cause;
        throw error('BAD_ANSWER', `does not answer as a Stacks node does: transaction 0x${txid}: ${cause.message}`, cause);
      }
    },
    error,
  };
}

/** Returns what the coinbase says that begins a tenure. A seed is the hash of the proof (stacks-core: `VRFSeed::from_proof`). */
function coinbaseOf({ transactions }: NakamotoBlock): Coinbase | undefined {
  for (const transaction of transactions) {
    const { payload } = transaction;
    if (payload.type !== 'coinbase' || payload.proof === undefined) continue;
    return { miner: originAddress(transaction), vrf_seed: `0x${sha512_256(payload.proof).toString('hex')}` };
  }
  return undefined;
}

function pathOf(path: string): string {
  return path.split('?')[0] ?? path;
}
