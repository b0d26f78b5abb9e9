import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Query } from '../api/query.js';

type Children = { children: ComponentChildren };

/** The heading of a view, which is also the title of the browser's tab. */
export function Heading({ title, kind, children }: { title: string; kind?: string | undefined; children?: ComponentChildren }) {
  useEffect(() => {
    document.title = `${kind === undefined ? '' : `${kind} `}${title} · stacks-devnet`;
  }, [title, kind]);
  return (
    <div class="heading">
      <h1 tabIndex={-1}>
        {kind !== undefined && <span class="kind">{kind}</span>} {children ?? title}
      </h1>
    </div>
  );
}

export function Section({ title, aside, children }: Children & { title: string; aside?: ComponentChildren }) {
  return (
    <section>
      <div class="section-head">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

export type Fact = readonly [name: string, value: ComponentChildren];

/** Names and values, one pair a row. Facts without a value are left out. */
export function Facts({ facts }: { facts: readonly (Fact | undefined | false)[] }) {
  return (
    <dl class="facts">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

type TableProps = Children & { label: string; columns: readonly (string | { name: string; class: string })[] };

export function Table({ label, columns, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => {
              const { name, class: style } = typeof column === 'string' ? { name: column, class: '' } : column;
              return (
                <th key={name} scope="col" class={style}>
                  {name}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

export function Empty({ children }: Children) {
  return <p class="empty">{children}</p>;
}

type LoadedProps<T> = {
  query: Query<T>;
  /** Shown if the network does not offer or does not know it. @default the error */
  missing?: ComponentChildren;
  children: (data: T) => ComponentChildren;
};

/** Shows the data of a query, or why it is missing. */
export function Loaded<T>({ query: { data, error }, missing, children }: LoadedProps<T>): ComponentChildren {
  if (data !== undefined) return children(data);
  if (error === undefined) return <p class="empty" aria-busy="true" />;
  const shown = error.isAbsent && missing !== undefined ? missing : error.message;
  return typeof shown === 'string' ? <Empty>{shown}</Empty> : shown;
}

type PagerProps = { newer?: string | undefined; older?: string | undefined; label: string };

export function Pager({ newer, older, label }: PagerProps) {
  if (newer === undefined && older === undefined) return null;
  return (
    <nav class="pager" aria-label={`Pages of ${label}`}>
      {newer === undefined ? <span /> : <a href={newer}>Newer</a>}
      {older !== undefined && <a href={older}>Older</a>}
    </nav>
  );
}
