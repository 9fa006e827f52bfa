import { Autocomplete } from '@base-ui/react/autocomplete';
import { ArrowDownToLine, ArrowLeftRight, ArrowRight, Clock } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PaymentStatus } from '../../payments/payment/payment.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { markedParts } from './marked-parts.ts';
import type { SearchGroup, SearchItem } from './search-items.ts';

type Props = {
  group: SearchGroup;
  text: string;
  onChoose: (item: SearchItem, isSend: boolean) => void;
  onAll: (to: string) => void;
};

export function SearchGroupRows({ group, text, onChoose, onAll }: Props) {
  const t = useTranslations('search');
  const { all, count = 0, items, name } = group;
  return (
    <Autocomplete.Group items={items}>
      <div className="flex items-baseline justify-between gap-3 px-2 pt-4 pb-1 text-small text-text-muted">
        <Autocomplete.GroupLabel className="font-semibold">{t(`groups.${name}`)}</Autocomplete.GroupLabel>
        {all && count > items.length ? (
          <LinkButton onClick={() => onAll(all)}>{t('all', { count })}</LinkButton>
        ) : (
          count > items.length && <span className="figures">{count}</span>
        )}
      </div>
      <Autocomplete.Collection>
        {(item: SearchItem) => (
          <Autocomplete.Item
            key={item.id}
            value={item}
            onClick={(event: MouseEvent) =>
              onChoose(item, event.target instanceof Element && event.target.closest('[data-send]') !== null)
            }
            className="flex min-h-14 cursor-pointer items-center gap-3 rounded-control px-2 py-1.5 outline-none data-highlighted:bg-brand-soft"
          >
            <Row item={item} text={text} />
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  );
}

function Row({ item, text }: { item: SearchItem; text: string }) {
  return (
    <>
      <Picture item={item} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">
          <Marked text={item.title} typed={text} />
        </span>
        {item.detail && (
          <span className="figures block text-small text-text-muted wrap-anywhere">
            <Marked text={item.detail} typed={text} />
          </span>
        )}
      </span>
      <Figures item={item} />
    </>
  );
}

const Marked = ({ text, typed }: { text: string; typed: string }) =>
  markedParts(text, typed).map(({ at, text: part, isMatch }) =>
    isMatch ? (
      <mark key={at} className="rounded-[2px] bg-accent-soft text-accent-text">
        {part}
      </mark>
    ) : (
      part
    ),
  );

const Round = ({ children }: { children: ReactNode }) => (
  <span aria-hidden className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-text-muted">
    {children}
  </span>
);

function Picture({ item }: { item: SearchItem }) {
  if (item.kind === 'payee') return <Avatar name={item.name} size={36} />;
  if (item.kind === 'account') return <CurrencyFlag code={item.currency} size={36} />;
  if (item.kind === 'recent')
    return (
      <Round>
        <Clock size={17} />
      </Round>
    );
  if (item.kind === 'page')
    return (
      <Round>
        <item.icon size={17} />
      </Round>
    );
  const Icon = item.isExchange ? ArrowLeftRight : item.direction === 'in' ? ArrowDownToLine : ArrowRight;
  return (
    <Round>
      <Icon size={17} />
    </Round>
  );
}

function Figures({ item }: { item: SearchItem }) {
  const t = useTranslations('search');
  if (item.kind === 'account') return <MoneyAmount value={item.amount} className="shrink-0" />;
  if (item.kind === 'payee' && item.sendTo)
    return (
      <span data-send className="shrink-0 py-2 text-small font-semibold text-brand-text underline underline-offset-4">
        {t('send')}
      </span>
    );
  if (item.kind !== 'payment') return null;
  const { amount, direction, otherAmount, state, isHold } = item;
  const signed = direction === 'out' ? { ...amount, amount: `-${amount.amount}` } : amount;
  return (
    <span className="grid shrink-0 justify-items-end gap-0.5 text-right">
      <MoneyAmount value={signed} sign="always" />
      {otherAmount && <MoneyAmount value={otherAmount} size="sm" className="text-small text-text-muted" />}
      {state && state !== 'completed' && <PaymentStatus state={state} />}
      {isHold && <span className="text-small text-text-muted">{t('pending')}</span>}
    </span>
  );
}
