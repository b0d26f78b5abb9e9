import { field, type Json, listOf, readNumber, readObject, readText } from '../../../base/json.js';
import type { CostProfile, ProfileCost, ProfiledFunction, ProfiledLine, ProfileNode } from '../../../clarity/trace.js';

/** Reads the fields of a profile from an answer. @throws DevnetError RPC */
export function readProfile(body: object): CostProfile {
  const root = field(body, 'root');
  return {
    cost: readCost(body, 'cost'),
    functions: listOf(field(body, 'functions'), 'functions').map((row) => readRow(readObject(row, 'function'))),
    lines: listOf(field(body, 'lines'), 'lines').map(readLine),
    ...(root === undefined ? {} : { root: readNode(root) }),
    ...(field(body, 'truncated') === true ? { truncated: true } : {}),
  };
}

function readNode(value: Json): ProfileNode {
  const node = readObject(value, 'node');
  return { ...readRow(node), nodes: listOf(field(node, 'nodes'), 'nodes').map(readNode) };
}

function readLine(value: Json): ProfiledLine {
  const row = readObject(value, 'line');
  return { ...readRow(row), ...(field(row, 'source') === undefined ? {} : { source: readText(row, 'source') }) };
}

function readRow(row: object): ProfiledFunction {
  return {
    contract: readText(row, 'contract'),
    ...(field(row, 'function') === undefined ? {} : { function: readText(row, 'function') }),
    ...(field(row, 'line') === undefined ? {} : { line: readNumber(row, 'line') }),
    count: readNumber(row, 'count'),
    inclusive: readCost(row, 'inclusive'),
    exclusive: readCost(row, 'exclusive'),
  };
}

/** Reads the five costs of an answer. @throws DevnetError RPC */
export function readCost(object: object, name: string): ProfileCost {
  const cost = readObject(field(object, name), name);
  const count = (dimension: keyof ProfileCost) => readNumber(cost, dimension);
  return {
    readCount: count('readCount'),
    readLength: count('readLength'),
    runtime: count('runtime'),
    writeCount: count('writeCount'),
    writeLength: count('writeLength'),
  };
}
