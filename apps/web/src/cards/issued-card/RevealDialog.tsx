import type { CardSecret } from '@larkmere/contract/cards/issued-card';
import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { failureText } from '../../platform/failures.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { Button } from '../../ui/Button.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { MessageDialog } from '../../ui/MessageDialog.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { canEncrypt, createRevealKey, type RevealKey } from './card-crypto.ts';
import { type IssuedCard, reveal, withoutMoney } from './issued-card.api.ts';
import { SecretRows } from './SecretRows.tsx';
import { useIsInSight } from './use-is-in-sight.ts';

const shownMs = 60_000;

type Props = Readonly<{ card: IssuedCard; what: CardSecret; onClose: () => void }>;
type Shown = Readonly<{ secret: unknown; until: number }>;

/** The key lives as long as the dialog, and what it opens as long as the clock runs. */
export function RevealDialog({ card, what, onClose }: Props) {
  const t = useTranslations('issuedCard.reveal');
  const key = useRevealKey();
  const [idempotency] = useState(newIdempotencyKey);
  const [isRevealing, setRevealing] = useState(false);
  const [shown, setShown] = useState<Shown>();
  const [failure, setFailure] = useState<string>();
  const show = async (authorisation: string, { publicKey, decrypt }: RevealKey) => {
    setRevealing(true);
    try {
      const { encrypted } = await reveal({ id: card.uid, what, publicKey, authorisation, idempotency });
      setShown({ secret: await decrypt(encrypted), until: Date.now() + shownMs });
    } catch (error) {
      setFailure(failureText(error));
    }
  };
  if (!canEncrypt() || failure !== undefined)
    return <MessageDialog title={t('failed')} text={failure ?? t('insecure')} label={t('close')} onDone={onClose} />;
  if (shown) return <ShownSecret card={card} what={what} shown={shown} onClose={onClose} />;
  if (!key || isRevealing)
    return (
      <Dialog title={t(`${what}Title`)} onClose={onClose}>
        <p role="status" className="sr-only">
          {t('preparing')}
        </p>
        <Skeleton shape="row" count={what === 'pin' ? 1 : 3} />
      </Dialog>
    );
  const { publicKey } = key;
  return (
    <PinDialog
      action="verify"
      purpose={{
        operation: 'card.reveal',
        uid: card.uid,
        what,
        publicKey,
        ...withoutMoney(card.currency, idempotency),
      }}
      description={t(what === 'pin' ? 'askPin' : 'askDetails', { last4: card.last4 ?? '' })}
      onResult={({ authorisation }) => authorisation && void show(authorisation, key)}
      onClose={() => !isRevealing && onClose()}
    />
  );
}

function useRevealKey(): RevealKey | undefined {
  const [key, setKey] = useState<RevealKey>();
  useEffect(() => {
    let isGone = false;
    if (canEncrypt()) void createRevealKey().then((made) => !isGone && setKey(made));
    return () => {
      isGone = true;
    };
  }, []);
  return key;
}

type ShownProps = Readonly<{ card: IssuedCard; what: CardSecret; shown: Shown; onClose: () => void }>;

function ShownSecret({ card, what, shown: { secret, until }, onClose }: ShownProps) {
  const t = useTranslations('issuedCard.reveal');
  const isInSight = useIsInSight();
  return (
    <Dialog
      title={t(`${what}Title`)}
      description={t('warning')}
      onClose={onClose}
      actions={
        <>
          <p className="mr-auto self-center text-small text-text-muted">
            {t('hides')} <Countdown until={until} onEnd={onClose} announceAt={[30, 10]} />
          </p>
          <Button kind="secondary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <div data-print="no" className="min-h-24">
        {isInSight ? (
          <SecretRows card={card} what={what} secret={secret} />
        ) : (
          <p className="flex items-center gap-2 text-text-muted">
            <Eye size={20} /> {t('hidden')}
          </p>
        )}
      </div>
    </Dialog>
  );
}
