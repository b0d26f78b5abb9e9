import { DevnetError } from '../../base/error.js';
import { isRecord, parseJson } from '../../base/json.js';
import { untilComplete } from '../../base/missing.js';
import { createTurns } from '../../base/turns.js';
import type { ChainIndex } from '../esplora/chain-index.js';
import type { BitcoinIndex } from '../esplora/follow-node.js';
import { badRequest, daemonError, ElectrumError, INTERNAL_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR } from './error.js';
import type { Histories } from './histories.js';
import { JsonText, type Method, type ServerFacts, type Subscriptions } from './method.js';
import { blockMethods, tipOf } from './methods/blocks.js';
import { scriptMethods } from './methods/scripts.js';
import { serverMethods } from './methods/server.js';
import { transactionMethods } from './methods/transactions.js';
import { bind, optional } from './parameters.js';
import { isSince, negotiate, type Version } from './version.js';

/** The most requests of a batch. */
const LARGEST_BATCH = 1_000;
/** The characters of a batch's answers after which the others are errors. */
const LARGEST_ANSWER = 16_000_000;
const END_OF_BATCH = Buffer.from(']');
/** What a client speaks that has not said so: all versions before the one that makes `server.version` the first request. */
const UNNAMED: Version = '1.4.2';

const METHODS = new Map<string, Method>(Object.entries({ ...blockMethods, ...scriptMethods, ...serverMethods, ...transactionMethods }));
const VERSION_PARAMETERS = [optional('client_name', ''), optional('protocol_version', '1.4')];

/** The conversation with one client. */
export type Session = {
  /** Answers a request, a batch or a notification. Requests are answered in their order. Resolves when this one is answered. */
  receive(text: string): Promise<void>;
  /** Notifies the client of changes of what it follows. @param statusOf returns the status of a script hash now */
  notify(chain: ChainIndex, statusOf: (scriptHash: string) => string | null): void;
  /** Drops the requests that wait: nobody reads their answers. */
  close(): void;
};

export type SessionOptions = {
  index: BitcoinIndex;
  histories: Histories;
  server: ServerFacts;
  /** @param text a batch with many answers is in UTF-8 already */
  write(text: string | Buffer): void;
  /** Ends the connection after what was written. */
  end(): void;
  onWarning(message: string): void;
};

/** The index after a change, and what returns the status of a script hash there. */
type Change = { chain: ChainIndex; statusOf(scriptHash: string): string | null };
type Request = { id?: unknown; method: string; params?: unknown; jsonrpc?: unknown };

export function createSession({ index, histories, server, write, end, onWarning }: SessionOptions): Session {
  const subscriptions: Subscriptions = { header: undefined, statuses: new Map() };
  let version: Version | undefined;
  let work = Promise.resolve();
  let isEnding = false;
  let newest: Change | undefined;
  const turn = createTurns();

  const agree = ([name, wanted]: readonly unknown[]): [string, string] => {
    if (version !== undefined) throw badRequest('server.version already sent');
    if (typeof name !== 'string') throw badRequest('client_name should be a string');
    version = negotiate(wanted);
    if (version === undefined) throw new ElectrumError(1, `unsupported protocol version: ${JSON.stringify(wanted)?.slice(0, 100)}`, true);
    return [server.software, version];
  };

  const run = async ({ method: name, params }: Request): Promise<unknown> => {
    if (name === 'server.version') return agree(bind(name, VERSION_PARAMETERS, params));
    const spoken = version ?? UNNAMED;
    const method = METHODS.get(name);
    if (method === undefined || !isSince(spoken, method.since ?? spoken) || !isSince(method.until ?? spoken, spoken)) {
      throw new ElectrumError(METHOD_NOT_FOUND, `unknown method "${name.slice(0, 100)}"`);
    }
    const values = bind(name, method.parameters, params);
    const chain = await index.current();
    return untilComplete(() => method.run(values, { version: spoken, chain, histories, node: index.call, subscriptions, server }));
  };

  /** @returns JSON; undefined for a notification, which has no answer */
  const answer = async (request: unknown): Promise<string | undefined> => {
    // A batch, and many lines at once, leave the other clients of the network their turn.
    await turn();
    if (!isRequest(request)) return failure(isRecord(request) ? request : {}, new ElectrumError(INVALID_REQUEST, 'invalid request'));
    try {
      const result = await run(request);
      return request.id === undefined ? undefined : success(request.id, result);
    } catch (error) {
      const known = asElectrumError(error);
      if (known.code === INTERNAL_ERROR) onWarning(`the Electrum server failed at ${request.method}: ${error}`);
      if (known.isFinal) isEnding = true;
      return request.id === undefined ? undefined : failure(request, known);
    }
  };

  const answerBatch = async (requests: readonly unknown[]): Promise<void> => {
    // Encoded one by one: the answers of a batch are too many to encode them at once.
    const answers: Buffer[] = [];
    let size = 0;
    for (const request of requests) {
      const one =
        size > LARGEST_ANSWER
          ? failure(isRecord(request) ? request : {}, badRequest('the answers of the batch are too large'))
          : await answer(request);
      if (one === undefined) continue;
      size += one.length;
      answers.push(Buffer.from(`${answers.length === 0 ? '[' : ','}${one}`));
    }
    if (answers.length > 0) write(Buffer.concat([...answers, END_OF_BATCH]));
  };

  const handle = async (text: string): Promise<void> => {
    const request = parse(text);
    if (request === undefined) return write(failure({}, new ElectrumError(PARSE_ERROR, 'invalid JSON')));
    if (!Array.isArray(request)) {
      const one = await answer(request);
      if (one !== undefined) write(one);
    } else if (request.length === 0 || request.length > LARGEST_BATCH) {
      write(failure({}, new ElectrumError(INVALID_REQUEST, `a batch has 1 to ${LARGEST_BATCH} requests`)));
    } else {
      await answerBatch(request);
    }
    if (isEnding) end();
  };

  const send = (method: string, params: readonly unknown[]): void => write(JSON.stringify({ jsonrpc: '2.0', method, params }));

  const sendChanges = ({ chain, statusOf }: Change): void => {
    const tip = tipOf(chain);
    if (subscriptions.header !== undefined && tip.hex !== subscriptions.header) {
      subscriptions.header = tip.hex;
      send('blockchain.headers.subscribe', [tip]);
    }
    for (const [hash, known] of subscriptions.statuses) {
      const status = statusOf(hash);
      if (status === known) continue;
      subscriptions.statuses.set(hash, status);
      send('blockchain.scripthash.subscribe', [hash, status]);
    }
  };
  const notify = async (): Promise<void> => {
    const change = newest;
    newest = undefined;
    if (change !== undefined) await untilComplete(() => sendChanges(change));
  };

  // A client takes what comes last for the newest, so requests and notifications have one order.
  const queue = (task: () => Promise<void>, failed: string): Promise<void> => {
    work = work.then(() => (isEnding ? undefined : task())).catch((error) => onWarning(`${failed}: ${error}`));
    return work;
  };

  return {
    receive: (text) => queue(() => handle(text), 'the Electrum server failed'),
    close() {
      isEnding = true;
    },
    notify(chain, statusOf) {
      newest = { chain, statusOf };
      void queue(notify, 'notifications of the Electrum server are late');
    },
  };
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function isRequest(value: unknown): value is Request {
  if (!isRecord(value) || typeof value['method'] !== 'string') return false;
  const { id } = value;
  return id === undefined || id === null || typeof id === 'number' || typeof id === 'string';
}

function success(id: unknown, result: unknown): string {
  const text = result instanceof JsonText ? result.text : JSON.stringify(result ?? null);
  return `{"jsonrpc":"2.0","result":${text},"id":${JSON.stringify(id)}}`;
}

function failure({ id }: { id?: unknown }, { code, message }: ElectrumError): string {
  return JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: id ?? null });
}

function asElectrumError(error: unknown): ElectrumError {
  if (error instanceof ElectrumError) return error;
  if (error instanceof DevnetError) return daemonError(error.message);
  return new ElectrumError(INTERNAL_ERROR, 'internal server error');
}
