import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../owned.js';
import { homeEnvironment, root } from '../program.js';
import type { Subject } from './interleave.js';
import { emptyProgram } from './visit.js';

/** The version of clarinet-sdk that this repository develops with. */
const { version } = JSON.parse(readFileSync(path.join(root, 'node_modules/@stacks/clarinet-sdk/package.json'), 'utf8'));

/** Measures Clarinet's simnet. */
export function clarinetSubject(home: string): Subject {
  return simnetSubject(`clarinet-sdk ${version}`, '@stacks/clarinet-sdk', home);
}

/** Measures the simnet of this build. */
export function ownSimnetSubject(home: string): Subject {
  return simnetSubject('this build', 'stacks-devnet/simnet', home);
}

/** Both run the same program, in a process for each visit, with a project of one contract. */
function simnetSubject(name: string, module: string, home: string): Subject {
  const project = path.join(home, 'project');
  cpSync(path.join(root, 'test/examples/clarinet'), project, { recursive: true });
  return {
    name,
    async visit() {
      const program = path.join(import.meta.dirname, 'simnet-program.mjs');
      const printed = await run(process.execPath, [program, module, path.join(project, 'Clarinet.toml')], {
        cwd: root,
        env: homeEnvironment(home),
      });
      const figures = JSON.parse(printed.trim().split('\n').at(-1) ?? '');
      return new Map(Object.entries<number>({ ...(await emptyProgram()), ...figures }));
    },
  };
}
