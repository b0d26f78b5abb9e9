import { execFileSync } from 'node:child_process';

/**
 * Builds the bundle, which tests use for networks and the command line, the packed session of the Clarity VM, and what a first
 * start would cache. They write only changed files.
 */
export default function setup(): void {
  const cwd = new URL('..', import.meta.url);
  execFileSync(process.execPath, ['scripts/bundle.mjs'], { cwd, stdio: 'inherit' });
  execFileSync(process.execPath, ['scripts/make-boot-contracts.mjs'], { cwd, stdio: 'inherit' });
  execFileSync(process.execPath, ['scripts/make-cache.mjs'], { cwd, stdio: 'inherit' });
}
