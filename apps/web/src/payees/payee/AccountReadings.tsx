import { payeeTypeTitles } from '@larkmere/contract/payees/payee-type';
import type { CountryView } from '@larkmere/contract/reference/country';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { HelpText } from '../../ui/HelpText.tsx';
import { bankQuery, countriesQuery } from './payee.api.ts';
import { toNameFields } from './payee-form.ts';
import type { PayeeDraft, PayeeKind } from './payee-kind.ts';
import { type AccountFault, type AccountReading, readAccount } from './read-account.ts';
import { isPayableType } from './swift-access.ts';
import { bankText } from './use-bank-name.ts';

type Props = {
  text: string;
  mayAdd: boolean;
  onChoose: (payee: PayeeDraft) => void;
  /** Pays a member found by this code, address or number. */
  onMember: (identifier: string) => void;
};

/** What a pasted account number says, each with the way to a payment to it. */
export function AccountReadings({ text, mayAdd, onChoose, onMember }: Props) {
  const countries = useQuery(countriesQuery);
  const { readings, fault, name, member } = readAccount(text);
  const nameOf = (iso2: string): string => countries.data?.find((country) => country.iso2 === iso2)?.name ?? iso2;
  return (
    <>
      {member && <Member identifier={member} onMember={onMember} />}
      {fault && !member && <Fault fault={fault} nameOf={nameOf} />}
      {readings.map((reading) => (
        <Reading
          key={reading.kind}
          reading={reading}
          name={name}
          country={countries.data?.find(({ iso2 }) => iso2 === reading.country)}
          mayAdd={mayAdd}
          onChoose={onChoose}
        />
      ))}
    </>
  );
}

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
  onChoose: Props['onChoose'];
};

function Reading({ reading, name, country, mayAdd, onChoose }: ReadingProps) {
  const t = useTranslations('payeePage.reading');
  const session = useSession();
  const currencyNames = new Intl.DisplayNames(useLocale(), { type: 'currency' });
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
            {t(`kind.${reading.kind}`, {
              country: country?.name ?? reading.country,
              currency: currencyNames.of(payee.currency) ?? payee.currency,
            })}
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
          <HelpText>{isPayable ? payeeTypeTitles[payee.type] : t('noSwift')}</HelpText>
        </p>
        {isPayable && mayAdd && (
          <Button
            data-option
            onClick={() =>
              onChoose({
                country: reading.country,
                kind: payee,
                values: { ...(name && toNameFields(name)), ...reading.values },
                number: reading.number,
              })
            }
          >
            {t(`add.${reading.kind}`)}
          </Button>
        )}
      </div>
    </div>
  );
}

function Member({ identifier, onMember }: { identifier: string; onMember: Props['onMember'] }) {
  const t = useTranslations('payeePage.reading');
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-brand bg-brand-soft px-4 py-3">
      <p className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{identifier}</span>
        <span className="block text-small text-text-muted">{t('member')}</span>
      </p>
      <Button data-option onClick={() => onMember(identifier)}>
        {t('addMember')}
      </Button>
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
