import type { ResolvedConfig } from '../../config/devnet-config.js';
import { resolveConfig } from '../../config/resolve.js';
import { conventionalPorts } from '../../config/schema/network.js';
import type { Flags } from '../../config/text-layer.js';
import type { Devnet } from '../../devnet/types.js';
import { messageOf } from '../../error.js';
import { publishState } from '../../system/run-state.js';
import type { Context, GlobalOptions } from '../context.js';
import { type LogFile, openLogFile } from '../log-file.js';
import { createOutput, type Output } from '../output.js';
import { reportError } from '../report.js';
import { runService } from '../run-service.js';
import type { Restart } from '../watch/watched-network.js';
import { contractCounts, summary } from './up-summary.js';

export type UpOptions = {
  /** Whether another process started this one in the background and waits until it is ready. */
  background: boolean;
  /** Whether the network starts anew when its Clarinet project changes. */
  watch: boolean;
};

/** What an `up` in the background sends to the process that started it. */
type BackgroundMessage =
  | { type: 'step' | 'warning'; text: string }
  | { type: 'ready'; status: object; summary: string[]; log: string | undefined };

/** `up`: runs the whole network in the foreground, until a signal or the death of the parent stops it. */
export async function up(flags: Flags, context: Context, options: GlobalOptions, { background, watch }: UpOptions): Promise<void> {
  const notices: string[] = [];
  const { env, cwd } = context;
  const sources = { env, cwd, defaults: { ports: conventionalPorts }, findProject: true, onNotice: (line: string) => notices.push(line) };
  const config = await resolveConfig({ ...sources, flags });
  const log = openLogFile(context);
  const output = createOutput(log?.context ?? context, options);
  const notifyParent = (message: BackgroundMessage): void => {
    if (background) context.notifyParent?.(message);
  };
  const onNotice = (text: string): void => {
    if (config.logLevel !== 'error') output.note(text);
    notifyParent({ type: 'step', text });
  };
  const shown = new Set<string>();
  const showNotices = (): void => {
    for (const notice of notices.splice(0)) {
      if (!shown.has(notice)) onNotice(notice);
      shown.add(notice);
    }
  };
  try {
    showNotices();
    await runService({
      context,
      output,
      logLevel: config.logLevel,
      watchParent: !background,
      async start({ onProgress, onWarning, signal }) {
        const { startNetwork } = await import('../../start.js');
        const hooks = {
          onProgress(text: string) {
            onProgress(text);
            notifyParent({ type: 'step', text });
          },
          onWarning(text: string) {
            onWarning(text);
            notifyParent({ type: 'warning', text });
          },
        };
        if (!watch) return unwatched(await startNetwork(config, { ...hooks, signal }));
        const { startWatched } = await import('../watch/watched-network.js');
        return startWatched({
          // The project that was found is watched, even if its manifest is deleted.
          resolve: () => resolveConfig({ ...sources, flags: { ...flags, ...projectFlag(config) } }),
          start: (next, options) => startNetwork(next, { ...hooks, ...options }),
          onRestart(restart) {
            showNotices();
            reportRestart(restart, output);
          },
          onBroken(error) {
            reportError(error, log?.context ?? context, options);
            output.note('the network goes on with the project as it was');
          },
          onUndone: () => output.note('the project is again the one of the network'),
          onWarning: hooks.onWarning,
          signal,
        });
      },
      async announce({ current }) {
        const devnet = current();
        const status = await devnet.status();
        const lines = summary(devnet, config.bitcoin, output);
        if (output.json) output.object(status);
        else for (const line of lines) output.line(line);
        notifyParent({ type: 'ready', status, summary: lines, log: log?.path });
      },
      publish: ({ current }) =>
        publish(current(), log, context, (text) => {
          output.warn(text);
          notifyParent({ type: 'warning', text });
        }),
    });
  } finally {
    log?.close();
    // In the foreground the terminal has shown everything. In the background the log is the only record of why it stopped.
    if (!background) log?.remove();
  }
}

/** A network that is never replaced. */
function unwatched(devnet: Devnet) {
  return { current: () => devnet, subscribe: devnet.subscribe, close: devnet.close };
}

function projectFlag({ project }: ResolvedConfig): Flags {
  return typeof project === 'string' ? { project } : {};
}

function reportRestart({ devnet, files, ms }: Restart, output: Output): void {
  if (output.json) {
    output.object({ type: 'network.restarted', files, ms });
    return;
  }
  const { project } = devnet;
  output.line(`restarted in ${ms} ms: ${files.join(', ')} changed${project === undefined ? '' : `; ${contractCounts(project)}`}`);
}

/** Publishes the devnet. If its state cannot be written, the network still works, but other commands need its URL. */
async function publish(
  { urls: { gateway }, engine }: Devnet,
  log: LogFile | undefined,
  { env }: Context,
  warn: (text: string) => void,
): Promise<() => Promise<void>> {
  try {
    if (gateway !== undefined) return await publishState(env, { url: gateway, engine, log: log?.path });
  } catch (error) {
    warn(`other commands need --url ${gateway}, because the state file cannot be written: ${messageOf(error)}`);
  }
  return async () => undefined;
}
