import type { PayeeView } from '@larkmere/contract/payee';

type Searched = Pick<PayeeView, 'name' | 'nickname' | 'summary'>;

const bare = (text: string): string => text.replace(/[\s-]/g, '').toLocaleLowerCase();

export function fits({ name, nickname, summary }: Searched, typed: string): boolean {
  const text = typed.trim().toLocaleLowerCase();
  if (!text) return true;
  return (
    [name, nickname ?? ''].some((part) => part.toLocaleLowerCase().includes(text)) ||
    (/\d/.test(text) && summary.split(' · ').some((part) => bare(part).includes(bare(text))))
  );
}

export const orders = ['name', 'paid', 'added'] as const;
export type Order = (typeof orders)[number];

type Sorted = Pick<PayeeView, 'name' | 'nickname' | 'lastPaidAt' | 'createdAt' | 'favourite'>;

const shownName = ({ name, nickname }: Sorted): string => nickname ?? name;
const byName = (a: Sorted, b: Sorted): number => shownName(a).localeCompare(shownName(b));
const latest = (a: string | null, b: string | null): number => (b ?? '').localeCompare(a ?? '');

const comparisons: Readonly<Record<Order, (a: Sorted, b: Sorted) => number>> = {
  name: byName,
  paid: (a, b) => latest(a.lastPaidAt, b.lastPaidAt) || byName(a, b),
  added: (a, b) => latest(a.createdAt, b.createdAt),
};

export const sorted = <P extends Sorted>(payees: readonly P[], order: Order): P[] =>
  payees.toSorted((a, b) => Number(b.favourite) - Number(a.favourite) || comparisons[order](a, b));
