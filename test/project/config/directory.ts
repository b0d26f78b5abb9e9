import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Creates a directory with these files and removes it at the end of the scope. @param parent where; by default the temporary folder */
export function configDirectory(files: Record<string, string> = {}, parent: string = tmpdir()): { path: string } & Disposable {
  const directory = mkdtempSync(path.join(parent, '.examples-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(directory, name), text);
  return { path: directory, [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }) };
}
