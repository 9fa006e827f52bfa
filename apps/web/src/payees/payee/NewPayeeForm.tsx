import type { PayeeView } from '@larkmere/contract/payees/payee';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../platform/http/call-errors.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { PayeeForm } from './PayeeForm.tsx';
import { useAddPayee } from './payee.api.ts';
import { emptyFormValues, type PayeeFormValues } from './payee-form.ts';
import type { PayeeKind } from './payee-kind.ts';
import { usePayeeAuthorisation } from './use-payee-authorisation.tsx';
import type { CheckedPayee } from './use-payee-form.ts';

type Props = {
  kind: PayeeKind;
  initialValues: PayeeFormValues;
  saveLabel: string;
  cancel: ReactNode;
  children?: ReactNode;
  onAdded: (payee: PayeeView) => void;
};

/** The answers after which the payee has to be approved first, by colleagues or by us. */
const needsApproval = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'approval_required' || error.code === 'payee_not_approved');

/**
 * A payee that is added on the way to a first payment, whose PIN confirms both. Saving it is a choice. Where the payee
 * has to be approved first, it is added like any other.
 */
export function NewPayeeForm({ kind, initialValues, saveLabel, cancel, onAdded, children }: Props) {
  const t = useTranslations('payeePage.form');
  const add = useAddPayee();
  const [idempotency] = useState(newIdempotencyKey);
  const [isSaved, setSaved] = useState(true);
  const authorisation = usePayeeAuthorisation(t('pin'));
  const save = async (payee: CheckedPayee) => {
    const details = { ...kind, ...payee };
    try {
      const once = { confirmWithPayment: true as const, ...(!isSaved && { saved: false }) };
      onAdded(await add.mutateAsync({ ...details, ...once, idempotency: newIdempotencyKey() }));
    } catch (error) {
      if (!needsApproval(error)) throw error;
      const purpose = { operation: 'payee.add' as const, ...details, paymentIdempotency: idempotency };
      onAdded(
        await authorisation.save(purpose, (given) =>
          add.mutateAsync({ ...details, ...(given && { authorisation: given }), idempotency }),
        ),
      );
    }
  };
  return (
    <>
      <PayeeForm
        isStep
        {...kind}
        initialValues={{ ...emptyFormValues, ...initialValues }}
        onSave={save}
        saving={add.isPending}
        saveLabel={saveLabel}
        cancel={cancel}
      >
        {children}
        <Checkbox checked={isSaved} onChange={({ target }) => setSaved(target.checked)}>
          {t('saveAsPayee')}
        </Checkbox>
      </PayeeForm>
      {authorisation.dialog}
    </>
  );
}
