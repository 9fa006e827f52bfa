import type { PayeeView } from '@larkmere/contract/payee';

type Searched = Pick<PayeeView, 'name' | 'nickname' | 'sortCode' | 'accountNumber'>;

/** Whether a payee is meant by what was typed: part of a name, or of the numbers in whatever way they are written. */
export function fits({ name, nickname, sortCode, accountNumber }: Searched, typed: string): boolean {
  const text = typed.trim().toLocaleLowerCase();
  if (!text) return true;
  const digits = text.replace(/[\s-]/g, '');
  const isNumber = /^\d+$/.test(digits);
  return (
    [name, nickname ?? ''].some((part) => part.toLocaleLowerCase().includes(text)) ||
    (isNumber && [sortCode, accountNumber].some((part) => part.includes(digits)))
  );
}
