import { execFileSync } from 'node:child_process';

/** Builds what tests import and run, if it is not up to date. */
export default function setup(): void {
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: new URL('..', import.meta.url), stdio: 'inherit' });
}
