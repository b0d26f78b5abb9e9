import { signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { noteChange } from '../live/changes.js';

/** What the last action did, in one sentence. */
export const notice = signal<{ text: string; tone: 'good' | 'bad'; href?: string | undefined } | undefined>(undefined);

/** What a successful action says, and where that leads. */
type Outcome = { text: string; href?: string | undefined };

/** Runs an action, and says how it ended. */
async function perform(action: () => Promise<Outcome | string>): Promise<void> {
  notice.value = undefined;
  try {
    const outcome = await action();
    notice.value = { tone: 'good', ...(typeof outcome === 'string' ? { text: outcome } : outcome) };
  } catch (error) {
    notice.value = { tone: 'bad', text: error instanceof Error ? error.message : String(error) };
  }
  noteChange();
}

type ActionProps = { run: () => Promise<Outcome | string>; children: ComponentChildren; label?: string; quiet?: boolean };

/** A button for an action on the network. It waits for the action. */
export function Action({ run, children, label, quiet = false }: ActionProps) {
  const isRunning = useSignal(false);
  const click = async (): Promise<void> => {
    if (isRunning.value) return;
    isRunning.value = true;
    await perform(run);
    isRunning.value = false;
  };
  return (
    <button type="button" class={quiet ? 'quiet' : ''} aria-label={label} aria-disabled={isRunning.value} onClick={click}>
      {children}
    </button>
  );
}

type FormProps = { run: () => Promise<Outcome | string>; children: ComponentChildren; label: string };

/** Fields with a button that submits them. */
export function ActionForm({ run, children, label }: FormProps) {
  const isRunning = useSignal(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isRunning.value) return;
    isRunning.value = true;
    await perform(run);
    isRunning.value = false;
  };
  return (
    <form aria-label={label} aria-busy={isRunning.value} onSubmit={submit}>
      {children}
    </form>
  );
}

export function Notice() {
  const { text, tone, href } = notice.value ?? {};
  return (
    <div class="notices" role="status" aria-live="polite">
      {text !== undefined && (
        <div class={`notice ${tone}`}>
          <span>{href === undefined ? text : <a href={href}>{text}</a>}</span>
          <button
            type="button"
            class="link"
            aria-label="Dismiss"
            onClick={() => {
              notice.value = undefined;
            }}
          >
            ×
          </button>
        </div>
      )}
    </div>
  );
}
