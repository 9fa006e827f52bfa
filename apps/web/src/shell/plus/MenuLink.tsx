import { Link, useLocation } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ClosedMark, useIsClosedInVisit } from '../ClosedMark.tsx';
import { MenuTag } from './MenuTag.tsx';
import { isCurrentByFilter, type MenuItem } from './menu.ts';

export function MenuLink({ item, onChoose }: { item: MenuItem; onChoose?: () => void }) {
  const t = useTranslations('shell.menu');
  const Icon = item.icon;
  const isClosed = useIsClosedInVisit(item.path);
  const { pathname } = useLocation();
  return (
    <li className={item.desktopOnly && 'hidden md:block'}>
      <Link
        to={item.path}
        onClick={onChoose}
        aria-current={isCurrentByFilter(item, pathname) ? 'page' : undefined}
        className="flex min-h-11 items-center gap-3 rounded-control px-3 font-medium text-text-muted transition-colors hover:bg-sunken hover:text-text aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-text"
      >
        <Icon size={20} className="shrink-0" />
        <span className="min-w-0 flex-1">{t(item.label)}</span>
        {isClosed ? <ClosedMark /> : item.tag && <MenuTag tag={item.tag} />}
      </Link>
    </li>
  );
}
