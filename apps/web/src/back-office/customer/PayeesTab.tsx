import type { CustomerPayeeRow } from '@larkmere/contract/back-office/customer-file';
import { allows } from '@larkmere/contract/back-office/permissions';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { DecisionDialog, type DecisionField, StaffTable, TabQuery } from '../parts/parts.ts';
import { type PayeeDecision, payeesQuery, useDecidePayee } from './customer.api.ts';

type Open = Readonly<{ payee: CustomerPayeeRow; verb: PayeeDecision['verb'] }>;
const reasonCodes = ['name_check', 'compliance', 'bank_details_invalid'] as const;

export function PayeesTab({ id }: { id: string }) {
  const t = useTranslations('manageCustomer.payee');
  const { at } = useDateTimeTexts();
  const { permissions } = useStaffSession();
  const [open, setOpen] = useState<Open>();
  const mayDecide = allows(permissions, ['payees_held', 'act']);
  const actionsOf = (payee: CustomerPayeeRow) => {
    const isOurs = mayDecide && payee.reasonCode !== 'team_approval';
    const canRelease = payee.status === 'pending' || payee.status === 'disabled';
    const canStop = payee.status === 'pending' || payee.status === 'approved';
    return (
      isOurs && (
        <span className="flex gap-3">
          {canRelease && <LinkButton onClick={() => setOpen({ payee, verb: 'release' })}>{t('release')}</LinkButton>}
          {canStop && <LinkButton onClick={() => setOpen({ payee, verb: 'stop' })}>{t('stop')}</LinkButton>}
        </span>
      )
    );
  };
  return (
    <TabQuery query={payeesQuery(id)}>
      {({ list }) => (
        <Card flush>
          {list.length === 0 ? (
            <EmptyState title={t('none')} />
          ) : (
            <StaffTable<CustomerPayeeRow>
              caption={t('name')}
              rows={list}
              keyOf={({ uid }) => uid}
              columns={[
                {
                  key: 'name',
                  title: t('name'),
                  cell: ({ name }) => (
                    <strong className="font-semibold">
                      <bdi>{name}</bdi>
                    </strong>
                  ),
                },
                {
                  key: 'account',
                  title: t('account'),
                  cell: ({ account, currency }) => (
                    <span className="figures wrap-anywhere">
                      {currency} · {account}
                    </span>
                  ),
                },
                {
                  key: 'status',
                  title: t('status'),
                  cell: (payee) => (
                    <span className="grid justify-items-start gap-1">
                      {payee.status === 'approved' ? (
                        t('state.approved')
                      ) : (
                        <StatusPill kind={payee.status === 'pending' ? 'warning' : 'neutral'}>
                          {t(`state.${payee.status as 'pending'}`)}
                        </StatusPill>
                      )}
                      {payee.reasonCode && payee.status !== 'approved' && (
                        <span className="text-caption text-text-muted">
                          {t(`reasonCode.${payee.reasonCode as 'name_check'}`)}
                        </span>
                      )}
                      {actionsOf(payee)}
                    </span>
                  ),
                },
                {
                  key: 'lastPaid',
                  title: t('lastPaid'),
                  isNumber: true,
                  cell: ({ lastPaidAt }) => (lastPaidAt ? at(lastPaidAt) : '–'),
                },
              ]}
            />
          )}
          {open && <PayeeDialog id={id} {...open} onClose={() => setOpen(undefined)} />}
        </Card>
      )}
    </TabQuery>
  );
}

function PayeeDialog({ id, payee, verb, onClose }: Open & { id: string; onClose: () => void }) {
  const t = useTranslations('manageCustomer.payee');
  const shared = useTranslations('manageCustomer.payment');
  const decide = useDecidePayee(id);
  const { uid, version, name, account } = payee;
  const noteField: DecisionField = { name: 'note', label: t('note'), missing: t('noteMissing'), atLeast: 3 };
  const stopFields: DecisionField[] = [
    {
      name: 'reasonCode',
      label: shared('reason'),
      options: reasonCodes.map((value) => ({ value, label: t(`reasonCode.${value}`) })),
    },
    { name: 'reason', label: t('reason'), missing: shared('sentenceMissing'), atLeast: 10, atMost: 200 },
  ];
  return (
    <DecisionDialog<PayeeDecision>
      title={t(`title.${verb}`)}
      about={t('about', { name, account })}
      fields={verb === 'release' ? [noteField] : [...stopFields, noteField]}
      submitLabel={t(verb)}
      isDanger={verb === 'stop'}
      texts={{ failed: shared('failed'), again: shared('again'), done: t(`done.${verb}`) }}
      write={decide.mutateAsync}
      toInput={({ note = '', reason = '', reasonCode }, idempotency) =>
        verb === 'release'
          ? { verb, uid, version, note, idempotency }
          : { verb, uid, version, note, reason, reasonCode: reasonCode as 'name_check', idempotency }
      }
      onClose={onClose}
    />
  );
}
