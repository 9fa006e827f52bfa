import {
  currenciesByPayeeType,
  defaultPayeeType,
  type PayeeType,
  payeeTypes,
  payeeTypeTitles,
} from '@larkmere/contract/payees/payee-type';
import { type Currency, currencies } from '@larkmere/money/money';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { ownAddress } from '../../platform/navigation/own-address.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { PayeeForm } from './PayeeForm.tsx';
import { useAddPayee } from './payee.api.ts';
import { emptyFormValues } from './payee-form.ts';
import { usePayeeAddress, usePayeePaths } from './payee-paths.ts';
import { isPayableType } from './swift-access.ts';
import { usePayeeAuthorisation } from './use-payee-authorisation.tsx';
import type { CheckedPayee } from './use-payee-form.ts';

type PayeeTypeAndCurrency = { type: PayeeType; currency: Currency };

function parsePayeeType({
  currency: code = '',
  type = '',
}: {
  currency?: string;
  type?: string;
}): PayeeTypeAndCurrency {
  const currency = currencies.find((each) => each === code.toUpperCase()) ?? 'GBP';
  const named = payeeTypes.find((each) => each === type && currenciesByPayeeType[each].includes(currency));
  return { currency, type: named ?? defaultPayeeType(currency) };
}

type ReturnTarget = { withPayee: (uid: string) => string; withoutPayee: string };

/** The form of a standing order, which had no payee to choose. */
const returnTargetOf = (then: string | undefined, currency: Currency): ReturnTarget | undefined =>
  then === 'standing-order'
    ? {
        withPayee: (uid) => ownAddress(paths.standingOrderTo(currency, uid)),
        withoutPayee: ownAddress(paths.standingOrderAdd),
      }
    : undefined;

export function AddPayeePage() {
  const t = useTranslations('payeePage.form');
  useSetPageTitle(t('addTitle'));
  const navigate = useNavigate();
  const address = usePayeeAddress();
  const kind = parsePayeeType(address);
  const to = usePayeePaths();
  const goingTo = returnTargetOf(address.then, kind.currency);
  const add = useAddPayee();
  const { payeeDetails } = useLocation().state;
  const [initialValues] = useState({ ...emptyFormValues, ...payeeDetails });
  const [idempotency] = useState(newIdempotencyKey);
  const authorisation = usePayeeAuthorisation(t('pin'));

  const save = async (payee: CheckedPayee) => {
    const details = { ...kind, ...payee };
    const added = await authorisation.save(
      { operation: 'payee.add', ...details, paymentIdempotency: idempotency },
      (given) => add.mutateAsync({ ...details, ...(given && { authorisation: given }), idempotency }),
    );
    const { uid, currency, type, name, status, approvalRequest } = added;
    showToast({ kind: 'success', text: t(approvalRequest?.state === 'open' ? 'addedToTeam' : 'added', { name }) });
    // A pending payee cannot be paid yet; its page explains who has to act.
    const next = status === 'approved' ? goingTo?.withPayee(uid) : undefined;
    await navigate({ ...linkTo(next ?? to.view(currency, type, uid)), replace: true });
  };
  return (
    <div className="mx-auto w-full max-w-[640px]">
      <Card>
        <div className="grid gap-6">
          {!goingTo && <TypeFields kind={kind} />}
          <PayeeForm
            key={`${kind.type} ${kind.currency}`}
            {...kind}
            initialValues={initialValues}
            onSave={save}
            saving={add.isPending}
            saveLabel={t('add')}
            cancel={
              <Link {...linkTo(goingTo?.withoutPayee ?? to.list)} className={buttonClass('secondary')}>
                {t('cancel')}
              </Link>
            }
          />
        </div>
      </Card>
      {authorisation.dialog}
    </div>
  );
}

function TypeFields({ kind: { type, currency } }: { kind: PayeeTypeAndCurrency }) {
  const t = useTranslations('payeePage.form');
  const navigate = useNavigate();
  const { add } = usePayeePaths();
  const choose = (next: PayeeTypeAndCurrency) =>
    void navigate({ ...linkTo(add(next.currency, next.type)), replace: true });
  const session = useSession();
  const offered = payeeTypes.filter((each) => each === type || isPayableType({ type: each }, session));
  const payable = currenciesByPayeeType[type];
  return (
    <div className="grid gap-6 sm:grid-cols-[2fr_1fr]">
      <SelectField
        label={t('type')}
        value={type}
        options={offered.map((value) => ({ value, label: payeeTypeTitles[value] }))}
        onChange={({ target: { value } }) => {
          const next = value as PayeeType;
          choose({ type: next, currency: currenciesByPayeeType[next][0] ?? currency });
        }}
      />
      <SelectField
        label={t('currency')}
        value={currency}
        disabled={payable.length === 1}
        options={payable.map((value) => ({ value, label: value }))}
        onChange={({ target: { value } }) => choose({ type, currency: value as Currency })}
      />
    </div>
  );
}
