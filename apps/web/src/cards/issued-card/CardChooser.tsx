import { useTranslations } from 'use-intl';
import type { IssuedCard } from './issued-card.api.ts';

type Props = Readonly<{ list: readonly IssuedCard[]; chosen: IssuedCard; onChoose: (uid: string) => void }>;

/** Tabs by the last four digits, with the name on cards of others. */
export function CardChooser({ list, chosen, onChoose }: Props) {
  const t = useTranslations('issuedCard');
  if (list.length === 1) return <span />;
  return (
    <fieldset aria-label={t('chooser')} className="flex min-w-0 max-w-full gap-2 overflow-x-auto p-0.5">
      {list.map((card) => (
        <button
          key={card.uid}
          type="button"
          aria-pressed={card.uid === chosen.uid}
          onClick={() => onChoose(card.uid)}
          className="figures min-h-11 shrink-0 rounded-full border border-line bg-surface px-4 text-small font-semibold text-text-muted aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-text"
        >
          <CardName card={card} />
        </button>
      ))}
    </fieldset>
  );
}

function CardName({ card: { last4, holder } }: { card: IssuedCard }) {
  const t = useTranslations('issuedCard');
  if (last4 === null) return t('tabNew');
  return holder.isYou ? t('tab', { last4 }) : t('tabOf', { last4, name: holder.name });
}
