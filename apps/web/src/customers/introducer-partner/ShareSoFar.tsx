import type { PartnerShareLine } from '@larkmere/contract/customers/introducer-partner';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { moneyText } from '../../ui/money.ts';
import { useDateText } from '../../ui/use-date-text.ts';
import type { PartnerShare } from './introducer-partner.api.ts';

export function ShareSoFar({ soFar }: Pick<PartnerShare, 'soFar'>) {
  const t = useTranslations('introducerPartner.soFar');
  const { day } = useDateText();
  return (
    <Card flush title={t('title')}>
      {soFar ? (
        <>
          <div className="grid gap-0.5 px-5 pb-4">
            <p className="text-small text-text-muted">{t('total')}</p>
            <p>
              <MoneyAmount value={soFar.total} size="lg" />
            </p>
            <p className="text-small text-text-muted">
              {Number(soFar.carriedIn.amount) !== 0 && `${t('carriedIn', { amount: moneyText(soFar.carriedIn) })}. `}
              {t('about', { day: day(soFar.statementOn) })}
            </p>
          </div>
          <Lines lines={soFar.lines} />
        </>
      ) : (
        <p className="px-5 pb-5 text-text-muted">{t('missing')}</p>
      )}
    </Card>
  );
}

function Lines({ lines }: { lines: readonly PartnerShareLine[] }) {
  const t = useTranslations('introducerPartner.soFar');
  if (lines.length === 0) return <p className="px-5 pb-5 text-text-muted">{t('none')}</p>;
  return (
    <ul aria-label={t('title')} className="divide-y divide-line border-t border-line">
      {lines.map(({ name, product, deals, share }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two customers can have the same short name
        <li key={place} className="flex items-center justify-between gap-3 px-5 py-3">
          <span className="grid min-w-0">
            <span className="truncate font-semibold">{name}</span>
            <span className="text-small text-text-muted">
              {t(product === 'exchange' ? 'deals' : 'payments', { count: deals })}
            </span>
          </span>
          <MoneyAmount value={share} />
        </li>
      ))}
    </ul>
  );
}
