import path from 'node:path';
import { readIfExists } from '#platform/read-if-exists.js';
import { writeOutput } from '#platform/write-output.js';
import { DevnetError } from '../../base/error.js';
import type { Context } from '../context.js';
import { agentsFile } from '../init/agents-file.js';
import { dependenciesOf, readPackageJson } from '../init/manifest.js';
import { type Runner, useSimnet } from '../init/simnet-config.js';
import { describeNew, writeNew } from '../init/write-new.js';
import type { Output } from '../output.js';

const ENDINGS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'];
/** In the order in which Vitest looks for them. With a configuration of Jest, that of Vite is of the application. */
const NAMES = [...endings('vitest.config'), ...endings('jest.config'), ...endings('vite.config')];

function endings(name: string): string[] {
  return ENDINGS.map((ending) => `${name}.${ending}`);
}

/**
 * `init --simnet`: changes the configuration of Vitest or Jest so that the suite uses the simnet of this package, and prints what changed.
 * With `--agents`, it writes `AGENTS.md`, too.
 * @throws DevnetError NOT_FOUND without a configuration, UNSUPPORTED for one of an unknown form; both with the line to add
 */
export async function initSimnet({ cwd }: Context, output: Output, { agents }: { agents: boolean }): Promise<void> {
  const { file, text } = await configuration(cwd);
  const runner = await runnerOf(file, cwd);
  const change = useSimnet(text, file, runner);
  if (change !== undefined) await writeOutput(file, path.join(cwd, file), change.text);
  const command = runner.name === 'jest' ? 'npx jest' : 'npx vitest run';
  const added = await writeNew(cwd, agents ? { 'AGENTS.md': agentsFile(command) } : {});
  if (output.json) {
    const changed = change === undefined ? { changed: false } : { changed: true, line: change.line, text: change.shown };
    output.object({ file, ...changed, ...(agents && added) });
    return;
  }
  if (change === undefined) {
    output.line(`kept ${file}, which uses stacks-devnet/simnet`);
  } else {
    output.line(`changed ${file}`);
    output.line(`${change.line}: ${change.shown}`);
  }
  for (const line of describeNew(added)) output.line(line);
}

async function configuration(cwd: string): Promise<{ file: string; text: string }> {
  for (const file of NAMES) {
    const text = await readIfExists(path.join(cwd, file));
    if (text !== undefined) return { file, text: text.toString() };
  }
  const hint =
    "Write one, with test: { alias: { '@stacks/clarinet-sdk': 'stacks-devnet/simnet' } } for Vitest, " +
    'or run the tests with node --import stacks-devnet/simnet/register.';
  throw new DevnetError('NOT_FOUND', `${cwd} has no vitest.config, vite.config or jest.config. ${hint}`, { hint });
}

async function runnerOf(file: string, cwd: string): Promise<Runner> {
  return file.startsWith('jest.') ? { name: 'jest' } : { name: 'vitest', version: await vitestVersion(cwd) };
}

/** Returns the major version that is installed, else the one that the project asks for, else the newest. */
async function vitestVersion(cwd: string): Promise<number> {
  const installed = await readPackageJson(path.join(cwd, 'node_modules/vitest/package.json'));
  const wanted = dependenciesOf(await readPackageJson(path.join(cwd, 'package.json')));
  const [major] = [installed['version'], wanted.get('vitest')].flatMap((version) => /\d+/.exec(String(version ?? '')) ?? []);
  return Number(major ?? Number.POSITIVE_INFINITY);
}
