import { useEffect, useMemo, useRef } from 'preact/hooks';
import { highlight, type Piece } from '../clarity/highlight.js';
import { plural } from '../format/text.js';
import { Copy } from '../parts/copy.js';
import { Section } from '../parts/layout.js';

/** Beyond this many characters the source is shown without colours: each piece is an element. */
const LONGEST = 60_000;

type Props = { text: string; line?: number | undefined };

/** The source of a contract, under its heading. */
export function SourceSection(props: Props) {
  const aside = (
    <span class="muted">
      {plural(props.text.trimEnd().split('\n').length, 'line')} <Copy text={props.text} what="source" />
    </span>
  );
  return (
    <Section title="Source" aside={aside}>
      <Source {...props} />
    </Section>
  );
}

/** Clarity source with line numbers; the line feed at its end begins no line. @param line is brought into view and marked */
function Source({ text, line }: Props) {
  const lines = useMemo(() => {
    const shown = text.trimEnd();
    return linesOf(shown.length > LONGEST ? [{ text: shown }] : highlight(shown));
  }, [text]);
  const marked = useRef<HTMLSpanElement>(null);
  useEffect(() => marked.current?.scrollIntoView({ block: 'center' }), [line, text]);
  return (
    <div class="source">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label="Source">
        <pre>
          {lines.map((pieces, index) => (
            <span key={index} class={index + 1 === line ? 'line marked' : 'line'} ref={index + 1 === line ? marked : null}>
              {pieces.map(({ text: piece, kind }, at) => (
                <span key={at} class={kind}>
                  {piece}
                </span>
              ))}
              {'\n'}
            </span>
          ))}
        </pre>
      </section>
    </div>
  );
}

/** Breaks pieces at the ends of lines. */
function linesOf(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = [[]];
  for (const { text, kind } of pieces) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ text: part, kind });
    }
  }
  return lines;
}
