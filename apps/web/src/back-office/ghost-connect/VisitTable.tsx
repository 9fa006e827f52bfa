import type { StaffVisitView } from '@larkmere/contract/back-office/ghost-connect';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { StaffTable } from '../parts/parts.ts';
import { useEndVisit } from './ghost-connect.api.ts';

/** Who has connected as this customer, and on what ground. */
export function VisitTable({ id, visits }: { id: string; visits: readonly StaffVisitView[] }) {
  const t = useTranslations('manageConnect');
  const { at } = useDateTimeTexts();
  if (visits.length === 0)
    return (
      <Card title={t('visits.title')}>
        <EmptyState title={t('visits.none')} />
      </Card>
    );
  return (
    <Card title={t('visits.title')} flush>
      <StaffTable<StaffVisitView>
        caption={t('visits.title')}
        rows={[...visits]}
        keyOf={({ uid }) => uid}
        columns={[
          {
            key: 'opened',
            title: t('visits.opened'),
            cell: ({ openedAt }) => <span className="whitespace-nowrap">{at(openedAt)}</span>,
          },
          { key: 'who', title: t('visits.who'), cell: ({ staffName }) => staffName },
          { key: 'person', title: t('visits.person'), cell: ({ personName }) => personName },
          {
            key: 'how',
            title: t('visits.how'),
            cell: ({ basis, mode }) => `${t(`visits.basis.${basis}`)} · ${t(`mode.${mode}`)}`,
          },
          {
            key: 'ticket',
            title: t('visits.ticket'),
            cell: ({ ticket, reason, breakGlassReason }) => (
              <span className="wrap-anywhere">
                <strong className="font-semibold">{ticket}</strong>: {reason}
                {breakGlassReason && ` · ${breakGlassReason}`}
              </span>
            ),
          },
          { key: 'end', title: t('visits.end'), cell: (visit) => <VisitEnd id={id} visit={visit} /> },
        ]}
      />
    </Card>
  );
}

function VisitEnd({ id, visit: { uid, endsAt, endedAt, canEnd } }: { id: string; visit: StaffVisitView }) {
  const t = useTranslations('manageConnect.visits');
  const { at } = useDateTimeTexts();
  const end = useEndVisit(id);
  const request = useIdempotentRequest(end.mutateAsync, () => {});
  if (endedAt) return at(endedAt);
  return (
    <span className="grid justify-items-start gap-1">
      {t('open', { time: at(endsAt) })}
      {canEnd && (
        <LinkButton
          aria-disabled={request.sending}
          onClick={() => void request.send({ id, visit: uid, idempotency: request.key })}
        >
          {t('endNow')}
        </LinkButton>
      )}
      <SubmitNotice submission={request} refusedTitle={t('endFailed')} retryText={t('endNow')} />
    </span>
  );
}
