import type { PayeeView } from '@larkmere/contract/payee';
import { payeeTitles } from '@larkmere/contract/payee-type';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { useLocale, useTranslations } from 'use-intl';
import { failureText, isMissing } from '../kernel/errors.ts';
import { mayMake } from '../kernel/guards.ts';
import { usePage } from '../kernel/page.ts';
import { linkTo } from '../kernel/search.ts';
import { useSession } from '../kernel/session.ts';
import { TeamApprovalPart } from '../team-approval/team-approval.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Card } from '../ui/Card.tsx';
import { dayText } from '../ui/day.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { SummaryList } from '../ui/SummaryList.tsx';
import { bankText } from './bank-name.ts';
import { isReached } from './by-swift.ts';
import { DeletePayee } from './DeletePayee.tsx';
import { MissingPayee } from './MissingPayee.tsx';
import { PayeeStar } from './PayeeStar.tsx';
import { PayeeStatus } from './PayeeStatus.tsx';
import { payeeQuery } from './payee.api.ts';
import { NameCheckNotice } from './payee.tsx';
import { usePayeeAddress, usePayeePaths } from './payee-paths.ts';
import { paymentScreenOf } from './payment-screen.ts';

export function PayeeViewPage() {
  const t = useTranslations('payeePage.view');
  usePage(t('title'));
  const { uid = '', currency, type } = usePayeeAddress();
  const { list } = usePayeePaths();
  const payee = useQuery({ ...payeeQuery(uid), enabled: uid !== '' });
  if (payee.data) return <Payee payee={payee.data} />;
  // Without a payee the address means the list of this currency and type.
  if (!uid && currency) return <Navigate to={list} search={listOf(currency, type)} replace />;
  if (!uid || isMissing(payee.error)) return <MissingPayee />;
  return payee.error ? (
    <Card>
      <ErrorState title={t('failed')} text={failureText(payee.error)} onRetry={() => void payee.refetch()} />
    </Card>
  ) : (
    <Skeleton shape="card" count={2} />
  );
}

const listOf = (currency: string, type = ''): Record<string, string> => ({ currency: currency.toUpperCase(), type });

function Payee({ payee }: { payee: PayeeView }) {
  const t = useTranslations('payeePage.view');
  const statusText = useTranslations('payee.statusText');
  const session = useSession();
  const { edit } = usePayeePaths();
  const hasWay = isReached(payee, session);
  const mayPay = hasWay && session.userType === 'plus' && mayMake(session.user, 'payment');
  const mayEdit = mayMake(session.user, 'payee');
  const { name, nickname, uid, type, currency, status, reason, nameCheck, teamApproval } = payee;
  return (
    <div className="mx-auto grid w-full max-w-[640px] gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar name={name} size={48} />
        <div className="min-w-0 flex-1 basis-40 wrap-anywhere">
          <h2 className="text-figure font-bold">{nickname ?? name}</h2>
          {nickname && <p className="text-text-muted">{name}</p>}
        </div>
        <PayeeStar payee={payee} />
        <PayeeStatus payee={payee} />
      </div>
      {teamApproval && <TeamApprovalPart uid={teamApproval.uid} />}
      {status !== 'approved' && teamApproval?.state !== 'open' && (
        <Notice kind={status === 'reject' ? 'danger' : 'warning'} title={statusText(status)}>
          {reason}
        </Notice>
      )}
      {!hasWay && (
        <Notice kind="warning" title={t('noSwift')}>
          {t('noSwiftText')}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {status === 'approved' && mayPay && (
          <Link {...linkTo(paymentScreenOf(payee))} className={buttonClass()}>
            {t('pay')}
          </Link>
        )}
        {mayEdit && hasWay && (
          <Link {...linkTo(edit(currency, type, uid))} className={buttonClass('secondary')}>
            {t('edit')}
          </Link>
        )}
      </div>
      <Card title={t('details')}>
        <Details payee={payee} />
        {nameCheck && (
          <div className="mt-4">
            <NameCheckNotice check={nameCheck} name={name} />
          </div>
        )}
      </Card>
      {mayEdit && <DeletePayee payee={payee} />}
    </div>
  );
}

function Details({ payee }: { payee: PayeeView }) {
  const t = useTranslations('payeePage.view');
  const entity = useTranslations('payee.entity');
  const locale = useLocale();
  const day = (moment: string) => dayText(new Date(moment), locale);
  const figures = (text: string) => <span className="figures">{text}</span>;
  const bank = bankText({ nameEn: payee.bankName ?? '', swift: payee.derivedBic });
  const approval = useApproval(payee);
  const isTold = payee.lines.some(({ key }) => key === 'bankName' || (payee.type === 'thb' && key === 'bankCode'));
  return (
    <SummaryList
      rows={[
        { label: t('type'), value: payeeTitles[payee.type] },
        { label: t('currency'), value: payee.currency },
        { label: t('kind'), value: entity(payee.entityType) },
        ...(payee.ownAccount ? [{ label: t('own'), value: t('ownText') }] : []),
        { label: t('name'), value: payee.name },
        ...payee.lines.map(({ label, value }) => ({ label, value: figures(value) })),
        ...(payee.bankName && !isTold ? [{ label: t('bank'), value: bank }] : []),
        { label: t('nickname'), value: payee.nickname ?? t('none') },
        { label: t('reference'), value: payee.defaultReference ?? t('none') },
        { label: t('lastPaid'), value: payee.lastPaidAt ? day(payee.lastPaidAt) : t('neverPaid') },
        { label: t('added'), value: t('addedBy', { day: day(payee.createdAt), name: payee.createdBy }) },
        ...approval,
      ]}
    />
  );
}

function useApproval({ approvedBy }: PayeeView) {
  const t = useTranslations('payeePage.view');
  const locale = useLocale();
  if (!approvedBy) return [];
  const { by, names, at } = approvedBy;
  const day = dayText(new Date(at), locale);
  const value = by === 'larkmere' ? t('approvedByUs', { day }) : t('approvedBy', { day, names: names.join(', ') });
  return [{ label: t('approved'), value }];
}
