import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { Countdown } from '../../ui/Countdown.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { challengeSandbox, isChallengeComplete } from './card-frame.ts';
import { type TopUp, useCancelTopUp } from './top-up.api.ts';

type Props = { topUp: TopUp & { challengeUrl: string }; onDone: () => void };

/** The page of the card’s bank. Closing it stops the payment; what happened is always asked of our server. */
export function ChallengeDialog({ topUp: { uid, challengeUrl, expiresAt }, onDone }: Props) {
  const t = useTranslations('deposit.challenge');
  const frame = useRef<HTMLIFrameElement>(null);
  const cancel = useCancelTopUp();
  const { origin } = new URL(challengeUrl);
  const hear = useEffectEvent((event: MessageEvent) => {
    if (isChallengeComplete(event, { origin, window: frame.current?.contentWindow })) onDone();
  });
  useEffect(() => {
    const listen = (event: MessageEvent) => hear(event);
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);
  const close = () =>
    // Without an answer the next page shows how it stands, and polling goes on.
    void cancel
      .mutateAsync({ id: uid, idempotency: newIdempotencyKey() })
      .catch(() => {})
      .finally(onDone);
  return (
    <Dialog
      title={t('title')}
      description={t.rich('left', { left: () => <Countdown until={Date.parse(expiresAt)} onEnd={onDone} /> })}
      onClose={close}
      closeLabel={t('close')}
    >
      <iframe
        ref={frame}
        src={challengeUrl}
        sandbox={challengeSandbox}
        title={t('frame')}
        className="h-[min(32rem,60dvh)] w-full rounded-control border border-line bg-white"
      />
    </Dialog>
  );
}
