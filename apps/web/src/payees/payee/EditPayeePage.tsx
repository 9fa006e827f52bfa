import type { PayeeView } from '@larkmere/contract/payees/payee';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText, isNotFound } from '../../platform/failures.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { MissingPayee } from './MissingPayee.tsx';
import { PayeeForm } from './PayeeForm.tsx';
import { payeeQuery, useEditPayee } from './payee.api.ts';
import { toFormValues } from './payee-form.ts';
import { usePayeeAddress, usePayeePaths } from './payee-paths.ts';
import { usePayeeAuthorisation } from './use-payee-authorisation.tsx';
import type { CheckedPayee } from './use-payee-form.ts';

export function EditPayeePage() {
  const t = useTranslations('payeePage');
  useSetPageTitle(t('form.editTitle'));
  const { uid = '' } = usePayeeAddress();
  const payee = useQuery(payeeQuery(uid));
  // The first loaded version stays in the form; the user decides when to load newer details.
  const [edited, setEdited] = useState<PayeeView>();
  if (!edited && payee.data && !payee.isFetching) setEdited(payee.data);

  if (isNotFound(payee.error)) return <MissingPayee />;
  return (
    <div className="mx-auto w-full max-w-[640px]">
      {edited ? (
        <Card>
          <EditPayeeForm
            key={edited.version}
            payee={edited}
            onReload={async () => setEdited((await payee.refetch()).data ?? edited)}
          />
        </Card>
      ) : payee.error ? (
        <Card>
          <ErrorState title={t('view.failed')} text={failureText(payee.error)} onRetry={() => void payee.refetch()} />
        </Card>
      ) : (
        <Skeleton shape="row" count={6} />
      )}
    </div>
  );
}

function EditPayeeForm({ payee, onReload }: { payee: PayeeView; onReload: () => Promise<void> }) {
  const t = useTranslations('payeePage.form');
  const navigate = useNavigate();
  const edit = useEditPayee();
  const [idempotency] = useState(newIdempotencyKey);
  const authorisation = usePayeeAuthorisation(t('pin'));
  const { uid, version, type, currency } = payee;
  const back = linkTo(usePayeePaths().view(currency, type, uid));
  const save = async (details: CheckedPayee) => {
    const changed = { uid, version, ...details };
    const { name, approvalRequest } = await authorisation.save(
      { operation: 'payee.edit', ...changed, paymentIdempotency: idempotency },
      (given) => edit.mutateAsync({ ...changed, ...(given && { authorisation: given }), idempotency }),
    );
    showToast({ kind: 'success', text: t(approvalRequest?.state === 'open' ? 'savedToTeam' : 'saved', { name }) });
    await navigate({ ...back, replace: true });
  };
  return (
    <>
      <PayeeForm
        type={type}
        currency={currency}
        initialValues={toFormValues(payee)}
        isExisting
        onSave={save}
        saving={edit.isPending}
        saveLabel={t('save')}
        remedy={(code) =>
          code === 'payee_changed' && (
            <Button kind="secondary" onClick={() => void onReload()}>
              {t('reload')}
            </Button>
          )
        }
        cancel={
          <Link {...back} className={buttonClass('secondary')}>
            {t('cancel')}
          </Link>
        }
      />
      {authorisation.dialog}
    </>
  );
}
