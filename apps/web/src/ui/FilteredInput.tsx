import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import type { Filter } from './filters.ts';
import { TextInput } from './TextInput.tsx';
import { useFilteredText } from './use-filtered-text.ts';

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  filter: Exclude<Filter, 'amount'>;
  value: string;
  onChange: (value: string) => void;
};

/** An input that takes only some letters, and says so when it has taken others out. */
export function FilteredInput({ filter, value, onChange, ...rest }: Props) {
  const t = useTranslations('ui');
  const { control, removed } = useFilteredText(filter, onChange);
  const named = (letters: string): string => {
    const kinds = [...new Set(Array.from(letters, (letter) => (/\s/.test(letter) ? t('space') : `“${letter}”`)))];
    return kinds.length > 5 ? `${kinds.slice(0, 5).join(' ')} …` : kinds.join(' ');
  };
  return (
    <div>
      <TextInput
        {...rest}
        {...control}
        value={value}
        inputMode={filter === 'digits' || filter === 'sortcode' ? 'numeric' : undefined}
      />
      <p role="status" className="text-small text-text-muted">
        {removed && (
          <span className="mt-1.5 block">
            {t('filtered', { filter: filter === 'alnum-thai' ? 'thai' : filter, letters: named(removed) })}
          </span>
        )}
      </p>
    </div>
  );
}
