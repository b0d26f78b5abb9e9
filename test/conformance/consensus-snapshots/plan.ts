import type { Checkout } from './checkout.js';
import { libraryOf } from './library.js';
import { Interpreter } from './rust/interpreter.js';
import { type Token, tokensOf } from './rust/token.js';
import { Unresolved } from './rust/unresolved.js';
import type { Rust } from './rust/value.js';
import { type Costs, type ExpectedBlock, parseSnapshot } from './snapshot.js';
import type { Block, PlannedTransaction } from './test-blocks.js';

/** What a node did with a transaction; a set-up transaction must succeed. */
export type Answer =
  | { readonly rejected: string }
  | { readonly rejected?: undefined; readonly result: string; readonly error: string | undefined; readonly cost: Costs };

/** A block of one transaction, and what became of it in stacks-core. */
export type Step = { readonly epoch: string; readonly transaction: PlannedTransaction; readonly expected: Answer | undefined };

export type PlannedTest = { readonly name: string; readonly steps: readonly Step[] };
export type Plan = {
  readonly tests: readonly PlannedTest[];
  /** What cannot be read, with the reason. */
  readonly skipped: readonly { readonly name: string; readonly blocks: number; readonly reason: string }[];
};

/** Reads the tests of a checkout, and pairs them with their snapshots. */
export function readPlan(checkout: Checkout): Plan {
  const tests: PlannedTest[] = [];
  const skipped: Plan['skipped'][number][] = [];
  const left = new Set(checkout.snapshots());
  for (const [file, source] of checkout.tests())
    for (const [name, tokens] of testsIn(source)) {
      const snapshot = `blockstack_lib__chainstate__tests__${file.replace(/\.rs$/, '')}__${name.replace(/^test_/, '')}.snap`;
      if (!left.delete(snapshot)) continue;
      const expected = parseSnapshot(checkout.snapshot(snapshot));
      try {
        tests.push({ name, steps: stepsOf(blocksOf(tokens, checkout), expected) });
      } catch (error) {
        if (!(error instanceof Unresolved)) throw error;
        skipped.push({ name, blocks: expected.length, reason: error.message });
      }
    }
  for (const name of left) skipped.push({ name, blocks: parseSnapshot(checkout.snapshot(name)).length, reason: 'no test' });
  return { tests, skipped };
}

/** Finds `#[test] … fn name`. */
function testsIn(source: string): [name: string, tokens: readonly Token[]][] {
  const tokens = tokensOf(source);
  const starts = tokens.flatMap((_, at) =>
    ['#', '[', 'test', ']'].every((value, ahead) => tokens[at + ahead]?.value === value) ? [at] : [],
  );
  return starts.map((start) => {
    const fn = tokens.findIndex(({ value }, at) => at > start && value === 'fn');
    return [tokens[fn + 1]?.value as string, tokens.slice(fn)];
  });
}

function blocksOf(tokens: readonly Token[], checkout: Checkout): readonly Block[] {
  let blocks: readonly Block[] = [];
  const constant = (name: string): Rust => checkout.constant(name, interpreter);
  const interpreter = new Interpreter(
    libraryOf(constant, (found) => {
      blocks = found;
    }),
  );
  interpreter.run(tokens);
  return blocks;
}

function stepsOf(blocks: readonly Block[], expected: readonly ExpectedBlock[]): Step[] {
  const compared = blocks.filter(({ isSetUp }) => !isSetUp);
  if (compared.length !== expected.length) throw new Unresolved(`${compared.length} blocks, ${expected.length} in the snapshot`);
  return blocks.flatMap((block) => {
    const answer = expected[compared.indexOf(block)];
    if (answer !== undefined && answer.epoch !== block.epoch) throw new Unresolved(`another epoch than ${answer.epoch.text}`);
    return block.transactions.map((transaction, at) => ({
      epoch: block.epoch.text,
      transaction,
      expected: answer && answerOf(answer, transaction, at),
    }));
  });
}

function answerOf(block: ExpectedBlock, { kind, name }: PlannedTransaction, at: number): Answer {
  if (block.rejected !== undefined) return { rejected: block.rejected };
  const expected = block.transactions[at];
  if (expected === undefined) throw new Unresolved('fewer transactions in the snapshot');
  const mention = kind === 'deploy' ? `SmartContract(name: ${name},` : `contract_name: ${name},`;
  if (!expected.transaction.includes(mention)) throw new Unresolved(`${expected.transaction.slice(0, 80)} is not of ${name}`);
  return expected;
}
