import { ChevronsUpDown } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { languages } from '../../messages/languages.ts';
import { lazyScreen } from '../../platform/navigation/lazy-screen.tsx';
import { useSession } from '../../platform/session/session.ts';
import { listenForSwitch } from '../../platform/session/switching.ts';
import { useStore } from '../../platform/store.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { switcherStore } from './switcher.ts';

const CustomerDrawer = lazyScreen(() => import('./CustomerDrawer.tsx'), 'CustomerDrawer', languages.en.later);

/** Whose money this is: shown to people who work for a firm or for more than one customer. */
export function CustomerSwitcher() {
  const t = useTranslations('shell');
  const { businnessState: isBusiness, customer, multiaccount, visit } = useSession();
  const isOpen = useStore(switcherStore);
  useEffect(listenForSwitch, []);
  if (!multiaccount || visit)
    return isBusiness ? (
      <span className="hidden max-w-56 truncate font-semibold md:inline">{customer.name}</span>
    ) : null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => switcherStore.set(true)}
        className="flex min-h-11 shrink-0 items-center gap-2 rounded-control px-1.5 font-semibold hover:bg-sunken md:border md:border-line md:px-2.5"
      >
        <span className="sr-only">{t('switchAccount', { name: customer.name })}</span>
        <Avatar name={customer.name} size={28} />
        <span aria-hidden className="hidden max-w-44 truncate text-small md:inline">
          {customer.name}
        </span>
        <ChevronsUpDown size={16} className="text-text-muted" />
      </button>
      {isOpen && (
        <Suspense>
          <CustomerDrawer />
        </Suspense>
      )}
    </>
  );
}
