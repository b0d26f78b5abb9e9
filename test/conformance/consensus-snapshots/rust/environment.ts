import type { Scope } from './scope.js';
import type { Token } from './token.js';
import type { Rust } from './value.js';

/** What expressions need besides their scope. */
export type Environment = {
  name(path: readonly string[], scope: Scope): Rust;
  method(self: Rust, name: string, args: readonly Rust[]): Rust;
  macro(name: string, tokens: readonly Token[], scope: Scope): Rust;
  /** Returns what can be iterated over as a list. */
  items(value: Rust): readonly Rust[];
};
