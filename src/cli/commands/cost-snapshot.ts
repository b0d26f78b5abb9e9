import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ownCommand } from '#platform/own-command.js';
import { writeOutput } from '#platform/write-output.js';
import { DevnetError, invalid } from '../../base/error.js';
import { field, type Json, listOf, readNumber, readObject, readText } from '../../base/json.js';
import type { ProfileCost, ProfiledLine } from '../../clarity/trace.js';
import { COST_DIMENSIONS, type CostDimension, eachDimension, type FunctionCosts } from '../../network/costs.js';
import type { Devnet } from '../../network/types.js';
import { profileLabel } from '../../tools/story.js';
import { exitStatus } from '../exit-status.js';
import type { Output } from '../output.js';

/** The most lines that are named for a function. */
const MAX_LINES = 3;

/** What a source line of the dearest call cost itself. */
type Line = { contract: string; line?: number | undefined; source: string; cost: ProfileCost };
type Snapshot = ReadonlyMap<string, { most: ProfileCost; lines: readonly Line[] }>;

/** `costs --snapshot <file>`: writes what each function cost at most, and the lines of its dearest call. */
export async function writeCostSnapshot(connect: () => Promise<Devnet>, output: Output, cwd: string, file: string): Promise<void> {
  await using devnet = await connect();
  const functions = Object.fromEntries(
    [...(await takeSnapshot(devnet))].map(([name, { most, lines }]) => [
      name,
      { most, lines: lines.map(({ contract, source, cost }) => ({ contract, source, cost })) },
    ]),
  );
  await writeOutput('--snapshot', path.resolve(cwd, file), `${JSON.stringify({ version: 1, functions }, undefined, 2)}\n`);
  const count = Object.keys(functions).length;
  if (output.json) output.object({ file, functions: count });
  else output.line(`${count} ${count === 1 ? 'function' : 'functions'} in ${file}`);
}

/**
 * `costs --check <file>`: compares what functions cost with a file of {@link writeCostSnapshot}.
 * @param tolerance for example `1%` @returns the exit status
 */
export async function checkCosts(
  connect: () => Promise<Devnet>,
  output: Output,
  cwd: string,
  { file, tolerance }: { file: string; tolerance: string },
): Promise<number> {
  const allowed = 1 + readTolerance(tolerance);
  const before = await readSnapshot(path.resolve(cwd, file), file);
  await using devnet = await connect();
  const now = await takeSnapshot(devnet);
  const problems = [...now].flatMap(([name, { most, lines }]) => {
    const known = before.get(name);
    if (known === undefined) return [];
    const found = COST_DIMENSIONS.filter((dimension) => most[dimension] > Math.floor(known.most[dimension] * allowed));
    return found.map((dimension) => ({
      function: name,
      dimension,
      cost: most[dimension],
      allowed: Math.floor(known.most[dimension] * allowed),
      lines: grownLines(known.lines, lines, dimension).map((line) => ({ ...line, file: placeOf(devnet, line) })),
    }));
  });
  const added = [...now.keys()].filter((name) => !before.has(name));
  const missing = [...before.keys()].filter((name) => !now.has(name));
  if (output.json) output.object({ problems, added, missing });
  else {
    for (const { function: name, dimension, cost, allowed: most, lines } of problems) {
      output.line(`${shortName(name)}: ${dimension} ${cost.toLocaleString('en')}, at most ${most.toLocaleString('en')} expected`);
      for (const line of lines) output.line(`  ${line.file}  +${line.growth.toLocaleString('en')}  ${line.source}`);
    }
    for (const name of added) output.line(`${shortName(name)}: not in ${file}`);
    for (const name of missing) output.line(`${shortName(name)}: not called`);
    if (problems.length === 0) output.line(`no function costs more than in ${file}`);
  }
  return problems.length === 0 ? exitStatus.done : exitStatus.failed;
}

async function takeSnapshot(devnet: Devnet): Promise<Snapshot> {
  const { functions } = await devnet.costs();
  const entries = new Map<string, { most: ProfileCost; lines: readonly Line[] }>();
  for (const row of functions.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))) {
    if (row.costs === undefined) continue;
    const { costs } = row;
    const most = eachDimension((dimension) => costs[dimension].max);
    entries.set(nameOf(row), { most, lines: await linesOf(devnet, row.dearest) });
  }
  return entries;
}

/** Returns the lines of a call in the order of their places; none if a restore removed it. */
async function linesOf(devnet: Devnet, txid: string | undefined): Promise<Line[]> {
  if (txid === undefined) return [];
  try {
    const { lines } = await devnet.stacks.profile(txid);
    return lines.toSorted(byPlace).map(({ contract, line, source = '', exclusive }) => ({ contract, line, source, cost: exclusive }));
  } catch (error) {
    if (error instanceof DevnetError && (error.code === 'NOT_FOUND' || error.code === 'UNSUPPORTED')) return [];
    throw error;
  }
}

function byPlace(a: ProfiledLine, b: ProfiledLine): number {
  if (a.contract !== b.contract) return a.contract < b.contract ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0);
}

/** Returns the lines that cost more than those with the same source did, the largest growth first. Numbers of lines change too easily. */
function grownLines(before: readonly Line[], now: readonly Line[], dimension: CostDimension): (Line & { growth: number })[] {
  const left = new Map<string, number>();
  const keyOf = ({ contract, source }: Line): string => `${contract} ${source}`;
  for (const line of before) left.set(keyOf(line), (left.get(keyOf(line)) ?? 0) + line.cost[dimension]);
  const grown = now.map((line) => {
    const known = Math.min(left.get(keyOf(line)) ?? 0, line.cost[dimension]);
    left.set(keyOf(line), (left.get(keyOf(line)) ?? 0) - known);
    return { ...line, growth: line.cost[dimension] - known };
  });
  if (before.length === 0) return [];
  return grown
    .filter(({ growth }) => growth > 0)
    .sort((a, b) => b.growth - a.growth)
    .slice(0, MAX_LINES);
}

/** Returns `contracts/counter.clar:4` for a contract of the project, else `counter:4`. */
function placeOf({ project }: Devnet, { contract, line }: Line): string {
  const file = project?.contracts.find(({ id }) => id === contract)?.path;
  return file === undefined || line === undefined ? profileLabel({ contract, line }) : `${file}:${line}`;
}

function nameOf({ contract, function: fn }: FunctionCosts): string {
  return `${contract}.${fn}`;
}

function shortName(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}

function readTolerance(text: string): number {
  const match = /^(\d+(?:\.\d+)?)%?$/.exec(text);
  if (match === null) throw invalid('--tolerance', 'a percentage such as 1%', text);
  return Number(match[1]) / 100;
}

async function readSnapshot(file: string, named: string): Promise<Snapshot> {
  const problem = invalid(
    '--check',
    'a file that "costs --snapshot" wrote',
    named,
    `Write it first: ${ownCommand(`costs --snapshot ${named}`)}`,
  );
  const text = await readFile(file, 'utf8').catch(() => {
    throw problem;
  });
  try {
    const body = readObject(JSON.parse(text) as Json, 'snapshot');
    if (field(body, 'version') !== 1) throw problem;
    const functions = readObject(field(body, 'functions'), 'functions');
    return new Map(Object.entries(functions).map(([name, row]) => [name, readEntry(readObject(row as Json, name))]));
  } catch {
    throw problem;
  }
}

function readEntry(row: object): { most: ProfileCost; lines: Line[] } {
  const lines = listOf(field(row, 'lines'), 'lines').map((value) => {
    const line = readObject(value, 'line');
    return { contract: readText(line, 'contract'), source: readText(line, 'source'), cost: readCosts(line, 'cost') };
  });
  return { most: readCosts(row, 'most'), lines };
}

function readCosts(row: object, name: string): ProfileCost {
  const costs = readObject(field(row, name), name);
  return eachDimension((dimension) => readNumber(costs, dimension));
}
