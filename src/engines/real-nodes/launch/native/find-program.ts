import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { DevnetError } from '../../../../base/error.js';
import type { Program } from '../launcher.js';
import { programNames } from '../program-names.js';
import { remedy } from '../remedy.js';

export type Lookup = {
  /** A path, or a name to search instead of the program's own. */
  given?: string | undefined;
  /** Directories as in `PATH`. */
  searchPath: string;
};

/**
 * Returns the file of a program: the given one, else the first executable with its name on the search path.
 * @throws DevnetError MISSING with the places that were searched and the command that installs it
 */
export async function findProgram(program: Program, { given, searchPath }: Lookup): Promise<string> {
  const { setting, variable } = programNames[program];
  const name = given ?? program;
  if (name.includes('/')) {
    const fault = await faultOf(name);
    if (fault === undefined) return name;
    throw new DevnetError('MISSING', `${program}: ${name} ${fault.text}`, {
      field: setting,
      expected: 'an executable file',
      received: name,
      hint: fault.hint ?? `${variable} or ${setting} sets its path; without it, ${program} is searched on PATH`,
    });
  }
  let nearMiss: string | undefined;
  for (const directory of searchPath.split(path.delimiter).filter((entry) => entry !== '')) {
    const file = path.resolve(directory, name);
    const fault = await faultOf(file);
    if (fault === undefined) return file;
    if (fault.hint !== undefined) nearMiss ??= `${file} ${fault.text}; ${fault.hint}`;
  }
  const asked = given === undefined ? `${variable} is not set and ` : '';
  throw new DevnetError('MISSING', `${program} was not found: ${asked}PATH has no executable ${name}`, {
    field: setting,
    expected: `${name} on PATH, or ${variable}`,
    received: searchPath === '' ? 'an empty PATH' : searchPath,
    hint: nearMiss ?? (await remedy(program)),
  });
}

type Fault = { text: string; hint?: string };

async function faultOf(file: string): Promise<Fault | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return { text: 'does not exist' };
  if (!found.isFile()) return { text: 'is not a file' };
  return access(file, constants.X_OK).then(
    () => undefined,
    () => ({ text: 'is not executable', hint: `chmod +x ${file}` }),
  );
}
