import type { Currency } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { reverseText, showRate } from '@larkmere/money/rate-text';
import { useTranslations } from 'use-intl';
import { RateInput } from '../ui/RateInput.tsx';
import { useOwnRate } from './use-own-rate.ts';

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
  const t = useTranslations('rate.target');
  const now = useOwnRate(sell, buy);
  const target = readRate(sell, buy, value);
  const reverse = { target: target ? reverseText(target) : '', now: now ? reverseText(now) : '' };
  const words = target ? (now ? 'reverse' : 'reverseTarget') : now && 'reverseNow';
  const beneath = [words && t(words, reverse), hint].filter(Boolean);
  return (
    <RateInput
      {...field}
      pair={{ sell, buy }}
      value={value}
      hint={beneath.join(' ') || undefined}
      action={
        now && (
          <span className="figures text-small text-text-muted">
            {t('now', { rate: `${showRate(now).rate} ${buy}` })}
          </span>
        )
      }
    />
  );
}
