import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findConfigFile } from '../../config/file.js';
import { isRecord } from '../../json.js';
import { makeFolder } from '../../system/make-folder.js';
import type { Context } from '../context.js';
import { agentsFile } from '../init/agents-file.js';
import { configFile } from '../init/config-file.js';
import { firstTest } from '../init/first-test.js';
import { dependenciesOf, readPackageJson } from '../init/manifest.js';
import type { Output } from '../output.js';

/** `init`: writes a commented `devnet.config.ts`, a first test and, with `--agents`, `AGENTS.md`. Files that exist stay as they are. */
export async function init({ cwd }: Context, output: Output, { agents }: { agents: boolean }): Promise<void> {
  const { runner, files, command } = firstTest(new Set(dependenciesOf(await readPackageJson(path.join(cwd, 'package.json'))).keys()));
  const written: string[] = [];
  const kept: string[] = [];
  const known = await findConfigFile(cwd);
  if (known !== undefined) kept.push(known);
  const texts = {
    ...(known === undefined && { 'devnet.config.ts': configFile() }),
    ...files,
    ...(agents && { 'AGENTS.md': agentsFile(command) }),
  };
  for (const [name, text] of Object.entries(texts)) {
    ((await writeNew(path.join(cwd, name), text)) ? written : kept).push(name);
  }
  if (output.json) {
    output.object({ runner, written, kept, command });
    return;
  }
  for (const name of written) output.line(`wrote ${name}`);
  for (const name of kept) output.line(`kept ${name}, which exists`);
  output.line(`run the test with: ${command}`);
}

/** @returns whether it was written: a file that exists stays */
async function writeNew(file: string, text: string): Promise<boolean> {
  makeFolder(path.dirname(file));
  try {
    await writeFile(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (isRecord(error) && error['code'] === 'EEXIST') return false;
    throw error;
  }
}
