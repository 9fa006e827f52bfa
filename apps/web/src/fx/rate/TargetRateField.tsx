import { describeReverseRate, toDisplayedRate } from '@larkmere/money/displayed-rate';
import type { Currency } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { useTranslations } from 'use-intl';
import { RateInput } from '../../ui/RateInput.tsx';
import { useClosedMarket } from './use-closed-market.ts';
import { useCustomerRate } from './use-customer-rate.ts';

type Props = {
  label: string;
  sell: Currency;
  buy: Currency;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  error?: string | undefined;
  optional?: boolean;
  id?: string;
};

export function TargetRateField({ sell, buy, value, hint, ...field }: Props) {
  const t = useTranslations('targetRate');
  const now = useCustomerRate(sell, buy);
  const closed = useClosedMarket(sell, buy);
  const target = readRate(sell, buy, value);
  const reverse = { target: target ? describeReverseRate(target) : '', now: now ? describeReverseRate(now) : '' };
  const words = target ? (now ? 'reverse' : 'reverseTarget') : now && 'reverseNow';
  const beneath = [words && t(words, reverse), hint, now && closed && t(closed.key, closed.words)].filter(Boolean);
  return (
    <RateInput
      {...field}
      pair={{ sell, buy }}
      value={value}
      hint={beneath.join(' ') || undefined}
      action={
        now && (
          <span className="figures text-small text-text-muted">
            {t('now', { rate: `${toDisplayedRate(now).rate} ${buy}` })}
          </span>
        )
      }
    />
  );
}
