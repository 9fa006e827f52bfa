import type { KycStateView } from '@larkmere/contract/customers/kyc';
import { useLocale, useTranslations } from 'use-intl';
import { brand } from '../../platform/brand.ts';
import { navigation } from '../../platform/navigation/navigation.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { refreshSession, useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/button-class.ts';
import { formatDate } from '../../ui/date-text.ts';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { StatusKind } from '../../ui/status-kind.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { isRefreshDue } from './item-progress.ts';

const kinds: Record<KycStateView['status'], StatusKind> = {
  not_started: 'info',
  in_progress: 'info',
  pending: 'info',
  in_review: 'info',
  action_required: 'warning',
  approved: 'success',
  approved_conditional: 'success',
  rejected: 'danger',
  expired: 'warning',
};

/** Where the whole check stands, and what comes next. While the customer fills it in, the items say that. */
export function KycStatusNotice({ state }: { state: KycStateView }) {
  const { status, nextStep } = state;
  if (status === 'not_started') return <p className="text-text-muted">{nextStep}</p>;
  return status === 'in_progress' || status === 'action_required' ? null : <StatusNotice state={state} />;
}

function StatusNotice({ state }: { state: KycStateView }) {
  const t = useTranslations('kycPage');
  const locale = useLocale();
  const { byThen } = useDateTimeTexts();
  const { status, nextStep, nextUpdateBy, dueBy, refreshDueBy, limits } = state;
  const day = (moment: string): string => formatDate(new Date(moment), locale);
  const isRefresh = isRefreshDue(state);
  const refreshBy = dueBy ?? refreshDueBy;
  return (
    <Notice
      kind={isRefresh ? 'warning' : kinds[status]}
      title={isRefresh && refreshBy ? t('refreshTitle', { day: day(refreshBy) }) : nextStep}
      action={status.startsWith('approved') && <ContinueButton />}
    >
      {isRefresh && refreshBy && <p>{nextStep}</p>}
      {nextUpdateBy && <p>{t('nextNews', { moment: byThen(nextUpdateBy) })}</p>}
      {dueBy && !isRefresh && status !== 'rejected' && <p>{t('dueBy', { day: day(dueBy) })}</p>}
      {limits && <p>{t('limits', { perPayment: moneyText(limits.perPayment), perDay: moneyText(limits.perDay) })}</p>}
      {status === 'rejected' && <AfterRejection />}
    </Notice>
  );
}

/** The session still says that the customer is not verified, so it is fetched again before leaving. */
function ContinueButton() {
  const t = useTranslations('kycPage');
  return <Button onClick={() => void refreshSession().then(() => navigation.go(paths.home))}>{t('continue')}</Button>;
}

function AfterRejection() {
  const t = useTranslations('kycPage.rejected');
  const { user } = useSession();
  return (
    <>
      <p>{t('money')}</p>
      <p className="mt-2">
        {t.rich('wrong', {
          address: brand.supportEmail,
          memberCode: user.membercode,
          mail: (address) => (
            <a href={`mailto:${brand.supportEmail}`} className={linkClass}>
              {address}
            </a>
          ),
        })}
      </p>
    </>
  );
}
