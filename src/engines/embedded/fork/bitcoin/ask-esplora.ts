import { field, listOf, readHash, readNumber, readObject } from '../../../../base/json.js';
import { hashToHex, toHex } from '../../../../bitcoin/codec.js';
import { hash256 } from '../../../../bitcoin/crypto.js';
import type {
  BitcoinForkPoint,
  BitcoinForkRequest,
  OriginHeader,
  OriginSpender,
  OriginTransaction,
} from '../../../../bitcoin/fork-source.js';
import type { EsploraNode } from './esplora-node.js';
import { MOST_PAGES, readScript, tooLong } from './script.js';

/**
 * Asks an Esplora server for what a fork reads, as it was at the block of the fork; undefined if there is no such thing.
 * @throws DevnetError ORIGIN
 */
export async function askEsplora(
  node: EsploraNode,
  { block: base }: BitcoinForkPoint,
  request: BitcoinForkRequest,
): Promise<string | undefined> {
  switch (request.type) {
    case 'hash':
      return blockAt(request.height);
    case 'header':
      return json(await header(request.hash));
    case 'block':
      return block(request.hash);
    case 'transaction':
      return json(await transaction(request.txid));
    case 'spenders':
      return json(await spenders(request.txid));
    case 'script':
      return json(await readScript(node, base.height, request.hash));
    case 'history':
      return JSON.stringify(await page(request.hash, request.before));
  }

  async function blockAt(height: number): Promise<string | undefined> {
    const path = `/block-height/${height}`;
    const hash = await node.text(path);
    if (hash === undefined || /^[0-9a-f]{64}$/.test(hash)) return hash;
    throw node.wrong(path, 'expected the hash of a block');
  }

  async function header(hash: string): Promise<OriginHeader | undefined> {
    const found = await node.json(`/block/${hash}`, (answer) => {
      const read = readObject(answer, 'block');
      return {
        height: readNumber(read, 'height'),
        medianTime: readNumber(read, 'mediantime'),
        transactions: readNumber(read, 'tx_count'),
      };
    });
    if (found === undefined || found.height > base.height) return undefined;
    const [bytes, canonical] = await Promise.all([node.text(`/block/${hash}/header`), blockAt(found.height)]);
    if (bytes !== undefined && (!/^[0-9a-f]{160}$/.test(bytes) || hashOf(Buffer.from(bytes, 'hex')) !== hash))
      throw node.wrong(`/block/${hash}/header`, 'expected the header of that block');
    return bytes === undefined || canonical !== hash ? undefined : { header: bytes, ...found };
  }

  async function block(hash: string): Promise<string | undefined> {
    const bytes = await node.bytes(`/block/${hash}/raw`);
    if (bytes !== undefined && hashOf(bytes.subarray(0, HEADER)) !== hash) throw node.wrong(`/block/${hash}/raw`, 'expected that block');
    return bytes && toHex(bytes);
  }

  async function transaction(txid: string): Promise<OriginTransaction | undefined> {
    const [found] = await node.transactions(`/tx/${txid}`);
    return found === undefined || found === null || found.height > base.height ? undefined : found;
  }

  function spenders(txid: string): Promise<(OriginSpender | null)[] | undefined> {
    return node.json(`/tx/${txid}/outspends`, (answer) =>
      listOf(answer, 'outspends').map((item) => {
        const read = readObject(item, 'outspend');
        if (field(read, 'spent') !== true) return null;
        const status = readObject(field(read, 'status'), 'status');
        const height = field(status, 'confirmed') === true ? readNumber(status, 'block_height') : Number.POSITIVE_INFINITY;
        return height > base.height ? null : { txid: readHash(read, 'txid'), input: readNumber(read, 'vin'), height };
      }),
    );
  }

  /** Skips what happened after the block of the fork. */
  async function page(hash: string, before: string): Promise<OriginTransaction[]> {
    let last = before;
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      const all = await node.transactions(`/scripthash/${hash}/txs/chain${last === '' ? '' : `/${last}`}`);
      const found = all.filter((transaction) => transaction !== null && transaction.height <= base.height);
      const final = all.at(-1)?.txid;
      if (found.length > 0 || final === undefined) return found as OriginTransaction[];
      last = final;
    }
    throw tooLong(node, hash);
  }
}

/** Checks that the block of a fork is still in the chain of its origin. @throws DevnetError ORIGIN with REORGANISED */
export async function checkOrigin(node: EsploraNode, { block: base }: BitcoinForkPoint): Promise<void> {
  if ((await node.text(`/block-height/${base.height}`)) === base.id) return;
  throw node.error('REORGANISED', `left block ${base.id}, from which the fork continues: its chain was reorganised`);
}

/** Bytes of a header. */
const HEADER = 80;

function hashOf(header: Uint8Array): string {
  return hashToHex(hash256(header));
}

function json(found: object | undefined): string | undefined {
  return found && JSON.stringify(found);
}
