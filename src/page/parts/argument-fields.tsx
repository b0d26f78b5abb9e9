import type { Signal } from '@preact/signals';
import type { AbiType } from '../api/types.js';
import { example, typeText } from '../clarity/types.js';

type Props = {
  args: readonly { name: string; type: AbiType }[];
  /** What the fields contain. */
  texts: Signal<readonly string[]>;
};

/** A field for each argument, in the syntax of Clarity. */
export function ArgumentFields({ args, texts }: Props) {
  return (
    <>
      {args.map(({ name, type }, index) => (
        <label key={name} class="grow">
          <span>
            {name} <span class="muted">{typeText(type)}</span>
          </span>
          <input
            type="text"
            class="code"
            spellcheck={false}
            autocomplete="off"
            placeholder={example(type)}
            value={texts.value[index] ?? ''}
            onInput={({ currentTarget }) => {
              texts.value = texts.value.with(index, currentTarget.value);
            }}
          />
        </label>
      ))}
    </>
  );
}
