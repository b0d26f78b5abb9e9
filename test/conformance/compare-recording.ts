import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { decodeTransaction } from '#dist/stacks/protocol/codec/transaction/transaction.js';
import { actual, comparableReceipt, expected } from './comparison.js';
import { type Case, type Conversation, converse, type Receipt } from './converse.js';
import { type Observer, observe } from './observer.js';

/** Names of cases with the reason why the node under test differs. Such a test fails as soon as the difference is gone. */
export type KnownDifferences = { answers?: Reasons; receipts?: Reasons; costs?: Reasons; errorTexts?: Reasons };
type Reasons = Readonly<Record<string, string>>;

/** Starts a node with a fresh chain that sends its events to the observer. */
export type StartNode = (observer: Observer) => Promise<{ url: string } & AsyncDisposable>;

const FIXTURES = join(import.meta.dirname, '../fixtures/conformance');
const CONVERSATION_TIMEOUT_MS = 240_000;

/**
 * Declares tests that compare every recorded answer and receipt of a real stacks-node 4.0.2, and name each one that differs: the conversation
 * `name` runs once, before all.
 * @param start starts the node under test
 * @param options.observerHost address on which the observer listens. @default loopback
 */
export function compareWithRecording(
  name: string,
  start: StartNode,
  { known = {}, observerHost }: { known?: KnownDifferences; observerHost?: string } = {},
): void {
  const recordedCases = fixture<Case[]>(name, 'answers');
  const recordedReceipts = Object.entries(fixture<Record<string, Receipt>>(name, 'receipts'));
  let answers: Map<string, Case>;
  let receipts: Conversation['receipts'];

  beforeAll(async () => {
    await using observer = await observe(observerHost);
    await using node = await start(observer);
    const conversation = await converse(name, node.url, observer);
    answers = new Map(conversation.cases.map((entry) => [entry.name, entry]));
    receipts = conversation.receipts;
  }, CONVERSATION_TIMEOUT_MS);

  test(`${recordedCases.length} answers`, () => {
    for (const { name: caseName, compare, response } of recordedCases) {
      const answer = answers.get(caseName)?.response;
      compareCase(caseName, known.answers, answer && actual(compare, answer), expected(compare, response));
    }
  });
  test(`${recordedReceipts.length} receipts`, () => {
    for (const [caseName, recorded] of recordedReceipts) {
      const receipt = receipts[caseName];
      compareCase(caseName, known.receipts, receipt && comparableReceipt(receipt), comparableReceipt(recorded));
    }
  });
  test('costs', () => {
    for (const [caseName, recorded] of recordedReceipts) {
      const sent = recordedCases.find((entry) => entry.name === caseName);
      const hasCrashed = recorded.status === 'abort_by_response' && recorded.vm_error !== null;
      // The embedded node does not count the analysis of a deploy, nor calls that end with a runtime error.
      if (hasCrashed || (sent && isDeploy(sent))) continue;
      compareCase(caseName, known.costs, receipts[caseName]?.execution_cost, recorded.execution_cost);
    }
  });
  test('error texts', () => {
    for (const [caseName, recorded] of recordedReceipts) {
      compareCase(caseName, known.errorTexts, receipts[caseName]?.vm_error, recorded.vm_error);
    }
  });
  test('every known difference names a recorded case', () => {
    const answerNames = recordedCases.map((entry) => entry.name);
    const receiptNames = recordedReceipts.map(([caseName]) => caseName);
    expect(answerNames).toEqual(expect.arrayContaining(Object.keys(known.answers ?? {})));
    expect(receiptNames).toEqual(expect.arrayContaining(Object.keys({ ...known.receipts, ...known.costs, ...known.errorTexts })));
  });
}

/** Whether a request sent a contract, in JSON or as bytes. */
function isDeploy({ request: { body = '' } }: Case): boolean {
  const { tx } = body.startsWith('{') ? (JSON.parse(body) as { tx: string }) : { tx: body };
  return decodeTransaction(Buffer.from(tx, 'hex')).payload.type === 'deploy';
}

/** Reports each case that differs, all of them. A known difference must still be one. */
function compareCase(name: string, known: Reasons = {}, ours: unknown, recorded: unknown): void {
  if (known[name] === undefined) expect.soft(ours, name).toEqual(recorded);
  else expect.soft(ours, `${name}, which differed because ${known[name]}`).not.toEqual(recorded);
}

function fixture<T>(name: string, part: 'answers' | 'receipts'): T {
  return JSON.parse(readFileSync(join(FIXTURES, name, `${part}.json`), 'utf8')) as T;
}
