import { Search } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { languages } from '../../messages/languages.ts';
import { lazyScreen } from '../../platform/navigation/lazy-screen.tsx';
import { useStore } from '../../platform/store.ts';
import { earlyTextStore, searchStore } from './search-store.ts';

const SearchPalette = lazyScreen(() => import('./SearchPalette.tsx'), 'SearchPalette', languages.en.later);

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** An open dialog is finished first: a PIN or a confirmation must not be left half done. */
const hasOpenDialog = (): boolean => document.querySelector('[data-sheet]') !== null;

function opensSearch(event: KeyboardEvent): boolean {
  if (event.altKey || event.shiftKey || hasOpenDialog()) return false;
  if (event.key.toLowerCase() === 'k') return event.ctrlKey || event.metaKey;
  return event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
}

const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

export function SearchButton() {
  const t = useTranslations('shell');
  const isOpen = useStore(searchStore);
  const open = () => searchStore.set(true);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isOpen && !hasOpenDialog() && isCharacter(event)) {
      event.preventDefault();
      earlyTextStore.set(earlyTextStore.get() + event.key);
      return;
    }
    if (!opensSearch(event)) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener('keydown', listen);
    return () => {
      removeEventListener('keydown', listen);
      searchStore.set(false);
    };
  }, []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={open}
        className="flex size-11 shrink-0 items-center justify-center gap-2.5 rounded-control text-text-muted hover:bg-sunken hover:text-text md:w-auto md:border md:border-line md:px-3.5"
      >
        <Search size={20} className="md:size-4.5" />
        <span className="sr-only md:not-sr-only md:text-small">{t('search')}</span>
        <kbd aria-hidden className="hidden rounded-small border border-line px-1.5 font-sans text-caption md:inline">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      {isOpen && (
        <Suspense>
          <SearchPalette />
        </Suspense>
      )}
    </>
  );
}
