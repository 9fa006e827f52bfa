import type { CustomerPaymentRow } from '@larkmere/contract/back-office/customer-file';
import { allows } from '@larkmere/contract/back-office/permissions';
import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { PaymentDocument } from '../document/document.ts';
import { StaffTable, staffPaths, TabQuery } from '../parts/parts.ts';
import { paymentsQuery } from './customer.api.ts';

export const PaymentsTab = ({ id }: { id: string }) => (
  <TabQuery query={paymentsQuery(id)}>{({ list }) => <PaymentRows id={id} payments={list} />}</TabQuery>
);

type Props = { id: string; title?: string; payments: readonly CustomerPaymentRow[] };
type Release = NonNullable<CustomerPaymentRow['release']>;
const bad = ['rejected', 'failed', 'returned'];

export function PaymentRows({ id, title, payments }: Props) {
  const t = useTranslations('manageCustomer.payment');
  const states = useTranslations('paymentStatus');
  const { at } = useDateTimeTexts();
  const { permissions } = useStaffSession();
  const [openDocument, setOpenDocument] = useState<string>();
  const shown = payments.flatMap((payment) =>
    payment.documents.filter(({ uid }) => uid === openDocument).map((document) => ({ payment, document })),
  )[0];
  const seesReviews = allows(permissions, ['payment_review', 'view']);
  const stateOf = ({ state, isHeld, isWithCompliance }: CustomerPaymentRow) => {
    const text = states(state as 'in_review');
    if (isWithCompliance)
      return (
        <StatusPill kind="neutral" icon={<Lock size={14} />}>
          {t('withCompliance')}
        </StatusPill>
      );
    if (isHeld) return <StatusPill kind="warning">{text}</StatusPill>;
    return bad.includes(state) ? <StatusPill kind="danger">{text}</StatusPill> : text;
  };
  return (
    <div className="grid gap-4">
      {shown && (
        <PaymentDocument id={id} {...shown} onChoose={setOpenDocument} onClose={() => setOpenDocument(undefined)} />
      )}
      <Card flush title={title}>
        {payments.length === 0 ? (
          <EmptyState title={t('none')} />
        ) : (
          <StaffTable<CustomerPaymentRow>
            caption={t('latest')}
            rows={payments}
            keyOf={({ uid }) => uid}
            columns={[
              {
                key: 'when',
                title: t('when'),
                cell: ({ createdAt }) => <span className="whitespace-nowrap">{at(createdAt)}</span>,
              },
              {
                key: 'to',
                title: t('to'),
                cell: ({ payeeName, payeeReference, documents }) => (
                  <span className="grid">
                    <strong className="font-semibold">
                      <bdi>{payeeName}</bdi>
                    </strong>
                    <span className="text-caption text-text-muted">{payeeReference}</span>
                    {documents.map(({ uid, name, state }) => (
                      <span key={uid}>
                        <LinkButton className="text-left" onClick={() => setOpenDocument(uid)}>
                          {t(state === 'received' ? 'documentToDecide' : 'document', { name })}
                        </LinkButton>
                      </span>
                    ))}
                  </span>
                ),
              },
              {
                key: 'reference',
                title: t('reference'),
                cell: ({ reference }) => <span className="figures">{reference}</span>,
              },
              {
                key: 'state',
                title: t('state'),
                cell: (payment) => (
                  <span className="grid justify-items-start gap-1">
                    {stateOf(payment)}
                    {payment.release && <WhoReleases release={payment.release} />}
                    {seesReviews && payment.isHeld && !payment.isWithCompliance && (
                      <Link to={staffPaths.reviewCase(payment.uid)} className={`${linkClass} text-small`}>
                        {t('openReview')}
                      </Link>
                    )}
                  </span>
                ),
              },
              {
                key: 'amount',
                title: t('amount'),
                isNumber: true,
                cell: ({ amount }) => <MoneyAmount value={amount} />,
              },
            ]}
          />
        )}
      </Card>
    </div>
  );
}

/** Before the decision: that another person is needed, and which role they have. */
function WhoReleases({ release: { roles, isRecommendation, isProposed } }: { release: Release }) {
  const t = useTranslations('manageCustomer.payment');
  const names = useTranslations('manageRoles.short');
  const listed = roles.map((role) => names(role)).join(', ');
  return (
    <>
      {isProposed && <span className="text-caption font-semibold">{t('proposed')}</span>}
      {isRecommendation && (
        <span className="text-caption text-warning">
          {roles.length === 0 ? t('nobodyReleases') : t('whoReleases', { roles: listed })}
        </span>
      )}
    </>
  );
}
