import { formatMessage } from '@larkmere/messages/format-message';
import { expect, it } from 'vitest';
import { parseDate } from './parse-date.ts';

const read = (text: string): string => {
  const found = parseDate(text);
  return 'day' in found ? found.day : formatMessage('en', found.fault);
};

it.each([
  ['2026-12-31', '2026-12-31'],
  [' 2026-12-31 ', '2026-12-31'],
  ['2026-12-31T00:00:00', '2026-12-31'],
  ['2026-12-31Z', '2026-12-31'],
  ['2026-12-31+01:00', '2026-12-31'],
  ['20261231', '2026-12-31'],
  ['2026/1/5', '2026-01-05'],
  ['31/12/2026', '2026-12-31'],
  ['12/31/2026', '2026-12-31'],
  ['05/05/2026', '2026-05-05'],
  ['1.12.2026', '2026-12-01'],
  ['1 Dec 2026', '2026-12-01'],
  ['1 December 2026', '2026-12-01'],
  ['1-Dec-2026', '2026-12-01'],
  ['29/02/2028', '2028-02-29'],
])('reads %j', (text, day) => expect(read(text)).toBe(day));

it.each(['soon', '31/12/26', '2026-02-30', '31/02/2026', '2026-13-01', '1 Foo 2026', '13/13/2026', '46357', '2026-1'])(
  'refuses %j',
  (text) => expect(read(text)).toBe('Write this date as 2026-12-31, or leave it blank to pay when you send'),
);

it.each(['01/12/2026', '1-12-2026'])('refuses %j, which could mean two days', (text) =>
  expect(read(text)).toBe('Write this date as 2026-12-31. It could mean Tue 1 Dec 2026 or Mon 12 Jan 2026'),
);
