import { expect, test } from 'vitest';
import { readDevnetSettings } from '#dist/project/clarinet/devnet-settings.js';
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
    'Clarinet.toml:3:1: project.boot_height: unknown key, without effect here. ' +
      'The keys are name, requirements, cache_dir, override_boot_contracts_source.',
    expect.stringMatching(
      /^Clarinet\.toml:\d+:1: contracts\.counter\.clarity_verison: unknown key, without effect here; did you mean clarity_version\?$/,
    ),
  ]);
});

test('behavior: a key that Clarinet does not know starts the network, and the notice names the nearest one', async () => {
  using project = copyProject();
  project.edit('Clarinet.toml', 'epoch = 2.5', 'epoch = 2.4\nclarity = 2');
  project.edit('Clarinet.toml', '[repl.analysis]', '[zz]\n[repl.remote_dat]\n[repl.analysis]');
  const steps: string[] = [];
  const { contracts } = await loadFixture(project.root, { onProgress: (step) => steps.push(step) });
  expect(contracts.find(({ name }) => name === 'numbers')).toMatchObject({ epoch: '2.4', clarityVersion: 2 });
  expect(steps.map((step) => step.replace(/^Clarinet\.toml:\d+:1: /, ''))).toEqual([
    'zz: unknown key, without effect here. The keys are project, contracts, repl.',
    'contracts.numbers.clarity: unknown key, without effect here; did you mean clarity_version?',
    'repl.remote_dat: unknown key, without effect here; did you mean remote_data?',
  ]);
});

test('behavior: a contract without a table is not deployed, as in Clarinet, and a notice says so', async () => {
  using project = copyProject();
  project.edit('Clarinet.toml', '[contracts.counter]', '[contracts]\nvault = "contracts/vault.clar"\n\n[contracts.counter]');
  const steps: string[] = [];
  const { contracts } = await loadFixture(project.root, { onProgress: (step) => steps.push(step) });
  expect(contracts.map(({ name }) => name)).not.toContain('vault');
  expect(steps.map((step) => step.replace(/^Clarinet\.toml:\d+:1: /, ''))).toEqual([
    'vault is not deployed, as in Clarinet: write [contracts.vault] with path = "…"',
  ]);
});

test('behavior: notices of settings/Devnet.toml; the lines of the template need none', async () => {
  using project = copyProject();
  project.edit(
    'settings/Devnet.toml',
    'disable_stacks_explorer = true\ndisable_stacks_api = true\n',
    'disable_stacks_explorer = false\ndisable_stacks_api = false\n',
  );
  expect((await readDevnetSettings(project.root)).notices).toEqual([]);
  project.edit(
    'settings/Devnet.toml',
    'disable_stacks_api = false\n',
    'disable_stacks_api = true\npostgres_port = 1\nstacks_api_prot = 4000\nepoch_3_4 = 100\n',
  );
  project.edit('settings/Devnet.toml', 'sbtc_balance = 77', 'sbtc_balance = 77\nbalnce = 3');
  expect((await readDevnetSettings(project.root)).notices).toEqual([
    'settings/Devnet.toml: without effect here: disable_stacks_api, postgres_port',
    expect.stringMatching(
      /^settings\/Devnet\.toml:\d+:1: accounts\.alice\.balnce: unknown key, without effect here; did you mean balance\?$/,
    ),
    expect.stringMatching(
      /^settings\/Devnet\.toml:\d+:1: devnet\.stacks_api_prot: unknown key, without effect here; did you mean stacks_api_port\?$/,
    ),
  ]);
});
