import { DevnetError } from '../error.js';
import { createHttp, type HttpAnswer } from '../http.js';
import { field, type Json, parseExactJson, readBig, readNumber, readObject, readText } from '../json.js';

/** Amounts in micro-STX; `nonce` counts confirmed transactions only. */
type StacksAccount = { balance: bigint; locked: bigint; nonce: number };

type PoxInfo = {
  /** What a lone stacker must lock, in micro-STX. */
  minAmount: bigint;
  burnHeight: number;
  firstBurnHeight: number;
  rewardCycle: number;
  /** In Bitcoin blocks: a whole cycle, and the prepare phase at its end. */
  rewardLength: number;
  prepareLength: number;
};

type StacksInfo = { burnHeight: number; height: number; tip: string; networkId: number; parentNetworkId: number };

/** A stacks-node, by typed calls. All reject with DevnetError: RPC, NOT_REACHABLE, TIMEOUT. */
export type StacksRpc = {
  info(): Promise<StacksInfo>;
  pox(): Promise<PoxInfo>;
  /** An unknown account is all zeros. */
  account(principal: string): Promise<StacksAccount>;
  /**
   * Submits a raw transaction. One that the mempool holds already is accepted again.
   * @returns its txid with 0x
   * @throws DevnetError RPC: `reason` is the node's, for example `ConflictingNonceInMempool`
   */
  broadcast(transaction: Uint8Array): Promise<string>;
  /** Whether the mempool holds the transaction. @param txid with 0x */
  isPending(txid: string): Promise<boolean>;
};

export type StacksRpcOptions = {
  rpcUrl: string;
  /** Deadline of one call in ms. @default 15000 */
  timeoutMs?: number | undefined;
};

/** How often a GET is sent in all when the connection breaks before an answer. Only GETs are repeated: they change nothing. */
const GET_ATTEMPTS = 3;

/** The client side of a stacks-node's RPC. */
export function createStacksRpc({ rpcUrl, timeoutMs = 15_000 }: StacksRpcOptions): StacksRpc {
  const http = createHttp();
  const request = async (path: string, init: Omit<Parameters<typeof http>[1], 'signal'> = {}): Promise<HttpAnswer> => {
    try {
      return await http(`${rpcUrl}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') {
        throw new DevnetError('TIMEOUT', `the Stacks node at ${rpcUrl} did not answer ${path} within ${timeoutMs} ms`, { cause: error });
      }
      throw new DevnetError('NOT_REACHABLE', `no Stacks node answers at ${rpcUrl}`, { cause: error });
    }
  };
  const get = async (path: string): Promise<HttpAnswer> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await request(path);
      } catch (error) {
        if (attempt === GET_ATTEMPTS || !(error instanceof DevnetError && error.code === 'NOT_REACHABLE')) throw error;
      }
    }
  };
  const getObject = async (path: string): Promise<object> => {
    const { status, text } = await get(path);
    if (status !== 200) throw refused(path, status, text);
    return readObject(parse(text), path);
  };

  return {
    async info() {
      const info = await getObject('/v2/info');
      return {
        burnHeight: readNumber(info, 'burn_block_height'),
        height: readNumber(info, 'stacks_tip_height'),
        tip: readText(info, 'stacks_tip'),
        networkId: readNumber(info, 'network_id'),
        parentNetworkId: readNumber(info, 'parent_network_id'),
      };
    },
    async pox() {
      const pox = await getObject('/v2/pox');
      const current = readObject(field(pox, 'current_cycle'), 'current_cycle');
      return {
        minAmount: readBig(pox, 'min_amount_ustx'),
        burnHeight: readNumber(pox, 'current_burnchain_block_height'),
        firstBurnHeight: readNumber(pox, 'first_burnchain_block_height'),
        rewardCycle: readNumber(current, 'id'),
        rewardLength: readNumber(pox, 'reward_cycle_length'),
        prepareLength: readNumber(pox, 'prepare_cycle_length'),
      };
    },
    async account(principal) {
      const account = await getObject(`/v2/accounts/${principal}?proof=0`);
      return { balance: readBig(account, 'balance'), locked: readBig(account, 'locked'), nonce: readNumber(account, 'nonce') };
    },
    async broadcast(transaction) {
      const path = '/v2/transactions';
      const { status, text } = await request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: transaction,
      });
      if (status !== 200) throw refused(path, status, text);
      const txid = parse(text);
      if (typeof txid !== 'string' || !/^[0-9a-f]{64}$/.test(txid)) throw refused(path, status, text);
      return `0x${txid}`;
    },
    async isPending(txid) {
      const path = `/v2/transactions/unconfirmed/${txid.slice(2)}`;
      const { status, text } = await get(path);
      if (status !== 200 && status !== 404) throw refused(path, status, text);
      return status === 200;
    },
  };
}

function parse(text: string): Json {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

function refused(path: string, status: number, text: string): DevnetError {
  const body = parse(text);
  const object = typeof body === 'object' && body !== null ? body : {};
  const reason = field(object, 'reason');
  const said = typeof reason === 'string' ? reason : text.trim().slice(0, 200);
  return new DevnetError('RPC', `Stacks ${path.split('?')[0]}: ${said === '' ? `HTTP ${status}` : said}`, {
    rpcCode: status,
    reason: typeof reason === 'string' ? reason : undefined,
  });
}
