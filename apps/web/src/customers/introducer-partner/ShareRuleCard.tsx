import type { ShareRule } from '@larkmere/contract/customers/introducer-partner';
import { Handshake } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { toLocalDate } from '../../ui/date-text.ts';
import { moneyText } from '../../ui/money.ts';
import { useDateText } from '../../ui/use-date-text.ts';
import type { PartnerShare } from './introducer-partner.api.ts';

/** The rule in plain words. */
export function ShareRuleCard({ share: { rule, minimum } }: { share: PartnerShare }) {
  const t = useTranslations('introducerPartner');
  return (
    <Card>
      <div className="flex items-start gap-4">
        <span className="hidden size-11 shrink-0 place-items-center rounded-control bg-brand-soft text-brand-text sm:grid">
          <Handshake size={22} aria-hidden />
        </span>
        <div className="grid max-w-[72ch] gap-2">
          <h2 className="text-h2 font-bold">{t('title')}</h2>
          {rule ? <Terms rule={rule} minimum={minimum} /> : <p>{t('ended')}</p>}
        </div>
      </div>
    </Card>
  );
}

function Terms({ rule, minimum }: { rule: ShareRule; minimum: PartnerShare['minimum'] }) {
  const t = useTranslations('introducerPartner.rule');
  const { day } = useDateText();
  const { exchangeBps, paymentBps, currency, monthlyCap, months, startsAt, ends } = rule;
  const shares = { exchange: percentText(exchangeBps), payment: percentText(paymentBps) };
  const which = paymentBps === 0 ? 'exchange' : exchangeBps === 0 ? 'payment' : 'both';
  return (
    <>
      <p>
        {t(which, shares)} {months === null ? t('forever') : t('months', { count: months })}{' '}
        {monthlyCap && t('cap', { cap: moneyText(monthlyCap) })}
      </p>
      <p className="text-small text-text-muted">
        {t('paid', { currency, minimum: moneyText(minimum) })} {t('taken')}{' '}
        {t('since', { day: day(toLocalDate(new Date(startsAt))) })} {ends && t('ends', { day: day(ends) })}
      </p>
    </>
  );
}

/** `1250` is 12.5%. */
const percentText = (bps: number): string => `${String(bps / 100)}%`;
