import path from 'node:path';
import { type Figure, measure } from './measure.js';
import { run } from './owned.js';
import { program, startProgram } from './program.js';

/** Process start until the network is ready, as a user sees it: the line `ready in …` on stdout. */
export async function bootFigures(home: string): Promise<Figure[]> {
  const npm = ['npm', 'run', '--silent', 'devnet', '--', 'up', '--ports', 'auto'];
  const ready = async (command: readonly string[], folder: string): Promise<number> => {
    await using started = await startProgram(command, path.join(home, folder));
    return started.readyMs;
  };
  return [
    await measure('an empty Node program, start → end', '', 11, () => run(process.execPath, ['-e', '0'])),
    await measure('process start → ready, first ever', '≤ 1400', 3, (at) => ready(program, `first-${at}`)),
    await measure('process start → ready, later', '≤ 600', 11, () => ready(program, 'first-0')),
    await measure('`npm run devnet` → ready, first ever', '≤ 1600', 3, (at) => ready(npm, `npm-${at}`)),
    await measure('`npm run devnet` → ready, later', '≤ 800', 7, () => ready(npm, 'first-0')),
  ];
}
