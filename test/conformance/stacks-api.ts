import { execFile } from 'node:child_process';
import path from 'node:path';
import { type DevnetOptions, startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';

const fixtures = path.join(import.meta.dirname, '../fixtures/stacks-api');

/** The recordings of one conversation with the Stacks API 9.0.2, by the network that it was recorded over. */
const RECORDINGS: [name: string, file: string, network: DevnetOptions, answers: number][] = [
  ['epoch 3.4 without sBTC', 'stacks-api-9.0.2.json', { epoch: '3.4', sbtc: false }, 371],
  ['epoch 4.0 with sBTC', 'stacks-api-9.0.2-4.0.json', { epoch: '4.0' }, 370],
];

/**
 * Has one conversation with a network and compares every answer of `/extended` with that of the Stacks API, recorded over the same
 * conversation.
 * @param apart the names of answers that differ
 */
export function compareWithStacksApi(options: DevnetOptions, apart: readonly string[]): void {
  test.concurrent.each(RECORDINGS)(
    'default: the conversation recorded in %s',
    { timeout: 300_000 },
    async (_name, file, network, answers) => {
      await using devnet = await startDevnet({ ...options, ...network });
      const args = ['--api', devnet.urls.gateway ?? '', '--against', path.join(fixtures, file)];
      const { stdout, stderr } = await run(path.join(fixtures, 'stacks-api.mjs'), args);
      const differing = [...stdout.matchAll(/^DIFFERS (\S+)/gm)].map(([, name]) => name);
      expect(differing, stderr).toEqual(apart);
      expect(stdout).toContain(`${answers - apart.length} passed, ${apart.length} failed`);
    },
  );
}

function run(script: string, args: string[]): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    // The status says that answers differ, as the output does.
    execFile(process.execPath, [script, ...args], { maxBuffer: 1 << 26 }, (_error, stdout, stderr) => resolve({ stdout, stderr }));
  });
}
