import { Socket } from 'node:net';

/** Ends the services when this process can no longer do so, killed by SIGKILL for example. */
export type Watchdog = {
  /** From now on these process groups are the ones to end. */
  guard(groups: readonly number[]): void;
  /** Sends the watchdog away; it touches nothing then. */
  dismiss(): Promise<void>;
};

/**
 * Reads lists of process groups, the last line counts. Its input ends when it is dismissed (after an empty list) or when the
 * process that holds the other end of the pipe is gone, however it went. What is still being written by a process that was just
 * killed may hinder the first removal.
 */
const script = `trap '' HUP INT TERM
groups=
while IFS= read -r line; do groups=$line; done
[ -z "$groups" ] && exit
for group in $groups; do kill -KILL "-$group"; done
rm -rf -- "$1" || { sleep 1; rm -rf -- "$1"; }`;

/**
 * Starts a watchdog: a shell that waits on a pipe, in a session of its own so that no signal of a terminal reaches it. Linux has
 * `PR_SET_PDEATHSIG` for this, but Node cannot set it, and macOS has nothing like it. It ends with this process at the latest.
 * @param folder what to remove after the services have been ended
 */
export async function startWatchdog(folder: string): Promise<Watchdog> {
  const { execa } = await import('execa');
  const shell = execa('/bin/sh', ['-c', script, 'stacks-devnet-watchdog', folder], {
    cwd: '/',
    detached: true,
    cleanup: false,
    reject: false,
    buffer: false,
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
  });
  const { stdin } = shell;
  // Without its watchdog a network is as good as ever; leftovers are then found by the next run.
  stdin.on('error', () => undefined);
  if (stdin instanceof Socket) stdin.unref();
  shell.unref();
  const guard = (groups: readonly number[]): void => void (stdin.writable && stdin.write(`${groups.join(' ')}\n`));
  let dismissed: Promise<void> | undefined;
  return {
    guard,
    dismiss() {
      dismissed ??= (async () => {
        guard([]);
        shell.ref();
        stdin.end();
        await shell;
      })();
      return dismissed;
    },
  };
}
