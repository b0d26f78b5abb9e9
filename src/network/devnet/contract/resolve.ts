import { invalid } from '../../../base/error.js';
import { checkContract } from '../../../stacks/principal.js';
import type { Accounts, DevnetProject } from '../../data.js';

/** What the short name of a contract may mean. */
export type ContractNames = {
  accounts: Accounts;
  project?: Pick<DevnetProject, 'contracts'> | undefined;
};

/**
 * Returns the id of a contract, `ST….name`. A short name, also written `.name` as in Clarity, is a contract of the project, else of the
 * account `deployer`.
 * @throws DevnetError INVALID_INPUT
 */
export function resolveContract(name: unknown, { accounts, project }: ContractNames): string {
  const expected = 'the name of a contract, or its id such as ST….name';
  if (typeof name !== 'string') throw invalid('contract', expected, name);
  const short = name.replace(/^\./, '');
  const { deployer } = accounts as Partial<Accounts>;
  const own = project?.contracts.filter(({ id, requirement }) => !requirement && id.endsWith(`.${short}`)) ?? [];
  // Several deployers may have contracts of one name: then it is that of `deployer`.
  if (own.length === 1 && own[0] !== undefined) return own[0].id;
  if (!short.includes('.') && deployer === undefined) {
    throw invalid('contract', 'the id of a contract, such as ST….name', name, 'This network has no account deployer.');
  }
  const id = short.includes('.') ? short : `${deployer?.stx.address}.${short}`;
  checkContract(id, 'contract', expected, name);
  return id;
}
