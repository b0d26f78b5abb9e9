import type { FastifyReply, FastifyRequest } from 'fastify';
import { DevnetError, invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import { untilComplete } from '../../base/missing.js';
import { encodeAddress } from '../../bitcoin/address.js';
import { toSats } from '../../bitcoin/client.js';
import { fromHex, hashToHex, isHex, serializeTransaction, toHex, virtualSize } from '../../bitcoin/codec.js';
import type { IndexedTransaction } from '../../bitcoin/esplora.js';
import { BITCOIN_BODY_LIMIT, readBody } from '../body.js';
import type { App } from '../schema-types.js';

const SCHEMA = { hide: true } as const;

/** The faucet of nigiri: `POST /faucet` with `{address, amount}` in BTC. It answers when the payment is in a block. */
export function addNigiriFaucet(app: App): void {
  app.post('/faucet', { schema: SCHEMA }, async ({ body, services: { devnet } }) => {
    const { address, amount = 1 } = isRecord(body) ? body : {};
    if (typeof amount !== 'number' || !(amount > 0)) throw invalid('amount', 'an amount in BTC above 0', amount);
    const { txId } = await devnet.faucet.btc(String(address ?? ''), { amount: toSats(amount) });
    return { txId };
  });
}

/** The calls that the npm package `regtest-client` makes of its server, below `/1`. */
export function addRegtestServer(app: App): void {
  app.removeAllContentTypeParsers();
  // Clients send raw transactions with any content type.
  app.addContentTypeParser('*', readBody);
  const find = async ({ services: { devnet } }: FastifyRequest, txid: string): Promise<IndexedTransaction> => {
    const index = await devnet.bitcoinIndex.current();
    const transaction = await untilComplete(() => index.transaction(txid.toLowerCase()));
    if (transaction === undefined) throw new DevnetError('NOT_FOUND', `no transaction ${txid}`, { field: 'txid', received: txid });
    return transaction;
  };
  const pay = async ({ services: { devnet } }: FastifyRequest, address: string, value: string | undefined): Promise<string> => {
    if (!/^[1-9]\d{0,15}$/.test(value ?? '')) throw invalid('value', 'a whole number of sats above 0', value);
    return (await devnet.faucet.btc(address, { amount: BigInt(value ?? '') })).txId;
  };

  app.post('/r/generate', { schema: SCHEMA }, async ({ query, services: { devnet } }) => {
    const { count = '1' } = query as { count?: string };
    if (!/^\d{1,5}$/.test(count)) throw invalid('count', 'a number of blocks from 1 to 10000', count);
    return (await devnet.mine({ bitcoin: Number(count) })).bitcoin.hashes;
  });
  app.post('/r/faucet', { schema: SCHEMA }, async (request, reply) => {
    const { address = '', value } = request.query as { address?: string; value?: string };
    return asJson(reply, await pay(request, address, value));
  });
  app.post('/r/faucetScript', { schema: SCHEMA }, async (request, reply) => {
    const { script = '', value } = request.query as { script?: string; value?: string };
    const address = isHex(script) ? encodeAddress(fromHex(script)) : undefined;
    if (address !== undefined) return asJson(reply, await pay(request, address, value));
    throw new DevnetError('UNSUPPORTED', `the faucet pays to addresses, and the script ${script} has none`, {
      hint: 'Pay to an address of your own, and from there to the script.',
    });
  });
  app.post('/t/push', { schema: SCHEMA, bodyLimit: BITCOIN_BODY_LIMIT }, async ({ body, services: { devnet } }, reply) => {
    const hex = Buffer.isBuffer(body) ? body.toString('latin1').trim() : '';
    if (!isHex(hex) || hex === '') throw invalid('body', 'a transaction as hex', hex);
    return asJson(reply, await devnet.bitcoinIndex.call('sendrawtransaction', [hex]));
  });
  app.get('/t/:txid', { schema: SCHEMA }, async (request, reply) =>
    asJson(reply, hexOf(await find(request, (request.params as { txid: string }).txid))),
  );
  app.get('/t/:txid/json', { schema: SCHEMA }, async (request) =>
    transactionBody(await find(request, (request.params as { txid: string }).txid)),
  );
  app.get('/b/best', { schema: SCHEMA }, async ({ services: { devnet } }, reply) =>
    asJson(reply, (await devnet.bitcoinIndex.current()).tip()?.hash),
  );
  app.get('/b/best/height', { schema: SCHEMA }, async ({ services: { devnet } }, reply) =>
    asJson(reply, (await devnet.bitcoinIndex.current()).tip()?.height),
  );
  app.get('/a/:address/unspents', { schema: SCHEMA }, async ({ params, services: { devnet } }) => {
    const { address } = params as { address: string };
    const { scriptOf } = await import('../../bitcoin/esplora-request.js');
    const index = await devnet.bitcoinIndex.current();
    const unspent = await untilComplete(() => index.unspent(scriptOf(address, devnet.bitcoinIndex)));
    return unspent.map(({ transaction, vout, value }) => ({
      ...{ address, txId: transaction.txid, vout, value: Number(value) },
      height: transaction.block?.height ?? 0,
    }));
  });
}

/** Text and numbers are JSON, too. */
function asJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply.type('application/json').send(JSON.stringify(value));
}

function hexOf({ tx }: IndexedTransaction): string {
  return toHex(serializeTransaction(tx));
}

function transactionBody(transaction: IndexedTransaction): object {
  const { txid, tx } = transaction;
  return {
    txId: txid,
    txHex: hexOf(transaction),
    vsize: virtualSize(tx),
    version: tx.version,
    locktime: tx.lockTime,
    ins: tx.inputs.map(({ previous, scriptSig, sequence }) => ({
      txId: hashToHex(previous.hash),
      vout: previous.index,
      script: toHex(scriptSig),
      sequence,
    })),
    outs: tx.outputs.map(({ value, scriptPubKey }) => ({
      address: encodeAddress(scriptPubKey),
      script: toHex(scriptPubKey),
      value: Number(value),
    })),
  };
}
