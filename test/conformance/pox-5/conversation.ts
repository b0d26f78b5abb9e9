import { Cl, type ClarityValue, fetchNonce, makeContractCall, makeContractDeploy } from '@stacks/transactions';
import type { Devnet } from 'stacks-devnet';
import { vi } from 'vitest';
import { networkKeys } from '#dist/engines/common/boot-plan/network-keys.js';
import { POX_5 } from '#dist/stacks/pox-5.js';
import { account } from '../../devnet.js';
import type { ObservedEvent } from '../observer.js';

/** The same parts as the recording. */
export type Recording = {
  answers: Record<string, { request: string; status: number; body: unknown }>;
  reads: Record<string, { args: string[]; okay: boolean; result: string; repr: string }>;
  receipts: Record<string, { transaction: unknown; events: unknown; block: unknown }>;
  events: Record<string, unknown>;
};

/** Deployed by the staker of the bond, in Clarity 6. */
const SIX = `(define-data-var n uint u0)
(define-public (bump) (begin (var-set n (+ (var-get n) u1)) (print { topic: "bump", n: (var-get n), here: current-contract }) (ok (var-get n))))`;

const [signer] = networkKeys(1).signers;
if (signer === undefined) throw new RangeError('no signer');
export const SIGNER = signer;
const MANAGER = `${SIGNER.stx}.signer-manager`;

/**
 * Repeats on a network that has just become ready what the recorded one did: a Clarity 6 contract, a bond and a stake in it. Then asks the
 * same questions.
 * @param events of an observer since the genesis
 * @param inGenesis the transactions that are part of the genesis, and have no receipts
 */
export async function conversation(
  devnet: Devnet,
  events: () => readonly ObservedEvent[],
  recorded: Recording,
  inGenesis: ReadonlySet<string>,
): Promise<Recording> {
  const ids = await transact(devnet);
  const answers: Recording['answers'] = {};
  for (const [name, { request }] of Object.entries(recorded.answers)) {
    const path = request.replace('GET ', '').replace(RECORDED_SIGNER.stx, SIGNER.stx).replace(RECORDED_SIGNER.publicKey, SIGNER.publicKey);
    const response = await fetch(`${devnet.urls.stacks}${path}`);
    answers[name] = { request: `GET ${path}`, status: response.status, body: await response.json() };
  }
  const reads: Recording['reads'] = {};
  for (const [name, args] of READS) reads[name] = { args: args.map((arg) => Cl.prettyPrint(arg)), ...(await read(devnet, name, args)) };
  const receipts: Recording['receipts'] = {};
  for (const name of Object.keys(recorded.receipts)) {
    // Observers of the embedded network get blocks a moment later.
    if (!inGenesis.has(name)) receipts[name] = await vi.waitFor(() => receiptOf(events(), name, ids), 10_000);
  }
  return { answers, reads, receipts, events: notable(events()) };
}

/** Who signed and staked in the recording. */
export const RECORDED_SIGNER = {
  stx: 'ST1WMTBEJ3XB3GFRKSDEN6MGBK4Z1AXMHH6TWR9TW',
  publicKey: '03a9eeb8fb5d39edb673380fee30ce626a39763035505924c38c60ec87efbb220d',
};

const me = Cl.principal(SIGNER.stx);
const manager = Cl.principal(MANAGER);
const NEXT = Cl.uint(4);
const READS: [name: string, args: ClarityValue[]][] = [
  ['get-pox-info', []],
  ['get-staker-info', [me]],
  ['get-signer-info', [manager]],
  ['get-amount-delegated-for-signer', [manager, NEXT]],
  ['get-signer-cycle-membership', [me, NEXT]],
  ['get-signer-set-first-item-for-cycle', [NEXT]],
  ['get-signer-set-last-item-for-cycle', [NEXT]],
  ['get-ustx-delegated-for-cycle', [NEXT]],
  ['get-total-ustx-stacked', [NEXT]],
  ['current-pox-reward-cycle', []],
  ['get-first-pox-5-reward-cycle', []],
  ['reward-cycle-to-burn-height', [NEXT]],
  ['is-in-prepare-phase', [Cl.uint(3)]],
  ['get-rewards', []],
  ['get-new-rewards', []],
  ['get-reserve-balance', []],
  ['get-total-sbtc-staked', []],
  ['get-last-reward-compute-height', []],
  ['current-distribution-cycle', []],
  ['verify-signer-key-grant', [manager, Cl.bufferFromHex(SIGNER.publicKey)]],
  ['get-protocol-bond', [Cl.uint(0)]],
  ['bond-period-to-burn-height', [Cl.uint(0)]],
];

/** @returns txids by the names of the recording */
async function transact(devnet: Devnet): Promise<Record<string, string>> {
  const { network } = devnet;
  const staker = account(devnet, 'wallet_1');
  const admin = account(devnet, 'deployer');
  const [contractAddress = '', contractName = ''] = POX_5.split('.');
  const common = { network, fee: 5_000n, postConditionMode: 'allow' as const };
  const send = async (transaction: { serializeBytes(): Uint8Array }): Promise<string> => {
    const headers = { 'content-type': 'application/octet-stream' };
    const response = await fetch(`${devnet.urls.stacks}/v2/transactions`, { method: 'POST', headers, body: transaction.serializeBytes() });
    const txid = `0x${await response.json()}`;
    await devnet.stacks.waitForTx(txid);
    return txid;
  };
  const nonce = (address: string) => fetchNonce({ address, network });
  const deploy = await makeContractDeploy({
    ...common,
    contractName: 'six',
    codeBody: SIX,
    senderKey: staker.privateKey,
    clarityVersion: 6,
  });
  const ids: Record<string, string> = { deploy: await send(deploy) };
  const six = { ...common, contractAddress: staker.stx.address, contractName: 'six', senderKey: staker.privateKey };
  ids['bump'] = await send(await makeContractCall({ ...six, functionName: 'bump', functionArgs: [] }));
  const member = Cl.tuple({ staker: Cl.principal(staker.stx.address), 'max-sats': Cl.uint(1_000_000) });
  const bond = [Cl.uint(0), Cl.uint(1_000), Cl.uint(100), Cl.uint(10_000), Cl.buffer(new Uint8Array(683)), Cl.list([member])];
  const pox5 = { ...common, contractAddress, contractName };
  const setUp = {
    ...pox5,
    functionName: 'setup-bond',
    functionArgs: bond,
    senderKey: admin.privateKey,
    nonce: await nonce(admin.stx.address),
  };
  ids['setupBond'] = await send(await makeContractCall(setUp));
  const share = [Cl.uint(0), manager, Cl.uint(10_000_000_000), Cl.error(Cl.uint(1_000_000)), Cl.none()];
  const join = { ...pox5, functionName: 'register-for-bond', functionArgs: share, senderKey: staker.privateKey };
  ids['registerForBond'] = await send(await makeContractCall(join));
  return ids;
}

async function read(devnet: Devnet, name: string, args: ClarityValue[]): Promise<{ okay: boolean; result: string; repr: string }> {
  const response = await fetch(`${devnet.urls.stacks}/v2/contracts/call-read/${POX_5.replace('.', '/')}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sender: SIGNER.stx, arguments: args.map((arg) => Cl.serialize(arg)) }),
  });
  const { okay, result } = (await response.json()) as { okay: boolean; result: string };
  return { okay, result, repr: Cl.prettyPrint(Cl.deserialize(result)) };
}

type Sent = { txid: string; raw_tx: string; contract_interface: unknown };
type Block = { transactions: Sent[]; events: { txid: string }[]; cycle_number: unknown } & Record<string, unknown>;

function blocks(events: readonly ObservedEvent[]): Block[] {
  return events.filter(({ path }) => path === '/new_block').map(({ body }) => body as Block);
}

/** The engine sent `register` and `stake` while the network booted: the signer's second and third transaction of Epoch 4.0. */
function receiptOf(events: readonly ObservedEvent[], name: string, ids: Record<string, string>): Recording['receipts'][string] {
  const wanted = ({ txid, raw_tx }: Sent): boolean => {
    if (name === 'register' || name === 'stake') return isCall(raw_tx, name) && raw_tx.includes(SIGNER.hash);
    return txid === ids[name];
  };
  for (const { transactions, events: all, ...block } of blocks(events)) {
    const transaction = transactions.find(wanted);
    if (transaction === undefined) continue;
    return { transaction, events: all.filter(({ txid }) => txid === transaction.txid), block };
  }
  throw new RangeError(`no receipt of ${name}`);
}

/** Whether a transaction calls a function with this name: a length and ASCII. */
function isCall(rawTx: string, name: string): boolean {
  const text = Buffer.from(name, 'utf8').toString('hex');
  return rawTx.includes(`${name.length.toString(16).padStart(2, '0')}${text}`);
}

function notable(events: readonly ObservedEvent[]): Recording['events'] {
  const all = blocks(events);
  // Earlier sets depend on the blocks that elected a miner during the boot.
  const sets = all.filter(({ cycle_number: cycle }) => cycle === 3);
  const deployment = all
    .flatMap(({ transactions }) => transactions)
    .find(({ contract_interface: known }) => /pox-5/.test(JSON.stringify(known)));
  return {
    new_burn_block: events.findLast(({ path }) => path === '/new_burn_block')?.body,
    reward_sets: sets.map((block) => pick(block, 'burn_block_height', 'block_height', 'cycle_number', 'reward_set')),
    deployment: deployment === undefined ? undefined : { ...deployment, contract_interface: '…' },
  };
}

function pick(block: Block, ...names: string[]): object {
  return Object.fromEntries(names.map((name) => [name, block[name]]));
}
