import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { type IssuedCard, useFreezeCard, useUnfreezeCard } from './issued-card.api.ts';

/** One tap, and one tap back. */
export function useFreeze({ uid }: Pick<IssuedCard, 'uid'>) {
  const t = useTranslations('issuedCard.action');
  const [freeze, unfreeze] = [useFreezeCard(), useUnfreezeCard()];
  const submission = useIdempotentRequest(
    ({ isFrozen, ...input }: { id: string; idempotency: string; isFrozen: boolean }) =>
      (isFrozen ? freeze : unfreeze).mutateAsync(input),
    ({ state }) => showToast({ kind: 'success', text: t(state === 'frozen' ? 'frozen' : 'unfrozen') }),
  );
  const send = (isFrozen: boolean) => void submission.send({ id: uid, idempotency: submission.key, isFrozen });
  return { submission, freeze: () => send(true), unfreeze: () => send(false) };
}
