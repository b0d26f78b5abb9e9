import { DevnetError } from '../../base/error.js';
import { type Debugging, type DebugStop, scopeNames } from '../../clarity/debug.js';
import { type FrameHandle, type Handles, type ScopeHandle, showVariable, type VariableHandle } from './handles.js';
import { type Body, numberOf, objectOf, textOf } from './messages.js';
import type { Sources } from './sources.js';
import type { DebugThread } from './threads.js';

type Parts = {
  readonly debugging: Debugging;
  readonly sources: Sources;
  readonly variables: Handles<ScopeHandle>;
  readonly frames: Handles<FrameHandle>;
  /** @throws DevnetError NOT_FOUND, NOT_READY */
  readonly stopped: (thread: number | undefined) => { thread: DebugThread; stop: DebugStop };
  readonly anyStopped: () => DebugThread | undefined;
};

type Answer = (body: Body) => Promise<Body>;

/** The requests that show where an execution is, and change nothing. */
export type Inspection = Readonly<Record<'stackTrace' | 'scopes' | 'variables' | 'evaluate' | 'source', Answer>> & {
  loadedSources(): Promise<Body>;
};

export function createInspection({ debugging, sources, variables, frames, stopped, anyStopped }: Parts): Inspection {
  function frameOf(body: Body): FrameHandle {
    const id = numberOf(body, 'frameId');
    const handle = frames.get(id);
    if (handle === undefined) throw new DevnetError('NOT_FOUND', `No frame has the id ${id}: the execution went on.`);
    return handle;
  }

  async function look({ thread: id, ...handle }: VariableHandle) {
    const { thread, stop } = stopped(id);
    const found = await thread.execution.look({ type: 'look', at: stop.at, ...handle });
    if (found.type === 'failed') throw new DevnetError('INVALID_INPUT', found.message);
    return found;
  }

  return {
    async stackTrace(body) {
      const { thread, stop } = stopped(numberOf(body, 'threadId'));
      const start = numberOf(body, 'startFrame') ?? 0;
      const levels = numberOf(body, 'levels') || stop.frames.length;
      const shown = stop.frames.slice(start, start + levels);
      const stackFrames = shown.map(
        async ({ contract, function: fn, line, column, endLine, endColumn }, at): Promise<Body> => ({
          id: frames.add({ thread: thread.id, frame: start + at }),
          name: `${contract.slice(contract.indexOf('.') + 1)}.${fn ?? '(deploy)'}`,
          source: await sources.describe(contract),
          line,
          column,
          endLine,
          endColumn: endColumn + 1,
        }),
      );
      return { stackFrames: await Promise.all(stackFrames), totalFrames: stop.frames.length };
    },
    async scopes(body) {
      const frame = frameOf(body);
      const { stop } = stopped(frame.thread);
      const own = scopeNames.map((scope) => ({
        name: scope,
        variablesReference: variables.add({ ...frame, root: { scope }, path: [] }),
        expensive: false,
        ...(scope === 'Arguments' && { presentationHint: 'arguments' }),
        ...(scope === 'Bindings' && { presentationHint: 'locals' }),
      }));
      if (stop.text === undefined || frame.frame !== 0) return { scopes: own };
      const result = variables.add({ ...frame, result: stop.text });
      return { scopes: [{ name: 'Result', variablesReference: result, expensive: false, presentationHint: 'returnValue' }, ...own] };
    },
    async variables(body) {
      const handle = variables.get(numberOf(body, 'variablesReference'));
      if (handle === undefined) throw new DevnetError('NOT_FOUND', 'These variables are of an execution that went on.');
      if ('result' in handle) return { variables: [{ name: 'result', value: handle.result, variablesReference: 0 }] };
      const found = await look(handle);
      return {
        variables: found.variables.map((variable, at) => showVariable(variable, variables, { ...handle, path: [...handle.path, at] })),
      };
    },
    async evaluate(body) {
      const expression = textOf(body, 'expression') ?? '';
      const first = body['frameId'] === undefined ? anyStopped() : undefined;
      if (body['frameId'] === undefined && first === undefined) throw new DevnetError('NOT_READY', 'No execution is stopped.');
      const handle = first === undefined ? frameOf(body) : { thread: first.id, frame: 0 };
      const { value } = await look({ ...handle, root: { expression }, path: [] });
      if (value === undefined) throw new Error('an expression has a value');
      const { name: _, value: result, ...shown } = showVariable(value, variables, { ...handle, root: { expression }, path: [] });
      return { result, ...shown };
    },
    async source(body) {
      const reference = numberOf(body, 'sourceReference');
      const content = await sources.text({ ...(reference && { sourceReference: reference }), ...objectOf(body, 'source') });
      if (content === undefined) throw new DevnetError('NOT_FOUND', 'No contract of the network has this source.');
      return { content, mimeType: 'text/x-clarity' };
    },
    async loadedSources() {
      const contracts = await debugging.contracts();
      return { sources: await Promise.all(contracts.map((contract) => sources.describe(contract))) };
    },
  };
}
