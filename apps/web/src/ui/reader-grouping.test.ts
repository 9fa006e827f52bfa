import { expect, it } from 'vitest';
import { readerGrouping } from './reader-grouping.ts';

it.each([
  ['en', 'en-GB', ','],
  ['en', 'th-TH', ','],
  ['de', 'de-DE', '.'],
  ['en', 'de-DE', undefined],
  ['en', 'fr-FR', undefined],
] as const)('a page in %s for a browser in %s groups thousands with %s', (page, browser, mark) => {
  expect(readerGrouping(page, browser)).toBe(mark);
});
