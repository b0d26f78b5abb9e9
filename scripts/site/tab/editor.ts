import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { typescriptLanguage } from '@codemirror/lang-javascript';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic as Mark, setDiagnostics } from '@codemirror/lint';
import { Compartment, type Extension, RangeSetBuilder, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Diagnostic } from 'stacks-devnet/clarity';
import { highlight, type Piece } from '../../../src/page/clarity/highlight.js';
import type { Language, Program } from './link.js';

export type Editor = {
  program(): Program;
  show(program: Program): void;
  /** Marks what is wrong with the source. */
  mark(diagnostics: readonly Diagnostic[]): void;
  /** Puts the cursor at a place, which counts from 1. */
  goTo(line: number, column: number): void;
};

/**
 * Creates an editor in an element. Its styles are those of a shadow root, which the content security policy lets a script add.
 * @param onChange is called after each change of the program
 * @param onRun is called for Ctrl-Enter, or Cmd-Enter on a Mac
 */
export function createEditor(place: HTMLElement, { onChange, onRun }: { onChange: () => void; onRun: () => true }): Editor {
  let language: Language = 'clarity';
  const rules = new Compartment();
  const root = place.attachShadow({ mode: 'open' });
  const view = new EditorView({
    root,
    parent: root,
    extensions: [
      keymap.of([
        { key: 'Mod-Enter', run: onRun },
        // Tab leads out of the editor, as everywhere.
        ...defaultKeymap,
        ...historyKeymap,
      ]),
      history(),
      replaceInEditor,
      lineNumbers(),
      EditorView.lineWrapping,
      bracketMatching(),
      rules.of([]),
      theme,
      EditorView.contentAttributes.of({ 'aria-label': 'Code', autocapitalize: 'off', spellcheck: 'false' }),
      EditorView.updateListener.of(({ docChanged }) => {
        if (docChanged) onChange();
      }),
    ],
  });
  return {
    program: () => ({ language, code: view.state.doc.toString() }),
    show(program) {
      language = program.language;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: program.code },
        selection: { anchor: 0 },
        effects: rules.reconfigure(LANGUAGES[language]),
      });
    },
    mark(diagnostics) {
      const { state } = view;
      view.dispatch(
        setDiagnostics(
          state,
          diagnostics.map((diagnostic) => toMark(state.doc, diagnostic)),
        ),
      );
    },
    goTo(line, column) {
      const anchor = positionOf(view.state.doc, line, column);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      view.focus();
    },
  };
}

function toMark(doc: Text, { level, message, span }: Diagnostic): Mark {
  const from = span === undefined ? 0 : positionOf(doc, span.startLine, span.startColumn);
  const to = span === undefined ? 0 : Math.min(positionOf(doc, span.endLine, span.endColumn) + 1, doc.length);
  return { from, to: Math.max(from, to), message, severity: level === 'error' ? 'error' : 'info' };
}

function positionOf(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(from + Math.max(column - 1, 0), to);
}

/** Each kind of a piece with its colour, and the names that the grammar of JavaScript has for it. */
const COLOURS: Readonly<Record<NonNullable<Piece['kind']>, [colour: string, names: readonly (keyof typeof tags)[]]>> = {
  comment: ['light-dark(#5c5f66, #9aa0a8)', ['comment']],
  string: ['light-dark(#17683f, #7fd6a3)', ['string']],
  number: ['light-dark(#8a4b00, #e8b673)', ['number', 'bool', 'null']],
  principal: ['light-dark(#8a4b00, #e8b673)', []],
  word: ['light-dark(#1f4fb8, #94b6ff)', ['keyword']],
  type: ['light-dark(#7a2f8f, #dca3ef)', ['typeName']],
};

const javascript = HighlightStyle.define(
  Object.values(COLOURS).flatMap(([color, names]) => names.map((name) => ({ tag: tags[name] as (typeof tags)['comment'], color }))),
);

/** Colours Clarity as the page of the network does. */
const clarity = StateField.define<DecorationSet>({
  create: ({ doc }) => decorate(doc),
  update: (before, { docChanged, newDoc }) => (docChanged ? decorate(newDoc) : before),
  provide: (field) => EditorView.decorations.from(field),
});

function decorate(doc: Text): DecorationSet {
  const found = new RangeSetBuilder<Decoration>();
  let at = 0;
  for (const { text, kind } of highlight(doc.toString())) {
    if (kind !== undefined) found.add(at, at + text.length, Decoration.mark({ class: `clarity-${kind}` }));
    at += text.length;
  }
  return found.finish();
}

const LANGUAGES: Readonly<Record<Language, Extension>> = {
  clarity,
  js: [typescriptLanguage, syntaxHighlighting(javascript)],
};

/** Text over a selection: browsers would keep the style of what they replace, as an attribute that the policy forbids. */
const replaceInEditor = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    if (inputType !== 'insertText' || data === null || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

const theme = EditorView.theme({
  '&': { backgroundColor: 'var(--area)', border: '1px solid var(--line)', color: 'var(--text)' },
  // Telephones zoom into smaller text.
  '.cm-content': { fontFamily: 'ui-monospace, monospace', fontSize: '16px', caretColor: 'var(--text)', minHeight: '18rem' },
  '.cm-scroller': { maxHeight: '60vh', overflow: 'auto', lineHeight: '1.5' },
  '.cm-gutters': { backgroundColor: 'var(--area)', color: 'light-dark(#5c5f66, #9aa0a8)', borderRight: '1px solid var(--line)' },
  '&.cm-focused': { outline: '2px solid var(--link)' },
  '.cm-tooltip': { backgroundColor: 'var(--area)', color: 'var(--text)', border: '1px solid var(--line)' },
  ...Object.fromEntries(Object.entries(COLOURS).map(([kind, [color]]) => [`.clarity-${kind}`, { color }])),
});
