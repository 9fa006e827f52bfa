import type { AutoFxView } from '@larkmere/contract/fx/auto-fx';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAccounts } from '../../accounts/bank-account/bank-account.tsx';
import { ApprovalSection } from '../../approvals/approval/approval.tsx';
import { failureText } from '../../platform/failures.ts';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageIntro } from '../../ui/PageIntro.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { RateAlerts } from '../rate-alert/rate-alert.tsx';
import { AutoFxForm } from './AutoFxForm.tsx';
import { AutoFxRow } from './AutoFxRow.tsx';
import { autoFxQuery } from './auto-fx.api.ts';
import { type AutoFxPrefill, newDraft, prefillDraft, toDraft } from './auto-fx-draft.ts';

type PageSearch = Partial<AutoFxPrefill> & { tab?: string; from?: string; to?: string; order?: string };

export function AutoFxPage() {
  const t = useTranslations('autoFx');
  useSetPageTitle(t('title'));
  const navigate = useNavigate();
  const { tab, from, to, order, ...wish }: PageSearch = useSearch({ strict: false });
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

function OrdersPanel({ wish, order }: { wish: Partial<AutoFxPrefill>; order: string | undefined }) {
  const t = useTranslations('autoFx');
  const orders = useQuery(autoFxQuery);
  const accounts = useAccounts();
  const mayOrder = canInitiate(useSession().user, 'autofx');
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
        initialDraft={
          isNew ? prefillDraft(newDraft(from, to, rules.defaultSlippagePct), wish, accounts.data) : toDraft(form.terms)
        }
        existing={isNew ? undefined : form}
        accounts={accounts.data}
        onDone={() => setForm(undefined)}
      />
    );
  }
  if (order) return <OrderDetail order={list.find(({ uid }) => uid === order)} onEdit={setForm} />;
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
      <OrderList list={list} onEdit={setForm} />
    </div>
  );
}

function OrderDetail({ order, onEdit }: { order: AutoFxView | undefined; onEdit: (order: AutoFxView) => void }) {
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
      <AutoFxRow order={order} isDetail onEdit={() => onEdit(order)} />
      {order.approvalRequest && <ApprovalSection uid={order.approvalRequest.uid} />}
      {all}
    </div>
  );
}

function OrderList({ list, onEdit }: { list: AutoFxView[]; onEdit: (order: AutoFxView) => void }) {
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
