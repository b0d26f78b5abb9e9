import { checkContract } from '../../chains/stacks/principal.js';
import { invalid } from '../../error.js';
import type { Accounts } from '../types.js';

/** What the short name of a contract may mean. */
export type ContractNames = {
  accounts: Accounts;
  /** The contracts of a project by name. @default none */
  project?: ReadonlyMap<string, string> | undefined;
};

/**
 * Returns the id of a contract, `ST….name`. A short name is a contract of the project, else of the account `deployer`.
 * @throws DevnetError INVALID_INPUT
 */
export function resolveContract(name: unknown, { accounts, project }: ContractNames): string {
  const expected = 'the name of a contract, or its id such as ST….name';
  if (typeof name !== 'string') throw invalid('contract', expected, name);
  const { deployer } = accounts as Partial<Accounts>;
  const known = project?.get(name);
  if (known !== undefined) return known;
  if (!name.includes('.') && deployer === undefined) {
    throw invalid('contract', 'the id of a contract, such as ST….name', name, 'This network has no account deployer.');
  }
  const id = name.includes('.') ? name : `${deployer?.stx.address}.${name}`;
  checkContract(id, 'contract', expected, name);
  return id;
}
