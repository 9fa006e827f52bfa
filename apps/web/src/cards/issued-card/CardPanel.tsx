import { Check, Info, Snowflake } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { CardActions } from './CardActions.tsx';
import { CardArt } from './CardArt.tsx';
import { CardNotice } from './CardNotice.tsx';
import { DeliveryStatus } from './DeliveryStatus.tsx';
import type { IssuedCard } from './issued-card.api.ts';
import type { OpenDialog } from './open-dialog.ts';
import { expiryText, hasEnded, stateKind, useStateText } from './use-card-texts.ts';
import { useFreeze } from './use-freeze.ts';

type Props = Readonly<{ card: IssuedCard; onOpen: (dialog: OpenDialog) => void }>;

export function CardPanel({ card, onOpen }: Props) {
  const t = useTranslations('issuedCard');
  const freezing = useFreeze(card);
  return (
    <Card className="grid gap-4">
      <CardHead card={card} />
      <CardArt
        {...card}
        expiry={expiryText(card)}
        isDimmed={card.state === 'frozen' || card.state === 'stopped' || hasEnded(card)}
        isFrozen={card.state === 'frozen'}
      />
      <SubmitNotice submission={freezing.submission} refusedTitle={t('action.notDone')} retryText={t('action.retry')} />
      <CardNotice card={card} />
      {card.state === 'inactive' && card.order && <DeliveryStatus order={card.order} />}
      {card.permissions.activate && (
        <Button wide onClick={() => onOpen('activate')}>
          {t('action.activate')}
        </Button>
      )}
      {card.permissions.unfreeze && (
        <Button
          wide
          icon={<Snowflake size={18} />}
          busy={freezing.submission.sending || freezing.submission.unknown}
          onClick={freezing.unfreeze}
        >
          {t('action.unfreeze')}
        </Button>
      )}
      <CardActions card={card} onOpen={onOpen} onFreeze={freezing.freeze} isBusy={freezing.submission.sending} />
    </Card>
  );
}

function CardHead({ card }: { card: IssuedCard }) {
  const t = useTranslations('issuedCard');
  const stateText = useStateText();
  const { format, currency, accountEnding, holder, state } = card;
  const kind = t(`kind.${format}`);
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <h2 className="font-bold">{holder.isYou ? kind : t('of', { kind, name: holder.name })}</h2>
        <p className="figures text-small text-text-muted">{t('spendsFrom', { currency, ending: accountEnding })}</p>
      </div>
      <StatusPill kind={stateKind(card)} icon={pillIcons[state]}>
        {stateText(card)}
      </StatusPill>
    </div>
  );
}

const pillIcons: Readonly<Partial<Record<IssuedCard['state'], ReactNode>>> = {
  active: <Check size={14} />,
  frozen: <Snowflake size={14} />,
  expired: <Info size={14} />,
};
