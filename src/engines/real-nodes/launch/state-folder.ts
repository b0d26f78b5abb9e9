import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '#platform/make-folder.js';
import type { ServiceEnvironment } from './launcher.js';
import { copyState } from './state-copy.js';
import { writing } from './writing.js';

/** Stores the state of a network in a folder of this machine, which the services see at the same path. */
export function createStateFolder(folder: string): Pick<ServiceEnvironment, 'path' | 'write' | 'save' | 'load'> {
  return {
    path: (...parts) => join(folder, ...parts),
    async write(name, content) {
      const file = join(folder, name);
      await writing(folder, async () => {
        makeFolder(dirname(file), 0o700);
        // A running service may read it at any time.
        await writeFile(`${file}.partial`, content, { mode: 0o600 });
        await rename(`${file}.partial`, file);
      });
      return file;
    },
    save: (target) => writing(target, () => copyState(folder, target)),
    load: (source) => writing(folder, () => copyState(source, folder)),
  };
}
