// The page "Playground": an editor whose address carries its code.
import starts from 'data:starts';
import type { Analysed } from './analysis.js';
import { createEditor } from './editor.js';
import { keepOffline, runIn } from './frame.js';
import { fromFragment, type Language, type Program, toFragment } from './link.js';

const find = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const chosen = find<HTMLSelectElement>('start');
const languages = find<HTMLSelectElement>('language');
const problems = find('problems');
const copied = find('copied');

chosen.append(...starts.map(({ title }) => new Option(title, title)));
const editor = createEditor(find('editor'), { onChange: changed, onRun: run });

/** Shows a program, and runs nothing. */
function show(program: Program): void {
  languages.value = program.language;
  editor.show(program);
  check();
}

const PAUSE_MS = 200;
let pause: ReturnType<typeof setTimeout> | undefined;

function changed(): void {
  clearTimeout(pause);
  pause = setTimeout(() => {
    check();
    void toFragment(editor.program()).then((fragment) => history.replaceState(null, '', fragment));
  }, PAUSE_MS);
}

let analysis: Worker | undefined;
let checks = 0;

/** Looks at the code: whether it is one to start with, and whether Clarity is valid. JavaScript is checked when it runs. */
function check(): void {
  checks++;
  const { language, code } = editor.program();
  chosen.value = starts.find((start) => start.code === code)?.title ?? '';
  if (language === 'js') {
    mark([]);
    return;
  }
  if (analysis === undefined) {
    analysis = new Worker(new URL('analysis.js', import.meta.url), { type: 'module' });
    analysis.onmessage = ({ data: { id, diagnostics } }: MessageEvent<Analysed>) => {
      if (id === checks) mark(diagnostics);
    };
  }
  analysis.postMessage({ id: checks, source: code });
}

/** The most problems that are listed below the editor, which marks all. */
const LISTED = 10;

function mark(diagnostics: Analysed['diagnostics']): void {
  editor.mark(diagnostics);
  problems.replaceChildren(
    ...diagnostics.slice(0, LISTED).map(({ message, span }) => {
      const item = document.createElement('li');
      if (span === undefined) item.textContent = message;
      else {
        const { startLine: line, startColumn: column } = span;
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = `Line ${line}, column ${column}: ${message}`;
        button.addEventListener('click', () => editor.goTo(line, column));
        item.append(button);
      }
      return item;
    }),
  );
}

function run(): true {
  void toFragment(editor.program()).then((fragment) => runIn(find('output'), fragment, 'Output'));
  return true;
}

async function copy(): Promise<void> {
  const { href } = new URL(await toFragment(editor.program()), location.href);
  copied.textContent = await navigator.clipboard.writeText(href).then(
    () => 'Copied.',
    () => 'Copy the address of this page: it carries the code.',
  );
}

async function open(): Promise<void> {
  const program = await fromFragment(location.hash);
  if (program === undefined && location.hash.includes(':')) copied.textContent = 'The link is damaged: it carries no code.';
  const [first] = starts;
  show(program ?? first);
}

find('run').addEventListener('click', run);
find('copy').addEventListener('click', () => void copy());
languages.addEventListener('change', () => {
  const language = languages.value as Language;
  const { code } = editor.program();
  // Own code stays; a program to start with gives way to one of the language.
  const start = starts.some((known) => known.code === code) ? starts.find((known) => known.language === language) : undefined;
  show(start ?? { language, code });
});
chosen.addEventListener('change', () => {
  const start = starts.find(({ title }) => title === chosen.value);
  if (start !== undefined) show(start);
});
addEventListener('hashchange', () => void open());
await open();
find('playground').hidden = false;
find('unavailable').remove();
void keepOffline('tab');
