import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDraft } from '../../platform/forms/draft.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useIsSettled } from '../../ui/use-is-settled.ts';
import { withSearch } from './recent-searches.ts';
import { SearchKeys } from './SearchKeys.tsx';
import { SearchGroupRows } from './SearchRows.tsx';
import type { SearchGroup, SearchItem } from './search-items.ts';
import { earlyTextStore, searchStore } from './search-store.ts';
import { useSearchGroups } from './use-search-groups.ts';

const close = () => searchStore.set(false);

/** Escape and a click beside it close it, as it holds nothing that could be lost. */
export function SearchPalette() {
  const t = useTranslations('search');
  const navigate = useNavigate();
  const [text, setText] = useState(earlyTextStore.get);
  useEffect(() => earlyTextStore.set(''), []);
  const recent = useRecentSearches();
  const highlighted = useRef<SearchItem>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const { groups, status } = useSearchGroups(text.trim(), recent.list);
  const go = (to: string) => {
    recent.add(text);
    close();
    void navigate(linkTo(to));
  };
  const choose = (item: SearchItem, isSend: boolean) => {
    if (item.kind === 'recent') setText(item.title);
    else {
      const sendTo = item.kind === 'payee' ? item.sendTo : undefined;
      // Whoever may pay a payee without seeing the list of payees has no page about them.
      const target = isSend || !item.to ? (sendTo ?? item.to) : item.to;
      if (target) go(target);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const item = highlighted.current;
    if (event.key === 'Escape' && text) {
      event.preventDefault();
      event.stopPropagation();
      setText('');
    } else if (event.key === 'Tab' && !event.shiftKey && item?.kind === 'payee' && item.sendTo) {
      event.preventDefault();
      choose(item, true);
    }
  };
  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Backdrop data-print="no" className="fixed inset-0 z-30 bg-shade" />
        <Dialog.Popup
          data-sheet
          initialFocus={input}
          className="fixed inset-0 z-30 flex flex-col bg-raised outline-none md:inset-x-0 md:top-[8dvh] md:bottom-auto md:mx-auto md:max-h-[80dvh] md:w-[680px] md:rounded-dialog md:border md:border-line md:shadow-dialog"
        >
          <Dialog.Title className="sr-only">{t('title')}</Dialog.Title>
          <Autocomplete.Root
            inline
            open
            items={groups}
            filter={null}
            value={text}
            onValueChange={(value, { reason }) => {
              if (reason !== 'item-press') setText(value);
            }}
            itemToStringValue={(item: SearchItem) => item.title}
            autoHighlight="always"
            keepHighlight
            onItemHighlighted={(item) => {
              highlighted.current = item;
            }}
          >
            <div className="flex items-center gap-3 border-b border-line px-4 py-2.5 md:px-5">
              <Search size={20} className="shrink-0 text-text-muted" />
              <Autocomplete.Input
                ref={input}
                aria-label={t('label')}
                placeholder={t('placeholder')}
                onKeyDown={onKeyDown}
                maxLength={100}
                className="h-11 min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-text-muted"
              />
              {text && (
                <IconButton label={t('clear')} size="small" onClick={() => setText('')}>
                  <X size={16} />
                </IconButton>
              )}
              <button
                type="button"
                onClick={close}
                className="min-h-11 shrink-0 rounded-small px-1 font-semibold text-brand-text"
              >
                {t('cancel')}
              </button>
            </div>
            <SearchStatus status={status} text={text} groups={groups} />
            <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-3 md:px-3">
              {(group: SearchGroup) => (
                <SearchGroupRows key={group.name} group={group} text={text} onChoose={choose} onAll={go} />
              )}
            </Autocomplete.List>
            <SearchKeys />
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type StatusProps = { status: ReturnType<typeof useSearchGroups>['status']; text: string; groups: SearchGroup[] };

/** The number of results is announced when typing pauses. */
function SearchStatus({ status, text, groups }: StatusProps) {
  const t = useTranslations('search');
  const isSettled = useIsSettled(text);
  const count = groups.reduce((sum, group) => sum + (group.count ?? group.items.length), 0);
  return (
    <>
      <p role="status" className="sr-only">
        {status === 'found' && isSettled && `${t('results', { count })}. ${t('everywhere')}`}
      </p>
      {status === 'failed' && <p className="px-5 pt-4 text-small text-danger">{t('failed')}</p>}
      {status === 'found' && count === 0 && (
        <div className="px-5 py-8 text-center">
          <p className="font-semibold wrap-anywhere">{t('none', { text: text.trim() })}</p>
          <p className="mt-1 text-small text-text-muted">{t('noneText')}</p>
        </div>
      )}
    </>
  );
}

function useRecentSearches() {
  const { membercode } = useSession().user;
  const { draft, keep } = useDraft(membercode, 'recent-searches', () => ({ list: [] as string[] }));
  return { list: draft.list, add: (text: string) => keep({ list: withSearch(draft.list, text) }) };
}
