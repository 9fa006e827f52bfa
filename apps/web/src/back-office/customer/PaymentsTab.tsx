import type { CustomerPaymentRow } from '@larkmere/contract/back-office/customer-file';
import { allows } from '@larkmere/contract/back-office/permissions';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { reportFailure } from '../../platform/failures.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { downloadStaffFile, StaffTable } from '../parts/parts.ts';
import { paymentsQuery } from './customer.api.ts';
import { PaymentDecisionDialog, type PaymentVerb } from './PaymentDecisionDialog.tsx';
import { TabQuery } from './TabQuery.tsx';

export const PaymentsTab = ({ id }: { id: string }) => (
  <TabQuery query={paymentsQuery(id)}>
    {({ list }) => (
      <Card flush>
        <PaymentRows id={id} payments={list} />
      </Card>
    )}
  </TabQuery>
);

type Props = { id: string; payments: readonly CustomerPaymentRow[] };
const verbs = ['release', 'refuse', 'ask'] as const;
const bad = ['rejected', 'failed', 'returned'];

export function PaymentRows({ id, payments }: Props) {
  const t = useTranslations('manageCustomer.payment');
  const states = useTranslations('paymentStatus');
  const { at } = useDateTimeTexts();
  const { permissions } = useStaffSession();
  const [open, setOpen] = useState<{ payment: CustomerPaymentRow; verb: PaymentVerb }>();
  if (payments.length === 0) return <EmptyState title={t('none')} />;
  const mayDecide = allows(permissions, ['payment_review', 'act']);
  const stateOf = ({ state, isHeld }: CustomerPaymentRow) => {
    const text = states(state as 'in_review');
    if (isHeld) return <StatusPill kind="warning">{text}</StatusPill>;
    return bad.includes(state) ? <StatusPill kind="danger">{text}</StatusPill> : text;
  };
  return (
    <>
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
                <strong className="font-semibold">{payeeName}</strong>
                <span className="text-caption text-text-muted">{payeeReference}</span>
                {documents.map(({ uid, name }) => (
                  <span key={uid}>
                    <LinkButton
                      onClick={() =>
                        void downloadStaffFile(`/v1/manage/document/${uid}/file`, name).catch(reportFailure)
                      }
                    >
                      {t('document', { name })}
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
                {mayDecide && payment.state === 'in_review' && (
                  <span className="flex gap-3">
                    {verbs.map((verb) => (
                      <LinkButton key={verb} onClick={() => setOpen({ payment, verb })}>
                        {t(verb)}
                      </LinkButton>
                    ))}
                  </span>
                )}
              </span>
            ),
          },
          { key: 'amount', title: t('amount'), isNumber: true, cell: ({ amount }) => <MoneyAmount value={amount} /> },
        ]}
      />
      {open && <PaymentDecisionDialog id={id} {...open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
