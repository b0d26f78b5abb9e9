/** Returns the text up to the comma or closing bracket after the first expression. */
export function takeExpression(text: string): { expression: string; rest: string } {
  let level = 0;
  let at = 0;
  for (; at < text.length; at++) {
    const character = text[at] ?? '';
    const closing = character === ')' || character === '}';
    if (character === '(' || character === '{') level++;
    else if (level > 0 && closing) level--;
    else if (level === 0 && (closing || character === ',')) break;
  }
  return { expression: text.slice(0, at), rest: text.slice(at) };
}

/** Returns the text between the brackets of `name(…)`, or undefined for another expression. */
export function functionArgument(name: string, expression: string): string | undefined {
  return expression.startsWith(`${name}(`) && expression.endsWith(')') ? expression.slice(name.length + 1, -1) : undefined;
}
