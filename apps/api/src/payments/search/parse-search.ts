import { isUnspaced, splitWords } from '@larkmere/contract/platform/search-words';
import { isCurrency } from '@larkmere/money/money';

/** The beginnings of words that must all be there. */
type AllOf = readonly string[];

/** Each term is a choice of readings: `14.11` is a day, an amount, or part of a number. */
type SearchTerm = readonly AllOf[];

export type ParsedSearch = Readonly<{
  /** All terms must match; none: nothing was typed that can be searched. */
  terms: readonly SearchTerm[];
  /** An account number or IBAN that was typed in groups. Matches instead of the terms. */
  wholeNumber: string | undefined;
  /** An amount with decimals was typed, which neither a name nor an account number can hold. */
  hasAmount: boolean;
}>;

const maxTerms = 8;
const minLetters = 2;

/** Words begin with `=` for an amount and with `@` for a day, as the database indexes them. */
export function parseSearch(typed: string, today: string): ParsedSearch {
  const chunks = joinThousands(typed).split(/\s+/).filter(Boolean);
  const terms: SearchTerm[] = [];
  if (splitWords(typed).join('').length < minLetters) return { terms, wholeNumber: undefined, hasAmount: false };
  for (let place = 0; place < chunks.length && terms.length < maxTerms; ) {
    const found = readDates(chunks.slice(place), today);
    const size = found?.size ?? 1;
    const here = chunks.slice(place, place + size);
    const days = (found?.days ?? []).map((day) => [day]);
    const readings = size > 1 ? [here.flatMap(toWords)] : readChunk(here[0] ?? '');
    if (readings.length + days.length > 0) terms.push([...days, ...readings]);
    place += size;
  }
  const wholeNumber = terms.length > 1 ? readWholeNumber(typed) : undefined;
  return { terms, wholeNumber, hasAmount: chunks.some(isAmount) };
}

function readWholeNumber(typed: string): string | undefined {
  const whole = typed.toLowerCase().replace(/[\s-]/g, '');
  return /^[a-z]{0,2}\d{2}[0-9a-z]{4,32}$/.test(whole) ? whole : undefined;
}

const joinThousands = (text: string): string =>
  text.replace(/(?<![\d.,])\d{1,3}(?: \d{3})+(?![\d])/g, (digits) => digits.replaceAll(' ', ''));

const signs: Readonly<Record<string, string>> = { '£': 'gbp', '€': 'eur', '฿': 'thb', $: 'usd', '¥': 'jpy' };

function splitAmount(chunk: string) {
  const { before, body, after } = /^(?<before>[^\d.,]*)(?<body>[\d.,'’]*)(?<after>[^\d.,]*)$/.exec(chunk)?.groups ?? {};
  const code = toCurrency((before || after)?.replace(/[+−-]/g, '') ?? '');
  return { body, code, amounts: code === undefined || (before && after) ? [] : readAmounts(body ?? '') };
}

/** An amount with decimals, as opposed to a number that may also be part of a reference or an account number. */
function isAmount(chunk: string): boolean {
  const { body = '', amounts } = splitAmount(chunk);
  return amounts.length > 0 && /[.,]\d{1,2}$/.test(body);
}

function readChunk(chunk: string): AllOf[] {
  const { body, code, amounts } = splitAmount(chunk);
  const words = chunk.replace(/^[+−-]/, '');
  const readings = [toWords(words)].filter((all) => all.length > 0);
  if (!/^\d/.test(body ?? '')) return code ? [[code]] : readings;
  return [...amounts.map((amount) => (code ? [amount, code] : [amount])), ...(code || isAmount(chunk) ? [] : readings)];
}

/** Undefined for letters that name no currency, empty for no letters. */
function toCurrency(letters: string): string | undefined {
  if (letters === '') return '';
  if (Object.hasOwn(signs, letters)) return signs[letters];
  return isCurrency(letters.toUpperCase()) ? letters.toLowerCase() : undefined;
}

/** The last mark before one or two digits is the decimal mark; before three it groups. */
function readAmounts(text: string): string[] {
  const { whole, fraction } = /^(?<whole>\d[\d.,'’]*?)(?:[.,](?<fraction>\d{0,2}))?$/.exec(text)?.groups ?? {};
  if (whole === undefined || !/^\d+([.,'’]\d{3})*$/.test(whole)) return [];
  return [`=${whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '')}.${fraction ?? ''}`];
}

const windowLength = 6;

function toWords(text: string): string[] {
  return splitWords(text).flatMap((word) => {
    const letters = Array.from(word);
    if (!isUnspaced(word) || letters.length <= windowLength) return [letters.slice(0, 40).join('')];
    const starts = letters.flatMap((_, place) =>
      place % windowLength === 0 ? [Math.min(place, letters.length - windowLength)] : [],
    );
    return starts.map((start) => letters.slice(start, start + windowLength).join(''));
  });
}

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

type ReadDates = Readonly<{ size: number; days: readonly string[] }>;

/** The longest date at the beginning, as beginnings of the words `@2026-11-14` and `@11-14`. */
function readDates(chunks: readonly string[], today: string): ReadDates | undefined {
  for (const size of [3, 2, 1]) {
    if (chunks.length < size) continue;
    const text = chunks.slice(0, size).join(' ').toLowerCase().replaceAll(',', '');
    const days = [readNamedDay(text, today), readFigures(text)].find((found) => found !== undefined);
    if (days) return { size, days };
  }
  return undefined;
}

function readNamedDay(text: string, today: string): string[] | undefined {
  if (text === 'today') return [`@${today}`];
  if (text === 'yesterday') return [`@${dayBefore(today)}`];
  const { day, month, year } =
    /^(?:(?<day>\d{1,2})(?:st|nd|rd|th)? )?(?<month>[a-z]{3,9})\.?(?: (?<year>\d{4}))?$/.exec(text)?.groups ?? {};
  if (month !== undefined) return fromParts(year, monthOf(month), day);
  const american = /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?: (?<year>\d{4}))?$/.exec(text)?.groups;
  return american && fromParts(american.year, monthOf(american.month ?? ''), american.day);
}

function readFigures(text: string): string[] | undefined {
  const iso = /^(?<year>\d{4})-(?<month>\d\d)(?:-(?<day>\d\d))?$/.exec(text)?.groups;
  if (iso) return fromParts(iso.year, Number(iso.month), iso.day);
  const british = /^(?<day>\d{1,2})[/.-](?<month>\d{1,2})(?:[/.-](?<year>\d{4}|\d\d))?$/.exec(text)?.groups;
  if (!british) return undefined;
  const { year } = british;
  return fromParts(year?.length === 2 ? `20${year}` : year, Number(british.month), british.day);
}

const monthOf = (name: string): number | undefined => {
  const place = months.findIndex((month) => month.startsWith(name) || (name === 'sept' && month === 'september'));
  return place === -1 ? undefined : place + 1;
};

function fromParts(year: string | undefined, month: number | undefined, day: string | undefined) {
  if (month === undefined || month < 1 || month > 12) return undefined;
  if (day !== undefined && (Number(day) < 1 || Number(day) > 31)) return undefined;
  const monthText = String(month).padStart(2, '0');
  return [`@${year === undefined ? '' : `${year}-`}${monthText}-${day === undefined ? '' : day.padStart(2, '0')}`];
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
