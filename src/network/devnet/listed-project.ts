import { DevnetError } from '../../base/error.js';
import type { DevnetProject } from '../data.js';
import type { Answer } from './answers/schema.js';
import type { projectAnswer } from './answers/status.js';

/** Returns what other programs see of the project. @throws DevnetError NOT_FOUND without one */
export function listedProject(project: DevnetProject | undefined): Answer<typeof projectAnswer> {
  if (project === undefined) {
    const hint = 'Start it in the folder of a Clarinet project, or with --project <folder>.';
    throw new DevnetError('NOT_FOUND', `this network has no Clarinet project. ${hint}`, { hint });
  }
  // Sources are long, and `/v2/contracts/source` has them.
  return { ...project, contracts: project.contracts.map(({ source: _source, ...contract }) => contract) };
}
