import type { CostProfile, ProfileCost } from '../../clarity/trace.js';
import { flameBars } from '../../tools/story.js';

/** A flame graph of one dimension. It is part of the document, because pictures in an `img` show nothing under a pointer. */
export function Flame({ profile, dimension }: { profile: CostProfile; dimension: keyof ProfileCost }) {
  const { width, height, bars } = flameBars(profile, dimension);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="table" aria-label="Flame graph" tabIndex={0}>
      <svg class="flame" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Flame graph of ${dimension}`}>
        {bars.map((bar, index) => (
          <g key={index}>
            <title>{bar.about}</title>
            <rect x={bar.x} y={bar.y} width={bar.width} height={bar.height} rx={2} fill={bar.fill} />
            <text x={bar.x + 3} y={bar.y + 13}>
              {bar.label}
            </text>
          </g>
        ))}
      </svg>
    </section>
  );
}
