import { DevnetError } from '../../../base/error.js';
import { without0x } from '../../../base/hex.js';
import { parseExactJson } from '../../../base/json.js';
import { NO_COST } from '../../../clarity/costs.js';
import { refusal, type StacksClient } from '../../../stacks/client.js';
import { createReplay, readReplay } from '../../../stacks/outcomes.js';
import type { StacksReceipt } from '../../../stacks/receipt.js';
import { readReceipt, withDecoded } from '../../../stacks/receipt.js';
import { type Simulation, type SimulationRequest, withoutPlace } from '../../../stacks/trace.js';

/** Timeout in ms: the node executes the whole block again. */
const TIMEOUT = 60_000;

type Node = {
  stacks: Pick<StacksClient, 'getJson' | 'request'>;
  /** The node's `auth_token`; undefined if it is unknown. */
  authorization: string | undefined;
  /** The id of the tip, with or without 0x. */
  tip: () => string;
};

/**
 * Simulates a transaction on a stacks-node, which executes the block of the tip again on its parent's state, with the transaction at the
 * end. The node checks the signature and the nonce.
 * @throws DevnetError UNSUPPORTED for a call without a signature, or without the token of the node; RPC
 */
export async function simulateOnNode({ stacks, authorization, tip }: Node, request: SimulationRequest): Promise<Simulation> {
  if (request.type === 'call') {
    throw new DevnetError('UNSUPPORTED', 'a stacks-node simulates signed transactions only, no calls by any sender', {
      hint: 'Pass { transaction } with a signed transaction, or use the embedded engine.',
    });
  }
  if (authorization === undefined) {
    throw new DevnetError('UNSUPPORTED', 'a stacks-node simulates transactions only for holders of its auth_token', {
      hint: 'Set external.stacksToken to the auth_token of the node.',
    });
  }
  const id = without0x(tip());
  const before = await createReplay(stacks, authorization)(id);
  const transactions = [...before.map(({ rawTx }) => without0x(rawTx)), request.raw.toString('hex')];
  const path = `/v3/blocks/simulate/${id}`;
  const body = Buffer.from(JSON.stringify({ mint: [], transactions_hex: transactions }));
  const headers = { 'content-type': 'application/json', authorization };
  const reply = await stacks.request({ method: 'POST', path, headers, body, timeoutMs: TIMEOUT });
  const text = reply.bytes.toString('utf8');
  if (reply.status === 200) return toSimulation(readReplay(parseExactJson(text)).at(-1));
  const [, problem] = /Unable to process transaction \w+: (.*?)"?,? ?(?:false|true)?\)?\s*$/s.exec(text) ?? [];
  if (problem === undefined) throw refusal(path, reply);
  if (problem.includes(UNKNOWN_BLOCK)) {
    throw new DevnetError('UNSUPPORTED', 'a stacks-node simulates no calls of a contract that the block of the tip deploys', {
      hint: 'Mine a Stacks block first.',
    });
  }
  const reason = problem.replaceAll(/\\+"/g, '"');
  return { status: 'rejected', result: { hex: '0x', repr: '' }, reason, events: [], cost: NO_COST };
}

/** The node's error for a contract of the block that it executes again. */
const UNKNOWN_BLOCK = 'Should always be able to map from height to block hash';

function toSimulation(receipt: StacksReceipt | undefined): Simulation {
  if (receipt === undefined) throw new DevnetError('RPC', 'the node simulated a block without the transaction');
  const { status, result, reason, cost } = readReceipt(receipt, { height: 0, hash: '', burnHeight: 0 });
  const simulated = { status, result, ...(reason !== undefined && { reason }), events: [], cost };
  return withDecoded(simulated, status === 'success' ? receipt.events : [], withoutPlace);
}
