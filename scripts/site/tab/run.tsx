// A document that runs one program, and shows its output with the views of the network. Its page holds it in a frame.
import { render } from 'preact';
import { transport } from '../../../src/page/api/http.js';
import { App } from '../../../src/page/app.js';
import { follow } from '../../../src/page/live/feed.js';
import { fromFragment } from './link.js';
import { Output } from './output.js';
import { ask, onFirstNetwork, run } from './session.js';

transport.fetch = ask;
onFirstNetwork(() => void follow());

declare global {
  /** Runs the program of a link. Only pages of this site reach it. */
  var runProgram: (fragment: string) => Promise<void>;
}

globalThis.runProgram = async (fragment) => {
  const program = await fromFragment(fragment);
  if (program !== undefined) run(program);
};

render(<App home={{ title: 'Output', view: () => <Output /> }} />, document.body);
