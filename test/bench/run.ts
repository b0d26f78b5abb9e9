import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { temporaryHome } from '../temporary-home.js';
import { apiFigures } from './api.js';
import { bitcoinFigures } from './bitcoin.js';
import { bootFigures } from './boot.js';
import { copyFigures } from './copies.js';
import { forkFigures } from './fork.js';
import { type Figure, table } from './measure.js';
import { longRunFigures, networkFigures } from './network.js';
import { pageFigures } from './page.js';
import { realFigures } from './real.js';
import { stacksFigures } from './stacks.js';

// npm run bench [-- --engine native --json FILE]: a table for people on stdout, the same figures as JSON in FILE.
const { values } = parseArgs({ options: { json: { type: 'string' }, engine: { type: 'string', default: 'embedded' } } });
// The load at the start shows how reliable the figures are.
const [load = 0] = os.loadavg();
const home = temporaryHome('bench');
const figures = await figuresOf(values.engine);
const machine = {
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cores: os.availableParallelism(),
  cpu: os.cpus()[0]?.model ?? '',
  load: Math.round(load * 10) / 10,
  date: new Date().toISOString().slice(0, 10),
};
console.log(`Node ${machine.node}, ${machine.platform}, ${machine.cores} cores\n\n${table(figures)}`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ machine, figures }, null, 2)}\n`);

async function figuresOf(engine: string): Promise<Figure[]> {
  switch (engine) {
    case 'embedded':
      return [
        ...(await bootFigures(home)),
        ...(await networkFigures(home)),
        ...(await longRunFigures(home)),
        ...(await stacksFigures(home)),
        ...(await apiFigures(home)),
        ...(await bitcoinFigures(home)),
      ];
    case 'api':
      return apiFigures(home);
    case 'bitcoin':
      return bitcoinFigures(home);
    case 'page':
      return pageFigures(home);
    case 'stacks':
      return stacksFigures(home);
    case 'copies':
      return copyFigures();
    case 'fork':
      return forkFigures(home);
    case 'native':
    case 'docker':
      return realFigures(engine, home);
    default:
      throw new RangeError(
        `--engine: embedded, native, docker, bitcoin or stacks for its node alone, api for the Stacks API, copies for copies of a network, fork for a fork, or page for the page; not ${engine}`,
      );
  }
}
