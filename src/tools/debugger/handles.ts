import type { DebugVariable, LookQuestion } from '../../clarity/debug.js';
import type { Body } from './messages.js';

/** A frame that a client knows by a number. */
export type FrameHandle = { readonly thread: number; readonly frame: number };
/** What has variables: a scope or an expression, or a value in it. */
export type VariableHandle = FrameHandle & Pick<LookQuestion, 'root' | 'path'>;
/** The same, or the text with which an execution stopped. */
export type ScopeHandle = VariableHandle | (FrameHandle & { readonly result: string });

/** Numbers frames and values, as the protocol refers to them. */
export class Handles<T extends { readonly thread: number }> {
  readonly #known = new Map<number, T>();
  #count = 0;

  add(handle: T): number {
    this.#known.set(++this.#count, handle);
    return this.#count;
  }

  get(number: number | undefined): T | undefined {
    return number === undefined ? undefined : this.#known.get(number);
  }

  /** Forgets those of a thread that went on. */
  forget(thread: number): void {
    for (const [number, handle] of this.#known) if (handle.thread === thread) this.#known.delete(number);
  }
}

/** Describes a value, with a number for what is within. @param place where it is among its siblings; undefined for an expression itself */
export function showVariable(
  { name, value, type, isCompound }: DebugVariable,
  handles: Handles<ScopeHandle>,
  handle: VariableHandle,
): Body {
  return { name, value, type, variablesReference: isCompound ? handles.add(handle) : 0 };
}
