import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A fresh directory with these files, removed at the end of the scope. */
export function configDirectory(files: Record<string, string> = {}): { path: string } & Disposable {
  const directory = mkdtempSync(path.join(tmpdir(), 'devnet-config-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(directory, name), text);
  return { path: directory, [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }) };
}
