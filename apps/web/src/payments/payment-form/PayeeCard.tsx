import type { PayeeView } from '@larkmere/contract/payees/payee';
import { CircleCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PayeeAvatar } from './PayeeOption.tsx';

type Props = { payee: PayeeView; onChange: (() => void) | undefined };

/** The step "whom", folded. */
export function PayeeCard({ payee, onChange }: Props) {
  const t = useTranslations('makePayment.payee');
  const isMatch = payee.nameCheck?.result === 'match';
  return (
    <Card className="flex items-center gap-4 max-lg:px-4 max-lg:py-3">
      <PayeeAvatar payee={payee} size={44} />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <span className="sr-only">{t('to')} </span>
        <span className="flex items-center gap-2 font-semibold">
          <bdi>{payee.name}</bdi>
          {isMatch && (
            <span title={t('matches')} className="text-success">
              <CircleCheck size={18} />
              <span className="sr-only">{t('matches')}</span>
            </span>
          )}
        </span>
        <span className="figures block text-small text-text-muted">{payee.summary}</span>
      </p>
      {onChange && (
        <LinkButton onClick={onChange} aria-label={t('changeWhom')}>
          {t('change')}
        </LinkButton>
      )}
    </Card>
  );
}
