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
import { ibanText } from '../../ui/identifiers.ts';
import { bankQuery, countriesQuery } from './payee.api.ts';
import { type AccountFault, type AccountReading, readAccount } from './read-account.ts';
import { isPayableType } from './swift-access.ts';
import { bankText } from './use-bank-name.ts';

type Props = { text: string; mayAdd: boolean };

/** What a pasted account number says, each with the way to the payee form that it fills in. */
export function AccountReadings({ text, mayAdd }: Props) {
  const countries = useQuery(countriesQuery);
  const { readings, fault } = readAccount(text);
  const nameOf = (iso2: string): string => countries.data?.find((country) => country.iso2 === iso2)?.name ?? iso2;
  if (fault) return <Fault fault={fault} nameOf={nameOf} />;
  return readings.map((reading) => (
    <Reading
      key={reading.kind}
      reading={reading}
      country={countries.data?.find(({ iso2 }) => iso2 === reading.country)}
      mayAdd={mayAdd}
    />
  ));
}

type PayeeKind = Readonly<{ type: PayeeType; currency: Currency }>;

function payeeKindOf({ kind }: AccountReading, country: CountryView | undefined): PayeeKind | undefined {
  if (kind === 'uk') return { type: 'gbp', currency: 'GBP' };
  if (kind !== 'iban') return { type: 'thb', currency: 'THB' };
  if (!country) return undefined;
  return country.sepa ? { type: 'eur', currency: 'EUR' } : { type: 'swt', currency: country.currencies[0] ?? 'USD' };
}

type ReadingProps = { reading: AccountReading; country: CountryView | undefined; mayAdd: boolean };

function Reading({ reading, country, mayAdd }: ReadingProps) {
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
          <span className="figures block text-small wrap-anywhere text-text-muted">
            {reading.kind === 'iban' ? ibanText(reading.number) : reading.number}
          </span>
          {bank && <span className="block text-small text-text-muted">{bank}</span>}
        </p>
        <CircleCheck size={22} className="shrink-0 text-success" />
      </div>
      <div className="grid gap-3 px-4 py-3">
        <p className="text-small text-text-muted">
          {isUnknown && `${t('bankUnknown')} `}
          {isPayable ? payeeTypeTitles[payee.type] : t('noSwift')}
        </p>
        {isPayable && mayAdd && (
          <Link
            {...linkTo(paths.payeeTypeToPay(payee.currency, payee.type))}
            state={{ payeeDetails: reading.values }}
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

function useBankOf({ kind, number }: AccountReading): { bank: string | undefined; isUnknown: boolean } {
  const { data } = useQuery({ ...bankQuery({ iban: number }), enabled: kind === 'iban' });
  return { bank: data ? bankText(data) : undefined, isUnknown: data === null };
}

function Fault({ fault, nameOf }: { fault: AccountFault; nameOf: (iso2: string) => string }) {
  const t = useTranslations('payeePage.reading.fault');
  const country = nameOf(fault.country);
  const text =
    fault.fault === 'ibanLength'
      ? t('ibanLength', { country, length: fault.length, expected: fault.expected })
      : t(fault.fault, { country });
  return (
    <p className="flex gap-2 text-small font-medium text-warning">
      <TriangleAlert size={18} className="mt-0.5 shrink-0" />
      {text}
    </p>
  );
}
