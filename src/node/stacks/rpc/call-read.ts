import { parsePrincipal } from '../codec/principal.js';
import { parseValueHex } from '../codec/value-reader.js';
import { writeValue } from '../codec/value-writer.js';
import { type Answer, ok, undecodable } from './answer.js';
import type { RpcNode } from './node.js';
import { clarityNameParam, contractParam, type RpcRequest, requireJson, requireTip } from './request.js';

/** The node's limit for arguments: twenty of the longest values, in hex digits. */
const MAX_LENGTH = 20 * 4 * 1024 * 1024;

type Body = { sender: string; sponsor: string | undefined; arguments: string[] };

/** `POST /v2/contracts/call-read/{address}/{contract}/{function}` */
export async function postCallRead(node: RpcNode, request: RpcRequest): Promise<Answer> {
  const json = requireJson(request, 'CallReadOnly', MAX_LENGTH);
  const contract = contractParam(request);
  const fn = clarityNameParam(request, 'function');
  const body = parseBody(json);
  if (body === undefined) throw undecodable('Failed to parse JSON body');
  if (parsePrincipal(body.sender) === undefined) throw undecodable('Failed to parse sender principal');
  if (body.sponsor !== undefined && parsePrincipal(body.sponsor) === undefined) throw undecodable('Failed to parse sponsor principal');
  const args = body.arguments.map((argument) => {
    const value = parseValueHex(argument);
    if (value === undefined) throw undecodable('Failed to deserialize argument value');
    return writeValue(value).toString('hex');
  });
  requireTip(node, request, () => 'Chain tip not found');
  const { sender, sponsor } = body;
  const read = await node.state.vm.callReadOnly({ contract, fn, args, sender, sponsor });
  return ok(read.okay ? { okay: true, result: `0x${read.result}` } : { okay: false, cause: read.cause });
}

function parseBody(json: unknown): Body | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const sender = 'sender' in json ? json.sender : undefined;
  const sponsor = ('sponsor' in json ? json.sponsor : undefined) ?? undefined;
  const args = 'arguments' in json ? json.arguments : undefined;
  if (typeof sender !== 'string' || (sponsor !== undefined && typeof sponsor !== 'string') || !Array.isArray(args)) return undefined;
  return args.every((argument) => typeof argument === 'string') ? { sender, sponsor, arguments: args } : undefined;
}
