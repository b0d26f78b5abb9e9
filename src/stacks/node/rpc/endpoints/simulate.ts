import { DevnetError } from '../../../../base/error.js';
import { isHexBytes } from '../../../../base/hex-digits.js';
import type { Json } from '../../../../base/json.js';
import { decodeTransaction, type Transaction } from '../../../protocol/codec/transaction/transaction.js';
import { isBeforeNakamoto } from '../../chain/block/block.js';
import { epochAt } from '../../chain/epoch.js';
import { type Mint, NotSimulated, simulateBlock, simulateTransaction } from '../../chain/production/simulate.js';
import { readValue } from '../../clarity/fork-source/json-value.js';
import { type Answer, notFound, okWithLists, RpcError, undecodable } from '../answer.js';
import { parseJson } from '../json-body.js';
import type { RpcNode } from '../node.js';
import { type RpcRequest, requireToken } from '../request.js';
import { requireBlock } from '../view.js';
import { replayedBlock, replayedTransaction } from './replay.js';
import { codecRpcError } from './transactions.js';

/** The longest body (`MAX_PAYLOAD_LEN` of stacks-core). */
const MAX_PAYLOAD = 1 + 16 * 1024 * 1024;

/**
 * `POST /v3/transactions/simulate`, with the node's token: executes a transaction in a block on top of the tip (`txsimulate.rs`
 * of stacks-core).
 */
export async function postSimulateTransaction(node: RpcNode, request: RpcRequest): Promise<Answer> {
  requireToken(node, request);
  const fields = bodyOf(request, {
    article: 'transaction simulation endpoint',
    noun: 'transaction simulation',
    wrong: 'transaction simulation',
  });
  const transaction = readTransaction(
    textField(fields, 'transaction_hex'),
    (problem) => `Failed to parse \`transaction_hex\` as hex: ${problem}`,
  );
  const tip = requireBlock(node, request, () => 'No such chain tip\n');
  if (isBeforeNakamoto(tip)) throw new RpcError(400, 'Cannot simulate at this chain tip: Chain tip is not a Nakamoto block\n');
  const { state } = node;
  const outcome = await simulateTransaction(state, tip, transaction);
  if (outcome instanceof NotSimulated) throw new RpcError(400, `Failed to simulate transaction: ${outcome.message}\n`);
  const { limit } = epochAt(state.epochs, tip.sortition.height);
  return okWithLists((list) => {
    const shown = replayedTransaction(outcome, { list, hasProfiler: false });
    return {
      txid: shown.txid,
      tip_block_id: tip.indexHash,
      consensus_hash: tip.sortition.consensusHash,
      block_height: tip.height + 1,
      result_hex: shown.result_hex,
      stx_burned: shown.stx_burned,
      execution_cost: shown.execution_cost,
      execution_limit: limit,
      events: shown.events,
      post_condition_aborted: shown.post_condition_aborted,
      vm_error: shown.vm_error,
    };
  });
}

/**
 * `POST /v3/blocks/simulate/{block_id}`, with the node's token: executes other transactions in the place of those of a block
 * (`blocksimulate.rs` of stacks-core).
 */
export async function postSimulateBlock(node: RpcNode, request: RpcRequest): Promise<Answer> {
  requireToken(node, request);
  const fields = bodyOf(request, {
    article: 'block proposal endpoint',
    noun: 'BlockProposal',
    wrong: 'block proposal',
    missing: 'block simulation',
  });
  const { transactions_hex: list, mint: minted } = fields;
  if (!Array.isArray(minted)) throw unparsed('missing field `mint`');
  if (!Array.isArray(list)) throw unparsed('missing field `transactions_hex`');
  const transactions = list.map((hex) => readTransaction(String(hex), () => 'Failed to parse tx'));
  const mint = minted.map(readMint);
  const id = request.params['block_id'] ?? '';
  const block = node.state.ledger.byId(id);
  if (block === undefined || isBeforeNakamoto(block) || block.parent === undefined) throw notFound(`No such block ${id}\n`);
  const executed = await simulateBlock(node.state, block, { transactions, mint });
  if (executed instanceof NotSimulated) {
    const problem = `Unable to process transaction ${executed.txid}: ${executed.message}`;
    throw new RpcError(500, `Failed to simulate block ${id}: InvalidStacksTransaction(${JSON.stringify(problem)}, false)\n`);
  }
  const hasProfiler = request.query.get('profiler') === '1';
  return okWithLists((list) => replayedBlock(block, executed, { list, hasProfiler, isSimulated: true }));
}

type Words = { article: string; noun: string; wrong: string; missing?: string };

/** Reads a body. The sentences are those of a node. @throws RpcError */
function bodyOf({ body, contentType }: RpcRequest, { article, noun, wrong, missing = wrong }: Words): Record<string, unknown> {
  if (body.length === 0) throw undecodable(`Invalid Http request: expected non-zero-length body for ${article}`);
  if (body.length > MAX_PAYLOAD) throw undecodable(`Invalid Http request: ${noun} body is too big`);
  if (contentType === undefined) throw undecodable(`Missing Content-Type for ${missing}`);
  if (contentType !== 'json') throw undecodable(`Wrong Content-Type for ${wrong}; expected application/json`);
  const fields = parseJson(body);
  if (typeof fields !== 'object' || fields === null) throw unparsed('expected value at line 1 column 1');
  return fields as Record<string, unknown>;
}

function unparsed(problem: string): RpcError {
  return undecodable(`Failed to parse body: ${problem}`);
}

function textField(fields: Record<string, unknown>, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw unparsed(`missing field \`${name}\``);
  return value;
}

function readTransaction(hex: string, problem: (detail: string) => string): Transaction {
  if (!isHexBytes(hex)) throw undecodable(problem(hexProblem(hex)));
  try {
    return decodeTransaction(Buffer.from(hex, 'hex'));
  } catch (error) {
    throw codecRpcError(error, (message) => `Failed to decode: Failed to deserialize transaction: ${message}`);
  }
}

/** As `HexError` of stacks-core says it. */
function hexProblem(hex: string): string {
  const wrong = /[^0-9a-fA-F]/.exec(hex)?.[0];
  return wrong === undefined ? `bad length ${hex.length} for hex string` : `bad character ${wrong} for hex string`;
}

/**
 * A principal has the form of stacks-core's own JSON: `{ "Standard": [version, [bytes]] }` or `{ "Contract": { "issuer": …, "name": … } }`.
 */
function readMint(value: unknown): Mint {
  const { principal, amount } = (value ?? {}) as Record<string, unknown>;
  if (typeof principal === 'string') throw unparsed(`unknown variant \`${principal}\`, expected \`Standard\` or \`Contract\``);
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0) throw unparsed('invalid type: expected u128');
  return { principal: readMinted(principal as Json), amount: BigInt(amount) };
}

function readMinted(principal: Json): string {
  try {
    const value = readValue({ Principal: principal });
    if (value.kind === 'principal') return value.text;
  } catch (error) {
    if (!(error instanceof DevnetError)) throw error;
  }
  throw unparsed('invalid type: expected enum PrincipalData');
}
