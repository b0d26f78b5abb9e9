import { DevnetError } from '../../../base/error.js';
import { Missing } from '../../../base/missing.js';
import type { BitcoinFork, BitcoinForkRequest, OriginHeader, OriginScript, OriginSpender, OriginTransaction } from './reader.js';

/**
 * The origin of a fork for code that cannot wait: what is not here yet throws {@link Missing}. Undefined means that the chain of the
 * origin, up to the block of the fork, has no such thing. A node and each of its copies have one.
 */
export type Origin = Pick<BitcoinFork, 'url' | 'point'> & {
  hashAt(height: number): string | undefined;
  header(hash: string): OriginHeader | undefined;
  /** Returns a block as hex. */
  block(hash: string): string | undefined;
  transaction(txid: string): OriginTransaction | undefined;
  /** The same for a transaction that was read before; undefined for others. */
  knownTransaction(txid: string): OriginTransaction | undefined;
  spenders(txid: string): readonly (OriginSpender | null)[] | undefined;
  /** @param hash the SHA-256 of the script, as hex */
  script(hash: string): OriginScript;
  /** Returns some of the transactions of a script before one of them (the empty text for the last ones), newest first. */
  page(hash: string, before: string): readonly OriginTransaction[];
  /** Returns all transactions of a script, oldest first. @throws DevnetError UNSUPPORTED for more than {@link LONGEST_HISTORY} */
  history(hash: string): readonly OriginTransaction[];
  /** Runs all tasks, and throws one {@link Missing} for everything that they lack. */
  all<T>(tasks: Iterable<() => T>): T[];
};

/** The most transactions of a script that are read at once. */
const LONGEST_HISTORY = 10_000;
/** How many answers are kept in memory, parsed. Of blocks, which are long, it is the last one. */
const LONGEST_MEMORY = 100_000;

export function createOrigin({ url, point, reader }: BitcoinFork): Origin {
  const memory = new Map<string, { value: unknown }>();
  let lastBlock: { key: string; value: unknown } | undefined;

  function remember(request: BitcoinForkRequest, found: string | undefined): unknown {
    const value = found === undefined || request.type === 'hash' || request.type === 'block' ? found : JSON.parse(found);
    if (request.type === 'block') lastBlock = { key: keyOf(request), value };
    else {
      if (memory.size >= LONGEST_MEMORY) memory.clear();
      memory.set(keyOf(request), { value });
    }
    return value;
  }

  function known(request: BitcoinForkRequest): { value: unknown } | undefined {
    const key = keyOf(request);
    const inMemory = lastBlock?.key === key ? lastBlock : memory.get(key);
    if (inMemory !== undefined) return inMemory;
    const stored = reader.known(request);
    return stored && { value: remember(request, stored.found) };
  }

  function read<T>(request: BitcoinForkRequest): T | undefined {
    const here = known(request);
    if (here !== undefined) return here.value as T | undefined;
    const answer = reader.read(request).then((found) => {
      if ('failure' in found) throw new DevnetError(found.failure.code, found.failure.message, found.failure);
      remember(request, found.found);
    });
    throw new Missing(keyOf(request), answer);
  }

  function all<T>(tasks: Iterable<() => T>): T[] {
    const results: T[] = [];
    const answers: Promise<unknown>[] = [];
    for (const task of tasks) {
      try {
        results.push(task());
      } catch (error) {
        if (!(error instanceof Missing)) throw error;
        answers.push(error.fetched);
      }
    }
    if (answers.length > 0) throw new Missing(`a part of ${answers.length} answers`, Promise.all(answers));
    return results;
  }

  const origin: Origin = {
    url,
    point,
    hashAt: (height) => (height === point.block.height ? point.block.id : read({ type: 'hash', height })),
    header: (hash) => read({ type: 'header', hash }),
    block: (hash) => read({ type: 'block', hash }),
    transaction: (txid) => read({ type: 'transaction', txid }),
    knownTransaction: (txid) => known({ type: 'transaction', txid })?.value as OriginTransaction | undefined,
    spenders: (txid) => read({ type: 'spenders', txid }),
    script: (hash) => read({ type: 'script', hash }) ?? NO_HISTORY,
    page(hash, before) {
      const found = read<readonly OriginTransaction[]>({ type: 'history', hash, before }) ?? [];
      for (const transaction of found) {
        const request = { type: 'transaction', txid: transaction.txid } as const;
        if (known(request) === undefined) reader.remember(request, JSON.stringify(transaction));
      }
      return found;
    },
    history(hash) {
      const { transactions } = origin.script(hash);
      if (transactions > LONGEST_HISTORY) {
        const message =
          `NOT_IN_FORK: the script with the hash ${hash} has ${transactions} transactions at ${url}, more than ${LONGEST_HISTORY}. ` +
          `Read its unspent outputs, or page through /scripthash/${hash}/txs.`;
        throw new DevnetError('UNSUPPORTED', message);
      }
      const newest: OriginTransaction[] = [];
      for (let before = ''; newest.length < transactions; before = newest.at(-1)?.txid ?? '') {
        const page = origin.page(hash, before);
        if (page.length === 0) break;
        newest.push(...page);
      }
      return newest.reverse();
    },
    all,
  };
  return origin;
}

const NO_HISTORY: OriginScript = { transactions: 0, funded: 0, fundedSats: '0', spent: 0, spentSats: '0', unspent: [] };

function keyOf(request: BitcoinForkRequest): string {
  return Object.values(request).join(' ');
}
