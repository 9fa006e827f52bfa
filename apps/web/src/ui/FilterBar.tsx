import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

export type FilterChip = { key: string; label: string; onRemove: () => void };

type Props = { children?: ReactNode; chips: FilterChip[]; resultCount?: number | undefined };

export function FilterBar({ children, chips, resultCount }: Props) {
  const t = useTranslations('ui');
  return (
    <div className="grid gap-3">
      {children}
      <div className="flex flex-wrap items-center gap-2">
        {chips.map(({ key, label, onRemove }) => (
          <button
            key={key}
            type="button"
            aria-label={t('removeFilter', { filter: label })}
            onClick={onRemove}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-full bg-brand-soft py-1 pr-2 pl-3 text-small font-semibold text-brand-text"
          >
            {label}
            <X size={14} />
          </button>
        ))}
        <p role="status" className="text-small text-text-muted">
          {resultCount !== undefined && t('results', { count: resultCount })}
        </p>
      </div>
    </div>
  );
}
