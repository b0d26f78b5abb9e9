import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Browser } from 'playwright-core';
import { connectDevnet } from 'stacks-devnet';
import { playScene } from '../../test/browser/page/scene.js';

const COLUMNS = 80;
/** The emulator of a terminal is one of the packages of the tests. */
const resolve = createRequire(path.resolve(import.meta.dirname, '../../test/browser/chromium.ts')).resolve;
const cli = path.resolve(import.meta.dirname, '../../bundle/cli.js');

/** Makes the pictures of docs/cli.md: the summary of `up`, and the story of a few transactions, as a terminal of 80 columns shows them. */
export async function takeTerminalPictures(browser: Browser, folder: string): Promise<void> {
  const { summary, story } = await recordUp();
  await drawTerminal(browser, summary, path.join(folder, 'terminal-ready.png'));
  await drawTerminal(browser, story, path.join(folder, 'terminal-story.png'));
}

/** Runs `up` with colours, plays the scene on it, and returns what it printed before and after it was ready. */
async function recordUp(): Promise<{ summary: string; story: string }> {
  // A project that depends on the package, so that the hints are those of most readers.
  const project = await mkdtemp(path.join(tmpdir(), 'devnet-pictures-'));
  await mkdir(path.join(project, 'node_modules/stacks-devnet'), { recursive: true });
  const up = spawn(process.execPath, [cli, 'up'], {
    cwd: project,
    env: { ...process.env, FORCE_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(up, 'exit');
  let printed = '';
  up.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const untilPrinted = async (pattern: RegExp): Promise<RegExpMatchArray> => {
    for (const signal = AbortSignal.timeout(30_000); ; ) {
      const match = stripVTControlCharacters(printed).match(pattern);
      if (match) return match;
      await once(up.stdout, 'data', { signal }).catch((cause) => {
        throw new Error(`up did not print ${pattern} within 30 s, but: ${printed}`, { cause });
      });
    }
  };
  try {
    const [, gateway = ''] = await untilPrinted(/gateway +(http:\S+).*\nbitcoin [^\n]*\n/s);
    const summary = printed;
    await using devnet = await connectDevnet(gateway);
    await playScene(devnet);
    await devnet.contract('counter').call('add', [1n, 'the last one'], { as: 'wallet_3' });
    await untilPrinted(/the last one.*\n/s);
    return { summary, story: printed.slice(summary.length) };
  } finally {
    up.kill('SIGINT');
    await ended;
    await rm(project, { recursive: true });
  }
}

async function drawTerminal(browser: Browser, output: string, file: string): Promise<void> {
  const rows = output.trimEnd().split('\n').length;
  const page = await browser.newPage({ viewport: { width: 900, height: 24 * rows + 40 } });
  await page.setContent('<div id="terminal" style="display: inline-block; padding: 12px; background: #14161a"></div>');
  await page.addStyleTag({ path: resolve('@xterm/xterm/css/xterm.css') });
  await page.addScriptTag({ path: resolve('@xterm/xterm/lib/xterm.js') });
  // A text, because the compiled function would refer to helpers of the compiler.
  await page.evaluate(`new Promise((resolve) => {
    const terminal = new Terminal({
      cols: ${COLUMNS},
      rows: ${rows},
      cursorStyle: 'bar',
      cursorInactiveStyle: 'none',
      fontFamily: 'DejaVu Sans Mono',
      fontSize: 13,
      theme: { background: '#14161a' },
    });
    terminal.open(document.getElementById('terminal'));
    const output = ${JSON.stringify(output.trimEnd().replaceAll('\n', '\r\n'))};
    terminal.write(output, () => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  })`);
  await page.locator('#terminal').screenshot({ path: file });
  await page.close();
}
