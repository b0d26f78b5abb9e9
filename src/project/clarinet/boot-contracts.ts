import { join } from 'node:path';
import { readClarity } from '#platform/read-clarity.js';
import { closest } from '../../base/closest.js';
import { reasonOf } from '../toml/document.js';
import type { Table } from '../toml/table.js';
import { type Place, problem, showPlace } from './problem.js';
import type { ProjectBootContract } from './types.js';

/** One key of `[project.override_boot_contracts_source]`. */
export type BootOverride = { name: string; path: string; place: Place };

/** The boot contracts that Clarinet lets a project replace. */
const NAMES = [
  ...['genesis', 'lockup', 'bns', 'cost-voting', 'costs', 'costs-2', 'costs-3', 'costs-4', 'costs-5'],
  ...['pox', 'pox-2', 'pox-3', 'pox-4', 'pox-5', 'signers', 'signers-voting'],
];

/** Reads which boot contracts a project replaces. As Clarinet does, it drops unknown names, and a notice says so. */
export function readOverrides(table: Table | undefined): { overrides: BootOverride[]; notices: string[] } {
  const names = table?.names ?? [];
  const overrides = names.filter((name) => NAMES.includes(name)).map((name) => readOverride(name, table as Table));
  const notices = names
    .filter((name) => !NAMES.includes(name))
    .map((name) => {
      const [meant] = closest(name, NAMES);
      const advice = meant === undefined ? `. They are ${NAMES.join(', ')}.` : `; did you mean ${meant}?`;
      return `${showPlace((table as Table).place(name))}: ${name}: no boot contract, so it is not replaced${advice}`;
    });
  return { overrides, notices };
}

function readOverride(name: string, table: Table): BootOverride {
  const path = table.text(name, 'the path of a Clarity file');
  if (!path) throw table.problem(name, 'the path of a Clarity file from the root of the project');
  return { name, path: path.replaceAll('\\', '/').replace(/^\.\//, ''), place: table.place(name) };
}

/** Reads the sources. @throws DevnetError INVALID_INPUT for a file that cannot be read */
export async function readBootContracts(root: string, overrides: readonly BootOverride[]): Promise<ProjectBootContract[]> {
  return Promise.all(
    overrides.map(async ({ name, path, place }) => {
      const source = await readClarity(join(root, path)).catch((error: unknown) => {
        const key = `project.override_boot_contracts_source.${name}`;
        throw problem(place, key, 'a readable file', reasonOf(error) ?? path, 'Create the file, or correct the path.');
      });
      return { name, path, source };
    }),
  );
}
