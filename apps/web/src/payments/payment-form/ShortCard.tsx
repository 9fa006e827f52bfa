import { Link } from '@tanstack/react-router';
import { Check, Landmark, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useBalance } from '../../accounts/bank-account/bank-account.tsx';
import { useReachableAddress } from '../../platform/navigation/own-address.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { moneyText } from '../../ui/money.ts';
import { checkPrice } from './check-price.ts';
import { lessFee } from './use-amounts.ts';
import type { PaymentForm } from './use-payment-form.ts';
import { canPayRest } from './use-rest.ts';

type Props = { form: PaymentForm };

/** A balance that is too small is an offer of the ways that work, best first. It stays while the rest comes from another one. */
export function ShortCard({ form }: Props) {
  const t = useTranslations('makePayment.short');
  const { source, sources, change, price, rest } = form;
  const { userType } = useSession();
  // Not everybody who pays may also add money.
  const addMoney = useReachableAddress()(userType === 'wallet' ? paths.walletDeposit : paths.instantPaymentStart);
  const fault = price && (rest || !form.updating) ? checkPrice(price) : undefined;
  if (fault?.fault !== 'tooMuch') return null;
  const { missing, available } = fault;
  const others = sources.filter(({ currency }) => currency !== source.currency);
  const left = price && lessFee(source.currency, available.amount, price.fee.amount);
  const isSplit = canPayRest(form) && Number(available.amount) > 0;
  return (
    <section role="status" className="overflow-hidden rounded-card border border-warning bg-surface">
      <p className="flex gap-3 bg-warning-soft px-5 py-3">
        <TriangleAlert size={22} className="mt-0.5 shrink-0 text-warning" />
        <span>
          <span className="block font-semibold text-warning">{t('title', { missing: moneyText(missing) })}</span>
          <span className="block text-small">{t('text')}</span>
        </span>
      </p>
      <ul className="divide-y divide-line border-t border-line">
        {others.map((other) =>
          isSplit ? (
            <RestChoice key={other.bankholderid} account={other} first={moneyText(available)} form={form} />
          ) : (
            <OtherBalance key={other.bankholderid} account={other} form={form} />
          ),
        )}
        {left !== undefined && Number(available.amount) > 0 && (
          <Choice
            icon={<CurrencyFlag code={source.currency} size={28} />}
            title={t('less', { amount: moneyText({ amount: left, currency: source.currency }) })}
            text={t('lessText', { currency: source.currency })}
            onChoose={() => change({ side: 'send', amount: available.amount, restFrom: undefined })}
          />
        )}
        {addMoney && (
          <li>
            <Link {...linkTo(addMoney)} className={choiceClass}>
              <Icon of={Landmark} />
              <ChoiceText title={t('add')} text={t('addText')} />
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}

type OtherProps = Props & { account: PaymentForm['source'] };

/** All of the first balance and the missing amount out of this one. Chosen again, it is left out again. */
function RestChoice({ account, first, form: { rest, change } }: OtherProps & { first: string }) {
  const t = useTranslations('makePayment.short');
  const { data } = useBalance(account.bankholderid);
  if (!data || Number(data.available) <= 0) return null;
  const { currency, bankholderid } = account;
  const isChosen = rest?.account.bankholderid === bankholderid;
  const sums = isChosen && rest.sold && t('restSums', { available: first, sold: moneyText(rest.sold) });
  return (
    <Choice
      isChosen={isChosen}
      icon={<CurrencyFlag code={currency} size={28} />}
      title={t('rest', { currency })}
      text={sums || t('restText', { available: first, currency })}
      onChoose={() => change({ restFrom: isChosen ? undefined : bankholderid })}
    />
  );
}

/** Offered only if something is in it; the quote then says whether it is enough. */
function OtherBalance({ account, form: { payee, gets, change } }: OtherProps) {
  const t = useTranslations('makePayment.short');
  const { data } = useBalance(account.bankholderid);
  if (!data || Number(data.available) <= 0) return null;
  const available = moneyText({ amount: data.available, currency: account.currency });
  return (
    <Choice
      icon={<CurrencyFlag code={account.currency} size={28} />}
      title={t('all', { currency: account.currency })}
      text={t(account.currency === payee.currency ? 'allSame' : 'allText', { available })}
      onChoose={() => change({ source: account.bankholderid, side: 'get', amount: gets, restFrom: undefined })}
    />
  );
}

const choiceClass =
  'flex w-full min-h-14 items-center gap-4 px-5 py-2.5 text-left -outline-offset-3 transition-colors hover:bg-sunken';

const Icon = ({ of: Drawn }: { of: LucideIcon }) => (
  <span className="inline-grid size-7 shrink-0 place-items-center">
    <Drawn size={22} className="text-brand-text" />
  </span>
);

const ChoiceText = ({ title, text }: { title: string; text: string }) => (
  <span className="min-w-0 flex-1">
    <span className="block font-semibold">{title}</span>
    <span className="block text-small text-text-muted">{text}</span>
  </span>
);

type ChoiceProps = {
  icon: ReactNode;
  title: string;
  text: string;
  /** Only of a choice that stays. */
  isChosen?: boolean;
  onChoose: () => void;
};

const Choice = ({ icon, title, text, isChosen, onChoose }: ChoiceProps) => (
  <li>
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={`${choiceClass} ${isChosen ? 'bg-brand-soft' : ''}`}
    >
      {icon}
      <ChoiceText title={title} text={text} />
      {isChosen && <Check size={20} className="shrink-0 text-brand-text" />}
    </button>
  </li>
);
