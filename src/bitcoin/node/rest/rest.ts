import type { HttpRequest } from '../http/request-reader.js';
import type { HttpReply } from '../http/response.js';
import { restBlock, restBlockHash, restBlockPart, restHeaders, restSpentOutputs } from './blocks.js';
import { restChainInfo, restDeployments } from './chain.js';
import { restFilter, restFilterHeaders } from './filters.js';
import { type RestContext, RestError, type RestRequest, refuse } from './format.js';
import { restMempool } from './mempool.js';
import { restOutputs } from './outputs.js';
import { restTransaction } from './transaction.js';

type RestHandler = (request: RestRequest, context: RestContext) => HttpReply | Promise<HttpReply>;

/** The routes of bitcoind's `src/rest.cpp`. The first prefix that matches wins, as there. */
const ROUTES: readonly [prefix: string, handler: RestHandler][] = [
  ['/rest/tx/', restTransaction],
  ['/rest/block/notxdetails/', (request, context) => restBlock(request, context, 1)],
  ['/rest/block/', (request, context) => restBlock(request, context, 3)],
  ['/rest/blockpart/', restBlockPart],
  ['/rest/blockfilter/', restFilter],
  ['/rest/blockfilterheaders/', restFilterHeaders],
  ['/rest/chaininfo', restChainInfo],
  ['/rest/mempool/', restMempool],
  ['/rest/headers/', restHeaders],
  ['/rest/getutxos', restOutputs],
  ['/rest/deploymentinfo/', restDeployments],
  ['/rest/deploymentinfo', restDeployments],
  ['/rest/blockhashbyheight/', restBlockHash],
  ['/rest/spenttxouts/', restSpentOutputs],
];

/** Answers a request of bitcoind's REST interface. @returns undefined for an unknown route */
export async function answerRest({ path, body }: HttpRequest, context: RestContext): Promise<HttpReply | undefined> {
  const route = ROUTES.find(([prefix]) => path.startsWith(prefix));
  if (route === undefined) return undefined;
  const [prefix, handle] = route;
  const rest = path.slice(prefix.length);
  // bitcoind cuts at the last question mark, and reads the query after the first.
  const end = rest.lastIndexOf('?');
  const start = path.indexOf('?');
  try {
    const request = { path: end < 0 ? rest : rest.slice(0, end), query: start < 0 ? '' : path.slice(start + 1), uri: path, body };
    return await handle(request, context);
  } catch (error) {
    if (error instanceof RestError) return refuse(error);
    throw error;
  }
}
