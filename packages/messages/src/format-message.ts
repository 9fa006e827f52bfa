import { formatDisplayAmount } from '@larkmere/money/display-amount';
import { IntlMessageFormat } from 'intl-messageformat';
import { defaultLanguage, type Language, languages } from './languages.ts';
import { type MessageCode, message } from './message.ts';
import {
  type ParameterKind,
  type ParameterName,
  type ParameterValue,
  parameters,
  type StoredMessage,
} from './parameters.ts';

type Shown = string | number;

/** Renders a message. A stored code that no longer has a text is shown as it is. */
export function formatMessage(language: Language, { code, params }: StoredMessage): string {
  const shown = Object.entries(params).map(([name, value]) => [name, formatParameter(language, name, value)]);
  return String(formatFor(language, code).format<Shown>(Object.fromEntries(shown)));
}

/** For text that is stored, or that has no reader yet. */
export const defaultText = <Code extends MessageCode>(...given: Parameters<typeof message<Code>>): string =>
  formatMessage(defaultLanguage, message(...given));

const formats = new Map<string, IntlMessageFormat>();

function formatFor(language: Language, code: string): IntlMessageFormat {
  const key = `${language} ${code}`;
  const known = formats.get(key);
  if (known) return known;
  const texts: Readonly<Record<string, string>> = languages[language];
  const made = new IntlMessageFormat(texts[code] ?? code, locales[language], undefined, { ignoreTag: true });
  formats.set(key, made);
  return made;
}

const locales: Record<Language, string> = { en: 'en-GB' };

function formatParameter(language: Language, name: string, value: ParameterValue): Shown {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return formatText(language, name, value);
  if ('code' in value) return formatMessage(language, value);
  if ('amount' in value) return formatDisplayAmount(value.amount, value.currency);
  return new Intl.ListFormat(locales[language], {
    type: kindOf(name) === 'options' ? 'disjunction' : 'conjunction',
  }).format(value);
}

const kindOf = (name: string): ParameterKind | undefined =>
  Object.hasOwn(parameters, name) ? parameters[name as ParameterName] : undefined;

function formatText(language: Language, name: string, value: string): string {
  const kind = kindOf(name);
  if (kind === 'date') return formatDate(language, new Date(value), 'UTC');
  return kind === 'moment' ? formatMoment(language, new Date(value)) : value;
}

function formatMoment(language: Language, at: Date): string {
  const time = new Intl.DateTimeFormat(locales[language], { timeZone: london, hour: '2-digit', minute: '2-digit' });
  return `${formatDate(language, at, london)}, ${time.format(at)} UK time`;
}

const london = 'Europe/London';

function formatDate(language: Language, at: Date, timeZone: string): string {
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locales[language], { timeZone, ...options }).format(at);
  return `${format({ weekday: 'short' })} ${format({ day: 'numeric', month: 'short', year: 'numeric' })}`;
}
