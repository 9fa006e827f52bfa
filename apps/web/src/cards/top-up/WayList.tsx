import { CreditCard, Download, Landmark } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { ChoiceRow } from './ChoiceRow.tsx';
import type { DepositWay, Way } from './ways.ts';

const icons = { card: CreditCard, instant: Landmark, transfer: Download };

type Props = { ways: readonly Way[]; chosen: DepositWay | undefined; onChoose: (way: DepositWay) => void };

/** Each way with its price and how soon the money arrives. */
export function WayList({ ways, chosen, onChoose }: Props) {
  const t = useTranslations('deposit');
  if (ways.length === 0) return null;
  const textOf = ({ is, isOff, isAbroad }: Way) => {
    if (isOff) return t('way.cardOff');
    return is === 'transfer' && isAbroad ? t('way.transferTextAbroad') : t(`way.${is}Text`);
  };
  const priceOf = ({ is, fee, price, currency }: Way) => {
    if (is !== 'card') return <span className="font-semibold text-success">{t('free')}</span>;
    if (fee) return <MoneyAmount value={{ amount: fee, currency }} />;
    return <span className="figures font-semibold">{percentText(price?.feeBps ?? 0)}%</span>;
  };
  return (
    <Card flush>
      <fieldset>
        <legend className="float-left w-full px-5 py-3.5 font-bold">{t('how')}</legend>
        <ul className="clear-both">
          {ways.map((way) => {
            const Icon = icons[way.is];
            return (
              <ChoiceRow
                key={way.is}
                name="deposit-way"
                isChosen={way.is === chosen}
                onChoose={() => onChoose(way.is)}
                disabled={way.isOff}
                icon={<Icon size={22} />}
                title={t(`way.${way.is}`)}
                text={textOf(way)}
                end={priceOf(way)}
              />
            );
          })}
        </ul>
      </fieldset>
    </Card>
  );
}

/** Hundredths of a percent as a percentage with two decimals. */
export const percentText = (bps: number): string => (bps / 100).toFixed(2);
