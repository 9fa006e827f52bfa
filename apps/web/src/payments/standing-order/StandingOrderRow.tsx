import type { StandingOrderView } from '@larkmere/contract/payments/standing-order';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { ApprovalLine } from '../../approvals/approval/approval.tsx';
import { ownAddress } from '../../platform/navigation/own-address.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatTime } from '../../ui/date-text.ts';
import { moneyText } from '../../ui/money.ts';
import { PauseAndSkip } from './PauseAndSkip.tsx';
import { StandingOrderStatus } from './StandingOrderStatus.tsx';
import { usePlanTexts } from './use-plan-texts.ts';

export function StandingOrderRow({ order }: { order: StandingOrderView }) {
  const { uid, state, payee, terms, next, approvalRequest } = order;
  const { plan } = usePlanTexts();
  return (
    <Card flush>
      <Link
        {...linkTo(ownAddress(paths.standingOrder(uid)))}
        className="flex items-center gap-4 px-5 py-4 -outline-offset-3 transition-colors hover:bg-sunken"
      >
        <span className="hidden sm:block">
          <Avatar name={payee.name} size={40} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="font-semibold">{payee.name}</span>
            <StandingOrderStatus state={state} />
          </span>
          <span className="figures block">{plan(terms)}</span>
          <span className="block text-small text-text-muted">{terms.reference}</span>
          <NextLine order={order} />
          {approvalRequest && <ApprovalLine approval={approvalRequest} />}
          {next?.approvalRequest?.state === 'open' && <ApprovalLine approval={next.approvalRequest} />}
        </span>
        <ChevronRight size={18} className="shrink-0 text-text-muted" />
      </Link>
      <PauseAndSkip order={order} className="flex flex-wrap gap-3 border-t border-line px-5 py-3" />
    </Card>
  );
}

function NextLine({ order: { next, shortfall, blocked, terms } }: { order: StandingOrderView }) {
  const t = useTranslations('standingOrder.row');
  const locale = useLocale();
  const { day } = usePlanTexts();
  if (blocked) return <span className="block text-small font-medium text-danger">{blocked.message}</span>;
  if (!next) return null;
  const amount = moneyText(next.amount);
  const facts = [
    next.amount.amount === terms.amount
      ? t('next', { day: day(next.payDay) })
      : t('amount', { day: day(next.payDay), amount }),
    next.edited ? t('edited') : next.payDay !== next.day && t('moved', { day: day(next.day) }),
    next.state === 'retrying' &&
      next.nextAttemptAt &&
      t('tried', { time: formatTime(new Date(next.nextAttemptAt), locale) }),
  ].filter((fact) => typeof fact === 'string');
  return (
    <>
      <span className="mt-1 block text-small">{facts.join(' · ')}</span>
      {next.question && <span className="block text-small font-medium text-warning">{t('waits')}</span>}
      {shortfall && !next.question && (
        <span className="block text-small font-medium text-warning">
          {t('missing', { amount: moneyText(shortfall), day: day(next.payDay) })}
        </span>
      )}
    </>
  );
}
