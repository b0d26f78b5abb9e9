import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { expect, test } from 'vitest';
import { cacheDirectory } from '#dist/platform/node/directories.js';
import { stateFolders } from '#dist/platform/node/state-folder.js';

/** Runs something as the user of a container that has no entry in `/etc/passwd`. */
function withoutName<T>(run: () => T): T {
  const { userInfo, homedir } = os;
  const fail = (): never => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  };
  Object.assign(os, { userInfo: fail, homedir: fail });
  syncBuiltinESMExports();
  try {
    return run();
  } finally {
    Object.assign(os, { userInfo, homedir });
    syncBuiltinESMExports();
  }
}

test('behavior: a user without a name has folders, too', () => {
  const folders = withoutName(() => [...stateFolders({}), cacheDirectory({})]);
  expect(folders).toEqual(folders.map(() => expect.stringContaining(os.tmpdir())));
  expect(withoutName(() => stateFolders({ HOME: '/home/me' })[0])).toMatch(/^\/home\/me\//);
});
