/** A value in Rusty Object Notation. */
export type Ron = bigint | boolean | string | readonly Ron[] | RonStruct;

/** `Name(a, b)`, `Name(field: a)`, `(…)` or a bare name. */
export type RonStruct = { readonly name: string; readonly items: readonly Ron[]; readonly fields: ReadonlyMap<string, Ron> };

/** Reads a value. Maps are lists of pairs. @throws Error for another form */
export function parseRon(source: string): Ron {
  return new Reader(source).value();
}

/** Returns a field of a struct. @throws Error if it is another value */
export function fieldOf(value: Ron | undefined, name: string): Ron {
  const found = structOf(value).fields.get(name);
  if (found === undefined) throw new Error(`no field ${name}`);
  return found;
}

export function structOf(value: Ron | undefined): RonStruct {
  if (typeof value !== 'object' || Array.isArray(value)) throw new Error('not a struct');
  return value as RonStruct;
}

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  value(): Ron {
    this.#match(/\s*/y);
    const text = this.#match(/"(?:[^"\\]|\\.)*"/y);
    if (text !== undefined) return unquoted(text);
    if (this.#match(/\[/y)) return this.#items(']', () => this.value());
    if (this.#match(/\{/y)) return this.#items('}', () => [this.value(), this.#after(/\s*:/y)]);
    const number = this.#match(/-?\d+/y);
    if (number !== undefined) return BigInt(number);
    const name = this.#match(/[A-Za-z_]\w*/y) ?? '';
    if (this.#match(/\(/y)) return this.#struct(name);
    if (name === '') throw new Error(`no value at ${this.#source.slice(this.#at, this.#at + 60)}`);
    return name === 'true' || name === 'false' ? name === 'true' : { name, items: [], fields: new Map() };
  }

  #after(separator: RegExp): Ron {
    this.#match(separator);
    return this.value();
  }

  #struct(name: string): RonStruct {
    const fields = new Map<string, Ron>();
    const items = this.#items(')', () => {
      const field = this.#match(/[A-Za-z_]\w*(?=\s*:)/y);
      if (field === undefined) return this.value();
      const value = this.#after(/\s*:/y);
      fields.set(field, value);
      return value;
    });
    return { name, items: fields.size > 0 ? [] : items, fields };
  }

  #items(close: string, read: () => Ron): Ron[] {
    const items: Ron[] = [];
    for (;;) {
      this.#match(/\s*/y);
      if (this.#source[this.#at] === close) {
        this.#at++;
        return items;
      }
      items.push(read());
      this.#match(/\s*,?/y);
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#source) ?? [];
    this.#at += found?.length ?? 0;
    return found;
  }
}

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(?:u\{([0-9a-f]+)\}|x([0-9a-f]{2})|(.))/g, (_, point?: string, byte?: string, simple?: string) => {
    if (simple === undefined) return String.fromCodePoint(Number.parseInt((point ?? byte) as string, 16));
    return { n: '\n', r: '\r', t: '\t', 0: '\0' }[simple] ?? simple;
  });
}
