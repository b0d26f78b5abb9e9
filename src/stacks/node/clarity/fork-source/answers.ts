import { messageOf } from '../../../../base/error.js';
import { Missing } from '../../../../base/missing.js';
import type { Fork, ForkSourceReader, ForkSourceRequest } from '../../../protocol/fork-source/reader.js';
import { ForkSourceFailure, forkSourceFailure } from './failure.js';

/** What the origin of a fork has answered so far. Every answer is immutable, and stays. */
export class ForkSourceAnswers {
  readonly #url: string;
  readonly #reader: ForkSourceReader;
  readonly #known = new Map<string, string | undefined>();

  constructor({ url, reader }: Pick<Fork, 'url' | 'reader'>) {
    this.#url = url;
    this.#reader = reader;
  }

  /**
   * Returns an answer; undefined if the origin has no such thing.
   * @throws Missing if it is not there yet
   */
  read(request: ForkSourceRequest): string | undefined {
    return this.readAll([request])[0];
  }

  /** Returns several answers. @throws Missing if one is not there yet; then all are fetched at once */
  readAll(requests: readonly ForkSourceRequest[]): (string | undefined)[] {
    const missing = requests.filter((request) => !this.#known.has(keyOf(request)));
    const [first] = missing;
    if (first !== undefined) throw new Missing(keyOf(first), this.#fetchAll(missing));
    return requests.map((request) => this.#known.get(keyOf(request)));
  }

  /** Reads what an answer says. @throws ForkSourceFailure if it is not that of a node; Missing */
  understand<T>(what: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof Missing || error instanceof ForkSourceFailure) throw error;
      throw this.failure('BAD_ANSWER', `does not answer as a Stacks node does: ${what}: ${messageOf(error)}`);
    }
  }

  failure(reason: Parameters<typeof forkSourceFailure>[1], what: string): ForkSourceFailure {
    return forkSourceFailure(this.#url, reason, what);
  }

  /** Rejects once all have ended: who tries again must not meet a request that is failing still. */
  async #fetchAll(requests: readonly ForkSourceRequest[]): Promise<void> {
    const fetched = await Promise.allSettled(requests.map((request) => this.#fetch(request)));
    for (const result of fetched) if (result.status === 'rejected') throw result.reason;
  }

  async #fetch(request: ForkSourceRequest): Promise<void> {
    const answer = await this.#reader.read(request);
    if ('failure' in answer) throw new ForkSourceFailure(answer.failure);
    this.#known.set(keyOf(request), answer.found);
  }
}

function keyOf(request: ForkSourceRequest): string {
  return Object.values(request).join(' ');
}
