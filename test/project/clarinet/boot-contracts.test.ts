import { expect, test } from 'vitest';
import { bootDevnet } from '../../devnet.js';
import { copyProject, type ProjectCopy } from './fixture.js';

const BOOT = 'ST000000000000000000002AMW42H';
const ASK = `(define-read-only (ask) (contract-call? '${BOOT}.cost-voting answer))`;
const OVERRIDES = '[project.override_boot_contracts_source]\n';

function projectWith(overrides: string): ProjectCopy {
  const project = copyProject();
  project.edit('Clarinet.toml', '[contracts.counter]', `${OVERRIDES}${overrides}\n[contracts.counter]`);
  project.write('boot/cost-voting.clar', '(define-read-only (answer) u42)\n');
  return project;
}

const offline = { requirements: { fetch: false } } as const;

test('behavior: a project replaces boot contracts, and its own contracts call them', async () => {
  using project = projectWith('cost-voting = "./boot/cost-voting.clar"\npox-9 = "./boot/none.clar"');
  project.edit('contracts/old.clar', project.read('contracts/old.clar'), ASK);
  const steps: string[] = [];
  await using devnet = await bootDevnet({ project: project.root, ...offline, onProgress: (step) => steps.push(step) });
  expect(await devnet.contract('old').read('ask', [])).toEqual(42n);
  expect(steps.filter((step) => step.includes('pox-9'))).toEqual([
    expect.stringMatching(/^Clarinet\.toml:\d+:1: pox-9: no boot contract, so it is not replaced; did you mean pox\b/),
  ]);
});

test('behavior: a later start from the cache has the source of the project', async () => {
  using project = projectWith('cost-voting = "boot/cost-voting.clar"');
  project.edit('contracts/old.clar', project.read('contracts/old.clar'), ASK);
  const answer = async () => {
    await using devnet = await bootDevnet({ project: project.root, ...offline });
    return await devnet.contract('old').read('ask', []);
  };
  const first = await answer();
  project.write('boot/cost-voting.clar', '(define-read-only (answer) u43)\n');
  expect([first, await answer()]).toEqual([42n, 43n]);
});

test('error: a source that cannot be deployed, or is not there, names the file', async () => {
  using project = projectWith('cost-voting = "boot/cost-voting.clar"');
  project.write('boot/cost-voting.clar', '(define-read-only (answer) (foo))\n');
  await expect(bootDevnet({ project: project.root, ...offline })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(/^boot\/cost-voting\.clar: .*use of unresolved function 'foo'/),
  });
  project.remove('boot/cost-voting.clar');
  await expect(bootDevnet({ project: project.root, ...offline })).rejects.toMatchObject({
    message: expect.stringMatching(
      /^Clarinet\.toml:\d+:1: project\.override_boot_contracts_source\.cost-voting: expected a readable file, received "boot/,
    ),
  });
});
