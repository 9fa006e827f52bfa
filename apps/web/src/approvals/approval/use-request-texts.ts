import type { ApprovalRequestView } from '@larkmere/contract/approvals/approval';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { useSession } from '../../platform/session/session.ts';
import { formatDateTime } from '../../ui/date-text.ts';
import type { TimelineItem } from '../../ui/Timeline.tsx';
import { rulesQuery } from './approval.api.ts';

type Person = Readonly<{ uid: string; role: string }>;

const scopesByKind = {
  payment: 'payment',
  bulk: 'payment',
  standing_order: 'payment',
  standing_date: 'payment',
  auto_fx: 'payment',
  fx: 'fx',
  manual_fx: 'fx',
  payee: 'payee',
  rule: undefined,
  name_policy: undefined,
} as const;

/** Whether this person's approval would still count. */
export const canStillApprove = (
  { maker, decisions, requirements }: ApprovalRequestView,
  { uid, role }: Person,
): boolean =>
  uid !== maker.uid &&
  !decisions.some(({ person }) => person.uid === uid) &&
  requirements.some(
    ({ approvers, roles, approvedCount }) =>
      approvedCount < approvers && (roles.length === 0 || roles.some((each) => each === role)),
  );

export function useMomentText(): (moment: string) => string {
  const locale = useLocale();
  const now = useNow({ updateInterval: 60_000 });
  return (moment) => formatDateTime(new Date(moment), locale, now);
}

export function useAlternatives(): (names: readonly string[]) => string {
  const locale = useLocale();
  return (names) => new Intl.ListFormat(locale, { type: 'disjunction' }).format(names);
}

export function useApproverNames(request: ApprovalRequestView): string {
  const t = useTranslations('teamApproval');
  const me = useSession().user.uid;
  const either = useAlternatives();
  const { data } = useQuery(rulesQuery);
  const scope = scopesByKind[request.kind];
  if (request.permissions.approve && !scope) return t('you');
  const able =
    data?.people.filter((each) => scope && each.canApprove.includes(scope) && canStillApprove(request, each)) ?? [];
  const names = able.map(({ uid, name }) => (uid === me ? t('you') : name));
  return names.length > 0 ? either(names) : t('colleague');
}

export function useRequestSteps(request: ApprovalRequestView): TimelineItem[] {
  const t = useTranslations('teamApproval');
  const when = useMomentText();
  const names = useApproverNames(request);
  const { kind, state, maker, createdAt, decisions, approvedCount, requiredCount, expiresAt, closedAt, note } = request;
  const closed = closedAt ? when(closedAt) : undefined;
  const end = (): TimelineItem[] => {
    if (state === 'open')
      return [
        {
          title: t('steps.waits', { names }),
          state: 'now',
          at: t('until', { when: when(expiresAt) }),
          note: requiredCount > 1 ? t('steps.more', { count: requiredCount - approvedCount }) : undefined,
        },
        { title: t(`next.${kind}`), state: 'next' },
      ];
    if (state === 'approved') return [{ title: t(`gone.${kind}`), state: 'done', at: closed }];
    if (state === 'rejected') return [];
    const why = state === 'expired' ? undefined : (note ?? undefined);
    return [{ title: t(`steps.${state}`), state: 'failed', at: closed, note: why }];
  };
  return [
    { title: t('steps.asked', { name: maker.name }), state: 'done', at: when(createdAt) },
    ...decisions.map(
      ({ person, verdict, note: theirs, at }): TimelineItem => ({
        title: t(`steps.${verdict}`, { name: person.name }),
        state: verdict === 'approve' ? 'done' : 'failed',
        at: when(at),
        note: theirs ?? undefined,
      }),
    ),
    ...end(),
  ];
}
