import { readIfExists } from '#platform/read-if-exists.js';
import { isRecord, parseJson } from '../../base/json.js';

/**
 * Returns a `package.json`; without fields if there is none, or if it is no object.
 * @throws the file system's error for one that cannot be read
 */
export async function readPackageJson(file: string): Promise<Record<string, unknown>> {
  const text = await readIfExists(file);
  try {
    const value = parseJson(text?.toString() ?? '{}');
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
