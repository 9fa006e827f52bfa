import { expect, test } from 'vitest';
import { endpoints } from './contract.ts';
import { CalendarDate, Idempotency, Moment, Uid } from './platform/fields.ts';

const writes = endpoints.filter(({ method }) => method !== 'GET');
const key = '0F3C2B1A-9D8E-4F70-8A6B-5C4D3E2F1A0B';

test.each(writes.map((write) => [`${write.method} ${write.path}`, write] as const))(
  '%s accepts an idempotency key',
  (_, { input }) => {
    const { error } = input.safeParse({ idempotency: key });
    const faults = error?.issues.filter(({ path, code }) => path[0] === 'idempotency' || code === 'unrecognized_keys');
    expect(faults ?? []).toEqual([]);
  },
);

test('a UUID is normalised to lower case', () => {
  expect(Idempotency.parse(key)).toBe(key.toLowerCase());
  expect(Uid.parse(key)).toBe(key.toLowerCase());
});

test.each([
  ['0000-01-01', false],
  ['0001-01-01', false],
  ['1899-12-31', false],
  ['1900-01-01', true],
  ['2999-12-31', true],
  ['3000-01-01', false],
])('a day and a moment of %s: %s', (day, isTaken) => {
  expect(CalendarDate.safeParse(day).success).toBe(isTaken);
  expect(Moment.safeParse(`${day}T12:00:00Z`).success).toBe(isTaken);
});
