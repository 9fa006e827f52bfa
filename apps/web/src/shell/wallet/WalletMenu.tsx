import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { walletMenuFor } from './menu.ts';

export function WalletMenu({ onChoose, className = '' }: { onChoose?: () => void; className?: string }) {
  const t = useTranslations('shell');
  const menu = useRef<HTMLElement>(null);
  // The list is longer than a phone: it opens where the reader is.
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which an effect must not return.
    menu.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <nav ref={menu} aria-label={t('mainMenu')} className={`grid gap-3 ${className}`}>
      {walletMenuFor(useSession()).map((items) => (
        <ul key={items[0]?.path} className="grid gap-0.5">
          {items.map(({ path, label, icon: Icon }) => (
            <li key={path}>
              <Link
                to={path}
                onClick={onChoose}
                className={`flex min-h-11 items-center gap-3 rounded-control px-3 font-medium transition-colors hover:bg-sunken aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-text ${path === paths.walletUpgrade ? 'text-accent-text' : 'text-text-muted hover:text-text'}`}
              >
                <Icon size={20} className="shrink-0" aria-hidden />
                {t(`walletMenu.${label}`)}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}
