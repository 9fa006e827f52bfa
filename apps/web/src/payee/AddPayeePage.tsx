import {
  currenciesOf,
  type PayeeType,
  payeeTitles,
  payeeTypes,
  routesAbroad,
  usualType,
} from '@larkmere/contract/payee-type';
import { type Currency, currencies } from '@larkmere/money/money';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import { usePage } from '../kernel/page.ts';
import { paths } from '../kernel/paths.ts';
import { linkTo } from '../kernel/search.ts';
import { useSession } from '../kernel/session.ts';
import { showToast } from '../kernel/toasts.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Card } from '../ui/Card.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { isReached } from './by-swift.ts';
import { PayeeForm } from './PayeeForm.tsx';
import { useAddPayee } from './payee.api.ts';
import { emptyTexts } from './payee-form.ts';
import { usePayeeAddress, usePayeePaths } from './payee-paths.ts';
import type { CheckedPayee } from './use-payee-form.ts';

type Kind = { type: PayeeType; currency: Currency };

function kindIn({ currency: code = '', type = '' }: { currency?: string; type?: string }): Kind {
  const currency = currencies.find((each) => each === code.toUpperCase()) ?? 'GBP';
  const named = payeeTypes.find((each) => each === type && currenciesOf[each].includes(currency));
  return { currency, type: named ?? usualType(currency) };
}

type Way = { with: (uid: string) => string; back: string };

function wayOn(then: string | undefined, { type, currency }: Kind): Way | undefined {
  if (then === 'pay' && ['gbp', 'eur', 'thb'].includes(type))
    return { with: (uid) => paths.payTo(currency, uid), back: paths.paymentIn(currency) };
  if (then === 'pay' && routesAbroad[type])
    return { with: (uid) => paths.payTo('swt', uid), back: paths.paymentAbroad };
  return then === 'standing-order'
    ? { with: (uid) => paths.standingOrderTo(currency, uid), back: paths.standingOrderAdd }
    : undefined;
}

export function AddPayeePage() {
  const t = useTranslations('payeePage.form');
  usePage(t('addTitle'));
  const navigate = useNavigate();
  const address = usePayeeAddress();
  const kind = kindIn(address);
  const to = usePayeePaths();
  const goingTo = wayOn(address.then, kind);
  const add = useAddPayee();
  const [idempotency] = useState(newIdempotencyKey);

  const save = async (payee: CheckedPayee) => {
    const added = await add.mutateAsync({ ...kind, ...payee, idempotency });
    const { uid, currency, type, name, status, teamApproval } = added;
    showToast({ kind: 'success', text: t(teamApproval?.state === 'open' ? 'addedToTeam' : 'added', { name }) });
    // A pending payee cannot be paid yet; its page explains who has to act.
    const next = status === 'approved' ? goingTo?.with(uid) : undefined;
    await navigate({ ...linkTo(next ?? to.view(currency, type, uid)), replace: true });
  };
  return (
    <div className="mx-auto w-full max-w-[640px]">
      <Card>
        <div className="grid gap-6">
          {!goingTo && <KindChoice kind={kind} />}
          <PayeeForm
            key={`${kind.type} ${kind.currency}`}
            {...kind}
            start={emptyTexts}
            onSave={save}
            saving={add.isPending}
            saveLabel={t('add')}
            cancel={
              <Link to={goingTo?.back ?? to.list} className={buttonClass('secondary')}>
                {t('cancel')}
              </Link>
            }
          />
        </div>
      </Card>
    </div>
  );
}

function KindChoice({ kind: { type, currency } }: { kind: Kind }) {
  const t = useTranslations('payeePage.form');
  const navigate = useNavigate();
  const { add } = usePayeePaths();
  const choose = (next: Kind) => void navigate({ ...linkTo(add(next.currency, next.type)), replace: true });
  const session = useSession();
  const offered = payeeTypes.filter((each) => each === type || isReached({ type: each }, session));
  const payable = currenciesOf[type];
  return (
    <div className="grid gap-6 sm:grid-cols-[2fr_1fr]">
      <SelectField
        label={t('type')}
        value={type}
        options={offered.map((value) => ({ value, label: payeeTitles[value] }))}
        onChange={({ target: { value } }) => {
          const next = value as PayeeType;
          choose({ type: next, currency: currenciesOf[next][0] ?? currency });
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
