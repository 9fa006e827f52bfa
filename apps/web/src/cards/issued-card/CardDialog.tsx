import { ActivateDialog } from './ActivateDialog.tsx';
import { BlockDialog } from './BlockDialog.tsx';
import { CardPinDialog } from './CardPinDialog.tsx';
import type { IssuedCard } from './issued-card.api.ts';
import { LimitsDialog } from './LimitsDialog.tsx';
import type { OpenDialog } from './open-dialog.ts';
import { PersonLimitsDialog } from './PersonLimitsDialog.tsx';
import { RevealDialog } from './RevealDialog.tsx';

type Props = Readonly<{ card: IssuedCard; open: OpenDialog; onClose: () => void }>;

export function CardDialog({ card, open, onClose }: Props) {
  const { permissions: may } = card;
  const props = { card, onClose };
  switch (open) {
    case 'details':
      return may.reveal && <RevealDialog {...props} what="details" />;
    case 'pin':
      return may.changePin && <CardPinDialog {...props} />;
    case 'limits':
      return may.limits && <LimitsDialog {...props} />;
    case 'block':
      return may.block && <BlockDialog {...props} />;
    case 'activate':
      return may.activate && <ActivateDialog {...props} />;
    case 'person':
      return <PersonLimitsDialog {...props} />;
  }
}
