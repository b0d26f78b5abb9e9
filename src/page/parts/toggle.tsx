import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** A button that opens and closes something. The signal says whether it is open. */
export function Toggle({ isOpen, children }: { isOpen: Signal<boolean>; children: ComponentChildren }) {
  return (
    <button
      type="button"
      class="link"
      aria-expanded={isOpen.value}
      onClick={() => {
        isOpen.value = !isOpen.value;
      }}
    >
      {children}
    </button>
  );
}
