import { type MailParameters, type MailTemplate, mailFooter, mailTemplates } from './templates.ts';

export type MailRecipientFields = Readonly<{ firstName: string; supportPhone: string }>;
export type ComposedMail = Readonly<{ subject: string; text: string; html: string }>;

const maxParameterLength = 140;

/** Renders plain text and HTML. Subjects have no parameters because lock screens display them. */
export function compose<T extends MailTemplate>(
  template: T,
  { firstName, supportPhone }: MailRecipientFields,
  parameters: MailParameters<T>,
): ComposedMail {
  const { subject, text } = mailTemplates[template];
  const cleaned = Object.entries<string>({ firstName, ...parameters }).map(([name, value]) => [
    name,
    sanitiseParameter(value),
  ]);
  const values = { ...Object.fromEntries(cleaned), supportPhone };
  const parts = [fillPlaceholders(text, values), fillPlaceholders(mailFooter, values)] as const;
  return { subject, text: parts.join('\n\n-- \n'), html: renderHtml(subject, parts) };
}

const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`an e-mail needs ${name}`);
    return value;
  });

/** Names are user input: removes line breaks and anything that a mail program would turn into a link. */
const sanitiseParameter = (value: string): string =>
  value
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/:\/\/|@/g, ' ')
    .replace(/(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, '. ')
    .trim()
    .slice(0, maxParameterLength);

function renderHtml(subject: string, [body, small]: readonly [string, string]): string {
  const paragraphs = (text: string): string =>
    text
      .split('\n\n')
      .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
      .join('\n');
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
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
