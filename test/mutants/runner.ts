import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';

/** The outcome of a test file. */
export type Outcome = { failed: boolean; isLate: boolean; ms: number; reasons: string[] };

/** Runs test files of a copy of the package, each in a new process. */
export type Runner = {
  /** Ends the processes of the tests after `deadlineMs`; that counts as a failure. */
  run(files: readonly string[], deadlineMs: number): Promise<Outcome>;
  close(): Promise<void>;
};

/** @param root the folder `test` of the copy */
export async function openRunner(root: string): Promise<Runner> {
  let vitest = await open(root);
  return {
    async run(files, deadlineMs) {
      const began = performance.now();
      const specifications = (await vitest.globTestSpecifications()).filter(({ moduleId }) => files.includes(moduleId));
      if (specifications.length !== files.length) throw new Error(`no test file in ${files.join(', ')}`);
      vitest.state.errorsSet.clear();
      let isLate = false;
      let giveUp: (() => void) | undefined;
      const late = new Promise<undefined>((resolve) => {
        giveUp = () => resolve(undefined);
      });
      const timer = setTimeout(() => {
        isLate = true;
        endChildren();
        setTimeout(() => giveUp?.(), 5_000).unref();
      }, deadlineMs);
      const result = await Promise.race([vitest.runTestSpecifications(specifications, false), late]).catch(() => undefined);
      clearTimeout(timer);
      if (result === undefined) {
        void vitest.close().catch(() => undefined);
        vitest = await open(root);
      }
      // The result has the modules of earlier runs, too.
      const modules = (result?.testModules ?? []).filter(({ moduleId }) => files.includes(moduleId));
      const failed = isLate || result === undefined || result.unhandledErrors.length > 0 || modules.some((module) => !module.ok());
      const tests = modules.flatMap(({ children }) => [...children.allTests('failed')]);
      const reasons = [
        ...tests.map((test) => `${test.name}: ${test.result().errors?.[0]?.message}`),
        ...[...modules.flatMap((module) => module.errors()), ...(result?.unhandledErrors ?? [])].map((error) => messageOf(error)),
      ];
      return { failed, isLate, ms: performance.now() - began, reasons: isLate ? ['too late'] : reasons };
    },
    close: () => vitest.close(),
  };
}

function open(root: string): Promise<Vitest> {
  return createVitest('test', {
    config: false,
    root,
    include: ['**/*.test.ts'],
    exclude: ['**/*.native.test.ts', '**/*.docker.test.ts', '**/*.programs.test.ts', 'examples/**'],
    watch: false,
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    server: { deps: { external: [/\/(?:dist|bundle)\//] } },
    globalSetup: ['./temporary-folder.ts'],
    setupFiles: './own-temporary-folder.ts',
    // As long as in other suites: a test that is late on a busy machine kills no mutant.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    reporters: [{}],
    silent: true,
  });
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}

/** Ends the processes that this one has started. */
function endChildren(): void {
  for (const name of readdirSync('/proc')) {
    try {
      const [, parent] = /\) \S+ (\d+)/.exec(readFileSync(path.join('/proc', name, 'stat'), 'utf8')) ?? [];
      if (Number(parent) === process.pid && isWorker(name)) process.kill(Number(name), 'SIGKILL');
    } catch {
      // No process, or one that has ended.
    }
  }
}

/** Not the compiler that vitest uses. */
function isWorker(pid: string): boolean {
  return readFileSync(path.join('/proc', pid, 'cmdline'), 'utf8').includes('vitest');
}
