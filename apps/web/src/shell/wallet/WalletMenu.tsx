import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { ClosedMark, useIsClosedInVisit } from '../ClosedMark.tsx';
import { type WalletItem, walletMenuFor } from './menu.ts';

export function WalletMenu({ onChoose, className = '' }: { onChoose?: () => void; className?: string }) {
  const t = useTranslations('shell');
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // The list is longer than some windows: it shows the page that is open.
  useEffect(() => {
    const links = [...(menu.current?.querySelectorAll('a') ?? [])];
    // In braces: newer browsers answer with a promise, which an effect must not return.
    links.findLast((link) => pathname.startsWith(link.pathname))?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={menu} aria-label={t('mainMenu')} className={`grid gap-3 ${className}`}>
      {walletMenuFor(useSession()).map((items) => (
        <ul key={items[0]?.path} className="grid gap-0.5">
          {items.map((item) => (
            <WalletMenuLink key={item.path} item={item} onChoose={onChoose} />
          ))}
        </ul>
      ))}
    </nav>
  );
}

type LinkProps = { item: WalletItem; onChoose: (() => void) | undefined };

function WalletMenuLink({ item: { path, label, icon: Icon }, onChoose }: LinkProps) {
  const t = useTranslations('shell.walletMenu');
  const isClosed = useIsClosedInVisit(path);
  return (
    <li>
      <Link
        to={path}
        onClick={onChoose}
        className={`flex min-h-11 items-center gap-3 rounded-control px-3 font-medium transition-colors hover:bg-sunken aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-text ${path === paths.walletUpgrade ? 'text-accent-text' : 'text-text-muted hover:text-text'}`}
      >
        <Icon size={20} className="shrink-0" aria-hidden />
        <span className="min-w-0 flex-1">{t(label)}</span>
        {isClosed && <ClosedMark />}
      </Link>
    </li>
  );
}
