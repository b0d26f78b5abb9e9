import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder of stub programs. It is removed at the end of the scope. */
export type ProgramFolder = {
  path: string;
  /** Writes an executable shell script. @returns its path */
  script(name: string, body: string, mode?: number): string;
} & Disposable;

export function programFolder(): ProgramFolder {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'devnet-native-')));
  return {
    path: folder,
    script(name, body, mode = 0o755) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, `#!/bin/sh\n${body}\n`);
      chmodSync(file, mode);
      return file;
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const says = {
  bitcoind: "echo 'Bitcoin Core daemon version v29.0.0 bitcoind'",
  'stacks-node': "echo 'stacks-node 4.0.2 (1efa4a9bf6, release build, linux [x86_64])'",
  'stacks-signer': "echo 'stacks-signer 4.0.2 (1efa4a9bf6, release build, linux [x86_64])'",
} as const;

/**
 * Adds three programs that print a supported version, or else run the command in their arguments, so that a service can be any
 * command.
 */
export function addPrograms(folder: ProgramFolder): void {
  for (const [name, words] of Object.entries(says)) folder.script(name, `case "$1" in version|--version) ${words};; *) exec "$@";; esac`);
}
