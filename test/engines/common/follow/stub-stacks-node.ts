import { getAddressFromPrivateKey, makeSTXTokenTransfer } from '@stacks/transactions';
import { DevnetError } from '#dist/base/error.js';
import type { StacksClient, StacksReply } from '#dist/stacks/protocol/client/client.js';
import { sha512_256 } from '#dist/stacks/protocol/codec/hash.js';
import { decodeNakamotoBlock, type NakamotoBlock } from '#dist/stacks/protocol/codec/nakamoto-block.js';

/** A signed transaction. The txid has 0x. */
export type Signed = { txid: string; rawTx: string; bytes: Uint8Array };

/** @param key the digit that the private key consists of */
export async function sign(nonce: number, { fee = 300n, key = '1' } = {}): Promise<Signed> {
  const transaction = await makeSTXTokenTransfer({
    ...{ recipient: 'ST000000000000000000002AMW42H', amount: 1n, senderKey: privateKey(key) },
    ...{ fee, nonce, network: 'testnet' },
  });
  return { txid: `0x${transaction.txid()}`, rawTx: `0x${transaction.serialize()}`, bytes: transaction.serializeBytes() };
}

/** The address of the private key of one repeated digit. */
export function addressOf(key: string): string {
  return getAddressFromPrivateKey(privateKey(key), 'testnet');
}

function privateKey(digit: string): string {
  return `${digit.repeat(64)}01`;
}

const uint = (value: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, length - Math.min(length, 6), Math.min(length, 6));
  return bytes;
};

/** A block and its bytes. `burnHeight` names its tenure. */
export type StubBlock = { block: NakamotoBlock; bytes: Buffer; burnHeight: number };

/** The blocks of this process by their id, and by the consensus hash of their tenure, of which the last one counts. */
const made = new Map<string, StubBlock>();

/**
 * @param parent undefined for the first block
 * @param burnHeight two blocks of the same parent are of different tenures
 */
export function makeBlock(parent: StubBlock | undefined, burnHeight: number, transactions: readonly Signed[] = []): StubBlock {
  const height = (parent?.block.height ?? 0) + 1;
  const bytes = Buffer.concat([
    // Version, height and burn spent.
    ...[uint(0, 1), uint(height, 8), uint(0, 8)],
    Buffer.from(consensusHash(burnHeight), 'hex'),
    Buffer.from(parent?.block.id ?? '00'.repeat(32), 'hex'),
    // The roots of the transactions and of the state; time, signature, no signatures of signers, and an empty bit vector.
    ...[Buffer.alloc(64), uint(1_000 + height, 8), Buffer.alloc(65), uint(0, 4), uint(0, 2), uint(0, 4)],
    uint(transactions.length, 4),
    ...transactions.map((transaction) => Buffer.from(transaction.bytes)),
  ]);
  const block = { block: decodeNakamotoBlock(bytes), bytes, burnHeight };
  made.set(block.block.id, block).set(block.block.consensusHash, block);
  return block;
}

/** The consensus hash of a tenure. */
export function consensusHash(burnHeight: number): string {
  return sha512_256(uint(burnHeight, 4)).subarray(0, 20).toString('hex');
}

/** The hash of a Bitcoin block. */
export function burnHash(burnHeight: number): string {
  return `b${burnHeight}`.padEnd(64, '0');
}

/** `MemPoolSyncData::TxTags` (2), a seed of 32 bytes, and an empty list. */
const KNOWS_NOTHING = Buffer.from(`02${'00'.repeat(32)}00000000`, 'hex');

/** A node whose chain and mempool a test changes. */
export type StubStacksNode = {
  stacks: StacksClient;
  /** The whole chain, oldest first. */
  chain: StubBlock[];
  /** The blocks that the node does not have any more. */
  missing: Set<string>;
  /** The tenures without a sortition. */
  abandoned: Set<number>;
  mempool: Signed[];
  /** The transactions of one answer of the mempool. */
  pageSize: number;
  /** Answers requests to these paths instead. */
  answers: Map<string, StacksReply>;
  nonces: Map<string, number>;
  /** The paths of all requests. */
  asked: string[];
};

/** @param before called before each request */
export function stubStacksNode(before: (path: string, node: StubStacksNode) => void = () => undefined): StubStacksNode {
  /** The first block has the height 1. */
  const inChain = (found: StubBlock | undefined): StubBlock | undefined =>
    found !== undefined && node.chain[found.block.height - 1] === found ? found : undefined;
  const tip = (): StubBlock => node.chain.at(-1) as StubBlock;
  const note = (path: string): void => {
    before(path, node);
    node.asked.push(path);
  };
  const blockReply = (id: string): StacksReply => {
    const found = node.missing.has(id) ? undefined : inChain(made.get(id));
    return found === undefined ? { status: 404, bytes: Buffer.from('none') } : { status: 200, bytes: found.bytes };
  };
  /** The id of a page is the txid of the last transaction of the page before; the last page ends with none. */
  const mempoolReply = (page: string): StacksReply => {
    const from = node.mempool.findIndex(({ txid }) => txid === `0x${page}`) + 1;
    const until = from + node.pageSize;
    const found = node.mempool.slice(from, until);
    const next = until < node.mempool.length ? Buffer.from(String(found.at(-1)?.txid).slice(2), 'hex') : Buffer.alloc(0);
    return { status: 200, bytes: Buffer.concat([...found.map(({ bytes }) => bytes), next]) };
  };
  const stacks: Pick<StacksClient, 'info' | 'request' | 'getJson' | 'account' | 'isPending'> = {
    async info() {
      note('/v2/info');
      const { block, burnHeight } = tip();
      const { height, blockHash: hash } = block;
      return { burnHeight: burnHeight + 7, height, tip: hash, tipConsensusHash: block.consensusHash, networkId: 1, parentNetworkId: 1 };
    },
    async request({ path, headers, body }) {
      note(path);
      const answer = node.answers.get(path.split('?')[0] ?? '');
      if (answer !== undefined) return answer;
      const [, id] = /^\/v3\/blocks\/(.*)$/.exec(path) ?? [];
      if (id !== undefined) return blockReply(id);
      const [, page] = /^\/v2\/mempool\/query\?page_id=([0-9a-f]{64})$/.exec(path) ?? [];
      const asksForAll = headers?.['content-type'] === 'application/octet-stream' && KNOWS_NOTHING.equals(body as Buffer);
      return page === undefined || !asksForAll ? { status: 400, bytes: Buffer.from('bad request') } : mempoolReply(page);
    },
    async getJson(path, { absent = [] } = {}) {
      note(path);
      const [, consensus] = /^\/v3\/sortitions\/consensus\/(.*)$/.exec(path) ?? [];
      const found = inChain(made.get(consensus ?? ''));
      if (found !== undefined && !node.abandoned.has(found.burnHeight))
        return [{ burn_block_height: found.burnHeight, burn_block_hash: `0x${burnHash(found.burnHeight)}` }];
      if (absent.includes(404)) return undefined;
      throw new DevnetError('RPC', 'HTTP 404', { rpcCode: 404 });
    },
    async account(principal) {
      note(`/v2/accounts/${principal}`);
      return { balance: 0n, locked: 0n, unlockHeight: 0, nonce: node.nonces.get(principal) ?? 0 };
    },
    async isPending(txid) {
      note(`/v2/transactions/unconfirmed/${txid}`);
      return node.mempool.some((transaction) => transaction.txid === txid);
    },
  };
  const node: StubStacksNode = {
    stacks: stacks as StacksClient,
    ...{ chain: [makeBlock(undefined, 100)], missing: new Set(), abandoned: new Set(), answers: new Map(), nonces: new Map() },
    ...{ mempool: [], pageSize: 100, asked: [] },
  };
  return node;
}
