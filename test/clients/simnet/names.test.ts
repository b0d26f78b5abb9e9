import { Cl } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { createNames } from '#dist/clients/simnet/session/names.js';

const MAINNET = 'SP2PABAF9FTAJYNFZH93XENAJ8FVY99RRM50D2JG9';
const SBTC = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4';
const OWN_SBTC = 'SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS';
const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';

const contract = (id: string, path: string, requirement: boolean) => ({ id, path, requirement, clarityVersion: 2, epoch: '2.1' });
const contracts = [
  contract(`${DEPLOYER}.nft-trait`, `.cache/requirements/${MAINNET}.nft-trait.clar`, true),
  contract(`${DEPLOYER}.market`, 'contracts/market.clar', false),
];
const { toNetwork, sourceToNetwork, fromNetwork } = createNames(
  { project: { root: '/', name: 'market', contracts } },
  { sbtcDeployer: OWN_SBTC, isMainnet: false },
);

test("default: requirements and sBTC have the network's ids, in text and in serialized values", () => {
  const values = (trait: string, token: string) => Cl.serialize(Cl.list([Cl.principal(trait), Cl.principal(token)]));
  const [mainnet, network] = [
    values(`${MAINNET}.nft-trait`, `${SBTC}.sbtc-token`),
    values(`${DEPLOYER}.nft-trait`, `${OWN_SBTC}.sbtc-token`),
  ];
  expect([toNetwork(mainnet), fromNetwork(network)]).toEqual([network, mainnet]);
  expect(toNetwork(`${SBTC}.sbtc-token`)).toBe(`${OWN_SBTC}.sbtc-token`);
  expect(fromNetwork(`${OWN_SBTC}.sbtc-token::sbtc-token`)).toBe(`${SBTC}.sbtc-token::sbtc-token`);
});

test("behavior: mainnet's boot contracts are those of the network, except in a fork of mainnet", () => {
  const [call, own] = ['SP000000000000000000002Q6VF78.pox-4', 'ST000000000000000000002AMW42H.pox-4'];
  const fork = createNames({ project: undefined }, { sbtcDeployer: undefined, isMainnet: true });
  expect([toNetwork(call), sourceToNetwork(`(contract-call? '${call} get-pox-info)`)]).toEqual([
    own,
    `(contract-call? '${own} get-pox-info)`,
  ]);
  expect([fork.toNetwork(call), fromNetwork(own)]).toEqual([call, own]);
});

test('behavior: other contracts and accounts keep their ids', () => {
  for (const id of [`${MAINNET}.nft-trait-2`, `${DEPLOYER}.market`, MAINNET, SBTC, 'points']) {
    expect([toNetwork(id), fromNetwork(id)]).toEqual([id, id]);
  }
  const longer = Cl.serialize(Cl.principal(`${MAINNET}.nft-trait-2`));
  expect(toNetwork(longer)).toBe(longer);
});
