import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import type { Filter, Filtered } from './filters.ts';
import { TextInput } from './TextInput.tsx';
import { useFilteredText } from './use-filtered-text.ts';

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  filter: Filter;
  value: string;
  onChange: (value: string) => void;
};

export function FilteredInput({ filter, value, onChange, ...rest }: Props) {
  const { control, done } = useFilteredText(filter, onChange);
  return (
    <div>
      <TextInput
        {...rest}
        {...control}
        value={value}
        inputMode={filter === 'digits' || filter === 'sortcode' ? 'numeric' : undefined}
      />
      <p role="status" className="text-small text-text-muted">
        {done && <FilterResult filter={filter} {...done} />}
      </p>
    </div>
  );
}

function FilterResult({ filter, changed, removed }: Pick<Props, 'filter'> & Pick<Filtered, 'changed' | 'removed'>) {
  const t = useTranslations('ui.filtered');
  const named = (letter: string): string => {
    const sign = characterNames.find(([, letters]) => letters.test(letter))?.[0];
    return sign ? t(sign) : `“${letter}”`;
  };
  const listed = (names: readonly string[]): string => {
    const kinds = [...new Set(names)];
    return kinds.length > 5 ? `${kinds.slice(0, 5).join(', ')} …` : kinds.join(', ');
  };
  const pairs = Array.from(changed, ([from, to]) => t('pair', { from: named(from), to: named(to) }));
  return (
    <span className="mt-1.5 block">
      {[
        t(`only.${filter}`),
        pairs.length > 0 && t('changed', { letters: listed(pairs) }),
        removed.size > 0 && t('removed', { letters: listed([...removed].map(named)) }),
      ]
        .filter(Boolean)
        .join(' ')}
    </span>
  );
}

const characterNames = [
  ['spaces', /\s/],
  ['quotes', /["“”„«»]/],
  ['apostrophes', /['‘’`´]/],
  ['hyphens', /[-‐‑–—]/],
  ['commas', /,/],
  ['stops', /\./],
] as const;
