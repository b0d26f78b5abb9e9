import { C32_DIGITS } from '../../../clarity/values.js';
import type { Answer } from './answer.js';
import { getAccount } from './endpoints/accounts.js';
import { postCallRead, postFastCallRead } from './endpoints/call-read.js';
import { getMarfValue, getMetadata } from './endpoints/clarity-state.js';
import { getConstant, getDataVar, getInterface, getSource, postMapEntry } from './endpoints/contracts.js';
import { getTransferFee, postTransactionFee } from './endpoints/fees.js';
import { getHealth, getInfo, getNeighbors } from './endpoints/info.js';
import { queryMempool } from './endpoints/mempool-query.js';
import { getPox } from './endpoints/pox.js';
import { getReplay } from './endpoints/replay.js';
import { postSimulateBlock, postSimulateTransaction } from './endpoints/simulate.js';
import { getSortitions } from './endpoints/sortitions.js';
import { getStackerDb, getStackerDbChunk, getStackerDbReplicas, postStackerDbChunk } from './endpoints/stackerdb.js';
import { getSigner, getStackerSet } from './endpoints/stackers.js';
import {
  getForkInfo,
  getTenureBlocks,
  getTenureBlocksByHash,
  getTenureBlocksByHeight,
  getTenureTip,
  getTenureTipMetadata,
} from './endpoints/tenure-blocks.js';
import { getBlock, getBlockByHeight, getTenure, getTenureInfo } from './endpoints/tenures.js';
import { getTrait } from './endpoints/traits.js';
import { getTransaction, getUnconfirmed, postTransaction } from './endpoints/transactions.js';
import type { RpcNode } from './node.js';
import type { RpcRequest } from './request.js';

/** `loose` matches the same path with parameters of any form: it distinguishes a wrong parameter (400) from an unknown path (404). */
export type Route = { method: 'GET' | 'POST'; strict: RegExp; loose: RegExp | undefined; handle: Handler };
type Handler = (node: RpcNode, request: RpcRequest) => Answer | Promise<Answer>;

// The node's own patterns, so that the same paths are unknown.
const ADDRESS = `[${C32_DIGITS}]{28,41}`;
const CONTRACT = '[a-zA-Z][a-zA-Z0-9_-]{0,127}';
const NAME = '[a-zA-Z0-9_!?+<>=/*-]{1,128}';
const HASH = '[0-9a-f]{64}';
const CONSENSUS_HASH = '[0-9a-f]{40}';
const CONTRACT_PATH = `(?<address>${ADDRESS})/(?<contract>${CONTRACT})`;
/** A parameter without inner brackets. The node loosens only these: others would break their patterns. */
const SIMPLE_PARAMETER = /\(\?<[^>]+>[^()]+\)/g;
const ANY = "[a-zA-Z0-9._~:@!$&'()*+,;=-]+";
/** Matches a path of hash and height parameters with any values: the node knows it, too. */
const loosen = (strict: string): string => strict.replace(SIMPLE_PARAMETER, () => ANY);

/** All routes of the node. */
export const ROUTES: readonly Route[] = [
  route('POST', '/v2/transactions', postTransaction),
  route('GET', `/v2/accounts/(?<principal>${ADDRESS}|${ADDRESS}\\.${CONTRACT})`, getAccount),
  route('GET', '/v2/info', getInfo),
  route('GET', '/v2/pox', getPox),
  route('GET', '/v2/neighbors', getNeighbors),
  route('POST', '/v2/mempool/query', queryMempool),
  looseRoute('GET', `/v2/transactions/unconfirmed/(?<txid>${HASH})`, getUnconfirmed),
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
  looseRoute('GET', `/v2/clarity/marf/(?<marf_key_hash>${HASH})`, getMarfValue),
  route(
    'GET',
    `/v2/clarity/metadata/${CONTRACT_PATH}/(?<clarity_metadata_key>analysis|vm-metadata::(?<data_type>[0-9]{1,2})::(?<var_name>${NAME}))`,
    getMetadata,
  ),
  route('POST', `/v3/contracts/fast-call-read/${CONTRACT_PATH}/(?<function>${NAME})`, postFastCallRead),
  route('GET', '/v3/health', getHealth),
  looseRoute('GET', `/v3/transaction/(?<txid>${HASH})`, getTransaction),
  looseRoute('GET', `/v3/blocks/(?<block_id>${HASH})`, getBlock),
  looseRoute('GET', `/v3/blocks/replay/(?<block_id>${HASH})`, getReplay),
  looseRoute('POST', `/v3/blocks/simulate/(?<block_id>${HASH})`, postSimulateBlock),
  route('POST', '/v3/transactions/simulate', postSimulateTransaction),
  looseRoute('GET', '/v3/blocks/height/(?<block_height>[0-9]{1,20})', getBlockByHeight),
  looseRoute('GET', '/v3/sortitions(?:/(?<key>[a-z_]{1,15})(?:/(?<value>[0-9a-f]{1,64}))?)?', getSortitions),
  // the node's pattern has no end: whatever follows is ignored
  route('GET', '/v3/tenures/info.*', getTenureInfo),
  looseRoute('GET', `/v3/tenures/(?<block_id>${HASH})`, getTenure),
  looseRoute('GET', `/v3/tenures/tip/(?<consensus_hash>${CONSENSUS_HASH})`, getTenureTip),
  looseRoute('GET', `/v3/tenures/tip_metadata/(?<consensus_hash>${CONSENSUS_HASH})`, getTenureTipMetadata),
  looseRoute('GET', `/v3/tenures/blocks/(?<consensus_hash>${CONSENSUS_HASH})`, getTenureBlocks),
  looseRoute('GET', `/v3/tenures/blocks/hash/(?<burnchain_block_hash>${HASH})`, getTenureBlocksByHash),
  looseRoute('GET', '/v3/tenures/blocks/height/(?<burnchain_block_height>\\d+)', getTenureBlocksByHeight),
  looseRoute('GET', `/v3/tenures/fork_info/(?<start>${CONSENSUS_HASH})/(?<stop>${CONSENSUS_HASH})`, getForkInfo),
  looseRoute('GET', '/v3/stacker_set/(?<cycle_num>[0-9]{1,10})', getStackerSet),
  looseRoute('GET', '/v3/signer/(?<signer_pubkey>0[23][0-9a-f]{64})/(?<cycle_num>[0-9]{1,10})', getSigner),
  route('GET', `/v2/stackerdb/${CONTRACT_PATH}`, getStackerDb),
  route('GET', `/v2/stackerdb/${CONTRACT_PATH}/(?<slot_id>[0-9]+)(?:/(?<slot_version>[0-9]+))?`, getStackerDbChunk),
  route('GET', `/v2/stackerdb/${CONTRACT_PATH}/replicas`, getStackerDbReplicas),
  route('POST', `/v2/stackerdb/${CONTRACT_PATH}/chunks`, postStackerDbChunk),
];

function route(method: Route['method'], strict: string, handle: Handler): Route {
  return { method, strict: new RegExp(`^${strict}$`), loose: undefined, handle };
}

function looseRoute(method: Route['method'], strict: string, handle: Handler): Route {
  return { method, strict: new RegExp(`^${strict}$`), loose: new RegExp(`^${loosen(strict)}$`), handle };
}
