import { useSignal } from '@preact/signals';

const SHOWN_MS = 1_500;

/** A button that copies a text. @param what is what a screen reader calls it */
export function Copy({ text, what }: { text: string; what: string }) {
  const isDone = useSignal(false);
  const copy = async (): Promise<void> => {
    await writeText(text);
    isDone.value = true;
    setTimeout(() => {
      isDone.value = false;
    }, SHOWN_MS);
  };
  return (
    <button type="button" class="copy" aria-label={isDone.value ? 'Copied' : `Copy ${what}`} title={`Copy ${what}`} onClick={copy}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        {isDone.value ? <path d="M3 8.5l3.2 3.2L13 5" /> : <path d="M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z" />}
      </svg>
    </button>
  );
}

/** The clipboard API exists on secure origins and localhost only. */
async function writeText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
