import path from 'node:path';
import { describe, expect, test } from 'vitest';
// @ts-expect-error a script of the build has no types
import { install } from '../../scripts/install.mjs';
import { executablePath } from '../browser/chromium.js';
import { canRun, needs } from '../browser/wallet/page.js';
import { linked, withConnect } from './linked.js';
import { programOf, runExample } from './run.js';

describe.skipIf(!canRun)(`Vitest's browser mode ${needs}`, () => {
  test('default: three front ends have a network in their page, without a server', async () => {
    const folder = path.join(import.meta.dirname, 'vitest-browser');
    install(folder);
    withConnect('playwright');
    withConnect('vitest-browser');
    linked(path.join(folder, 'node_modules/stacks-devnet'), path.join(import.meta.dirname, '../..'));
    const run = [programOf('vitest/vitest.mjs'), 'run', '--config', 'vitest.config.js'];
    const { status, output } = await runExample('vitest-browser', run, { CHROMIUM: executablePath ?? '' }, 150_000);
    expect(output).toMatch(/Tests +3 passed \(3\)/);
    expect(status).toBe(0);
  }, 160_000);
});
