import type { ReferralView } from '@larkmere/contract/customers/referral';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ReferralRow } from './ReferralRow.tsx';
import { arrange, type Filter } from './referral-order.ts';

const filters: readonly Filter[] = ['all', 'onTheWay', 'paid'];

export function ReferralList({ list }: { list: readonly ReferralView[] }) {
  const t = useTranslations('referral');
  const [filter, setFilter] = useState<Filter>('all');
  const shown = arrange(list, filter);
  return (
    <Card flush>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4">
        <h2 className="text-h2 font-bold">{t('list')}</h2>
        {list.length > 1 && (
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">{t('show')}</legend>
            {filters.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={each === filter}
                onClick={() => setFilter(each)}
                className="min-h-9 rounded-full border border-line-strong px-3.5 text-small font-semibold transition-colors hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-text"
              >
                {t(`filter.${each}`)}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      {shown.length === 0 ? (
        <EmptyState title={t(list.length === 0 ? 'none' : 'noneOf')}>{list.length === 0 && t('noneText')}</EmptyState>
      ) : (
        <ul aria-label={t('list')} className="divide-y divide-line">
          {shown.map((referral) => (
            <li key={referral.uid} className="px-5 py-4">
              <ReferralRow referral={referral} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
