import fc from 'fast-check';
import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { BOUNDS, Durations } from '#dist/gateway/metrics/durations.js';

const note = fc.record({
  labels: fc.record({ method: fc.constantFrom('GET', 'POST'), status: fc.constantFrom('200', '404') }),
  seconds: fc.oneof(fc.constantFrom(...BOUNDS, 0), fc.double({ min: 0, max: 1_000, noNaN: true })),
});

test('default: counts as the histogram of the library does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(note, { maxLength: 50 }), async (notes) => {
      const name = 'seconds';
      const histogram = new Histogram({ name, help: name, labelNames: ['method', 'status'], buckets: BOUNDS, registers: [new Registry()] });
      const durations = new Durations();
      for (const { labels, seconds } of notes) {
        histogram.observe(labels, seconds);
        durations.note(labels, seconds);
      }
      const { values } = await histogram.get();
      expect(durations.values(name)).toEqual(values.map(({ metricName, labels, value }) => ({ metricName, labels, value })));
    }),
  );
});
