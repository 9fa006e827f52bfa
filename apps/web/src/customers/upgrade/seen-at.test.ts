import { expect, test } from 'vitest';
import { parseSeenAt } from './seen-at.ts';

const now = new Date('2026-11-20T12:00:00Z');

test('reads a time of the last day in any notation', () => {
  const at = new Date('2026-11-20T10:42:00Z');
  for (const t of [String(at.getTime()), String(at.getTime() / 1000), at.toISOString()])
    expect(parseSeenAt(t, now), t).toEqual({ at, isOld: false });
});

test.each([
  ['2026-11-19T11:59:59.999Z', true],
  ['2026-11-19T12:00:00.000Z', false],
  ['2026-11-20T12:00:00.000Z', false],
])('is old after exactly a day: %s is %s', (t, isOld) => {
  expect(parseSeenAt(t, now)?.isOld).toBe(isOld);
});

test('ignores anything but a past time', () => {
  for (const t of [undefined, '', 'soon', '1', '2026-11-20T12:00:01Z', '9999999999999', '<b>', '-1'])
    expect(parseSeenAt(t, now), t).toBeUndefined();
});
