import { access } from 'node:fs/promises';

/** Whether there is something at a path that this user can see. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
