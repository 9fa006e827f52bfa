import { identifierValue } from '@larkmere/contract/reference/identifier-text';

export type Identifier = Readonly<{ memberCode: string | null; email: string | null; phone: string | null }>;

/** What was typed as a member code, an e-mail address or a telephone number. Nothing that it cannot be is searched. */
export function readIdentifier(typed: string): Identifier {
  const text = typed.trim();
  if (text.includes('@')) return { memberCode: null, email: text.toLowerCase(), phone: null };
  const code = /^LM[- ]?(?<digits>\d{4,10})$/i.exec(text)?.groups?.digits;
  if (code) return { memberCode: `LM-${code}`, email: null, phone: null };
  const phone = identifierValue(text, 'phone')?.replace(/^00/, '+') ?? '';
  return { memberCode: null, email: null, phone: /^\+\d{7,15}$/.test(phone) ? phone : null };
}
