import type { PayeeView } from '@larkmere/contract/payees/payee';
import { payeeTypeTitles } from '@larkmere/contract/payees/payee-type';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { useLocale, useTranslations } from 'use-intl';
import { ApprovalSection } from '../../approvals/approval/approval.tsx';
import { failureText, isNotFound } from '../../platform/failures.ts';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { DeletePayee } from './DeletePayee.tsx';
import { FavouriteButton } from './FavouriteButton.tsx';
import { MissingPayee } from './MissingPayee.tsx';
import { PayeeStatus } from './PayeeStatus.tsx';
import { payeeQuery } from './payee.api.ts';
import { isPromptPayPayee, NameCheckNotice } from './payee.tsx';
import { usePayeeAddress, usePayeePaths } from './payee-paths.ts';
import { paymentScreenPath } from './payment-screen-path.ts';
import { isPayableType } from './swift-access.ts';
import { bankText } from './use-bank-name.ts';

export function PayeeViewPage() {
  const t = useTranslations('payeePage.view');
  useSetPageTitle(t('title'));
  const { uid = '', currency, type } = usePayeeAddress();
  const { list } = usePayeePaths();
  const payee = useQuery({ ...payeeQuery(uid), enabled: uid !== '' });
  if (payee.data) return <PayeeContent payee={payee.data} />;
  // Without a payee the address means the list of this currency and type.
  if (!uid && currency) return <Navigate to={list} search={listSearchOf(currency, type)} replace />;
  if (!uid || isNotFound(payee.error)) return <MissingPayee />;
  return payee.error ? (
    <Card>
      <ErrorState title={t('failed')} text={failureText(payee.error)} onRetry={() => void payee.refetch()} />
    </Card>
  ) : (
    <Skeleton shape="card" count={2} />
  );
}

const listSearchOf = (currency: string, type = ''): Record<string, string> => ({
  currency: currency.toUpperCase(),
  type,
});

function PayeeContent({ payee }: { payee: PayeeView }) {
  const t = useTranslations('payeePage.view');
  const statusText = useTranslations('payee.statusText');
  const session = useSession();
  const { edit } = usePayeePaths();
  const hasWay = isPayableType(payee, session);
  const mayPay = hasWay && canInitiate(session.user, 'payment');
  const payPath = paymentScreenPath(payee, session);
  const mayEdit = canInitiate(session.user, 'payee');
  const { name, nickname, uid, type, currency, status, reason, nameCheck, approvalRequest } = payee;
  return (
    <div className="mx-auto grid w-full max-w-[640px] gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar name={name} size={48} />
        <div className="min-w-0 flex-1 basis-40 wrap-anywhere">
          <h2 className="text-figure font-bold">{nickname ?? name}</h2>
          {nickname && <p className="text-text-muted">{name}</p>}
        </div>
        <FavouriteButton payee={payee} />
        <PayeeStatus payee={payee} />
      </div>
      {approvalRequest && <ApprovalSection uid={approvalRequest.uid} />}
      {status !== 'approved' && approvalRequest?.state !== 'open' && (
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
          <Link {...linkTo(payPath)} className={buttonClass()}>
            {t('pay')}
          </Link>
        )}
        {status === 'approved' && mayPay && session.userType === 'wallet' && (
          <Link {...linkTo(paths.walletFavoriteOfPayee(uid))} className={buttonClass('secondary')}>
            {t('favourite')}
          </Link>
        )}
        {mayEdit && hasWay && (
          <Link {...linkTo(edit(currency, type, uid))} className={buttonClass('secondary')}>
            {t('edit')}
          </Link>
        )}
      </div>
      <Card title={t('details')}>
        <PayeeDetails payee={payee} />
        {nameCheck && (
          <div className="mt-4">
            <NameCheckNotice check={nameCheck} name={name} isPromptPay={isPromptPayPayee(payee)} />
          </div>
        )}
      </Card>
      {mayEdit && <DeletePayee payee={payee} />}
    </div>
  );
}

function PayeeDetails({ payee }: { payee: PayeeView }) {
  const t = useTranslations('payeePage.view');
  const entity = useTranslations('payee.entity');
  const locale = useLocale();
  const day = (moment: string) => formatDate(new Date(moment), locale);
  const figures = (text: string) => <span className="figures">{text}</span>;
  const bank = bankText({ nameEn: payee.bankName ?? '', swift: payee.derivedBic });
  const approval = useApprovalRows(payee);
  const isBankListed = payee.lines.some(
    ({ key }) => key === 'bankName' || (payee.type === 'thb' && key === 'bankCode'),
  );
  return (
    <SummaryList
      rows={[
        { label: t('type'), value: payeeTypeTitles[payee.type] },
        { label: t('currency'), value: payee.currency },
        { label: t('kind'), value: entity(payee.entityType) },
        ...(payee.ownAccount ? [{ label: t('own'), value: t('ownText') }] : []),
        { label: t('name'), value: payee.name },
        ...payee.lines.map(({ label, value }) => ({ label, value: figures(value) })),
        ...(payee.bankName && !isBankListed ? [{ label: t('bank'), value: bank }] : []),
        { label: t('nickname'), value: payee.nickname ?? t('none') },
        { label: t('reference'), value: payee.defaultReference ?? t('none') },
        { label: t('lastPaid'), value: payee.lastPaidAt ? day(payee.lastPaidAt) : t('neverPaid') },
        { label: t('added'), value: t('addedBy', { day: day(payee.createdAt), name: payee.createdBy }) },
        ...approval,
      ]}
    />
  );
}

function useApprovalRows({ approvedBy }: PayeeView) {
  const t = useTranslations('payeePage.view');
  const locale = useLocale();
  if (!approvedBy) return [];
  const { by, names, at } = approvedBy;
  const day = formatDate(new Date(at), locale);
  const value = by === 'larkmere' ? t('approvedByUs', { day }) : t('approvedBy', { day, names: names.join(', ') });
  return [{ label: t('approved'), value }];
}
