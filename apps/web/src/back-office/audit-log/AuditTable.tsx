import type { AuditEntry } from '@larkmere/contract/back-office/audit-log';
import { useTranslations } from 'use-intl';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { inWords, StaffTable } from '../parts/parts.ts';

export function AuditTable({ rows }: { rows: readonly AuditEntry[] }) {
  const t = useTranslations('manageAuditLog');
  const { at } = useDateTimeTexts();
  return (
    <StaffTable<AuditEntry>
      caption={t('title')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'at',
          title: t('column.at'),
          cell: (row) => <span className="whitespace-nowrap">{at(row.at)}</span>,
        },
        {
          key: 'who',
          title: t('column.who'),
          cell: ({ actor, actorKind, onBehalfOf, ip }) => (
            <span className="grid min-w-32">
              <strong className="font-semibold">{actor ?? t(`kind.${actorKind}`)}</strong>
              <span className="text-caption text-text-muted">
                {[t(`kind.${actorKind}`), onBehalfOf && t('behalf', { customer: onBehalfOf }), ip]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
          ),
        },
        {
          key: 'action',
          title: t('column.action'),
          cell: ({ action }) => <span className="block min-w-40">{inWords(action)}</span>,
        },
        {
          key: 'entity',
          title: t('column.entity'),
          cell: ({ entity }) => <span className="block min-w-44 wrap-anywhere">{entity}</span>,
        },
        { key: 'detail', title: t('column.detail'), cell: ({ detail }) => <Details detail={detail} /> },
        {
          key: 'chain',
          title: t('column.chain'),
          cell: ({ chain }) =>
            chain === 'altered' ? <StatusPill kind="danger">{t('chain.altered')}</StatusPill> : t(`chain.${chain}`),
        },
      ]}
    />
  );
}

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);

function Details({ detail }: Pick<AuditEntry, 'detail'>) {
  const entries = Object.entries((detail ?? {}) as Record<string, unknown>).filter(([, value]) => !isEmpty(value));
  return (
    <ul className="grid min-w-48 gap-0.5 wrap-anywhere">
      {entries.map(([name, value]) => (
        <li key={name}>
          <span className="text-text-muted">{name}</span> {typeof value === 'string' ? value : JSON.stringify(value)}
        </li>
      ))}
    </ul>
  );
}
