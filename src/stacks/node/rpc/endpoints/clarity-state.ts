import { storedMetadata, storedValue } from '../../clarity/stored-form/stored-form.js';
import { type Answer, notFound, ok, undecodable } from '../answer.js';
import type { RpcNode } from '../node.js';
import { contractParam, type RpcRequest, requireNoBody, wantsProof } from '../request.js';
import { requireBlock } from '../view.js';

const TIP_NOT_FOUND = () => 'Chain tip not found';
/** What a node has metadata of (`StoreType`): maps, variables, tokens, and contracts. */
const METADATA_TYPES = ['5', '6', '7', '8', '9'];
/** `ContractDataVarName` */
const CONTRACT_DATA = ['contract', 'contract-size', 'contract-src', 'contract-data-size'];

/** `GET /v2/clarity/marf/{hash}`: a value by the hash of its key (`getclaritymarfvalue.rs` of stacks-core). The proof is empty. */
export async function getMarfValue(node: RpcNode, request: RpcRequest): Promise<Answer> {
  requireNoBody(request);
  const block = requireBlock(node, request, TIP_NOT_FOUND);
  const value = await storedValue(node.state, block, request.params['marf_key_hash'] ?? '');
  if (value === undefined) throw notFound('Marf key hash not found');
  return ok({ data: `0x${value}`, ...(wantsProof(request) && { proof: '' }) });
}

/** `GET /v2/clarity/metadata/{address}/{contract}/{key}` (`getclaritymetadata.rs` of stacks-core). */
export async function getMetadata(node: RpcNode, request: RpcRequest): Promise<Answer> {
  requireNoBody(request);
  const contract = contractParam(request);
  const { clarity_metadata_key: key = '', data_type: type, var_name: name = '' } = request.params;
  if (type !== undefined && !METADATA_TYPES.includes(type)) throw undecodable('Invalid metadata type');
  if (type === '9' && !CONTRACT_DATA.includes(name)) throw undecodable('Invalid metadata var name');
  const block = requireBlock(node, request, TIP_NOT_FOUND);
  const data = await storedMetadata(node.state, block, contract, key);
  if (data === undefined) throw notFound('Metadata not found');
  return ok({ data });
}
