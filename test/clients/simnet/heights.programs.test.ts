import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startDevnet } from 'stacks-devnet';
import { afterAll, expect, test } from 'vitest';
import { briefWasm } from '../../brief-wasm.js';
import { temporaryFolder } from '../../disposable-folder.js';
import { devnetProgram, runExample } from '../../examples/run.js';

const examples = path.resolve(import.meta.dirname, '../../examples');
const folder = await temporaryFolder('simnet-heights');
afterAll(() => folder[Symbol.asyncDispose]());

/**
 * Writes a project with a contract for each epoch, and returns its folder, from that of the examples, and the name of the last contract.
 */
function projectOf(epochs: readonly string[]): { cwd: string; name: string } {
  const root = path.join(folder.path, epochs.join('-'));
  for (const name of ['contracts', 'settings']) mkdirSync(path.join(root, name), { recursive: true });
  const height = (epoch: string): string => (Number(epoch) < 3 ? 'block-height' : 'stacks-block-height');
  const tables = epochs.map((epoch, i) => {
    const source = `(define-public (now) (ok (list ${height(epoch)} burn-block-height)))\n`;
    writeFileSync(path.join(root, `contracts/c${i}.clar`), source);
    return `[contracts.c${i}]\npath = "contracts/c${i}.clar"\nepoch = "${epoch}"\nclarity_version = ${Number(epoch) < 3 ? 2 : 3}\n`;
  });
  writeFileSync(path.join(root, 'Clarinet.toml'), `[project]\nname = "heights"\ntelemetry = false\n\n${tables.join('\n')}`);
  const account = (name: string, mnemonic: string) => `[accounts.${name}]\nmnemonic = "${mnemonic}"\nbalance = 100000000000000\n`;
  const settings = [
    account(
      'deployer',
      'twice kind fence tip hidden tilt action fragile skin nothing glory cousin green tomorrow spring wrist shed math olympic multiply hip blue scout claw',
    ),
    account(
      'alice',
      'sell invite acquire kitten bamboo drastic jelly vivid peace spawn twice guilt pave pen trash pretty park cube fragile unaware remain midnight betray rebuild',
    ),
  ];
  writeFileSync(path.join(root, 'settings/Devnet.toml'), `[network]\nname = "devnet"\n\n${settings.join('\n')}`);
  return { cwd: path.relative(examples, root), name: `c${epochs.length - 1}` };
}

test.each([[['3.0']], [['2.5', '3.0', '3.2']]])(
  "default: a network with the heights of a simnet has those of clarinet-sdk's, with contracts of %s",
  async (epochs) => {
    const { cwd, name } = projectOf(epochs);
    const suite = path.join(import.meta.dirname, 'heights.mjs');
    const expected = await runExample(cwd, [...briefWasm, suite, '@stacks/clarinet-sdk', name]);
    const flags = ['--heights', 'simnet', '--log-level', 'error', '--epoch', epochs.at(-1) ?? ''];
    const found = await runExample(cwd, [devnetProgram, 'exec', ...flags, '--', process.execPath, suite, 'stacks-devnet/simnet', name]);
    const [lines, sdkLines] = [found, expected].map(({ output }) => output.split('\n').filter((line) => /^\d/.test(line)));
    expect(lines).toEqual(sdkLines);
    expect(lines).toHaveLength(8);
  },
);

test('behavior: without a project both chains begin at block 1; BTC comes from mature coinbases', async () => {
  await using devnet = await startDevnet({ heights: 'simnet' });
  const { bitcoin, stacks, epoch } = await devnet.status();
  expect({ bitcoin: bitcoin.height, stacks: stacks.height, epoch }).toEqual({ bitcoin: 1, stacks: 1, epoch: '4.0' });
  const { address } = devnet.accounts.wallet_1.btc;
  await expect(devnet.faucet.btc(address)).rejects.toMatchObject({
    code: 'FAUCET_FAILED',
    message: expect.stringMatching(/it has 0 BTC.*heights: 'simnet'. Mine 99 blocks/),
  });
  await devnet.bitcoin.mine(99);
  expect(await devnet.faucet.btc(address)).toMatchObject({ block: { height: 101 } });
});

test.each([
  [{ engine: 'native' }, 'the nodes of the native engine have their own heights'],
  [{ fork: { url: 'http://127.0.0.1:1' }, sbtc: false }, 'a fork begins at the heights of its origin'],
] as const)('error: %o', async (options, why) => {
  await expect(startDevnet({ ...options, heights: 'simnet' })).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    field: 'heights',
    message: expect.stringContaining(why),
  });
});
