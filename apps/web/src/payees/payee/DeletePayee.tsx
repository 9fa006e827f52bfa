import type { PayeeUse, PayeeView } from '@larkmere/contract/payees/payee';
import { Link, useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { useReachableAddress } from '../../platform/navigation/own-address.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useRemovePayee } from './payee.api.ts';
import { usePayeePaths } from './payee-paths.ts';

export function DeletePayee({ payee: { uid, name } }: { payee: PayeeView }) {
  const t = useTranslations('payeePage');
  const navigate = useNavigate();
  const { list } = usePayeePaths();
  const remove = useRemovePayee(async () => {
    showToast({ kind: 'success', text: t('view.deleted', { name }) });
    await navigate({ to: list, replace: true });
  });
  const [asking, setAsking] = useState(false);
  const [idempotency] = useState(newIdempotencyKey);
  const confirm = () => remove.mutate({ uid, idempotency }, { onError: () => setAsking(false) });
  return (
    <div className="grid gap-3">
      {remove.error && (
        <Notice kind="danger" title={t('view.notDeleted')} action={<PayeeUses error={remove.error} />}>
          {failureText(remove.error)}
        </Notice>
      )}
      <Button kind="quiet" icon={<Trash2 size={18} />} className="justify-self-start" onClick={() => setAsking(true)}>
        {t('view.delete')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('remove.title', { name })}
          text={t('remove.text', { name })}
          confirmLabel={t('remove.confirm')}
          tone="danger"
          busy={remove.isPending}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}

const usePaths: Record<PayeeUse['by'], (uid: string) => string> = {
  payment: paths.paymentDetail,
  standing_order: paths.standingOrder,
  auto_fx: paths.autoFxOrder,
  bulk_payment: paths.paymentBulkFile,
};

function PayeeUses({ error }: { error: Error }) {
  const t = useTranslations('payeePage.view.uses');
  const reach = useReachableAddress();
  const uses = error instanceof ApiError ? ((error.data as { uses?: PayeeUse[] } | null)?.uses ?? []) : [];
  if (uses.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {uses.map(({ by, uid, reference }) => {
        const page = reach(usePaths[by](uid));
        return (
          <li key={uid}>
            {page ? (
              <Link {...linkTo(page)} className="font-semibold underline">
                {t(by, { reference })}
              </Link>
            ) : (
              t(by, { reference })
            )}
          </li>
        );
      })}
    </ul>
  );
}
