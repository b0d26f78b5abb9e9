/** What a call did, in the order of execution. */
export type TraceStep<Event, Call> = { event: Event; call?: undefined } | { event?: undefined; call: Call };

/** Returns the events of a call and the calls that it made as they followed each other. */
export function traceSteps<Event extends { callsBefore: number }, Call>({
  events,
  calls,
}: {
  events: readonly Event[];
  calls: readonly Call[];
}): TraceStep<Event, Call>[] {
  const steps: TraceStep<Event, Call>[] = [];
  let next = 0;
  const addEvents = (callsBefore: number): void => {
    for (let event = events[next]; event !== undefined && event.callsBefore <= callsBefore; event = events[++next]) steps.push({ event });
  };
  for (const [index, call] of calls.entries()) {
    addEvents(index);
    steps.push({ call });
  }
  addEvents(Number.POSITIVE_INFINITY);
  return steps;
}
