import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BEFORE_ALL } from '#dist/clarity/execution/chain-view.js';
import { StateEditor } from '#dist/clarity/state/state.js';
import { UNLOCKS_NEVER } from '#dist/clarity/state/unlock-heights.js';
import { parsePrincipal } from '#dist/clarity/values/principal.js';
import { TENURE_HEIGHT } from '#dist/engines/embedded/fork/ask-node.js';
import { EPOCHS } from '#dist/stacks/node/chain/epoch.js';
import { networkOf } from '#dist/stacks/node/chain/network.js';
import { bootState } from '#dist/stacks/node/clarity/boot/boot-state.js';
import { ClarityVm } from '#dist/stacks/node/clarity/clarity-vm.js';
import { genesisState } from '#dist/stacks/node/clarity/genesis.js';
import { toMainnet } from '#dist/stacks/principal.js';
import { sha512_256 } from '#dist/stacks/protocol/codec/hash.js';
import { u8, u16, u32, u64 } from '#dist/stacks/protocol/codec/writer.js';
import { nodeState } from '../../../stacks/node/clarity/fork-source/node-state.js';

export const MAINNET = 1;
export const TESTNET = 0x80000000;
/** The tip of the origin. */
export const HEIGHT = 5_000;
export const BURN_HEIGHT = 900_123;
const FIRST_BURN_HEIGHT = 666_050;

/** An account with a balance, a nonce and a contract at the origin: by network. */
const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
export const OWNER = { [TESTNET]: DEPLOYER, [MAINNET]: toMainnet(DEPLOYER) } as const;
export const OWNER_STX = 777_000_000n;
export const OWNER_NONCE = 41;

const COUNTER = `
(define-data-var n uint u42)
(define-map seen principal uint)
(define-read-only (get-n) (var-get n))
(define-read-only (is-main) { mainnet: is-in-mainnet, id: chain-id })
(define-read-only (seen-by (who principal)) (map-get? seen who))
(define-public (add (amount uint))
  (begin
    (map-set seen tx-sender amount)
    (print { event: "added", amount: amount })
    (ok (var-set n (+ (var-get n) amount)))))`;

/** A part of an answer without an end. */
const ENDLESS = Buffer.alloc(1024 * 1024, 'a');

/** What a request gets instead of its answer: another one, none at all, half of one, one without an end, or no connection. */
export type Fault = { status: number; body?: string; headers?: Record<string, string> } | 'silence' | 'cut' | 'reset' | 'endless';

/** An origin on this machine whose answers are made in this process: it has the boot contracts, a contract and an account. */
export type ForkSourceServer = AsyncDisposable & {
  url: string;
  /** The paths that were requested. */
  requests: string[];
  /** The headers of the last request. */
  headers(): Record<string, unknown>;
  /** Decides which requests fail. */
  fail(fault: (path: string) => Fault | undefined): void;
  /** Replaces the tip by another block of the same height. */
  reorganise(): void;
};

export async function serveForkSource({ networkId = TESTNET, keepsOldBlock = false } = {}): Promise<ForkSourceServer> {
  const { value, metadata } = stateOf(networkId);
  let branch = 0;
  let fault: (path: string) => Fault | undefined = () => undefined;
  let last: Record<string, unknown> = {};
  const requests: string[] = [];
  const blocks = [makeBlock(0), makeBlock(1)] as const;
  const known = (id: string) => id === blocks[branch]?.id || (keepsOldBlock && id === blocks[0].id);
  const tip = () => blocks[branch] ?? blocks[0];

  function answer(path: string, query: URLSearchParams): { status: number; body: string | Buffer } {
    const json = (body: unknown) => ({ status: 200, body: JSON.stringify(body) });
    const missing = (body: string) => ({ status: 404, body });
    const state = (found: string | undefined, what: string) => {
      if (!known(query.get('tip') ?? '')) return missing('Chain tip not found');
      return found === undefined ? missing(`${what} not found`) : json({ data: found });
    };
    const [, hash] = /^\/v2\/clarity\/marf\/([0-9a-f]{64})$/.exec(path) ?? [];
    if (hash !== undefined) return state(value(hash), 'Marf key hash');
    const [, address, name, key] = /^\/v2\/clarity\/metadata\/(\w+)\/([\w-]+)\/(.+)$/.exec(path) ?? [];
    if (key !== undefined) return state(metadata(`${address}.${name}`, key), 'Metadata');
    if (path === '/v2/info') return json(info(networkId));
    if (path === '/v2/pox') return json(pox(networkId));
    if (path === `/v3/blocks/height/${HEIGHT}`) return { status: 200, body: tip().bytes };
    const block = blocks.find(({ id }) => path === `/v3/blocks/${id}` && known(id));
    if (block !== undefined) return { status: 200, body: block.bytes };
    if (path === `/v3/sortitions/consensus/${CONSENSUS_HASH}`) return json([sortition()]);
    return missing('No such file or directory');
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://origin');
    requests.push(pathname);
    last = request.headers;
    const instead = fault(pathname);
    if (instead === undefined) {
      const { status, body } = answer(pathname, searchParams);
      response.writeHead(status, { 'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream' }).end(body);
    } else misbehave(response, instead);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    headers: () => last,
    fail(chosen) {
      fault = chosen;
    },
    reorganise() {
      branch = 1;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function misbehave(response: ServerResponse, fault: Fault): void {
  if (fault === 'silence') return;
  if (fault === 'reset') response.destroy();
  else if (fault === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"data":"0x');
    setImmediate(() => response.destroy());
  } else if (fault === 'endless') {
    response.writeHead(200, { 'content-type': 'application/json' });
    const write = (): void => {
      while (!response.destroyed && response.write(ENDLESS));
    };
    response.on('drain', write);
    write();
  } else response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
}

/** The states of all origins, which nothing changes, by network. */
const states = new Map<number, ReturnType<typeof makeState>>();

function stateOf(networkId: number) {
  const made = states.get(networkId) ?? makeState(networkId);
  states.set(networkId, made);
  return made;
}

/** The state of the origin: the boot contracts, an account, and a contract of it. */
function makeState(networkId: number) {
  const network = networkOf(networkId);
  const vm = new ClarityVm({ network, unlockHeights: UNLOCKS_NEVER, coverage: false });
  const owner = networkId === MAINNET ? OWNER[MAINNET] : OWNER[TESTNET];
  const pox = { rewardLength: 2_100, prepareLength: 100 };
  const boot = bootState({ bootAddress: network.bootAddress, epoch: '3.4', pox, startOf: () => 0, rulesOf: vm.rulesOf });
  const genesis = {
    balances: [{ principal: owner, amount: OWNER_STX }],
    contracts: [{ deployer: owner, name: 'counter', source: COUNTER, clarityVersion: 3 }],
    epoch: '3.4',
    pox,
  };
  const made = new StateEditor(genesisState(genesis, boot, { vm, miner: parsePrincipal(network.producerAddress), chain: BEFORE_ALL }));
  const account = parsePrincipal(owner);
  made.setAccount(account, { ...made.account(account), nonce: BigInt(OWNER_NONCE) });
  const contracts = boot.contracts.map(({ id }) => boot.contract(id)).filter((contract) => contract !== undefined);
  const { value, metadata } = nodeState(made.snapshot(), contracts);
  return {
    value: (hash: string) => {
      const found = hash === TENURE_HEIGHT ? u32(4_000).toString('hex') : value(hash);
      return found === undefined ? undefined : `0x${found}`;
    },
    metadata,
  };
}

const CONSENSUS_HASH = 'c0'.repeat(20);
const BURN_HASH = 'b0'.repeat(32);
const TIME = 1_790_000_000;

function makeBlock(branch: number): { id: string; bytes: Buffer } {
  const signed = Buffer.concat([
    ...[u8(0), u64(BigInt(HEIGHT)), u64(0n), Buffer.from(CONSENSUS_HASH, 'hex'), Buffer.alloc(32, branch)],
    ...[Buffer.alloc(32), Buffer.alloc(32), u64(BigInt(TIME)), Buffer.alloc(65)],
  ]);
  const bits = Buffer.concat([u16(1), u32(1), u8(1)]);
  const hash = sha512_256(signed, bits);
  return {
    id: sha512_256(hash, Buffer.from(CONSENSUS_HASH, 'hex')).toString('hex'),
    bytes: Buffer.concat([signed, u32(0), bits, u32(0)]),
  };
}

function info(networkId: number) {
  return { network_id: networkId, stacks_tip_height: HEIGHT, stacks_tip_consensus_hash: CONSENSUS_HASH };
}

function sortition() {
  return {
    burn_block_hash: `0x${BURN_HASH}`,
    burn_block_height: BURN_HEIGHT,
    burn_header_timestamp: TIME - 600,
    consensus_hash: `0x${CONSENSUS_HASH}`,
  };
}

function pox(networkId: number) {
  const starts = EPOCHS.map(({ id, name }, i) => ({
    epoch_id: id,
    start_height: name === '4.0' ? BURN_HEIGHT + 1_000 : FIRST_BURN_HEIGHT + i,
  }));
  return {
    first_burnchain_block_height: FIRST_BURN_HEIGHT,
    reward_cycle_length: 2_100,
    prepare_cycle_length: 100,
    epochs: starts,
    contract_versions: ['pox', 'pox-2', 'pox-3', 'pox-4'].map((name, i) => ({
      contract_id: `${networkOf(networkId).bootAddress}.${name}`,
      activation_burnchain_block_height: FIRST_BURN_HEIGHT + i,
      first_reward_cycle_id: i,
    })),
  };
}
