import { delay } from '#platform/timers.js';
import { failureAnswer, type RpcFaults, transactionOf } from '../../rpc-faults.js';
import type { AskRpc, RpcAnswer, RpcQuestion } from './ask.js';
import { readBody } from './request-body.js';

/** Asks a node, with the faults of `rpcFaults`. @returns undefined if the connection is to end without an answer */
export async function askWithFaults(ask: AskRpc, rpcFaults: RpcFaults, question: RpcQuestion): Promise<RpcAnswer | undefined> {
  const path = question.target.split('?')[0] ?? '';
  const { delayMs = 0, failure } = rpcFaults.fault(path) ?? {};
  if (delayMs > 0) await delay(delayMs);
  const answer = failure?.lost === 'request' ? undefined : await answerTo(ask, rpcFaults, question, path);
  if (failure === undefined) return answer;
  return failure.status === 'disconnect' ? undefined : failureAnswer(failure.status);
}

async function answerTo(ask: AskRpc, rpcFaults: RpcFaults, question: RpcQuestion, path: string): Promise<RpcAnswer> {
  const isTransaction = question.method === 'POST' && path === '/v2/transactions';
  if (!isTransaction || !rpcFaults.keepsTransactions()) return ask(question);
  const body = await readBody(question.body);
  const transaction = body && transactionOf(body, question.contentType);
  const txid = transaction && rpcFaults.take(transaction);
  if (txid === undefined) return ask({ ...question, body });
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(txid) };
}
