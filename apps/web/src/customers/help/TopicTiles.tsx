import type { HelpTopic } from '@larkmere/contract/customers/help-rules';
import {
  ArrowLeftRight,
  BadgeCheck,
  CreditCard,
  KeyRound,
  type LucideIcon,
  MessageSquareText,
  SearchCheck,
  UserRoundX,
} from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { OwnLink } from '../../platform/navigation/OwnLink.tsx';
import type { Topic } from './topics.ts';

const icons: Readonly<Record<HelpTopic, LucideIcon>> = {
  payment: SearchCheck,
  wrong_person: UserRoundX,
  card: CreditCard,
  rates: ArrowLeftRight,
  sign_in: KeyRound,
  identity: BadgeCheck,
  other: MessageSquareText,
};

/** On a phone a tile opens its jobs; on a wide screen, and while something is searched, all of them are there. */
export function TopicTiles({ topics, isSearched }: { topics: readonly Topic[]; isSearched: boolean }) {
  const [open, setOpen] = useState<HelpTopic>();
  return (
    <ul className="grid grid-cols-2 gap-2 md:gap-4">
      {topics.map((topic) => (
        <Tile
          key={topic.key}
          topic={topic}
          isOpen={isSearched || open === topic.key}
          onOpen={() => setOpen(open === topic.key ? undefined : topic.key)}
        />
      ))}
    </ul>
  );
}

type TileProps = { topic: Topic; isOpen: boolean; onOpen: () => void };

function Tile({ topic: { key, jobs }, isOpen, onOpen }: TileProps) {
  const t = useTranslations('help');
  const id = useId();
  const Icon = icons[key];
  const name = (
    <>
      <Icon size={20} className="shrink-0 text-brand-text" aria-hidden />
      <span className="min-w-0">{t(`topics.${key}`)}</span>
    </>
  );
  return (
    <li
      className={`rounded-card border border-line bg-surface ${isOpen ? 'col-span-2 md:col-span-1' : ''} md:px-4.5 md:py-4`}
    >
      <h3 className="text-small font-semibold md:text-body">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onOpen}
          className="flex min-h-14 w-full items-center gap-3 rounded-card px-3 py-2 text-left md:hidden"
        >
          {name}
        </button>
        <span className="hidden items-center gap-2.5 md:flex">{name}</span>
      </h3>
      <ul id={id} className={`${isOpen ? 'grid' : 'hidden'} px-3 pb-2 pl-11 md:grid md:p-0 md:pt-1 md:pl-7.5`}>
        {jobs.map(({ key: job, address }) => (
          <li key={job}>
            <OwnLink
              address={address}
              className="flex min-h-11 items-center rounded-small text-small font-medium text-brand-text underline-offset-4 hover:underline lg:min-h-8"
            >
              {t(`jobs.${job}`)}
            </OwnLink>
          </li>
        ))}
      </ul>
    </li>
  );
}
