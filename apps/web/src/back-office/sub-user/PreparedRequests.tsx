import type { StaffAccessRequest } from '@larkmere/contract/back-office/sub-user';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { AccessTerms, type Users } from '../../customers/user/user.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatDateTime } from '../../ui/date-text.ts';
import { DecisionDialog, type DecisionField } from '../parts/parts.ts';
import { useAgreeToAccess, useWithdrawAccess } from './sub-user.api.ts';

type Props = { customerId: string; requests: readonly StaffAccessRequest[]; users: Users; mayAct: boolean };

export function PreparedRequests({ customerId, requests, users, mayAct }: Props) {
  const t = useTranslations('manageHelp.subUser');
  if (requests.length === 0) return null;
  return (
    <Card title={t('prepared')}>
      <ul className="grid gap-4" aria-label={t('prepared')}>
        {requests.map((request) => (
          <li key={request.uid}>
            <Request customerId={customerId} request={request} users={users} mayAct={mayAct} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type RequestProps = Omit<Props, 'requests'> & { request: StaffAccessRequest };

function Request({ customerId, request, users, mayAct }: RequestProps) {
  const t = useTranslations('manageHelp');
  const locale = useLocale();
  const [open, setOpen] = useState<'agree' | 'withdraw'>();
  const agree = useAgreeToAccess(customerId);
  const withdraw = useWithdrawAccess(customerId);
  const { uid, digest, preparedBy, preparedAt, reason, takesEffectAt } = request;
  const when = (moment: string): string => formatDateTime(new Date(moment), locale, new Date());
  const note: DecisionField = {
    name: 'note',
    label: t(open === 'agree' ? 'subUser.agreeNote' : 'subUser.note'),
    missing: t('reasonMissing'),
    atLeast: 10,
  };
  const label = t(open === 'agree' ? 'subUser.agree' : 'subUser.withdraw');
  const common = {
    title: `${label}: ${request.name}`,
    submitLabel: label,
    fields: [note],
    texts: { failed: t('failed'), again: t('again'), done: t('subUser.done') },
    onDone: () => setOpen(undefined),
    onClose: () => setOpen(undefined),
  };
  return (
    <div className="grid gap-2">
      <AccessTerms request={request} accounts={users.accounts} />
      <p className="text-small text-text-muted">
        {t('subUser.preparedBy', { name: preparedBy, when: when(preparedAt), reason })}
      </p>
      <p className="text-small">
        {takesEffectAt ? t('subUser.scheduled', { when: when(takesEffectAt) }) : t('subUser.waiting')}
      </p>
      {mayAct && (
        <div className="flex flex-wrap gap-3">
          {request.canAgree && (
            <Button kind="secondary" onClick={() => setOpen('agree')}>
              {t('subUser.agree')}
            </Button>
          )}
          <Button kind="secondary" onClick={() => setOpen('withdraw')}>
            {t('subUser.withdraw')}
          </Button>
        </div>
      )}
      {open === 'agree' && (
        <DecisionDialog
          {...common}
          about={t('subUser.agreeAbout')}
          write={agree.mutateAsync}
          toInput={({ note: text = '' }, idempotency) => ({ uid, digest, note: text, idempotency })}
        />
      )}
      {open === 'withdraw' && (
        <DecisionDialog
          {...common}
          write={withdraw.mutateAsync}
          toInput={({ note: text = '' }, idempotency) => ({ uid, note: text, idempotency })}
        />
      )}
    </div>
  );
}
