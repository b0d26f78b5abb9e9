import { readFile } from 'node:fs/promises';
import { isRecord, parseJson } from '../../json.js';

/** Returns a `package.json`; without fields if there is none, or if it is no object. */
export async function readPackageJson(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    const value = parseJson(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** Returns the packages that a project depends on, with the versions that it asks for. */
export function dependenciesOf(manifest: Record<string, unknown>): Map<string, unknown> {
  const groups = [manifest['dependencies'], manifest['devDependencies']].filter(isRecord);
  return new Map(groups.flatMap((group) => Object.entries(group)));
}
