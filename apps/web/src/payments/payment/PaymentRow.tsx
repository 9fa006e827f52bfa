import type { PaymentView } from '@larkmere/contract/payments/payment';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ApprovalLine } from '../../approvals/approval/approval.tsx';
import { ownAddress } from '../../platform/navigation/own-address.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { moneyText } from '../../ui/money.ts';
import { PendingStatusLine } from '../../ui/PendingStatus.tsx';
import { useDateText } from '../../ui/use-date-text.ts';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { hasStayed } from './has-stayed.ts';
import { isScheduled } from './payment.api.ts';
import { PaymentStatus } from './payment.tsx';
import type { ListReach } from './payment-list-filter.ts';

export function PaymentRow({ payment, reach }: { payment: PaymentView; reach: ListReach }) {
  const { uid, payee, createdAt, executionDate, payeeReference, state, approvalRequest, note } = payment;
  const t = useTranslations('paymentList');
  const { at } = useDateTimeTexts();
  const { day } = useDateText();
  const arrival = useArrivalText(payment);
  const date = executionDate && isScheduled(state) ? t('leaves', { day: day(executionDate) }) : at(createdAt);
  return (
    <Link
      {...linkTo(ownAddress(reach === 'swift' ? paths.swiftPayment(uid) : paths.paymentDetail(uid)))}
      className="flex items-center gap-4 px-5 py-3.5 -outline-offset-3 transition-colors hover:bg-sunken"
    >
      <span className="hidden sm:block">
        <Avatar name={payee.name} size={40} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1">
          <span className="font-semibold wrap-anywhere">
            <bdi>{payee.name}</bdi>
          </span>
          <PaymentFigures payment={payment} />
          <span className="figures text-small text-text-muted wrap-anywhere">
            {date} · {payeeReference}
          </span>
          <span className="justify-self-end">
            <PaymentStatus state={state} />
          </span>
        </span>
        {arrival && <span className="block text-small text-text-muted">{arrival}</span>}
        {note && <span className="block text-small text-text-muted wrap-anywhere">{note}</span>}
        {approvalRequest && <ApprovalLine approval={approvalRequest} />}
        <PendingStatusLine standing={payment} />
      </span>
      <ChevronRight size={18} className="shrink-0 text-text-muted" />
    </Link>
  );
}

/** What leaves the account, as in the statement, and what the payee gets where that differs. */
function PaymentFigures({ payment: { state, total, arrives } }: { payment: PaymentView }) {
  const t = useTranslations('paymentList');
  const leaves = hasStayed(state) ? total : { ...total, amount: `-${total.amount}` };
  const differs = arrives.currency !== total.currency || arrives.amount !== total.amount;
  return (
    <span className="grid justify-items-end text-right">
      <MoneyAmount value={leaves} className="font-semibold" />
      {differs && (
        <span className="figures text-small text-text-muted">{t('gets', { amount: moneyText(arrives) })}</span>
      )}
    </span>
  );
}

function useArrivalText({ timeline }: PaymentView): string | undefined {
  const t = useTranslations('paymentList');
  const { at, byThen } = useDateTimeTexts();
  const step = timeline.find((each) => each.step === 'arrived');
  if (step?.state === 'done' && step.at) return t('arrived', { when: at(step.at) });
  return step?.expected ? t('arrives', { when: byThen(step.expected) }) : undefined;
}
