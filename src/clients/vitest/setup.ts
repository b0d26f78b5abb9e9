import type { TestProject } from 'vitest/node';
import type { DevnetOptions } from '../../project/config.js';
import { runNetwork } from '../testing/run-network.js';

/**
 * A global set-up that starts one network for the whole run, of these options where neither `DEVNET_…` nor `devnet.config.*` say otherwise.
 * @example
 * // devnet.setup.ts, named in `globalSetup`
 * export const setup = devnetSetup({ mining: { bitcoin: 'manual' } });
 */
export function devnetSetup(options: DevnetOptions = {}): (project: TestProject) => Promise<() => Promise<void>> {
  return async (project) => {
    const { url, controlKey, close } = await runNetwork({ ...options, cwd: project.config.root }, process.env);
    project.provide('stacksDevnet', { url, controlKey });
    return close;
  };
}

/** The set-up that Vitest calls for `stacks-devnet/vitest/setup` in `globalSetup`. */
export const setup = devnetSetup();
