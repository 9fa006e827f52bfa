import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { MenuTag } from './MenuTag.tsx';
import type { MenuFilter, MenuItem } from './menu.ts';

const filterClass =
  'inline-flex min-h-11 items-center gap-3 rounded-full border border-line bg-surface px-4 font-medium text-text-muted ' +
  'hover:bg-sunken hover:text-text ' +
  'aria-[current=page]:border-brand aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-text';

export function FilterLinks({ label, filters }: { label: MenuItem['label']; filters: readonly MenuFilter[] }) {
  const t = useTranslations('shell.menu');
  return (
    <nav aria-label={t(label)} className="mx-auto w-full max-w-[820px]">
      <ul className="flex flex-wrap gap-2">
        {filters.map((filter) => (
          <li key={filter.path}>
            <Link to={filter.path} activeOptions={{ exact: true, includeSearch: false }} className={filterClass}>
              {t(filter.label)}
              {filter.tag && <MenuTag tag={filter.tag} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
