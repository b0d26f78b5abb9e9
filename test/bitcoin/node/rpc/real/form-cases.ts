import { type Case, call } from './case.js';

/** Methods that stop the node, block, or mine blocks that only one of the nodes has. */
const LEFT_OUT = /^(stop|waitfor.*|generate(toaddress|todescriptor|block))$/;

/** Every method with malformed calls, independent of its effect. */
export function formCases(methods: string[]): Case[] {
  const forms = (method: string): Case[] => {
    const body = { id: 1, method, params: { nope: 1 } };
    return [
      call(method, Array(20).fill(1), 'values', `${method} with too many arguments`),
      call(method, { nope: 1 }, 'values', `${method} with an unknown name`),
      call(method, { args: [], nope: 1 }, 'values', `${method} with an unknown name and no arguments`),
      { title: `${method}, version 2.0`, about: method, body: { jsonrpc: '2.0', ...body } },
      { title: `${method}, a notification`, about: method, body: { jsonrpc: '2.0', method, params: { nope: 1 } } },
      { title: `${method}, in a batch`, about: method, body: [body, { jsonrpc: '2.0', ...body }, { ...body, params: 'x' }] },
    ];
  };
  return methods.filter((method) => !LEFT_OUT.test(method)).flatMap(forms);
}
