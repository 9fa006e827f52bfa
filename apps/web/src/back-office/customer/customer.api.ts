import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

export const searchQuery = (search: string, closedToo = false) =>
  queryOptions({
    queryKey: staffKeys.search({ search, closedToo }),
    queryFn: ({ signal }) => call(staffEndpoints.customerSearch.search, { search, closedToo }, { signal }),
    enabled: search.length >= 2,
    staleTime: 60_000,
    meta: { inline: true },
  });

export const headerQuery = (id: string) =>
  queryOptions({
    queryKey: staffKeys.customer(id),
    queryFn: ({ signal }) => call(staffEndpoints.customerFile.show, { id }, { signal }),
    meta: { inline: true },
  });

const tabs = staffEndpoints.customerFile;
export type LineTab = 'activity' | 'messages' | 'audit';

const tabOptions = <Reply>(id: string, tab: string, read: (signal: AbortSignal) => Promise<Reply>) =>
  queryOptions({
    queryKey: staffKeys.customerTab(id, tab),
    queryFn: ({ signal }) => read(signal),
    meta: { inline: true },
  });

export const overviewQuery = (id: string) =>
  tabOptions(id, 'overview', (signal) => call(tabs.overview, { id }, { signal }));
export const paymentsQuery = (id: string) =>
  tabOptions(id, 'payments', (signal) => call(tabs.payments, { id }, { signal }));
export const payeesQuery = (id: string) => tabOptions(id, 'payees', (signal) => call(tabs.payees, { id }, { signal }));
export const ordersQuery = (id: string) => tabOptions(id, 'orders', (signal) => call(tabs.orders, { id }, { signal }));
export const notesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: staffKeys.customerTab(id, 'notes'),
    queryFn: ({ pageParam: after, signal }) => call(tabs.notes, { id, ...(after && { after }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ list, hasMore }) => (hasMore ? list.at(-1)?.uid : undefined),
    meta: { inline: true },
  });
export const linesQuery = (id: string, tab: LineTab) =>
  tabOptions(id, tab, (signal) => call(tabs[tab], { id }, { signal }));
export const reviewsQuery = (id: string) =>
  tabOptions(id, 'reviews', (signal) => call(staffEndpoints.publicReviewCheck.list, { id }, { signal }));
export const referralsQuery = (id: string) =>
  tabOptions(id, 'referrals', (signal) => call(staffEndpoints.referralReview.list, { id }, { signal }));
export const caseQuery = (id: string, uid: string) =>
  tabOptions(id, 'kyc', (signal) => call(staffEndpoints.kycReview.show, { uid }, { signal }));

export const factorResetsQuery = (id: string) =>
  tabOptions(id, 'factor-resets', (signal) => call(staffEndpoints.factorResetReview.list, { id }, { signal }));

export const memberChecksQuery = (id: string) =>
  tabOptions(id, 'member-checks', (signal) => call(staffEndpoints.memberCheckReview.list, { id }, { signal }));

/** A decision on a tab changes the header's counts, other tabs and the audit of this customer too. */
function useDecision<Input, Reply>(id: string, write: (input: Input) => Promise<Reply>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: () => cache.invalidateQueries({ queryKey: staffKeys.customer(id) }),
    meta: { showsOwnError: true },
  });
}

export type PayeeDecision =
  | ({ verb: 'release' } & RawInput<typeof contract.payeeReview.release>)
  | ({ verb: 'stop' } & RawInput<typeof contract.payeeReview.stop>);

export const useDecidePayee = (id: string) =>
  useDecision(id, ({ verb, ...input }: PayeeDecision) =>
    call(staffEndpoints.payeeReview[verb] as typeof staffEndpoints.payeeReview.release, input as never),
  );

export const useDecideItem = (id: string) =>
  useDecision(id, (input: RawInput<typeof contract.kycReview.decideItem>) =>
    call(staffEndpoints.kycReview.decideItem, input),
  );

export const useDecideCase = (id: string) =>
  useDecision(id, (input: RawInput<typeof contract.kycReview.decide>) => call(staffEndpoints.kycReview.decide, input));

export type UpgradeDecision = Readonly<{ uid: string; reason?: string; idempotency: string }>;
export const useDecideUpgrade = (id: string) =>
  useDecision(id, ({ reason, ...input }: UpgradeDecision) =>
    reason === undefined
      ? call(staffEndpoints.upgrade.clear, input)
      : call(staffEndpoints.upgrade.refuse, { ...input, reason }),
  );

export type AppealDecision = Readonly<{ uid: string; answer?: string; idempotency: string }>;
export const useDecideAppeal = (id: string) =>
  useDecision(id, ({ answer, ...input }: AppealDecision) =>
    answer === undefined
      ? call(staffEndpoints.referralReview.accept, input)
      : call(staffEndpoints.referralReview.decline, { ...input, answer }),
  );

export type ResetDecision =
  | ({ verb: 'approve' } & RawInput<typeof contract.factorResetReview.approve>)
  | ({ verb: 'refuse' } & RawInput<typeof contract.factorResetReview.refuse>);
export const useDecideReset = (id: string) =>
  useDecision(id, ({ verb, ...input }: ResetDecision) =>
    call(staffEndpoints.factorResetReview[verb] as typeof staffEndpoints.factorResetReview.approve, input as never),
  );

export type MemberDecision =
  | ({ verb: 'confirm' } & RawInput<typeof contract.memberCheckReview.confirm>)
  | ({ verb: 'askAgain' } & RawInput<typeof contract.memberCheckReview.askAgain>);
export const useDecideMember = (id: string) => useDecision(id, (decision: MemberDecision) => decideMember(decision));

/** A confirmation answers with the sub-user, which nobody reads here. */
async function decideMember(decision: MemberDecision): Promise<void> {
  if (decision.verb === 'confirm') {
    const { verb: _, ...input } = decision;
    await call(staffEndpoints.memberCheckReview.confirm, input);
  } else {
    const { verb: _, ...input } = decision;
    await call(staffEndpoints.memberCheckReview.askAgain, input);
  }
}

export const useAddNote = (id: string) =>
  useDecision(id, (input: RawInput<typeof contract.customerFile.addNote>) => call(tabs.addNote, input));

export const useHideReview = (id: string) =>
  useDecision(id, (input: RawInput<typeof contract.publicReviewCheck.hide>) =>
    call(staffEndpoints.publicReviewCheck.hide, input),
  );

export const useRevealIdentity = () =>
  useMutation({
    mutationFn: (input: RawInput<typeof contract.customerFile.revealIdentity>) => call(tabs.revealIdentity, input),
    meta: { showsOwnError: true },
  });
