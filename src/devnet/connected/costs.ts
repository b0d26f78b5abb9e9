import { field, type Json, listOf, readNumber, readObject, readText } from '../../json.js';
import type { CostDimension, CostRange, CostReport, FunctionCosts } from '../costs/types.js';

/** Reads the body of `GET /devnet/v1/costs`. @throws DevnetError RPC naming the field */
export function readCosts(body: object): CostReport {
  const limit = readObject(field(body, 'limit'), 'limit');
  return {
    epoch: readText(body, 'epoch'),
    limit: readDimensions((name) => readNumber(limit, name)),
    functions: listOf(field(body, 'functions'), 'functions').map(readFunction),
  };
}

function readFunction(value: Json): FunctionCosts {
  const row = readObject(value, 'functions');
  const found = {
    contract: readText(row, 'contract'),
    function: readText(row, 'function'),
    calls: readNumber(row, 'calls'),
    measured: readNumber(row, 'measured'),
  };
  if (field(row, 'costs') === undefined) return found;
  const costs = readObject(field(row, 'costs'), 'costs');
  return {
    ...found,
    costs: readDimensions((name) => readRange(field(costs, name), name)),
    share: readRange(field(row, 'share'), 'share'),
    ...readDearest(row),
  };
}

function readDearest(row: object): Pick<FunctionCosts, 'dearest'> {
  return field(row, 'dearest') === undefined ? {} : { dearest: readText(row, 'dearest') };
}

function readRange(value: Json, name: string): CostRange {
  const range = readObject(value, name);
  return { min: Number(field(range, 'min')), median: Number(field(range, 'median')), max: Number(field(range, 'max')) };
}

function readDimensions<T>(read: (name: CostDimension) => T): Record<CostDimension, T> {
  return {
    runtime: read('runtime'),
    readCount: read('readCount'),
    readLength: read('readLength'),
    writeCount: read('writeCount'),
    writeLength: read('writeLength'),
  };
}
