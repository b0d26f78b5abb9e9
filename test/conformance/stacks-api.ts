import { execFile } from 'node:child_process';
import path from 'node:path';
import { type DevnetOptions, startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';

const fixtures = path.join(import.meta.dirname, '../fixtures/stacks-api');

/**
 * Has one conversation with a network and compares every answer of `/extended` with that of the Stacks API 9.0.2, recorded over the same
 * conversation in
 * epoch 3.4 without sBTC.
 * @param apart the names of answers that differ
 */
export function compareWithStacksApi(options: DevnetOptions, apart: readonly string[]): void {
  test('default: the recorded conversation', { timeout: 300_000 }, async () => {
    await using devnet = await startDevnet({ ...options, epoch: '3.4', sbtc: false });
    const args = ['--api', devnet.urls.gateway ?? '', '--against', path.join(fixtures, 'answers.json')];
    const { stdout, stderr } = await run(path.join(fixtures, 'compare.mjs'), args);
    const differing = [...stdout.matchAll(/^DIFFERS (\S+)/gm)].map(([, name]) => name);
    expect(differing, stderr).toEqual(apart);
    expect(stdout).toContain(`${371 - apart.length} passed, ${apart.length} failed`);
  });
}

function run(script: string, args: string[]): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    // The status says that answers differ, as the output does.
    execFile(process.execPath, [script, ...args], { maxBuffer: 1 << 26 }, (_error, stdout, stderr) => resolve({ stdout, stderr }));
  });
}
