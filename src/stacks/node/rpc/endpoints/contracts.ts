import { parseValueHex } from '../../../../clarity/values.js';
import { type Answer, notFound, ok, undecodable } from '../answer.js';
import { isText, parseJson } from '../json-body.js';
import type { RpcNode } from '../node.js';
import { clarityNameParam, contractParam, type RpcRequest, requireJsonBody, requireNoBody, wantsProof } from '../request.js';
import { readAt } from '../view.js';

/** Hex digits of the longest serialized value: twice 1 MB in bytes. */
const MAX_VALUE_HEX = 4 * 1024 * 1024;
const TIP_NOT_FOUND = () => 'Chain tip not found';

/** `GET /v2/contracts/interface/{address}/{contract}` */
export async function getInterface(node: RpcNode, request: RpcRequest): Promise<Answer> {
  requireNoBody(request);
  const contract = contractParam(request);
  const found = await readAt(node, request, TIP_NOT_FOUND, (view) => view.contractInterface(contract));
  if (found === undefined) throw notFound('No contract interface data found');
  return ok(found);
}

/** `GET /v2/contracts/source/{address}/{contract}` */
export async function getSource(node: RpcNode, request: RpcRequest): Promise<Answer> {
  requireNoBody(request);
  const contract = contractParam(request);
  const found = await readAt(node, request, TIP_NOT_FOUND, (view) => view.contract(contract));
  if (found === undefined) throw notFound('No contract source data found');
  return ok({ source: found.source, publish_height: found.height, proof: proof(request) });
}

/** `GET /v2/data_var/{address}/{contract}/{varname}` */
export async function getDataVar(node: RpcNode, request: RpcRequest): Promise<Answer> {
  requireNoBody(request);
  const contract = contractParam(request);
  const name = clarityNameParam(request, 'varname');
  const value = await readAt(node, request, TIP_NOT_FOUND, (view) => view.dataVar(contract, name));
  if (value === undefined) throw notFound('Data var not found');
  return ok({ data: `0x${value}`, proof: proof(request) });
}

/** `GET /v2/constant_val/{address}/{contract}/{constname}` */
export async function getConstant(node: RpcNode, request: RpcRequest): Promise<Answer> {
  requireNoBody(request);
  const contract = contractParam(request);
  const name = clarityNameParam(request, 'constname');
  const value = await readAt(node, request, TIP_NOT_FOUND, (view) => view.constant(contract, name));
  if (value === undefined) throw notFound('Constant not found');
  return ok({ data: `0x${value}` });
}

/** `POST /v2/map_entry/{address}/{contract}/{map}`: a missing map is the same as a missing key. */
export async function postMapEntry(node: RpcNode, request: RpcRequest): Promise<Answer> {
  requireJsonBody(request, 'GetMapEntry', MAX_VALUE_HEX);
  const contract = contractParam(request);
  const map = clarityNameParam(request, 'map');
  const key = parseValueHex(parseKey(request.body));
  if (key === undefined) throw undecodable('Failed to deserialize key value');
  const value = (await readAt(node, request, TIP_NOT_FOUND, (view) => view.mapEntry(contract, map, key))) ?? '09';
  return ok({ data: `0x${value}`, proof: proof(request) });
}

function parseKey(body: Buffer): string {
  const key = parseJson(body);
  if (!isText(key)) throw undecodable('Failed to parse JSON body');
  return key;
}

function proof(request: RpcRequest): string | undefined {
  return wantsProof(request) ? '' : undefined;
}
