import { DevnetError } from '../../../base/error.js';
import type { DevnetStatus, DevnetUrls } from '../../data.js';
import type { Devnet } from '../../types.js';
import { byName } from '../accounts.js';
import { readAnswer } from '../answers/read.js';
import { projectAnswer, statusAnswer } from '../answers/status.js';
import type { Control } from './control.js';
import { readAccounts } from './read-accounts.js';

/** What never changes about a network. */
export type KnownNetwork = {
  engine: Devnet['engine'];
  urls: DevnetUrls;
  sbtc: DevnetStatus['sbtc'];
  accounts: Devnet['accounts'];
  project: Devnet['project'];
};

/** Asks the gateway. @throws DevnetError UNSUPPORTED if its control is off, and as the control does */
export async function readNetwork(control: Control, url: string): Promise<KnownNetwork> {
  const [{ body: status }, { body: accounts }] = await Promise.all([control('GET', '/status'), control('GET', '/accounts')]).catch(
    (error: unknown) => {
      throw explainAbsence(error, url);
    },
  );
  const { engine, urls, sbtc, project } = readAnswer(statusAnswer, status);
  return {
    ...{ engine, urls, sbtc },
    accounts: byName(readAccounts(accounts)),
    project: project && readAnswer(projectAnswer, (await control('GET', '/project')).body),
  };
}

/** Returns the URLs for another machine. It reaches the gateway, its page and the nodes, but no further server. */
export function urlsFrom(gateway: string, { stacks, bitcoin }: Pick<DevnetUrls, 'stacks' | 'bitcoin'>, { page }: DevnetUrls): DevnetUrls {
  return { gateway, stacks, bitcoin, ...(page !== undefined && { page: `${gateway}/` }) };
}

/** A gateway without `/devnet` has its control disabled, or is another program. */
function explainAbsence(error: unknown, url: string): unknown {
  if (!(error instanceof DevnetError && error.code === 'NOT_FOUND')) return error;
  return new DevnetError('UNSUPPORTED', `the devnet at ${url} has its control switched off, which a connection needs`, {
    field: 'control.enabled',
    hint: 'Start it with control.enabled: true (--control-enabled true).',
    cause: error,
  });
}
