import type { CardSecret } from '@larkmere/contract/cards/issued-card';
import { Copy } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { showToast } from '../../platform/toasts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { IssuedCard } from './issued-card.api.ts';
import { expiryText } from './use-card-texts.ts';

type Props = Readonly<{ card: IssuedCard; what: CardSecret; secret: unknown }>;

export function SecretRows({ card, what, secret }: Props) {
  const t = useTranslations('issuedCard.reveal');
  if (what === 'pin') return <p className="figures text-display font-bold tracking-[0.3em]">{textIn(secret, 'pin')}</p>;
  const [number, cvc] = [textIn(secret, 'number'), textIn(secret, 'cvc')];
  const copy = () =>
    void navigator.clipboard.writeText(number).then(() => showToast({ kind: 'success', text: t('copied') }));
  return (
    <dl className="grid grid-cols-2 gap-4">
      <div className="col-span-2">
        <dt className="text-small text-text-muted">{t('number')}</dt>
        <dd className="flex items-center justify-between gap-3">
          <span className="figures text-h1 font-bold whitespace-nowrap">{number.replace(/(.{4})(?=.)/g, '$1 ')}</span>
          <IconButton label={t('copy')} onClick={copy}>
            <Copy size={18} />
          </IconButton>
        </dd>
      </div>
      <Row name={t('expiry')} value={expiryText(card) ?? ''} />
      <Row name={t('cvc')} value={cvc} />
    </dl>
  );
}

/** What the processor encrypted is only as trustworthy as any other answer. */
function textIn(secret: unknown, name: 'number' | 'cvc' | 'pin'): string {
  const value = (secret as Readonly<Record<string, unknown>> | null)?.[name];
  return typeof value === 'string' ? value : '';
}

const Row = ({ name, value }: Readonly<{ name: string; value: string }>) => (
  <div>
    <dt className="text-small text-text-muted">{name}</dt>
    <dd className="figures text-h1 font-bold">{value}</dd>
  </div>
);
