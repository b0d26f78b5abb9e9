import { namedAccounts } from '../accounts.js';
import { nodeUrl } from '../endpoints.js';
import { defineSetting } from '../setting.js';
import { path, projectPath, truth } from '../value-types.js';

/** A Clarinet project, and the accounts that one defines. */
export const projectSettings = {
  project: defineSetting({
    ofNetwork: true,
    kind: projectPath,
    defaultText: 'the project in the working directory or above it; in code none',
    help: 'Clarinet project whose contracts and accounts the network has',
    details:
      'A folder with `Clarinet.toml`, or the path of that file; `false` for none. ' +
      'The settings of the project come after those of all other sources.',
    negatable: true,
  }),
  plan: defineSetting({
    ofNetwork: true,
    kind: path,
    defaultText: '`deployments/default.devnet-plan.yaml` of the project if it does more than deploy the contracts of the project',
    help: 'deployment plan of the project to follow',
    details: 'See docs/clarinet.md.',
  }),
  'requirements.api': defineSetting({
    ofNetwork: false,
    kind: nodeUrl({ expected: 'the URL of a Stacks API or node, such as https://api.hiro.so', credentials: false }),
    defaultText: "Hiro's API, `https://api.hiro.so` for mainnet and `https://api.testnet.hiro.so` for testnet",
    help: 'Stacks API or node that has the requirements of the project',
    details: 'Only requirements that are not in the cache of the project are fetched, once.',
  }),
  'requirements.fetch': defineSetting({
    ofNetwork: false,
    kind: truth,
    default: true,
    help: 'whether to fetch requirements that are not in the cache of the project',
    flag: '--requirements-fetch',
    negatable: true,
  }),
  'accounts.named': defineSetting({
    ofNetwork: true,
    kind: namedAccounts,
    defaultText: 'none',
    help: 'accounts by name, instead of deployer, wallet_1 and so on',
    details:
      "Each has a `mnemonic`, and may have a `derivation` (by default `m/44'/5757'/0'/0/0`), " +
      'a `balance` in micro-STX and an `sbtcBalance` in sats.',
    codeOnly: true,
  }),
};
