import type { Grouping } from '@larkmere/money/parse-amount';

const groupingOf = (language: string): string | undefined =>
  new Intl.NumberFormat(language).formatToParts(1_000_000).find(({ type }) => type === 'group')?.value;

/**
 * The mark between thousands as this reader writes it. Undefined if the languages of the page and of the browser
 * differ in it, as for a German who reads in English: only then `1,250` has two meanings.
 */
export function readerGrouping(page = document.documentElement.lang, browser = navigator.language): Grouping {
  const [mark, other] = [page || 'en', browser].map(groupingOf);
  return mark === other && (mark === ',' || mark === '.') ? mark : undefined;
}
