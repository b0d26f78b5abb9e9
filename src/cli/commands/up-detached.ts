import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { isRecord } from '../../json.js';
import type { Context } from '../context.js';
import type { Output } from '../output.js';

/** The flag that makes `up` the one that stays behind. */
const backgroundFlag = '--background';

/**
 * `up --detach`: starts an `up` that outlives this process, and returns when its network is ready.
 * @param args of this command line
 * @returns the exit status: that of the other `up` when it does not get ready
 */
export async function upDetached(args: readonly string[], context: Context, output: Output): Promise<number> {
  const termination = context.termination();
  const child = spawn(process.execPath, [context.program, ...args.filter((arg) => arg !== '--detach' && arg !== '-d'), backgroundFlag], {
    cwd: context.cwd,
    env: context.env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const stop = (): void => void child.kill('SIGTERM');
  termination.signal.addEventListener('abort', stop, { once: true });
  const said: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => said.push(text));
  try {
    const ended = once(child, 'exit').then(([status, signal]) => ({ status: Number(status), signal: String(signal) }));
    const ready = await Promise.race([readiness(child, output), ended]);
    if ('status' in ready) {
      // Its last words are the error, as this command would have said it.
      context.stderr.write(lastWords(said.join('')) || `error: up was ended by ${ready.signal} before the network was ready\n`);
      return ready.status || 1;
    }
    tell(ready.news, child, output);
    return 0;
  } finally {
    termination.dispose();
    termination.signal.removeEventListener('abort', stop);
    child.stderr?.destroy();
    if (child.connected) child.disconnect();
    child.unref();
  }
}

/** Passes on how the boot goes, and resolves with what is told at its end. */
function readiness(child: ChildProcess, output: Output): Promise<{ news: Record<string, unknown> }> {
  return new Promise((resolve) => {
    child.on('message', (news) => {
      if (!isRecord(news)) return;
      if (news['type'] === 'step') output.note(String(news['text']));
      else if (news['type'] === 'warning') output.warn(String(news['text']));
      else if (news['type'] === 'ready') resolve({ news });
    });
  });
}

function tell({ status, summary, log }: Record<string, unknown>, { pid }: ChildProcess, output: Output): void {
  if (output.json) {
    output.object(status);
    return;
  }
  output.line(`ready in ${Math.round(performance.now())} ms, in the background as process ${pid}`);
  for (const line of Array.isArray(summary) ? summary : []) output.line(String(line));
  output.note(`${typeof log === 'string' ? `log: ${log}; ` : ''}end it with: stacks-devnet down`);
}

function lastWords(text: string): string {
  const lines = text.split('\n');
  const first = lines.findLastIndex((line) => /^(error:|\{"error")/.test(line));
  return first === -1 ? text : lines.slice(first).join('\n');
}
