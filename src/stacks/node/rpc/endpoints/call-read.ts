import { createTurns } from '../../../../base/turns.js';
import { findPrincipal, parseValueHex, type Value } from '../../../../clarity/values.js';
import { Overdue } from '../../clarity/thread/pace.js';
import { type Answer, ok, RpcError, undecodable } from '../answer.js';
import { isAbsent, isText, isTextList, parseFields } from '../json-body.js';
import type { RpcNode } from '../node.js';
import { clarityNameParam, contractParam, type RpcRequest, requireJsonBody, requireToken } from '../request.js';
import { readAt } from '../view.js';

/** The node's limit for arguments: twenty of the longest values, in hex digits. */
const MAX_LENGTH = 20 * 4 * 1024 * 1024;

type Body = { sender: string; sponsor: string | undefined; arguments: string[] };

/** `POST /v2/contracts/call-read/{address}/{contract}/{function}` */
export function postCallRead(node: RpcNode, request: RpcRequest): Promise<Answer> {
  requireJsonBody(request, 'CallReadOnly', MAX_LENGTH);
  return callRead(node, request, { free: false });
}

/**
 * `POST /v3/contracts/fast-call-read/{address}/{contract}/{function}`, with the node's token: without a cost limit, and its writes
 * are undone.
 */
export function postFastCallRead(node: RpcNode, request: RpcRequest): Promise<Answer> {
  requireToken(node, request);
  requireJsonBody(request, 'FastCallReadOnly', MAX_LENGTH);
  return callRead(node, request, { free: true });
}

async function callRead(node: RpcNode, request: RpcRequest, options: { free: boolean }): Promise<Answer> {
  const contract = contractParam(request);
  const fn = clarityNameParam(request, 'function');
  const body = parseBody(request.body);
  if (findPrincipal(body.sender) === undefined) throw undecodable('Failed to parse sender principal');
  if (body.sponsor !== undefined && findPrincipal(body.sponsor) === undefined) throw undecodable('Failed to parse sponsor principal');
  const args = await parseArguments(body.arguments);
  const { sender, sponsor } = body;
  const call = { contract, fn, args, sender, sponsor, limit: node.readOnly, ...options };
  const read = await readAt(
    node,
    request,
    () => 'Chain tip not found',
    (view) => view.callReadOnly(call),
  ).catch((error: unknown) => {
    throw error instanceof Overdue ? new RpcError(400, 'Execution budget exceeded') : error;
  });
  return ok(read.okay ? { okay: true, result: `0x${read.result}` } : { okay: false, cause: read.cause });
}

/** Other requests get their turn between arguments: a body has room for two million, or for eight of the longest values. */
async function parseArguments(texts: readonly string[]): Promise<Value[]> {
  const turn = createTurns();
  const args: Value[] = [];
  for (const text of texts) {
    await turn();
    const value = parseValueHex(text);
    if (value === undefined) throw undecodable('Failed to deserialize argument value');
    args.push(value);
  }
  return args;
}

function parseBody(body: Buffer): Body {
  const { sender, sponsor, arguments: args } = parseFields(body);
  if (!isText(sender) || !(isAbsent(sponsor) || isText(sponsor)) || !isTextList(args)) throw undecodable('Failed to parse JSON body');
  return { sender, sponsor: sponsor ?? undefined, arguments: args };
}
