import { useTranslations } from 'use-intl';
import type { StatusKind } from '../../ui/status-kind.tsx';
import type { IssuedCard } from './issued-card.api.ts';

export const expiryText = ({ expiryMonth, expiryYear }: IssuedCard): string | null =>
  expiryMonth === null || expiryYear === null
    ? null
    : `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear).slice(-2)}`;

const endStates: readonly IssuedCard['state'][] = ['blocked', 'expired', 'closed', 'rejected'];

export const hasEnded = ({ state }: IssuedCard): boolean => endStates.includes(state);

const kinds: Readonly<Record<IssuedCard['state'], StatusKind>> = {
  ordered: 'neutral',
  inactive: 'info',
  active: 'success',
  frozen: 'info',
  stopped: 'warning',
  blocked: 'danger',
  expired: 'neutral',
  closed: 'neutral',
  rejected: 'danger',
};

export const stateKind = ({ state }: IssuedCard): StatusKind => kinds[state];

/** Says who stopped it, because that decides who can lift it. */
export function useStateText(): (card: IssuedCard) => string {
  const t = useTranslations('issuedCard.state');
  return ({ state, stop, order }) => {
    if (state === 'frozen') return stop?.by === 'you' ? t('frozenByYou') : t('frozenBy', { name: stop?.name ?? '' });
    if (state === 'inactive') return t(order?.state === 'delivered' ? 'arrived' : 'inactive');
    return t(state);
  };
}
