import { mainName, type Parameter, type Signature } from './arguments/parameter.js';

/** Returns the line of a method in the list of `help`: `getblockhash height`, with optional arguments in parentheses. */
export function usageLine({ name, parameters }: Signature): string {
  let line = name;
  let optional = false;
  for (const parameter of parameters.filter(isShown)) {
    if (parameter.default !== undefined && !optional) line += ' (';
    if (parameter.default === undefined && optional) line += ' )';
    optional = parameter.default !== undefined;
    line += ` ${usage(parameter)}`;
  }
  return optional ? `${line} )` : line;
}

function isShown({ hidden }: Parameter): boolean {
  return hidden !== true;
}

function usage(parameter: Parameter): string {
  const name = mainName(parameter);
  return parameter.usage ?? (['string', 'hex'].includes(parameter.type) ? JSON.stringify(name) : name);
}

/** Returns a method's help: usage, description, arguments, result. */
export function helpText(method: Signature): string {
  const args = method.parameters.filter(isShown).map((parameter, index) => {
    const state =
      parameter.default === undefined ? 'required' : parameter.default === '' ? 'optional' : `optional, default=${parameter.default}`;
    const type = parameter.type === 'hex' ? 'string' : parameter.type === 'amount' ? 'numeric or string' : parameter.type;
    return `${index + 1}. ${mainName(parameter)} (${type}, ${state}) ${parameter.description}`;
  });
  const sections = [usageLine(method), method.description];
  if (args.length > 0) sections.push(`Arguments:\n${args.join('\n')}`);
  if (method.result !== '') sections.push(`Result:\n${method.result}`);
  return `${sections.join('\n\n')}\n`;
}
