import { allows } from '@larkmere/contract/back-office/permissions';
import { Search } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../../platform/navigation/lazy-screen.tsx';
import { useStaffSession } from '../../platform/session/staff-session.ts';

const ManagePalette = lazyPart(
  async () => (await import('./ManagePalette.tsx')).ManagePalette,
  async () => ({}),
);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Single keys never fire in a field, and nothing fires over an open dialog. */
function opensPalette(event: KeyboardEvent): boolean {
  if (event.altKey || event.shiftKey || document.querySelector('[data-sheet]')) return false;
  if (event.key.toLowerCase() === 'k') return event.ctrlKey || event.metaKey;
  return event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
}

export function ManageSearch() {
  const t = useTranslations('manageCustomer.search');
  const { permissions } = useStaffSession();
  const [isOpen, setIsOpen] = useState(false);
  const maySearch = allows(permissions, ['customers', 'view']);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!opensPalette(event)) return;
    event.preventDefault();
    setIsOpen(true);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => setIsOpen(true)}
        className="flex size-11 shrink-0 items-center justify-center gap-2.5 rounded-control text-text-muted hover:bg-sunken hover:text-text md:w-72 md:justify-start md:border md:border-line-strong md:bg-surface md:px-3.5"
      >
        <Search size={18} />
        <span className="sr-only flex-1 text-left md:not-sr-only md:text-small">
          {t(maySearch ? 'label' : 'short')}
        </span>
        <kbd aria-hidden className="hidden rounded-small border border-line px-1.5 font-sans text-caption md:inline">
          Ctrl K
        </kbd>
      </button>
      {isOpen && (
        <Suspense>
          <ManagePalette maySearch={maySearch} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
