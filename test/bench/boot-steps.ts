import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { spawnOwned } from './owned.js';
import { homeEnvironment, program, root } from './program.js';

/** A step of a boot: from a line of its output to the next one. Times in seconds; `processor` of each program, those of Node together. */
export type BootStep = { name: string; seconds: number; processor: Readonly<Record<string, number>> };

/** The programs of a network, as the kernel names them: at most 15 characters. */
const PROGRAMS = { bitcoind: 'bitcoind', 'stacks-node': 'stacks-node', 'stacks-signer': 'stacks-signer', node: 'this program' } as const;
const PROGRAM_NAMES: readonly string[] = Object.values(PROGRAMS);

/** How often programs are looked at, in ms. The time of a program after its last look is not counted. */
const LOOK_MS = 20;
/** Ticks of `/proc/PID/stat` in a second, which Linux fixes for programs. */
const TICKS = 100;

/** Boots a network of real processes from genesis. @param home the home directory, with an empty cache @returns its steps, until it is ready */
export async function bootSteps(home: string, epoch: string): Promise<BootStep[]> {
  const [command = '', ...args] = [...program, '--engine', 'native', '--epoch', epoch];
  const child = spawnOwned(command, args, { cwd: root, env: homeEnvironment(home), stdio: ['ignore', 'pipe', 'pipe'] });
  const { stdout, stderr, pid } = child;
  if (stdout === null || stderr === null || pid === undefined) throw new Error(`${command} has no output`);
  const processor = new Map<number, { name: string; seconds: number }>();
  const look = (): void => {
    for (const each of descendants(pid)) processor.set(each.pid, each);
  };
  const timer = setInterval(look, LOOK_MS);
  const marks = [{ name: 'start of the program', at: performance.now(), processor: {} as Record<string, number> }];
  const mark = (name: string): void => {
    look();
    marks.push({ name, at: performance.now(), processor: sums(processor) });
  };
  createInterface(stderr).on('line', mark);
  const ended = once(child, 'exit');
  const line = await Promise.race([once(createInterface(stdout), 'line'), ended]);
  clearInterval(timer);
  if (child.exitCode !== null) throw new Error(`the network ended before it was ready: ${line} ${marks.at(-1)?.name}`);
  mark('ready');
  child.kill('SIGTERM');
  await ended;
  return marks.slice(1).map((end, index) => {
    const begin = marks[index] ?? end;
    const spent = PROGRAM_NAMES.map((name) => [name, (end.processor[name] ?? 0) - (begin.processor[name] ?? 0)]);
    return { name: begin.name, seconds: (end.at - begin.at) / 1000, processor: Object.fromEntries(spent) };
  });
}

/**
 * Returns the rows of a Markdown table, with its head and a row of sums. Programs that run at the same time leave more of a step idle than
 * its last column says.
 */
export function bootTable(steps: readonly BootStep[]): string[][] {
  const rows = steps.map(({ seconds, processor }) => {
    const used = PROGRAM_NAMES.map((name) => processor[name] ?? 0);
    return [seconds, ...used, Math.max(0, seconds - sum(used))];
  });
  const all = (rows[0] ?? []).map((_, column) => sum(rows.map((row) => row[column] ?? 0)));
  const text = (name: string, row: readonly number[]): string[] => [name, ...row.map((each) => each.toFixed(2))];
  return [
    ['step', 'seconds', ...PROGRAM_NAMES, 'idle, at least'],
    ...steps.map(({ name }, index) => text(name, rows[index] ?? [])),
    text('all', all),
  ];
}

function sums(processor: ReadonlyMap<number, { name: string; seconds: number }>): Record<string, number> {
  const found = [...processor.values()];
  return Object.fromEntries(
    PROGRAM_NAMES.map((name) => [name, sum(found.filter((each) => each.name === name).map(({ seconds }) => seconds))]),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((before, value) => before + value, 0);
}

/** The programs below a process, and itself, with the processor time that each took by now. */
function descendants(owner: number): { pid: number; name: string; seconds: number }[] {
  const all = readdirSync('/proc').flatMap((entry) => (/^\d+$/.test(entry) ? (statOf(Number(entry)) ?? []) : []));
  const below = new Set([owner]);
  // A child usually has a higher number than its parent; the second pass finds the others.
  for (let look = 0; look < 2; look++) for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  return all.flatMap(({ pid, command, seconds }) => {
    const name = (PROGRAMS as Record<string, string>)[command];
    return below.has(pid) && name !== undefined ? [{ pid, name, seconds }] : [];
  });
}

function statOf(pid: number): { pid: number; parent: number; command: string; seconds: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS;
    return { pid, parent: Number(fields[1]), command: text.slice(text.indexOf('(') + 1, end), seconds };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
