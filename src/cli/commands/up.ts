import { findState, publishState } from '#platform/run-state.js';
import { stateFolders } from '#platform/state-folder.js';
import { DevnetError, invalid, messageOf } from '../../base/error.js';
import { DRAIN_MS } from '../../gateway/on-demand.js';
import type { Devnet } from '../../network/types.js';
import type { Flags, ResolvedConfig } from '../../project/config.js';
import { conventionalElectrumPort, conventionalPorts, resolveConfig } from '../../project/config.js';
import type { Story } from '../../tools/story.js';
import type { Context, GlobalOptions } from '../context.js';
import { followKeys } from '../keyboard.js';
import { type Lease, watchLease } from '../lease.js';
import { type LogFile, openLogFile } from '../log-file.js';
import { createOutput, type Output } from '../output.js';
import { logObject } from '../printed/log-object.js';
import { requestLog } from '../printed/request-log.js';
import { reportError } from '../report.js';
import { runService } from '../run-service.js';
import { contractCounts, summary } from '../summary.js';
import type { Restart } from '../watch/watched-network.js';

export type UpOptions = {
  /** Whether another process started this one in the background and waits until it is ready. */
  background: boolean;
  /** Whether the network starts anew when its Clarinet project changes. */
  watch: boolean;
  /** Whether to print neither accounts nor hints. */
  quiet: boolean;
  /** The network ends if its control is not called for so long, in seconds. @default it stays */
  leaseSeconds?: number | undefined;
};

/** What an `up` in the background sends to the process that started it. */
type BackgroundMessage =
  | { type: 'step' | 'warning'; text: string }
  | { type: 'ready'; status: object; summary: string[]; log: string | undefined };

/** `up`: runs the whole network in the foreground, until a signal or the death of the parent stops it. */
export async function up(
  flags: Flags,
  context: Context,
  options: GlobalOptions,
  { background, watch, quiet, leaseSeconds }: UpOptions,
): Promise<void> {
  const notices: string[] = [];
  const { env, cwd } = context;
  const sources = {
    env,
    cwd,
    defaults: { ports: { ...conventionalPorts, electrum: conventionalElectrumPort } },
    findProject: true,
    onNotice: (line: string) => notices.push(line),
  };
  const config = await resolveConfig({ ...sources, flags });
  if (config.pool !== undefined) {
    throw invalid('pool', 'no pool, because up starts a network of its own', config.pool, 'Unset DEVNET_POOL, or use exec.');
  }
  const log = openLogFile(context);
  const output = createOutput(log?.context ?? context, options);
  const notifyParent = (message: BackgroundMessage): void => {
    if (background) context.notifyParent?.(message);
  };
  const onNotice = (text: string): void => {
    if (config.logLevel !== 'error') output.note(text);
    notifyParent({ type: 'step', text });
  };
  const requests = requestLog(config.logLevel === 'debug', output.json ? output.object : undefined);
  let lease: Lease | undefined;
  let beginLease: () => void = () => undefined;
  let endRun: (reason: string) => void = () => undefined;
  const shown = new Set<string>();
  const showNotices = (): void => {
    for (const notice of notices.splice(0)) {
      if (!shown.has(notice)) onNotice(notice);
      shown.add(notice);
    }
  };
  try {
    showNotices();
    const other = await findState(context.env);
    if (other !== undefined) onNotice(`another devnet runs at ${other.url}; commands without --url use the one that started last`);
    await runService({
      context,
      output,
      logLevel: config.logLevel,
      watchParent: !background,
      drainMs: config.drainSeconds > 0 ? config.drainSeconds * 1_000 + DRAIN_MS : 0,
      async start({ onProgress, onWarning, signal }, end) {
        const { startNetwork } = await import('../../start/start-devnet.js');
        endRun = end;
        // A boot may take longer than the lease.
        beginLease = () => {
          lease = leaseSeconds === undefined ? undefined : watchLease(leaseSeconds, end);
        };
        const hooks = {
          onControl: () => lease?.renew(),
          onRequest: requests.note,
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
          start(next, options) {
            const starting = startNetwork(next, { ...hooks, ...options });
            return starting;
          },
          onRestart(restart) {
            showNotices();
            reportRestart(restart, output);
          },
          onBroken(error) {
            reportError(error, log?.context ?? context, options);
            output.note('the network keeps the project as it was');
          },
          onUndone: () => output.note('the project is again the one of the network'),
          onWarning: hooks.onWarning,
          signal,
        });
      },
      async announce({ current }) {
        beginLease();
        const devnet = current();
        const status = await devnet.status();
        const lines = summary(devnet, {
          bitcoin: devnet.credentials ?? config.bitcoin,
          output,
          quiet,
          hasKeys: context.readKeys !== undefined && !background,
        });
        if (output.json) output.object(status);
        else for (const line of lines) output.line(line);
        notifyParent({ type: 'ready', status, summary: lines, log: log?.path });
      },
      prepare: async () => (await import('../../start/gateway.js')).prepareForClients(config),
      story: async ({ current }) => followStory(current, config),
      attend({ current }, printer) {
        requests.follow(printer);
        return followKeys({ context, devnet: current, printer, output, toggleRequests: requests.toggle });
      },
      publish: ({ current }) =>
        publish(current(), log, context, {
          onStop: () => endRun('stacks-devnet down'),
          onFailure(error) {
            // Nobody would find a process in the background.
            if (background) throw error;
            output.warn(`${error.message}. ${error.hint}`);
          },
        }),
    });
  } finally {
    lease?.stop();
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
    output.object(logObject({ type: 'network.restarted', files, ms }));
    return;
  }
  const { project } = devnet;
  output.line(`restarted in ${ms} ms: ${files.join(', ')} changed${project === undefined ? '' : `; ${contractCounts(project)}`}`);
}

/**
 * Publishes the devnet.
 * @param hooks `onStop` as of {@link publishState}; `onFailure` is called if its state cannot be written. The network works, but other
 * commands do not find it
 */
async function publish(
  { urls: { gateway }, engine }: Devnet,
  log: LogFile | undefined,
  { env }: Context,
  { onStop, onFailure }: { onStop(): void; onFailure(error: DevnetError): void },
): Promise<() => Promise<void>> {
  try {
    if (gateway !== undefined) return await publishState(env, { url: gateway, engine, log: log?.path }, onStop);
  } catch (error) {
    const folders = stateFolders(env).join(' or ');
    const hint = `Set XDG_STATE_HOME or TMPDIR to a folder that this user can write. Other commands need --url ${gateway} until then.`;
    onFailure(
      new DevnetError('MISSING', `the state of this run cannot be written in ${folders}: ${messageOf(error)}`, { hint, cause: error }),
    );
  }
  return async () => undefined;
}

/** The story of a network that another one may replace. */
async function followStory(current: () => Devnet, config: ResolvedConfig): Promise<Story> {
  const { networkStory, ownAddresses } = await import('../printed/network-story.js');
  const own = await ownAddresses(config);
  let latest: { devnet: Devnet; story: Story } | undefined;
  return (event) => {
    const devnet = current();
    if (latest?.devnet !== devnet) {
      const bitcoin = { ...(devnet.credentials ?? config.bitcoin), rpcUrl: devnet.urls.bitcoin };
      latest = { devnet, story: networkStory({ accounts: Object.values(devnet.accounts), own, bitcoin }) };
    }
    return latest.story(event);
  };
}
