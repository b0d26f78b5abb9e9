import { access } from 'node:fs/promises';

/** Returns whether a path exists, as far as this user can see. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
