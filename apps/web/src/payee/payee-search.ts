import type { PayeeView } from '@larkmere/contract/payee';

type Searched = Pick<PayeeView, 'name' | 'nickname' | 'summary'>;

const bare = (text: string): string => text.replace(/[\s-]/g, '').toLocaleLowerCase();

/** Whether a payee is meant by what was typed: part of a name, or of the numbers in whatever way they are written. */
export function fits({ name, nickname, summary }: Searched, typed: string): boolean {
  const text = typed.trim().toLocaleLowerCase();
  if (!text) return true;
  return (
    [name, nickname ?? ''].some((part) => part.toLocaleLowerCase().includes(text)) ||
    (/\d/.test(text) && summary.split(' · ').some((part) => bare(part).includes(bare(text))))
  );
}
