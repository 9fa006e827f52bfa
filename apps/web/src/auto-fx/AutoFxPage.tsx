import type { AutoFxView } from '@larkmere/contract/auto-fx';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAccounts } from '../bank-account/bank-account.tsx';
import { failureText } from '../kernel/errors.ts';
import { mayMake } from '../kernel/guards.ts';
import { usePage } from '../kernel/page.ts';
import { paths } from '../kernel/paths.ts';
import { useSession } from '../kernel/session.ts';
import { RateAlerts } from '../rate-alert/rate-alert.tsx';
import { TeamApprovalPart } from '../team-approval/team-approval.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageIntro } from '../ui/PageIntro.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { AutoFxForm } from './AutoFxForm.tsx';
import { AutoFxRow } from './AutoFxRow.tsx';
import { autoFxQuery } from './auto-fx.api.ts';
import { draftOf, freshDraft, type Wish, wishedDraft } from './auto-fx-draft.ts';

type Shown = Partial<Wish> & { tab?: string; from?: string; to?: string; order?: string };

export function AutoFxPage() {
  const t = useTranslations('autoFx');
  usePage(t('title'));
  const navigate = useNavigate();
  const { tab, from, to, order, ...wish }: Shown = useSearch({ strict: false });
  return (
    <div className="mx-auto w-full max-w-[820px]">
      <Tabs
        value={tab === 'alerts' ? 'alerts' : 'orders'}
        onChange={(next) => void navigate({ to: '.', search: next === 'alerts' ? { tab: next } : {}, replace: true })}
        tabs={[
          { value: 'orders', label: t('tabs.orders'), panel: <OrdersPanel wish={wish} order={order} /> },
          {
            value: 'alerts',
            label: t('tabs.alerts'),
            panel: <RateAlerts wish={{ ...(from && { from }), ...(to && { to }) }} />,
          },
        ]}
      />
    </div>
  );
}

function OrdersPanel({ wish, order }: { wish: Partial<Wish>; order: string | undefined }) {
  const t = useTranslations('autoFx');
  const orders = useQuery(autoFxQuery);
  const accounts = useAccounts();
  const mayOrder = mayMake(useSession().user, 'autofx');
  const [form, setForm] = useState<'new' | AutoFxView | undefined>(wish.new && mayOrder ? 'new' : undefined);
  const [from] = accounts.data ?? [];
  const to = accounts.data?.find(({ currency }) => currency !== from?.currency);
  const failed = (orders.error && !orders.data && orders) || (accounts.error && !accounts.data && accounts);

  if (failed)
    return <ErrorState title={t('failed')} text={failureText(failed.error)} onRetry={() => void failed.refetch()} />;
  if (!orders.data || !accounts.data) return <Skeleton shape="card" count={2} />;
  if (!from || !to) return <EmptyState title={t('needAccounts')}>{t('needAccountsText')}</EmptyState>;
  const { list, rules } = orders.data;
  if (form) {
    const isNew = form === 'new';
    return (
      <AutoFxForm
        start={
          isNew ? wishedDraft(freshDraft(from, to, rules.defaultSlippagePct), wish, accounts.data) : draftOf(form.terms)
        }
        seen={isNew ? undefined : form}
        accounts={accounts.data}
        onDone={() => setForm(undefined)}
      />
    );
  }
  if (order) return <OneOrder order={list.find(({ uid }) => uid === order)} onEdit={setForm} />;
  return (
    <div className="grid gap-5">
      <PageIntro
        action={
          mayOrder && (
            <Button icon={<Plus size={18} />} onClick={() => setForm('new')}>
              {t('new')}
            </Button>
          )
        }
      >
        {t('about')}
      </PageIntro>
      <Orders list={list} onEdit={setForm} />
    </div>
  );
}

function OneOrder({ order, onEdit }: { order: AutoFxView | undefined; onEdit: (order: AutoFxView) => void }) {
  const t = useTranslations('autoFx');
  const all = (
    <Link to={paths.autoFx} className={buttonClass('quiet')}>
      {t('all')}
    </Link>
  );
  if (!order)
    return (
      <Card>
        <EmptyState title={t('missing')} action={all}>
          {t('missingText')}
        </EmptyState>
      </Card>
    );
  return (
    <div className="grid gap-5">
      <AutoFxRow order={order} whole onEdit={() => onEdit(order)} />
      {order.teamApproval && <TeamApprovalPart uid={order.teamApproval.uid} />}
      {all}
    </div>
  );
}

function Orders({ list, onEdit }: { list: AutoFxView[]; onEdit: (order: AutoFxView) => void }) {
  const t = useTranslations('autoFx');
  if (list.length === 0)
    return (
      <Card>
        <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
      </Card>
    );
  return (
    <ul className="grid gap-4">
      {list.map((order) => (
        <li key={order.uid}>
          <AutoFxRow order={order} onEdit={() => onEdit(order)} />
        </li>
      ))}
    </ul>
  );
}
