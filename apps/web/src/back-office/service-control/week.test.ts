import { expect, it } from 'vitest';
import { addDays, placeInWeek, stackInWeek, startOfWeek } from './week.ts';

const monday = new Date(2026, 10, 23);
const at = (days: number, hours = 0): string =>
  new Date(addDays(monday, days).getTime() + hours * 3_600_000).toISOString();

it.each([
  ['a Monday', new Date(2026, 10, 23, 0, 0)],
  ['a Thursday', new Date(2026, 10, 26, 14, 2)],
  ['the last minute of a Sunday', new Date(2026, 10, 29, 23, 59)],
])('the week of %s begins on Monday', (_, day) => {
  expect(startOfWeek(day)).toEqual(monday);
});

it('places a span by its share of the week', () => {
  expect(placeInWeek({ startsAt: at(0), endsAt: at(7) }, monday)).toEqual({ left: 0, width: 100 });
  const thursday = placeInWeek({ startsAt: at(3), endsAt: at(4) }, monday);
  expect(thursday?.left).toBeCloseTo(300 / 7);
  expect(thursday?.width).toBeCloseTo(100 / 7);
});

it('cuts what begins before or has no end, and leaves out other weeks', () => {
  expect(placeInWeek({ startsAt: at(-3), endsAt: null }, monday)).toEqual({ left: 0, width: 100 });
  expect(placeInWeek({ startsAt: at(-3), endsAt: at(0) }, monday)).toBeUndefined();
  expect(placeInWeek({ startsAt: at(7), endsAt: null }, monday)).toBeUndefined();
});

it('puts bars that overlap on lines below each other, and others on the first', () => {
  const events = [
    { name: 'open end', startsAt: at(3), endsAt: null },
    { name: 'meanwhile', startsAt: at(3, 2), endsAt: at(3, 3) },
    { name: 'before', startsAt: at(0), endsAt: at(1) },
    { name: 'last week', startsAt: at(-3), endsAt: at(-2) },
    { name: 'right after, as wide as its word', startsAt: at(3, 4), endsAt: at(3, 5) },
  ];
  expect(stackInWeek(events, monday).map(({ event, line }) => [event.name, line])).toEqual([
    ['before', 0],
    ['open end', 0],
    ['meanwhile', 1],
    ['right after, as wide as its word', 2],
  ]);
});
