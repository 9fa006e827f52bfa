import { CreditCard, Download, Landmark } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { ChoiceRow } from './ChoiceRow.tsx';
import type { DepositMethod, Method } from './methods.ts';

const icons = { card: CreditCard, instant: Landmark, transfer: Download };

type Props = {
  methods: readonly Method[];
  chosen: DepositMethod | undefined;
  onChoose: (method: DepositMethod) => void;
};

/** Each method with its price and how soon the money arrives. */
export function MethodList({ methods, chosen, onChoose }: Props) {
  const t = useTranslations('deposit');
  if (methods.length === 0) return null;
  const textOf = ({ is, isOff, isAbroad }: Method) => {
    if (isOff) return t('method.cardOff');
    return is === 'transfer' && isAbroad ? t('method.transferTextAbroad') : t(`method.${is}Text`);
  };
  const priceOf = ({ is, fee, price, currency }: Method) => {
    if (is !== 'card') return <span className="font-semibold text-success">{t('free')}</span>;
    if (fee) return <MoneyAmount value={{ amount: fee, currency }} />;
    return <span className="figures font-semibold">{percentText(price?.feeBps ?? 0)}%</span>;
  };
  return (
    <Card flush>
      <fieldset>
        <legend className="float-left w-full px-5 py-3.5 font-bold">{t('how')}</legend>
        <ul className="clear-both">
          {methods.map((method) => {
            const Icon = icons[method.is];
            return (
              <ChoiceRow
                key={method.is}
                name="deposit-method"
                isChosen={method.is === chosen}
                onChoose={() => onChoose(method.is)}
                disabled={method.isOff}
                icon={<Icon size={22} />}
                title={t(`method.${method.is}`)}
                text={textOf(method)}
                end={priceOf(method)}
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
