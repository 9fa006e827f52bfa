import type { ClosureView } from '@larkmere/contract/customers/closure';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { paymentScreenPath, usePayees } from '../../payees/payee/payee.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass, linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PendingStatus } from '../../ui/PendingStatus.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { payOutPage } from './blocker-page.ts';
import { ClosureBlockers } from './ClosureBlockers.tsx';
import { useSetExitAccount, useWithdrawClosure } from './closure.api.ts';
import { ExitAccountField } from './ExitAccountField.tsx';

type Props = { closure: ClosureView; onWithdrawn: () => void };

export function ClosureProgress({ closure, onWithdrawn }: Props) {
  const t = useTranslations('closure.progress');
  const locale = useLocale();
  const { userType } = useSession();
  const day = (at: string) => formatDate(new Date(at), locale);
  const { state, requestedBy, closesAt, statementsUntil, reference, isOwner, blockers, pendingStatus } = closure;
  if (state !== 'blocked' && state !== 'closing')
    return (
      <Notice
        kind="success"
        title={t('closed')}
        action={
          <Link to={userType === 'wallet' ? paths.walletStatement : paths.statement} className={linkClass}>
            {t('statements')}
          </Link>
        }
      >
        {statementsUntil && t('closedText', { day: day(statementsUntil) })}
      </Notice>
    );
  return (
    <>
      <Notice kind="info" title={closesAt ? t('closing', { day: day(closesAt) }) : t('blocked')} />
      {pendingStatus && <PendingStatus standing={pendingStatus} heading="h2" />}
      <ClosureBlockers blockers={blockers} />
      {state === 'closing' && <MoneyLeft closure={closure} />}
      {reference && (
        <SummaryList rows={[{ label: t('reference'), value: <span className="figures">{reference}</span> }]} />
      )}
      {isOwner && requestedBy !== 'us' && <KeepAccount onWithdrawn={onWithdrawn} />}
    </>
  );
}

function MoneyLeft({ closure: { balances, exitPayeeUid, isOwner } }: { closure: ClosureView }) {
  const t = useTranslations('closure');
  const session = useSession();
  const { data: payees = [] } = usePayees();
  const { mutateAsync } = useSetExitAccount();
  const [isSaved, setIsSaved] = useState(false);
  const request = useIdempotentRequest(mutateAsync, () => setIsSaved(true));
  if (balances.length === 0) return null;
  const exitPayee = payees.find(({ uid }) => uid === exitPayeeUid);
  const sendPath = exitPayee ? paymentScreenPath(exitPayee, session) : payOutPage(session.userType);
  return (
    <Card title={t('balances.title')} className="grid gap-4">
      <p className="text-text-muted">{t('balances.text')}</p>
      <ul className="divide-y divide-line">
        {balances.map(({ bankholderid, balance }) => (
          <li key={bankholderid} className="flex min-h-14 flex-wrap items-center justify-between gap-3 py-2">
            <span className="figures font-semibold">{moneyText(balance)}</span>
            <Link {...linkTo(sendPath)} className={buttonClass('secondary')}>
              {t('balances.send', { amount: moneyText(balance) })}
            </Link>
          </li>
        ))}
      </ul>
      {isOwner && (
        <>
          <SubmitNotice submission={request} refusedTitle={t('progress.exitRefused')} retryText={t('form.once')} />
          <ExitAccountField
            value={exitPayeeUid ?? ''}
            disabled={request.sending}
            onChange={(uid) => {
              setIsSaved(false);
              if (uid) void request.send({ exitPayeeUid: uid, idempotency: request.key });
            }}
          />
          <p role="status" className="text-small text-success empty:hidden">
            {isSaved && t('progress.exitSaved')}
          </p>
        </>
      )}
    </Card>
  );
}

function KeepAccount({ onWithdrawn }: { onWithdrawn: () => void }) {
  const t = useTranslations('closure.progress');
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutateAsync } = useWithdrawClosure();
  const request = useIdempotentRequest(mutateAsync, onWithdrawn);
  return (
    <>
      <SubmitNotice submission={request} refusedTitle={t('keepRefused')} retryText={t('keepText')} />
      <Button className="w-fit" busy={request.sending || request.unknown} onClick={() => setIsConfirming(true)}>
        {t('keep')}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={t('keepTitle')}
          text={t('keepText')}
          confirmLabel={t('keep')}
          cancelLabel={t('notNow')}
          onConfirm={() => {
            setIsConfirming(false);
            void request.send({ idempotency: request.key });
          }}
          onCancel={() => setIsConfirming(false)}
        />
      )}
    </>
  );
}
