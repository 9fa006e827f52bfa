import { useLocale, useNow, useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { moneyText } from '../../ui/money.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import type { IssuedCard } from './issued-card.api.ts';

type Spent = Readonly<{ today: string; month: string }>;
type Props = Readonly<{ card: IssuedCard; spent: Spent; onChange: () => void; onPerson: (() => void) | undefined }>;

export function LimitsPanel({ card, spent, onChange, onPerson }: Props) {
  const t = useTranslations('issuedCard.limits');
  const locale = useLocale();
  const month = new Intl.DateTimeFormat(locale, { month: 'long' }).format(useNow());
  const { limits, currency, permissions, holder } = card;
  return (
    <Card title={t('title')} action={permissions.limits && <LinkButton onClick={onChange}>{t('change')}</LinkButton>}>
      <div className="grid gap-4">
        <Usage name={t('today')} spent={spent.today} limit={limits.daily} currency={currency} />
        <Usage name={month} spent={spent.month} limit={limits.monthly} currency={currency} />
        <p className="flex items-baseline justify-between gap-3">
          {t('each')}
          <span className="figures text-small text-text-muted">
            {t.rich('upToBold', {
              amount: moneyText({ amount: limits.perPayment, currency }),
              b: (text) => <b className="text-text">{text}</b>,
            })}
          </span>
        </p>
        {onPerson && (
          <LinkButton onClick={onPerson} className="justify-self-start">
            {t('personLink', { name: holder.name })}
          </LinkButton>
        )}
      </div>
    </Card>
  );
}

type UsageProps = Readonly<{ name: string; spent: string; limit: string; currency: string }>;

function Usage({ name, spent, limit, currency }: UsageProps) {
  const t = useTranslations('issuedCard.limits');
  const [used, most] = [Number(spent), Number(limit)];
  return (
    <div className="grid gap-2">
      <p className="flex items-baseline justify-between gap-3">
        {name}
        <span className="figures text-small text-text-muted">
          {t.rich('spent', {
            spent: moneyText({ amount: spent, currency }).replace(` ${currency}`, ''),
            limit: moneyText({ amount: limit, currency }),
            b: (text) => <b className="text-text">{text}</b>,
          })}
        </span>
      </p>
      <ProgressBar value={Math.min(used, most)} max={most} label={t('bar', { period: name })} />
    </div>
  );
}
