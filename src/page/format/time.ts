const DAY_S = 86_400;

/** `12 s ago` on the day itself; the date otherwise, because the clock of a network that mines on demand is its own. */
export function relativeTime(seconds: number, now: number): string {
  const age = Math.round(now - seconds);
  if (Math.abs(age) >= DAY_S) return absoluteTime(seconds);
  if (age < 0) return `in ${span(-age)}`;
  return age < 2 ? 'now' : `${span(age)} ago`;
}

/** `2026-01-01 23:40:20` in local time. */
export function absoluteTime(seconds: number): string {
  const date = new Date(seconds * 1_000);
  const two = (number: number) => `${number}`.padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${clockTime(date)}`;
}

/** `23:40:20` in local time. */
export function clockTime(date: Date): string {
  return date.toTimeString().slice(0, 8);
}

function span(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3_600)} h`;
}
