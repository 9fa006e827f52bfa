import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { paths } from '../kernel/paths.ts';
import { linkTo } from '../kernel/search.ts';
import { useSession } from '../kernel/session.ts';
import { PinDialog } from '../pin/pin.tsx';
import { linkClass } from '../ui/button-class.ts';
import { Card } from '../ui/Card.tsx';
import { dayText } from '../ui/day.ts';
import { kindIcon } from '../ui/kinds.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { moneyText } from '../ui/money.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import {
  approvalsQuery,
  kycStateQuery,
  pinStateQuery,
  plannedPaymentsQuery,
  waitingPaymentsQuery,
} from './home.api.ts';
import { type Task, tasksOf } from './tasks.ts';

export function ToDoCard() {
  const t = useTranslations('bankAccount.toDo');
  const mayPay = useSession().user.accessRole.payment;
  const pin = useQuery({ ...pinStateQuery, enabled: mayPay });
  const approvals = useQuery(approvalsQuery);
  const kyc = useQuery(kycStateQuery);
  const waiting = useQuery({ ...waitingPaymentsQuery, enabled: mayPay });
  const planned = useQuery({ ...plannedPaymentsQuery, enabled: mayPay });
  const questions = [approvals, pin, kyc, waiting, planned];
  const failed = questions.filter(({ isError }) => isError);
  const retry = () => {
    for (const { refetch } of failed) void refetch();
  };
  const tasks = tasksOf({
    approvals: approvals.data?.waiting,
    pinExists: pin.data?.exists,
    kyc: kyc.data,
    waiting: waiting.data,
    planned: planned.data,
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
          <Way to={paths.teamApprovals}>{t('openApprovals')}</Way>
        </Row>
      );
    case 'pin':
      return <PinTask />;
    case 'kyc':
      return (
        <Row kind="warning" text={kycText(t, task.dueBy, locale)}>
          <Way to={paths.knowYourCustomer}>{t('openKyc')}</Way>
        </Row>
      );
    case 'payment': {
      const { uid, owner, amount, payee } = task.payment;
      const words = { amount: moneyText(amount), name: payee.name };
      return (
        <Row kind="warning" text={t(owner === 'you' ? 'yours' : 'attention', words)}>
          <Way to={paths.paymentDetail(uid)}>{t('openPayment')}</Way>
        </Row>
      );
    }
    case 'underWay':
      return (
        <Row kind="info" text={t('underWay', { count: task.count })}>
          <Way to={paths.pendingPayments}>{t('openPending')}</Way>
        </Row>
      );
    case 'planned':
      return (
        <Row
          kind="info"
          text={t('planned', { count: task.count, day: dayText(new Date(`${task.next}T12:00:00`), locale) })}
        >
          <Way to={`${paths.pendingPayments}?filterType=scheduled`}>{t('openPlanned')}</Way>
        </Row>
      );
  }
}

const kycText = (t: ReturnType<typeof useTranslations<'bankAccount.toDo'>>, dueBy: string | null, locale: string) =>
  dueBy ? t('kycBy', { day: dayText(new Date(dueBy), locale) }) : t('kyc');

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

const Way = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link {...linkTo(to)} className={`${linkClass} inline-flex min-h-8 items-center`}>
    {children}
  </Link>
);
