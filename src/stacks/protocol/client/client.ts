import { readBytes } from '#platform/http.js';
import type { NodeGuard } from '#platform/node-guard.js';
import { DevnetError } from '../../../base/error.js';
import { with0x, without0x } from '../../../base/hex.js';
import { isBytes } from '../../../base/is-bytes.js';
import { field, isRecord, type Json, listOf, parseExactJson, readBig, readNumber, readObject, readText } from '../../../base/json.js';
import { serializedHex, type Value } from '../../../clarity/values.js';
import { epochOfId } from '../../epoch-name.js';
import { ByteReader } from '../codec/reader.js';
import { readValue } from '../codec/value.js';
import {
  createStacksTransport,
  type StacksAnswer,
  type StacksRequest,
  type StacksTransport,
  type StacksTransportOptions,
} from './transport.js';

/** Where a node is. Hashes have no 0x. */
type StacksInfo = {
  burnHeight: number;
  height: number;
  tip: string;
  tipConsensusHash: string;
  networkId: number;
  parentNetworkId: number;
};
/** Amounts in micro-STX, `locked` until the Bitcoin height `unlockHeight`; `nonce` counts confirmed transactions only. */
type StacksAccount = { balance: bigint; locked: bigint; unlockHeight: number; nonce: number };
/** An epoch such as `3.4`, and the Bitcoin height at which it begins. */
export type EpochStart = { epoch: string; start: number };
type PoxInfo = {
  /** For example `3.4`. */
  epoch: string;
  /** All epochs, ascending. */
  epochs: EpochStart[];
  /** What a lone stacker must lock, in micro-STX. */
  minAmount: bigint;
  burnHeight: number;
  firstBurnHeight: number;
  rewardCycle: number;
  /** In Bitcoin blocks: a whole cycle, and the prepare phase at its end. */
  rewardLength: number;
  prepareLength: number;
};
/** The sortition of a Bitcoin block. Hashes have no 0x. */
type Sortition = {
  burnHeight: number;
  burnHash: string;
  consensusHash: string;
  /** Whether a miner won it. */
  elected: boolean;
  /** The consensus hash of the last sortition that a miner won; its own if there is none. */
  tenure: string;
};

/** A whole answer. */
export type StacksReply = { status: number; bytes: Buffer };

type RequestOptions = {
  headers?: Record<string, string> | undefined;
  /** Deadline in ms. @default the client's */
  timeoutMs?: number | undefined;
  /** The longest answer in bytes. @default 256 MiB; 32 MiB for JSON */
  maxBytes?: number | undefined;
};
type JsonOptions = RequestOptions & {
  /** Statuses for which the answer is undefined. @default none */
  absent?: readonly number[] | undefined;
};

/** A stacks-node, by typed calls. All reject with DevnetError: RPC with the HTTP status and the node's reason, NOT_REACHABLE, TIMEOUT. */
export type StacksClient = {
  /** Sends a request and streams its answer, without a deadline. A body that streams is sent once only. */
  readonly send: StacksTransport['send'];
  /** Sends a request and reads its whole answer, whatever its status. */
  request(request: StacksRequest & RequestOptions): Promise<StacksReply>;
  /** Returns the JSON of a 200. */
  getJson(path: string, options?: JsonOptions): Promise<Json>;
  info(options?: Pick<RequestOptions, 'timeoutMs'>): Promise<StacksInfo>;
  pox(): Promise<PoxInfo>;
  /** Returns zeros for an unknown account. */
  account(principal: string): Promise<StacksAccount>;
  /**
   * Calls a read-only function in the state of the tip.
   * @param call.sender who is `tx-sender` @default the address of the contract
   * @throws DevnetError RPC if it fails: `reason` is the node's
   */
  callRead(call: { contract: string; fn: string; args: readonly Value[]; sender?: string | undefined }): Promise<Value>;
  /** Returns the sortition of the highest Bitcoin block that the node has processed. */
  sortition(): Promise<Sortition>;
  /** Whether a tenure has begun that the Bitcoin block at this height elected. */
  hasTenure(burnHeight: number): Promise<boolean>;
  /** Returns the id of the running tenure's first block, without 0x. */
  tenureStart(): Promise<string>;
  /** Returns the signers (public keys, hex without 0x) of a reward cycle; undefined when it has no set. */
  signers(cycle: number): Promise<string[] | undefined>;
  /**
   * Submits a raw transaction. One that the mempool holds already is accepted again.
   * @returns its txid with 0x
   * @throws DevnetError RPC: `reason` is the node's, for example `ConflictingNonceInMempool`
   */
  broadcast(transaction: Uint8Array): Promise<string>;
  /** Whether the mempool has the transaction. @param txid with or without 0x */
  isPending(txid: string): Promise<boolean>;
  close(): void;
};

export type StacksClientOptions = StacksTransportOptions & {
  /** Deadline of one call in ms. A function is asked before every call. @default 15000 */
  timeoutMs?: number | (() => number) | undefined;
  /** Sends each request. @default once */
  guard?: NodeGuard | undefined;
};

/** The longest answers in bytes: of any JSON but replays, and of a few fields. */
const LONGEST_JSON = 32 * 1024 * 1024;
const FEW_FIELDS = 64 * 1024;

/** Connects to a stacks-node, or to a node of this process. */
export function createStacksClient({ timeoutMs: usual = 15_000, guard = (send) => send(), ...options }: StacksClientOptions): StacksClient {
  const { send, close } = createStacksTransport(options);
  const deadline = typeof usual === 'number' ? () => usual : usual;

  const requestOnce: StacksClient['request'] = async ({ timeoutMs = deadline(), maxBytes, ...question }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const { status, body } = await send({ ...question, signal });
      return { status, bytes: await readWhole(body, signal, maxBytes) };
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new DevnetError('TIMEOUT', `the Stacks node did not answer ${question.path} within ${timeoutMs} ms`, { cause: error });
    }
  };
  const request: StacksClient['request'] = (question) => guard(() => requestOnce(question), isRepeatable(question));
  const getJson: StacksClient['getJson'] = async (path, { absent = [], headers, timeoutMs, maxBytes = LONGEST_JSON } = {}) => {
    const reply = await request({ path, headers: { accept: 'application/json', ...headers }, timeoutMs, maxBytes });
    if (absent.includes(reply.status)) return undefined;
    if (reply.status !== 200) throw refusal(path, reply);
    const json = parse(reply);
    if (json === undefined) throw new DevnetError('RPC', `Stacks ${path}: the answer is not JSON`);
    return json;
  };
  const getObject = async (path: string, options?: JsonOptions): Promise<object> => readObject(await getJson(path, options), path);

  return {
    send: (question) => guard(() => send(question), isRepeatable(question)),
    request,
    getJson,
    close,
    async info(options) {
      const info = await getObject('/v2/info', { ...options, maxBytes: FEW_FIELDS });
      return {
        burnHeight: readNumber(info, 'burn_block_height'),
        height: readNumber(info, 'stacks_tip_height'),
        tip: readText(info, 'stacks_tip'),
        tipConsensusHash: readText(info, 'stacks_tip_consensus_hash'),
        networkId: readNumber(info, 'network_id'),
        parentNetworkId: readNumber(info, 'parent_network_id'),
      };
    },
    async pox() {
      const pox = await getObject('/v2/pox', { maxBytes: FEW_FIELDS });
      const current = readObject(field(pox, 'current_cycle'), 'current_cycle');
      const epoch = field(pox, 'current_epoch');
      return {
        epoch: epochName(epoch),
        epochs: listOf(field(pox, 'epochs') ?? [], 'epochs').map((entry) => ({
          epoch: epochName(field(readObject(entry, 'epochs'), 'epoch_id')),
          start: readNumber(readObject(entry, 'epochs'), 'start_height'),
        })),
        minAmount: readBig(pox, 'min_amount_ustx'),
        burnHeight: readNumber(pox, 'current_burnchain_block_height'),
        firstBurnHeight: readNumber(pox, 'first_burnchain_block_height'),
        rewardCycle: readNumber(current, 'id'),
        rewardLength: readNumber(pox, 'reward_cycle_length'),
        prepareLength: readNumber(pox, 'prepare_cycle_length'),
      };
    },
    async account(principal) {
      const account = await getObject(`/v2/accounts/${principal}?proof=0`, { maxBytes: FEW_FIELDS });
      return {
        balance: readBig(account, 'balance'),
        locked: readBig(account, 'locked'),
        unlockHeight: readNumber(account, 'unlock_height'),
        nonce: readNumber(account, 'nonce'),
      };
    },
    async callRead({ contract, fn, args, sender = contract.split('.')[0] }) {
      const path = `/v2/contracts/call-read/${contract.replace('.', '/')}/${encodeURIComponent(fn)}`;
      const body = Buffer.from(JSON.stringify({ sender, arguments: args.map((value) => with0x(serializedHex(value))) }));
      const reply = await request({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body });
      const answer = reply.status === 200 ? readObject(parse(reply), path) : undefined;
      if (answer === undefined) throw refusal(path, reply);
      if (field(answer, 'okay') !== true) {
        const reason = String(field(answer, 'cause'));
        throw new DevnetError('RPC', `Stacks ${path}: ${reason}`, { reason });
      }
      return readValue(new ByteReader(Buffer.from(without0x(readText(answer, 'result')), 'hex')));
    },
    async sortition() {
      const [last] = listOf(await getJson('/v3/sortitions', { maxBytes: FEW_FIELDS }), 'sortitions');
      const sortition = readObject(last, 'sortition');
      const consensusHash = readText(sortition, 'consensus_hash');
      const elected = field(sortition, 'was_sortition') === true;
      const before = field(sortition, 'last_sortition_ch');
      return {
        burnHeight: readNumber(sortition, 'burn_block_height'),
        burnHash: without0x(readText(sortition, 'burn_block_hash')),
        consensusHash: without0x(consensusHash),
        elected,
        tenure: without0x(elected || typeof before !== 'string' ? consensusHash : before),
      };
    },
    async hasTenure(burnHeight) {
      const sortition = listOf(await getJson(`/v3/sortitions/burn_height/${burnHeight}`, { maxBytes: FEW_FIELDS }), 'sortitions')[0];
      const consensusHash = without0x(readText(readObject(sortition, 'sortition'), 'consensus_hash'));
      // A Bitcoin block that elected no miner has no tenure either.
      return (await getJson(`/v3/tenures/tip/${consensusHash}`, { maxBytes: FEW_FIELDS, absent: [404] })) !== undefined;
    },
    tenureStart: async () => without0x(readText(await getObject('/v3/tenures/info', { maxBytes: FEW_FIELDS }), 'tenure_start_block_id')),
    async signers(cycle) {
      // The node's statuses for a cycle that has no set, or none yet.
      const answer = await getJson(`/v3/stacker_set/${cycle}`, { absent: [400, 404] });
      if (answer === undefined) return undefined;
      const signers = field(readObject(field(readObject(answer, 'answer'), 'stacker_set'), 'stacker_set'), 'signers');
      if (signers === null || signers === undefined) return undefined;
      return listOf(signers, 'signers').map((signer) => without0x(readText(readObject(signer, 'signer'), 'signing_key')));
    },
    async broadcast(transaction) {
      const path = '/v2/transactions';
      const headers = { 'content-type': 'application/octet-stream' };
      const reply = await request({ method: 'POST', path, headers, body: Buffer.from(transaction) });
      const txid = reply.status === 200 ? parse(reply) : undefined;
      if (typeof txid !== 'string' || !/^[0-9a-f]{64}$/.test(txid)) throw refusal(path, reply);
      return with0x(txid);
    },
    async isPending(txid) {
      const path = `/v2/transactions/unconfirmed/${without0x(txid)}`;
      return (await getJson(path, { absent: [404] })) !== undefined;
    },
  };
}

/** A body that streams is gone when the request fails. */
function isRepeatable({ body }: Pick<StacksRequest, 'body'>): boolean {
  return body === undefined || isBytes(body);
}

/** Returns the error for an unexpected answer. */
export function refusal(path: string, reply: StacksReply): DevnetError {
  const { status } = reply;
  const body = parse(reply);
  const facts = isRecord(body) ? body : {};
  const origin = forkSourceFailure(facts);
  if (origin !== undefined) return origin;
  const reason = field(facts, 'reason');
  const text = typeof reason === 'string' ? `${reason}${detailOf(facts)}` : reply.bytes.toString('utf8').trim().slice(0, 200);
  return new DevnetError('RPC', `Stacks ${path.split('?')[0]}: ${text === '' ? `HTTP ${status}` : text}`, {
    rpcCode: status,
    reason: typeof reason === 'string' ? reason : undefined,
  });
}

/** What a node says beside the reason of a refusal, in words: `reason_data` has other fields, too, for programs. */
function detailOf(facts: object): string {
  const data = field(facts, 'reason_data');
  const message = isRecord(data) ? field(data, 'message') : undefined;
  return typeof message === 'string' ? `: ${message}` : '';
}

/** The error of a fork that cannot read its origin. */
function forkSourceFailure(body: object): DevnetError | undefined {
  const [code, message, reason] = [field(body, 'code'), field(body, 'error'), field(body, 'reason')];
  if (code !== 'ORIGIN' || typeof message !== 'string') return undefined;
  return new DevnetError('ORIGIN', message, { reason: typeof reason === 'string' ? reason : undefined });
}

/** Reads a whole answer. @throws DevnetError NOT_REACHABLE when it is cut off, RPC when it is too long */
export async function readWhole(body: StacksAnswer['body'], signal?: AbortSignal, maxBytes?: number): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return body;
  try {
    return await readBytes(body, signal, maxBytes);
  } catch (error) {
    if (signal?.aborted === true || error instanceof DevnetError) throw error;
    throw new DevnetError('NOT_REACHABLE', 'the Stacks node broke off in the middle of an answer', { cause: error });
  }
}

function parse({ bytes }: StacksReply): Json {
  try {
    return parseExactJson(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function epochName(id: unknown): string {
  return epochOfId(typeof id === 'string' ? id : '') ?? 'unknown';
}
