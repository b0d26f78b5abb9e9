import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { rooms } from '../../scripts/rooms.js';

const root = path.resolve(import.meta.dirname, '../..');
const text = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
const sectionOf = (title: string): string => (text.split(`\n## ${title}\n`)[1] ?? '').split('\n## ')[0] ?? '';
const map = sectionOf('The map');

/** Returns the journeys of a section: the title of each, and the files of its stations. */
function journeysOf(section: string): { title: string; stations: string[] }[] {
  return [...section.matchAll(/^(.+):\n\n```text\n([^`]+|`[^`]+`)+?```$/gm)].map(([diagram, title = '']) => {
    const lines = diagram.split('\n').slice(3, -1);
    return { title, stations: lines.map((line) => /^(?:→ )?(\S+) +\S/.exec(line)?.[1] ?? line) };
  });
}

const journeys = [...journeysOf(map), ...journeysOf(sectionOf('More journeys'))];

test('docs: CONTRIBUTING opens with a map, which has three journeys, and three more follow', () => {
  expect(text.startsWith('# Contributing\n\n## The map\n')).toBe(true);
  expect(journeysOf(map)).toHaveLength(3);
  expect(journeys.map(({ stations }) => stations.length <= 7 && stations.length > 3)).toEqual(Array(6).fill(true));
});

test.each(journeys)('docs: the files of the journey "$title" exist', ({ stations }) => {
  expect(stations.filter((file) => !existsSync(path.join(root, 'src', file)))).toEqual([]);
});

test('docs: the drawing has the rooms of the check, each once', () => {
  const drawn = (map.split('```')[1] ?? '')
    .split('\n')
    .flatMap((line) => [...line.matchAll(/(?:^|\s{3,})([a-z]+) {1,}\S/g)].map(([, name]) => name));
  expect(drawn.sort()).toEqual(Object.keys(rooms).sort());
});

test('docs: the places of "Where to change things" exist', () => {
  const named = [...sectionOf('Where to change things').matchAll(/`([\w-]+(?:\/[\w.-]+)+)`/g)].map(([, name = '']) => name);
  const places = named.map((name) => (/^(?:docs|scripts|test)\//.test(name) ? name : path.join('src', name)));
  expect(places.length).toBeGreaterThan(40);
  expect(places.filter((place) => !existsSync(path.join(root, place)) && !place.startsWith('src/settings'))).toEqual([]);
});
