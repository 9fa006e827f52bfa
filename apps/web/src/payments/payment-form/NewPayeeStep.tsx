import type { PayeeView } from '@larkmere/contract/payees/payee';
import { crossBorderRoutes, type PayeeType, payeeTypeTitles } from '@larkmere/contract/payees/payee-type';
import type { CountryView } from '@larkmere/contract/reference/country';
import type { Currency } from '@larkmere/money/money';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import {
  countriesQuery,
  kindsForCountry,
  NewPayeeForm,
  type PayeeDraft,
  usePayees,
} from '../../payees/payee/payee.tsx';
import { useDraft } from '../../platform/forms/draft.ts';
import { useSession } from '../../platform/session/session.ts';
import { Card } from '../../ui/Card.tsx';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';

export const newPayeeDraftName = 'payment-new-payee';

type Props = { onPasteInstead: () => void; onAdded: (payee: PayeeView) => void };

/** Somebody new: the country first, then only what that country and currency need. */
export function NewPayeeStep({ onPasteInstead, onAdded }: Props) {
  const t = useTranslations('makePayment.newPayee');
  const owner = useSession().user.uid;
  const { draft, keep, renew } = useDraft<PayeeDraft>(owner, newPayeeDraftName, () => ({ country: '' }));
  const { kind } = draft;
  return (
    <div className="-mt-2 mx-auto grid w-full max-w-[640px] gap-4 max-lg:pb-32 lg:mt-0">
      <div className="sr-only">
        <StepHeading>{t('heading')}</StepHeading>
      </div>
      <Card className="grid gap-5 max-lg:p-4">
        {kind ? (
          <>
            <ChosenKind draft={draft} onChange={() => keep({ country: '' })} />
            <NewPayeeForm
              key={`${kind.type} ${kind.currency}`}
              kind={kind}
              initialValues={{ ...countryValues(kind, draft.country), ...draft.values }}
              saveLabel={t('next')}
              cancel={
                <p className="flex min-h-11 items-center justify-between gap-3 text-small">
                  <span className="text-text-muted">{t('nextStep')}</span>
                  <LinkButton onClick={onPasteInstead}>{t('paste')}</LinkButton>
                </p>
              }
              onAdded={(payee) => {
                renew();
                onAdded(payee);
              }}
            >
              <KindField draft={draft} onChange={(next) => keep({ ...draft, kind: next })} />
            </NewPayeeForm>
          </>
        ) : (
          <>
            <CountryField onChoose={(country, first) => keep(draftForCountry(country, first))} />
            <LinkButton className="justify-self-start" onClick={onPasteInstead}>
              {t('paste')}
            </LinkButton>
          </>
        )}
      </Card>
    </div>
  );
}

const draftForCountry = ({ iso2 }: CountryView, kind: PayeeKind): PayeeDraft => ({
  country: iso2,
  kind,
});

/** Abroad the payee's address is asked for, and most live where their bank is. */
const countryValues = ({ type }: PayeeKind, iso2: string) =>
  crossBorderRoutes[type] ? { country: iso2, bankCountry: iso2, addressCountry: iso2 } : { country: iso2 };

type PayeeKind = Readonly<{ type: PayeeType; currency: Currency }>;

function ChosenKind({ draft, onChange }: { draft: PayeeDraft; onChange: () => void }) {
  const t = useTranslations('makePayment.newPayee');
  const { data: countries = [] } = useQuery(countriesQuery);
  const { kind, country, number } = draft;
  const name = countries.find(({ iso2 }) => iso2 === country)?.name ?? country;
  if (!kind) return null;
  return (
    <div className="-mx-4 -mt-4 flex items-center gap-4 border-b border-line px-4 py-3 lg:-mx-5 lg:-mt-5 lg:px-5">
      <CurrencyFlag code={kind.currency} size={40} />
      <p className="min-w-0 flex-1">
        <span className="block text-small text-text-muted">{t('country')}</span>
        <span className="block font-semibold">{name}</span>
        <span className="block text-small text-text-muted">{number ?? payeeTypeTitles[kind.type]}</span>
      </p>
      <LinkButton onClick={onChange}>{t('change')}</LinkButton>
    </div>
  );
}

/** The ways to pay an account in this country, where there is more than one. */
function KindField({ draft, onChange }: { draft: PayeeDraft; onChange: (kind: PayeeKind) => void }) {
  const t = useTranslations('makePayment.newPayee');
  const session = useSession();
  const { data: countries = [] } = useQuery(countriesQuery);
  const country = countries.find(({ iso2 }) => iso2 === draft.country);
  const kinds = country ? kindsForCountry(country, session) : [];
  const keyOf = ({ type, currency }: PayeeKind) => `${type} ${currency}`;
  if (!draft.kind || kinds.length < 2) return null;
  const value = keyOf(draft.kind);
  return (
    <SelectField
      label={t('how')}
      value={value}
      onChange={({ target }) => {
        const next = kinds.find((kind) => keyOf(kind) === target.value);
        if (next) onChange(next);
      }}
      options={kinds.map((kind) => ({
        value: keyOf(kind),
        label: t('howOption', { currency: kind.currency, title: payeeTypeTitles[kind.type] }),
      }))}
    />
  );
}

/** Countries of the payees that there are come first. */
function CountryField({ onChoose }: { onChoose: (country: CountryView, kind: PayeeKind) => void }) {
  const t = useTranslations('makePayment.newPayee');
  const session = useSession();
  const countries = useQuery(countriesQuery);
  const { data: payees = [] } = usePayees();
  const used = new Set(
    payees.flatMap(({ details }) => [details.country, details.bankCountry, details.iban?.slice(0, 2)]),
  );
  const all = (countries.data ?? []).filter(({ risk }) => risk !== 'prohibited');
  const sorted = [...all.filter(({ iso2 }) => used.has(iso2)), ...all.filter(({ iso2 }) => !used.has(iso2))];
  const choose = (iso2: string) => {
    const country = all.find((each) => each.iso2 === iso2);
    const [kind] = country ? kindsForCountry(country, session) : [];
    if (country && kind) onChoose(country, kind);
  };
  return (
    <>
      <SelectField
        id="new-payee-country"
        label={t('country')}
        hint={t('countryHint')}
        value=""
        onChange={({ target }) => choose(target.value)}
        options={[{ value: '', label: t('choose') }, ...sorted.map(({ iso2, name }) => ({ value: iso2, label: name }))]}
      />
      {!session.swiftState && <Notice kind="info" title={t('noSwift')} />}
    </>
  );
}
