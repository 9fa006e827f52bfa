import { expect, test } from 'vitest';
import { seenAt } from './seen-at.ts';

const now = new Date('2026-11-20T12:00:00Z');

test('a moment of the last day is fresh, however it is written', () => {
  const at = new Date('2026-11-20T10:42:00Z');
  for (const t of [String(at.getTime()), String(at.getTime() / 1000), at.toISOString()])
    expect(seenAt(t, now), t).toEqual({ at, isOld: false });
});

test('an older one is an old offer', () => {
  expect(seenAt('2026-11-19T11:59:59Z', now)?.isOld).toBe(true);
});

test('what is no moment of the past says nothing', () => {
  for (const t of [undefined, '', 'soon', '1', '2026-11-20T12:00:01Z', '9999999999999', '<b>', '-1'])
    expect(seenAt(t, now), t).toBeUndefined();
});
