import { getAccount } from './accounts.js';
import { type Answer, RpcError } from './answer.js';
import { postCallRead } from './call-read.js';
import { getConstant, getDataVar, getInterface, getSource, postMapEntry } from './contracts.js';
import { getTransferFee, postTransactionFee } from './fees.js';
import { getHealth, getInfo, getNeighbors } from './info.js';
import type { RpcNode } from './node.js';
import { getPox } from './pox.js';
import type { RpcRequest } from './request.js';
import { getSortitions } from './sortitions.js';
import { getBlock, getBlockByHeight, getTenure, getTenureInfo } from './tenures.js';
import { getTrait } from './traits.js';
import { getTransaction, getUnconfirmed, postTransaction } from './transactions.js';

/** `loose` matches the same path with parameters of any form: it tells a wrong parameter (400) from an unknown path (404). */
export type Route = { method: 'GET' | 'POST'; strict: RegExp; loose: RegExp | undefined; handle: Handler };
type Handler = (node: RpcNode, request: RpcRequest) => Answer | Promise<Answer>;

// the node's own patterns, so that what it takes for an unknown path is one here
const ADDRESS = '[0123456789ABCDEFGHJKMNPQRSTVWXYZ]{28,41}';
const CONTRACT = '[a-zA-Z][a-zA-Z0-9_-]{0,127}';
const NAME = '[a-zA-Z0-9_!?+<>=/*-]{1,128}';
const HASH = '[0-9a-f]{64}';
const CONTRACT_PATH = `(?<address>${ADDRESS})/(?<contract>${CONTRACT})`;
const ANY = "[a-zA-Z0-9._~:@!$&'()*+,;=-]+";

/** Everything that the node answers. */
export const ROUTES: readonly Route[] = [
  route('POST', '/v2/transactions', postTransaction),
  route('GET', `/v2/accounts/(?<principal>${ADDRESS}|${ADDRESS}\\.${CONTRACT})`, getAccount),
  route('GET', '/v2/info', getInfo),
  route('GET', '/v2/pox', getPox),
  route('GET', '/v2/neighbors', getNeighbors),
  route('GET', `/v2/transactions/unconfirmed/(?<txid>${HASH})`, getUnconfirmed, `/v2/transactions/unconfirmed/${ANY}`),
  route('GET', '/v2/fees/transfer', getTransferFee),
  route('POST', '/v2/fees/transaction', postTransactionFee),
  route('POST', `/v2/contracts/call-read/${CONTRACT_PATH}/(?<function>${NAME})`, postCallRead),
  route('GET', `/v2/contracts/interface/${CONTRACT_PATH}`, getInterface),
  route('GET', `/v2/contracts/source/${CONTRACT_PATH}`, getSource),
  route('GET', `/v2/data_var/${CONTRACT_PATH}/(?<varname>${NAME})`, getDataVar),
  route('GET', `/v2/constant_val/${CONTRACT_PATH}/(?<constname>${NAME})`, getConstant),
  route('POST', `/v2/map_entry/${CONTRACT_PATH}/(?<map>${NAME})`, postMapEntry),
  route(
    'GET',
    `/v2/traits/${CONTRACT_PATH}/(?<traitContractAddr>${ADDRESS})/(?<traitContractName>${CONTRACT})/(?<traitName>${NAME})`,
    getTrait,
  ),
  route('POST', `/v3/contracts/fast-call-read/${CONTRACT_PATH}/(?<function>${NAME})`, refuseUnauthorized),
  route('GET', '/v3/health', getHealth),
  route('GET', `/v3/transaction/(?<txid>${HASH})`, getTransaction, `/v3/transaction/${ANY}`),
  route('GET', `/v3/blocks/(?<block_id>${HASH})`, getBlock, `/v3/blocks/${ANY}`),
  route('GET', '/v3/blocks/height/(?<block_height>[0-9]{1,20})', getBlockByHeight, `/v3/blocks/height/${ANY}`),
  route('GET', '/v3/sortitions(?:/(?<key>[a-z_]{1,15})(?:/(?<value>[0-9a-f]{1,64}))?)?', getSortitions),
  route('GET', '/v3/tenures/info', getTenureInfo),
  route('GET', `/v3/tenures/(?<block_id>${HASH})`, getTenure, `/v3/tenures/${ANY}`),
];

/** What the node answers on endpoints that need an authorization token while none is configured. */
function refuseUnauthorized(): never {
  throw new RpcError(400, 'Bad Request.');
}

function route(method: Route['method'], strict: string, handle: Handler, loose?: string): Route {
  return { method, strict: new RegExp(`^${strict}$`), loose: loose === undefined ? undefined : new RegExp(`^${loose}$`), handle };
}
