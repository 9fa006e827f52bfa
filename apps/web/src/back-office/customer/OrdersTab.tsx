import type { CustomerOrderRow } from '@larkmere/contract/back-office/customer-file';
import { allows } from '@larkmere/contract/back-office/permissions';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { DecisionDialog, StaffTable, TabQuery } from '../parts/parts.ts';
import { ordersQuery, type UpgradeDecision, useDecideUpgrade } from './customer.api.ts';

type Open = Readonly<{ uid: string; verb: 'clear' | 'refuse' }>;

export function OrdersTab({ id }: { id: string }) {
  const t = useTranslations('manageCustomer.order');
  const lines = useTranslations('manageCustomer.line');
  const { at } = useDateTimeTexts();
  const { permissions } = useStaffSession();
  const [open, setOpen] = useState<Open>();
  const mayDecide = allows(permissions, ['kyc', 'act']);
  return (
    <TabQuery query={ordersQuery(id)}>
      {({ list }) => (
        <Card flush>
          {list.length === 0 ? (
            <EmptyState title={t('none')} />
          ) : (
            <StaffTable<CustomerOrderRow>
              caption={t('what')}
              rows={list}
              keyOf={({ uid }) => uid}
              columns={[
                {
                  key: 'at',
                  title: lines('at'),
                  cell: ({ createdAt }) => <span className="whitespace-nowrap">{at(createdAt)}</span>,
                },
                {
                  key: 'what',
                  title: t('what'),
                  cell: ({ kind }) => <strong className="font-semibold">{t(`kind.${kind}`)}</strong>,
                },
                {
                  key: 'reference',
                  title: t('reference'),
                  cell: ({ reference }) => <span className="figures">{reference}</span>,
                },
                {
                  key: 'summary',
                  title: t('summary'),
                  cell: ({ summary }) => <span className="figures">{summary}</span>,
                },
                {
                  key: 'state',
                  title: t('state'),
                  cell: ({ uid, kind, state }) => (
                    <span className="grid gap-1">
                      {state.replaceAll('_', ' ')}
                      {mayDecide && kind === 'upgrade' && state === 'reviewing' && (
                        <span className="flex gap-3">
                          <LinkButton onClick={() => setOpen({ uid, verb: 'clear' })}>{t('clear')}</LinkButton>
                          <LinkButton onClick={() => setOpen({ uid, verb: 'refuse' })}>{t('refuse')}</LinkButton>
                        </span>
                      )}
                    </span>
                  ),
                },
              ]}
            />
          )}
          {open && <UpgradeDialog id={id} {...open} onClose={() => setOpen(undefined)} />}
        </Card>
      )}
    </TabQuery>
  );
}

function UpgradeDialog({ id, uid, verb, onClose }: Open & { id: string; onClose: () => void }) {
  const t = useTranslations('manageCustomer.order');
  const shared = useTranslations('manageCustomer.payment');
  const decide = useDecideUpgrade(id);
  const reason = {
    name: 'reason',
    label: t('refuseReason'),
    missing: shared('sentenceMissing'),
    atLeast: 10,
    atMost: 300,
  };
  return (
    <DecisionDialog<UpgradeDecision>
      title={t(verb)}
      fields={verb === 'refuse' ? [reason] : []}
      submitLabel={t(verb)}
      isDanger={verb === 'refuse'}
      texts={{ failed: shared('failed'), again: shared('again'), done: t('done') }}
      write={decide.mutateAsync}
      toInput={(values, idempotency) => ({ uid, idempotency, ...(values.reason ? { reason: values.reason } : {}) })}
      onClose={onClose}
    />
  );
}
