import { execFileSync } from 'node:child_process';

/**
 * Tests take networks and the command line from the bundle, which is made anew before each run, as is the packed session of the Clarity
 * VM when it is not that of this build. Both write only what has changed.
 */
export default function setup(): void {
  const cwd = new URL('..', import.meta.url);
  execFileSync(process.execPath, ['scripts/bundle.mjs'], { cwd, stdio: 'inherit' });
  execFileSync(process.execPath, ['scripts/pack-session.mjs'], { cwd, stdio: 'inherit' });
}
