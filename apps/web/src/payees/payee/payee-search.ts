import type { PayeeView } from '@larkmere/contract/payees/payee';

type SearchablePayee = Pick<PayeeView, 'name' | 'nickname' | 'summary' | 'defaultReference'>;

const stripSeparators = (text: string): string => text.replace(/[\s-]/g, '').toLocaleLowerCase();

export function matchesSearch({ name, nickname, summary, defaultReference }: SearchablePayee, typed: string): boolean {
  const text = typed.trim().toLocaleLowerCase();
  if (!text) return true;
  return (
    [name, nickname ?? '', defaultReference ?? ''].some((part) => part.toLocaleLowerCase().includes(text)) ||
    (/\d/.test(text) && summary.split(' · ').some((part) => stripSeparators(part).includes(stripSeparators(text))))
  );
}

export const sortOrders = ['name', 'paid', 'added'] as const;
export type SortOrder = (typeof sortOrders)[number];

type SortablePayee = Pick<PayeeView, 'name' | 'nickname' | 'lastPaidAt' | 'createdAt' | 'favourite'>;

const displayName = ({ name, nickname }: SortablePayee): string => nickname ?? name;
const byName = (a: SortablePayee, b: SortablePayee): number => displayName(a).localeCompare(displayName(b));
const compareLatestFirst = (a: string | null, b: string | null): number => (b ?? '').localeCompare(a ?? '');

const comparisons: Readonly<Record<SortOrder, (a: SortablePayee, b: SortablePayee) => number>> = {
  name: byName,
  paid: (a, b) => compareLatestFirst(a.lastPaidAt, b.lastPaidAt) || byName(a, b),
  added: (a, b) => compareLatestFirst(a.createdAt, b.createdAt),
};

export const sortPayees = <P extends SortablePayee>(payees: readonly P[], order: SortOrder): P[] =>
  payees.toSorted((a, b) => Number(b.favourite) - Number(a.favourite) || comparisons[order](a, b));
