import type { PayeeView } from '@larkmere/contract/payee';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText, isMissing } from '../kernel/errors.ts';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import { usePage } from '../kernel/page.ts';
import { linkTo } from '../kernel/search.ts';
import { showToast } from '../kernel/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { MissingPayee } from './MissingPayee.tsx';
import { PayeeForm } from './PayeeForm.tsx';
import { payeeQuery, useEditPayee } from './payee.api.ts';
import { textsOf } from './payee-form.ts';
import { usePayeeAddress, usePayeePaths } from './payee-paths.ts';
import type { CheckedPayee } from './use-payee-form.ts';

export function EditPayeePage() {
  const t = useTranslations('payeePage');
  usePage(t('form.editTitle'));
  const { uid = '' } = usePayeeAddress();
  const payee = useQuery(payeeQuery(uid));
  // The first loaded version stays in the form; the user decides when to load newer details.
  const [edited, setEdited] = useState<PayeeView>();
  if (!edited && payee.data && !payee.isFetching) setEdited(payee.data);

  if (isMissing(payee.error)) return <MissingPayee />;
  return (
    <div className="mx-auto w-full max-w-[640px]">
      {edited ? (
        <Card>
          <Form
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

function Form({ payee, onReload }: { payee: PayeeView; onReload: () => Promise<void> }) {
  const t = useTranslations('payeePage.form');
  const navigate = useNavigate();
  const edit = useEditPayee();
  const [idempotency] = useState(newIdempotencyKey);
  const { uid, version, type, currency } = payee;
  const back = linkTo(usePayeePaths().view(currency, type, uid));
  const save = async (details: CheckedPayee) => {
    const { name, teamApproval } = await edit.mutateAsync({ uid, version, ...details, idempotency });
    showToast({ kind: 'success', text: t(teamApproval?.state === 'open' ? 'savedToTeam' : 'saved', { name }) });
    await navigate({ ...back, replace: true });
  };
  return (
    <PayeeForm
      type={type}
      currency={currency}
      start={textsOf(payee)}
      isKnown
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
  );
}
