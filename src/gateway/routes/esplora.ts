import type { FastifyReply } from 'fastify';
import { decodeAddress } from '../../chains/bitcoin/address/address.js';
import { fromHex, toHex } from '../../chains/bitcoin/codec/hex.js';
import { parseTransaction } from '../../chains/bitcoin/codec/transaction.js';
import { DevnetError } from '../../error.js';
import type { App } from '../schema-types.js';
import type { Services } from '../services.js';

/** A refusal as Esplora sends it: text. */
class EsploraError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Adds the part of the Esplora API that clients of sBTC use, on a scope with a prefix of its own. */
export function addEsploraRoutes(app: App, { devnet, onWarning }: Services): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (_request, reply) => {
    // A reorganisation or a restore may change any answer.
    reply.header('cache-control', 'no-store');
  });
  app.setNotFoundHandler(({ url }, reply) => sendText(reply, 404, `endpoint does not exist "${url.split('?')[0]}"`));
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof EsploraError) return sendText(reply, error.status, error.message);
    if (error instanceof DevnetError && ['NOT_REACHABLE', 'NOT_READY', 'TIMEOUT'].includes(error.code))
      return sendText(reply, 503, error.message);
    if (error instanceof DevnetError && error.code === 'UNSUPPORTED') return sendText(reply, 501, error.message);
    onWarning?.(`${request.method} ${request.routeOptions.url ?? ''} failed: ${error instanceof Error ? error.stack : String(error)}`);
    return sendText(reply, 500, 'the gateway failed unexpectedly');
  });
  const answers = () => import('../../esplora/answers.js');
  const current = () => devnet.bitcoinIndex.current();
  const find = async (text: string) => {
    const txid = checkTxid(text);
    const index = await current();
    const transaction = index.transaction(txid);
    if (transaction === undefined) throw new EsploraError(404, 'Transaction not found');
    return { index, transaction };
  };
  const rawOf = async (text: string): Promise<string> => {
    const { transaction } = await find(text);
    const hex = await devnet.bitcoinIndex.rawTransaction(transaction.txid);
    if (hex === undefined) throw new EsploraError(404, 'Transaction not found');
    return hex;
  };
  const schema = { hide: true } as const;

  app.get('/address/:address', { schema }, async ({ params }) => {
    const { address } = params as { address: string };
    const script = scriptOf(address);
    return (await answers()).addressBody(address, script, await current());
  });
  app.get('/address/:address/utxo', { schema }, async ({ params }) => {
    const script = scriptOf((params as { address: string }).address);
    return (await answers()).unspentBody(script, await current());
  });
  app.get('/tx/:txid', { schema }, async ({ params }) => {
    const { txid } = params as { txid: string };
    const hex = await rawOf(txid);
    const { index, transaction } = await find(txid);
    return (await answers()).transactionBody(parseTransaction(fromHex(hex)), transaction, index);
  });
  app.get('/tx/:txid/hex', { schema }, async ({ params }, reply) => sendText(reply, 200, await rawOf((params as { txid: string }).txid)));
  app.get('/tx/:txid/status', { schema }, async ({ params }) => {
    const transaction = (await current()).transaction(checkTxid((params as { txid: string }).txid));
    return (await answers()).statusOf(transaction ?? {});
  });
  app.get('/tx/:txid/outspend/:vout', { schema }, async ({ params }) => {
    const { txid, vout } = params as { txid: string; vout: string };
    if (!/^\d{1,10}$/.test(vout)) throw new EsploraError(400, 'Invalid number');
    return (await answers()).outspendBody(checkTxid(txid), Number(vout), await current());
  });
  app.post('/tx', { schema }, async ({ body }, reply) => {
    const hex = typeof body === 'string' ? body.trim() : '';
    if (hex === '' || !/^(?:[0-9a-f]{2})+$/i.test(hex)) throw new EsploraError(400, 'Invalid hex string');
    try {
      return sendText(reply, 200, await devnet.bitcoinIndex.broadcast(hex));
    } catch (error) {
      if (!(error instanceof DevnetError && error.code === 'RPC')) throw error;
      const facts = { code: error.rpcCode, message: error.reason };
      throw new EsploraError(400, `sendrawtransaction RPC error: ${JSON.stringify(facts)}`);
    }
  });
  app.get('/blocks/tip/height', { schema }, async (_request, reply) => sendText(reply, 200, `${(await tip()).height}`));
  app.get('/blocks/tip/hash', { schema }, async (_request, reply) => sendText(reply, 200, (await tip()).hash));
  app.get('/v1/fees/recommended', { schema }, async () => {
    const rate = await devnet.bitcoinIndex.minimumFeeRate();
    return { fastestFee: rate, halfHourFee: rate, hourFee: rate, economyFee: rate, minimumFee: rate };
  });

  async function tip() {
    const last = (await current()).tip();
    if (last === undefined) throw new EsploraError(404, 'Block not found');
    return last;
  }
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(text);
}

function checkTxid(text: string): string {
  const txid = text.toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(txid)) throw new EsploraError(400, 'Invalid hex string');
  return txid;
}

/** Returns the output script of an address, as hex. */
function scriptOf(address: string): string {
  const decoded = decodeAddress(address);
  if ('scriptPubKey' in decoded) return toHex(decoded.scriptPubKey);
  throw new EsploraError(400, /^(?:bc1|tb1|[13])/i.test(address) ? 'Address on invalid network' : 'Invalid Bitcoin address');
}
