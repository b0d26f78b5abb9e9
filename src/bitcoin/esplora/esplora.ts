import { DevnetError } from '../../base/error.js';
import { untilComplete } from '../../base/missing.js';
import type { BitcoinIndex } from './follow-node.js';
import { EsploraError, type EsploraReply, text } from './reply.js';
import type { EsploraRequest, Route } from './request.js';
import { addressRoutes, prefixRoute } from './routes/addresses.js';
import { blockRoutes } from './routes/blocks.js';
import { mempoolRoutes } from './routes/mempool.js';
import { transactionRoutes } from './routes/transactions.js';
import { walletRoutes } from './routes/wallets.js';

/** Servers have the API at the root or below one of these. */
const BASE = /^\/api(?:\/proxy)?(?=\/)/;
/** Statuses of errors that are no answers of Esplora. */
const STATUSES: Partial<Record<DevnetError['code'], number>> = {
  ORIGIN: 502,
  NOT_REACHABLE: 503,
  NOT_READY: 503,
  TIMEOUT: 503,
  UNSUPPORTED: 501,
};

const ROUTES = [...addressRoutes, prefixRoute, ...blockRoutes, ...mempoolRoutes, ...transactionRoutes, ...walletRoutes].map(compile);

/**
 * Answers a request of the Esplora API (Blockstream/electrs: src/rest.rs), or of what wallets call of mempool.space's API below `/v1`.
 * @throws what the index throws unforeseen
 */
export async function answerEsplora(request: EsploraRequest, index: BitcoinIndex): Promise<EsploraReply> {
  const { method, path } = request;
  const segments = path.replace(BASE, '').split('/').slice(1);
  const inBoth = segments[0] === 'v1' ? segments.slice(1) : segments;
  try {
    for (const parts of [segments, inBoth]) {
      for (const { method: wanted, names, handle } of ROUTES) {
        const params = wanted === (method === 'HEAD' ? 'GET' : method) ? match(names, parts) : undefined;
        if (params !== undefined) return await untilComplete(() => handle({ ...request, params, index }));
      }
    }
    throw new EsploraError(404, `endpoint does not exist "${path}"`);
  } catch (error) {
    if (error instanceof EsploraError) return text(error.message, error.status);
    const status = error instanceof DevnetError ? STATUSES[error.code] : undefined;
    if (status !== undefined && error instanceof DevnetError) return text(error.message, status);
    throw error;
  }
}

function compile([route, handle]: Route) {
  const [method = '', path = ''] = route.split(' ');
  return { method, names: path.split('/').slice(1), handle };
}

/** Returns the parts of a path by their names; undefined for another path. A name that ends with ? may be absent. */
function match(names: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (parts.length > names.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, name] of names.entries()) {
    const part = parts[at];
    if (part === undefined || part === '') {
      if (name.endsWith('?') && part === undefined) continue;
      return undefined;
    }
    if (!name.startsWith(':')) {
      if (part !== name) return undefined;
    } else params[name.replace(/^:|\?$/g, '')] = decode(part);
  }
  return params;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
