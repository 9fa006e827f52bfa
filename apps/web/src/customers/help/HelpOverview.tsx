import type { HelpView } from '@larkmere/contract/customers/help';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { OwnLink } from '../../platform/navigation/OwnLink.tsx';
import { reachableAddress } from '../../platform/navigation/own-address.ts';
import { useSessionState } from '../../platform/session/session.ts';
import { linkClass } from '../../ui/button-class.ts';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { ContactRows } from './ContactRows.tsx';
import { EmergencyCard } from './EmergencyCard.tsx';
import { lastMessageQuery } from './help.api.ts';
import { MessageCard } from './MessageCard.tsx';
import { useIsOwn } from './own.ts';
import { RecentPayment } from './RecentPayment.tsx';
import { TopicTiles } from './TopicTiles.tsx';
import { helpAddress, searchTopics, strangerTopics, type Topic, topics } from './topics.ts';

export function HelpOverview({ help }: { help: HelpView }) {
  const isOwn = useIsOwn();
  return (
    <div className="grid gap-4 lg:gap-5">
      <EmergencyCard help={help} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,13fr)_minmax(0,6fr)] lg:items-start lg:gap-6">
        <div className="grid gap-4">
          <Topics />
          {isOwn && <RecentPayment />}
        </div>
        <div className="grid gap-4">
          {isOwn && (
            <div className="hidden lg:block">
              <MessageCard help={help} />
            </div>
          )}
          <ContactRows help={help} />
          {isOwn && <LastMessageLine />}
        </div>
      </div>
    </div>
  );
}

function Topics() {
  const t = useTranslations('help');
  const [text, setText] = useState('');
  const box = useRef<HTMLDivElement>(null);
  useSlashKey(box);
  const found = searchTopics(useOpenTopics(), text, {
    topic: (key) => t(`topics.${key}`),
    job: (key) => t(`jobs.${key}`),
    more: (key) => t(`words.${key}`),
  });
  const count = found.reduce((sum, { jobs }) => sum + jobs.length, 0);
  return (
    <>
      <div ref={box} className="relative">
        <SearchInput label={t('search.label')} placeholder={t('search.label')} value={text} onChange={setText} />
        {!text && (
          <kbd
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-3.5 hidden size-6 -translate-y-1/2 place-items-center rounded-small border border-line font-sans text-caption lg:grid"
          >
            /
          </kbd>
        )}
        <p role="status" className="sr-only">
          {text.trim() && t('search.found', { count })}
        </p>
      </div>
      <h2 className="sr-only">{t('topics.title')}</h2>
      {found.length === 0 ? (
        <p className="text-text-muted">{t('search.none', { text: text.trim() })}</p>
      ) : (
        <TopicTiles topics={found} isSearched={text.trim() !== ''} />
      )}
    </>
  );
}

/** Jobs whose page this customer may open. */
function useOpenTopics(): readonly Topic[] {
  const state = useSessionState();
  if (!useIsOwn() || state.status !== 'in') return strangerTopics;
  return topics.flatMap((topic) => {
    const jobs = topic.jobs.filter(({ address }) => reachableAddress(address, state.session) !== undefined);
    const write = { key: 'write', address: helpAddress.message(topic.key) } as const;
    return [{ ...topic, jobs: jobs.length > 0 ? jobs : [write] }];
  });
}

/** On this page `/` jumps to its own search, before the one of the header hears of the key. */
function useSlashKey(box: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { tagName, isContentEditable } = event.target as HTMLElement;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(tagName)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      box.current?.querySelector('input')?.focus();
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [box]);
}

function LastMessageLine() {
  const t = useTranslations('help.last');
  const { data } = useQuery(lastMessageQuery);
  if (!data) return null;
  return (
    <p className="flex items-center justify-between gap-3 px-1 text-small text-text-muted">
      {t('text', { reference: data.reference })}
      <OwnLink address={helpAddress.last} className={`${linkClass} inline-flex min-h-11 items-center`}>
        {t('open')}
      </OwnLink>
    </p>
  );
}
