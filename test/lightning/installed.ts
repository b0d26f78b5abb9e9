import { execFileSync } from 'node:child_process';

/** Whether a program on PATH tells its version. */
function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export const hasLnd = isInstalled('lnd') && isInstalled('lncli');
