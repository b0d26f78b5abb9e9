import { readFileSync } from 'node:fs';
import { Cl } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { readOwnContract, withSip031Recipient } from '#dist/stacks/node/clarity/boot/own-contracts.js';
import { valueOfHex } from '#dist/stacks/node/clarity/transaction.js';
import { configurePox5, POX_5 } from '#dist/stacks/pox-5.js';
import { describePox5, describeState, type Pox5Description, type Pox5State } from '../../../../pox-5/description.js';
import { BOOT, call, DEPLOYER, deploy, FUNDS, PRINCIPAL, STRANGER, testChain, transfer, uint, WALLET } from '../support.js';

const SIP_031 = `${BOOT}.sip-031`;
const TOKEN = `(define-fungible-token sbtc-token)
  (define-public (transfer (amount uint) (sender principal) (recipient principal) (memo (optional (buff 34))))
    (ft-transfer? sbtc-token amount sender recipient))
  (define-read-only (get-balance (who principal)) (ok (ft-get-balance sbtc-token who)))`;

const source = configurePox5(readOwnContract('pox-5'), { sbtcDeployer: DEPLOYER, admin: WALLET });
const options = {
  epoch: '4.0',
  burnHeight: 130,
  bootContracts: [
    { contract: `${DEPLOYER}.sbtc-token`, source: TOKEN, epoch: 'Epoch30', clarityVersion: 3 },
    { contract: POX_5, source, epoch: 'Epoch40', clarityVersion: 6 },
    { contract: SIP_031, source: withSip031Recipient(readOwnContract('sip-031'), WALLET), epoch: 'Epoch32', clarityVersion: 3 },
  ],
};

function fixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../../fixtures/pox-5/${name}.json`, import.meta.url), 'utf8'));
}

test('clients see the pox-5 of stacks-node 4.0.2: functions, errors, events, constants, variables and maps', async () => {
  const chain = await testChain(options);
  const contractInterface = (await chain.view.contractInterface(POX_5)) ?? {};
  expect(describePox5(contractInterface, source)).toEqual(fixture('stacks-node-4.0.2') as Pox5Description);
  const state = fixture('state-4.0.2') as Pox5State;
  const constants = await Promise.all(Object.keys(state.constants).map(async (name) => [name, await chain.view.constant(POX_5, name)]));
  expect(describeState(contractInterface, Object.fromEntries(constants))).toEqual(state);
});

test('behavior: the settings of a network are in the source of pox-5', async () => {
  const chain = await testChain(options);
  expect(await chain.view.dataVar(POX_5, 'bond-admin')).toBe(PRINCIPAL[WALLET]);
  expect(await chain.view.dataVar(POX_5, 'pause-admin')).toBe(PRINCIPAL[WALLET]);
  expect(source).not.toContain("'SM");
  expect(source).not.toContain("'SP");
});

/** The chain mints this to sip-031, as a node does: 200,000,000 STX. Half of it is free at once. */
const MINTED = 200_000_000_000_000n;

test('behavior: the recipient of sip-031 claims what is free, directly', async () => {
  const chain = await testChain(options);
  const claim = (origin: string) => chain.mine(call(SIP_031, 'claim', [], { origin, fee: 0n }));
  expect(claim(DEPLOYER).repr).toBe('(err u101)');
  expect(claim(WALLET).repr).toBe(`(ok u${MINTED / 2n})`);
  expect(claim(WALLET).repr).toBe('(err u102)');
  chain.mineOk(transfer(SIP_031, 7n, { origin: DEPLOYER, fee: 0n }));
  const paid = claim(WALLET);
  expect(paid.repr).toBe('(ok u7)');
  expect([...paid.events]).toMatchObject([
    { stx_transfer_event: { amount: '7', recipient: WALLET, sender: SIP_031 } },
    { contract_event: { contract_identifier: SIP_031, topic: 'print' } },
  ]);
  const update = (origin: string) => chain.mine(call(SIP_031, 'update-recipient', [PRINCIPAL[STRANGER]], { origin, fee: 0n }));
  expect(update(DEPLOYER).repr).toBe('(err u101)');
  expect(update(WALLET).repr).toBe('(ok true)');
  expect(claim(WALLET).repr).toBe('(err u101)');
});

test('behavior: sip-031 frees the rest of the first mint in 24 steps of 4383 Bitcoin blocks', async () => {
  const chain = await testChain(options);
  const read = async (fn: string, ...args: bigint[]) => {
    const answer = await chain.view.callReadOnly({
      contract: SIP_031,
      fn,
      args: args.map((value) => valueOfHex(uint(value))),
      sender: WALLET,
    });
    return answer.okay ? BigInt(`0x${answer.result.slice(2)}`) : answer.cause;
  };
  const start = (await read('get-deploy-block-height')) as bigint;
  const step = 4_166_666_666_666n;
  const half = MINTED / 2n;
  const free = [-1n, 0n, 4382n, 4383n, 8766n, 105_191n, 105_192n, 1_000_000n].map((after) => read('calc-claimable-amount', start + after));
  expect(await Promise.all(free)).toEqual([0n, half, half, half + step, half + 2n * step, half + 23n * step, MINTED, MINTED]);
});

test.each([
  ['3.1', 0n],
  ['3.2', MINTED],
  ['4.0', MINTED],
])('default: in epoch %s sip-031 has %i uSTX, which are part of the supply, for its recipient on test networks', async (epoch, minted) => {
  const chain = await testChain({ epoch });
  expect(await chain.balance(SIP_031)).toBe(minted);
  chain.mineOk(deploy('supply', '(define-read-only (supply) stx-liquid-supply)', { clarityVersion: 3 }));
  expect(await chain.read('supply', 'supply')).toBe(uint(2n * FUNDS + minted));
  const recipient = Cl.serialize(Cl.principal('ST1QCN9YMXMJPJ0Y5EMR627FCWDXQWT1CRK9CWN23'));
  expect(await chain.view.dataVar(SIP_031, 'recipient')).toBe(minted === 0n ? undefined : recipient);
});
