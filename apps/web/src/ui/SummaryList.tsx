import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { LinkButton } from './LinkButton.tsx';

export type SummaryRow = { label: string; value: ReactNode; onChange?: () => void };

export function SummaryList({ rows }: { rows: SummaryRow[] }) {
  const t = useTranslations('ui');
  return (
    <dl className="divide-y divide-line">
      {rows.map(({ label, value, onChange }) => (
        <div
          key={label}
          className="grid min-h-11 gap-x-2 grid-cols-[minmax(5rem,7.5rem)_minmax(0,1fr)] items-center py-2"
        >
          <dt className="text-text-muted">{label}</dt>
          <dd className="flex items-center justify-between gap-3">
            <span className="min-w-0">{value}</span>
            {onChange && (
              <LinkButton onClick={onChange} aria-label={t('changeRow', { row: label })}>
                {t('change')}
              </LinkButton>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
