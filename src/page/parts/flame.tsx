import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { CostProfile, ProfileCost } from '../../clarity/trace.js';
import { flameBars } from '../../tools/story.js';

type Props = { profile: CostProfile; dimension: keyof ProfileCost; name: string };

/**
 * A flame graph of one dimension, as wide as the page. It is part of the document, because pictures in an `img` show nothing under a
 * pointer. The line below it describes the bar under the pointer, or the one that was touched last.
 */
export function Flame({ profile, dimension, name }: Props) {
  const place = useRef<HTMLElement>(null);
  const available = useSignal<number | undefined>(undefined);
  const chosen = useSignal<number | undefined>(undefined);
  useLayoutEffect(() => {
    const { current } = place;
    if (current === null) return;
    const observer = new ResizeObserver(() => {
      available.value = current.clientWidth;
    });
    observer.observe(current);
    available.value = current.clientWidth;
    return () => observer.disconnect();
  }, []);
  const { width, height, bars } = flameBars(profile, dimension, available.value);
  const choose = (event: Event): void => {
    const bar = event.target instanceof Element ? event.target.closest('[data-bar]') : null;
    if (bar !== null) chosen.value = Number(bar.getAttribute('data-bar'));
  };
  const about = bars[chosen.value ?? 0]?.about;
  return (
    <figure ref={place} class="flame-graph">
      <svg
        class="flame"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Flame graph: ${name}`}
        onPointerOver={choose}
        onPointerDown={choose}
      >
        {bars.map((bar, index) => (
          <g key={index} data-bar={index} class={index === chosen.value ? 'chosen' : ''}>
            <title>{bar.about}</title>
            <rect x={bar.x} y={bar.y} width={bar.width} height={bar.height} rx={2} fill={bar.fill} />
            <text x={bar.x + 3} y={bar.y + 13}>
              {bar.label}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>{about}</figcaption>
    </figure>
  );
}
