import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Cl } from '@stacks/transactions';
import { describe, expect, test } from 'vitest';
import type { TraceCall } from '#dist/clarity/trace/types.js';
import { formatFailurePlace } from '#dist/stacks/protocol/trace/format-failure-place.js';
import { call, DEPLOYER, type Draft, deploy, type TestChain, testChain, WALLET } from './support.js';

const folder = path.resolve(import.meta.dirname, 'failures');
const cases = readdirSync(folder)
  .filter((name) => name.endsWith('.clar'))
  .map((name) => ({ name: name.replace('.clar', ''), source: readFileSync(path.join(folder, name), 'utf8') }));

/** A case that runs out of budget has thousands of calls. */
const MAX_LINES = 20;

type Case = {
  contracts: { name: string; source: string }[];
  epoch: string | undefined;
  before: string | undefined;
  failing: Draft;
};

function parse(source: string): Case {
  const contracts: Case['contracts'] = [];
  let failing: Draft | undefined;
  let epoch: string | undefined;
  let before: string | undefined;
  let postConditionMode: Draft['postConditionMode'] = 'allow';
  for (const part of source.split(/^;;; /m).slice(1)) {
    const end = part.indexOf('\n');
    const [keyword = '', rest = ''] = part.slice(0, end).split(/ (.*)/s);
    if (keyword === 'contract') contracts.push({ name: rest, source: part.slice(end + 1) });
    if (keyword === 'epoch') epoch = rest;
    if (keyword === 'after') before = rest;
    if (keyword === 'deny') postConditionMode = 'deny';
    if (keyword === 'call') {
      const [contract = '', fn = '', args = ''] = rest.split(/^(\S+) (\S+) ?/).slice(1);
      const values = args === '' ? [] : args.split('  ').map((text) => serialize(text.trim()));
      failing = call(contract, fn, values, { origin: WALLET });
    }
    if (keyword === 'deploy') {
      const last = contracts.pop();
      failing = deploy(last?.name ?? '', last?.source ?? '');
    }
  }
  if (failing === undefined) throw new Error('nothing fails');
  return { contracts, epoch, before, failing: failing.payload.type === 'deploy' ? failing : { ...failing, postConditionMode } };
}

/** The parser of the package reads numbers as doubles. */
function serialize(text: string): string {
  return Cl.serialize(/^u\d+$/.test(text) ? Cl.uint(BigInt(text.slice(1))) : Cl.parse(text));
}

/** The position that a comment below it marks with ^. */
function marked({ contracts, failing }: Case): { contract: string; line: number; column: number } | undefined {
  const sources = [
    ...contracts.map(({ name, source }) => ({ contract: `${DEPLOYER}.${name}`, source })),
    ...(failing.payload.type === 'deploy' ? [{ contract: `${DEPLOYER}.${failing.payload.name}`, source: failing.payload.source }] : []),
  ];
  for (const { contract, source } of sources) {
    for (const [index, line] of source.split('\n').entries()) {
      if (/^;; *\^/.test(line)) return { contract, line: index, column: line.endsWith('column 1') ? 1 : line.indexOf('^') + 1 };
    }
  }
  return undefined;
}

function lines({ contract, function: fn, args, result, events, at, calls }: TraceCall, indent = ''): string[] {
  const short = (text: string) => text.replaceAll(DEPLOYER, '').replaceAll(WALLET, 'wallet');
  const place = ({ contract: id, line, column }: typeof at) => `${id.slice(id.indexOf('.'))}:${line}:${column}`;
  return [
    `${indent}${contract.slice(DEPLOYER.length)} ${fn ?? 'deploy'}(${args.map(short).join(', ')}) ` +
      `= ${result === undefined ? '!' : short(result)} at ${place(at)}`,
    ...events.map((event) => `${indent}  * ${event.type} ${event.args.map(short).join(' ')} at ${place(event.at)}`),
    ...calls.flatMap((inner) => lines(inner, `${indent}  `)),
  ];
}

async function show(
  chain: TestChain,
  { contracts, before, failing }: Case,
): Promise<{ text: string; origin: { contract: string; line: number; column: number } | undefined }> {
  for (const { name, source } of contracts) chain.mineOk(deploy(name, source));
  if (before !== undefined) chain.mineOk(call(contracts.at(-1)?.name ?? '', before));
  const { call: tree } = chain.trace(failing).trace;
  const result = chain.run(failing);
  if (result.status === 'success') throw new Error('it succeeds');
  const { origin } = result;
  const reason = result.status === 'invalid' ? result.reason : (result.vmError ?? result.repr);
  const text = [
    `${result.status}: ${reason}`,
    ...(origin === undefined
      ? ['origin unknown']
      : [`from ${formatFailurePlace(origin)}: ${origin.expression}`, ...origin.stack.map((fn) => `  in ${fn}`)]),
    ...(tree === undefined ? ['no calls'] : lines(tree).slice(0, MAX_LINES)),
  ];
  const at = origin && { contract: origin.contract, line: origin.line, column: origin.column };
  return { text: `${text.join('\n').replaceAll(DEPLOYER, '')}\n`, origin: at };
}

describe('the origin of a failure', () => {
  test.for(cases)('behavior: $name', async ({ name, source }) => {
    const one = parse(source);
    const { text, origin } = await show(await testChain({ epoch: one.epoch ?? '3.4' }), one);
    await expect(text).toMatchFileSnapshot(path.join(folder, `${name}.txt`));
    expect(origin).toEqual(marked(one));
  });
});
