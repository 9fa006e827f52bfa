import { isConfidential } from '@larkmere/contract/back-office/status-change-rules';
import { type AccountStatus, accountPermissions } from '@larkmere/contract/platform/account-status';
import { Smartphone } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Table } from '../../ui/Table.tsx';
import type { StatusForm } from './status-form.ts';

type Props = { from: AccountStatus; form: StatusForm; name: string };

/** The notice on the customer's pages, in their words, and what they can do then. */
export function StatusPreview({ from, form, name }: Props) {
  const t = useTranslations('manageAccountStatus');
  const banner = useTranslations('accountStatus');
  const { status, message } = form;
  const hasBanner = status !== 'active' && status !== 'pending' && status !== 'locked';
  const text = isConfidential(form.reason) ? '' : message.trim();
  return (
    <div className="grid content-start gap-3">
      <section className="grid gap-3 rounded-card border border-line bg-sunken p-3" aria-label={t('preview', { name })}>
        <p className="flex items-center gap-2 text-small font-semibold">
          <Smartphone size={16} aria-hidden />
          {t('preview', { name })}
        </p>
        <div className="grid gap-1 rounded-control border border-line bg-surface p-3 text-small">
          {hasBanner && <p className="font-bold">{banner(`${status}.title`)}</p>}
          <p>{hasBanner ? banner(`${status}.text`) : t(`does.${status}`)}</p>
          {text && <p className="font-semibold wrap-anywhere">{text}</p>}
        </div>
      </section>
      <PermissionTable from={from} to={status} />
    </div>
  );
}

const actions = ['sign_in', 'receive', 'send', 'exchange', 'card', 'export'] as const;

function PermissionTable({ from, to }: { from: AccountStatus; to: AccountStatus }) {
  const t = useTranslations('manageAccountStatus');
  const named = useTranslations('manageCustomer');
  const whatOf = ({ action }: { action: (typeof actions)[number] }) => (
    <span className="text-text-muted">{named(`works.${action}`)}</span>
  );
  const rows = actions.map((action) => ({
    action,
    now: accountPermissions[from][action],
    afterwards: accountPermissions[to][action],
  }));
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <Table
        look="small"
        caption={t('table.caption')}
        columns={[
          { key: 'what', title: <span className="sr-only">{t('table.what')}</span>, isRowTitle: true, cell: whatOf },
          { key: 'now', title: t('table.now'), cell: ({ now }) => t(`permission.${now}`) },
          {
            key: 'then',
            title: named(`status.${to}`),
            cell: ({ now, afterwards }) => (
              <span className={now === afterwards ? '' : 'font-semibold text-warning'}>
                {t(`permission.${afterwards}`)}
              </span>
            ),
          },
        ]}
        rows={rows}
        keyOf={({ action }) => action}
      />
    </div>
  );
}
