import { without0x } from '../../hex.js';
import { field, listOf, readBig, readNumber, readObject, readText } from '../../json.js';
import { createStacksHttp, refused } from './stacks-http.js';

/** Where a stacks-node is. Hashes without 0x. */
type NodeInfo = { burnHeight: number; height: number; tip: string; tipConsensusHash: string; chainId: number };
/** `elected`: a miner won this Bitcoin block. */
type SortitionInfo = { burnHeight: number; burnHash: string; consensusHash: string; elected: boolean };
/** `locked` in micro-STX until `unlockHeight`, 0 when nothing is locked. */
type AccountInfo = { nonce: number; balance: bigint; locked: bigint; unlockHeight: number };
type PoxState = { burnHeight: number; cycle: number; minimum: bigint; rewardLength: number; prepareLength: number };

/** What the engine asks of stacks-node. All reject with DevnetError: RPC with the HTTP status, NOT_REACHABLE, TIMEOUT. */
export type StacksRpc = {
  /** @param options.timeoutMs deadline of this call @default 10000 */
  info(options?: { timeoutMs?: number }): Promise<NodeInfo>;
  /** The last sortition: that of the highest Bitcoin block which the node has processed. */
  sortition(): Promise<SortitionInfo>;
  /** The id of the running tenure's first block, without 0x. */
  tenureStart(): Promise<string>;
  account(principal: string): Promise<AccountInfo>;
  pox(): Promise<PoxState>;
  /** The signers (public keys, hex without 0x) of a reward cycle; undefined when it has no set. */
  signers(cycle: number): Promise<string[] | undefined>;
  /** @returns the txid, without 0x */
  send(transaction: Uint8Array): Promise<string>;
};

/** @param url asked for every call: a service that was started anew may answer elsewhere */
export function createStacksRpc(url: () => string): StacksRpc {
  const { request, getJson: get } = createStacksHttp(url);

  return {
    async info({ timeoutMs } = {}) {
      const info = readObject(await get('/v2/info', { timeoutMs }), 'info');
      return {
        burnHeight: readNumber(info, 'burn_block_height'),
        height: readNumber(info, 'stacks_tip_height'),
        tip: readText(info, 'stacks_tip'),
        tipConsensusHash: readText(info, 'stacks_tip_consensus_hash'),
        chainId: readNumber(info, 'network_id'),
      };
    },
    async sortition() {
      const [last] = listOf(await get('/v3/sortitions'), 'sortitions');
      const sortition = readObject(last, 'sortition');
      return {
        burnHeight: readNumber(sortition, 'burn_block_height'),
        burnHash: without0x(readText(sortition, 'burn_block_hash')),
        consensusHash: without0x(readText(sortition, 'consensus_hash')),
        elected: field(sortition, 'was_sortition') === true,
      };
    },
    async tenureStart() {
      return without0x(readText(readObject(await get('/v3/tenures/info'), 'tenure'), 'tenure_start_block_id'));
    },
    async account(principal) {
      const account = readObject(await get(`/v2/accounts/${principal}?proof=0`), 'account');
      return {
        nonce: readNumber(account, 'nonce'),
        balance: readBig(account, 'balance'),
        locked: readBig(account, 'locked'),
        unlockHeight: readNumber(account, 'unlock_height'),
      };
    },
    async pox() {
      const pox = readObject(await get('/v2/pox'), 'pox');
      return {
        burnHeight: readNumber(pox, 'current_burnchain_block_height'),
        cycle: readNumber(pox, 'reward_cycle_id'),
        minimum: readBig(pox, 'min_amount_ustx'),
        rewardLength: readNumber(pox, 'reward_cycle_length'),
        prepareLength: readNumber(pox, 'prepare_cycle_length'),
      };
    },
    async signers(cycle) {
      // 400 and 404 are the node's words for a cycle that has no set, or none yet.
      const answer = await get(`/v3/stacker_set/${cycle}`, { absent: [400, 404] });
      if (answer === undefined) return undefined;
      const set = readObject(field(readObject(answer, 'answer'), 'stacker_set'), 'stacker_set');
      const signers = field(set, 'signers');
      if (signers === null || signers === undefined) return undefined;
      return listOf(signers, 'signers').map((signer) => without0x(readText(readObject(signer, 'signer'), 'signing_key')));
    },
    async send(transaction) {
      const headers = { 'content-type': 'application/octet-stream' };
      const answer = await request('/v2/transactions', { method: 'POST', headers, body: Buffer.from(transaction) });
      if (answer.status !== 200) throw refused('/v2/transactions', answer);
      return without0x(readText({ txid: JSON.parse(answer.bytes.toString('utf8')) }, 'txid'));
    },
  };
}
