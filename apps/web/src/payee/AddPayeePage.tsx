import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import { usePage } from '../kernel/page.ts';
import { paths } from '../kernel/paths.ts';
import { linkTo } from '../kernel/search.ts';
import { showToast } from '../kernel/toasts.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Card } from '../ui/Card.tsx';
import { PayeeForm } from './PayeeForm.tsx';
import { useAddPayee } from './payee.api.ts';
import { emptyFields } from './payee-form.ts';
import type { CheckedPayee } from './use-payee-form.ts';

/** Adds somebody to pay. Who came from a payment goes back to it with the new payee in its form. */
export function AddPayeePage() {
  const t = useTranslations('payee.form');
  usePage(t('addTitle'));
  const navigate = useNavigate();
  const { then }: { then?: string } = useSearch({ strict: false });
  const toPay = then === 'pay';
  const add = useAddPayee();
  const [idempotency] = useState(newIdempotencyKey);

  const save = async ({ nameCheckId = '', ...details }: CheckedPayee) => {
    const { uid, currency, name } = await add.mutateAsync({ type: 'gbp', ...details, nameCheckId, idempotency });
    showToast({ kind: 'success', text: t('added', { name }) });
    const next = toPay ? paths.payGbpTo(uid) : paths.payeeView(currency.toLowerCase(), uid);
    await navigate({ ...linkTo(next), replace: true });
  };
  return (
    <div className="mx-auto w-full max-w-[640px]">
      <Card>
        <PayeeForm
          start={emptyFields}
          onSave={save}
          saving={add.isPending}
          saveLabel={t('add')}
          cancel={
            <Link to={toPay ? paths.paymentGbp : paths.payee} className={buttonClass('secondary')}>
              {t('cancel')}
            </Link>
          }
        />
      </Card>
    </div>
  );
}
