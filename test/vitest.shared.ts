import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { OF_ALL_TESTS, sourcesOfBuild } from './changed.js';

type TestOptions = NonNullable<ViteUserConfig['test']>;

/** Returns a configuration with the settings of all suites, and those of one. */
function suite(options: TestOptions): ViteUserConfig {
  return defineConfig({
    plugins: [sourcesOfBuild()],
    test: {
      root: import.meta.dirname,
      pool: 'forks',
      // A process runs many files: it loads and compiles the modules and the Clarity VM once. Tests leave no state in modules or globals.
      isolate: false,
      // Node loads the compiled program itself, as a user's Node does.
      server: { deps: { external: [/\/(?:dist|bundle)\//] } },
      // Tests make much garbage and keep little: with the default of 16 MiB the collection takes a tenth of the time.
      // Its threads would take processors from the tests that run beside.
      execArgv: ['--max-semi-space-size=64', '--single-threaded-gc'],
      globalSetup: ['./fresh-build.ts', './temporary-folder.ts'],
      setupFiles: './own-temporary-folder.ts',
      forceRerunTriggers: [...configDefaults.forceRerunTriggers, ...OF_ALL_TESTS],
      ...options,
    },
  });
}

/**
 * Returns a configuration for tests that need no real nodes.
 * @param exclude tests of `include` that belong to another suite, beside those with real nodes
 */
export function localSuite(include: string[], exclude: string[] = []): ViteUserConfig {
  return suite({
    include,
    // A test runs each example as its user does.
    exclude: [...configDefaults.exclude, ...exclude, '**/*.native.test.ts', '**/*.docker.test.ts', 'examples/*/**'],
    // Enough for a machine that does much else; a test that passes never waits for them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Less than testTimeout, so that a failure shows the last value. The default of 1,000 ms is too short for a busy machine.
    expect: { poll: { timeout: 50_000 } },
    // One more than cores: tests wait a fifth of the time, for processes, blocks and pages.
    maxWorkers: availableParallelism() + 1,
  });
}

/**
 * Returns a configuration for tests with real nodes.
 * @param networks files that run at the same time. A network uses about one core while it boots, and a third of one afterwards
 */
export function realNodesSuite(include: string[], networks: number): ViteUserConfig {
  return suite({
    include,
    // Enough for a busy machine, on which blocks of real nodes take many seconds; a test that passes never waits for them.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Less than testTimeout, so that a failure shows the last value.
    expect: { poll: { timeout: 300_000 } },
    maxWorkers: networks,
  });
}
