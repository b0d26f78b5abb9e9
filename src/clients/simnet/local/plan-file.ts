import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { writeOutput } from '#platform/write-output.js';
import type { Project } from '../../../project/clarinet.js';
import { type Publication, publicationsOf } from './plan.js';

/** Where tools such as Rendezvous read which contracts a simnet has. */
const FILE = 'deployments/default.simnet-plan.yaml';
const MARK = '# Written by stacks-devnet. It is replaced when the project changes.\n';

/**
 * Writes the plan of the simnet, unless the project has one of its own. In the spelling that all versions of Clarinet read, and Rendezvous.
 */
export async function writePlanFile(project: Project): Promise<void> {
  const file = join(project.root, FILE);
  const found = await readFile(file, 'utf8').catch(() => undefined);
  if (found !== undefined && !found.startsWith(MARK)) return;
  const { stringify } = await import('yaml');
  const text = MARK + stringify(planOf(project));
  if (text === found) return;
  await writeOutput('plan', file, text);
}

function planOf(project: Project): object {
  const publications = publicationsOf(project);
  const epochs = [...new Set(publications.map(({ epoch }) => epoch))];
  return {
    id: 0,
    name: 'Simulated deployment',
    network: 'simnet',
    genesis: {
      wallets: project.accounts.map(({ label, address, balance, sbtcBalance }) => {
        return { name: label, address, balance: `${balance}`, 'sbtc-balance': `${sbtcBalance}` };
      }),
      contracts: [],
    },
    plan: {
      batches: epochs.map((epoch, id) => ({
        id,
        transactions: publications
          .filter((publication) => publication.epoch === epoch)
          .map((publication) => toTransaction(publication, project)),
        epoch,
      })),
    },
  };
}

function toTransaction({ name, deployer, path, clarityVersion }: Publication, { root }: Project): object {
  const shown = path.startsWith(root) ? relative(root, path).split(sep).join('/') : path;
  return {
    'emulated-contract-publish': { 'contract-name': name, 'emulated-sender': deployer, path: shown, 'clarity-version': clarityVersion },
  };
}
