import { checkPort } from '#platform/check-port.js';
import { readManifest } from '#platform/manifest.js';
import { DevnetError, throwIfAborted } from '../../base/error.js';
import { lazyIndex } from '../../bitcoin/esplora.js';
import { createOrigin, type Origin } from '../../bitcoin/fork-source.js';
import { type BitcoinEvent, bitcoinEvent } from '../../engines/embedded.js';
import { type NodeFlags, readNodeFlags } from '../../project/bitcoin-node.js';
import type { Flags } from '../../project/config.js';
import { conventionalElectrumPort, conventionalPorts, resolveConfig } from '../../project/config.js';
import type { BitcoinNode, ZmqNotification } from '../../start/bitcoin-node.js';
import type { ElectrumSettings } from '../../start/electrum.js';
import { startBitcoinFork } from '../../start/fork.js';
import type { Context } from '../context.js';
import { createCookie } from '../cookie.js';
import { createNodeLog } from '../node-log.js';
import { type Output, table } from '../output.js';
import { runService } from '../run-service.js';

const MAX_PORT = 65_535;
/** A long chain takes its time to be saved. */
const SAVING_MS = 600_000;

/** `rest`: whether to serve bitcoind's REST interface. `zmq`: the notifications to publish. */
export type NodeBitcoinOptions = { rest: boolean; zmq: readonly ZmqNotification[]; files: NodeFiles };

/** The folder that keeps the state, the log and the cookie; all absolute. */
export type NodeFiles = Readonly<Record<'datadir' | 'log' | 'cookie', string | undefined>>;

/** `node bitcoin`: runs the embedded Bitcoin node alone; blocks are mined on request, by RPC. */
export async function nodeBitcoin(
  flags: Flags,
  nodeFlags: NodeFlags,
  { rest, zmq, files }: NodeBitcoinOptions,
  context: Context,
  output: Output,
): Promise<void> {
  const config = await resolveConfig({
    flags,
    env: context.env,
    cwd: context.cwd,
    // The other ports are not used: they must not be in the way of this one.
    defaults: { ports: { gateway: 0, stacks: 0, bitcoin: conventionalPorts.bitcoin, electrum: conventionalElectrumPort } },
  });
  const { host, allowedHosts, ports, electrum, control, bitcoin, logLevel } = config;
  const settings = readNodeFlags(nodeFlags);
  if (config.fork.bitcoin.url !== undefined && files.datadir !== undefined) {
    const hint = 'Remove --datadir. What the fork reads is in cache.dir.';
    throw new DevnetError('UNSUPPORTED', `--datadir: a fork of Bitcoin keeps no folder. ${hint}`, { field: 'datadir', hint });
  }
  const { rpcUser: user, rpcPassword: password, files: folders } = bitcoin;
  await runService({
    context,
    output,
    logLevel,
    drainMs: files.datadir === undefined ? 0 : SAVING_MS,
    async start({ signal }, end) {
      const peersPort = ports.bitcoinPeers ?? portAfter(ports.bitcoin);
      await checkPort({ field: 'ports.bitcoin', host, port: ports.bitcoin, freePort: '--port 0' }, context.env);
      await checkPort({ field: 'ports.bitcoinPeers', host, port: peersPort, freePort: '--peers-port 0' }, context.env);
      if (electrum.enabled) {
        await checkPort({ field: 'ports.electrum', host, port: ports.electrum, freePort: '--electrum-port 0' }, context.env);
      }
      const { createBitcoinNode } = await import('../../start/bitcoin-node.js');
      const warn = (line: string) => void context.stderr.write(`${line}\n`);
      const fork = await startBitcoinFork(config, undefined, { onWarning: warn, signal });
      const log = files.log === undefined ? undefined : createNodeLog(files.log);
      const cookie = files.cookie === undefined ? undefined : createCookie(files.cookie);
      const node = createBitcoinNode({
        ...settings,
        rpcauth: [...(settings.rpcauth ?? []), ...(cookie === undefined ? [] : [cookie.credential])],
        rest,
        fork,
        files: folders,
        onLog: log?.write,
        logPath: files.log,
        onStop: () => end('the RPC method stop'),
      });
      let closeElectrum: (() => Promise<void>) | undefined;
      let ownsFiles = false;
      const close = async () => {
        await closeElectrum?.();
        if (ownsFiles) cookie?.remove();
        await node.close();
        log?.close();
      };
      // The failure is that of the start, and of the close below.
      const onAbort = () => void node.close().catch(() => {});
      signal.addEventListener('abort', onAbort);
      try {
        const { owned, loading } = files.datadir === undefined ? {} : keep(node, files.datadir);
        // The log and the cookie may be those of another node until then.
        await owned;
        ownsFiles = true;
        log?.open();
        // The node accepts it from here on. What does not start leaves none.
        await cookie?.write();
        // First of all, so that clients that wait for the node (`bitcoin-cli -rpcwait`) learn what it does.
        const { url } = await node.listen({ host, port: ports.bitcoin, user, password, allowedHosts });
        await loading;
        // A fork has none.
        const peers = fork === undefined ? (await node.listenPeers({ host, port: peersPort })).address : undefined;
        const { notifications } = zmq.length > 0 ? await node.publish(zmq) : { notifications: [] };
        const wallets = electrum.enabled
          ? await serveElectrum(
              node,
              { url, user, password },
              { host, allowedHosts, control, ports, warn, origin: fork && createOrigin(fork) },
            )
          : undefined;
        closeElectrum = wallets?.close;
        return {
          url,
          electrumUrl: wallets?.url,
          peers,
          notifications,
          node,
          close,
          subscribe: (listener: (event: BitcoinEvent) => void) => follow(node, listener),
        };
      } catch (error) {
        await close();
        throwIfAborted(signal);
        throw error;
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
    async story({ url }) {
      const { networkStory } = await import('../printed/network-story.js');
      return networkStory({ bitcoin: { rpcUrl: url, rpcUser: user, rpcPassword: password } });
    },
    async announce({ url, electrumUrl, peers, notifications, node }) {
      const { height, hash } = node.tip();
      if (output.json)
        output.object({
          ready: true,
          bitcoin: { height, hash, mode: 'manual', rpcUser: user, rpcPassword: password, peers, zmq: notifications },
          urls: { bitcoin: url, electrum: electrumUrl },
        });
      else {
        const rows = [
          ['bitcoin', url, `node RPC, user ${user}, password ${password}`],
          ...(peers === undefined ? [] : [['peers', peers, 'for other Bitcoin nodes']]),
          ...(electrumUrl === undefined ? [] : [['electrum', electrumUrl, 'Electrum server, also over WebSocket']]),
          ...notifications.map(({ topic, address }) => ['zmq', address, `publishes ${topic}`]),
        ];
        for (const line of table(rows)) output.line(line);
      }
    },
  });
}

/** Loads a folder. `owned` resolves before that, once no other node can use the folder. The failure of each is that of both. */
function keep(node: BitcoinNode, folder: string): { owned: Promise<void>; loading: Promise<void> } {
  let onOwned = () => {};
  const taken = new Promise<void>((resolve) => {
    onOwned = resolve;
  });
  const loading = node.keep(folder, onOwned);
  return { owned: Promise.race([taken, loading]), loading };
}

/** Returns the port for peers beside a port for RPC; 0 is a free one. */
function portAfter(port: number): number {
  return port === 0 || port === MAX_PORT ? 0 : port + 1;
}

/** Passes on the node's events under the names of every engine. */
function follow(node: BitcoinNode, listener: (event: BitcoinEvent) => void): () => void {
  return node.subscribe((event) => {
    const known = bitcoinEvent(event, node);
    if (known !== undefined) listener(known);
  });
}

/** Serves the Electrum protocol on the node. It reads the chain over RPC, as on every engine. */
async function serveElectrum(
  node: BitcoinNode,
  { url: rpcUrl, user: rpcUser, password: rpcPassword }: { url: string; user: string; password: string },
  { warn, origin, ...settings }: ElectrumSettings & { warn(line: string): void; origin: Origin | undefined },
): Promise<{ url: string; close(): Promise<void> }> {
  const { createBitcoinClient } = await import('../../bitcoin/client.js');
  const { openElectrum } = await import('../../start/electrum.js');
  const client = createBitcoinClient({ rpcUrl, rpcUser, rpcPassword });
  return openElectrum(settings, {
    index: lazyIndex(client.call, origin),
    subscribe: (listener) => node.subscribe(() => listener()),
    version: readManifest().version,
    onWarning: warn,
  });
}
