import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ownCommand } from '#platform/own-command.js';
import { isRecord } from '../../base/json.js';
import type { Context } from '../context.js';
import type { Output } from '../output.js';

/** The hidden flag of an `up` in the background. */
const backgroundFlag = '--background';

/**
 * `up --detach`: starts an `up` that outlives this process, and returns when its network is ready.
 * @param args of this command line
 * @returns the exit status: that of the other `up` if it fails
 */
export async function upDetached(args: readonly string[], context: Context, output: Output): Promise<number> {
  const termination = context.termination();
  const child = spawn(process.execPath, [context.program, ...args.filter((arg) => arg !== '--detach' && arg !== '-d'), backgroundFlag], {
    cwd: context.cwd,
    env: context.env,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const stop = (): void => void child.kill('SIGTERM');
  termination.signal.addEventListener('abort', stop, { once: true });
  const errors: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => errors.push(text));
  try {
    const ended = once(child, 'exit').then(([status, signal]) => ({ status: Number(status), signal: String(signal) }));
    const outcome = await Promise.race([whenReady(child, output), ended]);
    if ('status' in outcome) {
      context.stderr.write(lastError(errors.join('')) || `error: "up" was stopped by ${outcome.signal} before the network was ready\n`);
      return outcome.status || 1;
    }
    printReady(outcome.message, child, output);
    return 0;
  } finally {
    termination.dispose();
    termination.signal.removeEventListener('abort', stop);
    child.stderr?.destroy();
    if (child.connected) child.disconnect();
    child.unref();
  }
}

/** Prints boot steps and warnings, and resolves with the message that the network is ready. */
function whenReady(child: ChildProcess, output: Output): Promise<{ message: Record<string, unknown> }> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (!isRecord(message)) return;
      if (message['type'] === 'step') output.note(String(message['text']));
      else if (message['type'] === 'warning') output.warn(String(message['text']));
      else if (message['type'] === 'ready') resolve({ message });
    });
  });
}

function printReady({ status, summary, log }: Record<string, unknown>, { pid }: ChildProcess, output: Output): void {
  if (output.json) {
    output.object(isRecord(status) ? { ...status, pid } : status);
    return;
  }
  output.line(`ready in ${Math.round(performance.now())} ms, in the background as process ${pid}`);
  for (const line of Array.isArray(summary) ? summary : []) output.line(String(line));
  output.note(`${typeof log === 'string' ? `log: ${log}; ` : ''}stop it with: ${ownCommand('down')}`);
}

/** Returns the error at the end of stderr, in the words of the other `up`. */
function lastError(text: string): string {
  const lines = text.split('\n');
  const first = lines.findLastIndex((line) => /^(error:|\{"error")/.test(line));
  return first === -1 ? text : lines.slice(first).join('\n');
}
