import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Tests take networks and the command line from the bundle: it is made anew before each run, which writes what has changed. */
export default function setup(): void {
  execFileSync(process.execPath, [path.resolve(import.meta.dirname, '../scripts/bundle.mjs')], { stdio: 'inherit' });
}
