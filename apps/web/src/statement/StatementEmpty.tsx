import { SearchX } from 'lucide-react';
import { useNow, useTranslations } from 'use-intl';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { presetRanges, type StatementFilter } from './statement-filter.ts';

type Props = { filter: StatementFilter; choose: (change: Partial<StatementFilter>) => void };

/** Why there is no line, and what to do about it: take the filters off, or look further back. */
export function StatementEmpty({ filter, choose }: Props) {
  const t = useTranslations('statement.empty');
  const { last365 } = presetRanges(useNow());
  if (filter.direction || filter.search) {
    return (
      <EmptyState
        title={t('filteredTitle')}
        icon={<SearchX size={22} />}
        action={
          <Button kind="secondary" onClick={() => choose({ direction: undefined, search: undefined })}>
            {t('clear')}
          </Button>
        }
      >
        {t('filteredText')}
      </EmptyState>
    );
  }
  const coversYear = filter.from <= last365.from && filter.to >= last365.to;
  if (coversYear) return <EmptyState title={t('newTitle')}>{t('newText')}</EmptyState>;
  return (
    <EmptyState
      title={t('title')}
      action={
        <Button kind="secondary" onClick={() => choose(last365)}>
          {t('wider')}
        </Button>
      }
    >
      {t('text')}
    </EmptyState>
  );
}
