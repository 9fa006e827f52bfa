import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import { crossBorderRoutes } from '@larkmere/contract/payees/payee-type';
import type { ChargeType } from '@larkmere/contract/payments/international';
import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import { useAccounts, useBalance } from '../../accounts/bank-account/bank-account.tsx';
import { useSupportingDocuments } from '../../checks/document/document.tsx';
import { type PaymentDraft, paymentKindOf } from './payment-draft.ts';
import { type FormPrice, useSwiftCurrencies } from './payment-price.api.ts';
import { useAmounts } from './use-amounts.ts';
import type { StoredDraft } from './use-payment-draft.ts';
import { useRest } from './use-rest.ts';

const payingAccounts = (accounts: readonly BankAccountView[]): BankAccountView[] =>
  accounts.filter(({ status, features }) => status === 'active' && features.includes('send'));

/** Every account can pay; the one in the payee's currency needs no exchange, so it comes first. */
export function usePayingAccounts(payee: Pick<PayeeView, 'currency'> | undefined, chosen: string) {
  const accounts = useAccounts();
  const sources = accounts.data && payingAccounts(accounts.data);
  const source =
    sources?.find(({ bankholderid }) => bankholderid === chosen) ??
    sources?.find(({ currency }) => currency === payee?.currency) ??
    sources?.[0];
  return { accounts, sources, source };
}

type FormContext = Readonly<{
  stored: StoredDraft;
  payee: PayeeView;
  source: BankAccountView;
  sources: readonly BankAccountView[];
}>;

/** Everything that the steps of one payment show: to this payee, out of this account. */
export function usePaymentForm({ stored, payee, source, sources }: FormContext) {
  const { charges, chargeType, bounds, off } = useSwiftOptions(payee, stored.draft.chargeType);
  const kind = paymentKindOf(payee, source);
  const balance = useBalance(source.bankholderid).data;
  const amounts = useAmounts({ draft: { ...stored.draft, chargeType }, payee, source, kind });
  const draft = { ...stored.draft, chargeType, regulatoryInfo: answersOf(stored.draft, amounts.price) };
  const rest = useRest({ draft, payee, source, sources, price: amounts.price });
  return {
    ...stored,
    draft,
    payee,
    source,
    sources,
    kind,
    charges,
    bounds,
    off,
    ...amounts,
    ...(rest && { quote: rest.quote, held: rest.held }),
    updating: amounts.updating || rest?.updating === true,
    isAsking: amounts.isAsking || rest?.updating === true,
    rest,
    available: amounts.price?.available ?? (balance && { amount: balance.available, currency: balance.currency }),
    change: (next: Partial<PaymentDraft>) => stored.keep({ ...stored.draft, ...next }),
    brought: useSupportingDocuments(draft),
  };
}

/** What was not said now is as the last payment to this payee said it. */
function answersOf(
  { regulatoryInfo }: PaymentDraft,
  price: FormPrice | undefined,
): RegulatoryInformationInput | undefined {
  const previous = price?.previousAnswers ?? {};
  const given = Object.entries(regulatoryInfo ?? {}).filter(([, code]) => code !== undefined);
  return given.length + Object.keys(previous).length > 0 ? { ...previous, ...Object.fromEntries(given) } : undefined;
}

export type PaymentForm = ReturnType<typeof usePaymentForm>;

function useSwiftOptions(payee: PayeeView, chosen: ChargeType | undefined) {
  const currencies = useSwiftCurrencies();
  const isSwift = crossBorderRoutes[payee.type] === 'swift';
  const swift = isSwift ? currencies.data?.find(({ code }) => code === payee.currency) : undefined;
  const charges: readonly ChargeType[] = isSwift ? (swift?.chargeTypes ?? ['SHA']) : [];
  const preference = chosen ?? payee.details.chargeType;
  return {
    charges,
    chargeType: charges.find((each) => each === preference) ?? ('SHA' as const),
    bounds: swift && {
      least: { amount: swift.min, currency: swift.code },
      most: { amount: swift.max, currency: swift.code },
    },
    off: swift?.message ?? undefined,
  };
}
