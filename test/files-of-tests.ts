import { readdirSync } from 'node:fs';
import path from 'node:path';

const TESTS = import.meta.dirname;

/** Returns the paths of the files of the tests with this ending, without those of installed packages. */
export function filesOfTests(ending: string, folder = TESTS): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesOfTests(ending, file);
    return entry.name.endsWith(ending) ? [file] : [];
  });
}
