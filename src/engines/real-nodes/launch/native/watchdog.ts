import { Socket } from 'node:net';

/** Ends the services if this process cannot, for example after SIGKILL. */
export type Watchdog = {
  /** Sets the process groups to end. */
  guard(groups: readonly number[]): void;
  /** Ends the watchdog, which then changes nothing. */
  dismiss(): Promise<void>;
};

/**
 * Reads lists of process groups, of which the last line counts. The input ends after an empty list if the watchdog is dismissed, or
 * with the process at the other end of the pipe. A killed process may still be writing, so the first removal may fail.
 */
const script = `trap '' HUP INT TERM
groups=
while IFS= read -r line; do groups=$line; done
[ -z "$groups" ] && exit
for group in $groups; do kill -KILL "-$group"; done
rm -rf -- "$1" || { sleep 1; rm -rf -- "$1"; }`;

/**
 * Starts a watchdog: a shell that reads from a pipe, in its own session so that no signal of a terminal reaches it. It ends with this
 * process at the latest. Node cannot set Linux's `PR_SET_PDEATHSIG`, and macOS has no equivalent.
 * @param folder to remove after the services have ended
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
  // A network works without its watchdog. The next run then removes leftovers.
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
