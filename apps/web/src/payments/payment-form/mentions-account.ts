import type { PayeeView } from '@larkmere/contract/payees/payee';

type Details = PayeeView['details'];

/** Whether a typed or pasted text holds the whole account of a payee, with whatever names and labels around it. */
export function mentionsAccount(text: string, { iban, sortCode, accountNumber }: Details): boolean {
  const plain = text.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const numbers = iban ? [iban] : sortCode && accountNumber ? [sortCode, accountNumber] : [];
  return numbers.length > 0 && numbers.every((number) => plain.includes(number));
}
