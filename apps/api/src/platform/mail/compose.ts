import { formatMessage } from '@larkmere/messages/format-message';
import type { Language } from '@larkmere/messages/languages';
import type { StoredMessage } from '@larkmere/messages/parameters';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import type { Money } from '@larkmere/money/money';
import type { MailParameters, MailTemplate } from './templates.ts';

export type MailRecipientFields = Readonly<{ firstName: string; supportPhone: string; language: Language }>;
export type ComposedMail = Readonly<{ subject: string; text: string; html: string }>;

const maxParameterLength = 140;
/** What staff write to a customer, a list of fees, and what a customer writes to us. */
const maxLengths: Readonly<Record<string, number>> = { letter: 500, changes: 500, question: 2000 };
/** Keeps its lines. Only our support reads it. */
const withLines: ReadonlySet<string> = new Set(['question']);
/** The links that we write ourselves. Every other parameter may come from a user. */
const ownLinks: readonly string[] = [
  'resetLink',
  'closeLink',
  'confirmLink',
  'deviceLink',
  'inviteLink',
  'personLink',
  'pinLink',
  'statementLink',
  'stopLink',
  'tariffLink',
];

export function compose<T extends MailTemplate>(
  template: T,
  { firstName, supportPhone, language }: MailRecipientFields,
  parameters: MailParameters<T>,
): ComposedMail {
  const all = Object.entries<string | number | Date | Money>({ firstName, ...parameters });
  const given = all.map(([name, value]) => [name, typeof value === 'number' ? value : toText(name, value)] as const);
  const params: StoredMessage['params'] = { ...Object.fromEntries(given), supportPhone };
  const subject = formatMessage(language, { code: `${template}_subject`, params: {} });
  const body = formatMessage(language, { code: template, params });
  const warning = template === 'email_consent_code' ? 'email_consent_code_footer' : 'email_footer';
  const footer = [
    formatMessage(language, { code: warning, params: { supportPhone } }),
    formatMessage(language, { code: 'email_legal', params: {} }),
  ].join('\n\n');
  return {
    subject,
    text: `${body}\n\n-- \n${footer}`,
    html: renderHtml(language, subject, [body, footer], findLinks(given)),
  };
}

function toText(name: string, value: string | Date | Money): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string') return formatDisplayMoney(value);
  if (ownLinks.includes(name)) return value;
  if (!withLines.has(name)) return sanitiseParameter(value, maxLengths[name]);
  const lines = value.split(/\r?\n/).map((line) => sanitiseParameter(line, maxLengths[name]));
  return lines.filter(Boolean).join('\n').slice(0, maxLengths[name]);
}

const findLinks = (given: readonly (readonly [string, string | number])[]): string[] =>
  given.flatMap(([name, value]) => (ownLinks.includes(name) ? [String(value)] : []));

/** Names are user input: removes line breaks and anything that a mail program would turn into a link. */
const sanitiseParameter = (value: string, maxLength = maxParameterLength): string =>
  value
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/:\/\/|@/g, ' ')
    .replace(/(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, '. ')
    .trim()
    .slice(0, maxLength);

function renderHtml(
  language: Language,
  subject: string,
  [body, small]: readonly [string, string],
  links: readonly string[],
): string {
  const render = (paragraph: string): string => {
    const shown = escapeHtml(paragraph);
    return links.includes(paragraph) ? `<a href="${shown}">${shown}</a>` : shown.replaceAll('\n', '<br>');
  };
  const paragraphs = (text: string): string =>
    text
      .split('\n\n')
      .map((paragraph) => `<p>${render(paragraph)}</p>`)
      .join('\n');
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family:sans-serif;max-width:36em;margin:0 auto;padding:1em">
${paragraphs(body)}
<hr>
<div style="font-size:smaller;color:#555">
${paragraphs(small)}
</div>
</body></html>
`;
}

const htmlEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => htmlEntities[sign] ?? sign);
