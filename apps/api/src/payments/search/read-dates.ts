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
export function readDates(chunks: readonly string[], today: string): ReadDates | undefined {
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
