import { field, type Json, listOf, readNumber, readObject, readText } from '../../../base/json.js';
import type { CallTrace, FailurePlace, SourcePlace, TraceCall, TraceEvent } from '../../../clarity/trace.js';

/** Reads the fields of a trace from an answer. @throws DevnetError RPC */
export function readCallTrace(body: object): CallTrace {
  const call = field(body, 'call');
  return {
    ...(call === undefined ? {} : { call: readCall(call) }),
    ...(field(body, 'truncated') === true ? { truncated: true } : {}),
  };
}

/** Reads the field `origin`. @throws DevnetError RPC */
export function readFailurePlace(body: object): { origin?: FailurePlace } {
  if (field(body, 'origin') === undefined) return {};
  const origin = readObject(field(body, 'origin'), 'origin');
  return { origin: { ...readPlace(origin), expression: readText(origin, 'expression'), stack: readTexts(origin, 'stack') } };
}

function readCall(value: Json): TraceCall {
  const call = readObject(value, 'call');
  return {
    contract: readText(call, 'contract'),
    ...(field(call, 'function') === undefined ? {} : { function: readText(call, 'function') }),
    args: readTexts(call, 'args'),
    ...(field(call, 'result') === undefined ? {} : { result: readText(call, 'result') }),
    events: listOf(field(call, 'events'), 'events').map(readEvent),
    at: readPlace(readObject(field(call, 'at'), 'at')),
    calls: listOf(field(call, 'calls'), 'calls').map(readCall),
  };
}

function readEvent(value: Json): TraceEvent {
  const event = readObject(value, 'event');
  return {
    type: readText(event, 'type'),
    args: readTexts(event, 'args'),
    at: readPlace(readObject(field(event, 'at'), 'at')),
    callsBefore: readNumber(event, 'callsBefore'),
  };
}

function readPlace(place: object): SourcePlace {
  return { contract: readText(place, 'contract'), line: readNumber(place, 'line'), column: readNumber(place, 'column') };
}

function readTexts(object: object, name: string): string[] {
  return listOf(field(object, name), name).map((text) => readText({ [name]: text }, name));
}
