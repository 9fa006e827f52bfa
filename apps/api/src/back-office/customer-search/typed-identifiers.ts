import { splitWords } from '@larkmere/contract/platform/search-words';

/** What the typed text could be, beside a name. Null: it cannot be that. */
export type TypedIdentifiers = Readonly<{
  memberCode: string | null;
  /** Bank holder id or account number. */
  account: string | null;
  iban: string | null;
  card: string | null;
  email: string | null;
  phones: readonly string[];
  reference: string | null;
  words: readonly string[];
}>;

const maxWords = 6;

export function readIdentifiers(typed: string): TypedIdentifiers {
  const squeezed = typed.replace(/[\s.-]/g, '').toUpperCase();
  const digits = /^\d+$/.test(squeezed) ? squeezed : null;
  const code = /^(?:LM)?(\d{4,9})$/.exec(squeezed)?.[1];
  return {
    memberCode: code === undefined ? null : `LM-${code}`,
    account: digits && digits.length >= 6 && digits.length <= 10 ? digits : null,
    iban: /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(squeezed) ? squeezed : null,
    card: digits?.length === 4 ? digits : null,
    email: /^\S+@\S+\.\S+$/.test(typed) ? typed.toLowerCase() : null,
    phones: readPhones(typed),
    reference: /^(?=.*\d)[A-Z0-9]{4,16}$/.test(squeezed) ? squeezed : null,
    words: typed.includes('@') ? [] : splitWords(typed).slice(0, maxWords),
  };
}

/** A number without a country is read as British and as Thai, the countries of most customers. */
function readPhones(typed: string): string[] {
  const number = typed.replace(/[\s().-]/g, '').replace(/^00/, '+');
  if (/^\+\d{7,15}$/.test(number)) return [number];
  return /^0\d{8,10}$/.test(number) ? [`+44${number.slice(1)}`, `+66${number.slice(1)}`] : [];
}
