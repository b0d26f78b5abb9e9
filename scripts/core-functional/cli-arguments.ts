// Reads the arguments of bitcoin-cli.

type Argument = { name: string; isText: boolean };

/**
 * Reads the arguments of a method from its help.
 * @example usage('getnewaddress ( "label" "address_type" )')[0] // → { name: 'label', isText: true }
 */
export function usage(help: string): Argument[] {
  const [line = ''] = help.split('\n');
  let depth = 0;
  const found: Argument[] = [];
  for (const [token, quoted, bare] of line.replace(/^\S+/, '').matchAll(/[[\]{}]|"(\w+)"|(\w+)/g)) {
    if (token === '[' || token === '{') {
      if (depth === 0) found.push({ name: '', isText: false });
      depth += 1;
    } else if (token === ']' || token === '}') depth -= 1;
    else if (depth === 0) found.push({ name: quoted ?? bare ?? '', isText: quoted !== undefined });
  }
  return found;
}

/** Makes parameters of texts: those that are no text to the method are JSON. With names, what has no known name has its place. */
export function cliParams(texts: readonly string[], known: readonly Argument[], isNamed: boolean): unknown {
  const positional: unknown[] = [];
  const named: Record<string, unknown> = {};
  for (const text of texts) {
    const [, name = '', rest = ''] = isNamed ? (/^(\w+)=(.*)$/s.exec(text) ?? []) : [];
    // The help shows a list by its items, without a name.
    const isList = /^[a-z_]+$/.test(name) && /^[[{]/.test(rest);
    const argument = known.find((each) => each.name === (isList ? '' : name) && name !== '');
    if (argument !== undefined) named[name] = toParameter(rest, argument);
    else positional.push(toParameter(text, known[positional.length]));
  }
  if (Object.keys(named).length === 0) return positional;
  return positional.length === 0 ? named : { ...named, args: positional };
}

function toParameter(text: string, argument: Argument | undefined): unknown {
  if (argument?.isText === true) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
