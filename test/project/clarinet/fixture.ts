import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Clarinet projects of these tests. */
export const projects = path.resolve(import.meta.dirname, '../../fixtures/projects');

/** A copy of a fixture that a test may break, removed at the end of the scope. */
export type ProjectCopy = Disposable & {
  root: string;
  read(file: string): string;
  write(file: string, text: string): void;
  /** Replaces a part of a file that is there once. */
  edit(file: string, from: string, to: string): void;
  remove(file: string): void;
};

export function copyProject(name = 'counter'): ProjectCopy {
  const root = mkdtempSync(path.join(tmpdir(), 'project-'));
  cpSync(path.join(projects, name), root, { recursive: true });
  const at = (file: string): string => path.join(root, file);
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text);
  };
  const read = (file: string): string => readFileSync(at(file), 'utf8');
  return {
    root,
    read,
    write,
    edit(file, from, to) {
      const parts = read(file).split(from);
      if (parts.length !== 2) throw new RangeError(`${file} has ${parts.length - 1} times ${from}`);
      write(file, parts.join(to));
    },
    remove: (file) => rmSync(at(file), { recursive: true }),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}
