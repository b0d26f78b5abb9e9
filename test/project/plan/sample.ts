import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { STANDARD_ACCOUNTS } from '#dist/network/devnet/standard-accounts.js';
import type { Project, ProjectAccount, ProjectContract } from '#dist/project/clarinet/types.js';
import { removeSimnet } from '#dist/project/source/remove-simnet.js';

/** Two of Clarinet's standard accounts. */
export const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
export const WALLET_1 = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';
export const WALLET_1_BTC = 'mr1iPkD9N3RJZZxXRk7xF9d36gffa6exNC';
export const WALLET_2 = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';
export const WALLET_2_BTC = 'muYdXKmX9bByAueDe6KFfHd5Ff1gdN9ErG';

export const COUNTER = `(define-data-var count uint u0)
(define-read-only (get-count) (var-get count))
(define-public (add (n uint))
  (begin
    (asserts! (> n u0) (err u100))
    (ok (var-set count (+ (var-get count) n)))))
`;

const accounts = STANDARD_ACCOUNTS.slice(0, 3).map(
  ({ name, mnemonic = '', privateKey, stx }): ProjectAccount => ({
    label: name,
    address: stx.address,
    privateKey: privateKey.slice(0, 64),
    mnemonic,
    derivation: "m/44'/5757'/0'/0/0",
    balance: 100_000_000_000_000n,
    sbtcBalance: 0n,
  }),
);

export type SampleOptions = Partial<Pick<Project, 'requirements' | 'stackingOrders' | 'deploymentFeeRate'>> & {
  /** The sources of contracts by name, in the order of their deployment. */
  contracts?: Record<string, string>;
  epoch?: ProjectContract['epoch'];
  clarityVersion?: number;
  dependencies?: Record<string, string[]>;
  /** Further files by path. */
  files?: Record<string, string>;
  /** Micro-STX of each account. @default 100,000,000 STX */
  balance?: bigint;
  /** Added to `Clarinet.toml` and `settings/Devnet.toml`. */
  manifest?: string;
  settings?: string;
};

/** Creates a project in a temporary folder, removed at the end of the scope. */
export async function sampleProject(options: SampleOptions = {}): Promise<Project & AsyncDisposable> {
  const { contracts = { counter: COUNTER }, files = {}, epoch = '3.0', clarityVersion = 3, dependencies = {} } = options;
  const root = await mkdtemp(join(tmpdir(), 'plan-project-'));
  const sources = Object.entries(contracts).map(([name, source]) => [`contracts/${name}.clar`, source] as const);
  const manifest = [
    `[project]\nname = "sample"\n${options.manifest ?? ''}`,
    ...Object.keys(contracts).map(
      (name) => `[contracts.${name}]\npath = "contracts/${name}.clar"\nepoch = "${epoch}"\nclarity_version = ${clarityVersion}`,
    ),
  ];
  const settings = [
    '[network]\nname = "devnet"',
    ...accounts.map(
      ({ label, mnemonic, balance }) => `[accounts.${label}]\nmnemonic = "${mnemonic}"\nbalance = ${options.balance ?? balance}`,
    ),
    options.settings ?? '',
  ];
  const own = [
    ['Clarinet.toml', manifest.join('\n')],
    ['settings/Devnet.toml', settings.join('\n')],
  ] as const;
  for (const [path, text] of [...own, ...sources, ...Object.entries(files)]) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return {
    root,
    name: 'sample',
    cacheDir: join(root, '.cache'),
    accounts,
    bootContracts: [],
    contracts: Object.entries(contracts).map(([name, source]) => ({
      id: `${DEPLOYER}.${name}`,
      name,
      deployer: 'deployer',
      path: `contracts/${name}.clar`,
      source: removeSimnet(source),
      epoch,
      clarityVersion,
      dependencies: (dependencies[name] ?? []).map((other) => `${DEPLOYER}.${other}`),
    })),
    requirements: options.requirements ?? [],
    provided: [],
    stackingOrders: options.stackingOrders ?? [],
    deploymentFeeRate: options.deploymentFeeRate ?? 10n,
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

/** Returns the text of a plan with one batch of transactions, each an indented YAML list entry. */
export function planText(transactions: string, { network = 'devnet', epoch = '3.0' } = {}): string {
  const entries = transactions.replace(/^/gm, '        ');
  return `---
id: 0
name: Devnet deployment
network: ${network}
stacks-node: "http://localhost:20443"
bitcoin-node: "http://devnet:devnet@localhost:18443"
plan:
  batches:
    - id: 0
      transactions:
${entries}
      epoch: "${epoch}"
`;
}
