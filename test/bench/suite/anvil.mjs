// The suite on Anvil with viem: one Anvil for each file, and each test takes back what it did.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

const { SUITE_ANVIL: program, SUITE_TOKEN: token, SUITE_VIEM: modules } = process.env;
const { createPublicClient, createTestClient, createWalletClient, http } = await import(`${modules}/viem/_esm/index.js`);
const { privateKeyToAccount } = await import(`${modules}/viem/_esm/accounts/index.js`);
const { foundry } = await import(`${modules}/viem/_esm/chains/index.js`);
const { abi, bytecode } = JSON.parse(readFileSync(token, 'utf8'));

/** The first key of Anvil. */
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
let anvil;
let clients;
let snapshot;

beforeAll(async () => {
  anvil = spawn(program, ['--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const url = await new Promise((resolve) => {
    createInterface(anvil.stdout).on('line', (line) => {
      if (line.startsWith('Listening on ')) resolve(`http://${line.split(' ').at(-1)}`);
    });
  });
  // Anvil mines each transaction at once, so that the first look for its receipt is early.
  const options = { chain: foundry, transport: http(url), pollingInterval: 5 };
  clients = {
    open: createPublicClient(options),
    wallet: createWalletClient({ ...options, account }),
    control: createTestClient({ ...options, mode: 'anvil' }),
  };
});
beforeEach(async () => {
  snapshot = await clients.control.snapshot();
});
afterEach(() => clients.control.revert({ id: snapshot }));
afterAll(() => anvil.kill());

export function suite(tests) {
  for (let index = 0; index < tests; index++) {
    test(`counts ${index}`, async () => {
      const { open, wallet, control } = clients;
      await control.setBalance({ address: account.address, value: 10n ** 20n });
      expect(await open.getBalance({ address: account.address })).toBe(10n ** 20n);
      const { contractAddress: address } = await open.waitForTransactionReceipt({ hash: await wallet.deployContract({ abi, bytecode }) });
      const read = (of) => open.readContract({ abi, address, functionName: 'balanceOf', args: [of] });
      for (let call = 1; call <= 5; call++) {
        const hash = await wallet.writeContract({ abi, address, functionName: 'transfer', args: [receiver, 2n] });
        const { status, blockNumber } = await open.waitForTransactionReceipt({ hash });
        expect(status).toBe('success');
        const events = await open.getContractEvents({ abi, address, fromBlock: blockNumber, toBlock: blockNumber });
        expect(events[0].args.value).toBe(2n);
      }
      expect(await read(receiver)).toBe(10n);
    });
  }
}
