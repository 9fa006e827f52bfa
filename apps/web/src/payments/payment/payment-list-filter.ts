import type { contract } from '@larkmere/contract/contract';
import type { PaymentGroup } from '@larkmere/contract/payments/payment-list';
import type { RawInput } from '@larkmere/contract/platform/endpoint';

export const shownGroups = ['all', 'waiting', 'planned', 'sent', 'arrived', 'returned'] as const satisfies readonly (
  | 'all'
  | PaymentGroup
)[];
export type ShownGroup = (typeof shownGroups)[number];
export type ListReach = 'all' | 'domestic' | 'swift';
export type PaymentListInput = Omit<RawInput<typeof contract.payment.list>, 'cursor'>;

export type PaymentListFilter = Readonly<{
  group: ShownGroup;
  bankholderid: string | undefined;
  search: string | undefined;
  startdate: string | undefined;
  enddate: string | undefined;
}>;

/** Groups by the `filterType` of older links. */
const groupOfType: Readonly<Record<string, ShownGroup>> = {
  wait: 'waiting',
  scheduled: 'planned',
  approve: 'all',
  reject: 'returned',
  cancel: 'returned',
  all: 'all',
};

const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text);

export function parseFilter(query: Readonly<Record<string, unknown>>, reach: ListReach): PaymentListFilter {
  const text = (name: string): string | undefined => {
    const value = query[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
  const [from, to] = [text('startdate'), text('enddate')];
  const byDefault = reach === 'all' ? 'all' : 'waiting';
  return {
    group: shownGroups.find((group) => group === text('group')) ?? groupOfType[text('filterType') ?? ''] ?? byDefault,
    bankholderid: text('bankholderid') || undefined,
    search: text('search')?.trim().slice(0, 100) || undefined,
    startdate: isDay(from) ? from : undefined,
    enddate: isDay(to) ? to : undefined,
  };
}

export const hasFilter = ({ bankholderid, search, startdate, enddate }: PaymentListFilter): boolean =>
  [bankholderid, search, startdate, enddate].some((value) => value !== undefined);

export const toListInput = (reach: ListReach, { group, ...filter }: PaymentListFilter): PaymentListInput => ({
  ...filter,
  ...(group !== 'all' && { group }),
  ...(reach !== 'all' && { reach }),
});
