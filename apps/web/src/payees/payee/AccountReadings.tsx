import { type PayeeType, payeeTypeTitles } from '@larkmere/contract/payees/payee-type';
import type { CountryView } from '@larkmere/contract/reference/country';
import type { Currency } from '@larkmere/money/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { bankQuery, countriesQuery } from './payee.api.ts';
import { toNameFields } from './payee-form.ts';
import { type AccountFault, type AccountReading, readAccount } from './read-account.ts';
import { isPayableType } from './swift-access.ts';
import { bankText } from './use-bank-name.ts';

type Props = { text: string; mayAdd: boolean };

/** What a pasted account number says, each with the way to the payee form that it fills in. */
export function AccountReadings({ text, mayAdd }: Props) {
  const countries = useQuery(countriesQuery);
  const { readings, fault, name } = readAccount(text);
  const nameOf = (iso2: string): string => countries.data?.find((country) => country.iso2 === iso2)?.name ?? iso2;
  if (fault) return <Fault fault={fault} nameOf={nameOf} />;
  return readings.map((reading) => (
    <Reading
      key={reading.kind}
      reading={reading}
      name={name}
      country={countries.data?.find(({ iso2 }) => iso2 === reading.country)}
      mayAdd={mayAdd}
    />
  ));
}

type PayeeKind = Readonly<{ type: PayeeType; currency: Currency }>;

function payeeKindOf({ kind }: AccountReading, country: CountryView | undefined): PayeeKind | undefined {
  switch (kind) {
    case 'uk':
      return { type: 'gbp', currency: 'GBP' };
    case 'usa':
      return { type: 'usd', currency: 'USD' };
    case 'clabe':
      return { type: 'localatw', currency: 'MXN' };
    case 'ifsc':
      return { type: 'localatw', currency: 'INR' };
    case 'promptpayMobile':
    case 'promptpayId':
    case 'promptpayWallet':
    case 'thaiAccount':
      return { type: 'thb', currency: 'THB' };
    case 'iban':
      if (country?.sepa) return { type: 'eur', currency: 'EUR' };
      break;
    case 'bic':
      break;
  }
  return country && { type: 'swt', currency: country.currencies[0] ?? 'USD' };
}

type ReadingProps = {
  reading: AccountReading;
  name: string | undefined;
  country: CountryView | undefined;
  mayAdd: boolean;
};

function Reading({ reading, name, country, mayAdd }: ReadingProps) {
  const t = useTranslations('payeePage.reading');
  const session = useSession();
  const payee = payeeKindOf(reading, country);
  const { bank, isUnknown } = useBankOf(reading);
  if (!payee) return null;
  const isPayable = isPayableType(payee, session);
  return (
    <div className="overflow-hidden rounded-card border border-brand bg-surface">
      <div className="flex items-center gap-3 bg-brand-soft px-4 py-3">
        <CurrencyFlag code={payee.currency} size={36} />
        <p className="min-w-0 flex-1">
          <span className="block font-semibold">
            {t(`kind.${reading.kind}`, { country: country?.name ?? reading.country, currency: payee.currency })}
          </span>
          <span className="figures block text-small wrap-anywhere text-text-muted">{reading.number}</span>
          {name && (
            <span className="block text-small wrap-anywhere">
              <bdi>{name}</bdi>
            </span>
          )}
          {bank && <span className="block text-small text-text-muted">{bank}</span>}
        </p>
        <CircleCheck size={22} className="shrink-0 text-success" />
      </div>
      <div className="grid gap-3 px-4 py-3">
        {reading.missing && <p className="text-small font-medium">{t(`missing.${reading.missing}`)}</p>}
        <p className="text-small text-text-muted">
          {isUnknown && `${t('bankUnknown')} `}
          {isPayable ? payeeTypeTitles[payee.type] : t('noSwift')}
        </p>
        {isPayable && mayAdd && (
          <Link
            {...linkTo(paths.payeeTypeToPay(payee.currency, payee.type))}
            state={{ payeeDetails: { ...(name && toNameFields(name)), ...reading.values } }}
            data-option
            className={buttonClass()}
          >
            {t(`add.${reading.kind}`)}
          </Link>
        )}
      </div>
    </div>
  );
}

function useBankOf({ values: { iban, bic } }: AccountReading): { bank: string | undefined; isUnknown: boolean } {
  const identifier = iban ? { iban } : { bic: bic ?? '' };
  const { data } = useQuery({ ...bankQuery(identifier), enabled: iban !== undefined || bic !== undefined });
  return { bank: data ? bankText(data) : undefined, isUnknown: data === null };
}

function Fault({ fault, nameOf }: { fault: AccountFault; nameOf: (iso2: string) => string }) {
  const t = useTranslations('payeePage.reading.fault');
  const text = () => {
    switch (fault.fault) {
      case 'ibanLength':
        return t('ibanLength', { ...fault, country: nameOf(fault.country) });
      case 'ibanDigits':
      case 'ibanCountry':
        return t(fault.fault, { country: nameOf(fault.country) });
      case 'unknown':
        return t('unknown', { length: fault.length });
      case 'routingDigits':
      case 'card':
        return t(fault.fault);
    }
  };
  return (
    <p role="status" className="flex gap-2 text-small font-medium text-warning">
      <TriangleAlert size={18} className="mt-0.5 shrink-0" />
      {text()}
    </p>
  );
}
