import type { Project } from '../../../project/clarinet.js';
import { compareEpochs } from '../../../project/clarinet.js';
import type { LocalSession } from './session.js';

/** A contract to deploy. `path` is absolute for requirements, and from the root of the project for its own contracts. */
export type Publication = {
  name: string;
  deployer: string;
  path: string;
  source: string;
  epoch: Project['contracts'][number]['epoch'];
  clarityVersion: number;
};

/** The contract whose project gets sBTC from the start, as in clarinet-sdk. */
const DEPOSIT = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-deposit';
const SBTC_TOKEN = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token.sbtc-token';

/**
 * Pays the accounts of a project, and deploys its contracts: those of an epoch together, each epoch after a Bitcoin block, as
 * clarinet-sdk does.
 */
export function deployProject(session: LocalSession, project: Project): void {
  for (const { address, balance } of project.accounts) if (balance > 0n) session.mintStx(address, balance);
  const publications = publicationsOf(project);
  for (const epoch of new Set(publications.map((publication) => publication.epoch))) {
    session.mine();
    session.setEpoch(epoch === '2.0' ? '2.05' : epoch);
    for (const { name, deployer, source, clarityVersion } of publications.filter((publication) => publication.epoch === epoch)) {
      session.deploy(name, source, clarityVersion, deployer);
    }
  }
  if (!project.provided.includes(DEPOSIT)) return;
  for (const { address, sbtcBalance } of project.accounts) if (sbtcBalance > 0n) session.mintToken(SBTC_TOKEN, address, sbtcBalance);
}

/** Returns what is deployed, in this order. */
export function publicationsOf({ requirements, contracts }: Project): Publication[] {
  const all = [
    ...requirements.map(({ contractId, ...rest }) => {
      const [deployer = '', name = ''] = contractId.split('.');
      return { ...rest, deployer, name };
    }),
    ...contracts.map(({ id, ...rest }) => ({ ...rest, deployer: id.slice(0, id.indexOf('.')) })),
  ];
  return all.toSorted((a, b) => compareEpochs(a.epoch, b.epoch));
}
