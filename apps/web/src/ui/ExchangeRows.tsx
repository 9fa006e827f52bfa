import type { DisplayedRate } from '@larkmere/money/displayed-rate';
import { useTranslations } from 'use-intl';
import { MoneyAmount } from './MoneyAmount.tsx';
import type { Money } from './money.ts';
import { type FeeLine, FeeLines, PriceRow } from './PriceRows.tsx';
import { RateText } from './RateText.tsx';

type Props = {
  sell: Money;
  fee: Money;
  feeLines?: readonly FeeLine[];
  marketRate: DisplayedRate;
  margin: Money;
  yourRate: DisplayedRate;
  buy: Money;
  transferFee?: Money | undefined;
  cost: Money;
  costPct: string | undefined;
  updating?: boolean;
};

export function ExchangeRows(props: Props) {
  const {
    sell,
    fee,
    feeLines = [],
    marketRate,
    margin,
    yourRate,
    buy,
    transferFee,
    cost,
    costPct,
    updating = false,
  } = props;
  const t = useTranslations('ui');
  return (
    <div aria-busy={updating}>
      <dl className={`grid gap-2 transition-opacity ${updating ? 'opacity-60' : ''}`}>
        <PriceRow label={t('price.youSend')} value={<MoneyAmount value={sell} />} />
        <PriceRow label={t('price.fee')} value={<MoneyAmount value={fee} />} />
        <FeeLines lines={feeLines} />
        <PriceRow label={t('price.market')} value={<RateText rate={marketRate} />} />
        <PriceRow label={t('price.margin')} value={<MoneyAmount value={margin} />} />
        <PriceRow label={t('price.yourRate')} value={<RateText rate={yourRate} />} />
        <PriceRow label={t('price.youGet')} value={<MoneyAmount value={buy} />} strong />
        {transferFee && <PriceRow label={t('price.transferFee')} value={<MoneyAmount value={transferFee} />} />}
        <div className="my-1 border-t border-line" />
        <PriceRow
          label={t('price.totalCost')}
          value={
            <>
              <MoneyAmount value={cost} /> {costPct && <span className="figures text-text-muted">({costPct} %)</span>}
            </>
          }
          strong
        />
      </dl>
      <p role="status" className="text-small text-text-muted">
        {updating && t('updating')}
      </p>
    </div>
  );
}
