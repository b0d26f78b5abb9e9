import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runningWith, waitUntil } from '../engines/real-nodes/launch/native/processes.js';
import { describeWithNodes } from '../engines/real-nodes/launch/native/real-nodes.js';
import { child, emptyHome } from './child.js';
import { inProcess } from './in-process.js';

const up = ['up', '--engine', 'native', '--ports', 'auto', '--json'];
const runsFolder = (home: string): string => path.join(home, '.local/state/stacks-devnet/native');
/** Returns what is left of a home's networks: processes with it in their command line, and folders. */
function left(home: string): unknown[] {
  const folder = runsFolder(home);
  return [...runningWith(folder), ...(existsSync(folder) ? readdirSync(folder) : [])];
}

describeWithNodes('up --engine native', () => {
  test('default: serves real nodes, and Ctrl-C cleans up', async () => {
    using home = emptyHome();
    await using network = child(up, home.env);
    const status = JSON.parse(await network.line(/"ready":true/));
    expect(status).toMatchObject({ engine: 'native', cycle: { phase: 'reward' } });
    const info = await fetch(`${status.urls.gateway}/v2/info`).then((response) => response.json());
    expect(info).toMatchObject({ server_version: expect.stringMatching(/^stacks-node 4\.0\./) });
    const logs = async (service: string): Promise<string> => (await inProcess(['logs', service, '--lines', '1000'], home.env)).stdout;
    // A start from a kept state that continues its tenure mines no block.
    expect(await inProcess(['mine'], home.env)).toMatchObject({ status: 0 });
    expect(await logs('bitcoind')).toMatch(/UpdateTip: new best=[0-9a-f]{64} height=/);
    expect(await logs('stacks-node')).toMatch(/INFO/);
    network.process.kill('SIGINT');
    expect(await network.ended).toMatchObject({ status: 0, signal: null });
    expect(left(home.path)).toEqual([]);
  });

  test('behavior: killed while it runs, it leaves no processes, and starts again', async () => {
    using home = emptyHome();
    for (const _ of ['first', 'again']) {
      await using network = child(up, home.env);
      await network.line(/"ready":true/);
      expect(left(home.path)).not.toEqual([]);
      network.process.kill('SIGKILL');
      await network.ended;
      await waitUntil(() => left(home.path).length === 0);
    }
  });

  test('behavior: killed while it boots, it leaves no processes', async () => {
    using home = emptyHome();
    await using network = child([...up, '--cache-enabled', 'false'], home.env);
    await waitUntil(() => runningWith(runsFolder(home.path)).some((pid) => runningWith('stacks-node start').includes(pid)));
    network.process.kill('SIGKILL');
    await network.ended;
    await waitUntil(() => left(home.path).length === 0);
  });
});
