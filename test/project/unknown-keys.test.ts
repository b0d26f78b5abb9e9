import { expect, test } from 'vitest';
import { copyProject } from './fixture.js';
import { loadFixture } from './load-fixture.js';

test('behavior: keys that Clarinet ignores have no effect, and a notice says so', async () => {
  using project = copyProject();
  project.edit('Clarinet.toml', '[project]\n', '[project]\ndescription = "a counter"\nboot_height = 7\n');
  project.edit('Clarinet.toml', 'clarity_version = 3', 'clarity_version = 3\nclarity_verison = 2');
  const steps: string[] = [];
  const { contracts } = await loadFixture(project.root, { onProgress: (step) => steps.push(step) });
  expect(contracts.find(({ name }) => name === 'counter')).toMatchObject({ clarityVersion: 3 });
  expect(steps.filter((step) => step.includes('unknown key'))).toEqual([
    'Clarinet.toml:3:1: project.boot_height: unknown key, without effect here. The keys are name, requirements, cache_dir.',
    expect.stringMatching(
      /^Clarinet\.toml:\d+:1: contracts\.counter\.clarity_verison: unknown key, without effect here\. The keys are path, deployer, epoch, clarity_version\.$/,
    ),
  ]);
});
