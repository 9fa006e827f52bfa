import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { moneyText } from '../../ui/money.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { kindIcon } from '../../ui/status-kind.tsx';
import {
  accessRequestsQuery,
  approvalsQuery,
  kycStateQuery,
  pendingPaymentsQuery,
  pinStateQuery,
  scheduledPaymentsQuery,
} from './home.api.ts';
import { listTasks, type Task } from './tasks.ts';

export function ToDoCard() {
  const t = useTranslations('bankAccount.toDo');
  const { payment: mayPay, usermanage } = useSession().user.accessRole;
  const pin = useQuery({ ...pinStateQuery, enabled: mayPay });
  const approvals = useQuery(approvalsQuery);
  const access = useQuery({ ...accessRequestsQuery, enabled: usermanage });
  const kyc = useQuery(kycStateQuery);
  const waiting = useQuery({ ...pendingPaymentsQuery, enabled: mayPay });
  const planned = useQuery({ ...scheduledPaymentsQuery, enabled: mayPay });
  // An answer from before the right to pay ended is still in the cache.
  const questions = [approvals, kyc, ...(usermanage ? [access] : []), ...(mayPay ? [pin, waiting, planned] : [])];
  const failed = questions.filter(({ isError }) => isError);
  const retry = () => {
    for (const { refetch } of failed) void refetch();
  };
  const tasks = listTasks({
    approvals: approvals.data?.waiting,
    accessRequests: access.data?.list.filter(({ canDecide }) => canDecide).length,
    kyc: kyc.data,
    ...(mayPay && { pinExists: pin.data?.exists, pendingPayments: waiting.data, scheduledPayments: planned.data }),
  });
  const isLoading = questions.some((question) => question.isLoading);
  return (
    <Card title={t('title')}>
      {isLoading && tasks.length === 0 && <Skeleton shape="text" count={3} />}
      {tasks.length > 0 && (
        <ul className="-my-1 divide-y divide-line">
          {tasks.map((task) => (
            <TaskRow key={task.kind === 'payment' ? task.payment.uid : task.kind} task={task} />
          ))}
        </ul>
      )}
      {!isLoading && tasks.length === 0 && failed.length === 0 && (
        <p className="text-small text-text-muted">{t('nothing')}</p>
      )}
      {failed.length > 0 && (
        <p role="alert" className="mt-2 flex flex-wrap items-center gap-x-1 text-small text-danger first:mt-0">
          {t('failed')}
          <LinkButton className="-mx-1" onClick={retry}>
            {t('retry')}
          </LinkButton>
        </p>
      )}
    </Card>
  );
}

function TaskRow({ task }: { task: Task }) {
  const t = useTranslations('bankAccount.toDo');
  const locale = useLocale();
  switch (task.kind) {
    case 'approvals':
      return (
        <Row kind="warning" text={t('approvals', { count: task.count })}>
          <TaskLink to={paths.teamApprovals}>{t('openApprovals')}</TaskLink>
        </Row>
      );
    case 'access':
      return (
        <Row kind="warning" text={t('access')}>
          <TaskLink to={paths.userManagement}>{t('openAccess')}</TaskLink>
        </Row>
      );
    case 'pin':
      return <PinTask />;
    case 'kyc':
      return (
        <Row kind="warning" text={kycText(t, task.dueBy, locale)}>
          <TaskLink to={paths.knowYourCustomer}>{t('openKyc')}</TaskLink>
        </Row>
      );
    case 'payment': {
      const { uid, owner, amount, payee } = task.payment;
      const words = { amount: moneyText(amount), name: payee.name };
      return (
        <Row kind="warning" text={t(owner === 'you' ? 'yours' : 'attention', words)}>
          <TaskLink to={paths.paymentDetail(uid)}>{t('openPayment')}</TaskLink>
        </Row>
      );
    }
    case 'underWay':
      return (
        <Row kind="info" text={t('underWay', { count: task.count })}>
          <TaskLink to={paths.pendingPayments}>{t('openPending')}</TaskLink>
        </Row>
      );
    case 'planned':
      return (
        <Row
          kind="info"
          text={t('planned', { count: task.count, day: formatDate(new Date(`${task.next}T12:00:00`), locale) })}
        >
          <TaskLink to={`${paths.pendingPayments}?group=planned`}>{t('openPlanned')}</TaskLink>
        </Row>
      );
  }
}

const kycText = (t: ReturnType<typeof useTranslations<'bankAccount.toDo'>>, dueBy: string | null, locale: string) =>
  dueBy ? t('kycBy', { day: formatDate(new Date(dueBy), locale) }) : t('kyc');

function PinTask() {
  const t = useTranslations('bankAccount.toDo');
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Row kind="warning" text={t('pin')}>
      <LinkButton onClick={() => setOpen(true)} className="-mx-1">
        {t('choosePin')}
      </LinkButton>
      {open && <PinDialog action="create-pin" onResult={() => {}} onClose={close} />}
    </Row>
  );
}

type RowProps = { kind: 'warning' | 'info'; text: string; children: ReactNode };

const Row = ({ kind, text, children }: RowProps) => (
  <li className="flex gap-3 py-3 text-small">
    <span className={kind === 'warning' ? 'text-warning' : 'text-info'}>{kindIcon(kind, 20)}</span>
    <div className="min-w-0">
      <p>{text}</p>
      {children}
    </div>
  </li>
);

const TaskLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link {...linkTo(to)} className={`${linkClass} inline-flex min-h-8 items-center`}>
    {children}
  </Link>
);
