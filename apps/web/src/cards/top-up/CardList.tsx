import type { SavedCardView } from '@larkmere/contract/cards/card';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, Plus } from 'lucide-react';
import { type Ref, useEffect, useState } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { binQuery, CardLogo, RemoveCardButton, useCardName } from '../card/card.tsx';
import { CardForm, type CardFormHandle, type CardHint } from './CardForm.tsx';
import { ChoiceRow } from './ChoiceRow.tsx';
import type { CardMessage } from './card-frame.ts';
import { type CardPrice, topUpOptionsQuery } from './top-up.api.ts';

/** Whether the fields of a new card are filled in, and whether its kind is accepted. */
export type CardReadiness = 'incomplete' | 'refused' | 'ready';

type Props = {
  cards: readonly SavedCardView[];
  /** Undefined: another card. */
  chosen: SavedCardView | undefined;
  price: CardPrice;
  error: string | undefined;
  form: Ref<CardFormHandle>;
  shouldSave: boolean;
  onSave: (save: boolean) => void;
  onPick: (id: string) => void;
  onReady: (readiness: CardReadiness) => void;
  onEnter: () => void;
  onToken: (token: string) => void;
  onFault: () => void;
};

const another = 'another';

export function CardList(props: Props) {
  const { cards, chosen, price, error, shouldSave, onSave, onPick } = props;
  const t = useTranslations('deposit');
  const kinds = price.acceptedFunding.map((kind) => t(`kinds.${kind}`)).join(', ');
  return (
    <Card flush>
      <fieldset>
        <legend className="float-left flex w-full items-baseline justify-between gap-3 px-5 py-3.5">
          <span className="font-bold">{t('which')}</span>
          <span className="text-small text-text-muted">{t('accepted', { kinds })}</span>
        </legend>
        <ul className="clear-both">
          {cards.map((card) => (
            <SavedCardRow
              key={card.id}
              card={card}
              isChosen={card === chosen}
              onChoose={() => onPick(card.id)}
              onRemoved={() => onPick(another)}
            />
          ))}
          {cards.length > 0 && (
            <ChoiceRow
              name="deposit-card"
              isChosen={!chosen}
              onChoose={() => onPick(another)}
              icon={<Plus size={22} />}
              title={t('another')}
              text={t('anotherText')}
            />
          )}
        </ul>
      </fieldset>
      {!chosen && (
        <div className="grid gap-3 border-t border-line p-5">
          <NewCard {...props} />
          {error && (
            <p role="alert" className="flex gap-1.5 text-small font-medium text-danger">
              <CircleAlert size={16} className="mt-0.5 shrink-0" />
              {error}
            </p>
          )}
          <Checkbox checked={shouldSave} onChange={({ target }) => onSave(target.checked)}>
            {t('save')}
          </Checkbox>
        </div>
      )}
    </Card>
  );
}

type RowProps = { card: SavedCardView; isChosen: boolean; onChoose: () => void; onRemoved: () => void };

function SavedCardRow({ card, isChosen, onChoose, onRemoved }: RowProps) {
  const t = useTranslations('deposit');
  const nameOf = useCardName();
  const now = useNow();
  const { brand, expiryMonth, expiryYear, status } = card;
  const date = `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear).slice(-2)}`;
  const isLastMonth = expiryYear === now.getFullYear() && expiryMonth === now.getMonth() + 1;
  const isExpired = status === 'expired';
  const text = isExpired ? t('expired', { date }) : isLastMonth ? t('expiresNow') : t('expires', { date });
  return (
    <ChoiceRow
      name="deposit-card"
      isChosen={isChosen}
      onChoose={onChoose}
      disabled={isExpired}
      icon={<CardLogo brand={brand} />}
      title={nameOf(card)}
      text={<span className={isExpired || isLastMonth ? 'font-semibold text-warning' : ''}>{text}</span>}
      action={(isChosen || isExpired) && <RemoveCardButton card={card} onRemoved={onRemoved} />}
    />
  );
}

function NewCard({ price, form, onPick, onReady, onEnter, onToken, onFault }: Props) {
  const cache = useQueryClient();
  const { data } = useQuery(topUpOptionsQuery);
  const [bin, setBin] = useState('');
  const [isComplete, setComplete] = useState(false);
  const [round, setRound] = useState(0);
  const hint = useCardHint(bin, price);
  const readiness = hint?.isRefused ? 'refused' : isComplete ? 'ready' : 'incomplete';
  useEffect(() => onReady(readiness), [readiness, onReady]);
  const hear = (message: CardMessage) => {
    switch (message.type) {
      case 'bin':
        return setBin(message.bin);
      // A saved card that is loaded meanwhile must not take the place of what is being typed.
      case 'edit':
        return onPick(another);
      case 'complete':
        return setComplete(message.isComplete);
      case 'enter':
        return onEnter();
      case 'token':
        return onToken(message.token);
      case 'fault':
        return onFault();
    }
  };
  if (!data) return <Skeleton shape="row" count={3} />;
  return (
    <CardForm
      key={round}
      url={data.cardFormUrl}
      hint={hint}
      onMessage={hear}
      onRetry={() => {
        void cache.invalidateQueries({ queryKey: queryKeys.topUpOptions });
        setRound(round + 1);
      }}
      ref={form}
    />
  );
}

/** What the first digits tell: a refused kind of card is named before the rest is typed. */
function useCardHint(bin: string, { currency }: CardPrice): CardHint | undefined {
  const t = useTranslations('deposit.bin');
  const { data } = useQuery(binQuery(bin));
  if (!data) return undefined;
  if (!data.accepted) return { text: data.reason ?? '', isRefused: true };
  if (data.funding === null || data.country === null) return undefined;
  const kind = t(`kind.${data.funding}`);
  const country = new Intl.DisplayNames('en-GB', { type: 'region' }).of(data.country) ?? data.country;
  const isForeign = data.currency !== null && data.currency !== currency;
  const text = isForeign
    ? t('otherCurrency', { kind, country, currency: data.currency ?? '' })
    : t('accepted', { kind, country });
  return { text, isRefused: false };
}
