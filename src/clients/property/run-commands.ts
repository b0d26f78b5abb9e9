import { DevnetError, messageOf } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import type { Devnet } from '../../network/types.js';
import { MARGIN } from './chain-commands.js';
import { findBroken, type Invariants } from './invariants.js';
import { openSession } from './session.js';
import type { Command, Session } from './types.js';

/** What is checked, and what of the tests' own runs beside the network. */
export type PropertyOptions<App = undefined> = {
  /** What holds at the start and after each step. */
  invariants: Invariants<App>;
  /**
   * Starts what is under test beside the contracts, such as a relayer, on the copy of a run. Commands and invariants get it as `app`. If it
   * is disposable, the end of the run disposes of it. It should do nothing by itself: commands call it, so that each run is the same.
   * @default nothing
   */
  setup?: ((devnet: Devnet) => App | Promise<App>) | undefined;
};

/** Where both chains end. The same commands on the same network lead to the same hashes. */
export type ChainTips = { bitcoin: { height: number; hash: string }; stacks: { height: number; hash: string } };

/**
 * Runs commands one after another on a copy of the network, which both chains' blocks are made for by commands alone.
 * @returns the tips after the last one
 * @throws DevnetError FAILED naming the invariant, the steps and the tips; UNSUPPORTED if the engine cannot copy networks
 */
export async function runCommands<App = undefined>(
  devnet: Devnet,
  commands: readonly Command<App>[],
  options: PropertyOptions<App>,
): Promise<ChainTips> {
  await using base = await copyWithMargin(devnet);
  // Not the promise: the end of this block closes the copy.
  return await runOnCopy(base, commands, options);
}

/** Returns a copy whose blocks are mined by commands only, with a margin for reorganisations. */
export async function copyWithMargin(devnet: Devnet): Promise<Devnet> {
  const base = await devnet.clone({ ports: false });
  try {
    await base.setMining({ bitcoin: 'manual', stacks: 'manual' });
    await base.bitcoin.mine(MARGIN);
  } catch (error) {
    await base.close();
    throw error;
  }
  return base;
}

/** As `runCommands`. @param base of `copyWithMargin` */
export async function runOnCopy<App>(
  base: Devnet,
  commands: readonly Command<App>[],
  { invariants, setup }: PropertyOptions<App>,
): Promise<ChainTips> {
  await using devnet = await base.clone({ ports: false });
  const app = (await setup?.(devnet)) as App;
  await using _ended = { [Symbol.asyncDispose]: async () => dispose(app) };
  const session = await openSession(devnet, app);
  await check(invariants, session);
  for (const command of commands) {
    try {
      await session.take(command);
    } catch (error) {
      throw await failure(session, `step ${session.steps.length} failed: ${command.text}: ${messageOf(error)}`, error);
    }
    await check(invariants, session);
  }
  return await tipsOf(devnet);
}

async function check<App>(invariants: Invariants<App>, session: Session<App>): Promise<void> {
  const broken = await findBroken(invariants, session);
  if (broken === undefined) return;
  throw await failure(session, `"${broken.name}" does not hold: ${broken.seen}`, broken.cause);
}

async function failure<App>(session: Session<App>, problem: string, cause: unknown): Promise<DevnetError> {
  const { bitcoin, stacks } = await tipsOf(session.devnet);
  const steps = session.steps.map(({ command, refused, receipt }, index) => {
    const outcome = refused?.code ?? (receipt === undefined || receipt.status === 'success' ? undefined : receipt.status);
    return `  ${index + 1}. ${command.text}${outcome === undefined ? '' : ` (${outcome})`}`;
  });
  const tips = `  Bitcoin ${bitcoin.height} ${bitcoin.hash}, Stacks ${stacks.height} ${stacks.hash}`;
  const message = [problem, ...(steps.length === 0 ? ['  at the start of the run'] : steps), tips].join('\n');
  return new DevnetError('FAILED', message, { reason: problem, cause });
}

async function tipsOf(devnet: Devnet): Promise<ChainTips> {
  const { bitcoin, stacks } = await devnet.status();
  return { bitcoin: { height: bitcoin.height, hash: bitcoin.hash }, stacks: { height: stacks.height, hash: stacks.hash } };
}

async function dispose(app: unknown): Promise<void> {
  if (!isRecord(app)) return;
  const { [Symbol.asyncDispose]: later, [Symbol.dispose]: now } = app as Partial<AsyncDisposable & Disposable>;
  if (later !== undefined) await later.call(app);
  else now?.call(app);
}
