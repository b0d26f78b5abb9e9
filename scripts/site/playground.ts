import { deflateRawSync } from 'node:zlib';
import { parseSync } from 'oxc-parser';
import { createClarityVm } from '#dist/clarity/vm/create.js';
import type { Page } from './markdown.js';
import type { Tab } from './tab.js';

/** The page of the playground. */
export const PLAYGROUND = 'playground.html';

/** The contract that examples of operations use. */
export const VAULT = `(define-data-var paused bool false)
(define-fungible-token share)
(define-non-fungible-token ticket uint)
(define-map shares uint { of: uint })
(define-public (withdraw (amount uint)) (ok amount))`;

/** What an example may use without a declaration, as docs/operations.md says: in a tab, these lines come before it. */
const ASSUMED: Readonly<Record<string, string>> = {
  devnet: `import { startDevnet } from 'stacks-devnet';\n\nconst devnet = await startDevnet();`,
  vault: `await devnet.stacks.deploy({\n  name: 'vault',\n  as: 'deployer',\n  source: \`${VAULT}\`,\n});`,
  owner: 'const owner = devnet.accounts.wallet_2.stx.address;',
};

/**
 * What needs more than a tab: names of Node, options and operations that need files, sockets or other processes, clients that a page
 * brings, and a state that outlives the tab.
 */
const NEEDS_MORE =
  /\b(?:process|require|import\.meta|__dirname|readFile|writeFile|writeCoverage)\b|startDevnet\([^)]*\b(?:project|fork|electrum|dap|pool|coverage|loadState|state)\b|\.(?:api\.|client\(|listen)/;

/**
 * Returns the fragment of the link that carries an example to a tab; undefined for an example that needs more than a tab.
 * `tab/link.ts` reads it.
 */
export function fragmentOf(example: { code: string; language: string }, modules: Tab['exports']): string | undefined {
  if (example.language === 'clarity') return isContract(example.code) ? fragment('clarity', example.code) : undefined;
  const isScript = example.language === 'js' || example.language === 'ts';
  const code = isScript ? runnable(example.code, modules) : undefined;
  return code && fragment('js', code);
}

const fragment = (language: string, code: string): string => `#${language}:${deflateRawSync(code).toString('base64url')}`;

function isContract(source: string): boolean {
  const { diagnostics } = createClarityVm().analyse({ contract: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.example', source });
  return diagnostics.length === 0;
}

function runnable(code: string, modules: Tab['exports']): string | undefined {
  if (NEEDS_MORE.test(code)) return undefined;
  const { module } = parseSync('example.ts', code);
  const names = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.filter(({ isType }) => !isType).map(({ importName }) => [moduleRequest.value, importName.name ?? 'default'] as const),
  );
  if (!names.every(([from, name]) => modules.get(from)?.has(name))) return undefined;
  if (module.staticImports.length > 0) return module.staticExports.length === 0 ? code : undefined;
  const assumed = Object.entries(ASSUMED).filter(([name]) => new RegExp(`(?<![.\\w])${name}\\b`).test(code));
  return assumed[0]?.[0] === 'devnet' ? [...assumed.map(([, lines]) => lines), code].join('\n') : undefined;
}

/** The page with the editor: `tab/playground.ts` is its script. */
export function playgroundPage(tab: string): Page {
  const html = `<h1 id="playground-title">Playground</h1>
<p>Runs Clarity and JavaScript on a Bitcoin and Stacks network in this tab. Nothing leaves your browser.
The address of the page carries the code.</p>
<p id="unavailable">The playground needs a web server and JavaScript.</p>
<div id="playground" hidden>
<div class="bar">
<label>Example <select id="start"><option value="">Own code</option></select></label>
<label>Language <select id="language"><option value="clarity">Clarity</option><option value="js">JavaScript</option></select></label>
<button type="button" id="run" class="main" aria-keyshortcuts="Control+Enter">Run</button>
<button type="button" id="copy">Copy link</button>
<span id="copied" role="status"></span>
</div>
<div>
<div id="editor"></div>
<ul id="problems" aria-live="polite" aria-label="Problems"></ul>
</div>
<div id="output"></div>
</div>
<script type="module" src="${tab}/playground.js"></script>
`;
  return { title: 'Playground', html, sections: [] };
}
