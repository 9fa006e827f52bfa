import type { contract } from '@larkmere/contract/contract';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { Eye } from 'lucide-react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useRevealIdentity } from './customer.api.ts';

type Identity = Reply<typeof contract.customerFile.revealIdentity>;
const shownMs = 60_000;

/** Hidden until asked for with a reason, and hidden again after a minute. */
export function IdentityCard({ id }: { id: string }) {
  const t = useTranslations('manageCustomer.identity');
  const [isAsking, setIsAsking] = useState(false);
  const [identity, setIdentity] = useState<Identity>();
  useEffect(() => {
    if (!identity) return undefined;
    const timer = setTimeout(() => setIdentity(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [identity]);
  const rows =
    identity &&
    ([
      ['dateOfBirth', identity.dateOfBirth],
      ['documentNumber', identity.documentNumber],
      ['taxNumber', identity.taxNumber],
      ['address', identity.address],
      ['phones', identity.phones.join(', ') || null],
    ] as const);
  return (
    <Card
      title={t('title')}
      action={
        identity ? (
          <LinkButton onClick={() => setIdentity(undefined)}>{t('hide')}</LinkButton>
        ) : (
          <Button kind="secondary" icon={<Eye size={18} />} onClick={() => setIsAsking(true)}>
            {t('show')}
          </Button>
        )
      }
    >
      {rows ? (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-small">
          {rows.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-text-muted">{t(label)}</dt>
              <dd className="figures text-right wrap-anywhere">{value ?? t('unknown')}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-small text-text-muted">{t('hidden')}</p>
      )}
      {isAsking && (
        <ReasonDialog
          id={id}
          onClose={() => setIsAsking(false)}
          onShown={(found) => {
            setIsAsking(false);
            setIdentity(found);
          }}
        />
      )}
    </Card>
  );
}

type DialogProps = { id: string; onClose: () => void; onShown: (identity: Identity) => void };

function ReasonDialog({ id, onClose, onShown }: DialogProps) {
  const t = useTranslations('manageCustomer.identity');
  const form = useId();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const reveal = useRevealIdentity();
  const sending = useIdempotentRequest(reveal.mutateAsync, onShown);
  const isShort = reason.trim().length < 10;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isShort) void sending.send({ id, reason: reason.trim(), idempotency: sending.key });
  };
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      actions={
        <Button type="submit" form={form} busy={sending.sending}>
          {t('show')}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4">
        <Field label={t('reason')} hint={t('reasonHint')} error={tried && isShort ? t('reasonMissing') : undefined}>
          <TextInput value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
        </Field>
        <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('again')} />
      </form>
    </Dialog>
  );
}
