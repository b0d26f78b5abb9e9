import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { cacheDirectory } from '#dist/platform/node/directories.js';
import { resolveConfig } from '#dist/project/config/resolve.js';
import { child, emptyHome } from '../cli/child.js';
import { documentedExamples } from './examples.js';

type Step = { run?: string; uses?: string; with?: Record<string, unknown> };
type Job = { env: Record<string, string>; steps: Step[] };

const text = readFileSync(path.join(import.meta.dirname, '../examples/github-actions/test.yml'), 'utf8');
const { jobs } = parse(text) as { jobs: Record<string, Job> };
const steps = Object.values(jobs).flatMap((job) => job.steps);

describe('the workflow of docs/ci.md', () => {
  test.each(Object.entries(jobs))('default: the job %s chooses its engine', async (name, { env }) => {
    expect((await resolveConfig({ env })).engine).toBe(name);
  });

  test.each(Object.entries(jobs))('behavior: doctor checks %s', async (name, { env, steps: own }) => {
    using home = emptyHome();
    const commands = own.flatMap(({ run }) => (run?.startsWith('npx stacks-devnet ') ? [run.split(' ').slice(2)] : []));
    expect(commands).toHaveLength(1);
    for (const command of commands) {
      await using running = child([...command, '--json'], { ...home.env, ...env });
      const { status, stdout } = await running.ended;
      const { engine, engines } = JSON.parse(stdout) as { engine: string; engines: { engine: string; ok: boolean }[] };
      expect(engine).toBe(name);
      // Other engines than the embedded one depend on this machine.
      expect(status === 0).toBe(engines.find((found) => found.engine === name)?.ok);
    }
  });

  test('behavior: the stored path is the cache directory', () => {
    const kept = steps.flatMap((step) => step.with?.['path'] ?? []);
    expect(kept).toEqual([cacheDirectory({ HOME: '~' }, 'linux')]);
  });

  test('behavior: actions are pinned by commit', () => {
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions).toContainEqual(expect.stringMatching(/^actions\/checkout@/));
    for (const action of actions) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
  });

  test('behavior: the samples of the page are in the file', () => {
    const all = documentedExamples().filter(({ file, language }) => file === 'docs/ci.md' && language === 'yaml');
    const shown = all.filter(({ code }) => !code.includes('./node_modules/stacks-devnet'));
    expect(shown).toHaveLength(3);
    // The page shows them without the indentation of the file.
    const withoutIndentation = (yaml: string) => yaml.replace(/^ +/gm, '').trim();
    for (const { code } of shown) expect(withoutIndentation(text)).toContain(withoutIndentation(code));
  });
});
