import type { HttpReply } from '../http/response.js';
import { jsonReply, parseHash, type RestContext, RestError, type RestRequest, requireJson, splitFormat } from './format.js';

/** `/rest/chaininfo`: as `getblockchaininfo`. */
export async function restChainInfo({ path }: RestRequest, { call }: RestContext): Promise<HttpReply> {
  requireJson(splitFormat(path).format);
  return jsonReply(await call('getblockchaininfo', []));
}

/** `/rest/deploymentinfo` and `/rest/deploymentinfo/HASH`: as `getdeploymentinfo`. */
export async function restDeployments({ path }: RestRequest, { core, call }: RestContext): Promise<HttpReply> {
  const { name, format } = splitFormat(path);
  requireJson(format);
  if (name === '') return jsonReply(await call('getdeploymentinfo', []));
  const hash = parseHash(name);
  if (core.chain.lookup.header(hash) === undefined) throw new RestError(400, 'Block not found');
  return jsonReply(await call('getdeploymentinfo', [hash]));
}
