import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readOwnContract } from '#dist/stacks/node/clarity/boot/own-contracts.js';
import { configurePox5, POX_5 } from '#dist/stacks/pox-5.js';
import type { EventBody } from '#dist/stacks/protocol/receipt/encoded-events.js';
import { call, deploy, type TestChain, testChain, transfer, uint, WALLET } from '../support.js';

/** An event as in the recording: its kind and what it says. */
type Event = [kind: 'print' | 'lock' | 'transfer' | 'mint', ...details: string[]];
type Step = Height | { fund: string; amount: string } | { deploy: string; source: string } | Call;
type Height = { height: number; hashes?: Record<string, string> };
type Call = { call: string; by: string; args: string[]; result?: string; error?: string; events?: Event[] };
/**
 * Random calls in Epoch 4.0 and what the VM of stacks-core 4.0.2 answered with its own pox-5, together with its locks: about 230 calls that
 * change
 * something or fail in another way than those before, then reads. Cycles have 20 blocks, and pox-5 begins with cycle 8.
 */
type Recording = { steps: Step[]; accounts: Record<string, [unlocked: string, locked: string, unlockHeight: number]> };

const recording = JSON.parse(
  gunzipSync(readFileSync(new URL('../../../../fixtures/pox-5/calls-4.0.2.json.gz', import.meta.url))).toString('utf8'),
) as Recording;

const SBTC = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const BOND_ADMIN = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';
const FUNDS = 10n ** 15n;
/** As in the recording: whoever calls it can mint. */
const TOKEN = `(define-fungible-token sbtc-token)
  (define-public (transfer (amount uint) (sender principal) (recipient principal) (memo (optional (buff 34))))
    (begin
      (asserts! (or (is-eq tx-sender sender) (is-eq contract-caller sender)) (err u4))
      (ft-transfer? sbtc-token amount sender recipient)))
  (define-read-only (get-balance (who principal)) (ok (ft-get-balance sbtc-token who)))
  (define-public (mint (amount uint) (who principal)) (ft-mint? sbtc-token amount who))`;

/** The hashes that contracts saw. */
const HASHES = Object.assign({}, ...recording.steps.map((step) => ('height' in step ? step.hashes : {}))) as Record<string, string>;
const burnHashes = (height: number): string => HASHES[height] ?? `${height}`.padStart(64, '0');

const options = {
  epoch: '4.0',
  burnHeight: 140,
  pox: { rewardLength: 20, prepareLength: 5 },
  burnHashes,
  balances: [{ principal: WALLET, amount: FUNDS }],
  bootContracts: [
    { contract: `${SBTC}.sbtc-token`, source: TOKEN, epoch: 'Epoch30', clarityVersion: 3 },
    {
      contract: POX_5,
      source: configurePox5(readOwnContract('pox-5'), { sbtcDeployer: SBTC, admin: BOND_ADMIN }),
      epoch: 'Epoch40',
      clarityVersion: 6,
    },
  ],
};

test('behavior: pox-5 answers, prints and locks as that of stacks-node 4.0.2', { timeout: 120_000 }, async () => {
  const chain = await testChain(options);
  // As in the recording, whatever the cycle is in which the epoch begins here.
  for (const name of ['first-pox-5-reward-cycle', 'first-bond-period-cycle'])
    chain.change({ type: 'data-var', contract: POX_5, name, value: uint(8) });
  let calls: Call[] = [];
  for (const step of recording.steps) {
    if ('call' in step) {
      calls.push(step);
      continue;
    }
    makeCalls(chain, calls);
    calls = [];
    take(chain, step);
  }
  makeCalls(chain, calls);
  for (const [principal, [unlocked, locked, unlockHeight]] of Object.entries(recording.accounts)) {
    const account = await chain.view.account(principal);
    expect(account, principal).toMatchObject({ balance: BigInt(unlocked), locked: BigInt(locked), unlockHeight });
  }
});

function take(chain: TestChain, step: Exclude<Step, Call>): void {
  if ('height' in step) advance(chain, step);
  else if ('fund' in step) chain.mineOk(transfer(step.fund, BigInt(step.amount), { origin: WALLET, fee: 0n }));
  else {
    const [origin = '', name = ''] = step.deploy.split('.');
    chain.mineOk(deploy(name, step.source, { origin, fee: 0n, clarityVersion: 6 }));
  }
}

/** Makes calls in one block. */
function makeCalls(chain: TestChain, calls: readonly Call[]): void {
  const transactions = calls.map(({ call: target, by, args }) => {
    const [address, name, fn = ''] = target.split('.');
    return call(`${address}.${name}`, fn, args, { origin: by, fee: 0n });
  });
  const results = chain.block({ transactions });
  for (const [at, { call: title, result, error, events = [] }] of calls.entries()) {
    const made = results[at];
    if (made === undefined || made.status === 'postponed' || made.status === 'invalid') throw new Error(`${title} is not in the block`);
    if (error === undefined) expect(made.rawResult, title).toBe(result);
    else expect(made.vmError, title).toBe(error);
    expect(Array.from(made.events, brief), title).toEqual(events);
  }
}

function advance(chain: TestChain, { height }: Height): void {
  while (chain.heights.burn < height) chain.block({ tenure: true, burnHash: burnHashes(chain.heights.burn + 1) });
}

function brief(event: EventBody): Event {
  const { type } = event;
  const detail = (name: string) => `${(event[type] as Record<string, unknown>)[name]}`;
  switch (type) {
    case 'contract_event':
      return ['print', detail('contract_identifier'), detail('raw_value').slice(2)];
    case 'stx_lock_event':
      return ['lock', detail('locked_address'), detail('locked_amount'), detail('unlock_height')];
    case 'ft_mint_event':
      return ['mint', detail('recipient'), detail('amount')];
    default:
      return ['transfer', detail('sender'), detail('recipient'), detail('amount')];
  }
}
