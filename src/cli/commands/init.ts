import path from 'node:path';
import { findConfigFile } from '../../project/config.js';
import type { Context } from '../context.js';
import { agentsFile } from '../init/agents-file.js';
import { configFile } from '../init/config-file.js';
import { firstTest } from '../init/first-test.js';
import { dependenciesOf, readPackageJson } from '../init/manifest.js';
import { describeNew, writeNew } from '../init/write-new.js';
import type { Output } from '../output.js';

/** `init`: writes a commented `devnet.config.ts`, a first test and, with `--agents`, `AGENTS.md`. Files that exist stay as they are. */
export async function init({ cwd }: Context, output: Output, { agents }: { agents: boolean }): Promise<void> {
  const { runner, files, command } = firstTest(new Set(dependenciesOf(await readPackageJson(path.join(cwd, 'package.json'))).keys()));
  const known = await findConfigFile(cwd);
  const { written, kept: existing } = await writeNew(cwd, {
    ...(known === undefined && { 'devnet.config.ts': configFile() }),
    ...files,
    ...(agents && { 'AGENTS.md': agentsFile(command) }),
  });
  const kept = [...(known === undefined ? [] : [known]), ...existing];
  if (output.json) {
    output.object({ runner, written, kept, command });
    return;
  }
  for (const line of describeNew({ written, kept })) output.line(line);
  output.line(`run the test with: ${command}`);
}
